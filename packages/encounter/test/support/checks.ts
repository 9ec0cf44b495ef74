/**
 * The contracts of a pair query as checks on one pair, shared by the property tests and the fuzzer. Each check calls
 * `fail(kind, detail)` for what is wrong and `worst(category, error)` for how near it came, relative to the pair's size.
 */

import { contradiction, falseCertificate, falseConvergence } from './certificates.ts';
import { knownDepth } from './depth-reference.ts';
import type { Judge } from './findings.ts';
import { type Collider, compose, type Item, type Library, matrixOf, moved, type Pair, shifted } from './generators.ts';
import { Difference, Solid } from './reference.ts';
import type { Rng } from './rng.ts';
import type { Vec } from './vectors.ts';
import { add, cross, dot, negated, norm, scaled, sub, vec } from './vectors.ts';

export type ItemJudge = Judge<Item>;

interface Signed {
  readonly distance: number;
  readonly normal: Vec;
  readonly pointA: Vec;
  readonly pointB: Vec;
  readonly converged: boolean;
  readonly error?: number;
}

function signed(lib: Library, a: Collider, b: Collider, options?: Parameters<Library['signedDistance']>[3]): Signed {
  const r = lib.signedDistance(a, b, undefined, options);
  return {
    distance: r.distance,
    normal: vec(r.normal),
    pointA: vec(r.pointA),
    pointB: vec(r.pointB),
    converged: r.converged,
    error: r.error,
  };
}

const finite = (v: Vec): boolean => Number.isFinite(v[0] + v[1] + v[2]);
const isUnit = (v: Vec): boolean => Math.abs(norm(v) - 1) <= 1e-12;
const same = (a: Vec, b: Vec): boolean => a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
const text = (x: unknown): string =>
  JSON.stringify(x, (_, v) => (typeof v === 'number' && !Number.isFinite(v) ? `${v}` : v));

function category(a: Item, b: Item, result: number): string {
  return `${a.curved || b.curved ? 'curved' : 'polytope'} ${result > 0 ? 'distance' : 'depth'}`;
}

/** One decision, the identities, unit normals, swapping, and −h(normal) = distance: cheap enough for every pair. */
export function checkQueries(judge: ItemJudge, pair: Pair): void {
  const { a, b } = pair;
  const { lib } = judge;
  const fail = (kind: string, detail: string) => judge.fail(kind, `${detail} (${pair.relation})`, a, b);
  const d = new Difference(a, b);
  const ca = a.collider;
  const cb = b.collider;
  let r: Signed;
  let closest: ReturnType<Library['closestPoints']>;
  let deep: ReturnType<Library['penetration']>;
  let common: ReturnType<Library['commonPoint']>;
  let meets: boolean;
  try {
    r = signed(lib, ca, cb);
    closest = lib.closestPoints(ca, cb);
    deep = lib.penetration(ca, cb);
    common = lib.commonPoint(ca, cb);
    meets = lib.intersects(ca, cb);
  } catch (error) {
    fail('throws', String(error));
    return;
  }

  // One decision, exactly.
  const votes = [meets, deep !== null, common !== null, r.distance <= 0, closest.distance === 0];
  if (new Set(votes).size > 1)
    fail('one decision', `intersects, penetration, commonPoint, signedDistance, closestPoints: ${votes}; ${text(r)}`);

  // Finite, unit, identities.
  if (!Number.isFinite(r.distance) || !finite(r.normal) || !finite(r.pointA) || !finite(r.pointB)) {
    fail('not finite', text(r));
    return;
  }
  if (!isUnit(r.normal)) fail('normal not unit', text(r));
  const slip = norm(sub(sub(r.pointB, r.pointA), scaled(r.normal, r.distance)));
  judge.worst('identity pointB = pointA + d·n', (slip - d.rounding) / d.size);
  if (slip > 1e-12 * d.size + d.rounding + 1e-15 * Math.abs(r.distance)) fail('identity', `off by ${slip}: ${text(r)}`);
  if (deep !== null) {
    const n = vec(deep.normal);
    const off = norm(sub(sub(vec(deep.pointA), vec(deep.pointB)), scaled(n, deep.depth)));
    if (!(deep.depth >= 0) || !isUnit(n)) fail('penetration', `depth ${deep.depth}, normal ${n}`);
    if (!(off <= 1e-12 * d.size + d.rounding)) fail('identity of penetration', `off by ${off}`);
    if (Math.abs(deep.depth + r.distance) > d.tolerance)
      fail('penetration is not -signedDistance', `${deep.depth} ${text(r)}`);
    if (Object.is(deep.depth, -0)) fail('penetration', 'depth is -0');
  }
  if (closest.distance === 0) {
    if (!same(vec(closest.normal), [0, 0, 0])) fail('closestPoints in overlap', `normal ${vec(closest.normal)}`);
    if (!same(vec(closest.pointA), vec(closest.pointB))) fail('closestPoints in overlap', 'pointA is not pointB');
  } else {
    const n = vec(closest.normal);
    const off = norm(sub(sub(vec(closest.pointB), vec(closest.pointA)), scaled(n, closest.distance)));
    if (!isUnit(n)) fail('closestPoints', `normal ${n}`);
    if (!(off <= 1e-12 * d.size + d.rounding + 1e-15 * closest.distance))
      fail('identity of closestPoints', `off by ${off}`);
    if (Math.abs(closest.distance - r.distance) > d.tolerance)
      fail('closestPoints is not signedDistance', text([closest.distance, r]));
  }

  // The plane across the normal proves the distance, or that this depth suffices.
  const plane = -d.h(r.normal);
  const gap = Math.abs(plane - r.distance);
  judge.worst(`${category(a, b, r.distance)}: -h(normal)`, (gap - d.rounding) / d.size);
  if (gap > d.tolerance + d.rounding + 1e-15 * Math.abs(r.distance))
    fail(
      r.distance > 0 ? 'distance not certified by normal' : 'depth not achieved by normal',
      `-h(normal) ${plane}, off by ${gap / d.size}·size: ${text(r)}`,
    );

  // The certificates agree with the plane, below which no signed distance is, and with each other.
  const certificate =
    falseCertificate(r.distance, r, { lower: plane - d.rounding, upper: Infinity }) ??
    falseConvergence(r, a.curved || b.curved ? 1e-8 : 1e-9, d.smaller, d.rounding, d.leastSmaller) ??
    (deep === null ? null : contradiction(-r.distance, r, deep.depth, deep, d.rounding)) ??
    (closest.distance === 0 ? null : contradiction(r.distance, r, closest.distance, closest, d.rounding));
  if (certificate !== null) fail('certificate', certificate);

  // A touching pair made to measure.
  if (pair.gap !== null && pair.gap >= 0) {
    const error = Math.abs(r.distance - pair.gap);
    const far = d.tolerance + 2 * d.rounding;
    if (r.distance > 0 || pair.gap > 0)
      judge.worst(`${category(a, b, 1)}: made to measure`, (error - 3 * d.rounding) / d.size);
    if (r.distance > 0 ? error > far : pair.gap > far)
      fail('gap made to measure', `asked ${pair.gap}, got ${r.distance}`);
  } else if (pair.gap !== null && -r.distance > -pair.gap + d.tolerance + 2 * d.rounding) {
    fail('gap made to measure', `at most ${-pair.gap} deep, got ${-r.distance}`);
  }

  checkSwap(judge, a, b, r, d);
}

