/** `encounter/bounds`: bounding volumes and search structures against brute force. */
import { Integers, quotient } from '../../support/exact.ts';
import { Region } from '../../support/exact-polygon.ts';
import type { Rng } from '../../support/rng.ts';
import { add, cross, dot, norm, scaled, sub, type Vec } from '../../support/vectors.ts';
import { type Court, EPSILON, THREW } from './court.ts';
import { callOf } from './things.ts';

interface Cloud {
  readonly points: readonly Vec[];
  /** As it is given: a list of vectors, or flat. */
  readonly argument: unknown;
  readonly size: number;
  readonly reach: number;
}

/** Lattice or random points, often all in a plane, on a line or in one place. */
function makeCloud(rng: Rng, number: number, most: number): Cloud {
  const lattice = number % 2 === 0;
  const dimension = rng.pick([0, 1, 2, 3, 3, 3, 3]);
  const count = rng.integer(1, most);
  const coordinate = (): number => (lattice ? rng.integer(-3, 3) : rng.range(-3, 3));
  const origin: Vec = [coordinate(), coordinate(), coordinate()];
  const axes = Array.from(
    { length: dimension },
    (): Vec => (lattice ? [rng.integer(-1, 1), rng.integer(-1, 1), rng.integer(-1, 1)] : rng.direction()),
  );
  const how = rng.next();
  const s = how < 0.1 ? 1e-3 : how < 0.2 ? 1e3 : 1;
  const far = how >= 0.2 && how < 0.35 ? 1e6 : 0;
  const points = Array.from({ length: count }, (): Vec => {
    const p =
      dimension === 3 && !lattice ? rng.inBox(3) : axes.reduce((q, u) => add(q, scaled(u, coordinate())), origin);
    return [p[0] * s + far + 0, p[1] * s - far + 0, p[2] * s + far + 0];
  });
  const form = rng.int(4);
  const argument =
    form === 0
      ? points.map(([x, y, z]) => ({ x, y, z }))
      : form === 1
        ? points.flat()
        : form === 2
          ? new Float64Array(points.flat())
          : points.map((p) => [...p]);
  const range = [0, 1, 2].map((k) => Math.max(...points.map((p) => p[k])) - Math.min(...points.map((p) => p[k])));
  return { points, argument, size: Math.max(...range), reach: Math.max(...points.flat().map(Math.abs)) };
}

const limitOf = (cloud: Cloud, relative: number): number => relative * cloud.size + 16 * EPSILON * cloud.reach;
const shown = (cloud: Cloud): unknown[] => [cloud.points];

/** The sphere through some points with its centre in their affine hull, or null when they are dependent. */
function sphereThrough(points: readonly Vec[]): { center: Vec; radius: number } | null {
  const p = points[0];
  const e = points.slice(1).map((q) => sub(q, p));
  // center = p + Σ w·e with 2·e·(center − p) = e·e
  const n = e.length;
  const m = e.map((u) => [...e.map((v) => 2 * dot(u, v)), dot(u, u)]);
  for (let i = 0; i < n; i++) {
    let pivot = i;
    for (let k = i; k < n; k++) if (Math.abs(m[k][i]) > Math.abs(m[pivot][i])) pivot = k;
    [m[i], m[pivot]] = [m[pivot], m[i]];
    if (!(Math.abs(m[i][i]) > 1e-12 * dot(e[i], e[i]))) return null;
    for (let k = 0; k < n; k++) {
      if (k === i) continue;
      const f = m[k][i] / m[i][i];
      for (let j = i; j <= n; j++) m[k][j] -= f * m[i][j];
    }
  }
  const offset = e.reduce((c, u, i) => add(c, scaled(u, m[i][n] / m[i][i])), [0, 0, 0] as Vec);
  return { center: add(p, offset), radius: norm(offset) };
}

/** The smallest sphere around the points: the smallest one through at most four of them that holds all. */
export function smallestSphere(points: readonly Vec[]): { center: Vec; radius: number } {
  // Seen from one of them, so that nothing is lost far from the origin.
  const list = points.map((p) => sub(p, points[0]));
  const limit = 1e-13 * Math.max(...list.map(norm));
  let best = { center: list[0], radius: Number.POSITIVE_INFINITY };
  const visit = (chosen: Vec[], from: number): void => {
    if (chosen.length > 0) {
      const s = sphereThrough(chosen);
      if (s !== null && s.radius < best.radius && list.every((p) => norm(sub(p, s.center)) <= s.radius + limit))
        best = s;
    }
    if (chosen.length < 4) for (let i = from; i < list.length; i++) visit([...chosen, list[i]], i + 1);
  };
  visit([], 0);
  return { center: add(best.center, points[0]), radius: best.radius };
}

