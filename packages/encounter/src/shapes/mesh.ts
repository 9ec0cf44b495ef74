/**
 * Triangles, segments and points without any topology (§2.2.2): a "soup". With `solid` a closed one also has an inside.
 */
import { checkOptions, show } from '../check.ts';
import type { Vec3 } from '../math/vec3.ts';
import { MeshInstance } from '../pairs/mesh-instance.ts';
import { MeshPair } from '../pairs/mesh-pair.ts';
import type { BuildStrategy } from '../tree/build.ts';
import { AabbTree } from '../tree/layout.ts';
import { refitTriangles } from '../tree/refit.ts';
import { roughBox, supportVertex } from '../tree/support.ts';
import { buildTriangles, restoreTriangles, type Triangles } from '../tree/triangles.ts';
import { validateTriangles } from '../tree/validate.ts';
import { judgeClosed } from './closed-mesh.ts';
import { connectedParts } from './connected-parts.ts';
import { readFaces, readIndices } from './mesh-faces.ts';
import { Polytope } from './polytope.ts';
import { Shape, ShapeKind } from './shape.ts';
import { VertexArray, type VertexData } from './vertex-array.ts';

/** What a mesh is made from: `positions`, and either `indices` or `faces`. */
export interface MeshOptions {
  /** x, y, z of the vertices; used where they are, not copied. */
  positions: VertexData | VertexArray;
  /** Three vertex numbers a triangle. */
  indices?: ArrayLike<number>;
  /** Vertex numbers of each face: one is a point, two a segment, three and more a polygon, which need not be convex. */
  faces?: readonly (readonly number[])[];
  /** Whether the mesh, which must be closed and consistently wound, stands for its inside as well. */
  solid?: boolean;
  /** How to build the tree: `midpoint`, the default, or `sah`, which takes six times as long and makes queries 10 to 20 % faster. */
  strategy?: BuildStrategy;
  /** What `serializeTree()` of a mesh of the same faces gave: saves building it. */
  tree?: ArrayBuffer;
}

const PAIR: MeshPair = /* #__PURE__ */ new MeshPair();

/** From so many triangles on a rough box is cheaper than the tight one. */
const ROUGH = 64;

/**
 * A triangle mesh, or any mixture of polygons, segments and points.
 *
 * @example
 * const floor = new Mesh({ positions: new Float32Array([0, 0, 0, 9, 0, 0, 9, 0, 9, 0, 0, 9]), indices: [0, 2, 1, 0, 3, 2] });
 */
export class Mesh extends Shape {
  readonly polyhedral = true;
  readonly vertices: VertexArray;
  override readonly solid: boolean;
  /** How it is tested against other shapes. @internal */
  readonly pair: MeshPair = PAIR;
  /** The triangles with their tree; a segment or point is a triangle with repeated corners. */
  readonly triangles: Triangles;
  /** The face that each triangle is of, when the mesh was given by faces. @internal */
  readonly faceOf: Int32Array | null;
  #version = 0;
  readonly #corners: ArrayLike<number>;
  #extentVersion = -1;
  #meshExtent = 0;
  #hullVersion = -1;
  #hull: Polytope | null = null;
  #partsOf: Int32Array | undefined;