/** Swapped: the same distance and, beyond rounding, the same decision; opposite normals where they are unique. */
function checkSwap(judge: ItemJudge, a: Item, b: Item, r: Signed, d: Difference): void {
  const s = signed(judge.lib, b.collider, a.collider);
  compare(judge, 'swap', a, b, r.distance, s.distance, d, d.accuracy, 2 * d.rounding);
  const certificate = contradiction(r.distance, r, s.distance, s, 2 * d.rounding);
  if (certificate !== null) judge.fail('swap: certificate', certificate, a, b);
  if (r.distance > 100 * d.tolerance && s.distance > 0) {
    // |v'|² ≤ d²(1 + ε)² bounds how far v' can be from the one nearest v.
    const bend = norm(add(r.normal, s.normal));
    const allowed = 4 * Math.sqrt((2 * d.tolerance) / r.distance);
    if (bend > allowed + 1e-9)
      judge.fail('swap: normal', `${r.normal} and ${s.normal} at distance ${r.distance}`, a, b);
  }
}

/** Two answers about the same pair: equal within twice the accuracy, and with the same sign beyond rounding. */
function compare(
  judge: ItemJudge,
  what: string,
  a: Item,
  b: Item,
  first: number,
  second: number,
  d: Difference,
  accuracy: number,
  rounding: number,
): void {
  const off = Math.abs(first - second);
  judge.worst(`${what} ${a.curved || b.curved ? 'curved' : 'polytope'}`, (off - rounding) / d.size);
  if (!(off <= 2 * accuracy + rounding + 1e-15 * Math.abs(first)))
    judge.fail(`${what}: distance`, `${first} and ${second}, off by ${off / d.size}·size`, a, b);
  if (first <= 0 === second <= 0) return;
  // Each may be off by the accuracy; what counts is how far from touching the pair is.
  const edge = 1e-12 * d.size + rounding;
  if (Math.max(Math.abs(first), Math.abs(second)) <= edge) return;
  const { lower } = d.separation();
  const deep = d.leastHeight([signed(judge.lib, a.collider, b.collider).normal]).h;
  if (lower > edge || deep > edge)
    judge.fail(`${what}: decision`, `${first} and ${second}; proven apart by ${lower}, at most ${deep} deep`, a, b);
}

