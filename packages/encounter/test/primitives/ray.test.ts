/** Rays at triangles and polygons on a lattice, where they run through vertices, along edges and in the plane. */
import { describe, expect, it } from 'vitest';
import { Hit, rayCastPolygon, rayCastTriangle } from '../../src/primitives/index.ts';
import { Rng, runs } from '../support/rng.ts';
import { Lattice, type P, pointThing, segmentThing, type Thing, thingDistance, thingsMeet } from './shapes.ts';

const SEED = 20267;
/** Everything is within this many times the shortest direction. */
const FAR = 64;

const along = (from: P, d: P, t: number): P => [from[0] + t * d[0], from[1] + t * d[1], from[2] + t * d[2]];

function check(title: string, hit: Hit | null, thing: Thing, from: P, direction: P): void {
  const fail = (what: string): never =>
    expect.fail(`${title}: ${what}; ${JSON.stringify({ from, direction })}, ${JSON.stringify(thing.value)}`);
  const expected = thingsMeet(segmentThing(from, along(from, direction, FAR)), thing);
  if ((hit !== null) !== expected) fail(`hit is ${JSON.stringify(hit)}, not ${expected}`);
  if (hit === null) return;
  const { t, point, normal } = hit;
  if (!(t >= 0)) fail(`t = ${t}`);
  const p: P = [point.x, point.y, point.z];
  if (!(Math.hypot(...along(from, direction, t).map((x, k) => x - p[k])) <= 1e-13)) fail('the point is not at t');
  if (!(thingDistance(pointThing(p), thing) <= 1e-13)) fail(`the point ${p} is off`);
  // Nothing is met before.
  if (t > 1e-9 && thingsMeet(segmentThing(from, along(from, direction, t - 1e-9)), thing)) fail(`t = ${t} is late`);
  if ((t === 0) !== thingsMeet(pointThing(from), thing)) fail(`t = ${t}`);
  const n = [normal.x, normal.y, normal.z];
  if (!(Math.abs(Math.hypot(...n) - 1) <= 1e-14)) fail(`normal ${n}`);
  if (!(n[0] * direction[0] + n[1] * direction[1] + n[2] * direction[2] <= 1e-14)) fail(`normal ${n}`);
  const against = direction.map((x) => -x / Math.hypot(...direction));
  const isAcross = thing.points.every(
    (q) => Math.abs(n[0] * (q[0] - p[0]) + n[1] * (q[1] - p[1]) + n[2] * (q[2] - p[2])) <= 1e-13,
  );
  // On a line there is no normal.
  if (!isAcross && Math.hypot(...n.map((x, k) => x - against[k])) > 1e-14) fail(`normal ${n}`);
}

describe(`rays on a lattice (seed ${SEED})`, () => {
  for (const kind of ['Triangle', 'Polygon'] as const) {
    it(`rayCast${kind} is exact`, () => {
      const out = new Hit();
      let hits = 0;
      for (let i = 0; i < runs(500); i++) {
        const rng = new Rng(SEED, i);
        const lattice = new Lattice(rng);
        const thing = lattice[kind]();
        const from = lattice.point();
        // Half of them aimed at a vertex, or at the middle of two.
        const [q, r] = [rng.pick(thing.points), rng.pick(thing.points)];
        const aim: P = [q[0] + r[0] - 2 * from[0], q[1] + r[1] - 2 * from[1], q[2] + r[2] - 2 * from[2]];
        const isAimed = rng.chance(0.5) && aim.some((x) => x !== 0);
        const direction = isAimed ? aim : lattice.direction();
        const ray = { from, direction };
        const hit =
          kind === 'Triangle'
            ? rayCastTriangle(ray, thing.value as never, out)
            : rayCastPolygon(ray, thing.value as never, out);
        check(`${i}`, hit, thing, from, direction);
        if (hit === null) continue;
        hits++;
        expect(hit).toBe(out);
        // The same from a three.js ray, and with a direction of another length.
        const origin = { x: from[0], y: from[1], z: from[2] };
        const twice = { origin, direction: { x: 2 * direction[0], y: 2 * direction[1], z: 2 * direction[2] } };
        const again =
          kind === 'Triangle'
            ? rayCastTriangle(twice, thing.value as never)
            : rayCastPolygon(twice, thing.value as never);
        expect(again?.t, `${i}`).toBeCloseTo(hit.t / 2, 14);
      }
      expect(hits).toBeGreaterThan(runs(500) / 10);
    });
  }

  it('hits a triangle in its plane where it enters', () => {
    const triangle = { a: [0, 0, 0], b: [2, 0, 0], c: [0, 2, 0] };
    const cast = (from: number[], direction: number[]): number | undefined =>
      rayCastTriangle({ from, direction }, triangle)?.t;
    expect(cast([-1, 0.5, 0], [1, 0, 0])).toBe(1);
    expect(cast([-1, 0, 0], [1, 0, 0])).toBe(1);
    expect(cast([3, 3, 0], [-1, -1, 0])).toBe(2);
    expect(cast([0.5, 0.5, 0], [1, 0, 0])).toBe(0);
    expect(cast([0.5, 0.5, 0], [0, 0, 1])).toBe(0);
    expect(cast([-1, 0.5, 0], [-1, 0, 0])).toBeUndefined();
    expect(cast([-1, 2.5, 0], [1, 0, 0])).toBeUndefined();
    expect(cast([-1, 2, 0], [1, 0, 0])).toBe(1);
  });
});
