/** One test a bug in the depth of two convex shapes, with its cause. */
import { describe, expect, it } from 'vitest';
import {
  Box,
  Capsule,
  Collider,
  Cone,
  Cylinder,
  castShape,
  closestPoints,
  commonPoint,
  containsPoint,
  Ellipsoid,
  HullOf,
  Inflated,
  MinkowskiSum,
  Placed,
  Point,
  Polygon,
  Polytope,
  penetration,
  Segment,
  Sphere,
  signedDistance,
  Triangle,
  Vec3,
} from '../../src/index.ts';

describe('regressions of the depth', () => {
  it('a common point of concentric cylinders lies in both', () => {
    // GJK ends undecided at once, with the origin on an edge of its simplex. The point reported was the witness of the depth
    // found afterwards, which lies on A's surface and nowhere near B.
    const a = new Collider(new Cylinder(56, 113));
    const b = new Collider(new Cylinder(16, 33));
    const p = commonPoint(a, b)!;
    expect(containsPoint(a, p) && containsPoint(b, p)).toBe(true);
    expect(closestPoints(a, b).pointB.toArray()).toEqual(closestPoints(a, b).pointA.toArray());
  });

  it('witness points of a facet that EPA has cut into several faces', () => {
    // The nearest face was one of several in one plane, and the foot of the origin lay in another: clamped into the first, the
    // witness was off by a quarter of the size.
    const a = new Collider(new Polytope([-151, 151, -151, 0, -151, 0, 0, 0, 151, 151, 151, 0]));
    const b = new Collider(new Polytope([-220, 54, 148, 226, 26, 148]), {
      matrix: [0, 0, -0.3144, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -2, 1],
    });
    const { pointA, pointB } = penetration(a, b)!;
    expect(signedDistance(a, new Collider(new Point(pointA))).distance).toBeLessThan(1e-10);
    expect(signedDistance(b, new Collider(new Point(pointB))).distance).toBeLessThan(1e-10);
  });

  it('a segment that touches a triangle at a vertex, in both orders', () => {
    // Slivers left faces in the polytope that are none of its hull. EPA expanded them for ever with vertices that it had, and
    // a stop after twenty thousand steps returned whatever face came last: −3.1.
    const a = new Collider(new Segment([0, -0.5, 0], [0, 0.5, 0]), {
      matrix: [1, 0, 0, 0, -0.5019766697491763, -1.2551714468000181, -0.3984648617138148, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    });
    const b = new Collider(
      new Polytope([
        -0.0910752533976307, -0.33050631144900633, -0.572859369682822, 0.029253634566051782, -0.6238527994679292,
        0.3618486316360153, 0.6439674000508638, 0.012837280723235098, 0.0173288288287484,
      ]),
      {
        matrix: [
          -3.2986033416131626, 2.1708189105410347, -3.0567052744630225, 0, -0.9970558014428615, -4.432723345362861,
          -2.0720833368565, 0, 3.6141086876437125, 0.7584160360294803, -3.361504037300226, 0, 1.189433319454797,
          -1.4604551512347024, -3.088128342963961, 1,
        ],
      },
    );
    for (const [p, q] of [
      [a, b],
      [b, a],
    ]) {
      const found = signedDistance(p, q);
      expect(Math.abs(found.distance)).toBeLessThan(1e-13);
      expect(found.iterations).toBeLessThan(500);
    }
  });

  it('a point on a triangle that is collinear to rounding', () => {
    // Wide enough to count as having area as a whole, while no face of it did: the depth stayed at its initial Infinity.
    const a = new Collider(
      new Polygon([
        [-0.32230378161531903, -0.03314147154538738, -0.38351212212752506],
        [-0.3183927643838449, -0.04446499548669752, -0.37568453998364315],
        [-0.10203869690925282, -0.6708724792310086, 0.057330487843783515],
      ]),
      {
        matrix: [
          0.0031309095975563025, 0.06062383840922316, -0.02130315092932456, 0, -0.04244757278985899,
          0.017963658450322165, 0.04488192461585227, 0, -0.04824186550326186, -0.011871554637275659,
          -0.04087377179992845, 0, 0, 0, 0, 1,
        ],
      },
    );
    const b = new Collider(new Point([0, 0, 0]), {
      position: [0.025391704775599884, -0.018917903572360072, -0.030279615556112006],
    });
    const { distance, pointB } = signedDistance(a, b);
    expect(Math.abs(distance)).toBeLessThan(1e-14);
    expect(Number.isFinite(pointB.x)).toBe(true);
  });

  it('a nearly round pair with a ridge: the least depth along the side of a cylinder', () => {
    // The side of the cylinder gives h a kink that plain descent stalls at, and the ellipsoid makes it vary by a hundredth
    // around the ring: the bounds took 842 steps to close.
    const a = new Collider(new Ellipsoid([0.5349074126686901, 0.6323272666195408, 0.5531505899038166]), {
      orientation: [0.1, 0.7, -0.3, 0.5],
    });
    const b = new Collider(new Cylinder(0.20388601894956082, 1.0612867555581034), {
      orientation: [0.1, 0.7, -0.3, 0.5],
    });
    const found = penetration(a, b)!;
    expect(Math.abs(found.depth - (0.5349074126686901 + 0.20388601894956082))).toBeLessThan(1e-9);
    expect(found.iterations).toBeLessThan(700);
  });

  it('identical hulls of balls: the witness is exact where a whole patch of directions is best', () => {
    // A face that was not closed yet improved the depth by rounding, and its witness, a chord below the surface, was kept.
    const shape = new HullOf(new Sphere(0.5), new Placed(new Sphere(0.2), { position: [1, 0, 0] }));
    const a = new Collider(shape, { scale: [1, 1.3, 0.8] });
    const b = new Collider(shape, { scale: [1, 1.3, 0.8] });
    const { pointA, pointB, depth } = penetration(a, b)!;
    expect(signedDistance(a, new Collider(new Point(pointA))).distance).toBeLessThan(2e-8);
    expect(signedDistance(b, new Collider(new Point(pointB))).distance).toBeLessThan(2e-8);
    expect(Math.abs(depth - 0.8)).toBeLessThan(1e-8);
  });

  it('a point on a capsule that is flattened to a rounded segment', () => {
    // GJK found the contact with its first support point, at the origin to the last bit. The rounding scale was taken from that
    // point and was zero, so EPA settled the sign on slivers and its witness was 0.27 of the size away from the point.
    const linear = [
      0.2511418823132845, 0.4955509423451527, 0.4723362410650375, 0, -0.05305941565265443, -0.49387079666894435,
      0.5463556631301633, 0, 0, 0, 0, 0,
    ];
    const at = [-0.00904885002738606, -0.08422563115316518, 0.09317649650803449];
    const a = new Collider(new Capsule(0.00024480644670284315, 0.3405940540140103), {
      matrix: [...linear, 0, 0, 0, 1],
    });
    const b = new Collider(new Point([0, 0, 0]), { matrix: [...linear, ...at, 1] });
    const { pointB } = signedDistance(a, b);
    for (const [i, x] of pointB.toArray().entries()) expect(x).toBeCloseTo(at[i], 12);
  });

  it('a flat cone is a disc and a cone without radius a segment', () => {
    const disc = new Collider(new Cone(1, 0));
    expect(signedDistance(disc, new Collider(new Sphere(0.25), { position: [0, 1, 0] })).distance).toBeCloseTo(
      0.75,
      12,
    );
    const needle = new Collider(new Cone(0, 2));
    expect(signedDistance(needle, new Collider(new Sphere(0.25), { position: [1, 0, 0] })).distance).toBeCloseTo(
      0.75,
      12,
    );
  });

  it('nearly round ellipsoids in the middle of each other', () => {
    // EPA spent a thousand steps and more on telling nearly equal depths apart, and was off by up to 1e-4 where it gave up. The
    // largest ball that rolls inside an ellipsoid is now taken out of it, and what is left is small.
    for (const e of [1e-3, 1e-6, 1e-9]) {
      const a = new Collider(new Ellipsoid([1, 1 + e, 1 - e]), { orientation: [0.1, 0.7, -0.3, 0.5] });
      const b = new Collider(new Sphere(1), { orientation: [0.1, 0.7, -0.3, 0.5], scale: [1 + 2 * e, 1 - e, 1] });
      const found = penetration(a, b)!;
      // Concave in n², so the least is along an axis.
      expect(Math.abs(found.depth - (2 - e))).toBeLessThan(2e-8);
      expect(found.iterations).toBeLessThan(400);
      expect(found.converged).toBe(true);
    }
  });

  it('two hulls that hide a ball, in one pose and nearly so', () => {
    // Over a patch of directions all depths are equal, or nearly: no number of faces closes the bounds, and EPA ran for 45 ms.
    const shape = new HullOf(new Sphere(1.3), new Box([1, 0.5, 0.8]));
    for (const e of [0, 1e-9, 1e-4]) {
      const a = new Collider(shape);
      const b = new Collider(shape, { position: [e, -e, 0] });
      const found = penetration(a, b)!;
      expect(Math.abs(found.depth - (2.6 - Math.SQRT2 * e))).toBeLessThan(2e-8);
      expect(found.iterations).toBeLessThan(1000);
      expect(signedDistance(a, new Collider(new Point(found.pointA))).distance).toBeLessThan(2e-8);
      expect(signedDistance(b, new Collider(new Point(found.pointB))).distance).toBeLessThan(2e-8);
    }
  });

  it('a hull of unequal balls takes out the smallest radius', () => {
    const shape = new HullOf(new Sphere(0.5), new Placed(new Sphere(0.2), { position: [1, 0, 0] }));
    expect(shape.radius).toBe(0.2);
    const { min, max } = new Collider(shape).bounds();
    expect([...min.toArray(), ...max.toArray()]).toEqual([-0.5, -0.5, -0.5, 1.2, 0.5, 0.5]);
  });

  it('a small hull in a cylinder that is nearly as high as wide: the caps are not forgotten for the side', () => {
    // All starts of the local searches lay on the ring of the side, which looked lower than the caps at first.
    const a = new Collider(new Cylinder(1, 1.9931741707958281));
    const ball = (r: number, position: [number, number, number]) => new Placed(new Sphere(r), { position });
    const b = new Collider(
      new HullOf(new Sphere(1.41), ball(1.006, [-0.307, -0.832, -0.636]), ball(0.465, [0.511, 0.546, -0.054])),
      { scale: 0.057 },
    );
    const { max } = b.bounds();
    expect(penetration(a, b)!.depth).toBeCloseTo(1.9931741707958281 / 2 + max.y, 8);
  });

  it('a ring that is not quite one, around a cone', () => {
    // The kink that the side of a cone puts into h is a circle of latitude. The search along it went straight on, left it, and
    // stalled at 1e-4 above the least depth.
    const a = new Collider(new Cone(0.21533400206826628, 0.6102013791445643));
    const b = new Collider(new Ellipsoid([1, 0.813885524030775, 1.0005799119477161]));
    const found = penetration(a, b)!;
    expect(found.depth).toBeCloseTo(1.082660025, 8);
    expect(found.iterations).toBeLessThan(1200);
  });

  it('witness points of parallel cylinders whose sides meet on a line', () => {
    // The side of their difference was cut into two edges, and the foot of the origin lay in the other one: pointB was a quarter
    // of the size outside of B.
    const orientation: [number, number, number, number] = [0.1, 0.7, -0.3, 0.5];
    const a = new Collider(new Cylinder(1, 1.7), { orientation });
    const m = a.getMatrix();
    for (const along of [0.8, 0.3, -0.3, -0.8]) {
      const position = [4, 5, 6].map((i) => 0.5 * m[i + 4] + along * m[i]) as [number, number, number];
      const b = new Collider(new Cylinder(0.95, 2), { orientation, position });
      const { pointA, pointB } = penetration(a, b)!;
      expect(signedDistance(a, new Collider(new Point(pointA))).distance).toBeLessThan(3e-8);
      expect(signedDistance(b, new Collider(new Point(pointB))).distance).toBeLessThan(3e-8);
    }
  });

  it('a cylinder that touches a rounded triangle: the normal proves the distance', () => {
    // GJK stalled with a v whose direction was off by 2e-7, undecided; as the radius kept the cores well apart it was reported all
    // the same. Across it the shapes are 3e-6 deep in each other, at a distance of 6e-13.
    const a = new Collider(new Cylinder(15.270114850124532, 23.167052887413885), {
      matrix: [
        0.999999690827167, -0.0003588416214542438, -0.0006996986932900815, 0, 0.0003593004957081375, 0.9999997204136944,
        0.0006558015607935676, 0, 0.0006994631687684814, -0.0006560527601248866, 0.9999995401729201, 0,
        46.1528780254264, -55.80265823060894, 45.52026939033166, 1,
      ],
    });
    const flat = [-19.028774366461654, 8.025420857236632, 0, 8.02390460008332, -18.4326153150274, 0];
    const b = new Collider(new Polytope([...flat, -7.31465804275112, 18.70356011175932, 0]), {
      matrix: [
        1, -9.471447835088064e-14, 9.121515484549455e-15, 0, 9.471447835088009e-14, 1, 5.958788019796322e-14, 0,
        -9.1215154845551e-15, -5.958788019796236e-14, 1, 0, 53.46337769947775, -86.07972738297472, 30.22371628783342, 1,
      ],
      margin: 0.01884504130430951,
    });
    const { distance, normal } = signedDistance(a, b);
    expect(Math.abs(distance)).toBeLessThan(1e-11);
    const m = a.getMatrix();
    const local = (i: number) => m[i] * normal.x + m[i + 1] * normal.y + m[i + 2] * normal.z;
    const top = a.shape.support(new Vec3(local(0), local(4), local(8)), new Vec3());
    const height = local(0) * top.x + local(4) * top.y + local(8) * top.z;
    const q = b.shape.support(new Vec3(-normal.x, -normal.y, -normal.z), new Vec3());
    const between = [m[12] - 53.46337769947775, m[13] + 86.07972738297472, m[14] - 30.22371628783342];
    const gap = normal.x * (q.x - between[0]) + normal.y * (q.y - between[1]) + normal.z * (q.z - between[2]);
    expect(Math.abs(gap - height - 0.01884504130430951)).toBeLessThan(1e-9);
    for (const accuracy of [1e-2, 1e-11])
      expect(signedDistance(a, b, null, { accuracy }).distance > 0).toBe(distance > 0);
  });

  it('a cone on a needle of a triangle: local search where every face is closed but for rounding', () => {
    // At touching contact EPA asks for more than the accuracy. Its local searches then had nowhere to start from, and the depth
    // stayed at its initial Infinity.
    const a = new Collider(new Triangle([-0.5, 0.0005, 0.0005], [0.5, 0.0005, 0], [0, 0.0005, 0.0005]), {
      matrix: [
        -1.026034268887582, 0.404316998515169, 1.1872689710044566, 0, 0.3587657691917065, 0.7271853590454022,
        0.06240588592019468, 0, -0.6873848195817318, 0.4018530204799031, -0.7308844154787538, 0, 0, 0, 0, 1,
      ],
    });
    const b = new Collider(new Cone(0.522312449722965, 0.7435505944465938), {
      matrix: [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, -0.5128377515591952, 0.5742973891604041, 0.5936656884451884, 1],
    });
    expect(Math.abs(signedDistance(a, b).distance)).toBeLessThan(1e-8);
  });

  it('a point in the middle of a needle, at a fine accuracy: the witness is made of points around it', () => {
    // The face that closed was a sliver along the needle, and no face beside it was near enough to be searched for the foot of the
    // origin: the witness was clamped into the sliver, a tenth of the size away.
    const a = new Collider(new Cone(0.00031077828318028223, 1.3804072820585587), {
      matrix: [
        0.4183375259189823, 0.2027981316241938, -0.6701390612740638, 0, 1.5084988433746285, -0.783749200339026,
        0.7045087024187023, 0, -0.3987490602127764, -1.3616324398299902, -0.6609795424045518, 0, 0.8847035541628617,
        3.4289613632533973, -0.5839324653968653, 1,
      ],
    });
    const b = new Collider(new Sphere(0.1655357707728637), {
      position: [0.8847035541628617, 3.4289613632533973, -0.5839324653968653],
    });
    const { pointB } = signedDistance(a, b, null, { accuracy: 1e-11 });
    expect(signedDistance(b, new Collider(new Point(pointB))).distance).toBeLessThan(1e-8);
  });

  it('a common point where GJK stalls short of it', () => {
    // With a flattened shape the simplex is a sliver, and GJK stopped with a v of 5e-5 though the shapes overlap. That v was taken
    // for zero.
    const a = new Collider(
      new Placed(
        new Inflated(
          new HullOf(
            new Box([10.572714455019888, 13.197710636285068, 10.13049727628673]),
            new Segment(
              [-1.820163004086703, 2.067839856851478, 2.599562947147831],
              [-1.820163004086703, 25.85839619296463, 2.599562947147831],
            ),
          ),
          5.606414080968717,
        ),
        [
          0.5633225852186503, 0.7223123518733275, 0.5887747909306188, 0, 0, 0, 0, 0, 0.9815466466315684,
          -0.15516120289744054, -0.7487625963265763, 0, 3.2284748239385075, -13.157527045721807, 6.993565507074633, 1,
        ],
      ),
      {
        matrix: [
          -0.45645227435301416, 0.8235112962319083, -0.33686861862809864, 0, -0.1474780813813541, -0.4433999802607662,
          -0.8841078401512042, 0, -0.8774403323018813, -0.3538722968574889, 0.32384079540226174, 0, 0, 0, 0, 1,
        ],
      },
    );
    const b = new Collider(
      new Polytope([
        145.51599159977627, -121.5617331200923, 648.7103404776565, 169.82164977495884, -416.9802196966733,
        552.8133506811314, 131.59734805707566, -566.1949658245212, 500.2387575402187, -201.6311977715359,
        244.2647805936257, 741.4879438132126, -100.20541025976115, 238.14776112154027, 747.7705431303995,
        173.9768971403246, -341.71766079323385, 578.0923731318948, 125.0931274994011, -54.46183487930966,
        669.271018828058, -19.993198105646442, -691.1658913982433, 446.409719379086, -333.199236591401,
        -316.79379234988164, 544.7996356093016,
      ]),
      {
        matrix: [
          -0.09780949084147816, 0.8621126256182312, 0.49718721247732217, 0, 0.6663730332548208, 0.42779155063499885,
          -0.610689257934076, 0, -0.7391754081759618, 0.27158094549313017, -0.6163306790943941, 0, 780.3714582802365,
          209.49330150728036, -132.48574998568338, 1,
        ],
      },
    );
    const p = commonPoint(a, b)!;
    for (const c of [a, b]) expect(signedDistance(c, new Collider(new Point(p))).distance).toBeLessThan(4e-6);
  });

  it('a stretched ball with a needle inside: the corner where two ridges meet is not always a minimum', () => {
    // The edges of the needle put kinks into h, and the search along one of them ended at its corner with the next: 1e-5 of the
    // size above the least depth in one order, and not in the other.
    const matrix = [-0.405, 1.41, -0.43, 0, 0.549, 0.415, 0.841, 0, 0.982, 0.0757, -0.678, 0, 0, 0, 0, 1];
    const a = new Collider(new Inflated(new Point([0, 0, 0]), 0.01828874075305889), { matrix });
    const b = new Collider(
      new Polytope([
        -0.000518, -0.0000101, -0.00000781, 0.00618, -0.0000111, 0.00000113, -0.00496, 0.0000117, -0.00000119, -0.00709,
        -0.00000747, 0.00000758, 0.00889, 0.00000867, 0.00000306,
      ]),
      { matrix },
    );
    expect(Math.abs(penetration(a, b)!.depth - penetration(b, a)!.depth)).toBeLessThan(1e-9);
  });

  it('a cast that starts 2e-9 of the size inside a box is one in overlap', () => {
    // What counts as touching was measured by the accuracy of curved shapes, whatever the shapes.
    const a = new Collider(new Box([1, 1, 1]));
    const b = new Collider(new Point([0, 0, 0]), { position: [0.1, 0.5 - 2.5e-9, 0.1] });
    expect(castShape(a, [0, 0, 0], b, [0, 1, 0])?.t).toBe(0);
  });

  it('something tiny in the middle of a cone: a kink along the ridge is found', () => {
    // The ring of least depths of the cone alone is a ridge, and what is inside puts a kink into it. Closing in on that by halves
    // took a step more than there were, so the search never came to a minimum and EPA went on for thousands of support points.
    const cone = new Collider(new Cone(1.2, 2.4));
    const tiny = [
      new Capsule(2e-5, 9e-5),
      new Cylinder(2e-4, 4e-4),
      new Triangle([1e-4, 1.2e-4, 0], [-7e-5, -3e-5, -1.3e-4], [4e-5, -5e-5, -1.4e-4]),
    ];
    const orientation = [0.1, 0.7, -0.3, 0.64];
    for (const shape of tiny) {
      const found = signedDistance(cone, new Collider(shape, { orientation }));
      expect(found.converged).toBe(true);
      expect(found.iterations).toBeLessThan(1500);
      expect(
        Math.abs(found.distance - signedDistance(new Collider(shape, { orientation }), cone).distance),
      ).toBeLessThan(2e-8);
    }
  });
  it('a small box in the middle of a cylinder: the side is not forgotten for the caps', () => {
    // Searches start from faces along whose normals h is lower than along those of their neighbours. Each face of the side borders
    // on one of a cap, where it is lower at first, so none started from the side.
    for (const height of [1.98, 2, 2.0277114763897193, 2.06]) {
      const a = new Collider(new Box([0.039665403957817265, 0.009966593284385305, 0.03330112285943987]));
      const b = new Collider(new Cylinder(1, height));
      const depth = Math.min(1 + 0.03330112285943987 / 2, (height + 0.009966593284385305) / 2);
      expect(Math.abs(penetration(a, b)!.depth - depth)).toBeLessThan(1e-8);
      expect(Math.abs(penetration(b, a)!.depth - depth)).toBeLessThan(1e-8);
    }
  });

  it('a polygon in a large cylinder: the least of many minima around the side', () => {
    // Around the side h varies by what the polygon does, with a minimum for each of its edges, and a search ends in the one it comes
    // to. Two others came to a cap and agreed: 1.6e-4 of the size too deep, in one order.
    const points = [
      [-0.053787214049705295, 0.10713604678065632, -0.29338334177511705],
      [-0.06751214429781238, 0.10077397929278474, -0.2909513525365729],
      [-0.11505309956012022, 0.017740215583030197, -0.22140934260556555],
      [0.21880882905386645, 0.02064815382863614, -0.12841502751044703],
    ] as const;
    const a = new Collider(new Polygon([...points]), { position: [1.25, 0.25, -0.25] });
    const b = new Collider(new Cylinder(500, 1000), { position: [1.25, 0.25, -0.25] });
    // The axis is nearest to the last edge.
    const [, , [px, , pz], [qx, , qz]] = points;
    const depth = 500 - (px * qz - pz * qx) / Math.hypot(qx - px, qz - pz);
    expect(Math.abs(penetration(a, b)!.depth - depth)).toBeLessThan(1e-5);
    expect(Math.abs(penetration(b, a)!.depth - depth)).toBeLessThan(1e-5);
  });

  it('a rod along the edge of a box, 3e-8 away: v is a vertex but for rounding', () => {
    // Whether v is beyond the end of an edge was told by two numbers as large as its other end. So v stayed at the vertex, off by
    // rounding and 2e-9 in direction, GJK stalled, and EPA answered with the distance of a face that is not the nearest.
    const a = new Collider(new Box([0.2222018925033397, 0.4806856893639447, 0.6415409238394011]), {
      matrix: [
        0.7615180730252069, 0.3158981490391519, -0.5659492767815978, 0, 0.4360362238828611, 0.3963526638837196,
        0.8079461475211418, 0, 0.47954419600069315, -0.8620399789255235, 0.16408668080052058, 0, -1.972811249457914,
        1.185714673909801, -1.4043422607382294, 1,
      ],
    });
    const b = new Collider(new Box([0.6189299474472155, 0.0003113998130092438, 0.00036376300077929017]), {
      matrix: [
        2.220446049250313e-16, 0.9999999999999998, 0, 0, -0.9999999999999998, 2.220446049250313e-16, 0, 0, 0, 0, 1, 0,
        -1.6294283414131103, 1.3490197954127112, -1.2205834065791776, 1,
      ],
    });
    expect(Math.abs(signedDistance(a, b).distance - 2.9943004e-8)).toBeLessThan(1e-12);
    expect(Math.abs(signedDistance(b, a).distance - 2.9943004e-8)).toBeLessThan(1e-12);
  });

  it('a finer accuracy does not make the witness points worse', () => {
    // The witness of a depth on a kink is sought a little below the surface: by half of the accuracy, 3e-12 here. There GJK's
    // simplex is a sliver whose coordinates are rounding, and pointB was 2e-8 of the size outside.
    const linear = [
      0.8604595942973787, 1.7635752424608486, 0.35370091283439725, 0, -1.3504227027985856, 0.4830861706159114,
      0.8765184065322327, 0, 0.7637744474946049, -0.684291821384361, 1.553863854016435, 0,
    ];
    const a = new Collider(
      new Polytope([
        0.3521, 0.0906, -0.3268, 0.0818, 0.3636, -0.2871, -0.1429, 0.3461, 0.1644, -0.3944, -0.0107, 0.2993, -0.145,
        0.2855, 0.3504, -0.1178, 0.3624, -0.2952, -0.0222, 0.3891, -0.0275, -0.0857, -0.0799, 0.4397, 0.2648, 0.2876,
        -0.0166,
      ]),
      { matrix: [...linear, 0, 0, 0, 1], margin: 0.21026863203985768 },
    );
    const b = new Collider(new Capsule(0.5169272118254532, 0.5491150396926521), {
      matrix: [...linear, -0.8816290213593845, 0.31538479540497005, 0.5722386504263003, 1],
    });
    const { pointA, pointB } = signedDistance(a, b, undefined, { accuracy: 1e-11 });
    expect(signedDistance(a, new Collider(new Point(pointA))).distance).toBeLessThan(1e-8);
    expect(signedDistance(b, new Collider(new Point(pointB))).distance).toBeLessThan(1e-8);
  });

  it('a common point of a cone and a segment just below its surface', () => {
    // Three points of the simplex were close together, the fourth far away, and at that one the volumes of the tetrahedron were
    // rounding: GJK could not tell that the origin is within. The point reported was 3.5e-7 beside the segment.
    const a = new Collider(new Cone(96.3037380978547, 145.87395171990394), {
      matrix: [
        -0.03814251711467225, -0.09764789108762006, 0.05236782894144942, 0, 0.11049149553985303, -0.037674846672296314,
        0.010226783234687531, 0, 0.00831441851648436, 0.052705284821381385, 0.10433300125259262, 0, 324.52214620436064,
        334.49075546671105, -198.9907257262847, 1,
      ],
    });
    const b = new Collider(new Segment([0, -85.47555124131685, 0], [0, 85.47555124131685, 0]), {
      matrix: [
        -0.023501861409537986, 0.035167586265067066, 0.10234684850429153, 0, 0.00027046414401662105,
        -0.008292297774011666, 0.0029114380411978426, 0, 0.2434803699323079, 0.024603398035987614, 0.047456271084342215,
        0, 317.3722903450571, 337.6295841863469, -211.2277962953063, 1,
      ],
    });
    const p = new Collider(new Point(commonPoint(a, b)!));
    expect(signedDistance(a, p).distance).toBeLessThan(1e-9);
    expect(signedDistance(b, p).distance).toBeLessThan(1e-9);
  });

  it('a polytope of many facets in the middle of a teardrop', () => {
    // Each facet has a minimum of the support value; searches from a few faces of EPA's polytope found some of them, and depths were
    // up to 1e-3 of the size too large, different ones in different orders.
    const tear = new HullOf(
      new Sphere(1),
      new Placed(new Point([0, 0, 0]), [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1.2, 0.3, 0.5, 1]),
    );
    for (const [count, radius] of [
      [19, 0.1],
      [57, 0.3],
      [44, 0.001],
      [96, 0.01],
    ]) {
      const points = Array.from({ length: count }, (_, i) => {
        const y = 1 - (2 * i + 1) / count;
        const r = radius * Math.sqrt(1 - y * y);
        return new Vec3(r * Math.cos(2.399963 * i), radius * y, r * Math.sin(2.399963 * i));
      });
      const rock = new Polytope(points);
      const n = rock.facetNormals;
      let least = Infinity;
      for (let k = 0; k < n.length; k += 3) {
        const out = new Vec3(-n[k], -n[k + 1], -n[k + 2]);
        const p = tear.support(out, new Vec3());
        const q = rock.support(new Vec3(n[k], n[k + 1], n[k + 2]), new Vec3());
        least = Math.min(least, out.x * (p.x - q.x) + out.y * (p.y - q.y) + out.z * (p.z - q.z));
      }
      const a = new Collider(rock);
      const b = new Collider(tear);
      for (const { depth, converged } of [penetration(a, b)!, penetration(b, a)!]) {
        expect(depth - least).toBeLessThan(1e-8);
        expect(converged).toBe(true);
      }
    }
  });

  it('a needle of an ellipsoid in a rounded hull', () => {
    // Across the needle the support value bends 10,000 times as sharply as along it. Descent made its steps shorter by too little to
    // come down at all, and the depth was 2e-7 of the size too large.
    const matrix = [
      -0.27427986659308856, 0.8759713974988214, 0.3967929756757794, 0, -0.7888459890185432, 0.0310393489261091,
      -0.6138066181034545, 0, -0.5499932366775379, -0.4813633446599413, 0.6824930549293236, 0, -20.598879114371325,
      92.63389022352095, 55.73133060671018, 1,
    ];
    const upper = [
      -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0.04077790407431104, 0.17288568654748432, 0.09754458439225897, 1,
    ];
    const hull = new HullOf(
      new Capsule(0.12281410323551938, 0.1301436888665234),
      new Placed(new Capsule(0.06845788621943046, 0.3121118164936265), upper),
    );
    const a = new Collider(hull, { matrix });
    const b = new Collider(new Ellipsoid([0.0002157952697593642, 0.34866730202317786, 0.0002121063351871714]), {
      matrix,
    });
    expect(penetration(a, b)!.depth - 0.1230262096).toBeLessThan(1e-8);
    expect(penetration(b, a)!.depth - 0.1230262096).toBeLessThan(1e-8);
  });

  it('a speck beside a face is not taken for touching', () => {
    // Two points of GJK's triangle were 1e-9 apart and the third far away. By rounding the origin was in front of no edge and no
    // corner, and so it was taken to be in front of the inside, with a coordinate of −0.16 and a v that was too short.
    const a = new Collider(
      new Polytope([
        -0.00505685608347019, -0.060813063262011025, 0.013427380149006622, -0.020157181411787833, 0.03358124727251247,
        -0.04868349682981769, 0.04033274089808164, 0.038353576232984854, 0.02839662297198476, 0.02731144655263066,
        -0.029304583116560208, 0.0479522813846394,
      ]),
      {
        matrix: [
          0.7425604607372086, -0.6696536303990743, -0.012960611215699053, 0, 0.47205519955573544, 0.5095254397118172,
          0.7194078918519549, 0, -0.4751503453877933, -0.5403219795453627, 0.6944669234009935, 0, 0.08630864373517821,
          -0.3219467489076771, -0.028422256798512114, 1,
        ],
      },
    );
    const at = [
      1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.0000866856937464803, -0.000022714540110112, -0.00022369645100065396, 1,
    ];
    const b = new Collider(new Placed(new Sphere(7.288198131248575e-8), at), {
      matrix: [
        -0.004633661458995851, -0.00005595686664663607, -0.0020646264436875606, 0, -0.018286821104184156,
        0.004120452704209973, 0.04092961745883016, 0, 0.0024004133140046358, 0.0878052475969477, -0.007767026930440587,
        0, 0.11032542493141244, -0.2650134117900774, -0.037812102639796646, 1,
      ],
    });
    for (const { distance } of [signedDistance(a, b), signedDistance(b, a)])
      expect(Math.abs(distance - 3.223e-13)).toBeLessThan(1e-14);
  });

  it('a distance of many times the size is good to rounding', () => {
    // GJK's bounds were said to have closed at 8e-15 of the distance, seven times the accuracy asked.
    const a = new Collider(new Point([-0.13155424359542983, 0.06415452143535247, -0.4734941943340163]), {
      matrix: [
        0.0013340484445687072, 0.0001390791327320188, 0.0004086640982528375, 0, 0.014335478382068018,
        -0.031181287491623636, -0.03618511212304843, 0, 0.0019349068631320239, 0.013584636062412498,
        -0.010939544022340575, 0, 1.6806966476914678, -1.517137964065452, 0.5126892991483304, 1,
      ],
    });
    const b = new Collider(new Sphere(0.0004283998540743726), {
      matrix: [
        -0.28061064786143636, -0.7586480255532506, 0.19498018989643612, 0, 0.9961279409725231, -0.37914237974871406,
        1.580686552045356, 0, -0.23037225332254951, -0.6068602604749671, -1.1414608016029657, 0, 4.620224799383756,
        -5.974698664904457, 10.78463655858711, 1,
      ],
    });
    const { distance } = signedDistance(a, b, undefined, { accuracy: 1e-11 });
    expect(Math.abs(distance - 11.570290526314084)).toBeLessThan(1e-14);
  });

  it('shapes placed to touch far from the origin may part', () => {
    // At 6e5 positions are rounded by 1e-10, and the two overlapped by 5e-12: more than the accuracy of shapes this small, so the
    // cast began in overlap.
    const a = new Collider(
      new Polytope([
        0.001404308814769328, 0.00024731781351760516, -0.0006496546850582192, -0.0020911919068114593,
        0.00024731781351760516, 0.0003499971632702493, -0.0011842661853560628, 0.00024731781351760516,
        0.0013252469593450066,
      ]),
      {
        matrix: [
          -0.5837297614488883, -0.7001744898773599, -0.41111464255582353, 0, 0.4105266104426071, 0.18233540431073292,
          -0.8934325393969851, 0, 0.7005194270805969, -0.690296663804643, 0.18100565798574342, 0, 294615.2698912088,
          614080.2859904484, 275445.6152895465, 1,
        ],
      },
    );
    const b = new Collider(new Sphere(0.0007485141506399656 + 0.000012793072632212388), {
      position: [294615.26801892807, 614080.2857961404, 275445.61443493125],
    });
    const { distance, normal } = signedDistance(a, b);
    expect(distance).toBeLessThan(0);
    const { x, y, z } = normal;
    expect(castShape(a, [0, 0, 0], b, [x, y, z])).toBeNull();
    expect(castShape(a, [0, 0, 0], b, [-x, -y, -z])?.t).toBe(0);
  });

  it('cores that are apart keep their distance where GJK stalls', () => {
    // The distance of the cores is the margin. GJK had the distance but no good direction, and left it to EPA, which came to a face
    // nearer than the cores are: 5e-5 of the size too deep.
    const inner = [
      1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -0.006421974063823947, -0.029758705546996476, 0.017100125443127518, 1,
    ];
    const outer = [
      0.21396401957840258, -0.310384758688942, 1.505587152483133, 0, -0.5784160022715094, 0.32072394161768747,
      0.14831956801102977, 0, -0.9781111255089793, -1.6691448734189156, -0.20510040899025092, 0, 0.046633119954959924,
      -0.04246604770206017, -0.03578380773806014, 1,
    ];
    const a = new Collider(
      new Placed(new Placed(new Cylinder(0.008084179702853234, 0.01787493035486044), inner), outer),
      {
        matrix: [
          0.6276456672443379, 0.7454931485560478, 0.8305120917136871, 0, -0.4223042241850262, 0.9584489459864759,
          -0.5411838194643864, 0, -0.7798568462157278, -0.007189067659932939, 0.5958169377908484, 0, 0, 0, 0, 1,
        ],
        margin: 0.00019701105810287416,
      },
    );
    const h = 0.45851945273462735;
    const b = new Collider(new Polytope([h, 0, -h, h, h, h, -h, h, 0, 0, -h, 0, -h, -h, 0, 0, h, -h]), {
      matrix: [
        1, 0, 0, 0, 0, 2.220446049250313e-16, 0.9999999999999998, 0, 0, -0.9999999999999998, 2.220446049250313e-16, 0,
        -0.3683147260579046, -0.4965953712305416, 0.05340338239897472, 1,
      ],
    });
    for (const { distance } of [signedDistance(a, b), signedDistance(b, a)])
      expect(Math.abs(distance)).toBeLessThan(1e-8);
  });

  it('an accuracy finer than rounding is not said to be reached', () => {
    // The bounds close to rounding, 1e-15 of the distance here, which is many times the accuracy asked.
    const a = new Collider(new Box([1, 1, 1]));
    const b = new Collider(new Ellipsoid([0.33, 0.37, 0.56]), { position: [29709.3, 2673.4, -7470.3] });
    const c = new Collider(new Ellipsoid([0.32, 0.56, 0.55]), { position: [-12566.2, 5632.1, 13198.8] });
    for (const other of [b, c]) {
      expect(signedDistance(a, other, undefined, { accuracy: 1e-13 }).converged).toBe(false);
      expect(signedDistance(a, other).converged).toBe(true);
    }
  });

  it('what is nearly a solid of revolution is off by its error at most', () => {
    // The depth of coaxial solids is the least radius. Whether a placement leaves circles round was measured relative to the length of the
    // axis: a wide cylinder made narrow could be oval by 5e-6, and any radius was taken, with an error of 1e-13. What is round up to
    // 1e-11 counts as round, and that was not in the error either.
    const post = new Collider(new Cylinder(0.5, 8));
    const wide = new Cylinder(1000, 8);
    for (const oval of [0, 3e-12, 1e-10, 1e-8, 4e-6])
      for (const side of [0, 2]) {
        const scale: [number, number, number] = [1e-3, 1, 1e-3];
        scale[side] *= 1 + oval;
        const radii: [number, number, number] = [1, 5, 1];
        radii[side] *= 1 + oval;
        const turned = new Placed(new Cylinder(1, 8), { scale: radii });
        const shapes = [
          new Collider(wide, { scale }),
          new Collider(new Ellipsoid(radii)),
          new Collider(turned),
          new Collider(new HullOf(turned, new Cylinder(0.1, 8))),
          new Collider(new MinkowskiSum(turned, new Segment([0, -1, 0], [0, 1, 0]))),
        ];
        for (const shape of shapes) {
          const { depth, error } = penetration(shape, post) ?? { depth: 0, error: 0 };
          expect(Math.abs(depth - 1.5), `${shape.shape}, ${oval}`).toBeLessThanOrEqual(error);
          expect(error).toBeLessThan(1e-5);
        }
      }
  });
});