/** Turned and moved together. */
export function checkRigid(judge: ItemJudge, a: Item, b: Item, rng: Rng): void {
  const d = new Difference(a, b);
  const m = matrixOf({ orientation: rng.quaternion(), position: rng.inBall(3 * d.size) });
  const a2 = moved(judge.lib, a, compose(m, a.collider.getMatrix()));
  const b2 = moved(judge.lib, b, compose(m, b.collider.getMatrix()));
  const rounding = 4 * Math.max(d.rounding, new Difference(a2, b2).rounding);
  const r = signed(judge.lib, a.collider, b.collider).distance;
  const s = signed(judge.lib, a2.collider, b2.collider).distance;
  compare(judge, 'rigid motion', a, b, r, s, d, d.accuracy, rounding);
}

/** Both scaled, positions and margins too. */
export function checkScale(judge: ItemJudge, a: Item, b: Item, factor: number): void {
  const d = new Difference(a, b);
  const grow = (item: Item): Item => {
    const m = item.collider.getMatrix().map((x) => x * factor);
    m[15] = 1;
    return moved(judge.lib, item, m, item.collider.margin * factor);
  };
  const r = signed(judge.lib, a.collider, b.collider).distance;
  const s = signed(judge.lib, grow(a).collider, grow(b).collider).distance / factor;
  compare(judge, `scale by ${factor}`, a, b, r, s, d, d.accuracy, 2 * d.rounding);
}

/** Moved by `far`: the input rounds to ulps of the offset, and the answer may too. */
export function checkFar(judge: ItemJudge, a: Item, b: Item, rng: Rng, far = 1e6): void {
  const d = new Difference(a, b);
  const v = rng.chance(0.5) ? ([far, 0, 0] as const) : scaled(rng.direction(), far);
  const a2 = shifted(judge.lib, a, v);
  const b2 = shifted(judge.lib, b, v);
  const r = signed(judge.lib, a.collider, b.collider).distance;
  const s = signed(judge.lib, a2.collider, b2.collider).distance;
  const rounding = 5e-16 * far + 2 * d.rounding;
  compare(judge, `moved by ${far}`, a, b, r, s, d, d.accuracy, rounding);
}

/** The expensive certificates: witness points in their shapes, nothing better than the depth, common points common. */
export function checkCertificate(judge: ItemJudge, pair: Pair, samples = 300): void {
  const { a, b } = pair;
  const { lib } = judge;
  const d = new Difference(a, b);
  const r = signed(lib, a.collider, b.collider);
  certify(judge, a, b, d, r, d.tolerance, samples, '');
  const common = lib.commonPoint(a.collider, b.collider);
  if (common !== null) {
    const p = vec(common);
    checkMember(judge, 'common point outside A', a, b, d, d.a, p, d.tolerance);
    checkMember(judge, 'common point outside B', a, b, d, d.b, p, d.tolerance);
  }
  const q = vec(lib.closestPoints(a.collider, b.collider).pointA);
  checkMember(judge, 'closest point outside A', a, b, d, d.a, q, d.tolerance);
}

function certify(
  judge: ItemJudge,
  a: Item,
  b: Item,
  d: Difference,
  r: Signed,
  tolerance: number,
  samples: number,
  how: string,
): void {
  const cat = `${category(a, b, r.distance)}${how}`;
  checkMember(judge, `pointA outside A${how}`, a, b, d, d.a, r.pointA, tolerance);
  checkMember(judge, `pointB outside B${how}`, a, b, d, d.b, r.pointB, tolerance);
  if (r.distance > 0) {
    const { lower, upper } = d.separation();
    judge.worst(
      `${cat}: beyond the reference's bounds`,
      (Math.max(lower - r.distance, r.distance - upper) - d.rounding) / d.size,
    );
    if (r.distance < lower - tolerance || r.distance > upper + tolerance)
      judge.fail(`distance wrong${how}`, `proven ${lower}…${upper}, got ${text(r)}`, a, b);
    const certificate = falseCertificate(r.distance, r, { lower: lower - d.rounding, upper: upper + d.rounding });
    if (certificate !== null) judge.fail(`certificate${how}`, certificate, a, b);
    return;
  }
  const { lower } = d.separation(d.decision);
  if (lower > d.decision)
    judge.fail(`apart but reported as overlap${how}`, `proven apart by ${lower}, got ${text(r)}`, a, b);
  const best = d.leastHeight([r.normal], samples);
  const excess = -r.distance - best.h;
  const known = knownDepth(a, b);
  // No depth is more than a support value: where the reference says so, its normals are those of needles.
  const upper = Math.min(known.upper, best.h + d.rounding);
  const depth = { lower: Math.min(known.lower, best.h - d.rounding), upper };
  const certificate = falseCertificate(-r.distance, r, depth);
  if (certificate !== null) judge.fail(`certificate${how}`, certificate, a, b);
  // Where the depth is known to rounding, the accuracy is all that it may be off.
  if (depth.upper - depth.lower < tolerance && r.converged && Math.abs(-r.distance - depth.upper) > 2 * tolerance)
    judge.fail(`depth wrong${how}`, `known ${depth.lower}…${depth.upper}, got ${text(r)}`, a, b);
  judge.worst(`${cat}: beyond the least h found`, (excess - d.rounding) / d.size);
  if (excess > tolerance)
    judge.fail(
      `depth not least${how}`,
      `h(${best.n}) = ${best.h}, got ${-r.distance}, off by ${excess / d.size}·size: ${text(r)}`,
      a,
      b,
    );
}

