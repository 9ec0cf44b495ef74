/**
 * All pairs of point, segment, plane, sphere, box and oriented box: whether they have a point in common, against rational arithmetic on the
 * doubles given and against the general query on colliders.
 *
 * Three worlds: a lattice of small integers, where things touch exactly; tenths, the same divided by ten, where they touch but for the
 * rounding of a tenth, and nothing but exact arithmetic can tell; and anything.
 */
import { describe, expect, it } from 'vitest';
import { MovingBox } from '../../src/broad/moving-box.ts';
import { Collider, Halfspace, intersects, signedDistance } from '../../src/index.ts';
import * as primitives from '../../src/primitives/index.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import { add, sub, type Vec } from '../support/vectors.ts';
import {
  asBox,
  type BoxCase,
  boxCollider,
  Cases,
  cornersOf,
  type ObbCase,
  obbCollider,
  type PlaneCase,
  pointCollider,
  qBox,
  qSegment,
  type SegmentCase,
  type SphereCase,
  segmentCollider,
  sphereCollider,
  tenths,
} from './basic-cases.ts';
import {
  boxBoxSq,
  clipQ,
  compare,
  dotQ,
  minus,
  ONE,
  plus,
  pointBoxSq,
  pointSegmentSq,
  type Q,
  q,
  qVec,
  segmentBoxSq,
  segmentSegmentSq,
  sign,
  subQ,
  times,
  toNumber,
} from './basic-rational.ts';

const SEED = seedFromEnv(1301);

type Kind = 'Point' | 'Segment' | 'Plane' | 'Sphere' | 'Box' | 'Obb';
interface Kinds {
  Point: Vec;
  Segment: SegmentCase;
  Plane: PlaneCase;
  Sphere: SphereCase;
  Box: BoxCase;
  Obb: ObbCase;
}
const KINDS: readonly Kind[] = ['Point', 'Segment', 'Plane', 'Sphere', 'Box', 'Obb'];
const PAIRS = KINDS.flatMap((a, i) => KINDS.slice(i).map((b) => [a, b] as const)).filter(
  ([a, b]) => !(a === b && (a === 'Point' || a === 'Plane')),
);

/** A pair; what seldom meets by chance is brought together every other time. */
function pairOf(kindA: Kind, kindB: Kind, cases: Cases): readonly [unknown, unknown] {
  const a = make[kindA](cases);
  const b = make[kindB](cases);
  if (cases.rng.chance(0.5)) return [a, b];
  if (kindA === 'Segment' && kindB === 'Segment') {
    // Crossing in the middle of both, or of one.
    const { from, to } = a as SegmentCase;
    const p = (b as SegmentCase).from;
    return [a, { from: p, to: sub(add(from, to), cases.rng.chance(0.5) ? p : from) }];
  }
  if (kindA !== 'Point') return [a, b];
  const p = a as Vec;
  if (kindB === 'Segment') return [p, { from: p, to: (b as SegmentCase).to }];
  if (kindB === 'Sphere') return [add((b as SphereCase).center, [(b as SphereCase).radius, 0, 0]), b];
  if (kindB === 'Box') return [(b as BoxCase).max, b];
  if (kindB === 'Obb') return [asBox(b as ObbCase).min, b];
  const { normal } = b as PlaneCase;
  return [p, { normal, offset: normal[0] * p[0] + normal[1] * p[1] + normal[2] * p[2] }];
}

const make: { [K in Kind]: (cases: Cases) => Kinds[K] } = {
  Point: (cases) => cases.point(),
  Segment: (cases) => cases.segment(),
  Plane: (cases) => cases.plane(),
  Sphere: (cases) => cases.sphere(),
  Box: (cases) => cases.box(),
  Obb: (cases) => cases.obb(),
};

/** Squared distance of two sets without thickness, or null for others. */
function distanceSq(kindA: Kind, a: unknown, kindB: Kind, b: unknown): Q {
  const pair = `${kindA}${kindB}`;
  const point = () => qVec(a as Vec);
  const segment = () => qSegment(a as SegmentCase);
  switch (pair) {
    case 'PointSegment':
      return pointSegmentSq(point(), qSegment(b as SegmentCase));
    case 'PointBox':
      return pointBoxSq(point(), qBox(b as BoxCase));
    case 'SegmentSegment':
      return segmentSegmentSq(segment(), qSegment(b as SegmentCase));
    case 'SegmentBox':
      return segmentBoxSq(segment(), qBox(b as BoxCase));
    case 'BoxBox':
      return boxBoxSq(qBox(a as BoxCase), qBox(b as BoxCase));
    default:
      throw new Error(pair);
  }
}

