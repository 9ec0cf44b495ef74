/**
 * The first impact where plain doubles do not tell: grazing, sliding, coplanar motion, needles, no motion at all. The notation and the
 * proof are those of `impact-vertices.ts`; only the arithmetic differs. The polynomials are computed from the exact differences of
 * vertices in pairs of doubles, hi + lo, of about 104 bits (T. J. Dekker, "A Floating-Point Technique for Extending the Available
 * Precision", 1971), and time is halved until each part is free or has the impact:
 *
 *   1. if a coordinate, the cubic or a pair of areas proves a part free, it is done;
 *   2. if at the start t of a part the distance is within tolerance, t is the answer, as all before t is free;
 *   3. if the part is so short that nothing moves a fourth of the tolerance in it, it is free, as the distance at its start is larger;
 *   4. else its halves follow, the earlier one first.
 *
 * Why this ends soon. A Bernstein form of degree n has no change of signs on a part unless one of the n complex roots lies in the
 * disc around it (the theorem of Obreshkoff and Vincent), so that each polynomial leaves at most 2n parts of one length undecided.
 * If the cubic is not zero throughout, only the parts at its own 3 roots are left. If it is, the motion is coplanar, and at a distance
 * the areas have unequal signs but near their roots. If these are zero, too, all is on one line through the origin, and the coordinates
 * tell. Rounding changes that only for facets narrower than the tolerance. Where all shrinks, as in vertices that come together in one
 * point, polynomials shrink faster than distances; so they are computed anew from positions at the ends of the part, and their errors
 * shrink, too. Among 8 million contrived queries none took more than 174 parts.
 */
import {
  IMPACT_MAX_PARTS,
  IMPACT_PAIR_POSITION,
  IMPACT_PAIR_ROUNDING,
  IMPACT_POSITION_ROUNDING,
  IMPACT_SHRUNK,
  IMPACT_SMALL,
  IMPACT_TOUCH,
  IMPACT_UNDERFLOW,
} from '../tolerances.ts';
import { lowProduct } from './exact.ts';
import { nearestInFacet, TRIANGLE } from './facet.ts';

/** Doubles of a part: three coefficients of three components of up to four areas, and four of the cubic, two doubles each. */
const PART = 80;
const CUBIC = 72;
/** A part is at least 2^-53 long, so as many may wait, and one more. */
const MAX_WAITING = 54;

/** The parts that wait, the last one being the earliest. */
const s: Float64Array = /* #__PURE__ */ new Float64Array(PART * MAX_WAITING);
/** Start and length of these parts; errors of areas and cubic; and the size, cubed, for which these hold. */
const facts: Float64Array = /* #__PURE__ */ new Float64Array(5 * MAX_WAITING);
/** Pairs: r, e, g at t = 0 and t = 1, exactly; the same at the start and end of a part; two weights; the normal, quadratic in time. */
const d: Float64Array = /* #__PURE__ */ new Float64Array(36 + 36 + 4 + 54);
const LOCAL = 36;
const WEIGHT = 72;
const NORMAL = 76;
/** r, e and g rounded, at t = 0 and t = 1; then at the start and end of a part. */
const ends: Float64Array = /* #__PURE__ */ new Float64Array(18);
const w: Float64Array = /* #__PURE__ */ new Float64Array(9);
const later: Float64Array = /* #__PURE__ */ new Float64Array(9);
const nearest: Float64Array = /* #__PURE__ */ new Float64Array(4);
/** Start and end of a part; then the largest coordinate, and the error of coordinates. */
const scalars: Float64Array = /* #__PURE__ */ new Float64Array(4);
const END = 1;
const SIZE = 2;
const POSITION_ERROR = 3;

/** A power of two. */
const ENLARGE = 2 ** 128;

/** Which vertices r, e and g are the differences of: for a point, a, b and c; and for the ends of two segments. */
const IN_TRIANGLE = [0, 1, 2, 1, 3, 1];
const IN_SEGMENTS = [2, 0, 1, 0, 2, 3];

