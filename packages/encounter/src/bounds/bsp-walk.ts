/**
 * Queries of a solid-leaf BSP tree: a point (Algorithm 5.2), a convex shape (5.3), a convex shape that translates (5.4). The last
 * two by dynamic plane shifting (S. Melax, "Dynamic Plane Shifting BSP Traversal", 2000): instead of the shape its reference point
 * is classified, against planes that are moved out by the shape's support.
 *
 * **What plane shifting is used for here.** A shape that reaches across the shifted planes of a solid cell need not meet the cell:
 * at a sharp edge the shifted planes meet far from it, and the book's answer, bevel planes, makes the error smaller and never zero.
 * So planes only say where *not* to look. Every node whose plane the shape straddles within the node's cell hands its facets to a
 * visitor, which tests them exactly. No facet that the shape meets is missed: a common point lies in a piece of a facet, that piece
 * in the plane of a node and (up to the thickness of planes) on the right side of all planes above it, and the shape, which holds
 * the point, reaches to that side of each.
 */
import { TOUCH } from '../tolerances.ts';
import type { LeafVisitor } from '../tree/box.ts';
import type { AabbTree } from '../tree/layout.ts';
import type { Triangles } from '../tree/triangles.ts';
import { BspLabel, type BspNodes, QUERY_THICKNESS } from './bsp-layout.ts';

/** A convex shape as far as planes see it. Numbers are handed over in arrays, as doubles in arguments are garbage. */
export interface ConvexExtent {
  /** The direction to measure along. */
  readonly direction: Float64Array;
  /** The least and the largest direction·x over the points x of the shape, in the tree's frame: written by `measure`. */
  readonly range: Float64Array;
  measure(): void;
}

/** Queries after which the marks of facets are wiped: they are 32-bit integers. */
const MOST_QUERIES = 2 ** 31 - 1;

export class BspWalk {
  /** The shape, and its box (min, max) in the frame of the mesh. */
  shape: ConvexExtent | null = null;
  readonly bounds: Float64Array = new Float64Array(6);
  /** How the shape moves while t goes from 0 to 1. */
  readonly motion: Float64Array = new Float64Array(3);
  /** Facets that are met later than this are left out. The visitor lowers it. */
  readonly limit: Float64Array = new Float64Array(1);
  /** Facets this close count as met. */
  readonly slack: Float64Array = new Float64Array(1);

  readonly #nodes: BspNodes;
  readonly #triangles: Triangles;
  readonly #stack: Int32Array;
  readonly #times: Float64Array;
  /** Which query a slot was last handed out in: a facet in pieces is tested once. */
  readonly #seen: Int32Array;
  #query = 0;
  readonly #corners: Float64Array = new Float64Array(9);
  /** The shape along the normal of the node at hand. */
  readonly #range: Float64Array = new Float64Array(2);
  /** The center of the shape's box seen from the tree's origin, and half its sizes. */
  readonly #half: Float64Array = new Float64Array(6);
  readonly #near: Float64Array = new Float64Array(1);
  readonly #span: Float64Array = new Float64Array(2);

  constructor(nodes: BspNodes, triangles: Triangles) {
    this.#nodes = nodes;
    this.#triangles = triangles;
    // Depth first, at most one child waits on each level.
    this.#stack = new Int32Array(nodes.depth + 2);
    this.#times = new Float64Array(2 * (nodes.depth + 2));
    this.#seen = new Int32Array(triangles.count);
  }

  /**
   * What is at a point: `ask` where the cells that it is in, up to the thickness of planes, are of both kinds or too thin to tell.
   */
  locate(x: number, y: number, z: number): BspLabel {
    const { origin, planes, children, thick } = this.#nodes;
    const stack = this.#stack;
    const px = x - origin[0];
    const py = y - origin[1];
    const pz = z - origin[2];
    const near = QUERY_THICKNESS * thick + TOUCH * (Math.abs(px) + Math.abs(py) + Math.abs(pz));
    let label = 0;
    let top = 1;
    stack[0] = 0;
    while (top > 0) {
      let node = stack[--top];
      while (node >= 0) {
        const k = 4 * node;
        const d = planes[k] * px + planes[k + 1] * py + planes[k + 2] * pz - planes[k + 3];
        if (d > near) node = children[2 * node + 1];
        else {
          if (d >= -near) stack[top++] = children[2 * node + 1];
          node = children[2 * node];
        }
      }
      if (label !== 0 && node !== label) return BspLabel.ask;
      label = node;
    }
    return label as BspLabel;
  }

