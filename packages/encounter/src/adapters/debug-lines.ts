/** Colliders, boxes, trees and contacts as colored line segments, for whatever draws them. */
import type { Collider } from '../bodies/collider.ts';
import { checkOptions } from '../check.ts';
import { Compound } from '../complex/compound.ts';
import { Halfspace } from '../complex/halfspace.ts';
import { Mesh } from '../complex/mesh.ts';
import { Aabb } from '../math/aabb.ts';
import { Affine } from '../math/affine.ts';
import { Vec3 } from '../math/vec3.ts';
import type { Contact } from '../pairs/contact.ts';
import { contacts } from '../query.ts';
import { Scene } from '../scene/scene.ts';
import type { Shape } from '../shapes/shape.ts';
import type { AabbTree } from '../tree/layout.ts';
import { type AddLine, drawBox, drawCross, drawSamples, through, wireframeFromShape } from './wireframe.ts';

export interface HelperOptions {
  /** Draws the shapes themselves; convex shapes with their margins. Default true. */
  shapes?: boolean;
  /** Draws the world boxes that the broad phase works with. Default false. */
  boxes?: boolean;
  /** Draws points and normals of contacts, for a scene. Default true. */
  contacts?: boolean;
  /** Draws the boxes of the trees of meshes and compounds at this depth, 0 for the root. Default: none. */
  treeLevel?: number;
  /** Length of a contact's normal, in world units. Default 0.5. */
  normalLength?: number;
  colors?: Partial<Record<'shapes' | 'boxes' | 'contacts' | 'tree', number | string>>;
}

/** What `DebugLines` draws. */
export type LineKind = 'shapes' | 'boxes' | 'contacts' | 'tree';

const COLORS: Readonly<Record<LineKind, string>> = {
  shapes: '#2fbf71',
  boxes: '#6b7a90',
  contacts: '#ff3b5c',
  tree: '#f2a33a',
};

/** Red, green and blue, 0 … 1, as the renderer wants them. */
export interface Tint {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** What is to be drawn; the helpers have these properties, and they may change between updates. */
export type LineSettings = Required<Omit<HelperOptions, 'colors'>>;

/** The options with their defaults filled in. */
export function lineSettings(options: HelperOptions): LineSettings {
  checkOptions(options, ['shapes', 'boxes', 'contacts', 'treeLevel', 'normalLength', 'colors']);
  const { shapes = true, boxes = false, contacts = true, treeLevel = -1, normalLength = 0.5 } = options;
  return { shapes, boxes, contacts, treeLevel, normalLength };
}

/** Line segments in arrays that grow: two vertices per line, each with a position and a tint. */
export class DebugLines<T> {
  positions: Float32Array = new Float32Array(0);
  tints: Float32Array = new Float32Array(0);
  /** How many lines there are. */
  count = 0;
  readonly #source: Scene<T> | Iterable<Collider<T>>;
  readonly #tints: Readonly<Record<LineKind, Tint>>;
  #tint: Tint;
  readonly #add: AddLine;
  /** Wireframes of shapes, each with the version of the shape that it shows. */
  readonly #known = new WeakMap<Shape, { readonly version: number; readonly lines: Float32Array }>();
  readonly #list: Contact[] = [];

  constructor(
    source: Scene<T> | Iterable<Collider<T>>,
    colors: HelperOptions['colors'] = {},
    tint: (color: number | string) => Tint,
  ) {
    checkOptions(colors, Object.keys(COLORS));
    const all = { ...COLORS, ...colors };
    this.#source = source;
    this.#tints = {
      shapes: tint(all.shapes),
      boxes: tint(all.boxes),
      contacts: tint(all.contacts),
      tree: tint(all.tree),
    };
    this.#tint = this.#tints.shapes;
    this.#add = (a, b) => this.#line(a, b);
  }

  /** Draws everything as it is now. */
  draw(settings: LineSettings): void {
    this.count = 0;
    const colliders = this.#source instanceof Scene ? this.#source.colliders() : this.#source;
    for (const collider of colliders) {
      const placement = new Affine().setMatrix(collider.getMatrix());
      if (settings.shapes) this.#drawShape(collider, placement);
      if (settings.boxes) this.#drawBox(collider);
      if (settings.treeLevel >= 0) this.#drawTrees(collider.shape, placement, settings.treeLevel);
    }
    if (settings.contacts && this.#source instanceof Scene) this.#drawContacts(this.#source, settings.normalLength);
  }

  #drawShape({ shape, margin }: Collider, placement: Affine): void {
    this.#tint = this.#tints.shapes;
    const parts = shape instanceof Compound ? shape.parts : null;
    if (margin === 0) this.#drawWireframe(shape, placement);
    else if (parts === null) this.#drawGrown(shape, placement, margin);
    else for (const part of parts) this.#drawGrown(part.shape, new Affine().compose(placement, part.placement), margin);
  }

