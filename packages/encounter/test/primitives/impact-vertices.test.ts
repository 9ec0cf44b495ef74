/**
 * Impacts of moving vertices: no impact is missed, no time is late, and at each reported time the exact distance is below the tolerance.
 * Judged in exact arithmetic; `fuzz/impact-fuzz.mjs` asks the same of hundreds of thousands of queries.
 */
import { describe, expect, test } from 'vitest';
import { Collider, castShape, Point, Segment, Triangle } from '../../src/index.ts';
import { impactPointTriangle, impactSegmentSegment } from '../../src/primitives/index.ts';
import { IMPACT_FALSE } from '../../src/tolerances.ts';
import { CONTRIVED, RANDOM } from '../support/impact-cases.ts';
import { ExactImpact, type ImpactQuery } from '../support/impact-reference.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import { add, sub, type Vec } from '../support/vectors.ts';

const seed = seedFromEnv(20261118);

function ask({ kind, v }: ImpactQuery): number | null {
  const p = (i: number): Vec => [v[3 * i], v[3 * i + 1], v[3 * i + 2]];
  return kind === 'triangle'
    ? impactPointTriangle(p(0), p(4), { a: p(1), b: p(2), c: p(3) }, { a: p(5), b: p(6), c: p(7) })
    : impactSegmentSegment(
        { from: p(0), to: p(1) },
        { from: p(4), to: p(5) },
        { from: p(2), to: p(3) },
        { from: p(6), to: p(7) },
      );
}

/** What is wrong with an answer, or nothing. */
function faultOf(query: ImpactQuery): string {
  const t = ask(query);
  const judge = new ExactImpact(query);
  const impact = judge.first();
  if (t === null) return impact === null ? '' : `missed, exactly ${impact.t}`;
  if (!(t >= 0 && t <= 1)) return `t = ${t}`;
  if (impact !== null && judge.isLate(t, impact)) return `late: ${t}, exactly ${impact.t}`;
  const distance = judge.distanceAt(t);
  return distance <= IMPACT_FALSE ? '' : `false: ${t}, exactly ${impact?.t ?? null}, distance ${distance}`;
}

const KINDS = ['triangle', 'segments'] as const;

describe.each(KINDS)('impact of moving vertices, %s', (kind) => {
  for (const [name, make] of Object.entries({ ...RANDOM, ...CONTRIVED }))
    test(`${name} (seed ${seed})`, () => {
      const faults: string[] = [];
      for (let i = 0; i < runs(60); i++) {
        const query = make(kind, new Rng(seed, i));
        const fault = faultOf(query);
        if (fault !== '') faults.push(`case ${i}: ${fault}; ${JSON.stringify(query)}`);
      }
      expect(faults).toEqual([]);
    });

  test(`any order of the vertices, any scale by a power of two, and time backwards: the same impacts (seed ${seed})`, () => {
    const orders =
      kind === 'triangle'
        ? [
            [0, 2, 3, 1],
            [0, 3, 2, 1],
          ]
        : [
            [2, 3, 0, 1],
            [1, 0, 3, 2],
          ];
    let hits = 0;
    for (let i = 0; i < runs(400); i++) {
      const query = RANDOM['unit box'](kind, new Rng(seed, i));
      const t = ask(query);
      if (t !== null) hits++;
      for (const order of orders) {
        const v = query.v.map(
          (_, k) => query.v[12 * Math.floor(k / 12) + 3 * order[Math.floor((k % 12) / 3)] + (k % 3)],
        );
        const other = ask({ kind, v });
        expect(other === null, `case ${i}`).toBe(t === null);
        if (t !== null) expect(other).toBeCloseTo(t, 6);
      }
      for (const scale of [2 ** -100, 2 ** 200])
        expect(ask({ kind, v: query.v.map((x) => x * scale) }), `case ${i} × ${scale}`).toBe(t);
      const small = ask({ kind, v: query.v.map((x) => x * 2 ** -600) });
      expect(small === null, `case ${i}, tiny`).toBe(t === null);
      if (t !== null) expect(small).toBeCloseTo(t, 6);
      expect(ask({ kind, v: [...query.v.slice(12), ...query.v.slice(0, 12)] }) === null, `case ${i}`).toBe(t === null);
    }
    expect(hits).toBeGreaterThan(0);
  });
});

