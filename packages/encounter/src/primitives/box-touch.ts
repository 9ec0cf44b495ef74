/**
 * Witness points of two boxes that touch or overlap.
 *
 * B moved by −signed·normal just touches A, and any common point of the two is then a pointA. The two functions here find such a
 * point, given `out.signed` and `out.normal`.
 *
 * In exact arithmetic the point lies on the features that the normal belongs to. In floating point, features whose normals differ by
 * less than the square root of the rounding are equally deep, and choosing the wrong one gives a point beside the box. So all
 * features at a small angle to the normal are considered: the touching face is clipped, not only looked up.
 */
import type { Vec3 } from '../math/vec3.ts';
import { TOUCH } from '../tolerances.ts';
import type { BoxContact, BoxPair } from './box-pair.ts';

/** An edge with at least this cosine to a face's normal is so steep that only its low end can touch the face. */
const STEEP = 0.02;

/**
 * When the normal of two edges has less than this cosine with one of the two axes across an edge, it is nearly normal to the face
 * across the other axis. That face then decides where the boxes touch.
 */
const STEEP_EDGE = 0.01;

export function component(v: Vec3, i: number): number {
  return i === 0 ? v.x : i === 1 ? v.y : v.z;
}

/** The end of axis i of a box on the side that `side` points to. */
function end(half: Vec3, i: number, side: number): number {
  return side < 0 ? -component(half, i) : component(half, i);
}

/** The number of [−half, half] that is nearest to x. */
export function clamp(x: number, half: number): number {
  return x > half ? half : x < -half ? -half : x;
}

/** Writes x, y and z to the components f of a vector and the two after it, in a circle. */
export function put(out: Vec3, f: number, x: number, y: number, z: number): void {
  out.x = f === 0 ? x : f === 1 ? z : y;
  out.y = f === 0 ? y : f === 1 ? x : z;
  out.z = f === 0 ? z : f === 1 ? y : x;
}

// A polygon before and after a clip: u, v and height of each corner. Clipping four corners by four lines leaves eight at most.
const face: Float64Array = /* #__PURE__ */ new Float64Array(24);
const clipped: Float64Array = /* #__PURE__ */ new Float64Array(24);
/** Half extents of the reference along u and v. */
const limit: Float64Array = /* #__PURE__ */ new Float64Array(2);

/** Writes the part of a polygon with sign·x ≤ limit to `out`, where x is u or v (`axis` 0 or 1). Returns its number of corners. */
function clip(polygon: Float64Array, corners: number, axis: number, sign: number, out: Float64Array): number {
  let count = 0;
  for (let c = 0; c < corners; c++) {
    const i = 3 * c;
    const j = c + 1 < corners ? i + 3 : 0;
    const from = limit[axis] - sign * polygon[i + axis];
    const to = limit[axis] - sign * polygon[j + axis];
    if (from >= 0) {
      for (let k = 0; k < 3; k++) out[3 * count + k] = polygon[i + k];
      count++;
    }
    if (from < 0 !== to < 0) {
      const s = from / (from - to);
      for (let k = 0; k < 3; k++) out[3 * count + k] = polygon[i + k] + s * (polygon[j + k] - polygon[i + k]);
      count++;
    }
  }
  return count;
}

/** Where the supporting edges along axis i of A and axis j of B touch. */
export function touchEdges(pair: BoxPair, out: BoxContact, i: number, j: number): void {
  const a = pair.shapeA.half;
  const b = pair.shapeB.half;
  const { t, mB: m } = pair;
  const n = out.normal;
  const k = i === 2 ? 0 : i + 1;
  const l = i === 0 ? 2 : i - 1;
  const p = j === 2 ? 0 : j + 1;
  const q = j === 0 ? 2 : j - 1;
  const nk = component(n, k);
  const nl = component(n, l);
  const np = n.x * m[3 * p] + n.y * m[3 * p + 1] + n.z * m[3 * p + 2];
  const nq = n.x * m[3 * q] + n.y * m[3 * q + 1] + n.z * m[3 * q + 2];
  if (Math.abs(nk) < STEEP_EDGE || Math.abs(nl) < STEEP_EDGE) {
    touchFace(pair, out, Math.abs(nk) < STEEP_EDGE ? l : k, false);
    return;
  }
  if (Math.abs(np) < STEEP_EDGE || Math.abs(nq) < STEEP_EDGE) {
    touchFace(pair, out, Math.abs(np) < STEEP_EDGE ? q : p, true);
    return;
  }

  // r points from the middle of A's edge to the middle of B's.
  const ek = end(a, k, nk);
  const el = end(a, l, nl);
  const ep = end(b, p, -np);
  const eq = end(b, q, -nq);
  const ri = component(t, i) + ep * m[3 * p + i] + eq * m[3 * q + i];
  const rk = component(t, k) - out.signed * nk + ep * m[3 * p + k] + eq * m[3 * q + k] - ek;
  const rl = component(t, l) - out.signed * nl + ep * m[3 * p + l] + eq * m[3 * q + l] - el;
  const di = m[3 * j + i];
  const dk = m[3 * j + k];
  const dl = m[3 * j + l];
  // As in segment-segment.ts. The directions across A's edge are k and l.
  const beta = clamp(-(rk * dk + rl * dl) / (dk * dk + dl * dl), component(b, j));
  put(out.pointA, i, clamp(ri + beta * di, component(a, i)), ek, el);
}

