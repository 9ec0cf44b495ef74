/**
 * Rays through a grid of voxels (§5.2.1) by 3D-DDA (J. Amanatides, A. Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing",
 * 1987), with a mailbox for each triangle: the number of the last ray that it was tested against.
 *
 * No triangle is missed for rounding. Where the ray passes from cell to cell is computed for each boundary by itself, not summed up,
 * and is off by less than 1e-10 cells; triangles are in all cells within VOXEL_SLACK of them. A hit at t is in the cell that the ray
 * is in at t, and all cells that it enters up to the first hit are visited.
 */
import { checkOptions, wrong } from '../check.ts';
import { readVec3 } from '../math/read.ts';
import { against, Vec3, type Vec3Input } from '../math/vec3.ts';
import type { MeshShape } from '../shapes/mesh-shape.ts';
import { TOUCH } from '../tolerances.ts';
import { weigh } from '../tree/barycentric.ts';
import { PointInside } from '../tree/inside.ts';
import { RayHit } from '../tree/ray-hit.ts';
import { SlotRay } from '../tree/slot-ray.ts';
import type { Triangles } from '../tree/triangles.ts';
import { pointTriangleSq } from './point-triangle.ts';
import { MOST_ALONG, VoxelCells } from './voxel-cells.ts';

/** Options of a `VoxelGrid`. */
export interface VoxelGridOptions {
  /** How many cells there are along the longest side, or along x, y and z. Default: about four cells a triangle, nearly cubes. */
  readonly resolution?: number | readonly [number, number, number];
}

/** A `Mesh`: triangles with their numbers. */
export type TriangleMesh = MeshShape & { readonly triangles: Triangles };

/**
 * The triangles of a mesh in a grid of voxels, for rays. Good where triangles are evenly spread and about equally large; the tree of
 * the mesh itself, which `rayCast` uses, is as fast for some thousand triangles, faster for more, and does not mind how they are. The grid follows the mesh: it is
 * made again by the first query after a `refit()`. It takes 4 bytes a cell and 4 for each triangle in each cell.
 *
 * @example
 * new VoxelGrid(mesh).rayCast([0, 5, 0], [0, -5, 0])?.t;
 */
export class VoxelGrid {
  readonly #mesh: TriangleMesh;
  readonly #counts: number | readonly number[] | null;
  #cells: VoxelCells;
  #version: number;
  /** The last ray that each slot was tested against. */
  #mail: Int32Array;
  #ray = 0;
  readonly #hit: SlotRay = new SlotRay();
  readonly #inside: PointInside = new PointInside();
  readonly #from: Vec3 = new Vec3();
  readonly #dir: Vec3 = new Vec3();
  readonly #to: Vec3 = new Vec3();
  readonly #corners: Float64Array = new Float64Array(9);
  readonly #distanceSq: Float64Array = new Float64Array(1);
  /** The ray, seen from where the grid begins. */
  readonly #origin: Float64Array = new Float64Array(3);
  readonly #cell: Int32Array = new Int32Array(3);
  readonly #high: Int32Array = new Int32Array(3);
  /** When the ray leaves the cell along each axis, and which way. */
  readonly #leave: Float64Array = new Float64Array(3);

  constructor(mesh: TriangleMesh, options: VoxelGridOptions = {}) {
    if (mesh?.triangles?.corners === undefined) wrong('mesh', 'be a Mesh', mesh);
    checkOptions(options, ['resolution']);
    this.#counts = readResolution(options.resolution);
    this.#mesh = mesh;
    this.#version = mesh.version;
    this.#cells = new VoxelCells(mesh.triangles, this.#counts);
    this.#mail = new Int32Array(mesh.triangles.count);
  }

  /** How many cells there are along x, y and z. */
  get resolution(): [number, number, number] {
    const [x, y, z] = this.#cells.counts;
    return [x, y, z];
  }

  /** How many entries the cells have: each triangle is in every cell that its box overlaps. */
  get entryCount(): number {
    return this.#cells.slots.length;
  }