/** Lowest and highest normal·x − offset over a set, times itself if it is a sphere (see below). */
function meetsPlane(plane: PlaneCase, kind: Kind, value: unknown): boolean {
  const n = qVec(plane.normal);
  const height = (p: Vec): Q => minus(dotQ(n, qVec(p)), q(plane.offset));
  if (kind === 'Sphere') {
    const { center, radius } = value as SphereCase;
    const h = height(center);
    const r = q(radius);
    return compare(times(h, h), times(times(r, r), dotQ(n, n))) <= 0;
  }
  const { min, max } = kind === 'Box' ? (value as BoxCase) : { min: [0, 0, 0] as Vec, max: [0, 0, 0] as Vec };
  const points: readonly Vec[] =
    kind === 'Point'
      ? [value as Vec]
      : kind === 'Segment'
        ? [(value as SegmentCase).from, (value as SegmentCase).to]
        : Array.from({ length: 8 }, (_, k) => [0, 1, 2].map((i) => ((k >> i) & 1 ? max[i] : min[i])) as unknown as Vec);
  const signs = points.map((p) => sign(height(p)));
  return !(signs.every((s) => s > 0) || signs.every((s) => s < 0));
}

/** The answer for the doubles given. An oriented box counts as the box that it is on the lattice. */
function exactly(kindA: Kind, a: unknown, kindB: Kind, b: unknown): boolean {
  if (kindA === 'Obb') return exactly('Box', asBox(a as ObbCase), kindB, b);
  if (kindB === 'Obb') {
    const box = asBox(b as ObbCase);
    return KINDS.indexOf(kindA) > KINDS.indexOf('Box') ? exactly('Box', box, kindA, a) : exactly(kindA, a, 'Box', box);
  }
  if (kindA === 'Plane') return meetsPlane(a as PlaneCase, kindB, b);
  if (kindB === 'Plane') return meetsPlane(b as PlaneCase, kindA, a);
  if (kindA === 'Sphere' || kindB === 'Sphere') {
    const swap = kindA !== 'Sphere';
    const { center, radius } = (swap ? b : a) as SphereCase;
    const kind = swap ? kindA : kindB;
    const value = swap ? a : b;
    const r = plus(q(radius), q(kind === 'Sphere' ? (value as SphereCase).radius : 0));
    const rest =
      kind === 'Sphere' || kind === 'Point'
        ? pointSegmentSq(qVec(center), pointAsSegment(kind === 'Point' ? (value as Vec) : (value as SphereCase).center))
        : distanceSq('Point', center, kind, value);
    return compare(rest, times(r, r)) <= 0;
  }
  return sign(distanceSq(kindA, a, kindB, b)) === 0;
}

const pointAsSegment = (p: Vec) => qSegment({ from: p, to: p });

const collider: { [K in Kind]: (value: never) => readonly Collider[] } = {
  Point: (v: Vec) => [pointCollider(v)],
  Segment: (v: SegmentCase) => [segmentCollider(v)],
  // A surface is what both sides have in common.
  Plane: ({ normal: n, offset }: PlaneCase) => [
    new Collider(new Halfspace(n, offset)),
    new Collider(new Halfspace([-n[0], -n[1], -n[2]], -offset)),
  ],
  Sphere: (v: SphereCase) => [sphereCollider(v)],
  Box: (v: BoxCase) => [boxCollider(v)],
  Obb: (v: ObbCase) => [obbCollider(v)],
};

const call = (kindA: Kind, kindB: Kind, a: unknown, b: unknown): boolean =>
  (primitives as unknown as Record<string, (a: unknown, b: unknown) => boolean>)[`intersects${kindA}${kindB}`](a, b);