const readPoint = (v: unknown): Vec => {
  const p = v as { x: number; y: number; z: number } & ArrayLike<number>;
  return typeof p?.x === 'number' ? [p.x, p.y, p.z] : [p?.[0], p?.[1], p?.[2]];
};
const isVector = (v: Vec): boolean => v.every((x) => Number.isFinite(x));

function equal(court: Court, cloud: Cloud, what: string, error: number, relative: number): void {
  if (cloud.reach <= 100 * cloud.size)
    court.measure(
      { things: [], moves: [], lattice: false, rounded: false, size: cloud.size, reach: 0 },
      Math.abs(error),
    );
  if (!(Math.abs(error) <= limitOf(cloud, relative))) court.wrong(`${what} by ${error}`, court.name, shown(cloud));
}

export function checkBoundingSphere(court: Court, number: number, rng: Rng): void {
  const cloud = makeCloud(rng, number, 10);
  const expected = smallestSphere(cloud.points).radius;
  for (const options of [undefined, { exact: true }, { exact: false }]) {
    const got = court.call(court.name, options === undefined ? [cloud.argument] : [cloud.argument, options]);
    if (got === THREW) return;
    const { center, radius } = (got ?? {}) as { center: unknown; radius: number };
    const c = readPoint(center);
    if (!isVector(c) || !(radius >= 0)) {
      court.wrong(`gives ${JSON.stringify(got)}`, court.name, shown(cloud));
      return;
    }
    const outside = Math.max(...cloud.points.map((p) => norm(sub(p, c)))) - radius;
    equal(court, cloud, 'a point is outside', Math.max(0, outside), 1e-12);
    if (options?.exact === false) {
      // The sphere around the bounding box is √3 times as large at most: a fast method that does worse is of no use.
      if (radius > 1.75 * expected + limitOf(cloud, 1e-12))
        court.wrong(`radius ${radius}, where ${expected} is enough`, court.name, shown(cloud));
    } else equal(court, cloud, `radius ${radius}, not ${expected}: off`, radius - expected, 1e-12);
  }
}

export function checkBoundingBox(court: Court, number: number, rng: Rng): void {
  const cloud = makeCloud(rng, number, 12);
  const got = court.call(court.name, [cloud.argument]);
  if (got === THREW) return;
  const { min, max } = (got ?? {}) as { min: unknown; max: unknown };
  const [lo, hi] = [readPoint(min), readPoint(max)];
  const isRight = [0, 1, 2].every((k) => {
    const list = cloud.points.map((p) => p[k]);
    return lo[k] === Math.min(...list) && hi[k] === Math.max(...list);
  });
  if (!isRight) court.wrong(`gives ${JSON.stringify(got)}`, court.name, shown(cloud));
}

export function checkOrientedBox(court: Court, number: number, rng: Rng): void {
  const cloud = makeCloud(rng, number, 12);
  const volumes = ['axes', 'tight'].map((method) => orientedVolume(court, cloud, method));
  const [axes, tight] = volumes;
  if (axes === null || tight === null) return;
  const limit = limitOf(cloud, 1e-9) * (cloud.size + 1e-300) ** 2;
  if (tight > axes * (1 + 1e-9) + limit)
    court.wrong(`tight has volume ${tight}, axes ${axes}`, court.name, shown(cloud));
}

/** Checks the box, and returns its volume. */
function orientedVolume(court: Court, cloud: Cloud, method: string): number | null {
  const got = court.call(court.name, [cloud.argument, { method }]);
  if (got === THREW) return null;
  const { center, axes, half } = (got ?? {}) as { center: unknown; axes: unknown[]; half: unknown };
  const [c, h] = [readPoint(center), readPoint(half)];
  const u = Array.isArray(axes) ? axes.map(readPoint) : [];
  const fail = (what: string): null => {
    court.wrong(`${method}: ${what}`, court.name, shown(cloud));
    return null;
  };
  if (![c, h, ...u].every(isVector) || u.length !== 3 || h.some((x) => x < 0))
    return fail(`gives ${JSON.stringify(got)}`);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j <= i; j++) {
      if (Math.abs(dot(u[i], u[j]) - (i === j ? 1 : 0)) > 1e-12)
        return fail(`axes ${JSON.stringify(u)} are not square`);
    }
    const at = cloud.points.map((p) => dot(u[i], sub(p, c)));
    equal(
      court,
      cloud,
      `${method}: a point is outside`,
      Math.max(0, Math.max(...at) - h[i], -Math.min(...at) - h[i]),
      1e-10,
    );
    equal(
      court,
      cloud,
      `${method}: a face touches nothing,`,
      Math.max(0, h[i] - Math.max(...at), h[i] + Math.min(...at)),
      1e-10,
    );
  }
  return 8 * h[0] * h[1] * h[2];
}

