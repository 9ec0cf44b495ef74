/**
 * When moving spheres and boxes first touch each other or a plane. Whether they do is judged in rational arithmetic; that the time is never
 * late is, too, for the very double that was returned; and that it is not early by more than rounding. Half of the cases are on a lattice.
 */
import { describe, expect, it } from 'vitest';
import { type Collider, castShape } from '../../src/index.ts';
import {
  impactBoxBox,
  impactPlaneBox,
  impactPlaneSphere,
  impactSphereSphere,
  intersectsBoxBox,
  intersectsPlaneBox,
  intersectsPlaneSphere,
  intersectsSphereSphere,
} from '../../src/primitives/index.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import { add, dot, norm, scaled, sub, type Vec } from '../support/vectors.ts';
import { type BoxCase, boxCollider, Cases, type PlaneCase, sphereCollider, tenths } from './basic-cases.ts';
import {
  addQ,
  clipQ,
  compare,
  dotQ,
  lengthSqQ,
  minus,
  ONE,
  pathSq,
  plus,
  type Q,
  q,
  qVec,
  scaledQ,
  sign,
  subQ,
  times,
  toNumber,
  ZERO,
} from './basic-rational.ts';

const SEED = seedFromEnv(1305);

/**
 * Every other case is on the lattice, and half of these are divided by ten: there things meet but for the rounding of a tenth. The last
 * argument does that, or nothing.
 */
function forCases(
  stream: number,
  full: number,
  check: (cases: Cases, text: string, world: <T>(value: T) => T) => void,
): void {
  for (let n = 0; n < runs(full); n++) {
    const cases = new Cases(new Rng(SEED + stream, n), n % 2 === 0);
    check(cases, `case ${n}`, n % 4 === 2 ? tenths : (value) => value);
  }
}

/** A motion that leads far enough to meet something; sometimes none. */
const motion = (cases: Cases): Vec =>
  cases.rng.chance(0.1) ? [0, 0, 0] : scaled(cases.point(), cases.rng.pick([1, 2, 3]));

/** The general query, where both move: t, or null. At a start in touch it may have no hit, and is not asked. */
function general(a: Collider, moveA: Vec, b: Collider, moveB: Vec): number | null {
  return castShape(a, moveA, b, moveB)?.t ?? null;
}

