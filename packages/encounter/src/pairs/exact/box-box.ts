/**
 * Two boxes by separating axes (§3; Gottschalk, Lin and Manocha 1996; Ericson, Real-Time Collision Detection, 4.4.1).
 *
 * The facets of A − B are normal to the three axes of A, the three axes of B, or an axis of each, so the largest of the
 * 15 separations is positive exactly when the boxes are apart, and otherwise minus the penetration depth. Everything is
 * done in A's frame:
 *
 *   a, b   half extents            R = (r_ij)   axis j of B along axis i of A, s_ij = |r_ij|
 *   t      centre of B             L = e_i × (axis j of B), of length sin(angle)
 *
 * **Apart or touching.** Boxes are apart when the separation along some axis is above TOUCH·cso.size, and touch or
 * overlap otherwise. `decidingAxis` alone decides that.
 *
 * **Nearly parallel edges.** L is then short and division by its length magnifies rounding. The textbook takes the
 * projection of B onto L from entries of R, which equal cofactors of R but for rounding: an absolute error. Here the
 * cofactors are computed, with an error relative to |L|, so that the quotient is good to rounding down to the shortest L
 * and needs no epsilon in the matrix.
 *
 * **Ties.** An axis of A is preferred to one of B, and both to a pair of edges, unless the other is better by more than
 * TOUCH·cso.size/2: more than rounding, and little enough for boxes moved by the depth to be found touching.
 */
import type { Cso } from '../../convex/cso.ts';
import type { Proximity } from '../../convex/proximity.ts';
import type { Box } from '../../shapes/box.ts';
import { TOUCH } from '../../tolerances.ts';
import { component, touchEdges, touchFace } from './box-box-witness.ts';
import { finish } from './frame.ts';

/** Square of the sine of the angle between two edges below which they count as parallel and give no axis. */
const PARALLEL_SQ = TOUCH * TOUCH;

/** Whether two boxes have a point in common, touching included. */
export function intersectsBoxBox(cso: Cso): boolean {
  return decidingAxis(cso, null) >= 0;
}

/**
 * The axis of the largest separation: 0–2 of A, 3–5 of B, 6 + 3i + j of the edges i of A and j of B; `out.signed`, if
 * wanted, becomes minus the depth. Boxes that are apart give the complement ~axis of the first axis that shows it.
 *
 * Unrolled, as this is the boolean test, and loops take twice as long. c_ij are the cofactors of R: axis j of B projects onto
 * L_ik by |c_il|, for i fixed and j, k, l all different. `gap` is the separation along L times its length, so that the root and
 * the division are only for axes that matter.
 */