function checkMember(
  judge: ItemJudge,
  kind: string,
  a: Item,
  b: Item,
  d: Difference,
  solid: Solid,
  p: Vec,
  tolerance: number,
): void {
  const off = solid.outside(p, d.rounding + 1e-13 * d.size);
  judge.worst(`${a.curved || b.curved ? 'curved' : 'polytope'}: ${kind}`, (off - d.rounding) / d.size);
  if (off > tolerance) judge.fail(kind, `${p} is ${off} = ${off / d.size}·size outside`, a, b);
}

/** Moving B by a little more than the depth separates, by a little less does not. */
export function checkSeparating(judge: ItemJudge, a: Item, b: Item): void {
  const { lib } = judge;
  const d = new Difference(a, b);
  const deep = lib.penetration(a.collider, b.collider);
  if (deep === null || d.size === 0) return;
  const n = vec(deep.normal);
  const out = 1.001 * deep.depth + 2 * d.accuracy + 2 * d.rounding;
  if (lib.intersects(a.collider, shifted(lib, b, scaled(n, out)).collider))
    judge.fail('1.001·depth does not separate', `depth ${deep.depth}, normal ${n}`, a, b);
  const short = 0.999 * deep.depth - 2 * d.accuracy - 2 * d.rounding;
  if (short > 0 && !lib.intersects(a.collider, shifted(lib, b, scaled(n, short)).collider))
    judge.fail('0.999·depth separates', `depth ${deep.depth}, normal ${n}`, a, b);
}

/** A sequence of slowly moving poses with one cache, then a jump: the same answers as without. */
export function checkCache(judge: ItemJudge, a: Item, b: Item, rng: Rng, steps = 12): void {
  const { lib } = judge;
  const cache = new lib.PairCache();
  const d = new Difference(a, b);
  const velocity = scaled(rng.direction(), 0.1 * d.size);
  const turn = scaled(rng.direction(), 0.05);
  const w = Math.sqrt(1 - dot(turn, turn));
  const spin = matrixOf({ orientation: [turn[0], turn[1], turn[2], w] });
  let moving = b;
  for (let i = 0; i <= steps; i++) {
    const e = new Difference(a, moving);
    const ca = a.collider;
    const cb = moving.collider;
    const plain = signed(lib, ca, cb);
    const cached = signed(lib, ca, cb, { cache });
    compare(judge, 'cache', a, moving, plain.distance, cached.distance, e, e.accuracy, 2 * e.rounding);
    const certificate = contradiction(plain.distance, plain, cached.distance, cached, 2 * e.rounding);
    if (certificate !== null) judge.fail('cache: certificate', certificate, a, moving);
    if (!isUnit(cached.normal)) judge.fail('cache: normal', text(cached), a, moving);
    const plane = -e.h(cached.normal);
    if (Math.abs(plane - cached.distance) > e.tolerance + 1e-15 * Math.abs(plane))
      judge.fail('cache: not certified by normal', `-h(normal) = ${plane}, got ${text(cached)}`, a, moving);
    const sure = Math.abs(plain.distance) > e.decision;
    if (sure && lib.intersects(ca, cb, { cache }) !== plain.distance <= 0)
      judge.fail('cache: intersects', text(plain), a, moving);
    if (sure && (lib.commonPoint(ca, cb, undefined, { cache }) !== null) !== plain.distance <= 0)
      judge.fail('cache: commonPoint', text(plain), a, moving);
    const closest = lib.closestPoints(ca, cb, undefined, { cache });
    if (
      Math.abs(closest.distance - Math.max(0, plain.distance)) >
      2 * e.accuracy + 2 * e.rounding + 1e-15 * closest.distance
    )
      judge.fail('cache: closestPoints', `${closest.distance} and ${plain.distance}`, a, moving);
    const m = moving.collider.getMatrix();
    const p: Vec = [m[12], m[13], m[14]];
    m[12] = 0;
    m[13] = 0;
    m[14] = 0;
    const next = compose(spin, m);
    const jump = i === steps - 1 ? scaled(rng.direction(), d.size) : velocity;
    next[12] = p[0] + jump[0];
    next[13] = p[1] + jump[1];
    next[14] = p[2] + jump[2];
    moving = moved(lib, moving, next);
  }
}

