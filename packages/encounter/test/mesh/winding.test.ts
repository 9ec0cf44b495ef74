/**
 * `solid: 'winding'`: what is inside of meshes that are not closed. Closed ones are as with `solid: true`; others agree with the sum of
 * all solid angles wherever that is certain, and with the closed mesh wherever the holes are too far away to matter.
 */
import { describe, expect, it } from 'vitest';
import { BspTree } from '../../src/bsp-tree.ts';
import {
  Box,
  Capsule,
  Collider,
  Compound,
  castShape,
  closestPoints,
  containsPoint,
  intersects,
  Mesh,
  type PenetrationResult,
  Point,
  penetration,
  rayCast,
  Scene,
  Sphere,
  signedDistance,
} from '../../src/index.ts';
import { PointInside } from '../../src/tree/inside.ts';
import { WindingMoments } from '../../src/tree/moments.ts';
import { WindingNumber } from '../../src/tree/winding.ts';
import {
  BOLT_TRIANGLES,
  BOX_TRIANGLES,
  ball,
  box,
  boxOfTriangles,
  boxWithBolts,
  flipped,
  gear,
  influence,
  knot,
  moved,
  opened,
  type PlainMesh,
  pointAround,
  prism,
  together,
  torus,
  windingReference,
} from '../support/open-meshes.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import type { Vec } from '../support/vectors.ts';

const SEED = seedFromEnv(20261602);

const overlapping: PlainMesh = {
  ...together(ball(), moved(ball(), [0.7, 0.2, 0]), moved(torus(), [0, 0.4, 0.3])),
  name: 'two balls and a torus that overlap',
};
const CLOSED: readonly PlainMesh[] = [torus(), knot(), ball(), boxWithBolts(), gear(), overlapping];

const winding = ({ positions, indices }: PlainMesh): Mesh => new Mesh({ positions, indices, solid: 'winding' });
const solid = ({ positions, indices }: PlainMesh): Mesh => new Mesh({ positions, indices, solid: true });

/** The triangles of a mesh as it has turned them, in their order. */
function asTurned(mesh: Mesh, { name, positions }: PlainMesh): PlainMesh {
  const { corners, numbers } = mesh.triangles;
  const indices: number[] = [];
  for (let c = 0; c < corners.length; c++) indices[3 * numbers[Math.floor(c / 3)] + (c % 3)] = corners[c];
  return { name, positions, indices };
}

/** Compares the answers for points around a mesh with the sum of all solid angles. Returns how many were certain. */
function compareWithSum(mesh: Mesh, plain: PlainMesh, rng: Rng, count: number): number {
  const collider = new Collider(mesh);
  let certain = 0;
  for (let i = 0; i < count; i++) {
    const p = pointAround(rng, plain);
    const { w, error } = windingReference(plain, p);
    if (!(Math.abs(Math.abs(w) - 0.5) > error)) continue;
    certain++;
    // Outside of the box nothing is inside, even where layers of triangles have a large solid angle.
    if (!isInBox(plain, p)) continue;
    if (containsPoint(collider, p) !== Math.abs(w) > 0.5) throw new Error(`${plain.name}: ${p}, w = ${w}, case ${i}`);
  }
  return certain;
}

function isInBox(plain: PlainMesh, p: Vec): boolean {
  const { low, high } = boxOfTriangles(plain);
  return [0, 1, 2].every((k) => p[k] >= low[k] && p[k] <= high[k]);
}

describe(`closed meshes (seed ${SEED})`, () => {
  for (const plain of CLOSED)
    it(`${plain.name}: as with solid: true, and by winding numbers, too`, () => {
      const rng = new Rng(SEED, 1);
      const mesh = winding(plain);
      expect(mesh.solid).toBe(true);
      expect(mesh.winding).toBe(false);
      expect(mesh.judgeClosed().closed).toBe(true);
      const exact = new Collider(solid(plain));
      const collider = new Collider(mesh);
      const { triangles } = mesh;
      const moments = new WindingMoments(triangles.tree.nodeCount);
      const number = new WindingNumber();
      const ray = new PointInside();
      let inside = 0;
      for (let i = 0; i < runs(10000); i++) {
        const p = pointAround(rng, plain);
        const truth = containsPoint(exact, p);
        if (truth) inside++;
        if (containsPoint(collider, p) !== truth) throw new Error(`${p}, case ${i}: not as with solid: true`);
        if (number.isInside(triangles, moments, ...p) !== ray.test(triangles, ...p))
          throw new Error(`${p}, case ${i}: not by winding numbers`);
      }
      expect(inside).toBeGreaterThan(runs(1000));
    });
});