  constructor(options: MeshOptions) {
    super(ShapeKind.mesh);
    checkOptions(options, ['positions', 'indices', 'faces', 'solid', 'strategy', 'tree']);
    const { positions, indices, faces, solid = false, strategy = 'midpoint', tree } = options;
    if ((indices === undefined) === (faces === undefined))
      throw new TypeError(`a mesh needs either indices or faces, got ${indices === undefined ? 'neither' : 'both'}`);
    if (typeof solid !== 'boolean') throw new TypeError(`solid must be true or false, got ${show(solid)}`);
    if (strategy !== 'sah' && strategy !== 'midpoint')
      throw new TypeError(`strategy must be 'sah' or 'midpoint', got ${show(strategy)}`);
    this.vertices = positions instanceof VertexArray ? positions : new VertexArray(positions, {}, 'positions');
    if (faces !== undefined) {
      const { corners, face } = readFaces(faces, this.vertices);
      this.#corners = corners;
      this.faceOf = face;
    } else {
      this.#corners = readIndices(indices as ArrayLike<number>, this.vertices.count);
      this.faceOf = null;
    }
    this.solid = solid;
    if (solid) {
      const report = judgeClosed(this.vertices, this.#corners, this.faceOf ?? undefined);
      if (!report.closed) throw new RangeError(`solid needs a closed mesh; this one is ${report.problem}`);
    }
    this.triangles =
      tree === undefined
        ? buildTriangles(this.vertices, this.#corners, strategy)
        : restoreTriangles(this.vertices, this.#corners, AabbTree.deserialize(tree));
    this.vertices.addUser(this);
  }

  /** How many triangles, segments and points there are. */
  get triangleCount(): number {
    return this.triangles.count;
  }

  /** Counts the refits: what was derived from the vertices is good for one of them. */
  override get version(): number {
    return this.#version;
  }

  /** Takes over the vertices as they are now. Call it after writing into their array; the form of the tree stays. */
  refit(): this {
    if (!refitTriangles(this.triangles)) this.vertices.requireFinite();
    this.#version++;
    return this;
  }

  /** The tree as one ArrayBuffer, for the `tree` of a mesh made of the same faces: in a worker, or stored beside the model. */
  serializeTree(): ArrayBuffer {
    return this.triangles.tree.serialize();
  }

  /** The hull if this is a solid that is convex, else null. Found out when it is first needed after a refit. @internal */
  get hull(): Polytope | null {
    if (this.#hullVersion !== this.version) {
      this.#hullVersion = this.version;
      this.#hull = null;
      if (this.solid && judgeClosed(this.vertices, this.#corners).convex) {
        const points: number[] = [];
        const { array, offset, stride } = this.vertices;
        const used = new Uint8Array(this.vertices.count);
        for (let c = 0; c < this.#corners.length; c++) {
          const i = this.#corners[c];
          if (used[i] === 1) continue;
          used[i] = 1;
          const k = offset + stride * i;
          points.push(array[k], array[k + 1], array[k + 2]);
        }
        this.#hull = new Polytope(points);
      }
    }
    return this.#hull;
  }

  /** One vertex number of every connected part, where a containment of the whole can be told. @internal */
  get parts(): Int32Array {
    this.#partsOf ??= connectedParts(this.vertices, this.#corners);
    return this.#partsOf;
  }

  override roughBox(m: readonly number[], out: Float64Array): boolean {
    if (this.triangles.count < ROUGH) return false;
    roughBox(this.triangles, m, out);
    return true;
  }

  /** The farthest vertex; that of the hull, as every support mapping is. */
  support(dir: Vec3, out: Vec3): Vec3 {
    return supportVertex(this.triangles, dir, out);
  }

  override get extent(): number {
    if (this.#extentVersion !== this.version) {
      this.#extentVersion = this.version;
      const { min, max } = this.bounds();
      this.#meshExtent = Math.max(max.x - min.x, max.y - min.y, max.z - min.z);
    }
    return this.#meshExtent;
  }

  override instantiate(): MeshInstance {
    return new MeshInstance(this);
  }

  /** Throws an Error if the tree does not hold the triangles as they are. For tests. */
  validate(): void {
    validateTriangles(this.triangles);
  }

  override toString(): string {
    const { array, offset, stride, count } = this.vertices;
    const positions: number[] = [];
    for (let i = 0; i < count; i++) for (let k = 0; k < 3; k++) positions.push(array[offset + stride * i + k]);
    const solid = this.solid ? ', solid: true' : '';
    const indices = Array.from(this.#corners).join(', ');
    return `new Mesh({ positions: [${positions.join(', ')}], indices: [${indices}]${solid} })`;
  }
}