describe.each(PAIRS)('intersects%s%s', (kindA, kindB) => {
  const oriented = kindA === 'Obb' || kindB === 'Obb';

  it(`is exact on a lattice, and as the general query has it (seed ${SEED})`, () => {
    let met = 0;
    const count = runs(250);
    for (let n = 0; n < count; n++) {
      const cases = new Cases(new Rng(SEED, n), true);
      const [a, b] = pairOf(kindA, kindB, cases);
      const expected = exactly(kindA, a, kindB, b);
      const text = `case ${n}: ${JSON.stringify([a, b])}`;
      if (expected) met++;
      expect(call(kindA, kindB, a, b), text).toBe(expected);
      const pairs = collider[kindA](a as never).flatMap((x) => collider[kindB](b as never).map((y) => [x, y] as const));
      // A halfspace is scaled to a unit normal, which rounds: it may miss what touches it.
      const touching = pairs.some(([x, y]) => Math.abs(signedDistance(x, y).distance) < 1e-12);
      if (touching && (kindA === 'Plane' || kindB === 'Plane')) continue;
      expect(
        pairs.every(([x, y]) => intersects(x, y)),
        `${text}, the general query`,
      ).toBe(expected);
    }
    // Both answers occur.
    expect(met).toBeGreaterThan(0);
    expect(met).toBeLessThan(count);
  });

  it(`is exact on tenths, which round (seed ${SEED})`, () => {
    for (let n = 0; n < runs(150); n++) {
      const cases = new Cases(new Rng(SEED + 1, n), true);
      const [a, b] = pairOf(kindA, kindB, cases);
      // An oriented box is decided to rounding: what touches on the lattice still does.
      const expected = oriented ? exactly(kindA, a, kindB, b) : exactly(kindA, tenths(a), kindB, tenths(b));
      expect(call(kindA, kindB, tenths(a), tenths(b)), `case ${n}: ${JSON.stringify([tenths(a), tenths(b)])}`).toBe(
        expected,
      );
    }
  });

  it(`is exact anywhere, near and far, and as the general query has it (seed ${SEED})`, () => {
    for (let n = 0; n < runs(150); n++) {
      const cases = new Cases(new Rng(SEED + 2, n), false);
      const [a, b] = pairOf(kindA, kindB, cases);
      const text = `case ${n}: ${JSON.stringify([a, b])}`;
      const answer = call(kindA, kindB, a, b);
      if (!oriented) expect(answer, text).toBe(exactly(kindA, a, kindB, b));
      const sides = collider[kindA](a as never).flatMap((x) =>
        collider[kindB](b as never).map((y) => signedDistance(x, y).distance),
      );
      if (sides.some((d) => Math.abs(d) < 1e-9)) continue;
      expect(answer, text).toBe(sides.every((d) => d < 0));
    }
  });
});

describe('one exact decision more', () => {
  it(`planes and oriented boxes, by corners (seed ${SEED})`, () => {
    for (let n = 0; n < runs(250); n++) {
      const cases = new Cases(new Rng(SEED + 3, n), n % 2 === 0);
      const plane = cases.plane();
      const obb = cases.obb();
      const heights = cornersOf(obb).map(
        (p) => plane.normal[0] * p[0] + plane.normal[1] * p[1] + plane.normal[2] * p[2] - plane.offset,
      );
      const low = Math.min(...heights);
      const high = Math.max(...heights);
      if (!cases.lattice && (Math.abs(low) < 1e-12 || Math.abs(high) < 1e-12)) continue;
      expect(primitives.intersectsPlaneObb(plane, obb), JSON.stringify([plane, obb])).toBe(low <= 0 && high >= 0);
    }
  });

  it(`no box that a segment meets is missed by the broad phase's slabs (seed ${SEED})`, () => {
    const xyz = ([x, y, z]: Vec) => ({ x, y, z });
    for (let n = 0; n < runs(1000); n++) {
      const cases = new Cases(new Rng(SEED + 4, n), n % 2 === 0);
      const segment = n % 4 < 2 ? cases.segment() : tenths(cases.segment());
      const box = n % 4 < 2 ? cases.box() : tenths(cases.box());
      const ray = new MovingBox();
      ray.setRay(xyz(segment.from), xyz(segment.to));
      const met = ray.meets(Float64Array.of(...box.min, ...box.max), 0);
      const meets = primitives.intersectsSegmentBox(segment, box);
      if (meets) expect(met, JSON.stringify([segment, box])).toBe(true);
      // And few are added: only where the exact clip misses by rounding.
      if (!meets && met) {
        const s = qSegment(segment);
        const clipped = clipQ(s.from, subQ(s.to, s.from), qBox(box), ONE);
        expect(clipped).toBeNull();
        expect(toNumber(segmentBoxSq(s, qBox(box)))).toBeLessThan(1e-28);
      }
    }
  });
});
