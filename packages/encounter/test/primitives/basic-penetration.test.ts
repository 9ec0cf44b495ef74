/**
 * Depths of spheres, boxes, oriented boxes, triangles and planes that are solid below. Each is null exactly where the pair has no point in
 * common; the depth is the least over all directions that can be it (by brute force over corners), the points are on their sets, and moved
 * by the depth the two just touch, as the general query on colliders has it. Half of the cases are on a lattice.
 */
import { describe, expect, it } from 'vitest';
import { Collider, Halfspace, penetration, signedDistance, Triangle } from '../../src/index.ts';
import {
  intersectsBoxBox,
  intersectsBoxObb,
  intersectsObbObb,
  intersectsSphereBox,
  intersectsSphereObb,
  intersectsSphereSphere,
  type Penetration,
  penetrationBoxBox,
  penetrationBoxObb,
  penetrationObbObb,
  penetrationPlaneBox,
  penetrationPlaneObb,
  penetrationPlaneSphere,
  penetrationSphereBox,
  penetrationSphereObb,
  penetrationSphereSphere,
  penetrationSphereTriangle,
} from '../../src/primitives/index.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import { add, cross, dot, norm, scaled, sub, type Vec, vec } from '../support/vectors.ts';
import {
  boxAsObb,
  boxCollider,
  Cases,
  cornersOf,
  type ObbCase,
  obbCollider,
  type PlaneCase,
  type SphereCase,
  sphereCollider,
} from './basic-cases.ts';
import { compare, dotQ, minus, q, qVec, sign, times } from './basic-rational.ts';

const SEED = seedFromEnv(1304);
const CLOSE = 1e-13;

function forCases(stream: number, full: number, check: (cases: Cases, text: string) => void): void {
  for (let n = 0; n < runs(full); n++) check(new Cases(new Rng(SEED + stream, n), n % 2 === 0), `case ${n}`);
}

/** What every result has: a unit normal, and points that are depth·normal apart. */
function wellFormed(found: Penetration, text: string): void {
  const n = vec(found.normal);
  expect(found.depth, text).toBeGreaterThanOrEqual(0);
  expect(Math.abs(norm(n) - 1), text).toBeLessThan(1e-14);
  const across = sub(vec(found.pointA), add(vec(found.pointB), scaled(n, found.depth)));
  expect(norm(across), text).toBeLessThan(CLOSE);
}

/** The least over the directions of facets of two boxes, from their corners. */
function leastDepth(a: ObbCase, b: ObbCase): number {
  const axes: Vec[] = [...a.axes, ...b.axes];
  for (const u of a.axes)
    for (const v of b.axes) {
      const c = cross(u, v);
      if (norm(c) > 1e-6) axes.push(scaled(c, 1 / norm(c)));
    }
  const [cornersA, cornersB] = [cornersOf(a), cornersOf(b)];
  let least = Infinity;
  for (const n of axes)
    for (const s of [1, -1]) {
      const high = Math.max(...cornersA.map((p) => s * dot(n, p)));
      const low = Math.min(...cornersB.map((p) => s * dot(n, p)));
      least = Math.min(least, high - low);
    }
  return least;
}

const outside = (p: Vec, { center, axes, half }: ObbCase): number =>
  Math.max(...axes.map((u, i) => Math.abs(dot(u, sub(p, center))) - half[i]));

/** Moves B by the depth, and a little less and more. */
function justTouches(found: Penetration, a: Collider, b: (shift: Vec) => Collider, text: string): void {
  const n = vec(found.normal);
  const at = (extra: number) => signedDistance(a, b(scaled(n, found.depth + extra))).distance;
  expect(Math.abs(at(0)), text).toBeLessThan(1e-8);
  expect(at(1e-6), text).toBeGreaterThan(0);
}

/** The general query agrees on the depth. */
function asGeneral(found: Penetration, a: Collider, b: Collider, text: string): void {
  const general = penetration(a, b);
  if (general === null) expect(found.depth, text).toBeLessThan(1e-12);
  else expect(Math.abs(general.depth - found.depth), text).toBeLessThan(1e-8);
}

