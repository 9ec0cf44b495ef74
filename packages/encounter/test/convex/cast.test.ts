/**
 * The GJK ray cast against bisection on the distances of a plain GJK, and closed forms. Along a translation the distance of convex
 * shapes is a convex function of time: its least value, and where it first is the radius, can be found without the library.
 */
import { describe, expect, test } from 'vitest';
import * as lib from '../../src/index.ts';
import { csoOf, radiusOf, reachOf, runCast, supportOf } from '../support/drive.ts';
import { Findings } from '../support/findings.ts';
import { type Item, KINDS, randomPair } from '../support/generators.ts';
import { plainGjk } from '../support/plain-gjk.ts';
import { Difference, Solid } from '../support/reference.ts';
import { Rng, runs, seedFromEnv, tried } from '../support/rng.ts';
import { add, dot, norm, scaled, sub, type Vec } from '../support/vectors.ts';

const seed = seedFromEnv(20261003);
const support = (i: Item, d: Vec): Vec => new Solid(i).support(d);

/** Checks one cast of B by r, in the query frame; returns whether it was a hit. */
function check(
  judge: Findings<Item>,
  a: Item,
  b: Item,
  aim: (rng: Rng, center: Vec, size: number) => Vec,
): boolean | null {
  const cso = csoOf(a.collider, b.collider);
  const still = supportOf(cso);
  const radius = radiusOf(cso);
  const rounding = 1e-13 * reachOf(cso) + 2 * new Difference(a, b).rounding;
  if (plainGjk(still).lower <= radius + rounding) return null;
  const center = scaled(add(still([1, 1, 1]), still([-1, -1, -1])), 0.5);
  const r = aim(new Rng(seed, judge.current + 1), center, cso.size);
  // C moves against r as B moves along it.
  const at = (t: number): { lower: number; upper: number } => plainGjk((d) => sub(still(d), scaled(r, t)));
  const found = runCast(cso, r);
  const fail = (kind: string, detail: string): void =>
    judge.fail(kind, `${detail}; r ${r}, radius ${radius}, gap ${cso.gap}, got ${JSON.stringify(found)}`, a, b);
  if (found === null) {
    let low = 0;
    let high = 1;
    for (let i = 0; i < 60; i++) {
      const p = low + (high - low) / 3;
      const q = high - (high - low) / 3;
      if (at(p).upper < at(q).upper) high = q;
      else low = p;
    }
    const least = Math.min(at(low).upper, at(high).upper, at(1).upper);
    if (least < radius - cso.gap - rounding) fail('missed', `${least} apart`);
    return false;
  }
  const { t, normal } = found;
  if (!(t >= 0 && t <= 1)) fail('t out of range', '');
  const gap = at(t);
  // In contact at t, within the accuracy; the accuracy bounds how far it is early, and rounding how far it is late.
  if (gap.lower > radius + cso.gap + rounding) fail('not in contact at t', `${gap.lower} apart`);
  // Never late: at t the shapes are not deeper in each other than rounding says. Cores that overlap have distance 0.
  if (found.advanced && at(t * (1 - 1e-9)).upper < radius - cso.gap - rounding)
    fail('late', `${at(t).upper} apart at t`);
  if (found.advanced) {
    if (Math.abs(norm(normal) - 1) > 1e-12) fail('normal not unit', '');
    if (!(dot(normal, r) <= 0)) fail('the normal is not against the motion', `${dot(normal, r)}`);
    // The plane of the normal, a radius away, has the whole of C − t·r on its other side.
    const plane = -dot(normal, sub(still(normal), scaled(r, t)));
    if (plane < radius - cso.gap - rounding) fail('the normal does not separate at t', `${plane}`);
  }
  return true;
}

describe(`the GJK ray cast, seed ${seed}`, () => {
  const aims: readonly (readonly [string, (rng: Rng, center: Vec, size: number) => Vec])[] = [
    ['through the middle', (_, center) => scaled(center, 2)],
    ['aside of the middle', (rng, center, size) => add(scaled(center, 2), rng.inBall(size))],
    ['anywhere', (rng, center, size) => rng.inBall(2 * norm(center) + size)],
    ['not far enough', (_, center) => scaled(center, 0.2)],
  ];
  test.each(aims)('%s', (name, aim) => {
    const judge = new Findings<Item>(lib, seed);
    const first = 20_000 * aims.findIndex(([n]) => n === name);
    let n = 0;
    let hits = 0;
    for (const kindA of KINDS)
      for (const kindB of KINDS) {
        judge.current = first + 2 * n++;
        if (!tried(n)) continue;
        const rng = new Rng(seed, judge.current);
        const relation = rng.pick(['near', 'far', 'far', 'grazing'] as const);
        const pair = randomPair(lib, rng, support, { kindA, kindB, relation, ratio: rng.log(0.1, 10) });
        if (check(judge, pair.a, pair.b, aim)) hits++;
      }
    judge.verdict();
    if (name === 'through the middle') expect(hits).toBeGreaterThan(runs(100));
  });

  test('two balls: the root of a square', () => {
    const rng = new Rng(seed, 90_000);
    let hits = 0;
    for (let i = 0; i < runs(500); i++) {
      const [p, r] = [rng.range(0.1, 1), rng.range(0.1, 1)];
      const from = scaled(rng.direction(), p + r + rng.range(0.01, 3));
      const move = add(scaled(from, -rng.range(0, 2)), rng.inBall(1.5 * (p + r)));
      const cso = csoOf(new lib.Collider(new lib.Sphere(p)), new lib.Collider(new lib.Sphere(r), { position: from }));
      const found = runCast(cso, move);
      // |from + t·move| = p + r
      const [a, b, c] = [dot(move, move), dot(from, move), dot(from, from) - (p + r) ** 2];
      const root = b * b - a * c;
      const t = (-b - Math.sqrt(Math.max(0, root))) / a;
      if (root > 1e-9 && b < 0 && t < 1 - 1e-9) {
        hits++;
        expect(found?.t, `case ${i}`).toBeGreaterThan(t - 1e-8);
        expect(found?.t, `case ${i}`).toBeLessThan(t + 1e-13);
        const normal = scaled(add(from, scaled(move, t)), 1 / (p + r));
        expect(norm(sub(found!.normal, normal)), `case ${i}`).toBeLessThan(1e-6);
      } else if (root < -1e-9 || b > 0 || t > 1 + 1e-9) expect(found, `case ${i}`).toBeNull();
    }
    expect(hits).toBeGreaterThan(runs(100));
  });

  test('boxes face to face: exact', () => {
    const a = new lib.Collider(new lib.Box([2, 2, 2]));
    const b = new lib.Collider(new lib.Box([2, 2, 2]), { position: [5, 0.5, 0.25] });
    const found = runCast(csoOf(a, b), [-4, 0, 0])!;
    expect(found.t).toBeCloseTo(0.75, 14);
    expect(found.normal[0]).toBeCloseTo(1, 14);
    expect(found.point[0]).toBeCloseTo(1, 14);
    expect(runCast(csoOf(a, b), [-2.9, 0, 0])).toBeNull();
    expect(runCast(csoOf(a, b), [4, 0, 0])).toBeNull();
    expect(runCast(csoOf(a, b), [0, 4, 0])).toBeNull();
  });
});
