/** One test a bug in the distance of two convex shapes, with its cause. */
import { describe, expect, it } from 'vitest';
import { Capsule, Collider, closestPoints, Polytope, signedDistance } from '../../src/index.ts';

describe('regressions of the distance', () => {
  it('a distance lies between the bounds that its error comes from', () => {
    // GJK's last simplex is a sliver, on which |v| is smaller than the lower bound that a support point has proven. |v| was reported
    // with an error that counts from the lower bound up: 44 of 40,000 such pairs were off by more than their error said.
    const points = [
      [0.1484326315492873, 0.36308178585763673, 0.44642003992472634],
      [-0.6843812281189876, 0.625927843554667, 0.16248434799667993],
      [-0.1853274188085308, -0.038751448943283945, -0.6879392824513375],
      [0.06392754251527999, 0.48267496260523834, 0.6045944816695573],
      [0.3367953369203409, -0.09504803352451974, -0.29161431958934786],
      [-0.6384679907266606, 1.0255779769908147, 1.0115026507438254],
    ] as [number, number, number][];
    const a = new Collider(new Polytope(points), {
      matrix: [
        -0.27522585806731814, 0.13018894024496386, -0.9525237880961304, 0, -0.8875162565019343, -0.41525966286289173,
        0.1996855198650873, 0, -0.36954786090018327, 0.9003389651886065, 0.22983499791634898, 0, 0, 0, 0, 1,
      ],
      margin: 0.22789062541467137,
    });
    const b = new Collider(new Capsule(0.19186854597646744, 0.11056324234232306), {
      matrix: [
        -0.2789279639778734, -1.4270423587192154, -0.09101971118072584, 0, 1.2688655960143274, -0.17245113799396258,
        -1.184655687568948, 0, 0.6519061390418348, -0.17356790685708484, 0.7235125477482389, 0, 0.5264963226906103,
        -0.7064910139293472, 0.3940390241279643, 1,
      ],
    });
    const fine = closestPoints(a, b, null, { accuracy: 1e-12 });
    const usual = signedDistance(a, b);
    expect(fine.error).toBeLessThan(1e-11);
    expect(Math.abs(fine.distance - usual.distance)).toBeLessThanOrEqual(fine.error + usual.error);
  });
});
