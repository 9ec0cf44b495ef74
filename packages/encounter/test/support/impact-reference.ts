/**
 * Impacts of moving vertices in exact arithmetic: the judge of `impactPointTriangle` and `impactSegmentSegment`.
 *
 * Coordinates become integers (all doubles times one power of two). The time of an impact is a root of a polynomial with integer
 * coefficients, kept as that polynomial and an interval in which it has this root alone; the sign of another polynomial there is
 * found by halving the interval, or is zero by their greatest common divisor. Nothing here rounds, and nothing is shared with the
 * code that is tested: containment is decided by polynomials of degree 4 where that has components of degree 2, and facets without
 * area by their corners one by one.
 */

/** Four vertices at t = 0, then at t = 1: point, a, b, c; or the ends of two segments. */
export interface ImpactQuery {
  readonly kind: 'triangle' | 'segments';
  readonly v: readonly number[];
}

/** Coefficients, the constant one first. No trailing zeros; zero is empty. */
type Poly = readonly bigint[];
type PolyVec = readonly [Poly, Poly, Poly];

/** A root in the open interval (at, at + 1) / 2^bits, or `at` / 2^bits itself. */
interface Root {
  readonly poly: Poly;
  at: bigint;
  bits: number;
  exact: boolean;
}

const view = new DataView(new ArrayBuffer(8));

/** A double as integer × 2^exponent. */
function parts(x: number): { n: bigint; e: number } {
  view.setFloat64(0, x);
  const word = view.getBigUint64(0);
  const exponent = Number((word >> 52n) & 0x7ffn);
  const fraction = word & 0xfffffffffffffn;
  const n = exponent === 0 ? fraction : fraction | 0x10000000000000n;
  return { n: word >> 63n ? -n : n, e: (exponent || 1) - 1075 };
}

/** Doubles as integers, all times one power of two. */
function integers(values: readonly number[]): bigint[] {
  const list = values.map(parts).map(({ n, e }) => {
    let m = n;
    let k = e;
    while (m !== 0n && (m & 1n) === 0n) {
      m >>= 1n;
      k++;
    }
    return { m, k };
  });
  const least = Math.min(...list.filter(({ m }) => m !== 0n).map(({ k }) => k), 0);
  return list.map(({ m, k }) => (m === 0n ? 0n : m << BigInt(k - least)));
}

function trim(p: bigint[]): Poly {
  while (p.length > 0 && p[p.length - 1] === 0n) p.pop();
  return p;
}

function plus(a: Poly, b: Poly, factor = 1n): Poly {
  const out: bigint[] = [];
  for (let i = 0; i < Math.max(a.length, b.length); i++) out.push((a[i] ?? 0n) + factor * (b[i] ?? 0n));
  return trim(out);
}

function times(a: Poly, b: Poly): Poly {
  if (a.length === 0 || b.length === 0) return [];
  const out = new Array<bigint>(a.length + b.length - 1).fill(0n);
  for (let i = 0; i < a.length; i++) for (let j = 0; j < b.length; j++) out[i + j] += a[i] * b[j];
  return trim(out);
}

function minusVec(a: PolyVec, b: PolyVec): PolyVec {
  return [plus(a[0], b[0], -1n), plus(a[1], b[1], -1n), plus(a[2], b[2], -1n)];
}

function dot(a: PolyVec, b: PolyVec): Poly {
  return plus(plus(times(a[0], b[0]), times(a[1], b[1])), times(a[2], b[2]));
}

function cross(a: PolyVec, b: PolyVec): PolyVec {
  const component = (i: number, j: number) => plus(times(a[i], b[j]), times(a[j], b[i]), -1n);
  return [component(1, 2), component(2, 0), component(0, 1)];
}

/** p(n / 2^bits) · 2^(bits·degree). */
function valueAt(p: Poly, n: bigint, bits: number): bigint {
  let value = 0n;
  for (let i = p.length - 1, shift = 0n; i >= 0; i--, shift += BigInt(bits)) value = value * n + (p[i] << shift);
  return value;
}

function sign(x: bigint): number {
  return x > 0n ? 1 : x < 0n ? -1 : 0;
}

/** How often the coefficients of (1 + x)^n · p((at + 1/(1 + x)) / 2^bits) change sign: no fewer than roots in the open interval. */
function variations(p: Poly, at: bigint, bits: number): number {
  const n = p.length - 1;
  // p((at + x) / 2^bits), reversed, then shifted by 1.
  const q: bigint[] = p.map((c, i) => c << BigInt(bits * (n - i)));
  shift(q, at);
  q.reverse();
  shift(q, 1n);
  let changes = 0;
  let last = 0;
  for (const c of q) {
    const s = sign(c);
    if (s === 0) continue;
    if (s === -last) changes++;
    last = s;
  }
  return changes;
}

/** p(x + by) in place. */
function shift(p: bigint[], by: bigint): void {
  if (by === 0n) return;
  for (let i = 0; i < p.length; i++) for (let j = p.length - 2; j >= i; j--) p[j] += by * p[j + 1];
}