describe('impacts that are known', () => {
  const floor = { a: [-1, 0, -1], b: [1, 0, -1], c: [0, 0, 1] } as const;
  const cases: readonly (readonly [string, Vec, Vec, number | null])[] = [
    ['through the middle', [0, 1, 0], [0, -1, 0], 0.5],
    ['to a corner, at the end', [3, 1, -1], [1, 0, -1], 1],
    ['past a corner', [4, 1, -1], [1.5, 0, -1], null],
    ['along the plane, against a side', [0, 0, -3], [0, 0, 3], 1 / 3],
    ['along the plane, past it', [2, 0, -3], [2, 0, 3], null],
    ['above the plane', [0, 1e-9, -3], [0, 1e-9, 3], null],
    ['inside all the time', [0, 0, 0], [0.25, 0, 0], 0],
    ['at rest outside', [2, 0, 0], [2, 0, 0], null],
    ['leaving', [0, 0, 0], [0, 1, 0], 0],
  ];
  test.each(cases)('%s', (_, from, to, t) => {
    const got = impactPointTriangle(from, to, floor, floor);
    if (t === null) expect(got).toBeNull();
    else {
      expect(got).toBeCloseTo(t, 12);
      expect(got).toBeLessThanOrEqual(t);
    }
  });

  test('a triangle that falls on a point, given as objects', () => {
    const at = (y: number) => ({ a: { x: -1, y, z: -1 }, b: { x: 1, y, z: -1 }, c: { x: 0, y, z: 1 } });
    expect(impactPointTriangle({ x: 0, y: 0, z: 0 }, [0, 0, 0], at(3), at(-1))).toBeCloseTo(0.75, 12);
  });

  test('everything in one place touches, and two places far apart do not', () => {
    const p = [1e70, -1e70, 0] as const;
    const here = { a: p, b: p, c: p };
    expect(impactPointTriangle(p, p, here, here)).toBe(0);
    expect(impactPointTriangle([-1e70, 1e70, 0], [-1e70, 1e69, 0], here, here)).toBeNull();
    expect(impactPointTriangle([-1e70, 1e70, 1], p, here, here)).toBeCloseTo(1, 12);
    const tiny = { from: [5e-324, 0, 0], to: [0, 5e-324, 0] } as const;
    expect(impactSegmentSegment(tiny, tiny, tiny, tiny)).toBe(0);
    const other = { from: [0, 0, 5e-324], to: [0, 0, 1e-323] } as const;
    expect(impactSegmentSegment(tiny, tiny, other, other)).toBeNull();
  });

  test('segments that cross, that pass, and that slide along one line', () => {
    const x = { from: [-1, 0, 0], to: [1, 0, 0] } as const;
    const y = (z: number, at = 0) => ({ from: [at, -1, z], to: [at, 1, z] }) as const;
    expect(impactSegmentSegment(x, x, y(1), y(-1))).toBeCloseTo(0.5, 12);
    expect(impactSegmentSegment(x, x, y(1, 1), y(-1, 1))).toBeCloseTo(0.5, 12);
    expect(impactSegmentSegment(x, x, y(1, 1.001), y(-1, 1.001))).toBeNull();
    const slide = (at: number) => ({ from: [at, 0, 0], to: [at + 1, 0, 0] }) as const;
    expect(impactSegmentSegment(x, x, slide(3), slide(-1))).toBeCloseTo(0.5, 12);
    expect(impactSegmentSegment(x, x, slide(3), slide(2))).toBeNull();
    expect(impactSegmentSegment(x, x, slide(3), slide(1))).toBeCloseTo(1, 12);
  });
});

