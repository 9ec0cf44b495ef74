/**
 * The first impact of a facet with the origin of its own frame, all vertices moving on straight lines: a point with a triangle, or two
 * segments. No impact is missed, and no time is late. See `facet.ts` for r, e, g, u and v.
 *
 *   n = e × g              the normal; a polynomial of degree 2 in t, as are the areas
 *   a_u = r × g            = u·n at an impact
 *   a_v = e × r            = v·n at an impact
 *   n − a_u − a_v          = (1 − u − v)·n at an impact with a triangle
 *   n − a_u, n − a_v       = (1 − u)·n and (1 − v)·n at an impact with a parallelogram
 *   f = r·n                the cubic
 *
 * An impact at t means r = u·e + v·g with u and v in the facet. Then
 *   (1) f(t) = 0, as r lies in the plane of e and g;
 *   (2) in no component k have two of the areas opposite signs: each is n_k times a number that is not negative;
 *   (3) in no coordinate are all corners of the facet on one side of r.
 * This holds for facets of zero area, too. Whatever breaks one of (1), (2), (3) on a span of time proves it free of impacts. That is the
 * whole proof: everything below only chooses spans. Signs on a span come from Bernstein coefficients, whose range contains that of the
 * polynomial, and count only beyond a bound of their rounding.
 *
 * Here, in plain doubles, spans are halved until f has one sign or is monotone. Where it is monotone, its root is enclosed in
 * (low, high): f has one sign at low, the other at high, both beyond rounding, so that the rest of the span is free. In between, (2)
 * decides; if it does not, and the facet is as near as the tolerance at `low`, then `low` is the answer, since all before it is free.
 * What is left, a few among thousands of random queries, goes to `impact-search.ts`.
 *
 * The conditions are those of X. Provot, "Collision and Self-Collision Handling in Cloth Model Dedicated to Design Garments", 1997; the
 * measure of what such a test has to stand is B. Wang, Z. Ferguson, T. Schneider, X. Jiang, M. Attene and D. Panozzo, "A Large-Scale
 * Benchmark and an Inclusion-Based Algorithm for Continuous Collision Detection", 2021. Their boxes of t × u × v need a tolerance of
 * about 1e-6 to end in time when things slide; signs of polynomials need none.
 */
import {
  IMPACT_AREA_ROUNDING,
  IMPACT_CUBIC_ROUNDING,
  IMPACT_SMALL,
  IMPACT_SPAN_ROUNDING,
  IMPACT_TOUCH,
  IMPACT_UNDERFLOW,
} from '../tolerances.ts';
import { nearestInFacet, TRIANGLE } from './facet.ts';
import { placeFacet, searchImpact } from './impact-search.ts';

/** Spans are halved this often. The error IMPACT_SPAN_ROUNDING counts on it. */
const MAX_HALVINGS = 8;
/** Steps towards a root. Newton's method takes 3 to 6. */
const MAX_STEPS = 40;
/** How often the distance of `low` and `high` from the root is doubled before the search is given over. */
const MAX_WIDENINGS = 3;

/** Bernstein coefficients of f on [0, 1]. */
const f: Float64Array = /* #__PURE__ */ new Float64Array(4);
/** Spans that wait, the last one being the earliest: coefficients, start, length, halvings. */
const spans: Float64Array = /* #__PURE__ */ new Float64Array(7 * (MAX_HALVINGS + 1));
/** `low` and `high`; and the error of a value of f. */
const between: Float64Array = /* #__PURE__ */ new Float64Array(3);
const w: Float64Array = /* #__PURE__ */ new Float64Array(9);
const most: Float64Array = /* #__PURE__ */ new Float64Array(9);
const nearest: Float64Array = /* #__PURE__ */ new Float64Array(4);

/**
 * Whether there is an impact; its time in time[0].
 * @param m r, e and g at t = 0, then at t = 1, each the rounded difference of two vertices
 * @param v the vertices, see `searchImpact`
 */
