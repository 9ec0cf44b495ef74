/**
 * Two boxes by separating axes (§3.3.3; Gottschalk, Lin and Manocha 1996; Ericson, Real-Time Collision Detection, 4.4.1). The library's
 * boxes and oriented boxes as plain values both come here.
 *
 * The facets of A − B are normal to the three axes of A, the three axes of B, or an axis of each, so the largest of the
 * 15 separations is positive exactly when the boxes are apart, and otherwise minus the penetration depth. Everything is
 * done in A's frame:
 *
 *   a, b   half extents            R = (r_ij)   axis j of B along axis i of A, s_ij = |r_ij|
 *   t      centre of B             L = e_i × (axis j of B), of length sin(angle)
 *
 * **Apart or touching.** Boxes are apart when the separation along some axis is above TOUCH·size, and touch or overlap otherwise.
 * `decidingAxis` alone decides that.
 *
 * **Nearly parallel edges.** L is then short, and division by its length magnifies rounding. The textbook takes the
 * projection of B onto L from entries of R. These equal cofactors of R up to rounding, which is an absolute error. Here the
 * cofactors themselves are computed. Their error is relative to |L|, so the quotient is right to rounding down to the shortest L,
 * and the matrix needs no epsilon. (Slide 11-91 compares L_x where |L_x| is meant, and 11-93 has products of normals for those of
 * edges: the same for boxes only.)
 *
 * **Ties.** An axis of A is preferred to one of B, and both to a pair of edges, unless the other is better by more than
 * TOUCH·size/2: more than rounding, and little enough for boxes moved by the depth to be found touching.
 */
import { TOUCH } from '../tolerances.ts';
import type { BoxContact, BoxPair } from './box-pair.ts';
import { component, put, touchEdges, touchFace } from './box-touch.ts';

/** Sine of the angle between two edges below which they count as parallel and give no axis. */
const PARALLEL = TOUCH;

/** Whether two boxes have a point in common, touching included; `out` is scratch. */
export function boxesMeet(pair: BoxPair, out: BoxContact): boolean {
  return decidingAxis(pair, out, false) >= 0;
}

const a: Float64Array = /* #__PURE__ */ new Float64Array(3);
const t: Float64Array = /* #__PURE__ */ new Float64Array(3);

/**
 * The axis of the largest separation: 0–2 of A, 3–5 of B, 6 + 3i + j of the edges i of A and j of B; `out.signed` becomes
 * minus the depth. For boxes that are apart, returns the complement ~axis of the first axis that separates them, or if `largest` of
 * the one that separates them most, and `out.signed` is by how much.
 *
 * The loop runs over the axes of A; the axes of B are written out, because a second loop takes a tenth longer. k and l are the other
 * two axes of A. Rows of R are named by A's axis, and c0, c1, c2 are the cofactors of its row i: axis j of B projects onto L_ip by
 * |c_q|, for j, p and q all different. `gap` is the separation along L times the length of L, so only axes that matter need the division.
 */