function decidingAxis(cso: Cso, out: Proximity | null): number {
  const halfA = (cso.shapeA as Box).half;
  const halfB = (cso.shapeB as Box).half;
  const m = cso.mB;
  const touch = TOUCH * cso.size;
  const a0 = halfA.x;
  const a1 = halfA.y;
  const a2 = halfA.z;
  const b0 = halfB.x;
  const b1 = halfB.y;
  const b2 = halfB.z;
  const t0 = cso.t.x;
  const t1 = cso.t.y;
  const t2 = cso.t.z;
  const r00 = m[0];
  const r10 = m[1];
  const r20 = m[2];
  const r01 = m[3];
  const r11 = m[4];
  const r21 = m[5];
  const r02 = m[6];
  const r12 = m[7];
  const r22 = m[8];
  const s00 = Math.abs(r00);
  const s10 = Math.abs(r10);
  const s20 = Math.abs(r20);
  const s01 = Math.abs(r01);
  const s11 = Math.abs(r11);
  const s21 = Math.abs(r21);
  const s02 = Math.abs(r02);
  const s12 = Math.abs(r12);
  const s22 = Math.abs(r22);

  let best = Math.abs(t0) - (a0 + b0 * s00 + b1 * s01 + b2 * s02);
  if (best > touch) return ~0;
  let axis = 0;
  let s = Math.abs(t1) - (a1 + b0 * s10 + b1 * s11 + b2 * s12);
  if (s > best) {
    if (s > touch) return ~1;
    best = s;
    axis = 1;
  }
  s = Math.abs(t2) - (a2 + b0 * s20 + b1 * s21 + b2 * s22);
  if (s > best) {
    if (s > touch) return ~2;
    best = s;
    axis = 2;
  }

  // What an axis must exceed to be taken.
  let bar = Math.min(best + touch / 2, touch);
  s = Math.abs(t0 * r00 + t1 * r10 + t2 * r20) - (b0 + a0 * s00 + a1 * s10 + a2 * s20);
  if (s > bar) {
    if (s > touch) return ~3;
    best = s;
    bar = s;
    axis = 3;
  }
  s = Math.abs(t0 * r01 + t1 * r11 + t2 * r21) - (b1 + a0 * s01 + a1 * s11 + a2 * s21);
  if (s > bar) {
    if (s > touch) return ~4;
    best = s;
    bar = s;
    axis = 4;
  }
  s = Math.abs(t0 * r02 + t1 * r12 + t2 * r22) - (b2 + a0 * s02 + a1 * s12 + a2 * s22);
  if (s > bar) {
    if (s > touch) return ~5;
    best = s;
    bar = s;
    axis = 5;
  }

  const c00 = Math.abs(r11 * r22 - r21 * r12);
  const c01 = Math.abs(r12 * r20 - r22 * r10);
  const c02 = Math.abs(r10 * r21 - r20 * r11);
  const c10 = Math.abs(r21 * r02 - r01 * r22);
  const c11 = Math.abs(r22 * r00 - r02 * r20);
  const c12 = Math.abs(r20 * r01 - r00 * r21);
  const c20 = Math.abs(r01 * r12 - r11 * r02);
  const c21 = Math.abs(r02 * r10 - r12 * r00);
  const c22 = Math.abs(r00 * r11 - r10 * r01);
  bar = Math.min(best + touch / 2, touch);
  let gap = 0;
  let lenSq = 0;
  gap = Math.abs(t2 * r10 - t1 * r20) - (a1 * s20 + a2 * s10 + b1 * c02 + b2 * c01);
  lenSq = r10 * r10 + r20 * r20;
  if ((gap > 0 || gap * gap < bar * bar * lenSq) && lenSq > PARALLEL_SQ) {
    s = gap / Math.sqrt(lenSq);
    if (s > bar) {
      if (s > touch) return ~6;
      best = s;
      bar = s;
      axis = 6;
    }
  }
  gap = Math.abs(t2 * r11 - t1 * r21) - (a1 * s21 + a2 * s11 + b2 * c00 + b0 * c02);
  lenSq = r11 * r11 + r21 * r21;
  if ((gap > 0 || gap * gap < bar * bar * lenSq) && lenSq > PARALLEL_SQ) {
    s = gap / Math.sqrt(lenSq);
    if (s > bar) {
      if (s > touch) return ~7;
      best = s;
      bar = s;
      axis = 7;
    }
  }
  gap = Math.abs(t2 * r12 - t1 * r22) - (a1 * s22 + a2 * s12 + b0 * c01 + b1 * c00);
  lenSq = r12 * r12 + r22 * r22;
  if ((gap > 0 || gap * gap < bar * bar * lenSq) && lenSq > PARALLEL_SQ) {
    s = gap / Math.sqrt(lenSq);
    if (s > bar) {
      if (s > touch) return ~8;
      best = s;
      bar = s;
      axis = 8;
    }
  }
  gap = Math.abs(t0 * r20 - t2 * r00) - (a2 * s00 + a0 * s20 + b1 * c12 + b2 * c11);
  lenSq = r20 * r20 + r00 * r00;
  if ((gap > 0 || gap * gap < bar * bar * lenSq) && lenSq > PARALLEL_SQ) {
    s = gap / Math.sqrt(lenSq);
    if (s > bar) {
      if (s > touch) return ~9;
      best = s;
      bar = s;
      axis = 9;
    }
  }
  gap = Math.abs(t0 * r21 - t2 * r01) - (a2 * s01 + a0 * s21 + b2 * c10 + b0 * c12);
  lenSq = r21 * r21 + r01 * r01;
  if ((gap > 0 || gap * gap < bar * bar * lenSq) && lenSq > PARALLEL_SQ) {
    s = gap / Math.sqrt(lenSq);
    if (s > bar) {
      if (s > touch) return ~10;
      best = s;
      bar = s;
      axis = 10;
    }
  }
  gap = Math.abs(t0 * r22 - t2 * r02) - (a2 * s02 + a0 * s22 + b0 * c11 + b1 * c10);
  lenSq = r22 * r22 + r02 * r02;
  if ((gap > 0 || gap * gap < bar * bar * lenSq) && lenSq > PARALLEL_SQ) {
    s = gap / Math.sqrt(lenSq);
    if (s > bar) {
      if (s > touch) return ~11;
      best = s;
      bar = s;
      axis = 11;
    }
  }
  gap = Math.abs(t1 * r00 - t0 * r10) - (a0 * s10 + a1 * s00 + b1 * c22 + b2 * c21);
  lenSq = r00 * r00 + r10 * r10;
  if ((gap > 0 || gap * gap < bar * bar * lenSq) && lenSq > PARALLEL_SQ) {
    s = gap / Math.sqrt(lenSq);
    if (s > bar) {
      if (s > touch) return ~12;
      best = s;
      bar = s;
      axis = 12;
    }
  }
  gap = Math.abs(t1 * r01 - t0 * r11) - (a0 * s11 + a1 * s01 + b2 * c20 + b0 * c22);
  lenSq = r01 * r01 + r11 * r11;
  if ((gap > 0 || gap * gap < bar * bar * lenSq) && lenSq > PARALLEL_SQ) {
    s = gap / Math.sqrt(lenSq);
    if (s > bar) {
      if (s > touch) return ~13;
      best = s;
      bar = s;
      axis = 13;
    }
  }
  gap = Math.abs(t1 * r02 - t0 * r12) - (a0 * s12 + a1 * s02 + b0 * c21 + b1 * c20);
  lenSq = r02 * r02 + r12 * r12;
  if ((gap > 0 || gap * gap < bar * bar * lenSq) && lenSq > PARALLEL_SQ) {
    s = gap / Math.sqrt(lenSq);
    if (s > bar) {
      if (s > touch) return ~14;
      best = s;
      bar = s;
      axis = 14;
    }
  }
  if (out !== null) out.signed = Math.min(best, 0);
  return axis;
}

