/** Coaxial, concentric and parallel solids of revolution: the directions of least depth form a circle. */
import { describe, expect, it } from 'vitest';
import {
  Capsule,
  Collider,
  Cone,
  Cylinder,
  Ellipsoid,
  HullOf,
  Inflated,
  MinkowskiSum,
  Placed,
  penetration,
  Segment,
  type Shape,
  Sphere,
  Vec3,
} from '../../src/index.ts';
import { falseCertificate } from '../support/certificates.ts';
import { Rng, runs } from '../support/rng.ts';

/** Numbers in [0, 1). */
function random(seed: number): () => number {
  const rng = new Rng(seed);
  return () => rng.next();
}

const quaternion = (next: () => number): [number, number, number, number] => [
  next() - 0.5,
  next() - 0.5,
  next() - 0.5,
  next() - 0.5,
];

/** Turns a vector by a quaternion of any length. */
function turn([x, y, z, w]: readonly number[], v: readonly [number, number, number]): [number, number, number] {
  const s = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  const [qx, qy, qz, qw] = [x * s, y * s, z * s, w * s];
  const tx = 2 * (qy * v[2] - qz * v[1]);
  const ty = 2 * (qz * v[0] - qx * v[2]);
  const tz = 2 * (qx * v[1] - qy * v[0]);
  return [v[0] + qw * tx + qy * tz - qz * ty, v[1] + qw * ty + qz * tx - qx * tz, v[2] + qw * tz + qx * ty - qy * tx];
}

/** The support value of A − B along n: what the depth is the least of. */
function value(a: Collider, b: Collider, n: Vec3): number {
  const reach = (c: Collider, d: Vec3): number => {
    const m = c.getMatrix();
    const local = new Vec3(
      m[0] * d.x + m[1] * d.y + m[2] * d.z,
      m[4] * d.x + m[5] * d.y + m[6] * d.z,
      m[8] * d.x + m[9] * d.y + m[10] * d.z,
    );
    const p = c.shape.support(local, new Vec3());
    return local.x * p.x + local.y * p.y + local.z * p.z + d.x * m[12] + d.y * m[13] + d.z * m[14];
  };
  return reach(a, n) + reach(b, new Vec3(-n.x, -n.y, -n.z));
}

describe('two cylinders with parallel axes', () => {
  it('seed 1: have the depth of the cylinder that is their difference', () => {
    const next = random(1);
    for (let trial = 0; trial < runs(300); trial++) {
      const [r1, h1, r2, h2] = [0.2 + next(), 0.2 + 2 * next(), 0.2 + next(), 0.2 + 2 * next()];
      // Coaxial, off by next to nothing, and well off.
      const off = [0, 1e-15, 1e-9, 1e-4, 0.3 * next()][trial % 5];
      const along = trial % 3 === 0 ? 0 : (next() - 0.5) * 0.5 * (h1 + h2);
      const depth = Math.min(r1 + r2 - off, (h1 + h2) / 2 - Math.abs(along));
      const q = quaternion(next);
      const flip: [number, number, number, number] = [q[3], q[2], -q[1], -q[0]]; // q after a half turn about x
      const angle = 2 * Math.PI * next();
      const offset = turn(q, [off * Math.cos(angle), along, off * Math.sin(angle)]);
      const a = new Collider(new Cylinder(r1, h1), { orientation: q, position: [3, -2, 1] });
      const b = new Collider(new Cylinder(r2, h2), {
        orientation: trial % 2 === 0 ? q : flip,
        position: [3 + offset[0], -2 + offset[1], 1 + offset[2]],
      });
      const found = penetration(a, b);
      expect(found, `trial ${trial}`).not.toBeNull();
      expect(Math.abs(found!.depth - depth), `trial ${trial}`).toBeLessThan(1e-8);
      expect(found!.converged, `trial ${trial}`).toBe(true);
      const known = { lower: depth - 1e-13, upper: depth + 1e-13 };
      expect(falseCertificate(found!.depth, found!, known), `trial ${trial}`).toBeNull();
      expect(found!.iterations, `trial ${trial}`).toBeLessThan(60);
    }
  });
});

