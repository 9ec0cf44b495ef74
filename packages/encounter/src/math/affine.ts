/**
 * Affine placements: world = L·x + origin (book §2.3). Twelve numbers: the columns of L, then the origin.
 *
 *   m[0] m[3] m[6] | m[9]
 *   m[1] m[4] m[7] | m[10]
 *   m[2] m[5] m[8] | m[11]
 */
import { checkOptions, wrong } from '../check.ts';
import { RIGID, UNIFORM } from '../tolerances.ts';
import { type Quat, type QuatInput, readQuat } from './quat.ts';
import { finite, isWithin, readVec3 } from './read.ts';
import { Vec3, type Vec3Input } from './vec3.ts';

/** Position, orientation and scale: world = position + R·(S·x). Defaults: the origin, no rotation, scale 1. */
export interface Placement {
  position?: Vec3Input;
  orientation?: QuatInput;
  scale?: number | Vec3Input;
}

/** Kinds of linear parts, from the most special to the most general. Each includes those before it. */
export const LinearKind = {
  /** Exactly the identity. */
  identity: 0,
  /** Rotation or reflection: lengths are kept to rounding. */
  rigid: 1,
  /** Rotation × uniform scale within 1e-7: balls stay balls. */
  uniform: 2,
  /** Anything else: nonuniform scale, shear, flattening. */
  general: 3,
} as const;
export type LinearKind = (typeof LinearKind)[keyof typeof LinearKind];

export class Affine {
  /** The twelve numbers. An array given by the owner may be longer; the numbers after the twelve are the owner's. */
  readonly m: number[];
  /** The kind of L, kept up to date by the setters. */
  kind: LinearKind = LinearKind.identity;
  /** The scale factor of L: 1 if it is rigid; for a general L the factor of the axis that it stretches most. */
  factor = 1;

  /**
   * Makes the identity. `m` may be a longer array of the owner's whose first numbers are those of the default.
   *
   * A plain array lies on the heap beside its owner; a Float64Array of more than eight numbers has its storage elsewhere. The initial
   * 0.5 makes it an array of doubles from the start.
   */
  constructor(m: number[] = [0.5, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]) {
    m[0] = 1;
    this.m = m;
  }

  /** Sets the translation only. */
  setOrigin(p: Vec3): this {
    this.m[9] = p.x;
    this.m[10] = p.y;
    this.m[11] = p.z;
    return this;
  }

  /** Sets L = R·S from a unit quaternion and a scale along the local axes. */
  setRotationScale(q: Quat, s: Vec3): this {
    const { x, y, z, w } = q;
    const m = this.m;
    m[0] = (1 - 2 * (y * y + z * z)) * s.x;
    m[1] = 2 * (x * y + z * w) * s.x;
    m[2] = 2 * (x * z - y * w) * s.x;
    m[3] = 2 * (x * y - z * w) * s.y;
    m[4] = (1 - 2 * (x * x + z * z)) * s.y;
    m[5] = 2 * (y * z + x * w) * s.y;
    m[6] = 2 * (x * z + y * w) * s.z;
    m[7] = 2 * (y * z - x * w) * s.z;
    m[8] = (1 - 2 * (x * x + y * y)) * s.z;
    return this.classify();
  }

  /**
   * Sets everything from a column-major 4×4 matrix whose last row is 0 0 0 1. Every element is read once, because it may be an accessor.
   * If an element is refused, those before it are set already.
   */
  setMatrix(matrix: ArrayLike<number>, name = 'matrix'): this {
    if (matrix?.length !== 16) wrong(name, 'be 16 numbers', matrix?.length ?? matrix);
    const m = this.m;
    for (let i = 0; i < 16; i++) {
      const x = matrix[i];
      const last = i < 15 ? 0 : 1;
      // The name is built only for an error.
      if (!isWithin(x)) finite(`${name}[${i}]`, x);
      if ((i & 3) < 3) m[i - (i >> 2)] = x;
      else if (x !== last) wrong(`${name}[${i}]`, `be ${last}`, x, RangeError);
    }
    return this.classify();
  }

  /** Column-major 4×4. */
  getMatrix(out: Float64Array = new Float64Array(16)): Float64Array {
    for (let c = 0; c < 4; c++) {
      for (let r = 0; r < 3; r++) out[4 * c + r] = this.m[3 * c + r];
      out[4 * c + 3] = c === 3 ? 1 : 0;
    }
    return out;
  }

  copy(a: Affine): this {
    for (let i = 0; i < 12; i++) this.m[i] = a.m[i];
    this.kind = a.kind;
    this.factor = a.factor;
    return this;
  }

