/**
 * Things that fall, rest, slide, spin, roll over and jump, frame by frame, each moved as far as `timeOfImpact` says: what one motion leaves is the start
 * of the next. Nothing may sink and nothing may be stuck.
 */
import type { Collider, Library } from './generators.ts';
import type { Rng } from './rng.ts';
import { add, norm, type Quat, scaled, type Vec } from './vectors.ts';

type Shape = Collider['shape'];

export interface RestingThing {
  readonly shape: Shape;
  /** From its origin down to where it stands. */
  readonly foot: number;
  /** Whether a turn about the vertical changes nothing below. */
  readonly spins: boolean;
  /** Whether it is a cube, which can be rolled over its edge. */
  readonly cube: boolean;
  readonly curved: boolean;
  readonly margin?: number;
}

/** The corners and faces of a box around the origin. */
const boxMesh = (x: number, y: number, z: number) => ({
  positions: [-x, -y, -z, x, -y, -z, x, y, -z, -x, y, -z, -x, -y, z, x, -y, z, x, y, z, -x, y, z],
  // biome-ignore format: by face
  indices: [0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7],
});

export function restingThings(lib: Library, s: number): Record<string, RestingThing> {
  const h = 0.5 * s;
  const cube = { foot: h, spins: true, cube: true, curved: false };
  const round = { foot: h, spins: true, cube: false, curved: true };
  return {
    box: { shape: new lib.Box([s, s, s]), ...cube },
    polytope: {
      shape: new lib.Polytope([
        [0, h, 0],
        [h, -h, 0],
        [-h, -h, h],
        [-h, -h, -h],
      ]),
      ...cube,
      cube: false,
    },
    sphere: { shape: new lib.Sphere(h), ...round },
    cylinder: { shape: new lib.Cylinder(h, s), ...round },
    cone: { shape: new lib.Cone(h, s), ...round },
    capsule: { shape: new lib.Capsule(0.5 * h, h), ...round },
    ellipsoid: { shape: new lib.Ellipsoid([0.7 * h, h, 0.4 * h]), ...round },
    'box with a margin': { shape: new lib.Box([0.5 * s, 0.5 * s, 0.5 * s]), ...round, margin: 0.25 * s },
    'solid mesh': { shape: new lib.Mesh({ ...boxMesh(h, h, h), solid: true }), ...cube },
    surface: { shape: new lib.Mesh(boxMesh(h, h, h)), ...cube },
    compound: {
      shape: new lib.Compound([
        { shape: new lib.Box([h, s, h]), position: [-0.5 * h, 0, 0] },
        { shape: new lib.Box([h, s, s]), position: [0.5 * h, 0, 0] },
      ]),
      ...cube,
      cube: false,
    },
    'compound of balls': {
      shape: new lib.Compound([
        { shape: new lib.Sphere(0.5 * h), position: [-h, -0.5 * h, 0] },
        { shape: new lib.Sphere(0.5 * h), position: [h, -0.5 * h, h] },
      ]),
      ...round,
    },
  };
}

/** Floors, level at y = 0. */
export function restingFloors(lib: Library, s: number): Record<string, { shape: Shape; position?: Vec }> {
  const w = 40 * s;
  const positions = [-w, 0, -w, w, 0, -w, w, 0, w, -w, 0, w, 0.3 * s, 0, 0.1 * s];
  const below: Vec = [0, -s, 0];
  return {
    halfspace: { shape: new lib.Halfspace([0, 1, 0], 0) },
    box: { shape: new lib.Box([2 * w, 2 * s, 2 * w]), position: below },
    mesh: { shape: new lib.Mesh({ positions, indices: [0, 4, 1, 1, 4, 2, 2, 4, 3, 3, 4, 0] }) },
    'solid mesh': { shape: new lib.Mesh({ ...boxMesh(w, s, w), solid: true }), position: below },
    compound: {
      shape: new lib.Compound([
        { shape: new lib.Box([w, 2 * s, 2 * w]), position: [-0.5 * w, 0, 0] },
        { shape: new lib.Box([w, 2 * s, 2 * w]), position: [0.5 * w, 0, 0] },
      ]),
      position: below,
    },
  };
}

export interface World {
  /** How all of it is turned, and where it is. */
  readonly orientation: Quat;
  readonly position: Vec;
  readonly scale: number;
  readonly accuracy: number | undefined;
}

/** A vector turned by a quaternion. */
function turn([x, y, z, w]: Quat, v: Vec): Vec {
  const c: Vec = [y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0]];
  const d: Vec = [y * c[2] - z * c[1], z * c[0] - x * c[2], x * c[1] - y * c[0]];
  return [v[0] + 2 * (w * c[0] + d[0]), v[1] + 2 * (w * c[1] + d[1]), v[2] + 2 * (w * c[2] + d[2])];
}

/** How deep, and how far apart, may count as touching: the accuracy and the rounding of coordinates. */
function allowed(world: World, curved: boolean): { deep: number; near: number } {
  const usual = curved ? 1e-8 : 1e-9;
  const { accuracy = usual, scale, position } = world;
  const rounding = 1.6e-14 * (2 * norm(position) * 1.75 + 100 * scale);
  return { deep: 2 * scale * Math.min(accuracy, usual) + rounding, near: 2 * scale * accuracy + rounding };
}