/** The directions of a k-DOP: across faces, edges and corners of a cube. */
export function directionsOf(k: number): Vec[] {
  const all: Vec[] = [];
  for (let x = -1; x <= 1; x++) for (let y = -1; y <= 1; y++) for (let z = -1; z <= 1; z++) all.push([x, y, z]);
  const half = all.filter(([x, y, z]) => x > 0 || (x === 0 && (y > 0 || (y === 0 && z > 0))));
  const kinds: Readonly<Record<number, readonly number[]>> = { 6: [1], 14: [1, 3], 18: [1, 2], 26: [1, 2, 3] };
  return half.filter((d) => kinds[k].includes(dot(d, d)));
}

interface Dop {
  readonly directions: readonly unknown[];
  readonly min: ArrayLike<number>;
  readonly max: ArrayLike<number>;
}

const KS = [6, 14, 18, 26] as const;

export function checkKDop(court: Court, number: number, rng: Rng): void {
  const cloud = makeCloud(rng, number, 12);
  const k = rng.pick(KS);
  const got = court.call(court.name, [cloud.argument, k]);
  if (got === THREW) return;
  const args = [cloud.points, k];
  const { directions, min, max } = got as Dop;
  if (directions?.length !== k / 2 || min?.length !== k / 2 || max?.length !== k / 2) {
    court.wrong(`has not ${k / 2} directions: ${JSON.stringify(got)}`, court.name, args);
    return;
  }
  const wanted = directionsOf(k);
  for (let i = 0; i < k / 2; i++) {
    const d = readPoint(directions[i]);
    const found = wanted.findIndex((w) => norm(cross(w, d)) < 1e-12 * norm(d));
    if (found < 0) {
      court.wrong(`direction ${JSON.stringify(directions[i])} is not expected, or twice there`, court.name, args);
      return;
    }
    wanted.splice(found, 1);
    const at = cloud.points.map((p) => dot(d, p));
    equal(court, cloud, `min[${i}] is off`, (min[i] - Math.min(...at)) / norm(d), 1e-14);
    equal(court, cloud, `max[${i}] is off`, (max[i] - Math.max(...at)) / norm(d), 1e-14);
  }
}

export function checkIntersectsKDop(court: Court, number: number, rng: Rng): void {
  if (!court.has('kDop')) return;
  const [one, other] = [makeCloud(rng, number, 6), makeCloud(rng, number, 6)];
  const k = rng.pick(KS);
  const [a, b] = [one, other].map((cloud) => court.call('kDop', [cloud.argument, k]) as Dop);
  if ((a as unknown) === THREW || (b as unknown) === THREW) return;
  const expected = [...Array(k / 2).keys()].every((i) => a.min[i] <= b.max[i] && b.min[i] <= a.max[i]);
  for (const [x, y] of [
    [a, b],
    [b, a],
  ]) {
    const got = court.call(court.name, [x, y]);
    if (got !== THREW && got !== expected) court.wrong(`gives ${String(got)}`, court.name, [x, y]);
  }
}

export function checkKdTree(court: Court, number: number, rng: Rng): void {
  const cloud = makeCloud(rng, number, 40);
  const tree = court.construct(court.name, [cloud.argument]);
  if (tree === THREW) return;
  const { points } = cloud;
  const lattice = number % 2 === 0;
  const near = rng.pick(points);
  const q: Vec = lattice
    ? add(near, [rng.integer(-2, 2), rng.integer(-2, 2), rng.integer(-2, 2)])
    : add(near, rng.inBox(cloud.size + 0.1));
  const distances = points.map((p) => norm(sub(p, q)));
  const sorted = [...distances].sort((x, y) => x - y);
  const made = callOf('new KdTree', [points]);
  const limit = limitOf(cloud, 1e-14) + 8 * EPSILON * norm(q);
  const judge = (found: unknown, rank: number, call: string, args: unknown[]): void => {
    const { index, distance } = (found ?? {}) as { index: number; distance: number };
    if (!(Math.abs(distance - sorted[rank]) <= limit && Math.abs(distances[index] - distance) <= limit)) {
      court.wrong(`gives ${JSON.stringify(found)}, where the distance is ${sorted[rank]}`, call, args);
    }
  };
  const nearest = court.method(tree, 'nearest', [[...q]], `${made}.nearest`);
  if (nearest !== THREW) judge(nearest, 0, `${made}.nearest`, [q]);
  const k = rng.integer(1, points.length + 2);
  const list = court.method(tree, 'nearestK', [[...q], k], `${made}.nearestK`) as unknown[];
  if ((list as unknown) !== THREW) {
    const call = `${made}.nearestK`;
    if (list?.length !== Math.min(k, points.length)) court.wrong(`gives ${JSON.stringify(list)}`, call, [q, k]);
    else {
      for (const [rank, found] of list.entries()) judge(found, rank, call, [q, k]);
      const indices = new Set(list.map((f) => (f as { index: number }).index));
      if (indices.size !== list.length) court.wrong('gives a point twice', call, [q, k]);
    }
  }
  // Integers: then squares are exact, and touching counts.
  const isExact = [...points.flat(), ...q].every(Number.isInteger);
  const radius = isExact ? rng.integer(0, 4) : rng.range(0, cloud.size);
  const within = court.method(tree, 'within', [[...q], radius], `${made}.within`) as ArrayLike<number>;
  if ((within as unknown) === THREW) return;
  const got = new Set(Array.from(within ?? []));
  if (got.size !== within?.length) court.wrong(`gives ${JSON.stringify(within)}`, `${made}.within`, [q, radius]);
  points.forEach((p, i) => {
    const isInside = dot(sub(p, q), sub(p, q)) <= radius * radius;
    if (got.has(i) === isInside || (!isExact && Math.abs(distances[i] - radius) <= limit)) return;
    court.wrong(`${got.has(i) ? 'has' : 'lacks'} ${i}, at distance ${distances[i]}`, `${made}.within`, [q, radius]);
  });
}