  #drawWireframe(shape: Shape, placement: Affine): void {
    let known = this.#known.get(shape);
    if (known?.version !== shape.version) {
      known = { version: shape.version, lines: wireframeFromShape(shape) };
      this.#known.set(shape, known);
    }
    const { lines } = known;
    const add = through(placement, this.#add);
    const a = new Vec3();
    const b = new Vec3();
    for (let i = 0; i < lines.length; i += 6)
      add(a.set(lines[i], lines[i + 1], lines[i + 2]), b.set(lines[i + 3], lines[i + 4], lines[i + 5]));
  }

  /** Draws a convex shape with the margin around it in the world; for other shapes only the shape. */
  #drawGrown(shape: Shape, placement: Affine, margin: number): void {
    if (shape instanceof Mesh || shape instanceof Halfspace) {
      this.#drawWireframe(shape, placement);
      return;
    }
    const normal = new Vec3();
    drawSamples((n, out) => {
      placement.transformPoint(shape.support(n, out), out);
      transformNormal(placement, n, normal);
      out.set(out.x + margin * normal.x, out.y + margin * normal.y, out.z + margin * normal.z);
    }, this.#add);
  }

  #drawBox(collider: Collider): void {
    this.#tint = this.#tints.boxes;
    const { min, max } = collider.bounds(new Aabb());
    if (Number.isFinite(max.x - min.x)) drawBox(min, max, this.#add);
  }

  #drawTrees(shape: Shape, placement: Affine, level: number): void {
    this.#tint = this.#tints.tree;
    const add = through(placement, this.#add);
    if (shape instanceof Mesh) drawLevel(shape.triangles.tree, level, add);
    if (!(shape instanceof Compound)) return;
    drawLevel(shape.tree, level, add);
    for (const part of shape.parts) this.#drawTrees(part.shape, new Affine().compose(placement, part.placement), level);
  }

  #drawContacts(scene: Scene<T>, length: number): void {
    this.#tint = this.#tints.contacts;
    const end = new Vec3();
    for (const [a, b] of scene.encounters()) {
      if (a.shape instanceof Halfspace && b.shape instanceof Halfspace) continue;
      for (const { point: p, normal: n } of contacts(a, b, this.#list, { witness: true })) {
        if (p === undefined || n === undefined) continue;
        drawCross(p, 0.2 * length, this.#add);
        this.#add(p, end.set(p.x + length * n.x, p.y + length * n.y, p.z + length * n.z));
      }
    }
  }

  #line(a: Vec3, b: Vec3): void {
    const i = 6 * this.count++;
    if (i + 6 > this.positions.length) this.#grow();
    const { positions, tints } = this;
    const { r, g, b: blue } = this.#tint;
    positions[i] = a.x;
    positions[i + 1] = a.y;
    positions[i + 2] = a.z;
    positions[i + 3] = b.x;
    positions[i + 4] = b.y;
    positions[i + 5] = b.z;
    for (let k = i; k < i + 6; k += 3) {
      tints[k] = r;
      tints[k + 1] = g;
      tints[k + 2] = blue;
    }
  }

  /** Doubles the room. */
  #grow(): void {
    const length = Math.max(3072, 2 * this.positions.length);
    const { positions, tints } = this;
    this.positions = new Float32Array(length);
    this.tints = new Float32Array(length);
    this.positions.set(positions);
    this.tints.set(tints);
  }
}

/** The unit normal in the world of a surface with normal n in the shape's frame: n times the cofactors of L. */
function transformNormal({ m }: Affine, n: Vec3, out: Vec3): void {
  const c0 = m[4] * m[8] - m[5] * m[7];
  const c1 = m[5] * m[6] - m[3] * m[8];
  const c2 = m[3] * m[7] - m[4] * m[6];
  // Cofactors point inward where L mirrors.
  const sign = m[0] * c0 + m[1] * c1 + m[2] * c2 < 0 ? -1 : 1;
  const x = c0 * n.x + (m[7] * m[2] - m[8] * m[1]) * n.y + (m[1] * m[5] - m[2] * m[4]) * n.z;
  const y = c1 * n.x + (m[8] * m[0] - m[6] * m[2]) * n.y + (m[2] * m[3] - m[0] * m[5]) * n.z;
  const z = c2 * n.x + (m[6] * m[1] - m[7] * m[0]) * n.y + (m[0] * m[4] - m[1] * m[3]) * n.z;
  const length = Math.sqrt(x * x + y * y + z * z);
  const s = length > 0 ? sign / length : 0;
  out.set(s * x, s * y, s * z);
}

/** Draws the boxes of the nodes at a depth, and of the leaves above it: together they contain everything. */
function drawLevel(tree: AabbTree, level: number, add: AddLine): void {
  const min = new Vec3();
  const max = new Vec3();
  const visit = (node: number, depth: number): void => {
    if (depth < level && !tree.isLeaf(node)) {
      visit(tree.firstChild(node), depth + 1);
      visit(tree.firstChild(node) + 1, depth + 1);
      return;
    }
    tree.readBox(node, min, max);
    drawBox(min, max, add);
  };
  visit(0, 0);
}