/** maxDistance: Infinity, a separating axis and zero points beyond it; no influence below it or in overlap. */
export function checkMaxDistance(judge: ItemJudge, a: Item, b: Item): void {
  const { lib } = judge;
  const d = new Difference(a, b);
  const plain = signed(lib, a.collider, b.collider);
  const queries = ['signedDistance', 'closestPoints'] as const;
  for (const name of queries) {
    const fail = (detail: string) =>
      judge.fail(`maxDistance in ${name}`, `${detail}; distance ${plain.distance}`, a, b);
    const ask = (maxDistance: number) => lib[name](a.collider, b.collider, undefined, { maxDistance });
    const expected = name === 'closestPoints' ? Math.max(0, plain.distance) : plain.distance;
    const limits = [
      0,
      0.5 * plain.distance,
      0.999 * plain.distance,
      1.001 * plain.distance,
      2 * plain.distance,
      d.size,
      Infinity,
    ];
    for (const limit of limits) {
      if (!(limit >= 0) || Math.abs(limit - plain.distance) <= d.tolerance) continue;
      const r = ask(limit);
      if (plain.distance > 0 && limit < plain.distance) {
        const n = vec(r.normal);
        if (r.distance !== Infinity) fail(`limit ${limit} gave ${r.distance}`);
        else if (!isUnit(n) || !(-d.h(n) > -d.rounding))
          fail(`limit ${limit}: ${n} is no separating axis, -h = ${-d.h(n)}`);
        else if (!same(vec(r.pointA), [0, 0, 0]) || !same(vec(r.pointB), [0, 0, 0]))
          fail(`limit ${limit}: points not zero`);
      } else if (Math.abs(r.distance - expected) > 2 * d.accuracy + d.rounding)
        fail(`limit ${limit} gave ${r.distance}`);
    }
  }
}

/** Coarse accuracies keep their word and the decision; a fine one keeps its word or says that it did not converge. */
export function checkAccuracy(judge: ItemJudge, a: Item, b: Item): void {
  const { lib } = judge;
  const d = new Difference(a, b);
  const plain = signed(lib, a.collider, b.collider);
  for (const accuracy of [1e-2, 1e-4, 1e-6, 1e-11]) {
    const r = signed(lib, a.collider, b.collider, { accuracy });
    if (r.distance <= 0 !== plain.distance <= 0)
      judge.fail('accuracy changes the decision', `${accuracy}: ${r.distance}, default ${plain.distance}`, a, b);
    if (!r.converged && accuracy < 1e-9) continue;
    const allowed = accuracy * d.size + 2 * d.accuracy + d.rounding;
    const plane = -d.h(r.normal);
    if (Math.abs(r.distance - plain.distance) > allowed)
      judge.fail('accuracy not kept', `${accuracy}: ${r.distance}, default ${plain.distance}`, a, b);
    const own = accuracy * d.size + 4e-15 * d.size + d.rounding;
    if (Math.abs(r.distance - plane) > own + 1e-15 * Math.abs(plane))
      judge.fail('accuracy: normal', `${accuracy}: distance ${r.distance}, -h(normal) ${plane}`, a, b);
    // A finer accuracy is promised for distance and depth, not for where the points are.
    const near = Math.max(own, d.accuracy) + 2 * d.rounding;
    checkMember(judge, 'accuracy: pointA outside A', a, b, d, d.a, r.pointA, near);
    checkMember(judge, 'accuracy: pointB outside B', a, b, d, d.b, r.pointB, near);
  }
}

// ---------------------------------------------------------------------------------------------------------- one collider

/** World box, tight under every placement, and around the supports of many directions. */
export function checkBounds(judge: ItemJudge, a: Item, around: readonly Vec[]): void {
  const { min, max } = a.collider.bounds();
  const s = new Solid(a);
  const tolerance = 1e-14 * s.extent + 5e-16 * s.reach + 4e-15 * s.localReach;
  const expectedMin = add(s.position, s.min);
  const expectedMax = add(s.position, s.max);
  const off = Math.max(...sub(vec(min), expectedMin).map(Math.abs), ...sub(vec(max), expectedMax).map(Math.abs));
  judge.worst('bounds', (off - 5e-16 * s.reach) / s.extent);
  if (!(off <= tolerance))
    judge.fail(
      'bounds',
      `${text([vec(min), vec(max)])}, expected ${text([expectedMin, expectedMax])}, off by ${off}`,
      a,
    );
  for (const n of around) {
    const p = add(s.position, s.support(n));
    for (let i = 0; i < 3; i++) {
      if (p[i] < vec(min)[i] - tolerance || p[i] > vec(max)[i] + tolerance) {
        judge.fail('bounds', `${p} of direction ${n} is outside ${text([vec(min), vec(max)])}`, a);
        return;
      }
    }
  }
}

/** containsPoint against membership, for points inside, near the surface, and outside. */
export function checkContains(judge: ItemJudge, a: Item, rng: Rng): void {
  const { lib } = judge;
  const s = new Solid(a);
  const rounding = 5e-16 * s.reach;
  const margin = 1e-12 * s.extent + 2 * rounding;
  const { center, radius } = s.ball();
  for (let i = 0; i < 8; i++) {
    const n = rng.direction();
    const q = s.support(n);
    const t = rng.pick([0, 0.5, 0.999, 1, 1 + 1e-6, 1.01, 2]);
    const p = add(s.position, add(center, scaled(sub(q, center), t)));
    const got = lib.containsPoint(a.collider, p);
    const out = s.outside(p, margin);
    if (got && out > margin) judge.fail('containsPoint', `${p} is ${out} outside, got true`, a);
    // The hull of a ball in A and a point of A contains a smaller ball around every point between.
    if (!got && t < 1 && (1 - t) * radius > margin) judge.fail('containsPoint', `${p} is inside, got false`, a);
  }
}