  /**
   * Where the segment from → to, in the frame of the mesh, first meets it, or null: what `rayCast` gives for a collider of the mesh at
   * the origin. No ray slips through a shared edge. One that starts inside of a solid mesh hits at t = 0 with a zero normal.
   */
  rayCast(from: Vec3Input, to: Vec3Input, out?: RayHit | null): RayHit | null {
    if (out && out.point === undefined) wrong('out', 'be a result or null', out);
    const p = readVec3('from', from, this.#from);
    const d = readVec3('to', to, this.#dir);
    d.x -= p.x;
    d.y -= p.y;
    d.z -= p.z;
    this.#follow();
    const mesh = this.#mesh;
    if (mesh.solid && this.#inside.test(mesh.triangles, p.x, p.y, p.z)) return this.#report(-1, out);
    const hit = this.#hit;
    hit.from[0] = p.x;
    hit.from[1] = p.y;
    hit.from[2] = p.z;
    hit.dir[0] = d.x;
    hit.dir[1] = d.y;
    hit.dir[2] = d.z;
    hit.limit[0] = 1;
    const still = d.x === 0 && d.y === 0 && d.z === 0;
    if (still ? this.#touch() : this.#cast() || this.#ends(to)) return this.#report(hit.slot, out);
    return null;
  }

  /** Throws an Error unless the cells hold the triangles as they are. For tests. */
  validate(): void {
    this.#follow();
    this.#cells.validate(this.#mesh.triangles);
  }

  /** Makes the grid again if the mesh has changed. */
  #follow(): void {
    const mesh = this.#mesh;
    mesh.vertices.requireWhole();
    if (mesh.version === this.#version) return;
    this.#cells = new VoxelCells(mesh.triangles, this.#counts);
    this.#version = mesh.version;
  }

  /** Walks the ray through the cells. */
  #cast(): boolean {
    const hit = this.#hit;
    const { triangles } = this.#mesh;
    hit.begin(triangles);
    if (this.#ray === LAST_RAY) {
      this.#mail.fill(0);
      this.#ray = 0;
    }
    this.#ray++;
    if (this.#enter()) this.#walk();
    return hit.end();
  }

  /** Finds the cell in which the ray begins, or enters the grid. False if it misses the grid. */
  #enter(): boolean {
    const { start, dir, limit } = this.#hit;
    const { counts, size, origin, pad, place } = this.#cells;
    const o = this.#origin;
    let enter = 0;
    let leave = limit[0];
    for (let i = 0; i < 3; i++) {
      o[i] = start[i] - origin[i] + pad;
      const side = counts[i] * size[i];
      if (dir[i] === 0) {
        if (!(o[i] >= 0 && o[i] <= side)) return false;
        continue;
      }
      const a = -o[i] / dir[i];
      const b = (side - o[i]) / dir[i];
      enter = Math.max(enter, Math.min(a, b));
      leave = Math.min(leave, Math.max(a, b));
    }
    if (enter > leave) return false;
    for (let i = 0; i < 3; i++) {
      place[0] = o[i] + enter * dir[i];
      this.#cell[i] = this.#cells.cellAt(i);
      this.#boundary(i);
    }
    return true;
  }

  /** When the ray leaves its cell along an axis. */
  #boundary(i: number): void {
    const { dir } = this.#hit;
    const next = this.#cell[i] + (dir[i] > 0 ? 1 : 0);
    // Two stores: a number that is the one or the other is garbage.
    if (dir[i] === 0) this.#leave[i] = Infinity;
    else this.#leave[i] = (next * this.#cells.size[i] - this.#origin[i]) / dir[i];
  }

  #walk(): void {
    const hit = this.#hit;
    const { triangles } = this.#mesh;
    const { counts, starts, slots } = this.#cells;
    const mail = this.#mail;
    const ray = this.#ray;
    const cell = this.#cell;
    const leave = this.#leave;
    for (;;) {
      const at = cell[0] + counts[0] * (cell[1] + counts[1] * cell[2]);
      for (let k = starts[at]; k < starts[at + 1]; k++) {
        const slot = slots[k];
        if (mail[slot] === ray) continue;
        mail[slot] = ray;
        hit.test(triangles, slot);
      }
      const axis = leave[0] <= leave[1] ? (leave[0] <= leave[2] ? 0 : 2) : leave[1] <= leave[2] ? 1 : 2;
      if (leave[axis] > hit.limit[0]) return;
      cell[axis] += hit.dir[axis] > 0 ? 1 : -1;
      if (cell[axis] < 0 || cell[axis] >= counts[axis]) return;
      this.#boundary(axis);
    }
  }

  /** Whether a ray that hits nothing on its way ends on a triangle, to rounding. */
  #ends(to: Vec3Input): boolean {
    const hit = this.#hit;
    const end = readVec3('to', to, this.#to);
    hit.from[0] = end.x;
    hit.from[1] = end.y;
    hit.from[2] = end.z;
    const found = this.#touch();
    hit.limit[0] = 1;
    return found;
  }

  /** A ray without length is a point: whether that is on a triangle, to rounding. */
  #touch(): boolean {
    const hit = this.#hit;
    const { from } = hit;
    const { triangles } = this.#mesh;
    const { counts, starts, slots, origin, pad, place } = this.#cells;
    const near = TOUCH * triangles.tree.reach;
    const distanceSq = this.#distanceSq;
    hit.slot = -1;
    hit.limit[0] = 0;
    let leastSq = near * near;
    const low = this.#cell;
    const high = this.#high;
    for (let i = 0; i < 3; i++) {
      place[0] = from[i] - near - origin[i] + pad;
      low[i] = this.#cells.cellAt(i);
      place[0] = from[i] + near - origin[i] + pad;
      high[i] = this.#cells.cellAt(i);
    }
    for (let z = low[2]; z <= high[2]; z++)
      for (let y = low[1]; y <= high[1]; y++)
        for (let x = low[0]; x <= high[0]; x++) {
          const at = x + counts[0] * (y + counts[1] * z);
          for (let k = starts[at]; k < starts[at + 1]; k++) {
            triangles.load(slots[k], this.#corners);
            pointTriangleSq(from, this.#corners, distanceSq);
            if (distanceSq[0] > leastSq || (distanceSq[0] === leastSq && hit.slot >= 0)) continue;
            leastSq = distanceSq[0];
            hit.slot = slots[k];
          }
        }
    return hit.slot >= 0;
  }

  /** Fills a result in for the triangle in a slot; −1 for the inside. */
  #report(slot: number, out: RayHit | null | undefined): RayHit {
    const { triangles, faceOf } = this.#mesh;
    const result = out ?? new RayHit();
    const { normal, point } = result;
    const d = this.#dir;
    const p = this.#from;
    if (slot < 0) {
      result.t = 0;
      result.primitive = -1;
      normal.set(0, 0, 0);
      point.copy(p);
      result.noTriangle();
      return result;
    }
    const t = this.#hit.limit[0];
    const number = triangles.numbers[slot];
    result.t = t;
    result.primitive = faceOf === null ? number : faceOf[number];
    point.x = p.x + t * d.x;
    point.y = p.y + t * d.y;
    point.z = p.z + t * d.z;
    triangles.load(slot, this.#corners);
    normalAgainst(this.#corners, d, result);
    const { from: x } = this.#hit;
    x[0] = point.x;
    x[1] = point.y;
    x[2] = point.z;
    weigh(this.#corners, x, result.barycentric);
    for (let i = 0; i < 3; i++) result.vertices[i] = triangles.corners[3 * slot + i];
    return result;
  }
}

/** Rays are numbered up to this; then all mailboxes are emptied. */
const LAST_RAY = 2 ** 31 - 1;

/** The unit normal of a triangle on the side that a ray comes from, and which one; against the ray where the triangle has no normal. */
function normalAgainst(p: Float64Array, dir: Vec3, hit: RayHit): void {
  const { normal: out } = hit;
  hit.front = true;
  const ux = p[3] - p[0];
  const uy = p[4] - p[1];
  const uz = p[5] - p[2];
  const vx = p[6] - p[0];
  const vy = p[7] - p[1];
  const vz = p[8] - p[2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const l = Math.sqrt(x * x + y * y + z * z);
  if (l > 0) {
    out.x = x / l;
    out.y = y / l;
    out.z = z / l;
    // Of the rounded normal: of a ray in the plane that of the exact one may have the other sign.
    if (out.x * dir.x + out.y * dir.y + out.z * dir.z > 0) {
      out.x = -out.x;
      out.y = -out.y;
      out.z = -out.z;
      hit.front = false;
    }
    return;
  }
  against(dir, out);
}

function readResolution(value: VoxelGridOptions['resolution']): number | readonly number[] | null {
  if (value === undefined) return null;
  const list: readonly number[] = typeof value === 'number' ? [value] : value;
  if (!Array.isArray(list) || (list.length !== 1 && list.length !== 3))
    wrong('resolution', 'be a number of cells, or three', value);
  for (const count of list)
    if (!Number.isSafeInteger(count) || count < 1 || count > MOST_ALONG)
      wrong('resolution', `be 1 to ${MOST_ALONG} cells a side`, value, RangeError);
  return typeof value === 'number' ? value : list;
}
