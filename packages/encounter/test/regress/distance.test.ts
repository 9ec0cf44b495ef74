/** One test a bug in the distance of two convex shapes, with its cause. */
import { describe, expect, it } from 'vitest';
import {
  Box,
  Capsule,
  Collider,
  Cylinder,
  castShape,
  closestPoints,
  Ellipsoid,
  Inflated,
  intersects,
  Mesh,
  MinkowskiSum,
  Point,
  Polytope,
  Sphere,
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

  it('two boxes that meet by the separating axes have the distance zero, whatever GJK makes of it', () => {
    // The axes decide whether boxes meet, and GJK and EPA find the common point. They took these two for apart, with a number that
    // rounding had made negative: -2.7e-15 was reported as the distance.
    const point = new Collider(new Box([0, 0, 0]), {
      matrix: [
        -1.5682484062475839, 0.828253683415174, 0.7525024814590211, 0, 0.441730130684803, 1.043297610366735,
        -0.22773681079993963, 0, -0.30960988844456966, -0.007868126403038992, -0.6365805047021384, 0, 0, 0, 0, 1,
      ],
    });
    const box = new Collider(new Box([33.83574268044917, 9.913638249435959, 26.55640809734196]), {
      matrix: [
        -0.03769525566721125, -0.16407556523791306, 1.7297956705197215, 0, -1.1756570432925697, -0.5983300893386894,
        -0.08237275815828353, 0, -0.8019316885256287, 1.557776936228897, 0.13028366016895998, 0, 4.182969791521804,
        -26.42610335405869, 27.126220711804258, 1,
      ],
    });
    expect(intersects(point, box)).toBe(true);
    const { distance, normal, error } = closestPoints(point, box);
    expect(distance).toBe(0);
    expect(normal.toArray()).toEqual([0, 0, 0]);
    expect(error).toBeGreaterThan(0);
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

  it('the rounding of vertices far from the origin of their own shape is part of the error', () => {
    // Rounding counted relative to the points of A − B. These are small where the shapes are close, however large the coordinates that
    // they are differences of: this point is 70 from its origin, and its ball has a radius of 0.001. The lower bound was above the upper
    // one by more than the rounding that was added, and the error was negative.
    const a = new Collider(new Point([0, 0, 0]));
    const b = new Collider(
      new Inflated(new Point([59.45484918816213, 7.343093174893339, 37.90540070908919]), 0.04696867646919932),
      {
        matrix: [
          0.015842837275620046, 0.003674668245505076, 0.006797299334991741, 0, 0.018397572034046558,
          -0.017439071721716187, -0.03345254132688539, 0, -0.000007188602618457699, 0.0010730105998942284,
          -0.0005633222737869913, 0, -1.0755887983041208, -0.13169466400644472, -0.13828320380959244, 1,
        ],
        margin: 0.00003842976418826654,
      },
    );
    const { error } = signedDistance(a, b);
    // One rounding of the largest coordinate in the world's axes.
    expect(error).toBeGreaterThan(2 ** -53);
    expect(error).toBeLessThan(1e-13);
  });

  it('the error of a common point does not depend on the query before', () => {
    // A closed form did not set what rounding is relative to, and a common point took that of the last pair that GJK had solved.
    const ball = new Collider(new Sphere(1), { position: [0.2, 0, 0] });
    const box = new Collider(new Box([2, 2, 2]));
    const near = new Collider(new Cylinder(1, 1));
    const far = new Collider(new Cylinder(1, 1), { position: [1e9, 0, 0] });
    closestPoints(near, new Collider(new Cylinder(1, 1), { position: [3, 0, 0] }));
    const { error } = closestPoints(ball, box);
    closestPoints(near, far);
    const after = closestPoints(ball, box);
    expect(after.error).toBe(error);
    expect(after.converged).toBe(true);
    expect(error).toBeGreaterThan(0);
    expect(error).toBeLessThan(1e-13);
  });

  it('a radius of zero is none, under every placement', () => {
    // A sphere without a radius is a point, with the accuracy of flat shapes. Scaled unevenly it became an ellipsoid without radii, and an
    // error of ten times that accuracy counted as converged.
    const scale = [0.7, 1.3, 2];
    const small = (at: number): Collider => new Collider(new Box([1e-3, 1e-3, 1e-3]), { position: [at, 0, 0] });
    for (const shape of [new Sphere(0), new Capsule(0, 0), new Inflated(new Point([0, 0, 0]), 0)]) {
      for (const placed of [shape, new MinkowskiSum(shape, new Point([0, 0, 0]))]) {
        const point = new Collider(placed, { scale: scale as [number, number, number] });
        const { error, converged } = signedDistance(point, small(400));
        expect(error).toBeGreaterThan(1e-12);
        expect(converged).toBe(false);
        expect(signedDistance(point, small(40)).converged).toBe(true);
      }
    }
  });

  it('a tetrahedron around the origin is an upper bound of the distance', () => {
    // GJK's tetrahedron has the origin on its boundary, up to rounding, and EPA finds the cores apart by 1e-17. Then the error goes up to
    // GJK's upper bound. That was |v| before the tetrahedron was found: 0.138.
    const a = new Collider(
      new Polytope([
        [0.35096023856486347, 0.03235122852205735, 0.026688418238031475],
        [0.5034308828926055, -0.01585093721081382, -0.5003375163738014],
        [0.35805231683273986, 0.2979346687976992, -0.020807427787844612],
        [0.9324568662431627, -0.12603478650433092, -0.5015944276771349],
      ]),
      {
        matrix: [
          1.5469087886606219, 0.6407638724708423, -0.11871476303282205, 0, 0.4487793088857807, -1.0643912318861901,
          0.10274383072032857, 0, -0.019432294586194995, -0.06813394457478335, -0.6209653759010393, 0, 0, 0, 0, 1,
        ],
      },
    );
    const b = new Collider(
      new Polytope([
        [-0.4218032640060908, -0.19889569251722938, -0.2385184556458364],
        [0.30256731289622196, 0.06947667508201238, -0.07426433683157285],
        [-0.14534785621585755, -0.10395830367281134, 0.47473839508657223],
        [-0.09512544954207414, -0.32344336830796416, 0.3315837828675827],
      ]),
      {
        matrix: [
          -1.1697316733151815, 0.46119857367050415, -1.1120350820674667, 0, -0.06719328526120835, 1.0427069456921034,
          0.5031253771899609, 0, 0.44678410360940246, 0.21294435184140062, -0.38164972726953694, 0, 0.287790688111201,
          0.3664417737941998, -0.45899551508380465, 1,
        ],
      },
    );
    const { distance, error, converged } = signedDistance(a, b);
    expect(Math.abs(distance)).toBeLessThan(1e-15);
    expect(error).toBeLessThan(1e-13);
    expect(converged).toBe(true);
  });
});