const moved = <T extends { readonly center: Vec }>(value: T, by: Vec): T => ({
  ...value,
  center: add(value.center, by),
});

describe(`depths (seed ${SEED})`, () => {
  it('of two spheres', () => {
    forCases(0, 200, (cases, text) => {
      const a = cases.sphere();
      const b = cases.rng.chance(0.1) ? { ...a, radius: 1 } : cases.sphere();
      const found = penetrationSphereSphere(a, b);
      expect(found !== null, text).toBe(intersectsSphereSphere(a, b));
      if (found === null) return;
      wellFormed(found, text);
      const depth = a.radius + b.radius - norm(sub(b.center, a.center));
      expect(Math.abs(found.depth - depth), text).toBeLessThan(CLOSE);
      asGeneral(found, sphereCollider(a), sphereCollider(b), text);
      justTouches(found, sphereCollider(a), (by) => sphereCollider(moved(b, by)), text);
    });
  });

  it('of a sphere and a box, oriented or not', () => {
    forCases(1, 300, (cases, text) => {
      const sphere = cases.sphere();
      const box = cases.box();
      const obb = cases.obb();
      const label = `${text}: ${JSON.stringify([sphere, box, obb])}`;
      const results: readonly (readonly [Penetration | null, boolean, ObbCase])[] = [
        [penetrationSphereBox(sphere, box), intersectsSphereBox(sphere, box), boxAsObb(box)],
        [penetrationSphereObb(sphere, obb), intersectsSphereObb(sphere, obb), obb],
      ];
      for (const [found, meet, to] of results) {
        expect(found !== null, label).toBe(meet);
        if (found === null) continue;
        wellFormed(found, label);
        // From outside the distance of the center, from inside the nearest face.
        const local = to.axes.map((u, i) => Math.abs(dot(u, sub(sphere.center, to.center))) - to.half[i]);
        const away = norm(local.map((x) => Math.max(0, x)) as unknown as Vec);
        const depth = sphere.radius - (away > 0 ? away : Math.max(...local));
        expect(Math.abs(found.depth - Math.max(0, depth)), label).toBeLessThan(CLOSE);
        expect(Math.abs(outside(vec(found.pointB), to)), label).toBeLessThan(CLOSE);
        asGeneral(found, sphereCollider(sphere), obbCollider(to), label);
        justTouches(found, sphereCollider(sphere), (by) => obbCollider(moved(to, by)), label);
      }
    });
  });

  it('of a sphere and a triangle, flat ones and centers within it too', () => {
    forCases(2, 300, (cases, text) => {
      const [a, b] = [cases.point(), cases.point()];
      const c = cases.rng.chance(0.15) ? (cases.rng.chance(0.5) ? a : add(a, scaled(sub(b, a), 2))) : cases.point();
      const triangle = { a, b: cases.rng.chance(0.05) ? a : b, c };
      let sphere = cases.sphere();
      if (cases.rng.chance(0.2))
        sphere = { ...sphere, center: cases.rng.pick([a, triangle.b, scaled(add(a, c), 0.5)]) };
      const label = `${text}: ${JSON.stringify([sphere, triangle])}`;
      const found = penetrationSphereTriangle(sphere, triangle);
      const away = nearTriangle(sphere.center, [a, triangle.b, c]);
      if (Math.abs(away - sphere.radius) > 1e-9) expect(found !== null, label).toBe(away < sphere.radius);
      // On the lattice what touches is found.
      else if (cases.lattice) expect(found, label).not.toBeNull();
      if (found === null) return;
      wellFormed(found, label);
      expect(Math.abs(found.depth - Math.max(0, sphere.radius - away)), label).toBeLessThan(1e-8);
      expect(nearTriangle(vec(found.pointB), [a, triangle.b, c]), label).toBeLessThan(1e-8);
      const collider = (by: Vec) => new Collider(new Triangle(add(a, by), add(triangle.b, by), add(c, by)));
      asGeneral(found, sphereCollider(sphere), collider([0, 0, 0]), label);
      justTouches(found, sphereCollider(sphere), collider, label);
    });
  });

  it('of a sphere and a sliver', () => {
    for (let n = 0; n < runs(300); n++) {
      const rng = new Rng(SEED + 20, n);
      const [a, u, v] = [rng.inBox(1), rng.direction(), rng.direction()];
      const thin = rng.log(1e-18, 1e-4);
      const [b, c] = [add(a, u), add(add(a, scaled(u, rng.range(-0.5, 1.5))), scaled(v, thin))];
      const center = add(add(a, scaled(u, rng.range(-0.2, 1.2))), scaled(rng.direction(), rng.log(1e-12, 0.5)));
      const sphere = { center, radius: 0.6 };
      const label = `case ${n}: ${JSON.stringify([sphere, a, b, c])}`;
      const found = penetrationSphereTriangle(sphere, { a, b, c });
      const away = nearTriangle(center, [a, b, c]);
      expect(found !== null, label).toBe(away <= 0.6);
      if (found === null) continue;
      wellFormed(found, label);
      expect(Math.abs(found.depth - (0.6 - away)), label).toBeLessThan(1e-9);
      expect(nearTriangle(vec(found.pointB), [a, b, c]), label).toBeLessThan(1e-9);
      // The way out is one: no corner is left within the radius.
      const corners = [a, b, c].map((p) => dot(vec(found.normal), sub(p, center)) + found.depth);
      expect(Math.min(...corners), label).toBeGreaterThan(0.6 - 1e-8);
    }
  });

  it('of two boxes', () => {
    forCases(3, 300, (cases, text) => {
      const a = cases.box();
      const b = cases.rng.chance(0.05) ? a : cases.box();
      const label = `${text}: ${JSON.stringify([a, b])}`;
      const found = penetrationBoxBox(a, b);
      expect(found !== null, label).toBe(intersectsBoxBox(a, b));
      if (found === null) return;
      wellFormed(found, label);
      const axis = leastDepthAlong(a, b);
      expect(found.depth, label).toBe(axis);
      expect(outside(vec(found.pointA), boxAsObb(a)), label).toBeLessThan(CLOSE);
      expect(outside(vec(found.pointB), boxAsObb(b)), label).toBeLessThan(CLOSE);
      asGeneral(found, boxCollider(a), boxCollider(b), label);
      justTouches(found, boxCollider(a), (by) => boxCollider({ min: add(b.min, by), max: add(b.max, by) }), label);
    });
  });

  it('of a box and an oriented one, and of two oriented ones', () => {
    forCases(4, 300, (cases, text) => {
      const box = cases.box();
      const a = cases.obb();
      const b = cases.rng.chance(0.05) ? a : cases.obb();
      const label = `${text}: ${JSON.stringify([box, a, b])}`;
      const results: readonly (readonly [Penetration | null, boolean, ObbCase, ObbCase])[] = [
        [penetrationBoxObb(box, b), intersectsBoxObb(box, b), boxAsObb(box), b],
        [penetrationObbObb(a, b), intersectsObbObb(a, b), a, b],
      ];
      for (const [found, meet, first, second] of results) {
        expect(found !== null, label).toBe(meet);
        const least = leastDepth(first, second);
        if (Math.abs(least) > 1e-9) expect(meet, label).toBe(least > 0);
        if (found === null) continue;
        wellFormed(found, label);
        expect(Math.abs(found.depth - Math.max(0, least)), `${label}: ${found.depth}, not ${least}`).toBeLessThan(1e-9);
        expect(outside(vec(found.pointA), first), label).toBeLessThan(CLOSE);
        expect(outside(vec(found.pointB), second), label).toBeLessThan(1e-9);
        asGeneral(found, obbCollider(first), obbCollider(second), label);
        justTouches(found, obbCollider(first), (by) => obbCollider(moved(second, by)), label);
      }
    });
  });

  it('of a plane, solid below, and spheres and boxes', () => {
    forCases(5, 300, (cases, text) => {
      const plane = cases.plane();
      const sphere = cases.sphere();
      const box = cases.box();
      const obb = cases.obb();
      const label = `${text}: ${JSON.stringify([plane, sphere, box, obb])}`;
      const n = scaled(plane.normal, 1 / norm(plane.normal));
      const offset = plane.offset / norm(plane.normal);
      const corners = Array.from(
        { length: 8 },
        (_, k) => [0, 1, 2].map((i) => ((k >> i) & 1 ? box.max[i] : box.min[i])) as unknown as Vec,
      );
      const lowest = (points: readonly Vec[]) => Math.min(...points.map((p) => dot(n, p))) - offset;
      const results: readonly (readonly [Penetration | null, number, boolean, (by: Vec) => Collider])[] = [
        [
          penetrationPlaneSphere(plane, sphere),
          dot(n, sphere.center) - sphere.radius - offset,
          ballBelow(plane, sphere),
          (by) => sphereCollider(moved(sphere, by)),
        ],
        [
          penetrationPlaneBox(plane, box),
          lowest(corners),
          corners.some((p) => sign(minus(dotQ(qVec(plane.normal), qVec(p)), q(plane.offset))) <= 0),
          (by) => boxCollider({ min: add(box.min, by), max: add(box.max, by) }),
        ],
        [
          penetrationPlaneObb(plane, obb),
          lowest(cornersOf(obb)),
          lowest(cornersOf(obb)) < 1e-13,
          (by) => obbCollider(moved(obb, by)),
        ],
      ];
      for (const [found, low, meet, collider] of results) {
        expect(found !== null, label).toBe(meet);
        if (found === null) continue;
        wellFormed(found, label);
        expect(norm(sub(vec(found.normal), n)), label).toBeLessThan(1e-15 * 4);
        expect(Math.abs(found.depth - Math.max(0, -low)), label).toBeLessThan(CLOSE);
        expect(Math.abs(dot(n, vec(found.pointA)) - offset), label).toBeLessThan(CLOSE);
        const below = new Collider(new Halfspace(plane.normal, plane.offset));
        asGeneral(found, below, collider([0, 0, 0]), label);
        justTouches(found, below, collider, label);
      }
    });
  });
});