describe(`impacts (seed ${SEED})`, () => {
  it('of two spheres', () => {
    let grazed = 0;
    forCases(0, 400, (cases, text, world) => {
      let a = cases.sphere();
      let b = cases.sphere();
      let moveA = motion(cases);
      let moveB = motion(cases);
      // Every fifth time they pass at the distance of both radii.
      if (cases.rng.chance(0.2)) {
        b = { ...b, center: add(a.center, [5, a.radius + b.radius, 0]) };
        moveB = add(moveA, [-10, 0, 0]);
      }
      [a, b, moveA, moveB] = world([a, b, moveA, moveB] as const);
      const label = `${text}: ${JSON.stringify([a, moveA, b, moveB])}`;
      const t = impactSphereSphere(a, moveA, b, moveB);
      const e = subQ(qVec(b.center), qVec(a.center));
      const d = subQ(qVec(moveB), qVec(moveA));
      const r = plus(q(a.radius), q(b.radius));
      const rr = times(r, r);
      const nearest = compare(pathSq(e, d, true), rr);
      expect(t !== null, label).toBe(nearest <= 0);
      if (t === null) return;
      if (nearest === 0) grazed++;
      if (intersectsSphereSphere(a, b)) {
        expect(t, label).toBe(0);
        return;
      }
      // Still apart, or just in touch, at t; and before the nearest approach. So t is not late.
      const at = addQ(e, scaledQ(d, q(t)));
      expect(compare(lengthSqQ(at), rr), `${label}: ${t}`).toBeGreaterThanOrEqual(0);
      expect(sign(dotQ(at, d)), label).toBeLessThanOrEqual(0);
      // And no farther apart than rounding.
      expect(Math.sqrt(toNumber(lengthSqQ(at))) - toNumber(r), label).toBeLessThan(1e-13);
      const other = general(sphereCollider(a), moveA, sphereCollider(b), moveB);
      if (other !== null) expect(t, label).toBeLessThan(other + 1e-5);
    });
    expect(grazed).toBeGreaterThan(0);
  });

  it('of two boxes, edge to edge too', () => {
    let edges = 0;
    forCases(1, 500, (cases, text, world) => {
      let [a, b] = [cases.box(), cases.box()];
      let moveA = motion(cases);
      // Every third time a corner meets a corner.
      const [from, to] = [cases.rng.pick(cornersOf(b)), cases.rng.pick(cornersOf(a))];
      let moveB = cases.rng.chance(0.3) ? add(sub(to, from), moveA) : motion(cases);
      [a, b, moveA, moveB] = world([a, b, moveA, moveB] as const);
      const label = `${text}: ${JSON.stringify([a, moveA, b, moveB])}`;
      const t = impactBoxBox(a, moveA, b, moveB);
      // B's lower corner, as a point against A grown by B.
      const size = subQ(qVec(b.max), qVec(b.min));
      const grown = { min: subQ(qVec(a.min), size), max: qVec(a.max) };
      const d = subQ(qVec(moveB), qVec(moveA));
      const clipped = clipQ(qVec(b.min), d, grown, ONE);
      expect(t !== null, label).toBe(clipped !== null);
      if (t === null || clipped === null) return;
      const [enter, exit] = clipped;
      if (sign(enter) > 0 && exit !== null && compare(enter, exit) === 0) edges++;
      if (intersectsBoxBox(a, b)) expect(t, label).toBe(0);
      expect(compare(q(t), enter), label).toBeLessThanOrEqual(0);
      expect(toNumber(enter) - t, label).toBeLessThanOrEqual(3e-15 * t);
      const other = t > 0 ? general(boxCollider(a), moveA, boxCollider(b), moveB) : null;
      if (other !== null) expect(Math.abs(other - t), label).toBeLessThan(1e-6);
    });
    expect(edges).toBeGreaterThan(runs(500) / 100);
  });

  it('of a plane and a sphere', () => {
    forCases(2, 400, (cases, text, world) => {
      const far = cases.rng.chance(0.3) ? cases.rng.inBox(1e5) : ([0, 0, 0] as const);
      const plane = away(world(cases.plane()), far);
      const near = world(cases.sphere());
      const sphere = { ...near, center: add(near.center, far) };
      const move = world(motion(cases));
      const label = `${text}: ${JSON.stringify([plane, sphere, move])}`;
      const t = impactPlaneSphere(plane, sphere, move);
      const { height, nn } = heights(plane, sphere.center, move);
      const reachSq = times(times(q(sphere.radius), q(sphere.radius)), nn);
      // Within the radius at an end, or on different sides.
      const within = (h: Q): boolean => compare(times(h, h), reachSq) <= 0;
      const meets = within(height(0)) || within(height(1)) || sign(height(0)) !== sign(height(1));
      expect(t !== null, label).toBe(meets);
      if (t === null) return;
      if (intersectsPlaneSphere(plane, sphere)) {
        expect(t, label).toBe(0);
        return;
      }
      const h = height(t);
      expect(sign(h), label).toBe(sphere.radius === 0 && sign(h) === 0 ? 0 : sign(height(0)));
      expect(compare(times(h, h), reachSq), label).toBeGreaterThanOrEqual(0);
      expect(Math.abs(toNumber(h)) / norm(plane.normal) - sphere.radius, label).toBeLessThan(1e-13 + 1e-14 * norm(far));
    });
  });

  it('of a plane and a box', () => {
    forCases(3, 400, (cases, text, world) => {
      const far = cases.rng.chance(0.3) ? cases.rng.inBox(1e5) : ([0, 0, 0] as const);
      const plane = away(world(cases.plane()), far);
      const near = world(cases.box());
      const box = { min: add(near.min, far), max: add(near.max, far) };
      const move = world(motion(cases));
      const label = `${text}: ${JSON.stringify([plane, box, move])}`;
      const t = impactPlaneBox(plane, box, move);
      const corners = cornersOf(box).map((p) => heights(plane, p, move).height);
      const sides = (at: number): number[] => corners.map((height) => sign(height(at)));
      const apart = (at: number, side: number): boolean => sides(at).every((s) => s === side);
      const side = apart(0, 1) ? 1 : apart(0, -1) ? -1 : 0;
      expect(t !== null, label).toBe(side === 0 || !apart(1, side));
      if (t === null) return;
      if (intersectsPlaneBox(plane, box)) {
        expect([t, side], label).toEqual([0, 0]);
        return;
      }
      // No corner is through at t, and one has arrived but for rounding.
      expect(
        sides(t).every((s) => s * side >= 0),
        label,
      ).toBe(true);
      const least = Math.min(...corners.map((height) => Math.abs(toNumber(height(t)))));
      expect(least / norm(plane.normal), label).toBeLessThan(1e-13 + 1e-14 * norm(far));
    });
  });

  it('are early by rounding only for what is far away and fast', () => {
    // 1e6 away, 1e7 fast: the first touch is at (1e6 − 2) / 1e7.
    const far = impactSphereSphere(
      { center: [0, 0, 0], radius: 1 },
      [0, 0, 0],
      { center: [1e6, 0, 0], radius: 1 },
      [-1e7, 0, 0],
    );
    expect(far).toBeLessThanOrEqual(0.0999998);
    expect(far).toBeGreaterThan(0.0999998 - 1e-14);
    const box = (x: number): BoxCase => ({ min: [x - 1, -1, -1], max: [x + 1, 1, 1] });
    const boxes = impactBoxBox(box(0), [0, 0, 0], box(1e6), [-1e7, 0, 0]);
    expect(boxes).toBeLessThanOrEqual(0.0999998);
    expect(boxes).toBeGreaterThan(0.0999998 - 1e-14);
  });
});

/** A plane moved to where coordinates have fewer digits to spare. */
const away = ({ normal, offset }: PlaneCase, by: Vec): PlaneCase => ({ normal, offset: offset + dot(normal, by) });

/** normal·(p + t·move) − offset at the time t, and normal². */
function heights(plane: PlaneCase, p: Vec, move: Vec): { height: (t: number) => Q; nn: Q } {
  const n = qVec(plane.normal);
  const start = minus(dotQ(n, qVec(p)), q(plane.offset));
  const speed = dotQ(n, qVec(move));
  return { height: (t) => plus(start, t === 0 ? ZERO : times(speed, q(t))), nn: dotQ(n, n) };
}

const cornersOf = ({ min, max }: BoxCase): Vec[] =>
  Array.from({ length: 8 }, (_, k) => [0, 1, 2].map((i) => ((k >> i) & 1 ? max[i] : min[i])) as unknown as Vec);
