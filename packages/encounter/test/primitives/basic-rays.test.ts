/**
 * Rays against planes, spheres, boxes and oriented boxes: whether they hit in rational arithmetic, where in the same, and against the general
 * query. Half of the cases are on a lattice, where rays go through edges and corners and graze spheres.
 */
import { describe, expect, it } from 'vitest';
import { type Collider, rayCast } from '../../src/index.ts';
import { Hit, rayCastBox, rayCastObb, rayCastPlane, rayCastSphere } from '../../src/primitives/index.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import { add, dot, norm, scaled, sub, type Vec, vec } from '../support/vectors.ts';
import {
  asBox,
  type BoxCase,
  boxCollider,
  Cases,
  cornersOf,
  obbCollider,
  qBox,
  sphereCollider,
  tenths,
} from './basic-cases.ts';
import {
  clipQ,
  compare,
  dotQ,
  lengthSqQ,
  minus,
  over,
  pathSq,
  pointBoxSq,
  q,
  qVec,
  sign,
  subQ,
  times,
  toNumber,
  ZERO,
} from './basic-rational.ts';

const SEED = seedFromEnv(1303);

interface RayCase {
  readonly from: Vec;
  readonly direction: Vec;
}

/**
 * Every other case is on the lattice, and half of these are divided by ten: there rays graze but for the rounding of a tenth. The last
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

/** A ray, every other time through a given point. */
function rayTo(cases: Cases, target: Vec): RayCase {
  const from = cases.rng.chance(0.8) ? scaled(cases.point(), 2) : cases.point();
  const direction = cases.rng.chance(0.5) ? sub(target, from) : cases.direction();
  return { from, direction: direction.some((x) => x !== 0) ? direction : [0, -0, 1] };
}

/** What every hit has: a point on the ray, and a unit normal against it, or none at the start. */
function check(hit: Hit, { from, direction }: RayCase, text: string): void {
  const n = vec(hit.normal);
  const size = 1 + norm(from) + norm(direction) * hit.t;
  expect(hit.t, text).toBeGreaterThanOrEqual(0);
  expect(norm(sub(vec(hit.point), add(from, scaled(direction, hit.t)))), text).toBeLessThan(1e-14 * size);
  if (n.every((x) => x === 0)) expect(hit.t, text).toBe(0);
  else {
    expect(Math.abs(norm(n) - 1), text).toBeLessThan(1e-15 * 4);
    expect(dot(n, direction) / norm(direction), text).toBeLessThanOrEqual(1e-14);
  }
}

/** The general query has rays that end: far enough away. */
function general(collider: Collider, { from, direction }: RayCase): number | null {
  const end = 40 / norm(direction);
  const hit = rayCast(collider, from, add(from, scaled(direction, end)));
  return hit === null ? null : hit.t * end;
}

