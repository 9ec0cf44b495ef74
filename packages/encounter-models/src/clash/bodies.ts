/** The parts as placed geometries, made when first needed. Parts that share triangles and differ only in place share a geometry. */

import { Collider } from 'encounter';
import type { Triangles } from '../model.ts';
import { show } from './check.ts';
import type { Entry } from './entries.ts';
import type { Geometry } from './geometry.ts';
import { meshGeometry, type OpenMeshes } from './mesh-geometry.ts';
import { shapeGeometry } from './shape-geometry.ts';

const ORIGIN: Float64Array = /* #__PURE__ */ new Float64Array(3);

/** World = turn·x + at for the points x of the geometry. */
export class Body {
  readonly geometry: Geometry;
  /** A rotation, column by column. */
  readonly turn: Float64Array;
  readonly at: Float64Array;
  /** How far its coordinates in the world may be off by rounding. */
  readonly rounding: number;
  /** Half the sizes along the axes of the world if this is a box along them; otherwise null. */
  readonly aligned: Float64Array | null;
  #collider: Collider | null = null;
  #hull: Collider | null = null;

  constructor(geometry: Geometry, turn: Float64Array, at: Float64Array, rounding: number) {
    this.geometry = geometry;
    this.turn = turn;
    this.at = at;
    this.rounding = rounding;
    this.aligned = geometry.half === null ? null : alignedHalf(geometry.half, turn);
  }

  /** A collider at a place relative to another body. */
  collider(x: number, y: number, z: number): Collider {
    this.#collider ??= new Collider(this.geometry.collidable, { matrix: matrixOf(this.turn) });
    return this.#collider.setPosition([x, y, z]);
  }

  /** The same of its convex hull. */
  hull(x: number, y: number, z: number): Collider {
    if (this.geometry.isConvex) return this.collider(x, y, z);
    this.#hull ??= new Collider(this.geometry.hull, { matrix: matrixOf(this.turn) });
    return this.#hull.setPosition([x, y, z]);
  }
}

/** A rotation as 16 numbers. */
export function matrixOf(m: Float64Array, d: ArrayLike<number> = ORIGIN): number[] {
  return [m[0], m[1], m[2], 0, m[3], m[4], m[5], 0, m[6], m[7], m[8], 0, d[0], d[1], d[2], 1];
}

/** The sizes along the world's axes, if each axis of the box is one of these. */
function alignedHalf(half: Float64Array, turn: Float64Array): Float64Array | null {
  const out = new Float64Array(3);
  for (let c = 0; c < 3; c++) {
    const r = [0, 1, 2].find((k) => Math.abs(turn[3 * c + k]) === 1);
    if (r === undefined) return null;
    out[r] = half[c];
  }
  return out;
}

/** Columns that are this close to unit length and right angles are a rotation; what they are off by is far below any tolerance. */
const ROTATION_OFF = 1e-14;

export class Bodies {
  readonly #entries: readonly Entry[];
  readonly #bodies: (Body | null | undefined)[];
  readonly #rigid = new Map<Triangles, Geometry | null>();
  readonly #placed = new Map<Triangles, Map<string, Geometry | null>>();

  readonly #open: OpenMeshes;

  constructor(entries: readonly Entry[], open: OpenMeshes) {
    this.#entries = entries;
    this.#open = open;
    this.#bodies = new Array(entries.length);
  }

  /** The body of a part, or null if there is nothing of it. */
  of(i: number): Body | null {
    const known = this.#bodies[i];
    if (known !== undefined) return known;
    const body = this.#make(this.#entries[i]);
    this.#bodies[i] = body;
    return body;
  }