export function decidingAxis(pair: BoxPair, out: BoxContact, largest: boolean): number {
  const { half: halfA } = pair.shapeA;
  const { half: halfB } = pair.shapeB;
  const m = pair.mB;
  const touch = TOUCH * pair.size;
  // The separation that ends the search.
  const enough = largest ? Infinity : touch;
  const b0 = halfB.x;
  const b1 = halfB.y;
  const b2 = halfB.z;
  a[0] = halfA.x;
  a[1] = halfA.y;
  a[2] = halfA.z;
  t[0] = pair.t.x;
  t[1] = pair.t.y;
  t[2] = pair.t.z;
  let best = -Infinity;
  let axis = 0;
  for (let i = 0; i < 3; i++) {
    const s = Math.abs(t[i]) - (a[i] + b0 * Math.abs(m[i]) + b1 * Math.abs(m[3 + i]) + b2 * Math.abs(m[6 + i]));
    if (s > best) {
      if (s > enough) return ~i;
      best = s;
      axis = i;
    }
  }
  // The separation that an axis must exceed to be taken: one above `touch` is, unless the boxes are known to be apart.
  let bar = best > touch ? best + touch / 2 : Math.min(best + touch / 2, touch);
  for (let j = 0; j < 3; j++) {
    const x = m[3 * j];
    const y = m[3 * j + 1];
    const z = m[3 * j + 2];
    const reach = a[0] * Math.abs(x) + a[1] * Math.abs(y) + a[2] * Math.abs(z);
    const s = Math.abs(t[0] * x + t[1] * y + t[2] * z) - ((j === 0 ? b0 : j === 1 ? b1 : b2) + reach);
    if (s > bar) {
      if (s > enough) return ~(3 + j);
      best = s;
      bar = s;
      axis = 3 + j;
    }
  }
  bar = best > touch ? best + touch / 2 : Math.min(best + touch / 2, touch);
  for (let i = 0; i < 3; i++) {
    const k = i === 2 ? 0 : i + 1;
    const l = i === 0 ? 2 : i - 1;
    const ak = a[k];
    const al = a[l];
    const tk = t[k];
    const tl = t[l];
    const k0 = m[k];
    const k1 = m[3 + k];
    const k2 = m[6 + k];
    const l0 = m[l];
    const l1 = m[3 + l];
    const l2 = m[6 + l];
    const c0 = Math.abs(k1 * l2 - l1 * k2);
    const c1 = Math.abs(k2 * l0 - l2 * k0);
    const c2 = Math.abs(k0 * l1 - l0 * k1);
    let gap = Math.abs(tl * k0 - tk * l0) - (ak * Math.abs(l0) + al * Math.abs(k0) + b1 * c2 + b2 * c1);
    let len = Math.sqrt(k0 * k0 + l0 * l0);
    if (gap > bar * len && len > PARALLEL) {
      best = gap / len;
      axis = 6 + 3 * i;
      if (best > enough) return ~axis;
      bar = best;
    }
    gap = Math.abs(tl * k1 - tk * l1) - (ak * Math.abs(l1) + al * Math.abs(k1) + b2 * c0 + b0 * c2);
    len = Math.sqrt(k1 * k1 + l1 * l1);
    if (gap > bar * len && len > PARALLEL) {
      best = gap / len;
      axis = 7 + 3 * i;
      if (best > enough) return ~axis;
      bar = best;
    }
    gap = Math.abs(tl * k2 - tk * l2) - (ak * Math.abs(l2) + al * Math.abs(k2) + b0 * c1 + b1 * c0);
    len = Math.sqrt(k2 * k2 + l2 * l2);
    if (gap > bar * len && len > PARALLEL) {
      best = gap / len;
      axis = 8 + 3 * i;
      if (best > enough) return ~axis;
      bar = best;
    }
  }
  if (best > touch) {
    out.signed = best;
    return ~axis;
  }
  out.signed = Math.min(best, 0);
  return axis;
}

/** Whether two boxes touch or overlap, and then their depth, normal and witness points. */
export function depthOfBoxes(pair: BoxPair, out: BoxContact): boolean {
  const axis = decidingAxis(pair, out, false);
  if (axis < 0) return false;
  touchBoxes(pair, out, axis);
  return true;
}

/**
 * Finds the normal, and the witness points of boxes that touch or overlap, whose deciding axis is known. `out.signed` is minus the depth;
 * if it is a gap, the point is where B moved by −signed·normal touches A, or the nearest one on a face of A or B, or on an edge of A.
 */
export function touchBoxes(pair: BoxPair, out: BoxContact, axis: number): void {
  const { t, mB: m } = pair;
  const { normal } = out;
  if (axis < 3) {
    put(normal, axis, component(t, axis) < 0 ? -1 : 1, 0, 0);
    touchFace(pair, out, axis, false);
  } else if (axis < 6) {
    const j = axis - 3;
    const x = m[3 * j];
    const y = m[3 * j + 1];
    const z = m[3 * j + 2];
    const s = t.x * x + t.y * y + t.z * z < 0 ? -1 : 1;
    normal.x = s * x;
    normal.y = s * y;
    normal.z = s * z;
    touchFace(pair, out, j, true);
  } else {
    const i = axis < 9 ? 0 : axis < 12 ? 1 : 2;
    const j = axis - 6 - 3 * i;
    const k = i === 2 ? 0 : i + 1;
    const l = i === 0 ? 2 : i - 1;
    const lk = -m[3 * j + l];
    const ll = m[3 * j + k];
    const len = Math.sqrt(lk * lk + ll * ll);
    const s = lk * component(t, k) + ll * component(t, l) < 0 ? -1 / len : 1 / len;
    put(normal, i, 0, lk * s, ll * s);
    touchEdges(pair, out, i, j);
  }
}
