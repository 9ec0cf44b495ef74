/** Motions as callers give them, read into paths. */
import type { Collider } from '../bodies/collider.ts';
import { wrong } from '../check.ts';
import { multiply } from '../math/affine.ts';
import type { Path } from '../math/path.ts';
import { Quat, type QuatInput, readQuat, rotationOf } from '../math/quat.ts';
import { readVec3 } from '../math/read.ts';
import { angleOf, LARGEST_ANGLE, sinCos } from '../math/turn.ts';
import { Vec3, type Vec3Input } from '../math/vec3.ts';
import type { MeshShape } from '../shapes/mesh-shape.ts';
import type { VertexArray } from '../shapes/vertex-array.ts';
import type { DeformingImpact } from './deforming-impact.ts';

/** How a collider moves while t goes from 0 to 1: M(t) = T(c + t·translation)·R(t·rotation)·T(−c)·M(0). */
export interface Motion {
  /** Of the centre: straight, at constant speed. */
  translation?: Vec3Input;
  /** Rotation vector in world axes: direction = axis, length = angle in radians; many turns are allowed. */
  rotation?: Vec3Input;
  /** The world point at t = 0 that moves straight and about which the collider turns; the collider's origin if left out. */
  center?: Vec3Input;
  /** Where the collider's origin ends, instead of `translation`. */
  position?: Vec3Input;
  /**
   * How it is turned at the end, instead of `rotation`: by the shorter turn. A collider that was placed by a matrix starts from the
   * rotation of that matrix, or, if it shears, flattens or mirrors, from the last orientation that was set.
   */
  orientation?: QuatInput;
  /**
   * A mesh only, and not together with a turn: where its vertices are at t = 1, in the mesh's own frame, as many as it has. Each moves
   * there on a straight line, and `translation` or `position` carries all of them along. A list of numbers is x, y, z of one vertex after
   * the other, whatever the layout of the mesh; another layout is a VertexArray. It is read, never copied or written.
   */
  positions?: ArrayLike<number> | VertexArray;
}

const KNOWN: readonly string[] = ['translation', 'rotation', 'center', 'position', 'orientation', 'positions'];
const vector: Vec3 = /* #__PURE__ */ new Vec3();
const quat: Quat = /* #__PURE__ */ new Quat();
/** The orientation of a collider that was placed by a matrix. */
const own: Quat = /* #__PURE__ */ new Quat();
const turn: Float64Array = /* #__PURE__ */ new Float64Array(2);

/** Reads a motion of a collider into `out`; null or {} stands still. */
export function readMotion(name: string, motion: Motion | null | undefined, collider: Collider, out: Path): Path {
  const { m } = collider.placement;
  out.rest();
  // Also for what stands still: bounds of the motion are better from a centre that is near.
  out.center.set(m[9], m[10], m[11]);
  if (motion === null || motion === undefined) return out;
  if (Object(motion) !== motion) wrong(name, 'be a motion, null to stand still', motion);
  for (const key in motion) if (!KNOWN.includes(key)) wrong(name, `have only ${KNOWN.join(', ')}`, key);
  const { translation, rotation, center, position, orientation, positions } = motion;
  if (position !== undefined && translation !== undefined)
    wrong(name, 'have translation or position, not both', motion);
  if (orientation !== undefined && rotation !== undefined)
    wrong(name, 'have rotation or orientation, not both', motion);
  if (center !== undefined) readVec3('center', center, out.center);
  if (rotation !== undefined) {
    out.setRotation(readVec3('rotation', rotation, vector));
    if (out.angle[0] > LARGEST_ANGLE)
      wrong('rotation', `be at most ${LARGEST_ANGLE} radians long`, rotation, RangeError);
  } else if (orientation !== undefined) setShorterTurn(collider, readQuat('orientation', orientation, quat), out);
  if (translation !== undefined) readVec3('translation', translation, out.translation);
  else if (position !== undefined) {
    // The origin ends at c + v + R·(o − c).
    const p = readVec3('position', position, vector);
    const { center: c, rotation: r, translation: v } = out;
    out.time[0] = 1;
    out.findRotation();
    multiply(r, v.set(m[9] - c.x, m[10] - c.y, m[11] - c.z), v);
    v.set(p.x - c.x - v.x, p.y - c.y - v.y, p.z - c.z - v.z);
  }
  if (positions !== undefined) {
    if (rotation !== undefined || orientation !== undefined)
      wrong(name, `have positions or ${rotation !== undefined ? 'rotation' : 'orientation'}, not both`, motion);
    // Meshes bring this code along, so that a program without meshes does not carry it.
    const { deforming } = collider.shape as unknown as { readonly deforming?: DeformingImpact };
    if (deforming === undefined)
      throw new TypeError(`${name} must have positions only for a Mesh, got a ${collider.shape.constructor.name}`);
    deforming.read(positions, collider.shape as unknown as MeshShape, out.ends);
  }
  return out;
}

