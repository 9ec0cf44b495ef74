/** Large meshes that turn: the broad phase knows them by rough boxes, and nobody must notice. */
import { expect, test } from 'vitest';
import { Collider, closestPoints, intersects, Mesh, PairCache, penetration, Scene, Sphere } from '../../src/index.ts';
import { Rng } from '../support/rng.ts';
import { BROAD_PHASES } from './broad-phases.ts';

const SEED = Number(process.env.ENCOUNTER_SEED ?? 1);

/** A bumpy ring of 2·n·m triangles, so far off its own origin. */
function ring(n: number, m: number, off: number): Mesh {
  const positions = new Float64Array(3 * n * m);
  const indices: number[] = [];
  for (let i = 0; i < n; i++) {
    const u = (2 * Math.PI * i) / n;
    for (let j = 0; j < m; j++) {
      const v = (2 * Math.PI * j) / m;
      const tube = 0.4 + 0.1 * Math.sin(5 * u) * Math.cos(3 * v);
      const r = 1 + tube * Math.cos(v);
      positions.set([r * Math.cos(u) + off, tube * Math.sin(v), r * Math.sin(u)], 3 * (i * m + j));
      const next = ((i + 1) % n) * m;
      const [a, b, c, d] = [i * m + j, next + j, next + ((j + 1) % m), i * m + ((j + 1) % m)];
      indices.push(a, d, c, a, c, b);
    }
  }
  return new Mesh({ positions, indices });
}

class Tumbler {
  readonly collider: Collider;
  readonly #random: Rng;
  readonly #p: [number, number, number];
  readonly #q: [number, number, number, number];

  readonly #reach: number;

  constructor(collider: Collider, random: Rng, reach: number) {
    this.collider = collider;
    this.#random = random;
    this.#reach = reach;
    this.#p = [random.range(-reach, reach), random.range(-reach, reach), random.range(-reach, reach)];
    this.#q = [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), 1];
    this.step(1);
  }

  step(size: number): void {
    // Never far away.
    for (let i = 0; i < 3; i++)
      this.#p[i] = Math.max(-this.#reach, Math.min(this.#reach, this.#p[i] + size * this.#random.range(-0.2, 0.2)));
    for (let i = 0; i < 4; i++) this.#q[i] += size * this.#random.range(-0.1, 0.1);
    const length = Math.hypot(...this.#q);
    this.collider
      .setPosition(this.#p)
      .setOrientation(this.#q.map((x) => x / length) as [number, number, number, number]);
  }
}

const key = (a: Collider, b: Collider) => `${Math.min(a.id, b.id)} ${Math.max(a.id, b.id)}`;

test.each(BROAD_PHASES)('encounters of turning meshes are those of their tight boxes: $name', ({ make }) => {
  console.log(`seed ${SEED}`);
  const random = new Rng(SEED);
  const shape = ring(16, 8, 3);
  const tumblers = Array.from(
    { length: 24 },
    (_, i) =>
      new Tumbler(
        new Collider(shape, { margin: i % 3 === 0 ? 0.1 : 0, scale: i % 5 === 0 ? [1, 0.5, -1] : 1 }),
        random,
        4,
      ),
  );
  const balls = Array.from({ length: 8 }, () => new Tumbler(new Collider(new Sphere(0.7)), random, 4));
  const all = [...tumblers, ...balls];
  const scene = new Scene({ broadPhase: make() }).add(...all.map(({ collider }) => collider));
  let met = 0;
  let rough = 0;
  for (let frame = 0; frame < 30; frame++) {
    for (const tumbler of all) if (random.range(0, 1) < 0.7) tumbler.step(1);
    // The scene first: once bounds() was asked for, the tight box is known.
    const found = new Set<string>();
    for (const [a, b] of scene.encounters()) found.add(key(a, b));
    const expected = new Set<string>();
    const boxes = all.map(({ collider }) => collider.bounds());
    for (let i = 0; i < all.length; i++)
      for (let j = 0; j < i; j++) {
        const [a, b] = [boxes[i], boxes[j]];
        const apart = (['x', 'y', 'z'] as const).some((c) => a.min[c] > b.max[c] || b.min[c] > a.max[c]);
        if (!apart) expected.add(key(all[i].collider, all[j].collider));
      }
    expect(found).toEqual(expected);
    met += expected.size;
    const box = { min: [-2, -2, -2], max: [2, 2, 2] } as const;
    for (const tumbler of all) tumbler.step(0.5);
    const inside = scene.overlapping(box).map(({ id }) => id);
    rough += inside.length;
    const tight = all.filter(({ collider }) => {
      const { min, max } = collider.bounds();
      return (['x', 'y', 'z'] as const).every((c) => min[c] <= 2 && max[c] >= -2);
    });
    expect(new Set(inside)).toEqual(new Set(tight.map(({ collider }) => collider.id)));
  }
  expect(met).toBeGreaterThan(500);
  expect(rough).toBeGreaterThan(100);
});

test('what a cache remembers of triangles changes no answer, also when it comes from another pair', () => {
  const random = new Rng(SEED);
  const shapes = [ring(16, 8, 0.5), ring(6, 4, 0), new Sphere(0.8), ring(24, 12, 0.2)];
  const tumblers = shapes.map(
    (shape, i) => new Tumbler(new Collider(shape, { margin: i === 1 ? 0.05 : 0 }), random, 2),
  );
  // One for all pairs, so that it never fits, and one each.
  const shared = new PairCache();
  const own = new Map<string, PairCache>();
  let meetings = 0;
  let queries = 0;
  for (let frame = 0; frame < 150; frame++) {
    // Slowly, and to somewhere else now and then.
    for (const tumbler of tumblers) tumbler.step(frame % 10 === 0 ? 20 : 0.3);
    for (const { collider: a } of tumblers)
      for (const { collider: b } of tumblers) {
        if (a === b) continue;
        const name = `${a.id} ${b.id}`;
        const cache = own.get(name) ?? new PairCache();
        own.set(name, cache);
        const plain = intersects(a, b);
        queries++;
        if (plain) meetings++;
        const { distance } = closestPoints(a, b);
        for (const options of [{ cache }, { cache: shared }]) {
          expect(intersects(a, b, options)).toBe(plain);
          expect(closestPoints(a, b, undefined, options).distance).toBeCloseTo(distance, 10);
          expect(penetration(a, b, undefined, options) !== null).toBe(plain);
        }
      }
  }
  expect(meetings).toBeGreaterThan(queries / 20);
  expect(meetings).toBeLessThan(queries - queries / 20);
});