function content(p: Poly): bigint {
  let g = 0n;
  for (const c of p) {
    let a = c < 0n ? -c : c;
    while (a !== 0n) [g, a] = [a, g % a];
  }
  return g;
}

function primitive(p: Poly): Poly {
  const g = content(p);
  return g > 1n ? p.map((c) => c / g) : p;
}

/** Remainder of a by b, times some integer. */
function remainder(a: Poly, b: Poly): Poly {
  let r = a.slice();
  while (r.length >= b.length) {
    const lead = r[r.length - 1];
    const at = r.length - b.length;
    r = r.map((c, i) => c * b[b.length - 1] - (i >= at ? lead * b[i - at] : 0n));
    trim(r);
  }
  return r;
}

function greatestDivisor(a: Poly, b: Poly): Poly {
  let x = primitive(a);
  let y = primitive(b);
  while (y.length > 0) [x, y] = [y, primitive(remainder(x, y))];
  return x;
}

/** a / b, which leaves no remainder, times some rational number. */
function quotient(a: Poly, b: Poly): Poly {
  const r = a.map((c) => c * b[b.length - 1] ** BigInt(a.length));
  const out = new Array<bigint>(a.length - b.length + 1).fill(0n);
  for (let i = out.length - 1; i >= 0; i--) {
    out[i] = r[i + b.length - 1] / b[b.length - 1];
    for (let j = 0; j < b.length; j++) r[i + j] -= out[i] * b[j];
  }
  return primitive(trim(out));
}

/** All roots in [0, 1], which are few, in order. */
function rootsOf(p: Poly): Root[] {
  if (p.length < 2 || (valueAt(p, 0n, 0) !== 0n && valueAt(p, 1n, 0) !== 0n && variations(p, 0n, 0) === 0)) return [];
  const derivative = trim(p.map((c, i) => c * BigInt(i)).slice(1));
  const common = greatestDivisor(p, derivative);
  const poly = common.length > 1 ? quotient(p, common) : primitive(p);
  const out: Root[] = [];
  const visit = (at: bigint, bits: number): void => {
    const count = variations(poly, at, bits);
    if (count === 0) return;
    const ends = sign(valueAt(poly, at, bits)) * sign(valueAt(poly, at + 1n, bits));
    if (count === 1 && ends < 0) {
      out.push({ poly, at, bits, exact: false });
      return;
    }
    visit(2n * at, bits + 1);
    if (valueAt(poly, 2n * at + 1n, bits + 1) === 0n) out.push({ poly, at: 2n * at + 1n, bits: bits + 1, exact: true });
    visit(2n * at + 1n, bits + 1);
  };
  if (valueAt(poly, 0n, 0) === 0n) out.push({ poly, at: 0n, bits: 0, exact: true });
  visit(0n, 0);
  if (valueAt(poly, 1n, 0) === 0n) out.push({ poly, at: 1n, bits: 0, exact: true });
  return out;
}

function refine(root: Root): void {
  const middle = 2n * root.at + 1n;
  const s = sign(valueAt(root.poly, middle, root.bits + 1));
  if (s === 0) root.exact = true;
  root.at = s === 0 || s === sign(valueAt(root.poly, root.at, root.bits)) ? middle : 2n * root.at;
  root.bits++;
}

/** The sign of q at a root, exactly. */
function signAt(q: Poly, root: Root): number {
  if (q.length === 0) return 0;
  for (let steps = 0; ; steps++) {
    if (root.exact) return sign(valueAt(q, root.at, root.bits));
    const low = sign(valueAt(q, root.at, root.bits));
    if (low !== 0 && low === sign(valueAt(q, root.at + 1n, root.bits)) && variations(q, root.at, root.bits) === 0)
      return low;
    if (steps === 40) {
      const common = greatestDivisor(q, root.poly);
      if (common.length > 1) {
        const ends = sign(valueAt(common, root.at, root.bits)) * sign(valueAt(common, root.at + 1n, root.bits));
        if (ends < 0) return 0;
      }
    }
    refine(root);
  }
}

function approximate(root: Root): number {
  while (!root.exact && root.bits < 80) refine(root);
  return Number((root.at << 100n) >> BigInt(root.bits)) / 2 ** 100;
}

export interface Impact {
  readonly root: Root;
  /** Rounded. */
  readonly t: number;
}

/** A query with all its polynomials, and what can be asked of it. */
export class ExactImpact {
  readonly #corners: PolyVec[];
  readonly #normal: PolyVec;
  readonly #cubic: Poly;
  /** Not negative where the origin's foot is inside. */
  readonly #sides: Poly[];
  readonly #loop: readonly (readonly [number, number])[];
  readonly #extent: bigint;