  /** this = a ∘ b: first b, then a. `this` must be neither a nor b. */
  compose(a: Affine, b: Affine): this {
    const { m } = this;
    const p = a.m;
    const q = b.m;
    for (let c = 0; c < 4; c++)
      for (let r = 0; r < 3; r++) {
        const sum = p[r] * q[3 * c] + p[3 + r] * q[3 * c + 1] + p[6 + r] * q[3 * c + 2];
        m[3 * c + r] = c === 3 ? sum + p[9 + r] : sum;
      }
    return this.classify();
  }

  /** L·p + origin. `out` may be `p`. */
  transformPoint(p: Vec3, out: Vec3): Vec3 {
    const m = this.m;
    const { x, y, z } = p;
    out.x = m[0] * x + m[3] * y + m[6] * z + m[9];
    out.y = m[1] * x + m[4] * y + m[7] * z + m[10];
    out.z = m[2] * x + m[5] * y + m[8] * z + m[11];
    return out;
  }

  /** L·v. `out` may be `v`. */
  transformVector(v: Vec3, out: Vec3): Vec3 {
    return multiply(this.m, v, out);
  }

  /** Lᵀ·v: carries a support direction into local coordinates (Theorem 4.6). `out` may be `v`. */
  transposeVector(v: Vec3, out: Vec3): Vec3 {
    return multiplyTransposed(this.m, v, out);
  }

  /**
   * Divides the columns of L by their lengths, writes these to `lengths`, and returns true. If the columns are not orthogonal, or one
   * of them is zero, leaves L alone and returns false.
   */
  normalizeColumns(lengths: Vec3): boolean {
    const m = this.m;
    const x = Math.sqrt(dotColumns(m, 0, 0));
    const y = Math.sqrt(dotColumns(m, 3, 3));
    const z = Math.sqrt(dotColumns(m, 6, 6));
    if (!(x > 0 && y > 0 && z > 0)) return false;
    if (
      Math.abs(dotColumns(m, 0, 3)) > RIGID * x * y ||
      Math.abs(dotColumns(m, 0, 6)) > RIGID * x * z ||
      Math.abs(dotColumns(m, 3, 6)) > RIGID * y * z
    )
      return false;
    for (let r = 0; r < 3; r++) {
      m[r] /= x;
      m[3 + r] /= y;
      m[6 + r] /= z;
    }
    lengths.set(x, y, z);
    this.classify();
    return true;
  }

  /** Recomputes `kind` and `factor` after L was written. */
  classify(): this {
    const m = this.m;
    const xx = dotColumns(m, 0, 0);
    const yy = dotColumns(m, 3, 3);
    const zz = dotColumns(m, 6, 6);
    const xy = dotColumns(m, 0, 3);
    const xz = dotColumns(m, 0, 6);
    const yz = dotColumns(m, 3, 6);
    const sq = (xx + yy + zz) / 3;
    const skew = Math.max(Math.abs(xy), Math.abs(xz), Math.abs(yz));
    const off = Math.max(Math.abs(xx - sq), Math.abs(yy - sq), Math.abs(zz - sq), skew);
    if (off <= RIGID && Math.abs(sq - 1) <= RIGID) {
      // Compared entry by entry, because a rotation by 1e-8 does not show in LᵀL.
      let same = true;
      for (let i = 0; i < 9; i++) same &&= m[i] === ((i & 3) === 0 ? 1 : 0);
      this.kind = same ? LinearKind.identity : LinearKind.rigid;
      this.factor = 1;
    } else if (off <= UNIFORM * sq) {
      this.kind = LinearKind.uniform;
      this.factor = Math.sqrt(sq);
    } else {
      this.kind = LinearKind.general;
      this.factor = Math.sqrt(Math.max(xx, yy, zz));
    }
    return this;
  }
}

/** The dot product of the columns of m that begin at i and at j. */
function dotColumns(m: readonly number[], i: number, j: number): number {
  return m[i] * m[j] + m[i + 1] * m[j + 1] + m[i + 2] * m[j + 2];
}

