/**
 * `error` against the truth. Distance and depth of two tetrahedra are computed in integers, from the doubles of the vertices and of the
 * matrices, so a bound that leaves out any rounding is found out. The vertices of the first lie up to a million sizes from its own
 * origin, and that as far from the world's.
 */
import { describe, expect, it } from 'vitest';
import { Collider, Polytope, signedDistance } from '../../src/index.ts';
import { cross, distanceSq, dot, Integers, isZero, root, sub, times, type V } from '../support/exact.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import { add, scaled, type Vec } from '../support/vectors.ts';

const seed = seedFromEnv(7107);

interface Body {
  readonly points: readonly Vec[];
  readonly collider: Collider;
}

/** The vertices in the world, in units of the square of the least unit. */
function worldOf(unit: Integers, { points, collider }: Body): V[] {
  const m = Array.from(collider.getMatrix(), (x) => unit.of(x));
  const one = unit.of(1);
  return points.map((point) => {
    const p = unit.vector(point);
    const row = (i: number): bigint => dot([m[i], m[4 + i], m[8 + i]], p) + one * m[12 + i];
    return [row(0), row(1), row(2)];
  });
}

const EDGES = [0, 1, 2, 3].flatMap((i) => [1, 2, 3].filter((j) => j > i).map((j) => [i, j] as const));
const FACES = [0, 1, 2, 3].map((i) => [0, 1, 2, 3].filter((j) => j !== i));

/** The signed distance in the unit of the points. The depth is the least support value along the normals of all facets of A − B. */
function signedOf(a: readonly V[], b: readonly V[]): number {
  const { num, den } = distanceSq(a, b);
  if (num > 0n) return root(num, den);
  const normals = [a, b].flatMap((p) => FACES.map(([i, j, k]) => cross(sub(p[j], p[i]), sub(p[k], p[i]))));
  for (const [i, j] of EDGES) for (const [k, l] of EDGES) normals.push(cross(sub(a[j], a[i]), sub(b[l], b[k])));
  let least = Infinity;
  for (const normal of normals) {
    if (isZero(normal)) continue;
    for (const n of [normal, times(normal, -1n)]) {
      let most = dot(n, sub(a[0], b[0]));
      for (const p of a) {
        for (const q of b) {
          const h = dot(n, sub(p, q));
          if (h > most) most = h;
        }
      }
      least = Math.min(least, root(most * most, dot(n, n)));
    }
  }
  return -least;
}

function randomBodies(rng: Rng): [Body, Body] {
  const thickness = rng.chance(0.3) ? 1e-6 : 1;
  const tetrahedron = (): Vec[] =>
    [0, 1, 2, 3].map(() => {
      const [x, y, z] = rng.inBox(0.5);
      return [x, thickness * y, z];
    });
  const scale = (): Vec | number => (rng.chance(0.5) ? 1 : [rng.range(1, 2), rng.range(1, 2), rng.range(0.5, 1.5)]);
  const offset = rng.inBox(rng.chance(0.3) ? 0 : rng.log(1, 1e6));
  const pointsA = tetrahedron().map((p) => add(p, offset));
  const a = new Collider(new Polytope(pointsA.flat()), {
    orientation: rng.quaternion(),
    position: rng.inBox(rng.chance(0.5) ? 0 : rng.log(1, 1e6)),
    scale: scale(),
  });
  const m = a.getMatrix();
  const [x, y, z] = offset;
  const middle = [0, 1, 2].map((i) => m[i] * x + m[4 + i] * y + m[8 + i] * z + m[12 + i]) as unknown as Vec;
  const pointsB = tetrahedron();
  const position = add(middle, rng.inBox(rng.pick([0.1, 0.4, 1.5])));
  const b = new Collider(new Polytope(pointsB.flat()), { orientation: rng.quaternion(), position, scale: scale() });
  if (rng.chance(0.4)) {
    // Moved to touch, or nearly.
    const { normal, distance } = signedDistance(a, b);
    b.setPosition(add(position, scaled([normal.x, normal.y, normal.z], -distance)));
  }
  return [
    { points: pointsA, collider: a },
    { points: pointsB, collider: b },
  ];
}

describe('certificates in exact arithmetic', () => {
  it(`seed ${seed}: no signed distance of two tetrahedra is off by more than its error`, () => {
    for (let i = 0; i < runs(1500); i++) {
      const rng = new Rng(seed, i);
      const [a, b] = randomBodies(rng);
      const unit = new Integers([a, b].flatMap(({ points, collider }) => [...points.flat(), ...collider.getMatrix()]));
      const truth = signedOf(worldOf(unit, a), worldOf(unit, b)) * 2 ** (2 * unit.exponent);
      for (const [p, q] of [
        [a, b],
        [b, a],
      ]) {
        const { distance, error } = signedDistance(p.collider, q.collider);
        expect(Math.abs(distance - truth), `pair ${i}`).toBeLessThanOrEqual(error);
        // Not a bound so wide that it says nothing: the coordinates have some 2⁻⁴⁶ of rounding.
        const reach = Math.max(...[a, b].flatMap((body) => body.points.flat().map(Math.abs)));
        expect(error, `pair ${i}`).toBeLessThan(1e-13 * (4 + reach));
      }
    }
  });
});