/** Whether two boxes touch or overlap, and then their depth, normal and witness points. */
export function depthBoxBox(cso: Cso, out: Proximity): boolean {
  const axis = decidingAxis(cso, out);
  if (axis < 0) return false;
  const { t, mB: m } = cso;
  const { normal } = out;
  if (axis < 3) {
    const s = component(t, axis) < 0 ? -1 : 1;
    normal.x = axis === 0 ? s : 0;
    normal.y = axis === 1 ? s : 0;
    normal.z = axis === 2 ? s : 0;
    touchFace(cso, out, axis, 0);
  } else if (axis < 6) {
    const j = axis - 3;
    const x = m[3 * j];
    const y = m[3 * j + 1];
    const z = m[3 * j + 2];
    const s = t.x * x + t.y * y + t.z * z < 0 ? -1 : 1;
    normal.x = s * x;
    normal.y = s * y;
    normal.z = s * z;
    touchFace(cso, out, j, 1);
  } else {
    const i = axis < 9 ? 0 : axis < 12 ? 1 : 2;
    const j = axis - 6 - 3 * i;
    const k = i === 2 ? 0 : i + 1;
    const l = i === 0 ? 2 : i - 1;
    const lk = -m[3 * j + l];
    const ll = m[3 * j + k];
    const len = Math.sqrt(lk * lk + ll * ll);
    const s = lk * component(t, k) + ll * component(t, l) < 0 ? -1 / len : 1 / len;
    normal.x = k === 0 ? lk * s : l === 0 ? ll * s : 0;
    normal.y = k === 1 ? lk * s : l === 1 ? ll * s : 0;
    normal.z = k === 2 ? lk * s : l === 2 ? ll * s : 0;
    touchEdges(cso, out, i, j);
  }
  finish(out);
  return true;
}
