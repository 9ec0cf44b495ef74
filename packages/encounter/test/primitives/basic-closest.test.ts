/**
 * Nearest points of points, segments, lines, spheres, boxes and oriented boxes: against rational arithmetic, against a proof (a plane between
 * the two as far apart as the distance says), and against the general query on colliders. Half of the cases are on a lattice.
 */
import { describe, expect, it } from 'vitest';
import { Capsule, Collider, closestPoints } from '../../src/index.ts';
import {
  Closest,
  closestBoxBox,
  closestLineLine,
  closestObbObb,
  closestPointBox,
  closestPointObb,
  closestPointPlane,
  closestPointSegment,
  closestPointSphere,
  closestSegmentBox,
  closestSegmentObb,
  closestSegmentSegment,
  intersectsObbObb,
  intersectsPointObb,
  intersectsSegmentObb,
  Vec3,
} from '../../src/primitives/index.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import { add, cross, dot, norm, scaled, sub, type Vec, vec } from '../support/vectors.ts';
import {
  asBox,
  type BoxCase,
  boxAsObb,
  boxCollider,
  Cases,
  cornersOf,
  type ObbCase,
  obbCollider,
  qBox,
  qSegment,
  type SegmentCase,
  segmentCollider,
} from './basic-cases.ts';
import {
  boxBoxSq,
  dotQ,
  lengthSqQ,
  minus,
  over,
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

const SEED = seedFromEnv(1302);
/** Coordinates are below 5 in size. */
const ROUNDING = 2e-14;

/** Distance of a point from a box around its own axes. */
function outside(p: Vec, { center, axes, half }: ObbCase): number {
  const d = sub(p, center);
  return norm(axes.map((u, i) => Math.max(0, Math.abs(dot(u, d)) - half[i])) as unknown as Vec);
}

const ends = ({ from, to }: SegmentCase): Vec[] => [from, to];
const fromSegment = (p: Vec, s: SegmentCase): number => Math.sqrt(toNumber(pointSegmentSq(qVec(p), qSegment(s))));

/** Checks a result by its points and by the gap between the two hulls along the way from one to the other. */
function prove(found: Closest, a: readonly Vec[], b: readonly Vec[], text: string): void {
  const pA = vec(found.pointA);
  const pB = vec(found.pointB);
  const { distance } = found;
  expect(Math.abs(norm(sub(pB, pA)) - distance), text).toBeLessThan(ROUNDING);
  if (distance < 1e-6) return;
  const n = scaled(sub(pB, pA), 1 / distance);
  const gap = Math.min(...b.map((p) => dot(n, p))) - Math.max(...a.map((p) => dot(n, p)));
  expect(Math.abs(gap - distance), `${text}: gap ${gap}, distance ${distance}`).toBeLessThan(
    ROUNDING / distance + ROUNDING,
  );
}

/** Compares a distance with a squared one, and zero with zero. */
function agree(distance: number, squared: Q, text: string): void {
  const expected = Math.sqrt(toNumber(squared));
  expect(distance === 0, `${text}: ${distance}, squared ${toNumber(squared)}`).toBe(sign(squared) === 0);
  expect(Math.abs(distance - expected), `${text}: ${distance}, not ${expected}`).toBeLessThan(ROUNDING);
}

function forCases(stream: number, full: number, check: (cases: Cases, text: string) => void): void {
  for (let n = 0; n < runs(full); n++) check(new Cases(new Rng(SEED + stream, n), n % 2 === 0), `case ${n}`);
}

describe(`the nearest point to a point (seed ${SEED})`, () => {
  it('of a segment', () => {
    forCases(0, 200, (cases, text) => {
      const s = cases.segment();
      const p = cases.rng.chance(0.3) ? scaled(add(s.from, s.to), 0.5) : cases.point();
      const found = vec(closestPointSegment(p, s));
      const squared = pointSegmentSq(qVec(p), qSegment(s));
      agree(norm(sub(found, p)), sign(squared) === 0 ? squared : lengthSqQ(subQ(qVec(found), qVec(p))), text);
      expect(Math.abs(norm(sub(found, p)) - Math.sqrt(toNumber(squared))), text).toBeLessThan(ROUNDING);
      expect(fromSegment(found, s), text).toBeLessThan(ROUNDING);
      if (sign(squared) === 0) expect(found, text).toEqual(p);
    });
  });

  it('of a plane', () => {
    forCases(1, 200, (cases, text) => {
      const { normal, offset } = cases.plane();
      const p = cases.point();
      const plane = { normal, offset: cases.rng.chance(0.3) ? dot(normal, p) : offset };
      const found = vec(closestPointPlane(p, plane));
      const height = minus(dotQ(qVec(normal), qVec(p)), q(plane.offset));
      const l = norm(normal);
      expect(Math.abs(norm(sub(found, p)) - Math.abs(toNumber(height)) / l), text).toBeLessThan(ROUNDING);
      expect(Math.abs(dot(normal, found) - plane.offset) / l, text).toBeLessThan(ROUNDING);
      if (sign(height) === 0) expect(found, text).toEqual(p);
    });
  });

  it('of a sphere', () => {
    forCases(2, 200, (cases, text) => {
      const sphere = cases.sphere();
      const p = cases.point();
      const found = vec(closestPointSphere(p, sphere));
      const away = norm(sub(p, sphere.center));
      expect(Math.abs(norm(sub(found, p)) - Math.max(0, away - sphere.radius)), text).toBeLessThan(ROUNDING);
      expect(norm(sub(found, sphere.center)), text).toBeLessThan(sphere.radius + ROUNDING);
      if (cases.lattice && away * away <= sphere.radius * sphere.radius) expect(found, text).toEqual(p);
    });
  });

  it('of a box, without rounding', () => {
    forCases(3, 200, (cases, text) => {
      const box = cases.box();
      const p = cases.point();
      const found = vec(closestPointBox(p, box));
      expect(lengthSqQ(subQ(qVec(found), qVec(p))), text).toEqual(pointBoxSq(qVec(p), qBox(box)));
      expect(sign(pointBoxSq(qVec(found), qBox(box))), text).toBe(0);
    });
  });

  it('of an oriented box', () => {
    forCases(4, 200, (cases, text) => {
      const obb = cases.obb();
      const p = cases.rng.chance(0.3) ? cases.rng.pick(cornersOf(obb)) : cases.point();
      const found = vec(closestPointObb(p, obb));
      expect(Math.abs(norm(sub(found, p)) - outside(p, obb)), text).toBeLessThan(ROUNDING);
      expect(outside(found, obb), text).toBeLessThan(ROUNDING);
      // A point inside is its own, and what was found is inside.
      if (intersectsPointObb(p, obb)) expect(found, text).toEqual(p);
      expect(intersectsPointObb(found, obb), text).toBe(true);
    });
  });
});

describe(`nearest points of two (seed ${SEED})`, () => {
  it('segments', () => {
    forCases(10, 300, (cases, text) => {
      const a = cases.segment();
      let b = cases.segment();
      // Parallel to rounding, or one in the other.
      if (cases.rng.chance(0.2))
        b = { from: b.from, to: add(b.from, scaled(sub(a.to, a.from), cases.lattice ? 2 : 1 / 3)) };
      if (cases.rng.chance(0.1)) b = { from: scaled(add(a.from, a.to), 0.5), to: b.to };
      const found = closestSegmentSegment(a, b);
      const label = `${text}: ${JSON.stringify([a, b])}`;
      agree(found.distance, segmentSegmentSq(qSegment(a), qSegment(b)), label);
      prove(found, ends(a), ends(b), label);
      expect(fromSegment(vec(found.pointA), a), label).toBeLessThan(ROUNDING);
      expect(fromSegment(vec(found.pointB), b), label).toBeLessThan(ROUNDING);
      const general = closestPoints(segmentCollider(a), segmentCollider(b));
      expect(Math.abs(general.distance - found.distance), label).toBeLessThan(1e-9);
    });
  });

  it('segments that are nearly parallel', () => {
    for (let n = 0; n < runs(200); n++) {
      const rng = new Rng(SEED + 11, n);
      const u = rng.direction();
      const from = rng.inBox(1);
      const tilt = scaled(rng.direction(), rng.log(1e-16, 1e-2));
      const a = { from, to: add(from, u) };
      const start = add(add(from, scaled(u, rng.range(-0.5, 0.5))), scaled(rng.direction(), rng.log(1e-9, 1)));
      const b = { from: start, to: add(start, add(scaled(u, rng.range(0.3, 2)), tilt)) };
      const found = closestSegmentSegment(a, b);
      const label = `case ${n}: ${JSON.stringify([a, b])}`;
      agree(found.distance, segmentSegmentSq(qSegment(a), qSegment(b)), label);
      expect(fromSegment(vec(found.pointA), a), label).toBeLessThan(ROUNDING);
      expect(fromSegment(vec(found.pointB), b), label).toBeLessThan(ROUNDING);
    }
  });

  it('lines', () => {
    forCases(12, 300, (cases, text) => {
      const a = { from: cases.point(), direction: cases.direction() };
      let b = { from: cases.point(), direction: cases.direction() };
      if (cases.rng.chance(0.2)) b = { from: b.from, direction: scaled(a.direction, cases.lattice ? -2 : 0.5) };
      if (cases.rng.chance(0.2)) b = { from: add(a.from, scaled(a.direction, 2)), direction: b.direction };
      const found = closestLineLine(a, b);
      const label = `${text}: ${JSON.stringify([a, b])}`;
      const [u, v, w] = [qVec(a.direction), qVec(b.direction), subQ(qVec(b.from), qVec(a.from))];
      const across = [0, 1, 2].map((i) => {
        const [k, l] = [(i + 1) % 3, (i + 2) % 3];
        return minus(times(u[k], v[l]), times(u[l], v[k]));
      }) as unknown as readonly [Q, Q, Q];
      const nn = lengthSqQ(across);
      const det = dotQ(w, across);
      const vv = lengthSqQ(v);
      const squared =
        sign(nn) === 0 ? minus(lengthSqQ(w), over(times(dotQ(w, v), dotQ(w, v)), vv)) : over(times(det, det), nn);
      const expected = Math.sqrt(toNumber(squared));
      // To rounding.
      if (sign(squared) === 0 || expected > ROUNDING) expect(found.distance === 0, label).toBe(sign(squared) === 0);
      expect(Math.abs(found.distance - expected), `${label}: ${found.distance}, not ${expected}`).toBeLessThan(
        ROUNDING,
      );
      // Points may be far away where lines are nearly parallel.
      const pA = vec(found.pointA);
      const pB = vec(found.pointB);
      const far = 1 + norm(pA) + norm(pB);
      expect(norm(cross(sub(pA, a.from), a.direction)) / norm(a.direction), label).toBeLessThan(ROUNDING * far);
      expect(norm(cross(sub(pB, b.from), b.direction)) / norm(b.direction), label).toBeLessThan(ROUNDING * far);
      expect(Math.abs(norm(sub(pB, pA)) - found.distance), label).toBeLessThan(ROUNDING * far);
      // A segment on the line is the line.
      const same = closestLineLine({ from: a.from, to: add(a.from, a.direction) }, b);
      if (cases.lattice) expect(same.distance, label).toBeCloseTo(found.distance, 12);
    });
  });

  it('lines of which directions are tiny or huge', () => {
    const a = { from: [0, 0, 0], direction: [1e-60, 0, 0] } as const;
    const b = { from: [0, 0, 3], direction: [0, 1e60, 0] } as const;
    expect(closestLineLine(a, b)).toEqual(Object.assign(new Closest(), { distance: 3, pointB: new Vec3(0, 0, 3) }));
    const c = { from: [0, 0, 4], direction: [1e60, 0, 0] } as const;
    expect(closestLineLine(a, c).distance).toBe(4);
  });

  it('a segment and a box', () => {
    forCases(13, 300, (cases, text) => {
      const s = cases.segment();
      const box = cases.box();
      const found = closestSegmentBox(s, box);
      const label = `${text}: ${JSON.stringify([s, box])}`;
      agree(found.distance, segmentBoxSq(qSegment(s), qBox(box)), label);
      prove(found, ends(s), cornersOf(boxAsObb(box)), label);
      expect(fromSegment(vec(found.pointA), s), label).toBeLessThan(ROUNDING);
      expect(sign(pointBoxSq(qVec(vec(found.pointB)), qBox(box))), label).toBe(0);
      const general = closestPoints(segmentCollider(s), boxCollider(box));
      expect(Math.abs(general.distance - found.distance), label).toBeLessThan(1e-9);
    });
  });

  it('a segment and an oriented box, and the same as the core of a capsule', () => {
    forCases(14, 300, (cases, text) => {
      const s = cases.segment();
      const obb = cases.obb();
      const found = closestSegmentObb(s, obb);
      const label = `${text}: ${JSON.stringify([s, obb])}`;
      if (cases.lattice) agree(found.distance, segmentBoxSq(qSegment(s), qBox(asBox(obb))), label);
      expect(found.distance === 0, label).toBe(intersectsSegmentObb(s, obb));
      prove(found, ends(s), cornersOf(obb), label);
      expect(fromSegment(vec(found.pointA), s), label).toBeLessThan(ROUNDING);
      expect(outside(vec(found.pointB), obb), label).toBeLessThan(ROUNDING);
      const general = closestPoints(segmentCollider(s), obbCollider(obb));
      expect(Math.abs(general.distance - found.distance), label).toBeLessThan(1e-9);
      // The library's form for capsules, which is upright in its own frame.
      const way = sub(s.to, s.from);
      const length = norm(way);
      if (length < 0.1 || found.distance < 0.2) return;
      const capsule = new Collider(new Capsule(0.1, length), {
        position: scaled(add(s.from, s.to), 0.5),
        orientation: upTo(scaled(way, 1 / length)),
      });
      expect(Math.abs(closestPoints(obbCollider(obb), capsule).distance + 0.1 - found.distance), label).toBeLessThan(
        1e-12,
      );
    });
  });

  it('boxes', () => {
    forCases(15, 300, (cases, text) => {
      const a = cases.box();
      const b = cases.box();
      const found = closestBoxBox(a, b);
      const label = `${text}: ${JSON.stringify([a, b])}`;
      agree(found.distance, boxBoxSq(qBox(a), qBox(b)), label);
      prove(found, cornersOf(boxAsObb(a)), cornersOf(boxAsObb(b)), label);
      for (const [p, box] of [
        [found.pointA, a],
        [found.pointB, b],
      ] as readonly (readonly [Vec3, BoxCase])[])
        expect(sign(pointBoxSq(qVec(vec(p)), qBox(box))), label).toBe(0);
      const general = closestPoints(boxCollider(a), boxCollider(b));
      expect(Math.abs(general.distance - found.distance), label).toBeLessThan(1e-9);
    });
  });

  it('oriented boxes', () => {
    forCases(16, 300, (cases, text) => {
      const a = cases.obb();
      const b = cases.obb();
      const found = closestObbObb(a, b);
      const label = `${text}: ${JSON.stringify([a, b])}`;
      if (cases.lattice) agree(found.distance, boxBoxSq(qBox(asBox(a)), qBox(asBox(b))), label);
      expect(found.distance === 0, label).toBe(intersectsObbObb(a, b));
      prove(found, cornersOf(a), cornersOf(b), label);
      expect(outside(vec(found.pointA), a), label).toBeLessThan(ROUNDING);
      expect(outside(vec(found.pointB), b), label).toBeLessThan(ROUNDING);
      const general = closestPoints(obbCollider(a), obbCollider(b));
      expect(Math.abs(general.distance - found.distance), label).toBeLessThan(1e-9);
    });
  });

  it('far from the origin, as near it', () => {
    const far: Vec = [1e6, -2e6, 3e6];
    forCases(17, 200, (cases, text) => {
      const s = cases.segment();
      const t = cases.segment();
      const box = cases.box();
      const obb = cases.obb();
      const away = {
        s: { from: add(s.from, far), to: add(s.to, far) },
        t: { from: add(t.from, far), to: add(t.to, far) },
        box: { min: add(box.min, far), max: add(box.max, far) },
        obb: { ...obb, center: add(obb.center, far) },
      };
      const near = [
        closestSegmentSegment(s, t),
        closestSegmentBox(s, box),
        closestSegmentObb(s, obb),
        closestObbObb(obb, boxAsObb(box)),
      ].map((r) => r.distance);
      const moved = [
        closestSegmentSegment(away.s, away.t),
        closestSegmentBox(away.s, away.box),
        closestSegmentObb(away.s, away.obb),
        closestObbObb(away.obb, boxAsObb(away.box)),
      ].map((r) => r.distance);
      // A unit in the last place of 3e6 is 4.7e-10; a lattice moves exactly.
      for (let i = 0; i < 4; i++)
        expect(Math.abs(near[i] - moved[i]), `${text}, ${i}`).toBeLessThan(cases.lattice ? 1e-12 : 4e-9);
    });
  });
});

/** The rotation that takes +y to a unit vector. */
function upTo(d: Vec): [number, number, number, number] {
  const axis = cross([0, 1, 0], d);
  const w = 1 + d[1];
  if (w < 1e-9) return [1, 0, 0, 0];
  const l = Math.sqrt(dot(axis, axis) + w * w);
  return [axis[0] / l, axis[1] / l, axis[2] / l, w / l];
}
