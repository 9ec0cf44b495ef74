/**
 * A point that moves along a straight line, and a ball: segment against sphere (§3.1.3), ray against sphere (§3.1.2, slides 11-128 to
 * 11-131) and two moving spheres (§2.4) are all this. Seen from the ball's centre the point is at e + t·d, and it meets the ball of radius r
 *
 *   at the start  if |e|² ≤ r²,
 *   else never    if e·d ≥ 0, as it does not come nearer,
 *   else, where the motion ends at t = 1 before it comes nearest, that is if (e + d)·d < 0, if |e + d|² ≤ r²,
 *   else          if |e × d|² ≤ r²d².
 *
 * Each sign is decided exactly: plain doubles with a bound of their error, and where they leave it open, exact arithmetic.
 *
 * The book (Alg. 3.1) takes the discriminant from (e·d)² − d²(e² − r²), which cancels for distant balls: at a distance of 1e8 radii
 * nothing is left of it. r²d² − |e × d|² is the same number with an error relative to the coordinates only, and
 * t = (e² − r²) / (−e·d + √…) does not cancel where it is small. (Slide 11-130 has b² = e·d − a² for e·e − a².)
 */
import { PRODUCTS_ROUNDING, SQUARED_CROSS_ROUNDING } from '../tolerances.ts';
import { add, addProduct, difference, type Expansion, expansion, expansions, round, signOf } from './exact.ts';

/**
 * Where the parts of a path are in its 14 numbers: e = START − CENTER, d = TO − FROM (three numbers each), r is the sum of RADIUS and
 * GROWTH. As differences, because each is exact in what was given and rounds when computed. A ray or segment is read into the first six,
 * a sphere into the four from CENTER on.
 */
export const START = 0;
export const TO = 3;
export const CENTER = 6;
export const RADIUS = 9;
export const FROM = 10;
export const GROWTH = 13;

/** What `meetsBall` says. */
export const NEVER = 0;
export const AT_START = 1;
export const LATER = 2;

/**
 * When a path meets the ball: NEVER, AT_START or LATER. It ends at t = 1 if `bounded`. For LATER, out[0] is the time, and of a path that
 * ends out[1] is a lower bound of it that holds despite rounding.
 */
export function meetsBall(path: Float64Array, bounded: boolean, out: Float64Array): number {
  const ex = path[0] - path[6];
  const ey = path[1] - path[7];
  const ez = path[2] - path[8];
  const r = path[9] + path[13];
  const rr = r * r;
  const ee = ex * ex + ey * ey + ez * ez;
  const outside = ee - rr;
  const startError = PRODUCTS_ROUNDING * (ee + rr);
  if (!(outside > startError) && (outside < -startError || exactOutside(path, false) <= 0)) return AT_START;

  const dx = path[3] - path[10];
  const dy = path[4] - path[11];
  const dz = path[5] - path[12];
  const mx = ex * dx;
  const my = ey * dy;
  const mz = ez * dz;
  const nearing = -(mx + my + mz);
  const nearingError = PRODUCTS_ROUNDING * (Math.abs(mx) + Math.abs(my) + Math.abs(mz));
  if (!(nearing > nearingError) && (nearing < -nearingError || exactNearing(path, false) >= 0)) return NEVER;

  const dd = dx * dx + dy * dy + dz * dz;
  const cx = ey * dz - ez * dy;
  const cy = ez * dx - ex * dz;
  const cz = ex * dy - ey * dx;
  let inside = rr * dd - (cx * cx + cy * cy + cz * cz);
  // With absolute values inside, the squares of the product add up to no more than 2·e²d².
  const insideError = SQUARED_CROSS_ROUNDING * dd * (rr + 2 * ee);
  // Where the path grazes the ball, or leads to its centre and that is all of it, rounding would leave nothing of the root below.
  const grazes = Math.abs(inside) <= insideError;
  if (!bounded) {
    if (inside < -insideError || (grazes && exactInside(path, out) < 0)) return NEVER;
    if (grazes) inside = out[0];
    out[0] = Math.max(outside, 0) / (Math.max(nearing, nearingError) + Math.sqrt(Math.max(inside, 0)));
    return LATER;
  }
  let isRounded = true;
  const still = nearing - dd;
  const stillError = nearingError + PRODUCTS_ROUNDING * dd;
  if (still > stillError || (!(still < -stillError) && exactNearing(path, true) < 0)) {
    const fx = ex + dx;
    const fy = ey + dy;
    const fz = ez + dz;
    const over = fx * fx + fy * fy + fz * fz - rr;
    // (|e| + |d|)² is no more than 2·(e² + d²).
    const error = PRODUCTS_ROUNDING * (2 * (ee + dd) + rr);
    if (over > error || (!(over < -error) && exactOutside(path, true) > 0)) return NEVER;
  } else if (inside < -insideError || (grazes && exactInside(path, out) < 0)) return NEVER;
  else if (grazes) {
    inside = out[0];
    isRounded = false;
  }
  // The lower bound is worth the tighter error.
  const ax = Math.abs(ey * dz) + Math.abs(ez * dy);
  const ay = Math.abs(ez * dx) + Math.abs(ex * dz);
  const az = Math.abs(ex * dy) + Math.abs(ey * dx);
  const tight = SQUARED_CROSS_ROUNDING * (isRounded ? rr * dd + (ax * ax + ay * ay + az * az) : inside);
  const steepest = Math.max(nearing, 0) + nearingError + Math.sqrt(Math.max(inside, 0) + tight);
  const earliest = (Math.max(outside - startError, 0) / steepest) * (1 - PRODUCTS_ROUNDING);
  out[0] = Math.min(1, Math.max(outside, 0) / (Math.max(nearing, nearingError) + Math.sqrt(Math.max(inside, 0))));
  out[1] = Math.min(1, earliest);
  return LATER;
}

