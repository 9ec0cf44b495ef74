/** Seeded pairs of moving colliders of all kinds, for the tests and the fuzzer of `timeOfImpact`. */
import { MESH_KINDS, randomThing } from '../mesh/scenes.ts';
import { type PlainMotion, poseAt, STILL, startOf } from './advancement.ts';
import {
  apply,
  type Collider,
  FLAVORS,
  item,
  KINDS,
  type Library,
  matrixOf,
  PLACEMENTS,
  randomPlacement,
  randomSpec,
  type Spec,
} from './generators.ts';
import type { Rng } from './rng.ts';
import { add, cross, norm, type Quat, scaled, sub, type Vec, vec } from './vectors.ts';

export type MotionInput = Parameters<Library['timeOfImpact']>[1];

/** A collider under way: how it moves by definition, and in the words that the library is given. */
export interface Moving {
  readonly name: string;
  readonly collider: Collider;
  readonly curved: boolean;
  readonly plain: PlainMotion;
  readonly said: MotionInput;
}

export interface MotionCase {
  readonly a: Moving;
  readonly b: Moving;
  readonly how: string;
}

/** What is moved, before it is known how. */
interface Body {
  readonly name: string;
  readonly collider: Collider;
  readonly curved: boolean;
  /** Orientation and scale of the collider, where it is placed by them and not by a matrix: a motion may say where it ends. */
  readonly orientation: Quat | null;
  readonly scale: number | Vec;
}

export function randomBody(lib: Library, rng: Rng, size: number): Body {
  const margin = rng.chance(0.2) ? size * rng.log(1e-4, 0.3) : 0;
  const kind = rng.next();
  if (kind < 0.06) {
    const tilted = { orientation: rng.chance(0.5) ? rng.quaternion() : ([0, 0, 0, 1] as const) };
    const n = rng.chance(0.4) ? ([0, 1, 0] as const) : rng.direction();
    const collider = new lib.Collider(new lib.Halfspace(n, rng.range(-1, 1) * size), { ...tilted, margin });
    return { name: 'halfspace', collider, curved: margin > 0, orientation: tilted.orientation, scale: 1 };
  }
  if (kind < 0.36) {
    const thing = randomThing(lib, rng, {
      kind: kind < 0.26 ? rng.pick(MESH_KINDS) : 'compound',
      size: size * 0.7,
      position: [0, 0, 0],
      margin,
    });
    const curved = thing.curved || thing.name.startsWith('compound');
    return { name: thing.name, collider: thing.collider, curved, orientation: null, scale: 1 };
  }
  const name = rng.pick(KINDS);
  const placement = randomPlacement(rng, rng.pick(PLACEMENTS), [0, 0, 0]);
  const spec = randomSpec(rng, name, size, rng.pick(FLAVORS));
  const made = item(lib, spec, placement, margin, name);
  const { orientation = null, scale = 1 } = placement.placement ?? {};
  return { name, collider: made.collider, curved: made.curved || isRound(spec), orientation, scale };
}

/** Whether a kind of shape is in it that is curved in general: a ball of radius 0 has the accuracy of a ball. */
function isRound(spec: Spec): boolean {
  switch (spec.kind) {
    case 'sphere':
    case 'ellipsoid':
    case 'cylinder':
    case 'cone':
    case 'capsule':
    case 'inflated':
      return true;
    case 'sum':
      return isRound(spec.a) || isRound(spec.b);
    case 'hull':
      return spec.shapes.some(isRound);
    case 'placed':
      return isRound(spec.shape);
    default:
      return false;
  }
}

/** The same body elsewhere. */
function placedAt(lib: Library, body: Body, matrix: ArrayLike<number>, orientation: Quat | null): Body {
  const { margin, shape } = body.collider;
  const position: Vec = [matrix[12], matrix[13], matrix[14]];
  const how = orientation === null ? { matrix } : { position, orientation, scale: body.scale };
  return { ...body, orientation, collider: new lib.Collider(shape, { ...how, margin }) };
}

const product = (p: Quat, q: Quat): Quat => [
  p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1],
  p[3] * q[1] - p[0] * q[2] + p[1] * q[3] + p[2] * q[0],
  p[3] * q[2] + p[0] * q[1] - p[1] * q[0] + p[2] * q[3],
  p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2],
];

const quaternionOf = (rotation: Vec): Quat => {
  const angle = norm(rotation);
  if (angle === 0) return [0, 0, 0, 1];
  const s = Math.sin(angle / 2) / angle;
  return [rotation[0] * s, rotation[1] * s, rotation[2] * s, Math.cos(angle / 2)];
};

