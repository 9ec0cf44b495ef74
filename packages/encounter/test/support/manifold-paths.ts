/**
 * No flicker: two bodies with parallel faces move smoothly against each other, and the points of contact keep their ids as long as the
 * corners of the true patch are the same ones: corners of A's face, corners of B's face, and crossings of their edges.
 */
import type { Flat } from './flat-figures.ts';
import { compose, type Matrix, matrixOf } from './generators.ts';
import { type ContactLibrary, IDENTITY, shift } from './manifold-cases.ts';
import { inFrame, type ManifoldChecks, type PlainManifold } from './manifold-checks.ts';
import type { Rng } from './rng.ts';
import { norm, sub, type Vec, vec } from './vectors.ts';

interface Corner {
  readonly label: string;
  readonly at: Flat;
}
interface Step {
  readonly manifold: PlainManifold;
  /** The true corners, or null where the combination is about to change. */
  readonly corners: readonly Corner[] | null;
  /** The corner of each id. */
  readonly byId: Map<number, Corner & { readonly world: Vec }>;
}

const STEPS = 60;

/** Points on an ellipse, counterclockwise: strictly convex, and neither a corner nor an edge is like another. */
function outline(rng: Rng, count: number, size: number): Flat[] {
  const start = rng.range(0, 7);
  const [a, b] = [size, size * rng.range(0.5, 1)];
  return Array.from({ length: count }, (_, i) => {
    const phi = start + (2 * Math.PI * (i + rng.range(-0.3, 0.3))) / count;
    return [a * Math.cos(phi), b * Math.sin(phi)];
  });
}

const turn = (p: Flat, q: Flat, r: Flat): number => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);

/** Corners of the intersection with their origin; null when one of them is nearer than `clear` to becoming another. */
function labelled(a: readonly Flat[], b: readonly Flat[], clear: number): Corner[] | null {
  const found: Corner[] = [];
  const edges = (f: readonly Flat[]) => f.map((p, i): readonly [Flat, Flat] => [p, f[(i + 1) % f.length]]);
  for (const [name, mine, other] of [
    ['a', a, b],
    ['b', b, a],
  ] as const)
    for (const [i, p] of mine.entries()) {
      const depth = Math.min(...edges(other).map(([q, r]) => turn(q, r, p) / Math.hypot(r[0] - q[0], r[1] - q[1])));
      if (Math.abs(depth) < clear) return null;
      if (depth > 0) found.push({ label: `${name}${i}`, at: p });
    }
  for (const [i, [p, q]] of edges(a).entries())
    for (const [j, [r, s]] of edges(b).entries()) {
      const [t0, t1] = [turn(r, s, p), turn(r, s, q)];
      const [u0, u1] = [turn(p, q, r), turn(p, q, s)];
      if (t0 > 0 === t1 > 0 || u0 > 0 === u1 > 0) continue;
      const t = t0 / (t0 - t1);
      found.push({ label: `x${i}:${j}`, at: [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])] });
    }
  return found;
}

interface Bodies {
  readonly name: string;
  readonly shapeA: ConstructorParameters<ContactLibrary['Collider']>[0];
  readonly shapeB: ConstructorParameters<ContactLibrary['Collider']>[0];
  readonly localA: Matrix;
  readonly localB: Matrix;
  /** Faces in the frames of the bodies, or null where one is round: then nothing is known but that points move smoothly. */
  readonly faces: readonly [readonly Flat[], readonly Flat[]] | null;
  /** B's face is always wholly inside A's, so that the patch is B's face and never changes. */
  readonly within: boolean;
}