  #make({ part, scale }: Entry): Body | null {
    const { linear, at } = placement(part.transform, scale);
    let geometry: Geometry | null;
    let turn = IDENTITY;
    const { shape = null } = part;
    if (shape !== null) geometry = shapeGeometry(shape, linear);
    else if (isRotation(linear)) {
      const known = this.#rigid.get(part.triangles);
      geometry = known === undefined ? meshGeometry(part.triangles, null, this.#open) : known;
      if (known === undefined) this.#rigid.set(part.triangles, geometry);
      turn = linear;
    } else {
      const key = linear.join();
      let maps = this.#placed.get(part.triangles);
      if (maps === undefined) {
        maps = new Map();
        this.#placed.set(part.triangles, maps);
      }
      const known = maps.get(key);
      geometry = known === undefined ? meshGeometry(part.triangles, linear, this.#open) : known;
      if (known === undefined) maps.set(key, geometry);
    }
    if (geometry === null) return null;
    const { middle } = geometry;
    const centre = new Float64Array(3);
    let far = 0;
    for (let r = 0; r < 3; r++) {
      centre[r] = turn[r] * middle[0] + turn[3 + r] * middle[1] + turn[6 + r] * middle[2] + at[r];
      far = Math.max(far, Math.abs(at[r]) + Math.abs(middle[0]) + Math.abs(middle[1]) + Math.abs(middle[2]));
    }
    return new Body(
      geometry,
      product(turn, geometry.turn),
      centre,
      geometry.rounding + 2 ** -51 * (far + geometry.extent),
    );
  }
}

const IDENTITY: Float64Array = /* #__PURE__ */ Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

function product(p: Float64Array, q: Float64Array): Float64Array {
  const out = new Float64Array(9);
  for (let c = 0; c < 9; c += 3)
    for (let r = 0; r < 3; r++) out[c + r] = p[r] * q[c] + p[3 + r] * q[c + 1] + p[6 + r] * q[c + 2];
  return out;
}

function isRotation(m: Float64Array): boolean {
  for (let p = 0; p < 9; p += 3)
    for (let q = p; q < 9; q += 3) {
      const dot = m[p] * m[q] + m[p + 1] * m[q + 1] + m[p + 2] * m[q + 2];
      if (!(Math.abs(dot - (p === q ? 1 : 0)) <= ROTATION_OFF)) return false;
    }
  return (
    m[0] * (m[4] * m[8] - m[5] * m[7]) - m[3] * (m[1] * m[8] - m[2] * m[7]) + m[6] * (m[1] * m[5] - m[2] * m[4]) > 0
  );
}

function placement(transform: Float64Array, scale: number): { linear: Float64Array; at: Float64Array } {
  const linear = new Float64Array(9);
  const at = new Float64Array(3);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) linear[3 * c + r] = scale * transform[4 * c + r];
    at[r] = scale * transform[12 + r];
  }
  return { linear, at };
}

/** Boxes around the parts in the world, six numbers each, and the same grown by what rounding and tolerances may need; empty ones are inside out. */
export function worldBoxes(entries: readonly Entry[], reach: number): { boxes: Float64Array; grown: Float64Array } {
  const boxes = new Float64Array(6 * entries.length);
  const grown = new Float64Array(6 * entries.length);
  const local = new Map<Triangles, Float64Array>();
  for (let i = 0; i < entries.length; i++) {
    const box = boxes
      .subarray(6 * i, 6 * i + 6)
      .fill(Infinity, 0, 3)
      .fill(-Infinity, 3, 6);
    const { part, scale } = entries[i];
    const { transform, triangles, shape = null } = part;
    if (transform?.length !== 16)
      throw new RangeError(
        `the transform of ${show(entries[i].id)} must be 16 numbers, got ${show(transform?.length)}`,
      );
    const { linear, at } = placement(transform, scale);
    if (shape !== null) growShape(shape, linear, at, box);
    else if (isAlongAxes(linear)) {
      let own = local.get(triangles);
      if (own === undefined) {
        own = new Float64Array(6).fill(Infinity, 0, 3).fill(-Infinity, 3, 6);
        growVertices(triangles, IDENTITY, ORIGIN, own);
        local.set(triangles, own);
      }
      if (own[0] !== Infinity)
        for (let k = 0; k < 8; k++)
          growPoint(linear, at, own[k & 1 ? 3 : 0], own[k & 2 ? 4 : 1], own[k & 4 ? 5 : 2], box);
    } else growVertices(triangles, linear, at, box);
    grown.set(box, 6 * i);
    if (box[0] === Infinity && box[3] === -Infinity) continue;
    let far = 0;
    for (let a = 0; a < 6; a++) far = Math.max(far, Math.abs(box[a]));
    if (!(far < Infinity)) throw new RangeError(`${show(entries[i].id)} has a coordinate that is not a finite number`);
    const extent = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
    const rounding = roundingOf(part.triangles, linear, at, shape !== null) + 2 ** -50 * (far + extent);
    const by = reach / 2 + SIZE_TOLERANCE * extent + ROUNDING_TOLERANCE * rounding;
    for (let a = 0; a < 3; a++) {
      grown[6 * i + a] -= by;
      grown[6 * i + 3 + a] += by;
    }
  }
  return { boxes, grown };
}