/** Says a motion in one of the ways there are: tuples, objects, parts left out, or by where it ends. */
export function say(rng: Rng, body: { collider: Collider; orientation: Quat | null }, plain: PlainMotion): MotionInput {
  const { translation, rotation, center } = plain;
  const still = norm(translation) === 0;
  const turns = norm(rotation) > 0;
  if (still && !turns) return rng.pick([null, {}, { translation }, { rotation, center }]);
  const words = (v: Vec) => (rng.chance(0.5) ? v : { x: v[0], y: v[1], z: v[2] });
  if (!turns && rng.chance(0.7)) return { translation: words(translation) };
  const m = body.collider.getMatrix();
  const own = m[12] === center[0] && m[13] === center[1] && m[14] === center[2];
  const more = own && rng.chance(0.5) ? {} : { center: words(center) };
  const angle = norm(rotation);
  if (body.orientation !== null && angle < 3 && rng.chance(0.2)) {
    // The centre moves so that the collider's origin ends there, and it need not be the collider's origin.
    const end = poseAt(m, plain, 1);
    const q = product(quaternionOf(rotation), body.orientation);
    const orientation = rng.chance(0.5) ? q : { x: q[0], y: q[1], z: q[2], w: q[3] };
    return { position: words([end[12], end[13], end[14]]), orientation, ...more };
  }
  return { ...(still ? {} : { translation: words(translation) }), rotation: words(rotation), ...more };
}

const STYLES = ['meet', 'meet', 'meet', 'meet', 'graze', 'spin', 'orbit', 'toward', 'one still', 'end'] as const;

/** A box of a body, halfspaces given the size of the case. */
function reachOf(body: Body, size: number): { middle: Vec; radius: number } {
  const { min, max } = body.collider.bounds();
  const d = sub(vec(max), vec(min));
  if (!Number.isFinite(norm(d))) return { middle: [0, 0, 0], radius: size };
  return { middle: scaled(add(vec(min), vec(max)), 0.5), radius: norm(d) / 2 };
}

/**
 * A random pair and its motions: sizes 1e-3 to 1e3, up to 12 rad of rotation each, places and paths up to 1e4 sizes. The poses of
 * the moment when the two are near are chosen first, and taken back to where they start.
 */