function bodies(lib: ContactLibrary, rng: Rng): Bodies {
  const slab = (f: readonly Flat[], sign: number) =>
    new lib.Polytope(
      f.flatMap(([x, z]): Vec[] => [
        [x, 0, z],
        [x, sign, z],
      ]),
    );
  const square = (w: number, d: number): Flat[] => [
    [-w, -d],
    [w, -d],
    [w, d],
    [-w, d],
  ];
  const name = rng.pick([
    'box on box',
    'prism on box',
    'prism on prism',
    'prism on floor',
    'regular on floor',
    'capsule',
    'cylinder',
  ]);
  const floor = name.endsWith('floor') || name === 'capsule' || name === 'cylinder';
  const a = floor
    ? square(9, 9)
    : name === 'prism on prism'
      ? outline(rng, rng.integer(3, 8), 1)
      : square(1, rng.range(0.5, 1));
  const shapeA = name === 'prism on prism' ? slab(a, -1) : new lib.Box([2 * a[2][0], 1, 2 * a[2][1]]);
  const localA = name === 'prism on prism' ? IDENTITY : shift(0, -0.5, 0);
  const common = { name, shapeA, localA, within: floor };
  if (name === 'capsule') {
    const lying: Matrix = [0, 0, -1, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0.5, 0, 1];
    return { ...common, shapeB: new lib.Capsule(0.5, 2), localB: lying, faces: null };
  }
  if (name === 'cylinder')
    return { ...common, shapeB: new lib.Cylinder(0.7, 1), localB: shift(0, 0.5, 0), faces: null };
  const regular = rng.integer(5, 12);
  const b =
    name === 'box on box'
      ? square(rng.range(0.4, 1.2), rng.range(0.4, 1.2))
      : name === 'regular on floor'
        ? Array.from(
            { length: regular },
            (_, i): Flat => [Math.cos((2 * Math.PI * i) / regular), Math.sin((2 * Math.PI * i) / regular)],
          )
        : outline(rng, rng.integer(3, 9), rng.range(0.5, 1.2));
  const isBox = name === 'box on box';
  const shapeB = isBox ? new lib.Box([2 * b[2][0], 1, 2 * b[2][1]]) : slab(b, 1);
  return { ...common, shapeB, localB: isBox ? shift(0, 0.5, 0) : IDENTITY, faces: [a, b] };
}

/** A turn about y. */
const turned = (angle: number): Matrix => matrixOf({ orientation: [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)] });

export function checkPath(checks: ManifoldChecks, rng: Rng): void {
  const { lib, findings } = checks;
  const pair = bodies(lib, rng);
  const maxSeparation = 0.02;
  const world = compose(shift(...rng.inBox(rng.pick([0, 10]))), matrixOf({ orientation: rng.quaternion() }));
  const a = { collider: new lib.Collider(pair.shapeA, { matrix: compose(world, pair.localA) }), name: pair.name };
  const speed = rng.log(1e-5, 1e-2);
  const [from, along]: Flat[] = [
    [rng.range(-0.4, 0.4), rng.range(-0.4, 0.4)],
    [speed * rng.range(-1, 1), speed * rng.range(-1, 1)],
  ];
  const [angle, spin, phase] = [rng.range(0, 7), speed * rng.range(-1, 1), rng.range(0, 7)];
  const heave = rng.pick([0, 0.3]);
  const maxPoints = rng.pick([4, Infinity, Infinity]);
  let last: Step | null = null;
  let lastPlace: Matrix | null = null;
  let changes = 0;
  for (let i = 0; i < STEPS; i++) {
    const height = 0.005 * (heave === 0 ? -1 : Math.sin(phase + heave * speed * 20 * i));
    const [x, z] = [from[0] + along[0] * i, from[1] + along[1] * i];
    const place = compose(shift(x, height, z), turned(angle + spin * i));
    const b = {
      collider: new lib.Collider(pair.shapeB, { matrix: compose(world, compose(place, pair.localB)) }),
      name: pair.name,
    };
    const options = { maxPoints, maxSeparation };
    const list = checks.ask(a.collider, b.collider, options);
    const fail = (kind: string, detail: string): void =>
      findings.fail(kind, `${detail}; step ${i}, maxPoints ${maxPoints}`, a, b);
    if (!checks.wellFormed(a, b, list, { options, tolerance: 1e-8, surface: 1e-7 })) return;
    const signed = lib.signedDistance(a.collider, b.collider);
    const up: Vec = [world[4], world[5], world[6]];
    // Off the edge, or so little upon it that the shallowest way out is sideways.
    if (signed.distance > maxSeparation || norm(sub(vec(signed.normal), up)) > 1e-3) break;
    if (list.length !== 1) {
      fail('path: not one manifold', `${list.length}`);
      return;
    }
    const step = look(list[0], pair, place, world);
    const moved = lastPlace === null ? 0 : motion(lastPlace, place);
    if (last !== null) {
      const sameCorners = areSame(last, step) || (pair.within && pair.faces === null);
      const complete = maxPoints === Infinity || pair.within || (step.corners?.length ?? 9) <= maxPoints;
      if (sameCorners && complete) {
        checks.count(`path: steps with the same corners, ${maxPoints === 4 ? 'four points' : 'all points'}`);
        const [before, now] = [last, step].map((s) =>
          s.manifold.points
            .map((p) => p.id)
            .sort((p, q) => p - q)
            .join(),
        );
        if (before !== now) fail('path: ids change though the corners are the same', `${before} then ${now}`);
      } else if (sameCorners && idsOf(last) !== idsOf(step)) changes++;
      follow(last, step, moved, sameCorners, fail);
    }
    last = step;
    lastPlace = place;
  }
  checks.count(`path: ${pair.name}`);
  findings.worst('path: changes of the chosen four, of all steps', changes / STEPS);
}