/** The default tolerance is at least this part of the size of the larger part … */
export const SIZE_TOLERANCE = 1e-9;
/** … and at least this many times how far the coordinates of both may be off by rounding. */
export const ROUNDING_TOLERANCE = 4;

function isAlongAxes(m: Float64Array): boolean {
  for (let c = 0; c < 9; c += 3) if (+(m[c] !== 0) + +(m[c + 1] !== 0) + +(m[c + 2] !== 0) > 1) return false;
  return true;
}

/** A bound of what bodies take for their rounding. */
function roundingOf({ positions }: Triangles, m: Float64Array, at: Float64Array, exact: boolean): number {
  const far = 2 ** -50 * (Math.abs(at[0]) + Math.abs(at[1]) + Math.abs(at[2]));
  if (exact || !(positions instanceof Float32Array)) return far;
  let reach = 0;
  for (let i = 0; i < positions.length; i++) if (Math.abs(positions[i]) > reach) reach = Math.abs(positions[i]);
  let factor = 0;
  for (let c = 0; c < 9; c += 3) factor = Math.max(factor, Math.hypot(m[c], m[c + 1], m[c + 2]));
  return far + 2 ** -23 * reach * factor;
}

function growPoint(m: Float64Array, at: Float64Array, x: number, y: number, z: number, box: Float64Array): void {
  for (let r = 0; r < 3; r++) {
    const v = m[r] * x + m[3 + r] * y + m[6 + r] * z + at[r];
    // What is not a number must show, and stay.
    if (v < box[r] || Number.isNaN(v)) box[r] = v;
    if (v > box[3 + r] || Number.isNaN(v)) box[3 + r] = v;
  }
}

function growVertices(triangles: Triangles, m: Float64Array, at: Float64Array, box: Float64Array): void {
  const { positions, indices, segments, points } = triangles;
  const count = positions.length / 3;
  for (const list of [indices, segments, points]) {
    if (list === undefined) continue;
    for (let k = 0; k < list.length; k++) {
      const i = list[k];
      if (!(i < count)) throw new RangeError(`an index is ${i}, but there are ${count} vertices`);
      const x = positions[3 * i];
      const y = positions[3 * i + 1];
      const z = positions[3 * i + 2];
      growPoint(m, at, x, y, z, box);
    }
  }
}

function growShape(
  shape: NonNullable<Entry['part']['shape']>,
  m: Float64Array,
  at: Float64Array,
  box: Float64Array,
): void {
  const [x, y, z] =
    shape.kind === 'box'
      ? shape.size.map((s) => s / 2)
      : shape.kind === 'sphere'
        ? [shape.radius, shape.radius, shape.radius]
        : [shape.radius, shape.height / 2, shape.radius];
  for (let k = 0; k < 8; k++) growPoint(m, at, k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z, box);
}
