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
  type Motion,
  Point,
  rayCast,
  type Scene,
  type Shape,
  Sphere,
  timeOfImpact,
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
  const side = rng.pick([undefined, undefined, 'both', 'front', 'back'] as const);
  compareRayCast(scene, asked, from, to, { ignore, filter, side, maxT: rng.chance(0.3) ? rng.next() : undefined });
  const translation: Vec = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  compareCast(scene, asked, rng.chance(0.4) ? rng.pick(SHAPES) : asker, translation, { ignore, filter });
  if (rng.chance(0.3)) compareImpact(rng, scene, asked, asker, translation, { ignore, filter });
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
  readonly side?: 'both' | 'front' | 'back';
  readonly maxDistance?: number;
}

export function compareRayCast(scene: Scene, asked: readonly Collider[], from: Vec, to: Vec, options: Options): void {
  const { maxT = 1, side } = options;
  const alone = (collider: Collider) => rayCast(collider, from, to, null, side === undefined ? undefined : { side });
  let best = Infinity;
  for (const collider of asked) best = Math.min(best, alone(collider)?.t ?? Infinity);
  const hit = scene.rayCast(from, to, options);
  const all = scene.rayCast(from, to, { ...options, all: true });
  compareAll(all, asked, (collider) => alone(collider)?.t, maxT, 'rayCast');
  if ((hit?.t ?? Infinity) !== (all[0]?.t ?? Infinity)) throw new Mismatch('rayCast: the first of all is another');
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
  const own = alone(hit.collider);
  if (own === null) throw new Mismatch('rayCast: a collider that the ray does not meet');
  near(hit.t, own.t, ERROR, 't of rayCast and of its collider');
  for (const axis of ['x', 'y', 'z'] as const) {
    near(hit.point[axis], own.point[axis], 1e-8, `point.${axis} of rayCast`);
    near(hit.barycentric[axis], own.barycentric[axis], 1e-6, `barycentric.${axis} of rayCast`);
  }
  same(hit.primitive, own.primitive, 'primitive of rayCast');
  same(hit.vertices.join(), own.vertices.join(), 'vertices of rayCast');
  same(hit.front, own.front, 'front of rayCast');
}

/** One hit for each collider that is met by itself, where it is met, in order. Close to the end both answers are right. */
function compareAll(
  hits: readonly { readonly t: number; readonly collider: Collider }[],
  asked: readonly Collider[],
  alone: (collider: Collider) => number | undefined,
  maxT: number,
  what: string,
): void {
  for (let i = 1; i < hits.length; i++)
    if (hits[i].t < hits[i - 1].t)
      throw new Mismatch(`${what}: hits out of order, ${hits[i - 1].t} before ${hits[i].t}`);
  const found = new Map(hits.map(({ collider, t }) => [collider, t]));
  if (found.size !== hits.length) throw new Mismatch(`${what}: a collider twice`);
  for (const collider of found.keys())
    if (!asked.includes(collider)) throw new Mismatch(`${what}: a collider that was not to be asked`);
  for (const collider of asked) {
    const t = alone(collider);
    const hit = found.get(collider);
    if (t !== undefined && hit !== undefined) near(hit, t, 1e-7, `t of all of ${what}`);
    else if (t !== undefined && t < maxT - ERROR) throw new Mismatch(`${what}: one at ${t} is not among all`);
    else if (hit !== undefined && t === undefined && hit < maxT - ERROR)
      throw new Mismatch(`${what}: one at ${hit} among all that is not hit`);
  }
}

/** Another motion for each collider, the same whenever it is asked for. */
function motionsFrom(rng: Rng): (collider: Collider) => Motion | null {
  const known = new Map<Collider, Motion | null>();
  return (collider) => {
    if (!known.has(collider)) known.set(collider, anyMotion(rng, collider));
    return known.get(collider)!;
  };
}

function anyMotion(rng: Rng, collider: Collider): Motion | null {
  const kind = rng.next();
  const translation = rng.inBox(2);
  const angle = rng.pick([0.2, 1.5, 7]);
  const rotation = rng.inBox(angle);
  const { min, max } = collider.bounds();
  const bounded = max.x - min.x < Infinity;
  if (kind < 0.25) return null;
  if (kind < 0.35) return {};
  if (kind < 0.6 || !bounded) return { translation };
  if (kind < 0.75) return { rotation, center: [min.x, max.y, min.z] };
  if (kind < 0.9) return { translation, rotation };
  return { position: rng.inBox(3), orientation: [...rng.inBox(1), 0.5] };
}

/** Times of impact that may differ by this: the accuracy over the closing speed, where that is small. */
const IMPACT_ERROR = 1e-6;

export function compareImpact(
  rng: Rng,
  scene: Scene,
  asked: readonly Collider[],
  asker: Collider,
  translation: Vec,
  options: Options,
): void {
  const own = rng.chance(0.3) ? { translation } : anyMotion(rng, asker);
  const motions = rng.chance(0.4) ? motionsFrom(rng) : undefined;
  const alone = (other: Collider) => timeOfImpact(asker, own, other, motions?.(other) ?? null);
  let best = Infinity;
  for (const other of asked) if (other !== asker) best = Math.min(best, alone(other)?.t ?? Infinity);
  const asks = new Map<Collider, number>();
  const counted =
    motions &&
    ((other: Collider) => {
      asks.set(other, (asks.get(other) ?? 0) + 1);
      return motions(other);
    });
  const hit = scene.timeOfImpact(asker, own, { ...options, motions: counted });
  if (counted !== undefined)
    for (const other of asked)
      if (other !== asker) same(asks.get(other) ?? 0, 1, `how often collider ${other.data} was asked for its motion`);
  if (hit === null) {
    if (best < 1 - IMPACT_ERROR) throw new Mismatch(`timeOfImpact: nothing, though there is an impact at ${best}`);
    return;
  }
  if (best === Infinity) throw new Mismatch(`timeOfImpact: an impact at ${hit.t}, though no pair has one`);
  near(hit.t, best, IMPACT_ERROR, 't of timeOfImpact');
  if (hit.collider === asker || !asked.includes(hit.collider))
    throw new Mismatch('timeOfImpact: a collider that was not to be asked');
  const pair = alone(hit.collider);
  if (pair === null) throw new Mismatch('timeOfImpact: a collider that it does not meet');
  near(hit.t, pair.t, IMPACT_ERROR, 't of timeOfImpact and of its pair');
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
  const all = scene.castShape(what, translation, { ...options, all: true });
  const others = asked.filter((collider) => collider !== mover);
  compareAll(all, others, (other) => castShape(mover, translation, other, [0, 0, 0])?.t, 1, 'castShape');
  if (hit !== null) near(hit.t, all[0]?.t ?? Infinity, 1e-7, 't of castShape and of the first of all');
  else if (all.length > 0 && all[0].t < 1 - ERROR) throw new Mismatch(`castShape: nothing, but ${all[0].t} among all`);
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