/** A ray certified: the hit is on the solid, the plane there keeps the way to it outside; or nothing is on the way. */
export function checkRay(judge: ItemJudge, a: Item, from: Vec, to: Vec, brute = false): void {
  const { lib } = judge;
  const s = new Solid(a);
  const r = sub(to, from);
  const rounding = 5e-16 * Math.max(s.reach, norm(from), norm(to));
  const tolerance = (a.curved ? 1e-8 : 1e-9) * s.extent + 2 * rounding;
  const edge = 1e-12 * s.extent + 2 * rounding;
  const ray = `rayCast(a, ${text(from)}, ${text(to)})`;
  let hit: ReturnType<Library['rayCast']>;
  try {
    hit = lib.rayCast(a.collider, from, to);
  } catch (error) {
    judge.fail('rayCast throws', `${ray}: ${error}`, a);
    return;
  }
  const fail = (kind: string, detail: string) =>
    judge.fail(`rayCast: ${kind}`, `${ray}: ${detail}; got ${text(hit)}`, a);
  const startsOutside = s.outside(from, edge);
  if (hit !== null) {
    const n = vec(hit.normal);
    const p = vec(hit.point);
    if (!(hit.t >= 0 && hit.t <= 1) || !finite(p) || !finite(n)) {
      fail('t, point or normal', '');
      return;
    }
    if (norm(sub(p, add(from, scaled(r, hit.t)))) > 4 * rounding) fail('point is not at t', '');
    const off = s.outside(p, 1e-13 * s.extent + rounding);
    judge.worst(`ray ${a.curved ? 'curved' : 'polytope'}: hit outside`, (off - 2 * rounding) / s.extent);
    if (off > tolerance) fail('hit is not on the shape', `${off} outside`);
    if (same(n, [0, 0, 0])) {
      if (hit.t !== 0) fail('zero normal', `t is not 0`);
      if (startsOutside > edge) fail('zero normal', `starts ${startsOutside} outside`);
    } else {
      if (!isUnit(n)) fail('normal not unit', '');
      if (!(dot(n, r) <= 0)) fail('normal on the wrong side', `normal·(to - from) = ${dot(n, r)}`);
      const below = s.height(n) - dot(n, sub(p, s.position));
      judge.worst(`ray ${a.curved ? 'curved' : 'polytope'}: hit below its plane`, (below - 2 * rounding) / s.extent);
      if (below > tolerance) fail('wrong normal, or not the first hit', `${below} below the support plane`);
      if (lib.containsPoint(a.collider, from)) fail('starts inside', 'normal is not zero');
    }
  } else if (norm(r) === 0) {
    if (lib.containsPoint(a.collider, from)) fail('from = to', 'contained but null');
  }
  if (!brute) return;

  // The inside of a convex set on a line is an interval: find a point of it, then bisect for its beginning.
  const at = (t: number): Vec => add(from, scaled(r, t));
  const out = (t: number): number => s.outside(at(t), edge / 4);
  let lo = 0;
  let hi = 1;
  let inside = -1;
  for (let i = 0; i < 80 && inside < 0; i++) {
    const t1 = lo + (hi - lo) / 3;
    const t2 = hi - (hi - lo) / 3;
    const d1 = out(t1);
    const d2 = out(t2);
    if (d1 === 0) inside = t1;
    else if (d2 === 0) inside = t2;
    else if (d1 < d2) hi = t2;
    else lo = t1;
  }
  if (out(0) === 0) inside = 0;
  if (inside < 0) {
    // Never inside: a hit must graze.
    const least = out((lo + hi) / 2);
    if (hit !== null && least > tolerance) fail('misses', `nowhere nearer than ${least}`);
    return;
  }
  let before = 0;
  let after = inside;
  for (let i = 0; i < 60 && out(0) > 0; i++) {
    const t = (before + after) / 2;
    if (out(t) > 0) before = t;
    else after = t;
  }
  if (out(0) === 0) after = 0;
  if (hit === null) {
    // Only a chord that is clearly inside somewhere proves a miss wrong.
    let end = 1;
    let begin = inside;
    for (let i = 0; i < 60; i++) {
      const t = (begin + end) / 2;
      if (out(t) > 0) end = t;
      else begin = t;
    }
    const deep = s.inside(at((after + begin) / 2));
    if (deep > 4 * tolerance && s.ball().radius > 1e-3 * s.extent)
      fail('null', `enters at ${after}, ${deep} deep at the middle of its way`);
    return;
  }
  // An error across the surface is one along the ray divided by the cosine.
  const cosine = Math.abs(dot(vec(hit.normal), r)) || norm(r);
  const slack = (2 * tolerance) / cosine + 1e-15;
  if (Math.abs(hit.t - after) > slack && norm(vec(hit.normal)) > 0) fail('t', `expected ${after} ± ${slack}`);
  if (norm(vec(hit.normal)) === 0 && out(0) > 0) fail('t', 'starts outside');
}