describe(`the bound of the error (seed ${SEED})`, () => {
  it('holds for meshes and for soups of random triangles, however few nodes are opened', () => {
    const rng = new Rng(SEED, 2);
    const number = new WindingNumber();
    for (let i = 0; i < runs(60); i++) {
      let plain = rng.pick(CLOSED);
      if (rng.chance(0.5)) {
        const positions: number[] = [];
        const n = rng.integer(5, 200);
        const size = rng.log(0.01, 1);
        for (let t = 0; t < n; t++) {
          const g = rng.inBox(1);
          for (let c = 0; c < 3; c++) for (let k = 0; k < 3; k++) positions.push(g[k] + size * rng.range(-1, 1));
        }
        plain = { name: 'soup', positions, indices: Array.from({ length: 3 * n }, (_, k) => k) };
      }
      const { positions, indices } = plain;
      const { triangles } = new Mesh({ positions, indices });
      const moments = new WindingMoments(triangles.tree.nodeCount);
      for (let k = 0; k < 40; k++) {
        const p = pointAround(rng, plain);
        const { w, error } = windingReference(plain, p);
        number.find(triangles, moments, ...p, rng.pick([0, 1e-5, 1e-3, 0.01, 0.1, 1]));
        const off = Math.abs(number.found[0] - w);
        if (off > number.found[1] + error)
          throw new Error(`case ${i}.${k}: off by ${off}, bound ${number.found[1]}, at ${p}`);
      }
    }
  });

  it('is small where all triangles are summed', () => {
    const rng = new Rng(SEED, 3);
    const number = new WindingNumber();
    const { triangles } = winding(torus());
    const moments = new WindingMoments(triangles.tree.nodeCount);
    for (let k = 0; k < 50; k++) {
      number.find(triangles, moments, rng.range(-2, 2), rng.range(-2, 2), rng.range(1, 2), 0);
      expect(number.found[1]).toBeLessThan(1e-10);
      expect(Math.abs(number.found[0])).toBeLessThan(1e-12);
    }
  });
});

describe(`opened meshes (seed ${SEED})`, () => {
  for (const plain of CLOSED)
    for (const part of [0, 0.01, 0.05])
      it(`${plain.name}, ${part === 0 ? 'one triangle' : `${100 * part} %`} removed`, () => {
        const rng = new Rng(SEED, 10 + 100 * part);
        const { open, removed } = opened(plain, part, rng);
        const mesh = winding(open);
        expect(mesh.winding).toBe(true);
        expect(mesh.judgeClosed().closed).toBe(false);
        expect(asTurned(mesh, open).indices).toEqual(open.indices);
        const count = runs(part === 0.05 ? 10000 : 3000);
        expect(compareWithSum(mesh, open, rng, count)).toBeGreaterThan(0.9 * count);

        // Where the holes cannot change the winding number by 1/2, the closed mesh has the same answer.
        const [a, b] = [new Collider(mesh), new Collider(solid(plain))];
        let far = 0;
        for (let i = 0; i < runs(10000); i++) {
          const p = pointAround(rng, plain);
          if (!(influence(removed, p) < 0.499)) continue;
          far++;
          // A point on a triangle that is gone is none of the surface.
          if (containsPoint(a, p) !== containsPoint(b, p)) throw new Error(`${p}, case ${i}`);
        }
        expect(far).toBeGreaterThan(runs(3000));
      });

  it('a single hole does not matter from 0.4 times the root of its area on', () => {
    // Half of a ball: the hole is a disc of radius 1, and 0.4·√π = 0.71.
    const hole = ball(40, 60);
    const half: PlainMesh = { ...hole, indices: [] };
    const indices: number[] = [];
    for (let t = 0; t < hole.indices.length; t += 3) {
      const corners = hole.indices.slice(t, t + 3);
      if (corners.every((v) => hole.positions[3 * v + 1] <= 1e-9)) indices.push(...corners);
    }
    const bowl = new Collider(winding({ ...half, indices }));
    expect(containsPoint(bowl, [0, -0.72, 0])).toBe(true);
    // The winding number on the axis is 1/2 in the plane of the rim, by symmetry, and less above.
    expect(containsPoint(bowl, [0, -0.01, 0])).toBe(true);
    expect(containsPoint(bowl, [0, 0.01, 0])).toBe(false);
  });
});