const round: [string, Shape][] = [
  ['cylinder', new Cylinder(0.6, 1.4)],
  ['disc', new Cylinder(1, 0.1)],
  ['rod', new Cylinder(0.1, 3)],
  ['cone', new Cone(0.7, 1.6)],
  ['needle', new Cone(0.01, 3)],
  ['sphere', new Sphere(0.8)],
  ['capsule', new Capsule(0.4, 1.2)],
  ['spindle', new Ellipsoid([0.5, 0.9, 0.5])],
  ['lens', new Ellipsoid([0.9, 0.4, 0.9])],
  ['inflated', new Inflated(new Cylinder(0.4, 1), 0.1)],
  ['bullet', new HullOf(new Cylinder(0.6, 0.2), new Placed(new Cone(0.6, 1), { position: [0, 0.6, 0] }))],
  ['tapered', new HullOf(new Sphere(0.6), new Placed(new Sphere(0.3), { position: [0, 1, 0] }))],
  ['sum', new MinkowskiSum(new Cylinder(0.3, 0.5), new Cone(0.3, 0.4))],
  ['segment', new Segment([0, -0.7, 0], [0, 0.7, 0])],
];

describe('coaxial solids of revolution', () => {
  it('are never deeper than any direction says, nor dear', () => {
    const next = random(2);
    const n = new Vec3();
    for (const [nameA, shapeA] of round)
      for (const [nameB, shapeB] of round)
        for (const [x, y] of [
          [0, 0],
          [0, 0.31],
          [0.17, 0.1],
        ]) {
          const q = quaternion(next);
          const a = new Collider(shapeA, { orientation: q });
          const b = new Collider(shapeB, { orientation: q, position: turn(q, [x, y, 0]), scale: [0.9, 1.1, 0.9] });
          const title = `${nameA} – ${nameB} at ${x}, ${y}`;
          const found = penetration(a, b);
          if (found === null) continue;
          expect(found.iterations, title).toBeLessThan(400);
          // To the accuracy of curved shapes: where only the rounding of an ellipsoid is penetrated it is GJK that answers.
          expect(value(a, b, found.normal) - found.depth, title).toBeLessThan(2e-8);
          // All latitudes in the plane of the axes and the offset, both ways, and random directions.
          let least = Infinity;
          for (let k = 0; k < runs(2000); k++) {
            const t = (2 * Math.PI * k) / runs(2000);
            const [nx, ny, nz] = turn(q, [Math.cos(t), Math.sin(t), 0]);
            least = Math.min(least, value(a, b, n.set(nx, ny, nz)));
          }
          for (let k = 0; k < 300; k++) {
            n.set(next() - 0.5, next() - 0.5, next() - 0.5);
            const s = 1 / Math.sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
            least = Math.min(least, value(a, b, n.set(n.x * s, n.y * s, n.z * s)));
          }
          expect(found.depth, title).toBeLessThan(least + 2e-8);
          expect(falseCertificate(found.depth, found, { lower: 0, upper: least + 1e-13 }), title).toBeNull();
        }
  });

  it('concentric ellipsoids of three different axes: the shortest way out is along the shortest axis', () => {
    for (const [rx, ry, rz] of [
      [0.9, 0.4, 0.7],
      [1, 1.0001, 1.0002],
      [1, 2, 30],
    ]) {
      const a = new Collider(new Ellipsoid([rx, ry, rz]));
      const b = new Collider(new Ellipsoid([2 * rx, 2 * ry, 2 * rz]));
      const found = penetration(a, b)!;
      const size = 2 * Math.max(rx, ry, rz);
      const depth = 3 * Math.min(rx, ry, rz);
      expect(Math.abs(found.depth - depth)).toBeLessThan(1e-8 * size);
      expect(
        falseCertificate(found.depth, found, { lower: depth - 1e-14 * size, upper: depth + 1e-14 * size }),
      ).toBeNull();
    }
  });
});