/**
 * Whether there is an impact after time[0], before which none is; its time in time[0]. v holds four vertices at t = 0, then at
 * t = 1.
 */
export function searchImpact(v: Float64Array, sides: number, time: Float64Array): boolean {
  const free = time[0];
  readDifferences(v, sides);
  const size = scalars[SIZE];
  // Nothing but one point.
  if (size === 0) {
    time[0] = 0;
    return true;
  }
  // An upper bound of how fast any point of the facet moves.
  let speed = 0;
  for (let k = 0; k < 9; k++) speed += Math.abs(ends[k + 9] - ends[k]);
  scalars[POSITION_ERROR] = IMPACT_POSITION_ROUNDING * size;
  const touch = IMPACT_TOUCH * size;

  facts[0] = 0;
  facts[1] = 1;
  facts[4] = Infinity;
  let top = 0;
  for (let parts = 0; top >= 0; parts++) {
    const start = facts[5 * top];
    const length = facts[5 * top + 1];
    const part = PART * top;
    scalars[0] = start;
    scalars[END] = start + length;
    placeFacet(ends, scalars, 0, w);
    placeFacet(ends, scalars, END, later);
    if (start + length <= free || coordinatesDiffer(sides)) {
      top--;
      continue;
    }
    setUp(top, sides);
    if (hasOneSign(part + CUBIC, 4, 5 * top + 2) !== 0 || areasDiffer(part, sides, 5 * top + 3)) {
      top--;
      continue;
    }
    const isShort = 4 * length * speed <= touch;
    if (start >= free || isShort) {
      nearestInFacet(w, sides, nearest);
      if (nearest[3] <= touch || parts > IMPACT_MAX_PARTS) {
        time[0] = start;
        return true;
      }
      if (isShort) {
        top--;
        continue;
      }
    }
    for (let i = part; i < part + 18 * sides; i += 6) halve(i, 3);
    halve(part + CUBIC, 4);
    // The later half stays where it is.
    const at = 5 * top;
    facts[at] = start + length / 2;
    facts[at + 1] = length / 2;
    facts[at + 5] = start;
    facts[at + 6] = length / 2;
    for (let i = at + 2; i < at + 5; i++) facts[i + 5] = facts[i];
    top++;
  }
  return false;
}

/** r, e and g at time times[at], from those at t = 0 and t = 1 in m. Each component is off by 4 units of rounding, at most. */
export function placeFacet(m: Float64Array, times: Float64Array, at: number, out: Float64Array): void {
  const t = times[at];
  const s = 1 - t;
  for (let k = 0; k < 9; k++) out[k] = s * m[k] + t * m[k + 9];
}

/**
 * The differences as pairs that are exact, and rounded; and the largest. Small ones are scaled by a power of two, as products of
 * three must not underflow.
 */
function readDifferences(v: Float64Array, sides: number): void {
  const pairs = sides === TRIANGLE ? IN_TRIANGLE : IN_SEGMENTS;
  let size = 0;
  for (let i = 0; i < 18; i++) {
    const j = i % 9;
    const at = (i < 9 ? 0 : 12) + (j % 3);
    const pair = 2 * Math.floor(j / 3);
    const a = v[at + 3 * pairs[pair]];
    const b = v[at + 3 * pairs[pair + 1]];
    const hi = a - b;
    const bb = a - hi;
    d[2 * i] = hi;
    d[2 * i + 1] = a - (hi + bb) + (bb - b);
    size = Math.max(size, Math.abs(hi));
  }
  for (; size > 0 && size < IMPACT_SMALL; size *= ENLARGE) for (let i = 0; i < 36; i++) d[i] *= ENLARGE;
  for (let i = 0; i < 18; i++) ends[i] = d[2 * i];
  scalars[SIZE] = size;
}