  /**
   * Whether `shape`, at rest, reaches a cell that is not outside, as far as single planes tell: Algorithm 5.3 as the text has it.
   */
  reachesInside(): boolean {
    const { planes, children } = this.#nodes;
    const stack = this.#stack;
    const range = this.#range;
    this.motion.fill(0);
    this.#begin();
    const near = this.#near[0];
    let top = 1;
    stack[0] = 0;
    while (top > 0) {
      let node = stack[--top];
      while (node >= 0) {
        this.#measure(node);
        const offset = planes[4 * node + 3];
        const below = range[0] <= offset + near;
        if (below && range[1] >= offset - near) stack[top++] = children[2 * node + 1];
        node = below ? children[2 * node] : children[2 * node + 1];
      }
      if (node !== BspLabel.outside) return true;
    }
    return false;
  }

  /** Hands out the facets that `shape`, at rest, may meet, until the visitor has seen enough. Returns whether it had. */
  overlapping(visitor: LeafVisitor): boolean {
    const { planes, children } = this.#nodes;
    const { motion, limit } = this;
    const stack = this.#stack;
    const range = this.#range;
    motion.fill(0);
    limit[0] = 0;
    this.#begin();
    const near = this.#near[0];
    let top = 1;
    stack[0] = 0;
    while (top > 0) {
      let node = stack[--top];
      while (node >= 0) {
        if (!this.#meetsBox(node)) break;
        this.#measure(node);
        const offset = planes[4 * node + 3];
        const below = range[0] <= offset + near;
        const above = range[1] >= offset - near;
        if (below && above) {
          if (this.#visit(node, visitor)) return true;
          stack[top++] = children[2 * node + 1];
        }
        node = below ? children[2 * node] : children[2 * node + 1];
      }
    }
    return false;
  }

  /**
   * Hands out the facets that `shape`, whose box is given, may meet while it moves by `motion`, in the order in which it reaches
   * their cells. It is called as TreeSweep's is, whose place it takes; the mesh's own tree is not needed.
   */
  box(_tree: AabbTree, bounds: Float64Array, visitor: LeafVisitor): void {
    const { planes, children } = this.#nodes;
    const { motion, limit } = this;
    const stack = this.#stack;
    const times = this.#times;
    const range = this.#range;
    this.bounds.set(bounds);
    this.#begin();
    const near = this.#near[0];
    let top = 1;
    stack[0] = 0;
    times[0] = 0;
    times[1] = limit[0];
    while (top > 0) {
      top--;
      let node = stack[top];
      let t0 = times[2 * top];
      let t1 = times[2 * top + 1];
      while (node >= 0 && t0 <= t1 && t0 <= limit[0]) {
        if (!this.#meetsBox(node)) break;
        t0 = Math.max(t0, this.#span[0]);
        t1 = Math.min(t1, this.#span[1]);
        if (t0 > t1) break;
        this.#measure(node);
        const k = 4 * node;
        const speed = planes[k] * motion[0] + planes[k + 1] * motion[1] + planes[k + 2] * motion[2];
        // Below while range[0] + speed·t ≤ offset + near, above while range[1] + speed·t ≥ offset − near.
        const down = planes[k + 3] + near - range[0];
        const up = planes[k + 3] - near - range[1];
        let below0 = t0;
        let below1 = t1;
        let above0 = t0;
        let above1 = t1;
        if (speed > 0) {
          below1 = Math.min(t1, down / speed);
          above0 = Math.max(t0, up / speed);
        } else if (speed < 0) {
          below0 = Math.max(t0, down / speed);
          above1 = Math.min(t1, up / speed);
        } else {
          if (down < 0) below1 = -1;
          if (up > 0) above1 = -1;
        }
        const isBelow = below0 <= below1;
        const isAbove = above0 <= above1;
        if (!isBelow && !isAbove) break;
        const belowFirst = isBelow && (!isAbove || below0 <= above0);
        if (isBelow && isAbove) {
          const on = Math.max(below0, above0);
          if (on <= Math.min(below1, above1)) this.#visit(node, visitor);
          // The side that is entered later waits.
          stack[top] = children[2 * node + (belowFirst ? 1 : 0)];
          times[2 * top] = belowFirst ? above0 : below0;
          times[2 * top + 1] = belowFirst ? above1 : below1;
          top++;
        }
        node = children[2 * node + (belowFirst ? 0 : 1)];
        t0 = belowFirst ? below0 : above0;
        t1 = belowFirst ? below1 : above1;
      }
    }
  }

  #begin(): void {
    const { bounds, motion } = this;
    const { origin, thick } = this.#nodes;
    const half = this.#half;
    if (this.#query++ === MOST_QUERIES) {
      this.#seen.fill(0);
      this.#query = 1;
    }
    let reach = 0;
    for (let i = 0; i < 3; i++) {
      half[i] = 0.5 * (bounds[i] - origin[i] + (bounds[3 + i] - origin[i]));
      half[3 + i] = 0.5 * (bounds[3 + i] - bounds[i]);
      reach += Math.abs(bounds[i]) + Math.abs(bounds[3 + i]) + Math.abs(motion[i]);
    }
    this.#near[0] = QUERY_THICKNESS * thick + this.slack[0] + TOUCH * reach;
  }

  /** Whether the moving box meets that of the facets below a node; `#span` is when, from first to last. */
  #meetsBox(node: number): boolean {
    const { boxes } = this.#nodes;
    const { motion, limit } = this;
    const half = this.#half;
    const near = this.#near[0];
    let enter = 0;
    let leave = limit[0];
    for (let i = 0; i < 3; i++) {
      // The moving box as a point, the node's grown by it.
      const low = boxes[6 * node + i] - half[i] - half[3 + i] - near;
      const high = boxes[6 * node + 3 + i] - half[i] + half[3 + i] + near;
      const speed = motion[i];
      if (speed === 0) {
        if (low > 0 || high < 0) return false;
        continue;
      }
      const t0 = low / speed;
      const t1 = high / speed;
      enter = Math.max(enter, Math.min(t0, t1));
      leave = Math.min(leave, Math.max(t0, t1));
    }
    this.#span[0] = enter;
    this.#span[1] = leave;
    return enter <= leave;
  }

  /** The range of the shape along the normal of a node; only that of its box where this is on one side, also later. */
  #measure(node: number): void {
    const { planes, origin } = this.#nodes;
    const { motion } = this;
    const half = this.#half;
    const range = this.#range;
    const k = 4 * node;
    const x = planes[k];
    const y = planes[k + 1];
    const z = planes[k + 2];
    const center = x * half[0] + y * half[1] + z * half[2] - planes[k + 3];
    const r = Math.abs(x) * half[3] + Math.abs(y) * half[4] + Math.abs(z) * half[5] + this.#near[0];
    const later = center + x * motion[0] + y * motion[1] + z * motion[2];
    if ((center > r && later > r) || (center < -r && later < -r)) {
      range[0] = center + planes[k + 3] - r;
      range[1] = center + planes[k + 3] + r;
      return;
    }
    const shape = this.shape as ConvexExtent;
    shape.direction[0] = x;
    shape.direction[1] = y;
    shape.direction[2] = z;
    shape.measure();
    const from = x * origin[0] + y * origin[1] + z * origin[2];
    range[0] = shape.range[0] - from;
    range[1] = shape.range[1] - from;
  }

  /** Hands out the facets of a node, of those whose boxes the moving box meets in time. */
  #visit(node: number, visitor: LeafVisitor): boolean {
    const { starts, faces } = this.#nodes;
    const { bounds, motion, limit } = this;
    const seen = this.#seen;
    const query = this.#query;
    const p = this.#corners;
    const near = this.#near[0];
    for (let f = starts[node]; f < starts[node + 1]; f++) {
      const slot = faces[f];
      if (seen[slot] === query) continue;
      seen[slot] = query;
      this.#triangles.load(slot, p);
      let enter = 0;
      let leave = limit[0];
      for (let i = 0; i < 3; i++) {
        const low = Math.min(p[i], p[3 + i], p[6 + i]) - bounds[3 + i] - near;
        const high = Math.max(p[i], p[3 + i], p[6 + i]) - bounds[i] + near;
        const speed = motion[i];
        if (speed === 0) {
          if (low > 0 || high < 0) leave = -1;
          continue;
        }
        const t0 = low / speed;
        const t1 = high / speed;
        enter = Math.max(enter, Math.min(t0, t1));
        leave = Math.min(leave, Math.max(t0, t1));
      }
      if (enter <= leave && visitor.leaf(slot, slot + 1)) return true;
    }
    return false;
  }
}