export function firstImpact(m: Float64Array, v: Float64Array, sides: number, time: Float64Array): boolean {
  for (let k = 0; k < 9; k++) most[k] = Math.max(Math.abs(m[k]), Math.abs(m[k + 9]));
  let size = 0;
  for (let k = 0; k < 9; k++) size = Math.max(size, most[k]);
  time[0] = 0;
  if (size < IMPACT_SMALL) return searchImpact(v, sides, time);

  setCubic(m);
  // The sum of the absolute products in any coefficient is at most this.
  const sum =
    most[0] * (most[4] * most[8] + most[5] * most[7]) +
    most[1] * (most[5] * most[6] + most[3] * most[8]) +
    most[2] * (most[3] * most[7] + most[4] * most[6]);
  const error = IMPACT_SPAN_ROUNDING * sum + IMPACT_UNDERFLOW;
  between[2] = IMPACT_CUBIC_ROUNDING * sum + IMPACT_UNDERFLOW;
  const touch = IMPACT_TOUCH * size;

  spans[0] = f[0];
  spans[1] = f[1];
  spans[2] = f[2];
  spans[3] = f[3];
  spans[4] = 0;
  spans[5] = 1;
  spans[6] = 0;
  for (let at = 0; at >= 0; ) {
    const b0 = spans[at];
    const b1 = spans[at + 1];
    const b2 = spans[at + 2];
    const b3 = spans[at + 3];
    const least = Math.min(b0, b1, b2, b3);
    const largest = Math.max(b0, b1, b2, b3);
    if (least > error || largest < -error) {
      at -= 7;
      continue;
    }
    const rises = b1 - b0 > 2 * error && b2 - b1 > 2 * error && b3 - b2 > 2 * error;
    const falls = b0 - b1 > 2 * error && b1 - b2 > 2 * error && b2 - b3 > 2 * error;
    if (rises || falls) {
      const enclosed = enclose(at, rises ? 1 : -1);
      time[0] = between[0];
      if (enclosed) {
        placeFacet(m, time, 0, w);
        if (areasDiffer(sides)) {
          at -= 7;
          continue;
        }
        nearestInFacet(w, sides, nearest);
        if (nearest[3] <= touch) return true;
      }
      return searchImpact(v, sides, time);
    }
    if (spans[at + 6] === MAX_HALVINGS) {
      time[0] = spans[at + 4];
      return searchImpact(v, sides, time);
    }
    at = halve(at);
  }
  return false;
}

function setCubic(m: Float64Array): void {
  let f0 = 0;
  let f1 = 0;
  let f2 = 0;
  let f3 = 0;
  for (let k = 0; k < 3; k++) {
    const i = k === 2 ? 3 : 4 + k;
    const j = k === 0 ? 5 : 2 + k;
    const r0 = m[k];
    const r1 = m[k + 9];
    const n0 = m[i] * m[j + 3] - m[j] * m[i + 3];
    const n1 = m[i] * m[j + 12] - m[j] * m[i + 12] + (m[i + 9] * m[j + 3] - m[j + 9] * m[i + 3]);
    const n2 = m[i + 9] * m[j + 12] - m[j + 9] * m[i + 12];
    f0 += r0 * n0;
    f1 += r1 * n0 + r0 * n1;
    f2 += r0 * n2 + r1 * n1;
    f3 += r1 * n2;
  }
  f[0] = f0;
  f[1] = f1 / 3;
  f[2] = f2 / 3;
  f[3] = f3;
}

/** Leaves the later half in its place and puts the earlier one on top; returns where that is. */
function halve(at: number): number {
  const next = at + 7;
  const length = spans[at + 5] / 2;
  const ab = (spans[at] + spans[at + 1]) / 2;
  const bc = (spans[at + 1] + spans[at + 2]) / 2;
  const cd = (spans[at + 2] + spans[at + 3]) / 2;
  const abc = (ab + bc) / 2;
  const bcd = (bc + cd) / 2;
  const middle = (abc + bcd) / 2;
  spans[next] = spans[at];
  spans[next + 1] = ab;
  spans[next + 2] = abc;
  spans[next + 3] = middle;
  spans[next + 4] = spans[at + 4];
  spans[at] = middle;
  spans[at + 1] = bcd;
  spans[at + 2] = cd;
  spans[at + 4] += length;
  spans[next + 5] = length;
  spans[at + 5] = length;
  spans[at + 6]++;
  spans[next + 6] = spans[at + 6];
  return next;
}

