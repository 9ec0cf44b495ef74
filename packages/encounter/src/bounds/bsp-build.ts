/**
 * Building a solid-leaf BSP tree by autopartition (§5.2.3, Algorithm 5.1; W. C. Thibault, B. F. Naylor, "Set Operations on
 * Polyhedra Using Binary Space Partitioning Trees", 1987).
 *
 * A node takes the plane of one of its facets; the others go to the side where they are, and a facet that the plane cuts goes to
 * both in two pieces. Three things differ from the text:
 * - Algorithm 5.1 as printed puts a facet that is cut into both lists whole. Then a facet may be in the list of a cell that it does
 *   not reach, divide that cell, and label its halves inside and outside though no surface is there. Here it is clipped.
 * - A leaf is not labelled by the side of its parent's plane. That is wrong where parts of a mesh overlap or touch back to back,
 *   and one facet too few or too many (rounding!) would turn over a whole cell. Instead a point of the cell is taken that is clear
 *   of all its planes, and asked of the mesh (§5.1.3). A cell too thin to have such a point is labelled `ask`.
 * - Planes across an axis are candidates, too, as the text advises for (almost) convex parts, where every facet has all others on
 *   one side and the tree would be a list.
 *
 * **Choice of the plane.** A sample of facets and the planes across the three axes at the median of the pieces are each tried on a
 * sample of the pieces. The least of `CUT_COST`·cuts + |above − below| wins.
 */
import { BSP_THICKNESS, COLUMN_DEPENDENT } from '../tolerances.ts';
import { PointInside } from '../tree/inside.ts';
import { putInterval } from '../tree/layout.ts';
import type { Triangles } from '../tree/triangles.ts';
import { BspLabel, type BspNodes, clip, type Piece, Side, sideOf } from './bsp-layout.ts';

/** How many facets are tried, and on how many pieces a plane is judged. */
const CANDIDATES = 8;
const JUDGES = 64;

/** What a cut counts for, in pieces by which the sides differ. */
const CUT_COST = 4;

/** Planes across an axis are tried where there are more pieces. */
const FEW = 6;

/** Facets of a node from which a point of a leaf beside it is tried. */
const SAMPLES = 4;

interface Task {
  readonly node: number;
  readonly depth: number;
  readonly pieces: readonly Piece[];
}

export class BspBuilder {
  readonly #triangles: Triangles;
  readonly #origin: Float64Array;
  readonly #thick: number;
  /** The plane of each slot. */
  readonly #facets: Float64Array;
  readonly #planes: number[] = [];
  readonly #children: number[] = [];
  readonly #boxes: number[] = [];
  readonly #faces: number[][] = [];
  /** The parent of a node, and which child it is. */
  readonly #parents: number[] = [];
  readonly #trial: Float64Array = new Float64Array(4);
  readonly #best: Float64Array = new Float64Array(4);
  readonly #inside: PointInside = new PointInside();
  #depth = 0;

  constructor(triangles: Triangles) {
    this.#triangles = triangles;
    const { tree } = triangles;
    this.#origin = tree.origin.slice();
    this.#thick = BSP_THICKNESS * tree.extent;
    this.#facets = new Float64Array(4 * triangles.count);
  }

