import { LARGEST_IN_TREE, SMALLEST_MESH } from '../tolerances.ts';
import { type ClosedReport, judgeClosed } from './closed-mesh.ts';
import { ConnectedParts } from './connected-parts.ts';
import { readFaces, readIndices } from './mesh-faces.ts';
import { Polytope } from './polytope.ts';
import { Shape, ShapeKind } from './shape.ts';
import { VertexArray, type VertexData } from './vertex-array.ts';

/** The vertices and faces of a mesh: `positions`, and either `indices` or `faces`. */
export interface MeshFaces {
  /** x, y, z of the vertices. The array is used directly, not copied. */
  positions: VertexData | VertexArray;
  /** Three vertex numbers per triangle. */
  indices?: ArrayLike<number>;
  /** Vertex numbers of each face: one is a point, two a segment, three and more a polygon, which need not be convex. */
  faces?: readonly (readonly number[])[];
  /**
   * Whether the mesh stands for its inside as well. With `true` it must be closed and consistently wound; `'winding'` takes any mesh, and
   * where that is not closed its winding number says what is inside: see docs/meshes.md, "Almost closed".
   */
  solid?: boolean | 'winding';
}

/** Vertices, faces and what is derived from them, without tree and pair functions: see `Mesh`. */
export abstract class MeshShape extends Shape {
  readonly polyhedral = true;
  readonly vertices: VertexArray;
  override readonly solid: boolean;
  /** Three vertex numbers per triangle; a segment or a point repeats them. @internal */
  protected corners: ArrayLike<number>;
  /** The face that each triangle belongs to, when the mesh was given by faces. @internal */
  readonly faceOf: Int32Array | null;
  /** Whether the front of a solid's triangles is inside. @internal */
  readonly insideOut: boolean = false;
  /** Whether `solid: 'winding'` was asked for. @internal */
  protected readonly asksWinding: boolean;
  /** Whether the mesh as given bounds no solid that `solid: true` would have. @internal */
  protected readonly needsTurning: boolean = false;
  #version = 1;
  #hullVersion = -1;
  #hull: Polytope | null = null;
  #parts: ConnectedParts | undefined;

  constructor({ positions, indices, faces, solid = false }: MeshFaces) {
    super(ShapeKind.mesh);
    this.vertices = positions instanceof VertexArray ? positions : new VertexArray(positions, {}, 'positions');
    this.vertices.requireWhole();
    if (faces !== undefined) {
      const { corners, face } = readFaces(faces, this.vertices);
      this.corners = corners;
      this.faceOf = face;
    } else {
      this.corners = readIndices(indices as ArrayLike<number>, this.vertices.count);
      this.faceOf = null;
    }
    this.solid = solid !== false;
    this.asksWinding = solid === 'winding';
    if (solid) {
      const report = judgeClosed(this.vertices, this.corners, this.faceOf ?? undefined);
      if (solid === 'winding') this.needsTurning = !report.closed || report.isEmpty;
      else if (!report.closed) throw new RangeError(`solid needs a closed mesh; this one is ${report.problem}`);
      this.insideOut = !this.needsTurning && report.volume < 0;
    }
  }

  /**
   * Whether winding numbers say what is inside: true for a mesh made with `solid: 'winding'` that is not closed, even after parts of it
   * were turned over.
   */
  abstract readonly winding: boolean;

  /**
   * Whether the mesh is closed, and if not, why not: its open edges, and those along which neighbours are wound in different directions,
   * each with its vertices and triangles or faces, and as a sentence in `problem`. Computed anew at each call, from the vertices as they
   * are now. Of a mesh with `solid: 'winding'` it is that of the triangles as they were turned.
   *
   * @example const { closed, openEdges, problem } = mesh.judgeClosed();
   */
  judgeClosed(): ClosedReport {
    this.vertices.requireWhole();
    return judgeClosed(this.vertices, this.cornersInOrder(), this.faceOf ?? undefined);
  }

  /** Counts, from 1, the states of the vertices; each refit makes a new one. Data derived from the vertices holds for one state. */
  override get version(): number {
    return this.#version;
  }

  /** Updates the mesh to the vertices as they are now. Call it after writing into their array; the form of the tree stays. */
  refit(): this {
    this.#version++;
    return this;
  }

  /** The hull if this is a convex solid, else null. Computed when first needed after a refit. @internal */
  get hull(): Polytope | null {
    if (this.#hullVersion !== this.version) {
      this.#hullVersion = this.version;
      this.#hull = null;
      if (this.solid && judgeClosed(this.vertices, this.corners).convex) {
        const points: number[] = [];
        const { array, offset, stride } = this.vertices;
        const used = new Uint8Array(this.vertices.count);
        for (let c = 0; c < this.corners.length; c++) {
          const i = this.corners[c];
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

  /** A scaled mesh has a tree of its own, relative to its origin, so how far vertices reach from there must be within the limits. */
  override requireSize(scale: number, margin: number): void {
    const { x, y, z } = this.reach;
    super.requireSize(scale, margin, Math.max(x, y, z), SMALLEST_MESH, LARGEST_IN_TREE);
  }

  /** One vertex number of every connected part. Testing these points tells whether a solid contains a part. @internal */
  get parts(): Int32Array {
    this.#parts ??= new ConnectedParts(this.vertices, this.corners);
    return this.#parts.at(this.version);
  }

  override toString(): string {
    const { array, offset, stride, count } = this.vertices;
    const positions: number[] = [];
    for (let i = 0; i < count; i++) for (let k = 0; k < 3; k++) positions.push(array[offset + stride * i + k]);
    const solid = this.asksWinding ? ", solid: 'winding'" : this.solid ? ', solid: true' : '';
    return `new Mesh({ positions: [${positions.join(', ')}], indices: [${this.cornersInOrder().join(', ')}]${solid} })`;
  }

  /** The corners in the order of the triangles' numbers. @internal */
  protected abstract cornersInOrder(): number[];
}