/** f(t), to IMPACT_CUBIC_ROUNDING, that of the coefficients included. */
function valueAt(t: number): number {
  const s = 1 - t;
  const ab = s * f[0] + t * f[1];
  const bc = s * f[1] + t * f[2];
  const cd = s * f[2] + t * f[3];
  return s * (s * ab + t * bc) + t * (s * bc + t * cd);
}

/** Three times this is the derivative. */
function slopeAt(t: number): number {
  const s = 1 - t;
  return s * (s * (f[1] - f[0]) + t * (f[2] - f[1])) + t * (s * (f[2] - f[1]) + t * (f[3] - f[2]));
}

/**
 * Encloses the root of f on a span where sign·f rises, in `between`. Ends of the span are taken where the root may lie beyond. False
 * where rounding does not let it be enclosed; then between[0] is the start of the span.
 */
function enclose(at: number, sign: number): boolean {
  const error = between[2];
  const start = spans[at + 4];
  const end = start + spans[at + 5];
  between[0] = start;
  between[1] = end;
  // Newton's method within a shrinking interval; what this finds need not be true, the signs below are.
  let low = start;
  let high = end;
  let root = start;
  let slope = 0;
  let value = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    value = sign * valueAt(root);
    slope = 3 * sign * slopeAt(root);
    if (Math.abs(value) <= error) break;
    if (value < 0) low = root;
    else high = root;
    root -= value / slope;
    if (!(root > low && root < high)) root = (low + high) / 2;
  }
  if (!(slope > 0)) return false;
  let wide = 1.25 * error;
  for (let i = 0; i < MAX_WIDENINGS; i++, wide *= 2) {
    const before = Math.max(start, Math.min(end, root - (value + wide) / slope));
    const after = Math.max(start, Math.min(end, root + (wide - value) / slope));
    const isBefore = before === start || sign * valueAt(before) < -error;
    const isAfter = after === end || sign * valueAt(after) > error;
    if (isBefore && isAfter) {
      between[0] = before;
      between[1] = after;
      return true;
    }
  }
  return false;
}

/** Whether (2) is broken from between[0] to between[1]; w holds r, e and g at between[0]. */
function areasDiffer(sides: number): boolean {
  // The rounding of a component, and how much it changes, are both proportional to the sum of its absolute products.
  const part = IMPACT_AREA_ROUNDING + 4 * (between[1] - between[0]);
  for (let k = 0; k < 3; k++) {
    const i = k === 2 ? 0 : k + 1;
    const j = k === 0 ? 2 : k - 1;
    const au = w[i] * w[j + 6] - w[j] * w[i + 6];
    const av = w[i + 3] * w[j] - w[j + 3] * w[i];
    const n = w[i + 3] * w[j + 6] - w[j + 3] * w[i + 6];
    const uError = part * (most[i] * most[j + 6] + most[j] * most[i + 6]) + IMPACT_UNDERFLOW;
    const vError = part * (most[i + 3] * most[j] + most[j + 3] * most[i]) + IMPACT_UNDERFLOW;
    const nError = part * (most[i + 3] * most[j + 6] + most[j + 3] * most[i + 6]) + IMPACT_UNDERFLOW;
    let low = Math.min(au + uError, av + vError);
    let high = Math.max(au - uError, av - vError);
    if (sides === TRIANGLE) {
      const rest = n - au - av;
      const restError = nError + uError + vError;
      low = Math.min(low, rest + restError);
      high = Math.max(high, rest - restError);
    } else {
      low = Math.min(low, n - au + (nError + uError), n - av + (nError + vError));
      high = Math.max(high, n - au - (nError + uError), n - av - (nError + vError));
    }
    if (low < 0 && high > 0) return true;
  }
  return false;
}