/**
 * Computes the polynomials of a part, unless halving those of an earlier one gave them with errors that fit its size: errors are
 * relative to the largest r, e and g of the part that was computed, and while all of these shrink, so do the polynomials.
 */
function setUp(top: number, sides: number): void {
  const at = 5 * top;
  let r = 0;
  let e = 0;
  let g = 0;
  for (let k = 0; k < 3; k++) {
    r = Math.max(r, Math.abs(w[k]), Math.abs(later[k]));
    e = Math.max(e, Math.abs(w[k + 3]), Math.abs(later[k + 3]));
    g = Math.max(g, Math.abs(w[k + 6]), Math.abs(later[k + 6]));
  }
  r += scalars[POSITION_ERROR];
  e += scalars[POSITION_ERROR];
  g += scalars[POSITION_ERROR];
  if (facts[at + 4] < IMPACT_SHRUNK * (r * e * g)) return;
  const position = IMPACT_PAIR_POSITION * scalars[SIZE];
  facts[at + 2] = 18 * (IMPACT_PAIR_ROUNDING * r * e * g + position * (e * g + r * g + r * e)) + IMPACT_UNDERFLOW;
  facts[at + 3] = IMPACT_PAIR_ROUNDING * (r * e + r * g + e * g) + 4 * position * (r + e + g) + IMPACT_UNDERFLOW;
  facts[at + 4] = r * e * g;

  const part = PART * top;
  s.fill(0, part, part + PART);
  d.fill(0, LOCAL);
  place(0, LOCAL);
  place(END, LOCAL + 18);
  cross(6, 12, d, NORMAL);
  // The areas of u and v, and of what is left to 1.
  cross(0, 12, s, part);
  cross(6, 0, s, part + 18);
  for (let i = 0; i < 18; i += 2) {
    const rest = part + 36 + i;
    add(d, NORMAL + i, 1, s, rest);
    add(s, part + i, -1, s, rest);
    if (sides === TRIANGLE) add(s, part + 18 + i, -1, s, rest);
    else {
      add(d, NORMAL + i, 1, s, rest + 18);
      add(s, part + 18 + i, -1, s, rest + 18);
    }
  }
  // Three times the cubic, so that nothing is divided by 3.
  const cubic = part + CUBIC;
  for (let k = 0; k < 3; k++) {
    const n = NORMAL + 6 * k;
    const r0 = LOCAL + 2 * k;
    const r1 = r0 + 18;
    addProduct(r0, n, 3, s, cubic);
    addProduct(r1, n, 1, s, cubic + 2);
    addProduct(r0, n + 2, 2, s, cubic + 2);
    addProduct(r1, n + 2, 2, s, cubic + 4);
    addProduct(r0, n + 4, 1, s, cubic + 4);
    addProduct(r1, n + 4, 3, s, cubic + 6);
  }
}

/** r, e and g as pairs at d[to], at the start or end of a part. These are multiples of 2^-53, so that 1 − t is exact. */
function place(at: number, to: number): void {
  const t = scalars[at];
  d[WEIGHT] = 1 - t;
  d[WEIGHT + 2] = t;
  for (let i = 0; i < 18; i += 2) {
    addProduct(WEIGHT, i, 1, d, to + i);
    addProduct(WEIGHT + 2, i + 18, 1, d, to + i);
  }
}

/** Bernstein coefficients of the product of two of r, e and g, at x and y behind LOCAL, which move; `out` is zero before. */
function cross(x: number, y: number, out: Float64Array, to: number): void {
  for (let k = 0; k < 3; k++) {
    const i = LOCAL + 2 * ((k + 1) % 3);
    const j = LOCAL + 2 * ((k + 2) % 3);
    const c = to + 6 * k;
    addProduct(x + i, y + j, 1, out, c);
    addProduct(x + j, y + i, -1, out, c);
    addProduct(x + i, y + 18 + j, 1, out, c + 2);
    addProduct(x + j, y + 18 + i, -1, out, c + 2);
    addProduct(x + 18 + i, y + j, 1, out, c + 2);
    addProduct(x + 18 + j, y + i, -1, out, c + 2);
    out[c + 2] *= 0.5;
    out[c + 3] *= 0.5;
    addProduct(x + 18 + i, y + 18 + j, 1, out, c + 4);
    addProduct(x + 18 + j, y + 18 + i, -1, out, c + 4);
  }
}

