/** One test a bug in the distance of two convex shapes, with its cause. */
import { describe, expect, it } from 'vitest';
import {
  Capsule,
  Collider,
  castShape,
  closestPoints,
  Ellipsoid,
  Mesh,
  Polytope,
  signedDistance,
} from '../../src/index.ts';

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

  it('a stall far from the accuracy does not decide', () => {
    // The tube of a small ellipsoid along a wall of 500: GJK's simplex is a sliver, and it stalls before any bound is near the other.
    // As an ellipsoid has a radius, what was not proven to be within it counted as apart, and the cast passed through the wall.
    const wall = [0, 0, -5e5, 0, 5e5, -5e5, 0, 0, 0];
    const floor = [0, 0, -5e5, 0, 0, 0, 5e5, 0, 0];
    const corner = new Collider(new Mesh({ positions: [...wall, ...floor], indices: [0, 1, 2, 3, 4, 5] }), {
      matrix: [
        0.0008988877288381709, 0.0004264188755571333, 0.00010083547745087082, 0, 0.00040351233583574183,
        -0.0007158452302230592, -0.0005698626160709955, 0, -0.00017081758039656956, 0.0005529308717511489,
        -0.0008155297697153525, 0, -0.0005992443831262513, -0.000027262612965283095, -0.00044287057712061984, 1,
      ],
    });
    const pebble = new Collider(new Ellipsoid([0.5, 0.25, 0.75]), {
      matrix: [
        -0.0009085243221352171, 0.00039256465014069164, -0.0001430963016596191, 0, 0.00013485441617105167,
        0.0005996382170647367, 0.0007888271642600731, 0, 0.0003954716709549613, 0.0006973714964746838,
        -0.0005977249813892263, 0, 0.00013646112436611066, -0.0003128866119094492, -0.0001775237478172485, 1,
      ],
    });
    const hit = castShape(
      corner,
      [0.000705609378757688, -0.0006160789086858869, 0.0012737983378962175],
      pebble,
      [0, 0, 0],
    );
    expect(hit?.t).toBe(0);
    expect(hit?.primitiveA).toBe(0);
  });
});
