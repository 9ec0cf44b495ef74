/** The queries of a scene against asking all its colliders one by one. */
import {
  type Aabb,
  Box,
  Capsule,
  Collider,
  castShape,
  closestPoints,
  containsPoint,
  intersects,
  Point,
  rayCast,
  type Scene,
  type Shape,
  Sphere,
} from '../../src/index.ts';
import type { Rng } from '../support/rng.ts';
import type { Vec } from '../support/vectors.ts';
import { Mismatch, near, same } from './mismatch.ts';

/** How much t and distances may differ from those of the pair query by itself, at sizes of about one. */
const ERROR = 1e-9;

const SHAPES: readonly Shape[] = [new Box([0.6, 0.6, 0.6]), new Sphere(0.3), new Capsule(0.2, 0.8)];

/**
 * Asks one scene everything, between two points. `others` are colliders to ask with, which may be in the scene or not; one that is
 * never finds itself.
 */
export function compareQueries(
  rng: Rng,
  scene: Scene,
  members: readonly Collider[],
  others: readonly Collider[],
  from: Vec,
  to: Vec,
): void {
  const asker = rng.pick(others);
  const ignore = rng.chance(0.4) && members.length > 0 ? rng.pick(members) : undefined;
  const filter = rng.chance(0.3) ? (c: Collider) => (c.data as number) % 3 !== 0 : undefined;
  const asked = members.filter((c) => c !== ignore && (filter === undefined || filter(c)));
  compareRayCast(scene, asked, from, to, { ignore, filter, maxT: rng.chance(0.3) ? rng.next() : undefined });
  const translation: Vec = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  compareCast(scene, asked, rng.chance(0.4) ? rng.pick(SHAPES) : asker, translation, { ignore, filter });
  compareOverlapping(scene, members, from, to);
  compareSet(scene.intersecting(asker), intersectingAll(members, asker), 'intersecting');
  compareContaining(scene, members, from);
  const maxDistance = rng.chance(0.4) ? rng.range(0, 1.5) : undefined;
  compareNearest(scene, asked, rng.chance(0.5) ? from : asker, { ignore, filter, maxDistance });
}

interface Options {
  readonly ignore?: Collider;
  readonly filter?: (c: Collider) => boolean;
  readonly maxT?: number;
  readonly maxDistance?: number;
}

export function compareRayCast(scene: Scene, asked: readonly Collider[], from: Vec, to: Vec, options: Options): void {
  const { maxT = 1 } = options;
  let best = Infinity;
  for (const collider of asked) best = Math.min(best, rayCast(collider, from, to)?.t ?? Infinity);
  const hit = scene.rayCast(from, to, options);
  if (best > maxT) {
    if (hit !== null && hit.t > maxT + ERROR) throw new Mismatch(`rayCast: a hit at ${hit.t}, beyond maxT ${maxT}`);
    if (hit !== null && best > maxT + ERROR) throw new Mismatch(`rayCast: a hit at ${hit.t}, the first is at ${best}`);
    return;
  }
  if (hit === null) {
    if (best < maxT - ERROR) throw new Mismatch(`rayCast: nothing, though there is a hit at ${best}`);
    return;
  }
  near(hit.t, best, ERROR, 't of rayCast');
  if (!asked.includes(hit.collider)) throw new Mismatch('rayCast: a collider that was not to be asked');
  const alone = rayCast(hit.collider, from, to);
  if (alone === null) throw new Mismatch('rayCast: a collider that the ray does not meet');
  near(hit.t, alone.t, ERROR, 't of rayCast and of its collider');
  for (const axis of ['x', 'y', 'z'] as const)
    near(hit.point[axis], alone.point[axis], 1e-8, `point.${axis} of rayCast`);
  same(hit.primitive, alone.primitive, 'primitive of rayCast');
}

export function compareCast(
  scene: Scene,
  asked: readonly Collider[],
  what: Shape | Collider,
  translation: Vec,
  options: Options,
): void {
  const mover = what instanceof Collider ? what : new Collider(what);
  let best = Infinity;
  for (const collider of asked) {
    if (collider === mover) continue;
    best = Math.min(best, castShape(mover, translation, collider, [0, 0, 0])?.t ?? Infinity);
  }
  const hit = scene.castShape(what, translation, options);
  if (hit === null) {
    if (best < 1 - ERROR) throw new Mismatch(`castShape: nothing, though there is a hit at ${best}`);
    return;
  }
  near(hit.t, best, 1e-7, 't of castShape');
  if (!asked.includes(hit.collider)) throw new Mismatch('castShape: a collider that was not to be asked');
  const alone = castShape(mover, translation, hit.collider, [0, 0, 0]);
  if (alone === null) throw new Mismatch('castShape: a collider that it does not meet');
  const along = hit.normal.x * alone.normal.x + hit.normal.y * alone.normal.y + hit.normal.z * alone.normal.z;
  near(along, 1, 1e-5, 'normal of castShape along that of its pair');
}

function compareOverlapping(scene: Scene, members: readonly Collider[], from: Vec, to: Vec): void {
  const min = from.map((x, i) => Math.min(x, to[i])) as unknown as Vec;
  const max = from.map((x, i) => Math.max(x, to[i])) as unknown as Vec;
  const expected = members.filter((c) => meetsBox(c.bounds(), min, max));
  compareSet(scene.overlapping({ min, max }), expected, 'overlapping');
}

function meetsBox({ min, max }: Aabb, lo: Vec, hi: Vec): boolean {
  return min.x <= hi[0] && min.y <= hi[1] && min.z <= hi[2] && lo[0] <= max.x && lo[1] <= max.y && lo[2] <= max.z;
}

function intersectingAll(members: readonly Collider[], asker: Collider): Collider[] {
  return members.filter((c) => c !== asker && intersects(asker, c));
}

function compareContaining(scene: Scene, members: readonly Collider[], point: Vec): void {
  const expected = members.filter((c) => containsPoint(c, point));
  compareSet(scene.containing(point), expected, 'containing');
}

export function compareNearest(scene: Scene, asked: readonly Collider[], what: Vec | Collider, options: Options): void {
  const { maxDistance = Infinity } = options;
  const asker = what instanceof Collider ? what : new Collider(new Point(what));
  let best = Infinity;
  for (const collider of asked) if (collider !== asker) best = Math.min(best, closestPoints(asker, collider).distance);
  const found = scene.nearest(what, options);
  if (found === null) {
    if (best < maxDistance - ERROR) throw new Mismatch(`nearest: nothing, though one is ${best} away`);
    return;
  }
  if (best > maxDistance + ERROR) throw new Mismatch(`nearest: one, though the first is ${best} away`);
  near(found.distance, best, 1e-7, 'distance of nearest');
  if (!asked.includes(found.collider)) throw new Mismatch('nearest: a collider that was not to be asked');
  near(closestPoints(asker, found.collider).distance, found.distance, 1e-7, 'distance of nearest and its collider');
  for (const axis of ['x', 'y', 'z'] as const)
    near(
      found.pointB[axis],
      found.pointA[axis] + found.distance * found.normal[axis],
      1e-7,
      `pointB.${axis} of nearest`,
    );
}

function compareSet(actual: readonly Collider[], expected: readonly Collider[], what: string): void {
  const names = (list: readonly Collider[]) =>
    list
      .map((c) => c.data)
      .sort((a, b) => Number(a) - Number(b))
      .join(' ');
  same(names(actual), names(expected), what);
}