/** Runs frames of one thing on one floor. Returns what was wrong, first of all. */
export function runChain(
  lib: Library,
  rng: Rng,
  thing: RestingThing,
  floor: { shape: Shape; position?: Vec },
  world: World,
  frames: number,
): string | null {
  const { orientation: q, position: at, scale: s, accuracy } = world;
  const place = (v: Vec): Vec => add(at, turn(q, v));
  const ground = new lib.Collider(floor.shape, { position: place(floor.position ?? [0, 0, 0]), orientation: q });
  const start: Vec = [0, thing.foot + rng.range(0.1, 0.9) * s, 0];
  const mover = new lib.Collider(thing.shape, { position: place(start), orientation: q, margin: thing.margin ?? 0 });
  const { deep, near } = allowed(world, thing.curved);
  const options = accuracy === undefined ? undefined : { accuracy };
  let deepest = 0;
  const depth = () => lib.signedDistance(mover, ground).distance;
  type Way = { translation?: Vec; rotation?: Vec; center?: Vec };
  /** Carries a motion out as far as it goes; the time, or null. */
  const go = (motion: Way): number | null => {
    const hit = rng.chance(0.5)
      ? lib.timeOfImpact(mover, motion, ground, null, null, options)
      : lib.timeOfImpact(ground, null, mover, motion, null, options);
    const t = hit === null ? 1 : hit.t;
    if (motion.rotation === undefined && rng.chance(0.5)) {
      const m = mover.getMatrix();
      const v = motion.translation as Vec;
      mover.setPosition([m[12] + t * v[0], m[13] + t * v[1], m[14] + t * v[2]]);
    } else lib.placeAlong(mover, motion, t);
    return hit === null ? null : t;
  };
  const up = turn(q, [0, 1, 0]);
  const fall: Way = { translation: scaled(up, -0.3 * s) };
  const drop = (): boolean => {
    for (let i = 0; i < 20; i++) if (go(fall) !== null) return true;
    return false;
  };
  if (!drop()) return 'falls through';
  for (let frame = 0; frame < frames; frame++) {
    const m = mover.getMatrix();
    const here: Vec = [m[12], m[13], m[14]];
    const along = turn(q, [rng.range(-0.1, 0.1) * s, 0, rng.range(-0.1, 0.1) * s]);
    const spin = scaled(up, rng.range(-1, 1));
    const before = depth();
    const what = rng.next();
    let name = 'rests';
    let bad: string | null = null;
    if (what < 0.4) {
      const t = go(fall);
      if (t === null || t * 0.3 * s > 2 * near) bad = `falls on: ${t}`;
    } else if (what < 0.65) {
      name = 'slides';
      const t = go({ translation: along });
      if (t !== null) bad = `stopped at ${t}`;
    } else if (what < 0.8 && thing.spins) {
      name = 'slides and spins';
      const t = go({ translation: along, rotation: spin });
      if (t !== null) bad = `stopped at ${t}`;
    } else if (what < 0.85 && thing.cube) {
      // Over its lower edge to the next face, which lands after a quarter.
      name = 'rolls over';
      const t = rollOver(mover, up, thing.foot, rng, go);
      if (t === null || Math.abs(t - 0.5) > 1e-4) bad = `its next face lands at ${t}`;
    } else {
      name = 'jumps';
      const t = go({ translation: add(along, scaled(up, rng.range(0, 1) * s)) });
      if (t !== null) bad = `stopped at ${t}`;
      else if (!drop()) bad = 'falls through';
    }
    const after = depth();
    deepest = Math.min(deepest, after);
    if (bad === null && after < -deep) bad = 'sinks';
    if (bad === null && after > near) bad = 'is left apart';
    if (bad !== null)
      return `${name} in frame ${frame}: ${bad}; from ${before} to ${after}, allowed ${-deep} to ${near}`;
    // Back to the middle, so that it stays on the floor.
    if (norm(add(here, scaled(at, -1))) > 20 * s) {
      const now = mover.getMatrix();
      const off = turn([-q[0], -q[1], -q[2], q[3]], add([now[12], now[13], now[14]], scaled(at, -1)));
      if (go({ translation: turn(q, [-off[0], 0, -off[2]]) }) !== null) return `slides back in frame ${frame}: stopped`;
    }
  }
  return null;
}