/** The least way out along an axis, in doubles that are exact on any two coordinates. */
function leastDepthAlong(a: { min: Vec; max: Vec }, b: { min: Vec; max: Vec }): number {
  return Math.min(...[0, 1, 2].flatMap((i) => [a.max[i] - b.min[i], b.max[i] - a.min[i]]));
}

/** Whether a ball has a point with normal·x ≤ offset, exactly. */
function ballBelow(plane: PlaneCase, { center, radius }: SphereCase): boolean {
  const n = qVec(plane.normal);
  const height = minus(dotQ(n, qVec(center)), q(plane.offset));
  return sign(height) <= 0 || compare(times(height, height), times(times(q(radius), q(radius)), dotQ(n, n))) <= 0;
}

/** Distance of a point from a triangle, by bisection over it: slow and plain. */
function nearTriangle(p: Vec, [a, b, c]: readonly [Vec, Vec, Vec]): number {
  const onEdge = (from: Vec, to: Vec): number => {
    const d = sub(to, from);
    const t = dot(d, d) === 0 ? 0 : Math.max(0, Math.min(1, dot(sub(p, from), d) / dot(d, d)));
    return norm(sub(p, add(from, scaled(d, t))));
  };
  // Along the way from a to the opposite edge the distance to the segment across is convex: ternary search.
  const at = (s: number): number => onEdge(add(a, scaled(sub(b, a), s)), add(a, scaled(sub(c, a), s)));
  let [low, high] = [0, 1];
  for (let i = 0; i < 100; i++) {
    const [m, n] = [low + (high - low) / 3, high - (high - low) / 3];
    if (at(m) <= at(n)) high = n;
    else low = m;
  }
  return Math.min(at(low), at(high), onEdge(a, b), onEdge(b, c), onEdge(c, a));
}