test(`what moves without turning: as castShape has it (seed ${seed})`, () => {
  let hits = 0;
  for (let i = 0; i < runs(300); i++) {
    const rng = new Rng(seed, i);
    const p = rng.inBox(1);
    const [a, b, c] = [rng.inBox(1), rng.inBox(1), rng.inBox(1)];
    const [m, n] = [rng.inBox(2), rng.inBox(2)];
    const triangle = castShape(new Collider(new Point(p)), m, new Collider(new Triangle(a, b, c)), n);
    const moved = { a: add(a, n), b: add(b, n), c: add(c, n) };
    agree(impactPointTriangle(p, add(p, m), { a, b, c }, moved), triangle, `point ${i}`);
    const segments = castShape(new Collider(new Segment(p, a)), m, new Collider(new Segment(b, c)), n);
    const t = impactSegmentSegment(
      { from: p, to: a },
      { from: add(p, m), to: add(a, m) },
      { from: b, to: c },
      { from: add(b, n), to: add(c, n) },
    );
    agree(t, segments, `segments ${i}`);
    if (t !== null) hits++;
  }
  expect(hits).toBeGreaterThan(0);

  function agree(t: number | null, hit: { readonly t: number } | null, name: string): void {
    expect(t === null, name).toBe(hit === null);
    if (t !== null && hit !== null) expect(Math.abs(t - hit.t), name).toBeLessThan(1e-6);
  }
});

describe('the judge', () => {
  test(`finds what sampling finds (seed ${seed})`, () => {
    let found = 0;
    for (let i = 0; i < runs(300); i++) {
      const name = i % 2 === 0 ? 'through the inside or a side' : 'lattice';
      const query = CONTRIVED[name](KINDS[(i >> 1) % 2], new Rng(seed, i));
      const judge = new ExactImpact(query);
      const impact = judge.first();
      const samples = Array.from({ length: 65 }, (_, k) => k / 64);
      if (impact === null) for (const t of samples) expect(judge.distanceAt(t), `case ${i}`).toBeGreaterThan(0);
      else {
        found++;
        expect(judge.distanceAt(impact.t), `case ${i}`).toBeLessThan(1e-15);
        for (const t of samples.filter((t) => t < impact.t - 1e-12))
          expect(judge.distanceAt(t), `case ${i} at ${t}`).toBeGreaterThan(0);
        expect(judge.isLate(impact.t + 1e-12, impact)).toBe(true);
        expect(judge.isLate(impact.t - 1e-12, impact)).toBe(false);
      }
    }
    expect(found).toBeGreaterThan(0);
  });

  test('knows an impact at a time that is no fraction', () => {
    // r = (t, 0, 1/2), e = (1, 0, t), g = (0, 1, 0): the cubic is 1/2 − t², and at its root r = t·e.
    const query: ImpactQuery = {
      kind: 'triangle',
      v: [0, 0, 0.5, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0.5, 0, 0, 0, 1, 0, 1, 0, 1, 0],
    };
    const judge = new ExactImpact(query);
    const impact = judge.first();
    expect(impact?.t).toBe(Math.SQRT1_2);
    if (impact === null) return;
    // √½ rounded is 0.70710678118654757…, which is above; the double before it is below.
    expect(judge.isLate(Math.SQRT1_2, impact)).toBe(true);
    expect(judge.isLate(Math.SQRT1_2 - 2 ** -53, impact)).toBe(false);
    expect(ask(query)).toBeCloseTo(Math.SQRT1_2, 12);
    expect(faultOf(query)).toBe('');
  });
});

test('bad arguments are refused by name', () => {
  const t = { a: [0, 0, 0], b: [1, 0, 0], c: [0, 1, 0] } as const;
  const s = { from: [0, 0, 0], to: [1, 0, 0] } as const;
  expect(() => impactPointTriangle([0, 0, Number.NaN], [0, 0, 0], t, t)).toThrow(/point0\.z must be finite.*got NaN/);
  expect(() => impactPointTriangle([0, 0, 0], [0, 0], t, t)).toThrow(/point1 must be/);
  expect(() => impactPointTriangle([0, 0, 0], [0, 0, 0], t, { a: [0, 0, 0] } as never)).toThrow(/triangle1\.b must be/);
  expect(() => impactSegmentSegment(s, s, s, null as never)).toThrow(/b1 must be/);
  expect(() => impactSegmentSegment(s, { from: [0, 0, 0], to: [0, Infinity, 0] }, s, s)).toThrow(/a1\.to\.y must be/);
});

test('what is asked about is not changed', () => {
  const v = { a: [0, 0, 0], b: [4, 0, 0], c: [0, 4, 0] };
  const p = [1, 1, 1];
  const copy = structuredClone([v, p]);
  impactPointTriangle(p, sub([1, 1, 1], [0, 0, 3]), v, v);
  expect([v, p]).toEqual(copy);
});