describe(`triangles that are turned over (seed ${SEED})`, () => {
  for (const plain of CLOSED) {
    it(`${plain.name}: random triangles are turned back, and the mesh is closed`, () => {
      const rng = new Rng(SEED, 20);
      const mixed = flipped(plain, () => rng.chance(0.3));
      expect(() => solid(mixed)).toThrow('inconsistent');
      const mesh = winding(mixed);
      expect(mesh.winding).toBe(false);
      expect(asTurned(mesh, plain).indices).toEqual(plain.indices);
    });

    it(`${plain.name}: inside out and opened, it is turned outward`, () => {
      const rng = new Rng(SEED, 21);
      const { open } = opened(plain, 0.01, rng);
      const mesh = winding(flipped(open, () => true));
      const wrong = asTurned(mesh, open).indices.filter((v, k) => v !== open.indices[k]).length / 2;
      // Triangles that have lost all neighbours have no side.
      expect(wrong).toBeLessThanOrEqual(alone(open));
    });

    it(`${plain.name}: opened by 5 % and a third of it turned over, all but loose pieces are turned back`, () => {
      const rng = new Rng(SEED, 22);
      const { open } = opened(plain, 0.05, rng);
      const mesh = winding(flipped(open, () => rng.chance(0.3)));
      const turned = asTurned(mesh, open);
      const wrong = turned.indices.filter((v, k) => v !== open.indices[k]).length / 2;
      expect(wrong).toBeLessThanOrEqual(alone(open));
      compareWithSum(mesh, turned, rng, runs(1000));
    });
  }

  it('whole parts are turned outward, wherever they overlap others', () => {
    const rng = new Rng(SEED, 23);
    const plain = boxWithBolts();
    // Every other bolt inside out, and a triangle of the box removed.
    const boltOf = (t: number): number => Math.floor((t - BOX_TRIANGLES) / BOLT_TRIANGLES);
    const mixed = flipped(plain, (t) => t >= BOX_TRIANGLES && boltOf(t) % 2 === 0);
    const open = { ...mixed, indices: mixed.indices.slice(3) };
    const truth = { ...plain, indices: plain.indices.slice(3) };
    const mesh = winding(open);
    expect(mesh.winding).toBe(true);
    const inner = asTurned(mesh, open);
    compareWithSum(mesh, inner, rng, runs(1000));
    expect(inner.indices).toEqual(truth.indices);
  });

  it('a part inside out within another is a cavity, with a hole somewhere or without', () => {
    const shell = together(
      ball(14, 20, 1),
      flipped(ball(14, 20, 0.6), () => true),
    );
    const { open } = opened(shell, 0, new Rng(SEED, 24));
    for (const plain of [shell, open]) {
      const collider = new Collider(winding(plain));
      expect(containsPoint(collider, [0, 0, 0.1])).toBe(false);
      expect(containsPoint(collider, [0, 0, 0.3])).toBe(false);
      expect(containsPoint(collider, [0.1, -0.77, 0.1])).toBe(true);
    }
    // All of it turned over: the outer part is turned outward. The inner one was outward, and is then a part within a part.
    const over = winding(flipped(open, () => true));
    expect(containsPoint(new Collider(over), [0.1, -0.77, 0.1])).toBe(true);
  });

  it('two boxes with a common wall stay two boxes', () => {
    const two = together(box(), moved(box(), [1, 0, 0]));
    const rng = new Rng(SEED, 25);
    const roof = two.indices.findIndex(
      (_, k) => k % 3 === 0 && [0, 1, 2].every((c) => two.positions[3 * two.indices[k + c] + 2] > 0),
    );
    const open = { ...two, indices: two.indices.filter((_, k) => k < roof || k >= roof + 3) };
    const mesh = winding(open);
    expect(asTurned(mesh, open).indices).toEqual(open.indices);
    compareWithSum(mesh, open, rng, runs(1000));
    expect(containsPoint(new Collider(mesh), [0.45, 0, 0])).toBe(true);
    expect(containsPoint(new Collider(mesh), [0.55, 0, 0])).toBe(true);
  });

  it('a strip without two sides stays as it is', () => {
    const positions: number[] = [];
    const indices: number[] = [];
    const n = 12;
    for (let i = 0; i < n; i++) {
      const u = (2 * Math.PI * i) / n;
      for (const s of [-0.3, 0.3]) {
        const r = 1 + s * Math.cos(u / 2);
        positions.push(r * Math.cos(u), r * Math.sin(u), s * Math.sin(u / 2));
      }
      const [a, b] = [2 * i, 2 * i + 1];
      const [c, d] = i < n - 1 ? [2 * i + 2, 2 * i + 3] : [1, 0];
      indices.push(a, c, d, a, d, b);
    }
    const strip = { name: 'strip', positions, indices };
    const mesh = winding(strip);
    expect(mesh.winding).toBe(true);
    expect(asTurned(mesh, strip).indices).toEqual(indices);
    compareWithSum(mesh, strip, new Rng(SEED, 26), runs(500));
  });

  it('triangles that are there twice, once for each side, enclose what they would enclose once', () => {
    const plain = torus();
    const back = flipped(plain, () => true);
    const both = { ...plain, indices: [...plain.indices, ...back.indices] };
    // To `solid: true` the two sides cancel each other.
    expect(containsPoint(new Collider(solid(both)), [1, 0, 0])).toBe(false);
    const rng = new Rng(SEED, 27);
    const { open } = opened(plain, 0.01, rng);
    const openBoth = { ...plain, indices: [...open.indices, ...flipped(open, () => true).indices] };
    for (const mesh of [winding(both), winding(openBoth)]) {
      const collider = new Collider(mesh);
      expect(containsPoint(collider, [1, 0, 0])).toBe(true);
      expect(containsPoint(collider, [0, -1, 0.1])).toBe(true);
      expect(containsPoint(collider, [0, 0, 0])).toBe(false);
    }
  });

  it('does not depend on the order of the triangles', () => {
    const rng = new Rng(SEED, 28);
    const { open } = opened(boxWithBolts(), 0.03, rng);
    const mixed = flipped(open, () => rng.chance(0.4));
    const order = Array.from({ length: mixed.indices.length / 3 }, (_, i) => i);
    for (let i = order.length - 1; i > 0; i--) {
      const j = rng.int(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    const shuffled = { ...mixed, indices: order.flatMap((t) => mixed.indices.slice(3 * t, 3 * t + 3)) };
    const one = asTurned(winding(mixed), mixed).indices;
    const two = asTurned(winding(shuffled), shuffled).indices;
    expect(two).toEqual(order.flatMap((t) => one.slice(3 * t, 3 * t + 3)));
  });
});

/** How many triangles are not in the largest set that hangs together by edges of two, or in one of at least 12. */
function alone({ indices, positions }: PlainMesh): number {
  const key = (v: number): string => positions.slice(3 * v, 3 * v + 3).join();
  const edges = new Map<string, number[]>();
  const n = indices.length / 3;
  for (let t = 0; t < n; t++)
    for (let c = 0; c < 3; c++) {
      const edge = [key(indices[3 * t + c]), key(indices[3 * t + ((c + 1) % 3)])].sort().join('|');
      edges.set(edge, [...(edges.get(edge) ?? []), t]);
    }
  const next: number[][] = Array.from({ length: n }, () => []);
  for (const list of edges.values())
    if (list.length === 2) {
      next[list[0]].push(list[1]);
      next[list[1]].push(list[0]);
    }
  const seen = new Set<number>();
  let loose = 0;
  for (let t = 0; t < n; t++) {
    if (seen.has(t)) continue;
    seen.add(t);
    const part = [t];
    for (const k of part)
      for (const other of next[k])
        if (!seen.has(other)) {
          seen.add(other);
          part.push(other);
        }
    if (part.length < 12) loose += part.length;
  }
  return loose;
}

describe(`placements (seed ${SEED})`, () => {
  const rng = new Rng(SEED, 30);
  const { open } = opened(torus(), 0.03, rng);
  const mesh = winding(open);

  const linear: readonly (readonly [string, readonly number[]])[] = [
    ['mirrored', [-1, 0, 0, 0, 1, 0, 0, 0, 1]],
    ['uneven', [2, 0, 0, 0, 0.5, 0, 0, 0, 1.25]],
    ['uneven and mirrored', [0.5, 0, 0, 0, 3, 0, 0, 0, -1]],
    ['sheared', [1, 0.2, 0, 0.7, 1, 0.3, -0.4, 0.1, 1]],
    ['scaled by 1e-3', [1e-3, 0, 0, 0, 1e-3, 0, 0, 0, 1e-3]],
    ['scaled by 1e3', [1e3, 0, 0, 0, 1e3, 0, 0, 0, 1e3]],
    ['flattened', [1, 0, 0, 0, 1, 0, 0, 0, 0]],
  ];
  for (const [name, m] of linear)
    it(`${name}: as the sum of the solid angles in the world`, () => {
      const at: Vec = [0.5, -3, 7];
      const map = (x: number, y: number, z: number): Vec => [
        m[0] * x + m[3] * y + m[6] * z + at[0],
        m[1] * x + m[4] * y + m[7] * z + at[1],
        m[2] * x + m[5] * y + m[8] * z + at[2],
      ];
      const matrix = [m[0], m[1], m[2], 0, m[3], m[4], m[5], 0, m[6], m[7], m[8], 0, ...at, 1];
      const collider = new Collider(mesh, { matrix });
      const world: PlainMesh = {
        name,
        positions: Array.from({ length: open.positions.length / 3 }, (_, i) =>
          map(open.positions[3 * i], open.positions[3 * i + 1], open.positions[3 * i + 2]),
        ).flat(),
        indices: open.indices,
      };
      let seen = 0;
      for (let i = 0; i < runs(1000); i++) {
        const p = pointAround(rng, open);
        const q = map(...p);
        const { w, error } = windingReference(world, q);
        if (!(Math.abs(Math.abs(w) - 0.5) > 1e-9 + error)) continue;
        seen++;
        const truth = name === 'flattened' ? false : Math.abs(w) > 0.5;
        if (name === 'flattened' && containsPoint(collider, [q[0], q[1], q[2] + 1])) throw new Error(`${p}`);
        if (name !== 'flattened' && containsPoint(collider, q) !== truth) throw new Error(`${name}: ${p}, w = ${w}`);
      }
      if (name !== 'flattened') expect(seen).toBeGreaterThan(runs(900));
    });

  it('modelled far away: the answers of the same vertices near the origin', () => {
    // Rounded to a multiple of 2^-20, the vertices can be moved without rounding.
    const near = { ...open, positions: open.positions.map((x) => Math.round(x * 2 ** 20) / 2 ** 20) };
    const far = { ...near, positions: near.positions.map((x) => x + 1e6) };
    const [a, b] = [new Collider(winding(near)), new Collider(winding(far))];
    for (let i = 0; i < runs(2000); i++) {
      const p = pointAround(rng, near).map((x) => Math.round(x * 2 ** 20) / 2 ** 20) as unknown as Vec;
      const { w, error } = windingReference(near, p);
      if (!(Math.abs(Math.abs(w) - 0.5) > 1e-9 + error)) continue;
      expect(containsPoint(b, [p[0] + 1e6, p[1] + 1e6, p[2] + 1e6])).toBe(containsPoint(a, p));
    }
  });

  it('very small and very large meshes: scaled by a power of two, the same answers', () => {
    for (const scale of [2 ** -100, 2 ** 100]) {
      const other = { ...open, positions: open.positions.map((x) => x * scale) };
      const [a, b] = [new Collider(mesh), new Collider(winding(other))];
      for (let i = 0; i < runs(1000); i++) {
        const p = pointAround(rng, open);
        expect(containsPoint(b, [p[0] * scale, p[1] * scale, p[2] * scale])).toBe(containsPoint(a, p));
      }
    }
  });

  it('follows a refit, placed rigidly or not, and a tree that was stored', () => {
    const positions = Float64Array.from(open.positions);
    const { indices } = open;
    const bent = new Mesh({ positions, indices, solid: 'winding' });
    const scaled = new Collider(bent, { scale: [2, 1, 1] });
    const plain = new Collider(bent);
    containsPoint(plain, [1, 0, 0]);
    containsPoint(scaled, [2, 0, 0]);
    const stored = bent.serializeTree();
    for (let i = 0; i < positions.length; i += 3) positions[i + 2] += 0.5 * positions[i] * positions[i];
    bent.refit();
    const fresh = new Mesh({ positions, indices, solid: 'winding' });
    const restored = new Mesh({ positions, indices, solid: 'winding', tree: stored });
    const others = [plain, new Collider(restored)];
    const truth = new Collider(fresh);
    const truthScaled = new Collider(fresh, { scale: [2, 1, 1] });
    const now = { ...open, positions: [...positions] };
    for (let i = 0; i < runs(2000); i++) {
      const p = pointAround(rng, now);
      for (const other of others) expect(containsPoint(other, p)).toBe(containsPoint(truth, p));
      const q: Vec = [2 * p[0], p[1], p[2]];
      expect(containsPoint(scaled, q)).toBe(containsPoint(truthScaled, q));
    }
    bent.validate();
  });
});

describe(`other queries (seed ${SEED})`, () => {
  const others = (rng: Rng): Collider => {
    const place = { position: rng.inBox(1.3), orientation: rng.quaternion() };
    const kind = rng.int(6);
    if (kind === 0) return new Collider(new Box([rng.range(0.1, 1), 0.3, 0.5]), place);
    if (kind === 1) return new Collider(new Sphere(rng.range(0.05, 0.5)), place);
    if (kind === 2) return new Collider(new Capsule(0.1, rng.range(0.1, 1)), place);
    if (kind === 3) return new Collider(new Point([0, 0, 0]), place);
    if (kind === 4)
      return new Collider(solid(rng.pick([box([0.4, 0.2, 0.3]), torus(10, 6)])), { ...place, scale: 0.4 });
    return new Collider(
      new Compound([{ shape: new Box([0.2, 0.6, 0.2]) }, { shape: new Sphere(0.2), position: [0, 0.3, 0] }]),
      place,
    );
  };

  it('a mesh that is closed once it is turned has the answers of solid: true, bit by bit', () => {
    const rng = new Rng(SEED, 40);
    for (const plain of CLOSED) {
      const a = new Collider(winding(flipped(plain, () => rng.chance(0.2))));
      const b = new Collider(solid(plain));
      for (let i = 0; i < runs(60); i++) {
        const other = others(rng);
        expect(intersects(a, other)).toBe(intersects(b, other));
        expect(intersects(other, a)).toBe(intersects(other, b));
        const [p, q] = [signedDistance(a, other), signedDistance(b, other)];
        expect([p.distance, p.error, p.exact, ...p.normal.toArray()]).toEqual([
          q.distance,
          q.error,
          q.exact,
          ...q.normal.toArray(),
        ]);
        const [from, to] = [rng.inBox(1.5), rng.inBox(1.5)];
        expect(rayCast(a, from, to)?.t).toBe(rayCast(b, from, to)?.t);
        expect(castShape(a, [0, 0, 0], other, to)?.t).toBe(castShape(b, [0, 0, 0], other, to)?.t);
      }
    }
  });

  it('one triangle less changes nothing for what is not near it', () => {
    const rng = new Rng(SEED, 41);
    let meeting = 0;
    for (const plain of CLOSED) {
      const b = new Collider(solid(plain));
      for (let i = 0; i < runs(150); i++) {
        const { open, removed } = opened(plain, 0, rng);
        const a = new Collider(winding(open));
        const hole = new Collider(new Mesh({ positions: removed.positions, indices: removed.indices }));
        const other = others(rng);
        // Farther away than the hole is wide.
        if (closestPoints(hole, other).distance < hole.extent) continue;
        const truth = signedDistance(b, other);
        expect(intersects(a, other)).toBe(intersects(b, other));
        expect(intersects(other, a)).toBe(intersects(b, other));
        const found = signedDistance(a, other);
        const swapped = signedDistance(other, a);
        expect(found.distance <= 0).toBe(truth.distance <= 0);
        expect(swapped.distance <= 0).toBe(truth.distance <= 0);
        if (truth.distance > 0) {
          expect(closestPoints(a, other).distance).toBeCloseTo(closestPoints(b, other).distance, 12);
          continue;
        }
        meeting++;
        const { depth, normal, exact, error } = penetration(a, other) as PenetrationResult;
        // What is proven of the closed mesh's depth is proven here, too, if it is claimed.
        expect(depth).toBeGreaterThanOrEqual(-truth.distance - truth.error - error - 1e-9);
        // Without a triangle that it meets, a body might leave through the hole.
        expect(exact && contained(a, other)).toBe(false);
        const far = 1.002 * depth + 1e-8;
        const at = other.getMatrix().subarray(12, 15);
        other.setPosition([at[0] + far * normal.x, at[1] + far * normal.y, at[2] + far * normal.z]);
        expect(intersects(a, other)).toBe(false);
      }
    }
    expect(meeting).toBeGreaterThan(runs(100));
  });

  /** Whether a body is inside without meeting a triangle. */
  function contained(a: Collider, other: Collider): boolean {
    const mesh = a.shape as Mesh;
    const soup = new Collider(new Mesh({ positions: mesh.vertices, indices: [...mesh.triangles.corners] }));
    return intersects(a, other) && !intersects(soup, other);
  }

  it('the depth of a point that may leave through a hole is claimed up to the hole only', () => {
    const { open } = opened(ball(), 0, new Rng(SEED, 42));
    const collider = new Collider(winding(open));
    const point = new Collider(new Point([0, 0, 0]), { position: [0.1, 0.2, 0.3] });
    const result = penetration(collider, point) as PenetrationResult;
    expect(result.exact).toBe(false);
    expect(result.depth).toBeGreaterThan(0.5);
    expect(result.error).toBeGreaterThanOrEqual(result.depth);
    expect(result.converged).toBe(false);
    // A ball is at least as deep as its radius.
    const sphere = new Collider(new Sphere(0.25), { position: [0.1, 0.2, 0.3] });
    const deep = penetration(collider, sphere) as PenetrationResult;
    expect(deep.error).toBeLessThan(deep.depth - 0.24);
  });

  it('rays that start inside hit at once, and so do scenes', () => {
    const { open } = opened(torus(), 0.02, new Rng(SEED, 43));
    const collider = new Collider(winding(open));
    expect(rayCast(collider, [1, 0, 0], [5, 0, 0])?.t).toBe(0);
    expect(rayCast(collider, [0, 0, 0], [0, 0, 5])).toBe(null);
    const scene = new Scene();
    scene.add(collider);
    expect(scene.rayCast([1, 0, 0], [5, 0, 0])?.t).toBe(0);
    const small = new Collider(new Sphere(0.01), { position: [0, 1, 0.02] });
    expect(scene.nearest(small)?.distance).toBe(0);
    expect(signedDistance(collider, small).distance).toBeLessThan(-0.3);
    expect(castShape(collider, [0, 0, 0], small, [0, 0, 3])?.t).toBe(0);
  });
});

describe('errors and descriptions', () => {
  const { positions, indices } = box();

  it('names what solid may be', () => {
    expect(() => new Mesh({ positions, indices, solid: 'windin' as 'winding' })).toThrow(
      'solid must be true, false or \'winding\', got "windin"',
    );
  });

  it('says how it was made', () => {
    const open = indices.slice(3);
    expect(String(new Mesh({ positions, indices: open, solid: 'winding' }))).toContain("solid: 'winding'");
    expect(new Mesh({ positions, indices }).winding).toBe(false);
  });

  it('reports why a mesh is not closed', () => {
    const report = new Mesh({ positions, indices: indices.slice(3) }).judgeClosed();
    expect([report.closed, report.openEdges, report.inconsistentEdges]).toEqual([false, 3, 0]);
    expect(report.problem).toContain('has no neighbour');
    expect(new Mesh({ positions, indices }).judgeClosed().closed).toBe(true);
  });

  it('BspTree needs a closed mesh', () => {
    const mesh = new Mesh({ positions, indices: indices.slice(3), solid: 'winding' });
    expect(() => new BspTree(mesh)).toThrow('mesh must be closed');
    expect(new BspTree(new Mesh({ positions, indices, solid: 'winding' })).contains([0, 0, 0])).toBe(true);
  });

  it('a mesh without area has an inside that is empty', () => {
    const flat = new Mesh({ positions: [0, 0, 0, 1, 0, 0, 2, 0, 0], indices: [0, 1, 2], solid: 'winding' });
    expect(containsPoint(new Collider(flat), [0.5, 0, 0])).toBe(true);
    expect(containsPoint(new Collider(flat), [0.5, 1e-3, 0])).toBe(false);
    const one = prism(
      'prism',
      [
        [1, 0],
        [-1, 1],
        [-1, -1],
      ],
      1,
    );
    expect(containsPoint(new Collider(winding(one)), [0, 0, 0.2])).toBe(true);
  });
});
