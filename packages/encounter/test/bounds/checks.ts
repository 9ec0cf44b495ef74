/**
 * What is promised of bounds and k-d trees, on one set of points each. Used by the tests and the fuzzer; free of the library's code at
 * run time. Each returns what is wrong, or nothing.
 */
import type * as Bounds from '../../src/bounds.ts';
import type { Rng } from '../support/rng.ts';
import { cross, dot, norm, sub, type Vec, vec } from '../support/vectors.ts';
import { compareAlong, outsideSlab, outsideSphere, smallestRadius } from './exact.ts';

export type BoundsLibrary = typeof Bounds;

/** Takes how near to failing a check was. */
export type Worst = (category: string, value: number) => void;

/** What rounding a centre to doubles may cost. */
function roundingOf(v: Vec): number {
  return 4e-16 * (Math.abs(v[0]) + Math.abs(v[1]) + Math.abs(v[2]));
}

export function checkSphere(lib: BoundsLibrary, points: readonly Vec[], worst: Worst): string[] {
  const wrong: string[] = [];
  const sphere = lib.boundingSphere(points);
  const fast = lib.boundingSphere(points, { exact: false });
  const center = vec(sphere.center);
  const least = smallestRadius(points);
  const error = (sphere.radius - least - roundingOf(center)) / (least || 1);
  worst('sphere: radius / least − 1', error);
  if (!(error <= 1e-12)) wrong.push(`radius ${sphere.radius}, least ${least}: ${error} too large`);
  for (const { center: c, radius } of [sphere, fast]) {
    const out = outsideSphere(points, vec(c), radius);
    if (out >= 0) wrong.push(`point ${out} is outside of the sphere of radius ${radius}`);
    for (const p of points) {
      if (!(norm(sub(p, vec(c))) <= radius)) wrong.push(`point ${p} is outside in doubles`);
      if (!(Math.hypot(...sub(p, vec(c))) <= radius)) wrong.push(`point ${p} is outside by Math.hypot`);
    }
  }
  if (!(fast.radius >= sphere.radius)) wrong.push(`fast ${fast.radius} below exact ${sphere.radius}`);
  // Ritter's growth from a first sphere that is a diameter long never exceeds this.
  const share = fast.radius / (least || 1);
  worst('sphere: fast radius / least', least > 0 && roundingOf(center) < 1e-9 * least ? share : 0);
  if (least > 0 && !(fast.radius <= 1.5 * least + 2 * roundingOf(center)))
    wrong.push(`fast is ${share} times the least`);
  const again = lib.boundingSphere([...points].reverse());
  if (!(Math.abs(again.radius - sphere.radius) <= 1e-12 * least + roundingOf(center)))
    wrong.push(`radius ${again.radius} of the points in reverse, ${sphere.radius} otherwise`);
  return wrong;
}

export function checkBox(lib: BoundsLibrary, points: readonly Vec[]): string[] {
  const { min, max } = lib.boundingBox(points);
  const wrong: string[] = [];
  for (let i = 0; i < 3; i++) {
    const values = points.map((p) => p[i]);
    if (vec(min)[i] !== Math.min(...values) || vec(max)[i] !== Math.max(...values))
      wrong.push(`axis ${i} is ${vec(min)[i]} … ${vec(max)[i]}`);
  }
  return wrong;
}

/** Sides along axes, longest first. */
function sidesAlong(points: readonly Vec[], axes: readonly Vec[]): Vec {
  const [a, b, c] = axes
    .map((axis) => {
      const s = points.map((p) => dot(sub(p, points[0]), axis));
      return Math.max(...s) - Math.min(...s);
    })
    .sort((x, y) => y - x);
  return [a, b, c];
}

const unit = (v: Vec): Vec => {
  const largest = Math.max(Math.abs(v[0]), Math.abs(v[1]), Math.abs(v[2]));
  const w: Vec = [v[0] / largest, v[1] / largest, v[2] / largest];
  const l = norm(w);
  return [w[0] / l, w[1] / l, w[2] / l];
};

