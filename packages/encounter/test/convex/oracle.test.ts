/** Signed distances of seven shapes against an oracle, as given and moved to the verge of contact. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  Box,
  Capsule,
  Collider,
  Cone,
  Cylinder,
  closestPoints,
  commonPoint,
  intersects,
  Polytope,
  penetration,
  type Shape,
  Sphere,
  signedDistance,
} from '../../src/index.ts';
import { falseCertificate } from '../support/certificates.ts';
import type { Known } from '../support/depth-reference.ts';

interface Corpus {
  shapes: {
    type: string;
    radius: number;
    half: [number, number, number];
    halfHeight: number;
    points: [number, number, number][];
  }[];
  pairs: {
    a: number;
    b: number;
    qa: [number, number, number, number];
    qb: [number, number, number, number];
    pb: [number, number, number];
    signed: number;
    normal: [number, number, number];
  }[];
}

const corpus: Corpus = JSON.parse(readFileSync(new URL('../corpus/convex-pairs.json', import.meta.url), 'utf8'));

const shapes: Shape[] = corpus.shapes.map((s) => {
  switch (s.type) {
    case 'sphere':
      return new Sphere(s.radius);
    case 'box':
      return new Box([2 * s.half[0], 2 * s.half[1], 2 * s.half[2]]);
    case 'capsule':
      return new Capsule(s.radius, 2 * s.halfHeight);
    case 'cylinder':
      return new Cylinder(s.radius, 2 * s.halfHeight);
    case 'cone':
      return new Cone(s.radius, 2 * s.halfHeight);
    default:
      return new Polytope(s.points);
  }
});
const SIZE = 2;
const polytope = (k: number): boolean => corpus.shapes[k].type === 'box' || corpus.shapes[k].type === 'hull';

/** Bounds of what the oracle says: it is given with twelve digits. */
const around = (signed: number): Known => ({ lower: signed - 5e-11, upper: signed + 5e-11 });

/** The pair with B moved along the oracle's normal until the signed distance is `target`. */
function placed(pair: Corpus['pairs'][number], target: number): [Collider, Collider] {
  const move = target - pair.signed;
  const [x, y, z] = pair.pb;
  const [nx, ny, nz] = pair.normal;
  return [
    new Collider(shapes[pair.a], { orientation: pair.qa }),
    new Collider(shapes[pair.b], { position: [x + move * nx, y + move * ny, z + move * nz], orientation: pair.qb }),
  ];
}

describe('against the oracle', () => {
  it('has every signed distance to 1e-8 of the size, 1e-9 for polytopes', () => {
    for (const [i, pair] of corpus.pairs.entries()) {
      const [a, b] = placed(pair, pair.signed);
      const tolerance = (polytope(pair.a) && polytope(pair.b) ? 1e-9 : 1e-8) * SIZE;
      const found = signedDistance(a, b);
      expect(Math.abs(found.distance - pair.signed), `pair ${i}`).toBeLessThan(tolerance);
      expect(found.converged, `pair ${i}`).toBe(true);
      expect(falseCertificate(found.distance, found, around(pair.signed)), `pair ${i}`).toBeNull();
      expect(intersects(a, b), `pair ${i}`).toBe(pair.signed <= 0);
    }
  });

  for (const target of [1e-3, -1e-3, 1e-5, -1e-5, 1e-7, -1e-7, 1e-9, -1e-9])
    it(`misses no contact and reports no false one at ${target}`, () => {
      for (const [i, pair] of corpus.pairs.entries()) {
        const [a, b] = placed(pair, target);
        const apart = target > 0;
        expect(intersects(a, b), `pair ${i}`).toBe(!apart);
        expect(penetration(a, b) === null, `pair ${i}`).toBe(apart);
        expect(commonPoint(a, b) === null, `pair ${i}`).toBe(apart);
        const closest = closestPoints(a, b);
        const { distance } = closest;
        if (apart) {
          expect(Math.abs(distance - target), `pair ${i}`).toBeLessThan(1e-8);
          expect(falseCertificate(distance, closest, around(target)), `pair ${i}`).toBeNull();
        } else {
          expect(distance, `pair ${i}`).toBe(0);
          // Pushed into a corner of A − B another way out may be shorter, never longer.
          const signed = signedDistance(a, b);
          expect(-signed.distance, `pair ${i}`).toBeLessThan(-target + 1e-8);
          const known = { lower: 0, upper: around(-target).upper };
          expect(falseCertificate(-signed.distance, signed, known), `pair ${i}`).toBeNull();
        }
      }
    });
});
