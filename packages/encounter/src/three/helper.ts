/** Draws colliders, boxes, trees and contacts with three.js. */
import { BufferAttribute, BufferGeometry, Color, LineBasicMaterial, LineSegments } from 'three';
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

const COLORS = { shapes: '#2fbf71', boxes: '#6b7a90', contacts: '#ff3b5c', tree: '#f2a33a' };

/**
 * Lines for the colliders of a scene, or for a list of colliders: their shapes, boxes and trees, and the contacts of a scene. They
 * are in world coordinates: add the helper to the top of your three.js scene, and call `update()` when things have moved. It is for
 * debugging, and not fast.
 *
 * @example
 * const helper = new EncounterHelper(world, { boxes: true });
 * stage.add(helper);
 * // Each frame:
 * helper.update();
 */
export class EncounterHelper<T = unknown> extends LineSegments<BufferGeometry, LineBasicMaterial> {
  shapes: boolean;
  boxes: boolean;
  contacts: boolean;
  treeLevel: number;
  normalLength: number;
  readonly #source: Scene<T> | Iterable<Collider<T>>;
  readonly #colors: Record<keyof typeof COLORS, Color>;
  #positions: BufferAttribute = new BufferAttribute(new Float32Array(0), 3);
  #tints: BufferAttribute = new BufferAttribute(new Float32Array(0), 3);
  #count = 0;
  #tint: Color;
  readonly #add: AddLine;
  /** Wireframes of shapes, each with the version of the shape that it shows. */
  readonly #known = new WeakMap<Shape, { readonly version: number; readonly lines: Float32Array }>();
  readonly #list: Contact[] = [];

  constructor(source: Scene<T> | Iterable<Collider<T>>, options: HelperOptions = {}) {
    super(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true, toneMapped: false }));
    checkOptions(options, ['shapes', 'boxes', 'contacts', 'treeLevel', 'normalLength', 'colors']);
    if (options.colors !== undefined) checkOptions(options.colors, Object.keys(COLORS));
    this.#source = source;
    this.shapes = options.shapes ?? true;
    this.boxes = options.boxes ?? false;
    this.contacts = options.contacts ?? true;
    this.treeLevel = options.treeLevel ?? -1;
    this.normalLength = options.normalLength ?? 0.5;
    const colors = { ...COLORS, ...options.colors };
    this.#colors = {
      shapes: new Color(colors.shapes),
      boxes: new Color(colors.boxes),
      contacts: new Color(colors.contacts),
      tree: new Color(colors.tree),
    };
    this.#tint = this.#colors.shapes;
    this.#add = (a, b) => this.#line(a, b);
    // Its lines may be anywhere, so it is never culled.
    this.frustumCulled = false;
    this.matrixAutoUpdate = false;
    this.update();
  }

  /** Does nothing: the helper must not be picked. */
  override raycast(): void {}

  /** Draws everything as it is now. */
  update(): this {
    this.#count = 0;
    const colliders = this.#source instanceof Scene ? this.#source.colliders() : this.#source;
    for (const collider of colliders) {
      const placement = new Affine().setMatrix(collider.getMatrix());
      if (this.shapes) this.#drawShape(collider, placement);
      if (this.boxes) this.#drawBox(collider);
      if (this.treeLevel >= 0) this.#drawTrees(collider.shape, placement);
    }
    if (this.contacts && this.#source instanceof Scene) this.#drawContacts(this.#source);
    this.#positions.needsUpdate = true;
    this.#tints.needsUpdate = true;
    this.geometry.setDrawRange(0, 2 * this.#count);
    return this;
  }

  override dispose(): void {
    // Object3D has had `dispose` only since r186.
    super.dispose?.();
    this.geometry.dispose();
    this.material.dispose();
  }

  #drawShape({ shape, margin }: Collider, placement: Affine): void {
    this.#tint = this.#colors.shapes;
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
    this.#tint = this.#colors.boxes;
    const { min, max } = collider.bounds(new Aabb());
    if (Number.isFinite(max.x - min.x)) drawBox(min, max, this.#add);
  }

  #drawTrees(shape: Shape, placement: Affine): void {
    this.#tint = this.#colors.tree;
    const add = through(placement, this.#add);
    if (shape instanceof Mesh) drawLevel(shape.triangles.tree, this.treeLevel, add);
    if (!(shape instanceof Compound)) return;
    drawLevel(shape.tree, this.treeLevel, add);
    for (const part of shape.parts) this.#drawTrees(part.shape, new Affine().compose(placement, part.placement));
  }

  #drawContacts(scene: Scene<T>): void {
    this.#tint = this.#colors.contacts;
    const end = new Vec3();
    for (const [a, b] of scene.encounters()) {
      if (a.shape instanceof Halfspace && b.shape instanceof Halfspace) continue;
      for (const { point: p, normal: n } of contacts(a, b, this.#list, { witness: true })) {
        if (p === undefined || n === undefined) continue;
        const length = this.normalLength;
        drawCross(p, 0.2 * length, this.#add);
        this.#add(p, end.set(p.x + length * n.x, p.y + length * n.y, p.z + length * n.z));
      }
    }
  }

  #line(a: Vec3, b: Vec3): void {
    const i = 2 * this.#count++;
    if (i + 2 > this.#positions.count) this.#grow();
    this.#positions.setXYZ(i, a.x, a.y, a.z);
    this.#positions.setXYZ(i + 1, b.x, b.y, b.z);
    const { r, g, b: blue } = this.#tint;
    this.#tints.setXYZ(i, r, g, blue);
    this.#tints.setXYZ(i + 1, r, g, blue);
  }

  /** Doubles the room. Attributes cannot grow, so new ones are made, and three must free the buffers of the old ones. */
  #grow(): void {
    const count = Math.max(1024, 2 * this.#positions.count);
    const positions = new Float32Array(3 * count);
    const tints = new Float32Array(3 * count);
    positions.set(this.#positions.array);
    tints.set(this.#tints.array);
    this.#positions = new BufferAttribute(positions, 3);
    this.#tints = new BufferAttribute(tints, 3);
    this.geometry.dispose();
    this.geometry.setAttribute('position', this.#positions);
    this.geometry.setAttribute('color', this.#tints);
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