export function randomMotionCase(lib: Library, rng: Rng): MotionCase {
  const size = rng.chance(0.4) ? 1 : rng.log(1e-3, 1e3);
  const ratio = rng.chance(0.7) ? rng.range(0.5, 2) : rng.log(1e-3, 1e3);
  const sizeB = Math.min(1e3, Math.max(1e-3, size * ratio));
  const one = randomBody(lib, rng, size);
  let two = randomBody(lib, rng, sizeB);
  while (one.name === 'halfspace' && two.name === 'halfspace') two = randomBody(lib, rng, sizeB);
  const style = rng.pick(STYLES);
  const larger = Math.max(size, sizeB);
  const smaller = Math.min(size, sizeB);
  const far = rng.chance(0.6) ? 3 * larger : rng.log(1, 1e4) * smaller;
  const place = rng.chance(0.4) ? ([0, 0, 0] as const) : rng.inBall(far);

  // At the time `when`, A is at `place` and B beside it.
  const boxA = reachOf(one, size);
  const boxB = reachOf(two, sizeB);
  const n = rng.direction();
  const beside = rng.range(0.2, 1.3) * (boxA.radius + boxB.radius);
  const moved = (m: Float64Array, v: Vec): Float64Array => {
    m[12] += v[0];
    m[13] += v[1];
    m[14] += v[2];
    return m;
  };
  const ma = moved(one.collider.getMatrix(), sub(place, boxA.middle));
  const mb = moved(two.collider.getMatrix(), sub(add(place, scaled(n, beside)), boxB.middle));
  if (style === 'graze' || style === 'end') {
    // Brought to a chosen gap; meshes may need some rounds, and what is one inside the other stays so.
    const gap = style === 'end' ? 0 : larger * rng.pick([-1, 1, 1]) * rng.log(1e-12, 1e-2);
    const a = new lib.Collider(one.collider.shape, { matrix: ma, margin: one.collider.margin });
    for (let i = 0; i < 5; i++) {
      const b = new lib.Collider(two.collider.shape, { matrix: mb, margin: two.collider.margin });
      const r = lib.signedDistance(a, b);
      moved(mb, scaled(vec(r.normal), gap - r.distance));
    }
  }
  const when = style === 'end' ? 1 : style === 'graze' ? rng.range(0.2, 0.8) : rng.range(0.02, 1.2);
  const path = (): Vec =>
    scaled(rng.direction(), rng.chance(0.7) ? larger * rng.log(0.1, 30) : smaller * rng.log(1, 1e4));
  const angle = (): number => (rng.chance(0.15) ? 0 : rng.chance(0.2) ? rng.log(1e-9, 1) : rng.range(0, 12));
  const motion = (m: Float64Array, box: { radius: number }, still: boolean): PlainMotion => {
    const origin: Vec = [m[12], m[13], m[14]];
    if (still) return { ...STILL, center: origin };
    const style2 = style === 'orbit' ? 'far' : rng.pick(['own', 'own', 'near', 'near', 'far'] as const);
    const spread = style2 === 'own' ? 0 : style2 === 'near' ? 2 * (box.radius || larger) : smaller * rng.log(1, 1e4);
    const translation: Vec = style === 'spin' ? [0, 0, 0] : path();
    const rotation = scaled(rng.direction(), angle());
    // The centre is that of t = 0.
    const later = add(origin, rng.inBall(spread));
    if (spread > 0) return { translation, rotation, center: sub(later, scaled(translation, when)) };
    return { translation, rotation, center: sub(origin, scaled(translation, when)) };
  };
  const stillOne = style === 'one still' ? rng.int(2) : -1;
  let motionA = motion(ma, boxA, stillOne === 0);
  const motionB = motion(mb, boxB, stillOne === 1);
  if (style === 'toward') {
    // Straight at each other, with little turning.
    motionA = { ...motionA, translation: add(motionB.translation, scaled(n, larger * rng.log(0.1, 100))) };
    motionA = { ...motionA, center: sub([ma[12], ma[13], ma[14]], scaled(motionA.translation, when)) };
  }
  const finish = (body: Body, end: Float64Array, plain: PlainMotion, own: boolean): Moving => {
    const start = startOf(end, plain, when);
    const orientation =
      body.orientation === null ? null : product(quaternionOf(scaled(plain.rotation, -when)), body.orientation);
    const at = placedAt(lib, body, start, orientation);
    // Without a turn the centre does not matter, but a far one rounds.
    const straight = norm(plain.rotation) === 0;
    const real = own || straight ? { ...plain, center: [start[12], start[13], start[14]] as Vec } : plain;
    return { name: body.name, collider: at.collider, curved: body.curved, plain: real, said: say(rng, at, real) };
  };
  const isOwn = (m: Float64Array, p: PlainMotion): boolean =>
    norm(sub(add(p.center, scaled(p.translation, when)), [m[12], m[13], m[14]])) === 0;
  const a = finish(one, ma, motionA, isOwn(ma, motionA));
  const b = finish(two, mb, motionB, isOwn(mb, motionB));
  return { a, b, how: `${style}, size ${size}, ratio ${ratio}, near at ${when}` };
}

// --------------------------------------------------------------------------------------------------------------- resting

export interface RestingCase extends MotionCase {
  /** null, or the time of impact that is expected. */
  readonly expected: number | null;
}

export const FLOORS = ['halfspace', 'box', 'mesh', 'bumpless terrain', 'compound'] as const;
export const RESTS = [
  'slide',
  'spin',
  'spin and slide',
  'roll',
  'tip into',
  'tip over an edge',
  'tip to the next face',
  'lift',
  'tipping lifted',
] as const;

/** A flat mesh of 2·n² triangles in y = 0, with vertices at random places of the plane. */
function flatMesh(lib: Library, rng: Rng, half: number, n: number, jitter: number) {
  const positions: number[] = [];
  const step = (2 * half) / n;
  for (let j = 0; j <= n; j++) {
    for (let i = 0; i <= n; i++) {
      positions.push(
        -half + step * (i + jitter * rng.range(-0.4, 0.4)),
        0,
        -half + step * (j + jitter * rng.range(-0.4, 0.4)),
      );
    }
  }
  const indices: number[] = [];
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const k = j * (n + 1) + i;
      if (rng.chance(0.5)) indices.push(k, k + n + 1, k + n + 2, k, k + n + 2, k + 1);
      else indices.push(k, k + n + 1, k + 1, k + 1, k + n + 1, k + n + 2);
    }
  }
  return new lib.Mesh({ positions, indices });
}