/** castShape certified by distances at t and before, and a null by the least distance on the way. */
export function checkCast(judge: ItemJudge, a: Item, moveA: Vec, b: Item, moveB: Vec): void {
  const { lib } = judge;
  const d = new Difference(a, b);
  const start = signed(lib, a.collider, b.collider);
  const path = `castShape(a, ${text(moveA)}, b, ${text(moveB)})`;
  let hit: ReturnType<Library['castShape']>;
  try {
    hit = lib.castShape(a.collider, moveA, b.collider, moveB);
  } catch (error) {
    judge.fail('castShape throws', `${path}: ${error}`, a, b);
    return;
  }
  const fail = (kind: string, detail: string) =>
    judge.fail(`castShape: ${kind}`, `${path}: ${detail}; at the start ${text(start)}; got ${text(hit)}`, a, b);
  const rounding = 2 * d.rounding + 1e-15 * (norm(moveA) + norm(moveB));
  const tolerance = d.accuracy + rounding;
  const at = (t: number): readonly [Item, Item] => [
    shifted(lib, a, scaled(moveA, t)),
    shifted(lib, b, scaled(moveB, t)),
  ];
  const gap = (t: number): number => {
    const [x, y] = at(t);
    return lib.signedDistance(x.collider, y.collider).distance;
  };
  const relative = sub(moveA, moveB);
  if (start.distance <= 0) {
    const approach = dot(start.normal, relative);
    // Between rounding and the accuracy, of the depth and of its measurement, it may count as either.
    if (start.distance < -2 * tolerance) {
      if (hit === null) fail('overlap at the start', 'null');
      else if (hit.t !== 0) fail('overlap at the start', 't is not 0');
      else if (-d.h(vec(hit.normal)) < start.distance - 2 * tolerance)
        fail('overlap at the start', 'not the penetration normal');
    } else if (start.distance >= -d.decision && hit !== null && !(dot(vec(hit.normal), relative) > 0)) {
      fail('touching at the start', `hit though not approaching (${approach})`);
    }
    return;
  }
  if (norm(relative) === 0) {
    if (hit !== null) fail('no motion while apart', 'not null');
    return;
  }
  if (hit === null) {
    // The signed distance along a translation is convex: search its least value.
    let lo = 0;
    let hi = 1;
    for (let i = 0; i < 40; i++) {
      const t1 = lo + (hi - lo) / 3;
      const t2 = hi - (hi - lo) / 3;
      if (gap(t1) < gap(t2)) hi = t2;
      else lo = t1;
    }
    const least = Math.min(gap((lo + hi) / 2), gap(1));
    if (least < -2 * tolerance) fail('null', `${-least} deep at ${(lo + hi) / 2}`);
    return;
  }
  const n = vec(hit.normal);
  if (!(hit.t >= 0 && hit.t <= 1) || !isUnit(n) || !finite(vec(hit.point))) {
    fail('t, point or normal', '');
    return;
  }
  const [x, y] = at(hit.t);
  const e = new Difference(x, y);
  const g = gap(hit.t);
  judge.worst(`cast ${a.curved || b.curved ? 'curved' : 'polytope'}: gap at t`, (Math.abs(g) - rounding) / d.size);
  if (Math.abs(g) > 2 * tolerance) fail('not touching at t', `signed distance ${g} = ${g / d.size}·size`);
  const plane = -e.h(n);
  if (Math.abs(plane) > tolerance) fail('normal', `the shapes are ${plane} apart along it at t`);
  if (!(dot(n, relative) >= -1e-12 * norm(relative))) fail('normal', 'the shapes recede along it');
  const early = gap(0.999 * hit.t);
  if (early < -2 * tolerance) fail('late', `${-early} deep at 0.999 t`);
  const inA = e.a.outside(vec(hit.point), e.rounding);
  const inB = e.b.outside(vec(hit.point), e.rounding);
  if (Math.max(inA, inB) > 2 * tolerance) fail('point', `${inA} outside A, ${inB} outside B`);
}

// ------------------------------------------------------------------------------------------------------------ halfspaces

export interface Plane {
  readonly collider: Collider;
  /** Of the placed halfspace, in the world, margin included: {x : normal·x ≤ offset}. */
  readonly normal: Vec;
  readonly offset: number;
  readonly position: Vec;
}