/** Boxes with a face along the plane of three points and another along a line through two: among them all that calipers find. */
function* boxesOfPoints(points: readonly Vec[]): Generator<Vec> {
  for (let i = 0; i < points.length; i++)
    for (let j = i + 1; j < points.length; j++)
      for (let k = j + 1; k < points.length; k++) {
        const across = cross(sub(points[j], points[i]), sub(points[k], points[i]));
        if (across.every((x) => x === 0)) continue;
        const n = unit(across);
        for (let a = 0; a < points.length; a++)
          for (let b = a + 1; b < points.length; b++) {
            const edge = cross(n, sub(points[b], points[a]));
            if (norm(edge) <= 1e-9 * norm(sub(points[b], points[a]))) continue;
            // At right angles to the last place: of a needle that is not, the volume is anything.
            const along = dot(unit(edge), n);
            const v = unit(sub(unit(edge), [along * n[0], along * n[1], along * n[2]]));
            yield sidesAlong(points, [n, v, cross(n, v)]);
          }
      }
}

export function checkOrientedBox(
  lib: BoundsLibrary,
  points: readonly Vec[],
  rng: Rng,
  thorough: boolean,
  worst: Worst,
): string[] {
  const wrong: string[] = [];
  const sides: Vec[] = [];
  // Not by squares, which tiny lengths do not have.
  const extent = Math.max(...points.map((p) => Math.max(...sub(p, points[0]).map(Math.abs))));
  const reach = extent + Math.max(...points.map((p) => Math.max(...p.map(Math.abs))));
  for (const method of ['axes', 'tight'] as const) {
    const box = lib.orientedBox(points, { method });
    const axes = box.axes.map(vec);
    const half = vec(box.half);
    for (let i = 0; i < 3; i++) {
      for (let j = i; j < 3; j++) {
        const off = Math.abs(dot(axes[i], axes[j]) - (i === j ? 1 : 0));
        worst('box: axes off right angles', off);
        if (!(off <= 1e-15)) wrong.push(`${method}: axes ${i} and ${j} are off by ${off}`);
      }
      const out = outsideSlab(points, vec(box.center), axes[i], half[i]);
      if (out >= 0) wrong.push(`${method}: point ${out} is outside along axis ${i}`);
      const farthest = Math.max(...points.map((p) => Math.abs(dot(sub(p, vec(box.center)), axes[i]))));
      if (!(farthest <= half[i])) wrong.push(`${method}: a point is outside in doubles along axis ${i}`);
      if (!(half[i] <= farthest + 4e-15 * extent)) wrong.push(`${method}: half ${half[i]}, needed ${farthest}`);
      const s = points.map((p) => dot(sub(p, vec(box.center)), axes[i]));
      const lopsided = Math.abs(Math.max(...s) + Math.min(...s));
      if (!(lopsided <= 4e-15 * reach)) wrong.push(`${method}: off centre by ${lopsided} along axis ${i}`);
    }
    const handed = dot(cross(axes[0], axes[1]), axes[2]);
    if (!(handed > 0.999)) wrong.push(`${method}: not right-handed: ${handed}`);
    sides.push(half.map((x) => 2 * x).sort((a, b) => b - a) as unknown as Vec);
  }
  // In units of the extent, so that products are doubles.
  const [axes, tight] = sides.map((side): Vec => [side[0] / extent, side[1] / extent, side[2] / extent]);
  const flat = 4e-15 * (reach / extent);
  if (extent === 0) {
    if (Math.max(...sides.flat()) !== 0) wrong.push(`a point has sides ${sides}`);
    return wrong;
  }
  const clear = 2e-14 * (1 + reach / extent);
  if (tight[2] > clear && axes[2] > clear && !(volume(tight) <= volume(axes)))
    wrong.push(`tight ${volume(tight)} is larger than axes ${volume(axes)}`);
  if (!(tight[0] * tight[1] <= axes[0] * axes[1] * (1 + 1e-12)) && tight[2] < flat)
    wrong.push(`tight area ${tight[0] * tight[1]} is larger than axes ${axes[0] * axes[1]}`);
  if (!thorough) return wrong;
  const own = sidesAlong(points, [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]);
  const others: Vec[] = [own, ...boxesOfPoints(points)];
  for (let n = 0; n < 100; n++) {
    const u = rng.direction();
    const v = unit(cross(u, rng.direction()));
    others.push(sidesAlong(points, [u, v, cross(u, v)]));
  }
  for (const side of others) {
    const [a, b, c] = side.map((x) => x / extent);
    if (c < flat) {
      // Flat sets: the area; those on a line have one, too, which is rounding.
      if (b < flat || tight[2] > 10 * flat) continue;
      worst('box: tight area / best area', (tight[0] * tight[1]) / (a * b));
      if (!(tight[0] * tight[1] <= a * b * (1 + 1e-9) + 4 * flat))
        wrong.push(`area ${tight[0] * tight[1]}, but ${a * b} is possible`);
    } else if (c > clear) {
      worst('box: tight volume / best volume', volume(tight) / (a * b * c));
      if (!(volume(tight) <= a * b * c * (1 + 1e-9 + flat / c)))
        wrong.push(`volume ${volume(tight)}, but ${a * b * c} is possible`);
    }
  }
  return [...new Set(wrong)];
}