/** Something at rest on a floor and a motion that must not be called an impact, or one that must. */
export function randomRestingCase(
  lib: Library,
  rng: Rng,
  floor: (typeof FLOORS)[number] = rng.pick(FLOORS),
  rest: (typeof RESTS)[number] = rng.pick(RESTS),
): RestingCase {
  const size = rng.chance(0.3) ? 1 : rng.log(1e-3, 1e3);
  const half = size * (rng.chance(0.7) ? 10 : rng.log(5, 1e3));
  // World = place + turn·(what is said in the floor's own frame, where y is up).
  const q: Quat = rng.chance(0.25) ? [0, 0, 0, 1] : rng.quaternion();
  const place: Vec = rng.chance(0.3) ? [0, 0, 0] : rng.inBall(size * rng.log(1, 1e4));
  const world = matrixOf({ position: place, orientation: q });
  const linear = matrixOf({ orientation: q });
  const shapes = {
    halfspace: () => new lib.Halfspace([0, 1, 0], 0),
    box: () => new lib.Box([2 * half, half, 2 * half]),
    mesh: () => flatMesh(lib, rng, half, 2 + rng.int(14), 0),
    'bumpless terrain': () => flatMesh(lib, rng, half, 2 + rng.int(14), 1),
    compound: () =>
      new lib.Compound(
        [-1, 0, 1].map((i) => ({ shape: new lib.Box([half, half, 2 * half]), position: [half * i, -half / 2, 0] })),
      ),
  };
  const down = floor === 'box' ? -half / 2 : 0;
  const ground = new lib.Collider(shapes[floor](), { position: apply(world, [0, down, 0]), orientation: q });

  // What stands there: its shape, how high its origin is, how far its outline is from the axis through it.
  const sx = size * rng.range(0.3, 1);
  const sy = size * rng.range(0.3, 1);
  const sz = size * rng.range(0.3, 1);
  const rolls = rest === 'roll';
  const tips = rest === 'tip over an edge' || rest === 'tip to the next face' || rest === 'tipping lifted';
  const stand = (): { shape: Parameters<typeof build>[0]; height: number; name: string } => {
    const pick = tips ? rng.int(2) : rng.int(7);
    switch (pick) {
      case 0:
        return { shape: new lib.Box([sx, sy, sz]), height: sy / 2, name: 'box' };
      case 1:
        return { shape: boxOf(lib, sx, sy, sz, rng.chance(0.5)), height: sy / 2, name: 'mesh box' };
      case 2:
        return { shape: new lib.Cylinder(sx / 2, sy), height: sy / 2, name: 'cylinder' };
      case 3:
        return { shape: new lib.Cone(sx / 2, sy), height: sy / 2, name: 'cone' };
      case 4:
        return { shape: new lib.Polytope(corners(sx, sy, sz)), height: sy / 2, name: 'polytope' };
      case 5:
        return {
          shape: new lib.Compound(
            [-1, 1].map((s) => ({ shape: new lib.Box([sx / 4, sy, sz]), position: [(s * sx) / 2, 0, 0] })),
          ),
          height: sy / 2,
          name: 'two legs',
        };
      default:
        return {
          shape: new lib.HullOf(new lib.Box([sx, sy, sz]), new lib.Cylinder(sx / 3, sy)),
          height: sy / 2,
          name: 'hull',
        };
    }
  };
  const roller = (): { shape: Parameters<typeof build>[0]; height: number; name: string; turned: boolean } => {
    switch (rng.int(4)) {
      case 0:
        return { shape: new lib.Capsule(sx / 2, sy), height: sx / 2, name: 'capsule', turned: true };
      case 1:
        return { shape: new lib.Cylinder(sx / 2, sy), height: sx / 2, name: 'cylinder', turned: true };
      case 2:
        return { shape: new lib.Ellipsoid([sx / 2, sy / 2, sx / 2]), height: sx / 2, name: 'spheroid', turned: true };
      default:
        return { shape: new lib.Sphere(sx / 2), height: sx / 2, name: 'ball', turned: false };
    }
  };
  const build = (shape: ConstructorParameters<Library['Collider']>[0], at: Vec, orientation: Quat) =>
    new lib.Collider(shape, { position: apply(world, at), orientation: product(q, orientation) });
  const about: Quat = rng.chance(0.3) ? [0, 0, 0, 1] : quaternionOf([0, rng.range(0, 7), 0]);
  const spot: Vec = [rng.range(-0.3, 0.3) * half, 0, rng.range(-0.3, 0.3) * half];
  const room = 0.3 * half;
  const slide: Vec = [rng.range(-1, 1) * room, 0, rng.range(-1, 1) * room];

  let collider: Collider;
  let name: string;
  let curved = true;
  // In the floor's own frame.
  let local: PlainMotion;
  let expected: number | null = null;
  if (rolls) {
    const r = roller();
    name = r.name;
    // The axis lies along x, then turns about y.
    const lying: Quat = r.turned ? product(about, [0, 0, Math.SQRT1_2, Math.SQRT1_2]) : about;
    const at: Vec = [spot[0], r.height, spot[2]];
    collider = build(r.shape, at, lying);
    const axis = apply(matrixOf({ orientation: about }), [1, 0, 0]);
    const angle = Math.min(12, room / r.height) * rng.range(-1, 1);
    const rotation = scaled(axis, angle);
    // Without slipping: the point of contact stands still.
    local = { translation: cross(rotation, [0, r.height, 0]), rotation, center: at };
  } else {
    const s = stand();
    name = s.name;
    curved = name === 'cylinder' || name === 'cone' || name === 'hull';
    const at: Vec = [spot[0], s.height, spot[2]];
    collider = build(s.shape, at, about);
    const spinning = rng.range(-12, 12);
    const side = apply(matrixOf({ orientation: about }), [1, 0, 0]);
    // Bottom edge at −z, around which a turn about −x lifts the rest.
    const edge = add([spot[0], 0, spot[2]], apply(matrixOf({ orientation: about }), [0, 0, -sz / 2]));
    switch (rest) {
      case 'slide':
        local = { translation: slide, rotation: [0, 0, 0], center: at };
        break;
      case 'spin':
        local = {
          translation: [0, 0, 0],
          rotation: [0, spinning, 0],
          center: add(at, rng.chance(0.5) ? [0, 0, 0] : rng.inBall(size)),
        };
        break;
      case 'spin and slide':
        local = {
          translation: slide,
          rotation: [0, spinning, 0],
          center: add(at, rng.chance(0.5) ? [0, 0, 0] : rng.inBall(size)),
        };
        break;
      case 'tip into': {
        // About its own centre: some part of the bottom goes down at once.
        const tilt = rng.range(0.2, 1.2) * rng.pick([-1, 1]);
        local = { translation: [0, 0, 0], rotation: scaled(side, tilt), center: at };
        expected = 0;
        break;
      }
      case 'tip over an edge':
        local = { translation: [0, 0, 0], rotation: scaled(side, -rng.range(0.01, 1.5)), center: edge };
        break;
      case 'tip to the next face': {
        const tilt = rng.range(1.7, 3);
        local = { translation: [0, 0, 0], rotation: scaled(side, -tilt), center: edge };
        expected = Math.PI / 2 / tilt;
        break;
      }
      case 'tipping lifted':
        local = {
          translation: add(slide, [0, rng.log(1e-6, 1) * size, 0]),
          rotation: scaled(side, -rng.range(0.01, 1.5)),
          center: edge,
        };
        break;
      default:
        local = { translation: add(slide, [0, rng.log(1e-12, 1) * size, 0]), rotation: [0, spinning, 0], center: at };
    }
  }
  const plain: PlainMotion = {
    translation: apply(linear, local.translation),
    rotation: apply(linear, local.rotation),
    center: apply(world, local.center),
  };
  const still: Moving = { name: `floor: ${floor}`, collider: ground, curved: false, plain: STILL, said: null };
  const mover: Moving = { name, collider, curved, plain, said: say(rng, { collider, orientation: null }, plain) };
  const how = `${rest}, size ${size}, floor of ${half} at ${place}`;
  return rng.chance(0.5) ? { a: mover, b: still, how, expected } : { a: still, b: mover, how, expected };
}

function corners(sx: number, sy: number, sz: number): Vec[] {
  const list: Vec[] = [];
  for (const x of [-1, 1])
    for (const y of [-1, 1]) for (const z of [-1, 1]) list.push([(x * sx) / 2, (y * sy) / 2, (z * sz) / 2]);
  return list;
}

function boxOf(lib: Library, sx: number, sy: number, sz: number, solid: boolean) {
  const faces = [
    [0, 1, 3, 2],
    [4, 6, 7, 5],
    [0, 4, 5, 1],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 5, 7, 3],
  ];
  return new lib.Mesh({ positions: corners(sx, sy, sz).flat(), faces, solid });
}