/**
 * Finds where a face across axis f of one box, the reference (A, or B if `refB`), touches the other box.
 *
 * All in the frame of the reference, whose axes are f, u, v. The other box's face most against f, seen along f, is
 * (yu, yv) + β_p·P + β_q·Q with |β_p| <= hp, |β_q| <= hq, and its height changes by gp and gq with β. An axis that slopes steeply
 * is settled first: only its low end can touch, so its half extent becomes 0. This leaves a point, an edge or a rectangle, which is
 * clipped to the reference's rectangle. The result is the lowest point of the rest, or the middle of all that is equally low.
 */
export function touchFace(pair: BoxPair, out: BoxContact, f: number, refB: boolean): void {
  const { t, mB: m } = pair;
  const { normal: n, pointA } = out;
  const ref = (refB ? pair.shapeB : pair.shapeA).half;
  const other = (refB ? pair.shapeA : pair.shapeB).half;
  const row = refB ? 3 : 1;
  const col = refB ? 1 : 3;
  const tol = TOUCH * pair.size;
  const u = f === 2 ? 0 : f + 1;
  const v = f === 0 ? 2 : f - 1;
  const hu = component(ref, u) + tol;
  const hv = component(ref, v) + tol;

  // The centre of B when it just touches, then the centre of the other box in the frame of the reference.
  const cx = t.x - out.signed * n.x;
  const cy = t.y - out.signed * n.y;
  const cz = t.z - out.signed * n.z;
  let up = component(n, f) < 0 ? -1 : 1;
  let yu = 0;
  let yv = 0;
  if (refB) {
    up = n.x * m[3 * f] + n.y * m[3 * f + 1] + n.z * m[3 * f + 2] > 0 ? -1 : 1;
    yu = -(cx * m[3 * u] + cy * m[3 * u + 1] + cz * m[3 * u + 2]);
    yv = -(cx * m[3 * v] + cy * m[3 * v + 1] + cz * m[3 * v + 2]);
  } else {
    yu = u === 0 ? cx : u === 1 ? cy : cz;
    yv = v === 0 ? cx : v === 1 ? cy : cz;
  }

  // w is the axis of the other box that is most parallel to f.
  const along0 = Math.abs(m[f * row]);
  const along1 = Math.abs(m[f * row + col]);
  const along2 = Math.abs(m[f * row + 2 * col]);
  const w = along0 >= along1 && along0 >= along2 ? 0 : along1 >= along2 ? 1 : 2;
  const p = w === 2 ? 0 : w + 1;
  const q = w === 0 ? 2 : w - 1;
  const low = end(other, w, -up * m[f * row + w * col]);
  yu += low * m[u * row + w * col];
  yv += low * m[v * row + w * col];

  const pu = m[u * row + p * col];
  const pv = m[v * row + p * col];
  const qu = m[u * row + q * col];
  const qv = m[v * row + q * col];
  const gp = up * m[f * row + p * col];
  const gq = up * m[f * row + q * col];
  let hp = component(other, p);
  let hq = component(other, q);
  if (Math.abs(gp) > STEEP) {
    const lowP = end(other, p, -gp);
    yu += lowP * pu;
    yv += lowP * pv;
    hp = 0;
  }
  if (Math.abs(gq) > STEEP) {
    const lowQ = end(other, q, -gq);
    yu += lowQ * qu;
    yv += lowQ * qv;
    hq = 0;
  }
  if (hp > 0 || hq > 0) {
    for (let c = 0; c < 4; c++) {
      // Around the rectangle: (−, −), (+, −), (+, +), (−, +).
      const bp = c === 1 || c === 2 ? hp : -hp;
      const bq = c > 1 ? hq : -hq;
      face[3 * c] = yu + bp * pu + bq * qu;
      face[3 * c + 1] = yv + bp * pv + bq * qv;
      face[3 * c + 2] = bp * gp + bq * gq;
    }
    limit[0] = hu;
    limit[1] = hv;
    let count = clip(face, 4, 0, 1, clipped);
    count = clip(clipped, count, 0, -1, face);
    count = clip(face, count, 1, 1, clipped);
    count = clip(clipped, count, 1, -1, face);
    // If rounding has left nothing, the faces lie beside each other.
    let lowest = Infinity;
    for (let c = 2; c < 3 * count; c += 3) lowest = Math.min(lowest, face[c]);
    let sum = 0;
    let sumU = 0;
    let sumV = 0;
    for (let c = 0; c < 3 * count; c += 3) {
      if (face[c + 2] > lowest + tol) continue;
      sum++;
      sumU += face[c];
      sumV += face[c + 1];
    }
    if (sum > 0) {
      yu = sumU / sum;
      yv = sumV / sum;
    }
  }
  put(pointA, f, end(ref, f, up), clamp(yu, hu), clamp(yv, hv));
  if (refB) {
    const { x, y, z } = pointA;
    pointA.x = cx + m[0] * x + m[3] * y + m[6] * z;
    pointA.y = cy + m[1] * x + m[4] * y + m[7] * z;
    pointA.z = cz + m[2] * x + m[5] * y + m[8] * z;
  }
}