  constructor({ kind, v }: ImpactQuery) {
    const n = integers(v);
    const vertex = (i: number): PolyVec => {
      const component = (k: number) => trim([n[3 * i + k], n[12 + 3 * i + k] - n[3 * i + k]]);
      return [component(0), component(1), component(2)];
    };
    let extent = 0n;
    for (let k = 0; k < 3; k++)
      for (let i = k; i < 24; i += 3) for (let j = k; j < 24; j += 3) if (n[i] - n[j] > extent) extent = n[i] - n[j];
    this.#extent = extent;
    const [a, b, c, d] = [vertex(0), vertex(1), vertex(2), vertex(3)];
    // Corners in order around the facet, as seen from the point; or the differences of the ends.
    this.#corners =
      kind === 'triangle'
        ? [minusVec(b, a), minusVec(c, a), minusVec(d, a)]
        : [minusVec(a, c), minusVec(b, c), minusVec(b, d), minusVec(a, d)];
    const q = this.#corners;
    this.#normal = cross(minusVec(q[1], q[0]), minusVec(q[q.length - 1], q[0]));
    this.#cubic = dot(q[0], this.#normal);
    this.#loop = q.map((_, i) => [i, (i + 1) % q.length] as const);
    this.#sides = this.#loop.map(([i, j]) => dot(cross(q[i], q[j]), this.#normal));
  }

  /** The first impact, or null. */
  first(): Impact | null {
    const zero: Root = { poly: [0n, 1n], at: 0n, bits: 0, exact: true };
    let candidates = [zero];
    if (this.#cubic.length > 0) candidates = rootsOf(this.#cubic);
    else {
      // Whether there is contact changes only where one of these does.
      const q = this.#corners;
      for (const p of [...this.#normal, ...this.#sides]) candidates.push(...rootsOf(p));
      for (let i = 0; i < q.length; i++)
        for (let j = i; j < q.length; j++)
          for (const p of [...cross(q[i], q[j]), dot(q[i], q[j])]) candidates.push(...rootsOf(p));
    }
    let best: Impact | null = null;
    for (const root of candidates) {
      const t = approximate(root);
      if ((best === null || t < best.t) && this.#meetsAt(root)) best = { root, t };
    }
    return best;
  }

  /** Whether there is contact at a root, at which all is coplanar. */
  #meetsAt(root: Root): boolean {
    if (this.#normal.some((p) => signAt(p, root) !== 0)) return this.#sides.every((p) => signAt(p, root) >= 0);
    const q = this.#corners;
    for (let i = 0; i < q.length; i++)
      for (let j = i; j < q.length; j++)
        if (signAt(dot(q[i], q[j]), root) <= 0 && cross(q[i], q[j]).every((p) => signAt(p, root) === 0)) return true;
    return false;
  }

  /** The distance at a time, relative to the longest side of the box around all vertices; squared and divided exactly, then rounded. */
  distanceAt(t: number): number {
    const { n: above, e } = parts(t);
    const bits = e < 0 ? -e : 0;
    const n = e > 0 ? above << BigInt(e) : above;
    const q = this.#corners.map((corner) => corner.map((p) => ((p[0] ?? 0n) << BigInt(bits)) + (p[1] ?? 0n) * n));
    const inner = (a: readonly bigint[], b: readonly bigint[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const less = (a: readonly bigint[], b: readonly bigint[]) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    const outer = (a: readonly bigint[], b: readonly bigint[]) => [
      a[1] * b[2] - a[2] * b[1],
      a[2] * b[0] - a[0] * b[2],
      a[0] * b[1] - a[1] * b[0],
    ];
    const unit = (this.#extent << BigInt(bits)) ** 2n || 1n;
    // Squares are below 2^1000 here: as doubles they would overflow, so their ratio is taken first.
    const ratio = (a: bigint, b: bigint) => Math.sqrt(Number((a << 400n) / (b * unit))) / 2 ** 200;
    let least = Infinity;
    for (const [i, j] of this.#loop) {
      const side = less(q[j], q[i]);
      const along = -inner(q[i], side);
      const square = inner(side, side);
      if (along <= 0n) least = Math.min(least, ratio(inner(q[i], q[i]), 1n));
      else if (along >= square) least = Math.min(least, ratio(inner(q[j], q[j]), 1n));
      else {
        const area = outer(q[i], q[j]);
        least = Math.min(least, ratio(inner(area, area), square));
      }
    }
    const normal = outer(less(q[1], q[0]), less(q[q.length - 1], q[0]));
    const nn = inner(normal, normal);
    if (nn > 0n && this.#loop.every(([i, j]) => inner(outer(q[i], q[j]), normal) >= 0n)) {
      const height = inner(q[0], normal);
      least = Math.min(least, ratio(height * height, nn));
    }
    return least;
  }

  /** Whether a time is later than an impact, exactly. */
  isLate(t: number, { root }: Impact): boolean {
    const { n, e } = parts(t);
    const bits = e < 0 ? -e : 0;
    const at = e > 0 ? n << BigInt(e) : n;
    // root.at / 2^root.bits against at / 2^bits
    const low = (root.at << BigInt(bits)) - (at << BigInt(root.bits));
    if (root.exact) return low < 0n;
    if (low >= 0n) return false;
    if (low + (1n << BigInt(bits)) <= 0n) return true;
    const s = sign(valueAt(root.poly, at, bits));
    return s !== 0 && s !== sign(valueAt(root.poly, root.at, root.bits));
  }
}