/** Turns a cube by half a turn over one of its lower edges, as far as it goes. */
function rollOver(
  mover: Collider,
  up: Vec,
  half: number,
  rng: Rng,
  go: (motion: { rotation: Vec; center: Vec }) => number | null,
): number | null {
  const m = mover.getMatrix();
  // The axes of the cube, the most upright one first.
  const axes = [0, 4, 8].map((k): Vec => [m[k], m[k + 1], m[k + 2]]);
  const rise = (v: Vec) => v[0] * up[0] + v[1] * up[1] + v[2] * up[2];
  const [high, aside, axis] = axes.sort((a, b) => Math.abs(rise(b)) - Math.abs(rise(a)));
  const sign = rng.chance(0.5) ? 1 : -1;
  // A corner of that edge: its own one, as the cube is never quite level.
  const origin: Vec = [m[12], m[13], m[14]];
  const down = rise(high) > 0 ? -half : half;
  const center = add(add(origin, scaled(aside, sign * half)), scaled(high, down));
  // The turn that brings `aside` down: about axis × …, by the right hand.
  const c: Vec = [
    aside[1] * axis[2] - aside[2] * axis[1],
    aside[2] * axis[0] - aside[0] * axis[2],
    aside[0] * axis[1] - aside[1] * axis[0],
  ];
  const hand = c[0] * up[0] + c[1] * up[1] + c[2] * up[2] > 0 ? 1 : -1;
  return go({ rotation: scaled(axis, hand * sign * Math.PI), center });
}

/** The same for a cloth: a mesh whose vertices are moved. It falls, is pulled along and stretched, and is lifted. */
export function runCloth(
  lib: Library,
  rng: Rng,
  floor: { shape: Shape; position?: Vec },
  world: World,
  frames: number,
): string | null {
  const { orientation: q, position: at, scale: s, accuracy } = world;
  const ground = new lib.Collider(floor.shape, {
    position: add(at, turn(q, floor.position ?? [0, 0, 0])),
    orientation: q,
  });
  const side = 4;
  const positions = new Float64Array(3 * side * side);
  const indices: number[] = [];
  const height = rng.range(0.1, 0.9) * s;
  for (let i = 0, k = 0; i < side; i++)
    for (let j = 0; j < side; j++, k += 3) {
      positions.set([(0.4 * i - 0.6) * s, height, (0.4 * j - 0.6) * s], k);
      const n = k / 3;
      if (i + 1 < side && j + 1 < side) indices.push(n, n + 1, n + side, n + 1, n + side + 1, n + side);
    }
  const mesh = new lib.Mesh({ positions, indices });
  const cloth = new lib.Collider(mesh, { position: at, orientation: q });
  const { deep, near } = allowed(world, false);
  const options = accuracy === undefined ? undefined : { accuracy };
  const next = new Float64Array(positions.length);
  /** Moves every vertex by what `by` says, as far as it goes. */
  const go = (by: (x: number, y: number, z: number) => Vec): number | null => {
    for (let k = 0; k < next.length; k += 3) {
      const d = by(positions[k], positions[k + 1], positions[k + 2]);
      for (let i = 0; i < 3; i++) next[k + i] = positions[k + i] + d[i];
    }
    const hit = rng.chance(0.5)
      ? lib.timeOfImpact(cloth, { positions: next }, ground, null, null, options)
      : lib.timeOfImpact(ground, null, cloth, { positions: next }, null, options);
    const t = hit === null ? 1 : hit.t;
    for (let k = 0; k < next.length; k++) positions[k] += t * (next[k] - positions[k]);
    mesh.refit();
    return hit === null ? null : t;
  };
  const fall = () => go(() => [0, -0.3 * s, 0]);
  const drop = (): boolean => {
    for (let i = 0; i < 20; i++) if (fall() !== null) return true;
    return false;
  };
  if (!drop()) return 'falls through';
  for (let frame = 0; frame < frames; frame++) {
    const before = lib.signedDistance(cloth, ground).distance;
    const what = rng.next();
    const [x, z] = [rng.range(-0.1, 0.1), rng.range(-0.1, 0.1)];
    let name = 'rests';
    let bad: string | null = null;
    if (what < 0.4) {
      const t = fall();
      if (t === null || t * 0.3 * s > 2 * near) bad = `falls on: ${t}`;
    } else if (what < 0.6) {
      name = 'is pulled';
      const t = go(() => [x * s, 0, z * s]);
      if (t !== null) bad = `stopped at ${t}`;
    } else if (what < 0.8) {
      name = 'is stretched';
      const t = go((px, _, pz) => [frame % 2 === 0 ? 0.1 * px : -px / 11, 0, z * pz]);
      if (t !== null) bad = `stopped at ${t}`;
    } else {
      name = 'is lifted';
      const t = go((px) => [x * s, (0.1 + Math.abs(px / s)) * rng.range(0, 1) * s, z * s]);
      if (t !== null) bad = `stopped at ${t}`;
      // Level again, and down.
      const top = Math.max(...positions.filter((_, k) => k % 3 === 1));
      go((_, y) => [0, top - y, 0]);
      if (!drop()) bad ??= 'falls through';
    }
    const after = lib.signedDistance(cloth, ground).distance;
    if (bad === null && after < -deep) bad = 'sinks';
    if (bad === null && after > near) bad = 'is left apart';
    if (bad !== null)
      return `${name} in frame ${frame}: ${bad}; from ${before} to ${after}, allowed ${-deep} to ${near}`;
    const far = Math.max(Math.abs(positions[0]), Math.abs(positions[2]));
    if (far > 20 * s && go(() => [-positions[0], 0, -positions[2]]) !== null)
      return `is pulled back in frame ${frame}: stopped`;
  }
  return null;
}