/** A random placed halfspace and what it is in the world: L⁻ᵀ·n, from cross products. */
export function randomPlane(lib: Library, rng: Rng, size: number): Plane {
  const n = rng.chance(0.3) ? ([0, 1, 0] as const) : scaled(rng.direction(), rng.log(0.1, 10));
  const offset = rng.range(-size, size);
  const scale: Vec = [rng.range(0.5, 2), -rng.range(0.5, 2), rng.range(0.5, 2)];
  const rigid = rng.chance(0.5);
  const matrix = matrixOf({ position: rng.inBall(2 * size), orientation: rng.quaternion(), scale: rigid ? 1 : scale });
  const margin = rng.chance(0.3) ? 0.1 * size : 0;
  const collider = new lib.Collider(new lib.Halfspace(n, offset), { matrix, margin });
  const [x, y, z, p] = [0, 4, 8, 12].map((i): Vec => [matrix[i], matrix[i + 1], matrix[i + 2]]);
  const det = dot(x, cross(y, z));
  const m = add(add(scaled(cross(y, z), n[0] / det), scaled(cross(z, x), n[1] / det)), scaled(cross(x, y), n[2] / det));
  const l = norm(m);
  return { collider, normal: scaled(m, 1 / l), offset: (offset + dot(m, p)) / l + margin, position: p };
}

/** Every query of a halfspace and a convex shape has a closed form: all happens along the normal. */
export function checkHalfspace(judge: ItemJudge, b: Item, plane: Plane, rng: Rng): void {
  const { lib } = judge;
  const s = new Solid(b);
  const { normal, offset, collider } = plane;
  const size = s.extent || 1;
  const rounding = 1e-15 * (s.reach + Math.abs(offset) + norm(plane.position));
  const tolerance = (b.curved ? 1e-8 : 1e-9) * s.extent + 4 * rounding;
  const expected = dot(normal, s.position) - s.height(negated(normal)) - offset;
  const fail = (kind: string, detail: string) =>
    judge.fail(
      `halfspace: ${kind}`,
      `a = ${collider.shape} at ${collider.getMatrix()}, margin ${collider.margin}: ${detail}`,
      b,
    );
  for (const swap of [false, true]) {
    const [x, y] = swap ? [b.collider, collider] : [collider, b.collider];
    const r = signed(lib, x, y);
    const n = swap ? negated(r.normal) : r.normal;
    const onPlane = swap ? r.pointB : r.pointA;
    const onShape = swap ? r.pointA : r.pointB;
    if (!(Math.abs(r.distance - expected) <= tolerance)) fail('distance', `${expected}, got ${text(r)}`);
    if (!(norm(sub(n, normal)) <= 1e-12)) fail('normal', `${normal}, got ${text(r)}`);
    if (!(Math.abs(dot(normal, onPlane) - offset) <= tolerance)) fail('point on the plane', text(r));
    if (!(s.outside(onShape, rounding) <= tolerance)) fail('point on the shape', text(r));
    const sure = Math.abs(expected) > 1e-12 * s.extent + 4 * rounding;
    const deep = lib.penetration(x, y);
    const closest = lib.closestPoints(x, y);
    const common = lib.commonPoint(x, y);
    const votes = [lib.intersects(x, y), deep !== null, common !== null, r.distance <= 0, closest.distance === 0];
    if (new Set(votes).size > 1) fail('one decision', `${votes}`);
    if (sure && votes[0] !== expected <= 0) fail('decision', `${expected}, got ${votes}`);
    if (deep !== null && !(Math.abs(deep.depth + expected) <= tolerance))
      fail('depth', `${-expected}, got ${deep.depth}`);
    if (common !== null) {
      const p = vec(common);
      if (!(dot(normal, p) <= offset + tolerance) || !(s.outside(p, rounding) <= tolerance))
        fail('common point', text(p));
    }
    // Casting along the normal closes the gap at a known time.
    if (expected > 10 * tolerance) {
      const way = scaled(normal, -2 * expected);
      const hit = swap ? lib.castShape(x, way, y, [0, 0, 0]) : lib.castShape(x, [0, 0, 0], y, way);
      if (hit === null || Math.abs(hit.t - 0.5) > tolerance / expected) fail('castShape', `0.5, got ${text(hit)}`);
      const off = swap ? lib.castShape(x, negated(way), y, [0, 0, 0]) : lib.castShape(x, [0, 0, 0], y, negated(way));
      if (off !== null) fail('castShape', `moving away, got ${text(off)}`);
    }
  }
  const p = add(scaled(normal, offset), rng.inBall(size));
  const above = dot(normal, p) - offset;
  if (Math.abs(above) > 1e-12 * size + 4 * rounding && lib.containsPoint(collider, p) !== above <= 0)
    fail('containsPoint', `${p} is ${above} above`);
  const from = add(p, scaled(normal, Math.max(0, -above) + size));
  const to = sub(from, scaled(normal, 4 * (above + Math.max(0, -above) + size)));
  const hit = lib.rayCast(collider, from, to);
  if (
    hit === null ||
    Math.abs(hit.t - 0.25) > 1e-9 + (4 * rounding) / norm(sub(to, from)) ||
    norm(sub(vec(hit.normal), normal)) > 1e-12
  )
    fail('rayCast', `t = 0.25 from ${from} to ${to}, got ${text(hit)}`);
}