/** Writes the inverse of `a` and returns true, or returns false if there is none (L flattens). `out` may be `a`. */
export function invert(a: Affine, out: Affine): boolean {
  const m = a.m;
  const o = out.m;
  const c0 = m[4] * m[8] - m[5] * m[7];
  const c1 = m[5] * m[6] - m[3] * m[8];
  const c2 = m[3] * m[7] - m[4] * m[6];
  const det = m[0] * c0 + m[1] * c1 + m[2] * c2;
  if (!(Math.abs(det) > 0) || !Number.isFinite(1 / det)) return false;
  const x = m[9];
  const y = m[10];
  const z = m[11];
  const i0 = c0 / det;
  const i3 = c1 / det;
  const i6 = c2 / det;
  const i1 = (m[2] * m[7] - m[1] * m[8]) / det;
  const i4 = (m[0] * m[8] - m[2] * m[6]) / det;
  const i7 = (m[1] * m[6] - m[0] * m[7]) / det;
  const i2 = (m[1] * m[5] - m[2] * m[4]) / det;
  const i5 = (m[2] * m[3] - m[0] * m[5]) / det;
  const i8 = (m[0] * m[4] - m[1] * m[3]) / det;
  // The inverse has the rows (i0 i3 i6), (i1 i4 i7), (i2 i5 i8), and o is stored column by column.
  o[0] = i0;
  o[1] = i1;
  o[2] = i2;
  o[3] = i3;
  o[4] = i4;
  o[5] = i5;
  o[6] = i6;
  o[7] = i7;
  o[8] = i8;
  o[9] = -(o[0] * x + o[3] * y + o[6] * z);
  o[10] = -(o[1] * x + o[4] * y + o[7] * z);
  o[11] = -(o[2] * x + o[5] * y + o[8] * z);
  out.classify();
  return true;
}

/** m·v, where m is stored column by column. `out` may be `v`. */
export function multiply(m: ArrayLike<number>, v: Vec3, out: Vec3): Vec3 {
  const { x, y, z } = v;
  out.x = m[0] * x + m[3] * y + m[6] * z;
  out.y = m[1] * x + m[4] * y + m[7] * z;
  out.z = m[2] * x + m[5] * y + m[8] * z;
  return out;
}

/** mᵀ·v. `out` may be `v`. */
export function multiplyTransposed(m: ArrayLike<number>, v: Vec3, out: Vec3): Vec3 {
  const { x, y, z } = v;
  out.x = m[0] * x + m[1] * y + m[2] * z;
  out.y = m[3] * x + m[4] * y + m[5] * z;
  out.z = m[6] * x + m[7] * y + m[8] * z;
  return out;
}

/** Reads a scale argument: one number for all axes or one per axis. Zero and negative are legal. */
export function readScale(name: string, value: number | Vec3Input, out: Vec3 = new Vec3()): Vec3 {
  if (typeof value === 'number') {
    finite(name, value);
    return out.set(value, value, value);
  }
  return readVec3(name, value, out);
}

/** Makes an Affine from a placement or a column-major 4×4 matrix. */
export function readPlacement(name: string, value: Placement | ArrayLike<number>): Affine {
  if (typeof value !== 'object' || value === null) wrong(name, 'be a placement or a 4×4 matrix', value);
  const affine = new Affine();
  if ('length' in value) return affine.setMatrix(value, name);
  if ('matrix' in value)
    throw new TypeError(`${name} takes the 16 elements of a matrix as they are, not as { matrix }`);
  checkOptions(value, ['position', 'orientation', 'scale']);
  const s = readScale(`${name}.scale`, value.scale ?? 1, new Vec3());
  affine.setRotationScale(readQuat(`${name}.orientation`, value.orientation ?? [0, 0, 0, 1]), s);
  if (value.position !== undefined) affine.setOrigin(readVec3(`${name}.position`, value.position));
  return affine;
}

/**
 * Carries a normal through the linear part m, by the inverse transpose times |det m|. These are cofactors, so a flattening m is no
 * exception. The result has any length; it is zero if m leaves no direction. Mirroring does not flip the normal. `out` may be `n`.
 */
export function carryNormal(m: ArrayLike<number>, n: Vec3, out: Vec3): Vec3 {
  const c0 = m[4] * m[8] - m[5] * m[7];
  const c1 = m[5] * m[6] - m[3] * m[8];
  const c2 = m[3] * m[7] - m[4] * m[6];
  const s = m[0] * c0 + m[1] * c1 + m[2] * c2 < 0 ? -1 : 1;
  return out.set(
    s * (c0 * n.x + (m[2] * m[7] - m[1] * m[8]) * n.y + (m[1] * m[5] - m[2] * m[4]) * n.z),
    s * (c1 * n.x + (m[0] * m[8] - m[2] * m[6]) * n.y + (m[2] * m[3] - m[0] * m[5]) * n.z),
    s * (c2 * n.x + (m[1] * m[6] - m[0] * m[7]) * n.y + (m[0] * m[4] - m[1] * m[3]) * n.z),
  );
}