/** Throws if one of two colliders deforms while the other turns: their vertices would not be on straight lines as seen from each other. */
export function requireStraight(nameA: string, pathA: Path, nameB: string, pathB: Path): void {
  if (pathA.deforms ? pathB.turns : pathB.deforms && pathA.turns)
    throw new TypeError(
      `${pathA.deforms ? nameB : nameA} must have no rotation or orientation if ${pathA.deforms ? nameA : nameB} has positions: beside a deforming mesh the other collider may translate, but not turn`,
    );
}

/** The turn from the collider's orientation to another, by no more than half a turn. */
function setShorterTurn(collider: Collider, { x, y, z, w }: Quat, out: Path): void {
  // A matrix that shears, flattens or mirrors is no rotation: then the last orientation set counts.
  const p = collider.byMatrix && rotationOf(collider.placement.m, own) ? own : collider.orientation;
  // To the left of the conjugate: q·p⁻¹.
  let a = -w * p.x + x * p.w - y * p.z + z * p.y;
  let b = -w * p.y + x * p.z + y * p.w - z * p.x;
  let c = -w * p.z - x * p.y + y * p.x + z * p.w;
  let d = w * p.w + x * p.x + y * p.y + z * p.z;
  if (d < 0) {
    a = -a;
    b = -b;
    c = -c;
    d = -d;
  }
  const l = Math.sqrt(a * a + b * b + c * c);
  if (l === 0) return;
  out.axis.set(a / l, b / l, c / l);
  turn[0] = l;
  turn[1] = d;
  angleOf(turn);
  out.angle[0] = 2 * turn[0];
}

/** Moves a collider to where a path takes it at time t. What was set by orientation and scale stays so; a matrix stays a matrix. */
export function moveAlong(collider: Collider, path: Path, t: number): void {
  const { center: c, translation: v, axis: u, rotation: r } = path;
  const m = collider.getMatrix();
  path.time[0] = t;
  path.findRotation();
  const { x, y, z } = multiply(r, vector.set(m[12] - c.x, m[13] - c.y, m[14] - c.z), vector);
  m[12] = c.x + t * v.x + x;
  m[13] = c.y + t * v.y + y;
  m[14] = c.z + t * v.z + z;
  if (path.turns && collider.byMatrix) {
    for (let k = 0; k < 12; k += 4) {
      const a = m[k];
      const b = m[k + 1];
      const d = m[k + 2];
      for (let i = 0; i < 3; i++) m[k + i] = r[i] * a + r[3 + i] * b + r[6 + i] * d;
    }
    collider.setMatrix(m);
    return;
  }
  if (path.turns) {
    const [s, w] = halfTurn(path, t);
    const q = collider.orientation;
    // The turn after the orientation.
    collider.setOrientation([
      w * q.x + s * (u.x * q.w + u.y * q.z - u.z * q.y),
      w * q.y + s * (u.y * q.w + u.z * q.x - u.x * q.z),
      w * q.z + s * (u.z * q.w + u.x * q.y - u.y * q.x),
      w * q.w - s * (u.x * q.x + u.y * q.y + u.z * q.z),
    ]);
  }
  collider.setPosition(m.subarray(12, 15));
}

/** Sine and cosine of half the angle at time t. */
function halfTurn({ angle }: Path, t: number): Float64Array {
  turn[0] = 0.5 * t * angle[0];
  sinCos(turn);
  return turn;
}