// Exact signs. Numbers in brackets are how many terms an expansion takes at most.
const e: readonly Expansion[] = /* #__PURE__ */ expansions(3, 4);
const d: readonly Expansion[] = /* #__PURE__ */ expansions(3, 2);
const radius: Expansion = /* #__PURE__ */ expansion(2);
const radiusSq: Expansion = /* #__PURE__ */ expansion(8);
const lengthSq: Expansion = /* #__PURE__ */ expansion(24);
const component: Expansion = /* #__PURE__ */ expansion(16);
const sum: Expansion = /* #__PURE__ */ expansion(3 * 2 * 16 * 16 + 2 * 8 * 24);

/** e, or e + d at the end, d and r without rounding. */
function prepare(path: Float64Array, end: boolean): void {
  for (let i = 0; i < 3; i++) {
    difference(d[i], path, TO + i, path, FROM + i);
    difference(e[i], path, START + i, path, CENTER + i);
    if (end) add(add(e[i], path, TO + i, 1), path, FROM + i, -1);
  }
  radius[0] = 0;
  add(add(radius, path, RADIUS, 1), path, GROWTH, 1);
  sum[0] = 0;
}

/** The sign of |e|² − r², or |e + d|² − r² at the end. */
function exactOutside(path: Float64Array, end: boolean): number {
  prepare(path, end);
  for (let i = 0; i < 3; i++) addProduct(sum, e[i], e[i], 1);
  return signOf(addProduct(sum, radius, radius, -1));
}

/** The sign of e·d, or (e + d)·d at the end. */
function exactNearing(path: Float64Array, end: boolean): number {
  prepare(path, end);
  for (let i = 0; i < 3; i++) addProduct(sum, e[i], d[i], 1);
  return signOf(sum);
}

/** The sign of r²d² − |e × d|², and that number to out[0]. */
function exactInside(path: Float64Array, out: Float64Array): number {
  prepare(path, false);
  lengthSq[0] = 0;
  for (let i = 0; i < 3; i++) {
    const k = i === 2 ? 0 : i + 1;
    const l = i === 0 ? 2 : i - 1;
    addProduct(lengthSq, d[i], d[i], 1);
    component[0] = 0;
    addProduct(component, e[k], d[l], 1);
    addProduct(component, e[l], d[k], -1);
    addProduct(sum, component, component, -1);
  }
  radiusSq[0] = 0;
  addProduct(radiusSq, radius, radius, 1);
  round(addProduct(sum, radiusSq, lengthSq, 1), out, 0);
  return signOf(sum);
}