describe(`rays (seed ${SEED})`, () => {
  it('against planes, also within them and along them', () => {
    forCases(0, 500, (cases, text, world) => {
      const ray: RayCase = world({ from: cases.point(), direction: cases.direction() });
      const { normal, offset } = world(cases.plane());
      const plane = { normal, offset: cases.rng.chance(0.3) ? dot(normal, ray.from) : offset };
      const label = `${text}: ${JSON.stringify([ray, plane])}`;
      const height = minus(dotQ(qVec(normal), qVec(ray.from)), q(plane.offset));
      const speed = dotQ(qVec(normal), qVec(ray.direction));
      const hit = rayCastPlane(ray, plane);
      const hits = sign(height) === 0 || sign(height) * sign(speed) < 0;
      expect(hit !== null, label).toBe(hits);
      if (hit === null) return;
      check(hit, ray, label);
      const t = sign(height) === 0 ? 0 : toNumber(over(minus(ZERO, height), speed));
      // Relative to how steeply it comes.
      const slack =
        (1e-14 * (norm(ray.from) + t * norm(ray.direction))) / Math.abs(dot(normal, ray.direction) / norm(normal));
      expect(Math.abs(hit.t - t), label).toBeLessThanOrEqual(sign(height) === 0 ? 0 : slack);
      // The plane's own normal, on the side of the start.
      const up = sign(height) !== 0 ? sign(height) : -sign(speed) || 1;
      expect(dot(vec(hit.normal), normal) / norm(normal), label).toBeCloseTo(up, 14);
    });
  });

  it('against spheres, grazing ones too', () => {
    let grazed = 0;
    forCases(1, 400, (cases, text, world) => {
      let sphere = cases.sphere();
      const onto = add(sphere.center, [0, 0, cases.rng.chance(0.5) ? sphere.radius : 0]);
      const grazing = { from: add(sphere.center, [5, sphere.radius, 0]), direction: [-3, 0, 0] as Vec };
      let ray: RayCase = cases.rng.chance(0.1) ? grazing : rayTo(cases, onto);
      [sphere, ray] = world([sphere, ray] as const);
      const label = `${text}: ${JSON.stringify([ray, sphere])}`;
      const e = subQ(qVec(ray.from), qVec(sphere.center));
      const d = qVec(ray.direction);
      const rr = times(q(sphere.radius), q(sphere.radius));
      const closest = compare(pathSq(e, d, false), rr);
      const hit = rayCastSphere(ray, sphere);
      expect(hit !== null, label).toBe(closest <= 0);
      if (hit === null) return;
      check(hit, ray, label);
      if (closest === 0) grazed++;
      const outside = minus(lengthSqQ(e), rr);
      if (sign(outside) <= 0) {
        expect([hit.t, ...vec(hit.normal)], label).toEqual([0, 0, 0, 0]);
        expect(vec(hit.point), label).toEqual(ray.from);
        return;
      }
      // t = c / (b + √(b² − a·c)), with all of a, b, c and the difference exact.
      const a = lengthSqQ(d);
      const b = minus(ZERO, dotQ(e, d));
      const root = Math.sqrt(toNumber(minus(times(b, b), times(a, outside))));
      const t = toNumber(outside) / (toNumber(b) + root);
      // Near a grazing hit the time is as the root of what rounds.
      const slack = 1e-13 * (1 + t) + (root < 1e-6 * toNumber(b) ? 1e-7 : 0);
      expect(Math.abs(hit.t - t), `${label}: ${hit.t}, not ${t}`).toBeLessThan(slack);
      if (sphere.radius > 0.1)
        expect(
          norm(sub(sub(vec(hit.point), sphere.center), scaled(vec(hit.normal), sphere.radius))),
          label,
        ).toBeLessThan(1e-13);
      if (closest === 0) return;
      const other = general(sphereCollider(sphere), ray);
      if (root > 1e-3) expect(Math.abs((other ?? Infinity) - hit.t), label).toBeLessThan(1e-7);
    });
    expect(grazed).toBeGreaterThan(0);
  });

  it('against a sphere far away, where the book loses it', () => {
    // 1e8 away a unit sphere is hit by rays that pass within its radius, and by no others.
    for (const [miss, hits] of [
      [0.999, true],
      [1, true],
      [1.001, false],
      [-1, true],
      [-1.00001, false],
    ] as const) {
      const hit = rayCastSphere({ from: [-1e8, miss, 0], direction: [1, 0, 0] }, { center: [0, 0, 0], radius: 1 });
      expect(hit !== null, `${miss}`).toBe(hits);
      if (hit !== null) expect(hit.t).toBeCloseTo(1e8 - Math.sqrt(1 - miss * miss), 6);
    }
  });

  it('against boxes, through edges and corners', () => {
    let edges = 0;
    forCases(2, 500, (cases, text, world) => {
      let box = cases.box();
      const corner = [0, 1, 2].map((i) => (cases.rng.chance(0.5) ? box.min[i] : box.max[i]));
      if (cases.rng.chance(0.5)) corner[cases.rng.int(3)] += cases.lattice ? 1 : 0.1;
      let ray = rayTo(cases, corner as unknown as Vec);
      [box, ray] = world([box, ray] as const);
      const label = `${text}: ${JSON.stringify([ray, box])}`;
      const clipped = clipQ(qVec(ray.from), qVec(ray.direction), qBox(box), null);
      const hit = rayCastBox(ray, box);
      expect(hit !== null, label).toBe(clipped !== null);
      if (hit === null || clipped === null) return;
      check(hit, ray, label);
      const [enter, exit] = clipped;
      if (exit !== null && sign(enter) > 0 && compare(enter, exit) === 0) edges++;
      const t = toNumber(enter);
      expect(Math.abs(hit.t - t), label).toBeLessThanOrEqual(1e-15 * t);
      expect(sign(pointBoxSq(qVec(vec(hit.point)), qBox(box))), label).toBe(0);
      if (sign(enter) === 0) {
        expect(vec(hit.normal), label).toEqual([0, 0, 0]);
        expect(vec(hit.point), label).toEqual(ray.from);
      } else {
        // One face, which the point is on.
        const axis = vec(hit.normal).findIndex((x) => x !== 0);
        const side = vec(hit.normal)[axis] < 0 ? box.min : box.max;
        expect(Math.abs(vec(hit.point)[axis] - side[axis]), label).toBeLessThan(1e-14);
        expect(vec(hit.normal).filter((x) => x === 0).length, label).toBe(2);
      }
      if (exit === null || toNumber(minus(exit, enter)) < 1e-6) return;
      const other = general(boxCollider(box), ray);
      expect(Math.abs((other ?? Infinity) - hit.t), label).toBeLessThan(1e-7 * (1 + hit.t));
    });
    expect(edges).toBeGreaterThan(runs(500) / 40);
  });

  it('against boxes, with directions of zero and of minus zero', () => {
    const box = { min: [0, 0, 0], max: [1, 1, 1] } as const;
    for (const zero of [0, -0])
      for (const y of [0, 0.5, 1]) {
        const hit = rayCastBox({ from: [-1, y, 1], direction: [2, zero, zero] }, box);
        expect(hit, `${zero} ${y}`).not.toBeNull();
        expect([hit?.t, hit?.normal.x]).toEqual([0.5, -1]);
        expect(rayCastBox({ from: [-1, y, 1.1], direction: [2, zero, zero] }, box)).toBeNull();
        expect(rayCastBox({ from: [2, y, 1], direction: [2, zero, zero] }, box)).toBeNull();
        expect(rayCastBox({ from: [1, y, 1], direction: [2, zero, zero] }, box)?.t).toBe(0);
        // A box without thickness.
        const flat = { min: [0, 0, 1], max: [1, 1, 1] } as const;
        expect(rayCastBox({ from: [-1, y, 1], direction: [2, zero, zero] }, flat)?.t).toBe(0.5);
      }
    const point = { min: [1, 2, 3], max: [1, 2, 3] } as const;
    expect(rayCastBox({ from: [0, 0, 0], direction: [1, 2, 3] }, point)?.t).toBe(1);
    expect(rayCastBox({ from: [0, 0, 0], direction: [1, 2, 3.0000001] }, point)).toBeNull();
    expect(rayCastBox({ from: [-1, 0.5, 0.5], direction: [1e-60, 0, 0] }, box)?.t).toBe(1e60);
    // Beyond what doubles hold.
    expect(rayCastBox({ from: [-1, 0.5, 0.5], direction: [1e-310, 0, 0] }, box)).toBeNull();
  });

  it('against boxes, given as arrays, objects or typed arrays', () => {
    const typed = (v: Vec) => Float64Array.from(v);
    const xyz = ([x, y, z]: Vec) => ({ x, y, z });
    forCases(3, 200, (cases, text) => {
      const box: BoxCase = cases.box();
      const { from, direction } = rayTo(cases, box.min);
      const plain = rayCastBox({ from, direction }, box);
      const objects = rayCastBox(
        { from: xyz(from), direction: xyz(direction) },
        { min: xyz(box.min), max: xyz(box.max) },
      );
      const mixed = rayCastBox({ from: typed(from), direction }, { min: xyz(box.min), max: typed(box.max) }, new Hit());
      expect(objects, text).toEqual(plain);
      expect(mixed, text).toEqual(plain);
    });
  });

  it('against oriented boxes, through edges and corners', () => {
    forCases(4, 500, (cases, text) => {
      const obb = cases.obb();
      const corners = cornersOf(obb);
      const [a, b] = [cases.rng.pick(corners), cases.rng.pick(corners)];
      // On a corner, an edge, a face, or the diagonal.
      const onto = cases.rng.chance(0.5) ? a : scaled(add(a, b), 0.5);
      const ray = rayTo(cases, onto);
      const label = `${text}: ${JSON.stringify([ray, obb])}`;
      const hit = rayCastObb(ray, obb);
      if (hit !== null) check(hit, ray, label);
      const aimed = norm(sub(sub(onto, ray.from), ray.direction)) === 0;
      if (aimed) expect(hit, label).not.toBeNull();
      if (cases.lattice) {
        const clipped = clipQ(qVec(ray.from), qVec(ray.direction), qBox(asBox(obb)), null);
        expect(hit !== null, label).toBe(clipped !== null);
        if (hit === null || clipped === null) return;
        const t = toNumber(clipped[0]);
        expect(Math.abs(hit.t - t), label).toBeLessThanOrEqual(1e-13 * (1 + t));
        expect(
          vec(hit.normal).every((x) => x === 0),
          label,
        ).toBe(t === 0);
        return;
      }
      // In the frame of the box.
      const local = (v: Vec): Vec => obb.axes.map((u) => dot(u, v)) as unknown as Vec;
      const grown = (by: number): BoxCase => ({
        min: obb.half.map((h) => -h - by) as unknown as Vec,
        max: obb.half.map((h) => h + by) as unknown as Vec,
      });
      const there = { from: local(sub(ray.from, obb.center)), direction: local(ray.direction) };
      if (hit === null)
        expect(rayCastBox(there, obb.half.every((h) => h > 1e-3) ? grown(-1e-12) : grown(0)), label).toBeNull();
      else {
        const wide = rayCastBox(there, grown(1e-12));
        expect(wide, label).not.toBeNull();
        const slowest = Math.min(...there.direction.map((x) => Math.abs(x)).filter((x) => x > 1e-9));
        expect(Math.abs((wide?.t ?? Infinity) - hit.t), label).toBeLessThan(1e-11 / slowest + 1e-11);
      }
      if (aimed || hit === null || hit.t === 0) return;
      const other = general(obbCollider(obb), ray);
      if (other !== null) expect(Math.abs(other - hit.t), label).toBeLessThan(1e-6);
    });
  });
});
