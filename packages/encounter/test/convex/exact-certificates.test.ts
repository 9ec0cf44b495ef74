/**
 * `error` against the truth. Distance and depth of two tetrahedra are computed in integers, from the doubles of the vertices and of the
 * matrices, so a bound that leaves out any rounding is found out. The vertices of the first lie up to a million sizes from its own
 * origin, and that as far from the world's.
 */
import { describe, expect, it } from 'vitest';
import { Collider, Placed, Point, Polytope, signedDistance } from '../../src/index.ts';
import { cross, distanceSq, dot, Integers, isZero, root, sub, times, type V } from '../support/exact.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import { add, scaled, type Vec } from '../support/vectors.ts';

const seed = seedFromEnv(7107);

interface Body {
  readonly points: readonly Vec[];
  /** The matrix of a Placed. */
  readonly inner: ArrayLike<number>;
  readonly collider: Collider;
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The vertices in the world, in units of the cube of the least unit. */
function worldOf(unit: Integers, { points, inner, collider }: Body): V[] {
  const one = unit.of(1);
  const carry = (matrix: ArrayLike<number>, p: V, scale: bigint): V => {
    const m = Array.from(matrix, (x) => unit.of(x));
    const row = (i: number): bigint => dot([m[i], m[4 + i], m[8 + i]], p) + scale * m[12 + i];
    return [row(0), row(1), row(2)];
  };
  const matrix = collider.getMatrix();
  return points.map((point) => carry(matrix, carry(inner, unit.vector(point), one), one * one));
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
    { points: pointsA, inner: IDENTITY, collider: a },
    { points: pointsB, inner: IDENTITY, collider: b },
  ];
}

/** The same with a Placed around the shape of each: the sum of its offset and the position is rounded. */
function randomPlaced(rng: Rng): [Body, Body] {
  const position = rng.inBox(rng.log(1, 1e9));
  const far = rng.inBox(rng.log(1, 1e3));
  const [a, b] = [0, 1].map((side): Body => {
    const points = [0, 1, 2, 3].map(() => rng.inBox(0.5));
    const inner = new Collider(new Point([0, 0, 0]), {
      orientation: rng.quaternion(),
      position: rng.inBox(rng.log(0.1, 1e3)),
    });
    const shape = new Placed(new Polytope(points.flat()), inner.getMatrix());
    const collider = new Collider(shape, {
      orientation: rng.quaternion(),
      position: side === 0 ? add(position, far) : position,
    });
    return { points, inner: inner.getMatrix(), collider };
  });
  return [a, b];
}

function check(a: Body, b: Body, name: string): void {
  const unit = new Integers(
    [a, b].flatMap(({ points, inner, collider }) => [...points.flat(), ...Array.from(inner), ...collider.getMatrix()]),
  );
  const truth = signedOf(worldOf(unit, a), worldOf(unit, b)) * 2 ** (3 * unit.exponent);
  for (const [p, q] of [
    [a, b],
    [b, a],
  ]) {
    const { distance, error } = signedDistance(p.collider, q.collider);
    expect(Math.abs(distance - truth), name).toBeLessThanOrEqual(error);
    // Not a bound so wide that it says nothing.
    const own = [a, b].flatMap(({ points, inner }) => [...points.flat(), ...Array.from(inner)]);
    const placed = a.inner === IDENTITY ? [] : [a, b].flatMap(({ collider }) => [...collider.getMatrix()]);
    const reach = Math.max(...own.map(Math.abs), Math.abs(distance), ...placed.map((x) => Math.abs(x) / 100));
    expect(error, name).toBeLessThan(1e-13 * (4 + reach));
  }
}

describe('certificates in exact arithmetic', () => {
  it(`seed ${seed}: no signed distance of two tetrahedra is off by more than its error`, () => {
    for (let i = 0; i < runs(1500); i++) {
      const [a, b] = randomBodies(new Rng(seed, i));
      check(a, b, `pair ${i}`);
    }
  });

  it(`seed ${seed}: nor one of two that are placed within their colliders`, () => {
    for (let i = 0; i < runs(500); i++) {
      const [a, b] = randomPlaced(new Rng(seed, i));
      check(a, b, `pair ${i}`);
    }
  });
});