/** Adds ± the pair at x[i] to the one at y[j]. */
function add(x: Float64Array, i: number, sign: number, y: Float64Array, j: number): void {
  const a = sign * x[i];
  const b = y[j];
  const hi = a + b;
  const bb = hi - a;
  const lo = a - (hi - bb) + (b - bb) + (sign * x[i + 1] + y[j + 1]);
  y[j] = hi + lo;
  y[j + 1] = lo - (y[j] - hi);
}

const product: Float64Array = /* #__PURE__ */ new Float64Array(2);

/** Adds the product of the pairs at d[i] and d[j] to the one at y[to], `times` times; −1 subtracts it. */
function addProduct(i: number, j: number, times: number, y: Float64Array, to: number): void {
  const a = d[i];
  const b = d[j];
  const p = a * b;
  const error = lowProduct(a, b, p) + (a * d[j + 1] + d[i + 1] * b);
  product[0] = p + error;
  product[1] = error - (product[0] - p);
  if (times < 0) add(product, 0, -1, y, to);
  for (let n = 0; n < times; n++) add(product, 0, 1, y, to);
}

/** Halves a Bernstein form of `count` coefficients: the later half stays, the earlier one goes to the next part. */
function halve(at: number, count: number): void {
  for (let level = 1; ; level++) {
    s[at + PART + 2 * level - 2] = s[at];
    s[at + PART + 2 * level - 1] = s[at + 1];
    if (level === count) return;
    for (let i = 0; i < count - level; i++) {
      const j = at + 2 * i;
      add(s, j + 2, 1, s, j);
      s[j] *= 0.5;
      s[j + 1] *= 0.5;
    }
  }
}

/** 1 or −1 if all coefficients are beyond the error, facts[limit], on one side, and 0 otherwise. */
function hasOneSign(at: number, count: number, limit: number): number {
  const error = facts[limit];
  let least = s[at];
  let most = least;
  for (let i = at + 2; i < at + 2 * count; i += 2) {
    least = Math.min(least, s[i]);
    most = Math.max(most, s[i]);
  }
  return least > error ? 1 : most < -error ? -1 : 0;
}

/** Whether two areas have opposite signs in some component. */
function areasDiffer(part: number, sides: number, limit: number): boolean {
  for (let k = 0; k < 3; k++) {
    let signs = 0;
    for (let side = 0; side < sides; side++) {
      const sign = hasOneSign(part + 18 * side + 6 * k, 3, limit);
      if (sign * signs < 0) return true;
      if (sign !== 0) signs = sign;
    }
  }
  return false;
}

/** Whether all corners of the facet are on one side of r, in some coordinate, at the start and at the end. */
function coordinatesDiffer(sides: number): boolean {
  const error = scalars[POSITION_ERROR];
  for (let k = 0; k < 3; k++) {
    const low = Math.min(lowest(w, k, sides), lowest(later, k, sides));
    const high = Math.max(highest(w, k, sides), highest(later, k, sides));
    if (low > error || high < -error) return true;
  }
  return false;
}

function lowest(p: Float64Array, k: number, sides: number): number {
  const e = Math.min(0, p[3 + k]);
  const g = Math.min(0, p[6 + k]);
  return (sides === TRIANGLE ? Math.min(e, g) : e + g) - p[k];
}

function highest(p: Float64Array, k: number, sides: number): number {
  const e = Math.max(0, p[3 + k]);
  const g = Math.max(0, p[6 + k]);
  return (sides === TRIANGLE ? Math.max(e, g) : e + g) - p[k];
}