/** What a ray hits first. */
interface Hit {
  readonly t: number;
  readonly primitive: number;
}

/** Rays through a soup of triangles on the lattice, or random ones. */
export function checkVoxelGrid(court: Court, number: number, rng: Rng): void {
  const lattice = number % 2 === 0;
  const coordinate = (): number => (lattice ? rng.integer(-3, 3) : rng.range(-3, 3));
  const point = (): Vec => [coordinate(), coordinate(), coordinate()];
  const triangles = Array.from({ length: rng.integer(1, 12) }, () => [point(), point(), point()]);
  const positions = triangles.flat(2);
  const indices = Array.from({ length: triangles.length * 3 }, (_, i) => i);
  const make = (name: string, argument: unknown): object =>
    new (court.library[name] as new (x: unknown) => object)(argument);
  const mesh = make('Mesh', { positions, indices });
  const collider = make('Collider', mesh);
  const options = rng.chance(0.5) ? [] : [{ resolution: rng.integer(1, 8) }];
  const grid = court.construct(court.name, [mesh, ...options]);
  if (grid === THREW) return;
  const made = `new VoxelGrid(new Mesh(${JSON.stringify({ positions, indices })})${options.map((o) => `, ${JSON.stringify(o)}`)}).rayCast`;
  for (let i = 0; i < 8; i++) {
    const from = point();
    const to = rng.chance(0.1) ? from : lattice ? point() : add(from, rng.inBox(8));
    const got = court.method(grid, 'rayCast', [[...from], [...to]], made) as Hit | null;
    if ((got as unknown) === THREW) continue;
    const times = timesOf(triangles, from, to);
    const expected = Math.min(...times);
    if (got === null ? expected === Number.POSITIVE_INFINITY : Math.abs(got.t - expected) <= 1e-9) {
      if (got !== null && !(Math.abs(times[got.primitive] - got.t) <= 1e-9)) {
        court.wrong(`names triangle ${got.primitive}, which is hit at ${times[got.primitive]}`, made, [from, to]);
      }
      continue;
    }
    // A mesh's own ray may take a graze at the edge of a triangle for a miss. The grid answers as the mesh does.
    const mesh = court.ask('rayCast', [collider, from, to]) as Hit | null;
    if (got === null || mesh === null ? got === mesh : Math.abs(got.t - mesh.t) <= 1e-9) court.near();
    else court.wrong(`gives ${got?.t ?? null}, not ${expected}`, made, [from, to]);
  }
}

/** When each triangle is hit, exactly; Infinity when it is not. */
function timesOf(triangles: readonly Vec[][], from: Vec, to: Vec): number[] {
  const z = new Integers([...triangles.flat(2), ...from, ...to]);
  const [f, g] = [z.vector(from), z.vector(to)];
  const isStill = from.every((x, k) => x === to[k]);
  return triangles.map((t) => {
    const region = new Region(t.map((p) => z.vector(p)));
    if (isStill) return region.hasPoint(f) ? 0 : Number.POSITIVE_INFINITY;
    const hit = region.rayHit(f, [g[0] - f[0], g[1] - f[1], g[2] - f[2]]);
    return hit === null || hit.num > hit.den ? Number.POSITIVE_INFINITY : quotient(hit.num, hit.den);
  });
}