const idsOf = (s: Step): string =>
  s.manifold.points
    .map((p) => p.id)
    .sort((p, q) => p - q)
    .join();

/** Upper bound of how far a point of the body within 1.5 of its middle moves. */
function motion(p: Matrix, q: Matrix): number {
  const turnBy = Math.hypot(...[0, 1, 2, 8, 9, 10].map((k) => p[k] - q[k]));
  return norm([p[12] - q[12], p[13] - q[13], p[14] - q[14]]) + 1.5 * turnBy;
}

function look(manifold: PlainManifold, pair: Bodies, place: Matrix, world: Matrix): Step {
  const byId: Step['byId'] = new Map();
  if (pair.faces === null) {
    for (const p of manifold.points) byId.set(p.id, { label: '?', at: [0, 0], world: p.a });
    return { manifold, corners: null, byId };
  }
  const faceB = pair.faces[1].map(
    ([x, z]): Flat => [place[0] * x + place[8] * z + place[12], place[2] * x + place[10] * z + place[14]],
  );
  const corners = labelled(pair.faces[0], faceB, 1e-5);
  for (const p of manifold.points) {
    const [x, , z] = inFrame(world, 1, p.a);
    let nearest: Corner = { label: '?', at: [x, z] };
    let least = 1e-7;
    for (const c of corners ?? []) {
      const d = Math.hypot(c.at[0] - x, c.at[1] - z);
      if (d < least) [nearest, least] = [c, d];
    }
    byId.set(p.id, { ...nearest, world: p.a });
  }
  return { manifold, corners, byId };
}

function areSame(p: Step, q: Step): boolean {
  if (p.corners === null || q.corners === null) return false;
  const name = (s: Step): string =>
    s
      .corners!.map((c) => c.label)
      .sort()
      .join();
  return name(p) === name(q);
}

/** Points with one id are one point that moves: it does not jump, and it stays the same corner while the corners are the same. */
function follow(
  before: Step,
  now: Step,
  moved: number,
  sameCorners: boolean,
  fail: (kind: string, detail: string) => void,
): void {
  for (const [id, p] of before.byId) {
    const q = now.byId.get(id);
    if (q === undefined) continue;
    if (sameCorners && p.label !== q.label) fail('path: an id passes to another corner', `${p.label}, ${q.label}`);
    // Where two edges are nearly parallel, their crossing itself moves faster.
    const own = p.label === q.label && p.label !== '?' ? Math.hypot(p.at[0] - q.at[0], p.at[1] - q.at[1]) : 0;
    const jump = norm(sub(p.world, q.world));
    if (jump > Math.max(10 * moved, 1.01 * own) + 1e-9)
      fail('path: a point jumps', `by ${jump}, ${jump / moved} steps, as ${p.label} and ${q.label}`);
  }
}