const volume = (v: Vec): number => v[0] * v[1] * v[2];

export function checkKDop(lib: BoundsLibrary, points: readonly Vec[], others: readonly Vec[]): string[] {
  const wrong: string[] = [];
  for (const k of [6, 14, 18, 26] as const) {
    const { directions, min, max } = lib.kDop(points, k);
    if (2 * directions.length !== k || min.length !== directions.length || max.length !== directions.length)
      wrong.push(`${k} planes: ${directions.length} directions, ${min.length} and ${max.length} bounds`);
    const seen = new Set(directions.map((d) => vec(d).join()));
    if (
      seen.size !== directions.length ||
      directions.some((d) =>
        seen.has(
          vec(d)
            .map((x) => 0 - x)
            .join(),
        ),
      )
    )
      wrong.push(`${k}: directions repeat`);
    directions.forEach((direction, n) => {
      const d = vec(direction);
      for (const p of points) {
        if (compareAlong(p, d, max[n]) > 0 || compareAlong(p, d, min[n]) < 0)
          wrong.push(`${k}: point ${p} is outside along ${d}`);
      }
      // Some point is on each bound, or within two units in the last place.
      for (const [bound, sign] of [
        [max[n], 1],
        [min[n], -1],
      ]) {
        const ulps = (3 * Math.abs(bound)) / 2 ** 52 + 2 * Number.MIN_VALUE;
        if (!points.some((p) => sign * compareAlong(p, d, bound - sign * ulps) >= 0))
          wrong.push(`${k}: bound ${bound} along ${d} is not tight`);
      }
    });
    const a = lib.kDop(points, k);
    const b = lib.kDop(others, k);
    const expected = a.directions.every((_, n) => a.min[n] <= b.max[n] && b.min[n] <= a.max[n]);
    if (lib.intersectsKDop(a, b) !== expected || lib.intersectsKDop(b, a) !== expected)
      wrong.push(`${k}: overlap should be ${expected}`);
    // With a point in common they overlap.
    if (!lib.intersectsKDop(a, lib.kDop([...others, points[0]], k))) wrong.push(`${k}: a common point, but apart`);
  }
  return [...new Set(wrong)];
}

export function checkKdTree(lib: BoundsLibrary, points: readonly Vec[], queries: readonly Vec[], rng: Rng): string[] {
  const wrong: string[] = [];
  const tree = new lib.KdTree(points);
  tree.validate();
  const out = new lib.Neighbour();
  for (const q of queries) {
    const all = points
      .map((p, index) => {
        const [x, y, z] = sub(p, q);
        return { index, distance: Math.sqrt(x * x + y * y + z * z), square: x * x + y * y + z * z };
      })
      .sort((a, b) => a.square - b.square || a.index - b.index);
    const same = (found: { index: number; distance: number }, n: number): boolean =>
      found.index === all[n].index && found.distance === all[n].distance;
    if (!same(tree.nearest(q), 0) || tree.nearest(q, out) !== out || !same(out, 0))
      wrong.push(`nearest to ${q}: ${JSON.stringify(tree.nearest(q))}, expected ${JSON.stringify(all[0])}`);
    const k = rng.int(points.length + 2);
    const list = tree.nearestK(q, k);
    if (list.length !== Math.min(k, points.length) || list.some((found, n) => !same(found, n)))
      wrong.push(`${k} nearest to ${q}: ${JSON.stringify(list)}`);
    // The radius of a point exactly, or any.
    const radius = rng.chance(0.5)
      ? all[rng.int(all.length)].distance
      : rng.range(0, 1.5 * all[all.length - 1].distance);
    const expected = all.filter(({ distance }) => distance <= radius).map(({ index }) => index);
    const found = tree.within(q, radius);
    if (found.join() !== expected.sort((a, b) => a - b).join())
      wrong.push(`within ${radius} of ${q}: ${found}, expected ${expected}`);
  }
  return wrong;
}
