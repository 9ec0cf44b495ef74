/**
 * GJK against a plain one that shares no code with it (`support/plain-gjk.ts`), on all pairs of convex kinds, near contact and far
 * from it: the same verdict beyond rounding, the same distance within the accuracy, and bounds that hold.
 */
import { describe, expect, test } from 'vitest';
import * as lib from '../../src/index.ts';
import { csoOf, radiusOf, reachOf, runGjk, supportOf, supportOfA } from '../support/drive.ts';
import { Findings } from '../support/findings.ts';
import { type Item, KINDS, type Pair, RELATIONS, randomPair } from '../support/generators.ts';
import { plainGjk } from '../support/plain-gjk.ts';
import { Difference, Solid } from '../support/reference.ts';
import { Rng, seedFromEnv, tried } from '../support/rng.ts';
import { dot, norm, type Vec } from '../support/vectors.ts';

const seed = seedFromEnv(20261001);
const support = (i: Item, d: Vec): Vec => new Solid(i).support(d);

/** What is wrong with GJK's answer to one pair. */
function check(judge: Findings<Item>, { a, b }: Pair): void {
  const cso = csoOf(a.collider, b.collider);
  const plain = plainGjk(supportOf(cso));
  const radius = radiusOf(cso);
  const found = runGjk(cso);
  const { status, together, lower, upper } = found;
  const rounding = 1e-14 * reachOf(cso) + new Difference(a, b).rounding;
  // A sign may go either way within 1e-12 of the size.
  const decision = 1e-12 * cso.size + rounding;
  const fail = (kind: string): void =>
    judge.fail(
      kind,
      `${status}, ${lower}…${upper}, radius ${radius}; the plain one says ${plain.lower}…${plain.upper}, size ${cso.size}`,
      a,
      b,
    );

  // The verdict.
  if (plain.lower > radius + decision && together === true) fail('together, but proven apart');
  if (plain.upper < radius - decision && together === false) fail('apart, but proven together');
  if (status === 'overlap' && plain.lower > decision) fail('cores overlap, but are proven apart');
  // Left open is only what touches or nearly touches; or a core so near that its radius decides, and EPA shall find the normal.
  if (status === 'undecided' && plain.lower > 1e-2 * cso.size && plain.lower > radius + decision) fail('left open');

  // The bounds hold: the one is proven by a plane, the other by a point. But v of a sliver is short of that point by more than
  // rounding, so near contact the upper bound is good to a tenth of the accuracy only.
  if (lower > plain.upper + rounding) fail('lower bound');
  if (status !== 'overlap' && upper < plain.lower - rounding - 0.1 * cso.gap) fail('upper bound');

  // Where it has converged on a distance, that is the distance.
  if ((status === 'apart' || status === 'within') && found.converged) {
    if (upper - plain.upper > cso.gap + rounding) fail('distance too large');
    // pointA is in A's core: no farther than A along the axis, in either direction.
    const onA = supportOfA(cso);
    for (const d of [found.axis, [-found.axis[0], -found.axis[1], -found.axis[2]] as const])
      if (dot(d, found.pointA) > dot(d, onA(d)) + (cso.gap + rounding) * norm(d)) fail('pointA outside A');
  }

  // The axis that it leaves separates the shapes: exactly if that was all that was asked, else within the accuracy.
  if (together === false) {
    const d = found.axis;
    const bound = dot(d, supportOf(cso)([-d[0], -d[1], -d[2]])) / norm(d);
    if (!(bound > radius - decision - (status === 'beyond' ? 0 : cso.gap)))
      fail(`the axis does not separate: ${bound}`);
  }

  // A run that stops early decides the same.
  const asked = runGjk(cso, true, true);
  const decided = asked.together ?? together;
  if (together !== null && decided !== together) fail('a run that only decides differs');
  if (asked.together === true && plain.lower > radius + decision) fail('together at once, but proven apart');
  if (asked.together === false && plain.upper < radius - decision) fail('apart at once, but proven together');
}

describe(`GJK against a plain one, seed ${seed}`, () => {
  for (const relation of new Set(RELATIONS))
    test(relation, () => {
      const judge = new Findings<Item>(lib, seed);
      let n = 0;
      for (const kindA of KINDS)
        for (const kindB of KINDS)
          for (let i = 0; i < 2; i++) {
            judge.current = [...new Set(RELATIONS)].indexOf(relation) * 10_000 + n++;
            if (!tried(n)) continue;
            const rng = new Rng(seed, judge.current);
            check(judge, randomPair(lib, rng, support, { kindA, kindB, relation }));
          }
      judge.verdict();
    });
});

describe('GJK, closed forms', () => {
  const ball = (radius: number, position: [number, number, number]) =>
    new lib.Collider(new lib.Sphere(radius), { position });

  test('two balls: cores are points, in one or two steps', () => {
    const cso = csoOf(ball(1, [1, 2, 3]), ball(2, [3, 5, 9]));
    const found = runGjk(cso);
    expect(found.status).toBe('apart');
    expect(found.upper).toBeCloseTo(7, 14);
    expect(found.lower).toBeCloseTo(7, 14);
    expect(radiusOf(cso)).toBe(3);
  });

  test('a radius decides: apart, within, and the cores in each other', () => {
    const box = new lib.Collider(new lib.Box([2, 2, 2]));
    for (const [x, status] of [
      [2.5, 'apart'],
      [1.5, 'within'],
      [0.5, 'overlap'],
    ] as const)
      expect(runGjk(csoOf(box, ball(1, [x, 0.1, 0.2]))).status, `${x}`).toBe(status);
  });

  test('beyond maxDistance it stops, and the lower bound proves it', () => {
    const a = new lib.Collider(new lib.Cylinder(1, 2));
    const b = new lib.Collider(new lib.Cone(1, 2), { position: [7, 3, -5], orientation: [0.1, 0.2, 0.3, 0.9] });
    const { distance } = lib.signedDistance(a, b);
    const found = runGjk(csoOf(a, b, { maxDistance: 0.5 * distance }));
    expect(found.status).toBe('beyond');
    expect(found.lower).toBeGreaterThan(0.5 * distance);
  });

  test('the distance of two boxes edge to edge', () => {
    // A turned by 45° about z has an edge along z at x = √2; B, turned about y, one along y at x = 3 − √2.
    const h = Math.sin(Math.PI / 8);
    const c = Math.cos(Math.PI / 8);
    const a = new lib.Collider(new lib.Box([2, 2, 2]), { orientation: [0, 0, h, c] });
    const b = new lib.Collider(new lib.Box([2, 2, 2]), { orientation: [0, h, 0, c], position: [3, 0, 0] });
    const found = runGjk(csoOf(a, b));
    expect(found.status).toBe('apart');
    expect(found.upper).toBeCloseTo(3 - 2 * Math.SQRT2, 13);
  });

  test('concentric shapes, without any axis to start from, are not apart', () => {
    for (const shape of [new lib.Box([1, 2, 3]), new lib.Ellipsoid([1, 2, 3]), new lib.Cone(1, 2)])
      expect(runGjk(csoOf(new lib.Collider(shape), new lib.Collider(shape))).together, `${shape}`).not.toBe(false);
  });
});