  build(): BspNodes {
    const all = this.#allPieces();
    const tasks: Task[] = [{ node: this.#addNode(-1, 0, all), depth: 1, pieces: all }];
    for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
      const { node, depth, pieces } = task;
      this.#depth = Math.max(this.#depth, depth);
      const below: Piece[] = [];
      const above: Piece[] = [];
      const on: Piece[] = [];
      this.#divide(node, pieces, below, above, on);
      this.#faces[node] = [...new Set(on.map(({ slot }) => slot))];
      for (const [side, list] of [below, above].entries()) {
        if (list.length === 0) this.#children[2 * node + side] = this.#label(node, side, on);
        else tasks.push({ node: this.#addNode(node, side, list), depth: depth + 1, pieces: list });
      }
    }
    const starts = new Int32Array(this.#faces.length + 1);
    for (let i = 0; i < this.#faces.length; i++) starts[i + 1] = starts[i] + this.#faces[i].length;
    return {
      origin: this.#origin,
      planes: Float64Array.from(this.#planes),
      children: Int32Array.from(this.#children),
      boxes: Float32Array.from(this.#boxes),
      starts,
      faces: Int32Array.from(this.#faces.flat()),
      thick: this.#thick,
      depth: this.#depth,
    };
  }

  #addNode(parent: number, side: number, pieces: readonly Piece[]): number {
    const node = this.#faces.length;
    for (const x of boxAround(pieces)) this.#boxes.push(x);
    this.#planes.push(0, 0, 0, 0);
    this.#children.push(0, 0);
    this.#faces.push([]);
    this.#parents.push(2 * parent + side);
    if (parent >= 0) this.#children[2 * parent + side] = node;
    return node;
  }

  #allPieces(): Piece[] {
    const { count } = this.#triangles;
    const [x, y, z] = this.#origin;
    const pieces: Piece[] = [];
    for (let slot = 0; slot < count; slot++) {
      const points = new Float64Array(9);
      this.#triangles.load(slot, points);
      for (let k = 0; k < 9; k += 3) {
        points[k] -= x;
        points[k + 1] -= y;
        points[k + 2] -= z;
      }
      facetPlane(points, this.#facets, 4 * slot);
      pieces.push({ slot, points });
    }
    return pieces;
  }

  /** Chooses a plane and divides the pieces by it. */
  #divide(node: number, pieces: readonly Piece[], below: Piece[], above: Piece[], on: Piece[]): void {
    const own = this.#choose(pieces);
    this.#split(pieces, own, below, above, on);
    if (
      own < 0 &&
      (below.length === pieces.length || above.length === pieces.length || below.length * above.length === 0)
    ) {
      // The sample promised a division that is none.
      below.length = 0;
      above.length = 0;
      on.length = 0;
      const { slot } = pieces[0];
      this.#takeFacet(slot, this.#best);
      this.#split(pieces, slot, below, above, on);
    }
    for (let i = 0; i < 4; i++) this.#planes[4 * node + i] = this.#best[i];
  }

  /** By the plane in `#best`, which is that of the facet `own`, or none's: its pieces lie in it whatever rounding says. */
  #split(pieces: readonly Piece[], own: number, below: Piece[], above: Piece[], on: Piece[]): void {
    const best = this.#best;
    const thick = this.#thick;
    for (const piece of pieces) {
      const side = piece.slot === own ? Side.on : sideOf(piece, best, 0, thick);
      if (side === Side.on) on.push(piece);
      else if (side === Side.below) below.push(piece);
      else if (side === Side.above) above.push(piece);
      else {
        below.push(clip(piece, best, 0, thick, -1));
        above.push(clip(piece, best, 0, thick, 1));
      }
    }
  }

  #takeFacet(slot: number, out: Float64Array): void {
    for (let i = 0; i < 4; i++) out[i] = this.#facets[4 * slot + i];
  }

  /** Leaves the chosen plane in `#best`; returns the facet that it is of, −1 for one across an axis. */
  #choose(pieces: readonly Piece[]): number {
    const count = pieces.length;
    const trial = this.#trial;
    let least = Infinity;
    let own = -1;
    const offer = (slot: number): void => {
      const score = this.#judge(pieces, slot < 0);
      if (!(score < least)) return;
      least = score;
      own = slot;
      this.#best.set(trial);
    };
    const facets = Math.min(CANDIDATES, count);
    for (let c = 0; c < facets; c++) {
      const { slot } = pieces[Math.floor(((c + 0.5) * count) / facets)];
      this.#takeFacet(slot, trial);
      offer(slot);
    }
    if (count <= FEW) return own;
    for (let axis = 0; axis < 3; axis++) {
      trial.fill(0);
      trial[axis] = 1;
      trial[3] = this.#median(pieces, axis);
      offer(-1);
    }
    return own;
  }

  /** What the plane in `#trial` costs; Infinity for one across an axis that has everything on one side. */
  #judge(pieces: readonly Piece[], across: boolean): number {
    const count = pieces.length;
    const judges = Math.min(JUDGES, count);
    let below = 0;
    let above = 0;
    let cut = 0;
    for (let j = 0; j < judges; j++) {
      const side = sideOf(pieces[Math.floor((j * count) / judges)], this.#trial, 0, this.#thick);
      if (side === Side.below) below++;
      else if (side === Side.above) above++;
      else if (side === Side.cut) cut++;
    }
    if (across && (below + cut === 0 || above + cut === 0 || cut === judges)) return Infinity;
    return CUT_COST * cut + Math.abs(above - below);
  }

  /** The median of the first corners of a sample of the pieces. */
  #median(pieces: readonly Piece[], axis: number): number {
    const count = pieces.length;
    const judges = Math.min(JUDGES, count);
    const values: number[] = [];
    for (let j = 0; j < judges; j++) values.push(pieces[Math.floor((j * count) / judges)].points[axis]);
    values.sort((a, b) => a - b);
    return values[values.length >> 1];
  }

  /** Whether the cell on one side of a node is inside: by a point in it beside one of the facets in the node's plane. */
  #label(node: number, side: number, on: readonly Piece[]): BspLabel {
    const n = this.#planes;
    const sign = side === 0 ? -1 : 1;
    const step = Math.max(1, Math.floor(on.length / SAMPLES));
    for (let i = 0; i < on.length; i += step) {
      const { points } = on[i];
      const corners = points.length / 3;
      let x = 0;
      let y = 0;
      let z = 0;
      let reach = 0;
      for (let k = 0; k < points.length; k += 3) {
        x += points[k] / corners;
        y += points[k + 1] / corners;
        z += points[k + 2] / corners;
        for (let c = 0; c < 3; c++) reach = Math.max(reach, Math.abs(points[k + c] - points[c]));
      }
      for (let far = reach; far > 4 * this.#thick; far *= 0.25) {
        const d = sign * far;
        const px = x + d * n[4 * node];
        const py = y + d * n[4 * node + 1];
        const pz = z + d * n[4 * node + 2];
        if (!this.#isInCell(2 * node + side, px, py, pz)) continue;
        const [ox, oy, oz] = this.#origin;
        const inside = this.#inside.test(this.#triangles, px + ox, py + oy, pz + oz);
        return inside ? BspLabel.inside : BspLabel.outside;
      }
    }
    return BspLabel.ask;
  }

  /** Whether a point is in the cell of a child, and clear of all planes around it. */
  #isInCell(child: number, x: number, y: number, z: number): boolean {
    const n = this.#planes;
    for (let at = child; at >= 0; at = this.#parents[at >> 1]) {
      const k = 4 * (at >> 1);
      const d = n[k] * x + n[k + 1] * y + n[k + 2] * z - n[k + 3];
      if (!((at & 1) === 1 ? d > 2 * this.#thick : d < -2 * this.#thick)) return false;
    }
    return true;
  }
}

/** The box of some pieces in floats, rounded outward. */
function boxAround(pieces: readonly Piece[]): Float32Array {
  const box = new Float32Array(6);
  for (let i = 0; i < 3; i++) {
    let low = Infinity;
    let high = -Infinity;
    for (const { points } of pieces)
      for (let k = i; k < points.length; k += 3) {
        low = Math.min(low, points[k]);
        high = Math.max(high, points[k]);
      }
    putInterval(box, i, low, high);
  }
  return box;
}

/**
 * The plane of a triangle, to planes[k] … planes[k + 3]. The product of two edges of a needle is rounding for the most part. With
 * what it has along the longest edge taken out, the error that is left turns the plane about that edge, where the third corner is
 * near: all three stay within rounding of the plane.
 */
export function facetPlane(p: Float64Array, planes: Float64Array, k: number): void {
  let a = 0;
  let longest = -1;
  for (let c = 0; c < 9; c += 3) {
    const d = (c + 3) % 9;
    const x = p[d] - p[c];
    const y = p[d + 1] - p[c + 1];
    const z = p[d + 2] - p[c + 2];
    if (x * x + y * y + z * z > longest) {
      longest = x * x + y * y + z * z;
      a = c;
    }
  }
  const b = (a + 3) % 9;
  const c = (a + 6) % 9;
  const ex = p[b] - p[a];
  const ey = p[b + 1] - p[a + 1];
  const ez = p[b + 2] - p[a + 2];
  const fx = p[c] - p[a];
  const fy = p[c + 1] - p[a + 1];
  const fz = p[c + 2] - p[a + 2];
  let nx = ey * fz - ez * fy;
  let ny = ez * fx - ex * fz;
  let nz = ex * fy - ey * fx;
  // Without area: any plane through the edge, or through the point.
  if (!(Math.sqrt(nx * nx + ny * ny + nz * nz) > COLUMN_DEPENDENT * longest)) {
    nx = Math.abs(ex) <= Math.abs(ey) && Math.abs(ex) <= Math.abs(ez) ? 1 : 0;
    ny = nx === 0 && Math.abs(ey) <= Math.abs(ez) ? 1 : 0;
    nz = 1 - nx - ny;
  }
  for (let pass = 0; pass < 2; pass++) {
    const s = longest > 0 ? (nx * ex + ny * ey + nz * ez) / longest : 0;
    nx -= s * ex;
    ny -= s * ey;
    nz -= s * ez;
    const l = Math.sqrt(nx * nx + ny * ny + nz * nz);
    nx /= l;
    ny /= l;
    nz /= l;
  }
  planes[k] = nx;
  planes[k + 1] = ny;
  planes[k + 2] = nz;
  let offset = 0;
  for (let i = 0; i < 9; i += 3) offset += (nx * p[i] + ny * p[i + 1] + nz * p[i + 2]) / 3;
  planes[k + 3] = offset;
}
