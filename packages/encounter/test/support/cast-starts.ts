/**
 * Casts of bodies that touch at the start, against a dumb reference: for each convex part of the floor on its own, the signed distance of
 * part and mover along the motion is a convex function of time. Its least value, by ternary search, tells whether the motion leads deeper.
 */
import type { Findings, Subject } from './findings.ts';
import type { Collider, Library, Shape } from './generators.ts';
import type { Rng } from './rng.ts';
import { add, cross, dot, negated, norm, type Quat, scaled, sub, type Vec, vec } from './vectors.ts';

/** A floor whose top is at y = 0, with or without a wall whose face is at x = 0, in a frame of its own. */
interface Floor {
  readonly name: string;
  readonly shape: Shape;
  readonly position: Vec;
  readonly orientation: Quat;
  readonly wall: boolean;
  readonly parts: readonly { readonly shape: Shape; readonly position: Vec; readonly orientation: Quat }[];
}

const UPRIGHT: Quat = [0, 0, 0, 1];
const LYING: Quat = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
const ORIGIN: Vec = [0, 0, 0];

export const FLOORS = ['box', 'halfspace', 'cylinder', 'lying cylinder', 'compound', 'mesh', 'solid mesh'] as const;
export const MOVERS = [
  'box',
  'ball',
  'capsule',
  'ellipsoid',
  'cylinder',
  'cone',
  'thin box',
  'plate',
  'triangle',
  'segment',
  'point',
] as const;

function floorOf(lib: Library, rng: Rng, kind: (typeof FLOORS)[number]): Floor {
  const width = rng.pick([8, 8, 8, 1e3, 1e6]);
  const wall = rng.chance(0.5);
  const one = (shape: Shape, position: Vec, orientation: Quat = UPRIGHT): Floor => ({
    name: kind,
    shape,
    position,
    orientation,
    wall: false,
    parts: [{ shape, position, orientation }],
  });
  switch (kind) {
    case 'box':
      return one(new lib.Box([width, 1, width]), [0, -0.5, 0]);
    case 'halfspace':
      return one(new lib.Halfspace([0, 1, 0], 0), ORIGIN);
    case 'cylinder':
      return one(new lib.Cylinder(4, 1), [0, -0.5, 0]);
    case 'lying cylinder':
      return one(new lib.Cylinder(0.5, 8), [0, -0.5, 0], LYING);
    case 'compound': {
      const parts = [-0.5, 0.5].flatMap((i) =>
        [-0.5, 0.5].map((k) => ({
          shape: new lib.Box([width / 2, 1, width / 2]) as Shape,
          position: [(i * width) / 2, -0.5, (k * width) / 2] as Vec,
          orientation: UPRIGHT,
        })),
      );
      if (wall) parts.push({ shape: new lib.Box([1, 4, 8]), position: [-0.5, 2, 0], orientation: UPRIGHT });
      return { name: kind, shape: new lib.Compound(parts), position: ORIGIN, orientation: UPRIGHT, wall, parts };
    }
    default: {
      const positions: Vec[] = [];
      const indices: number[] = [];
      const quad = (corners: readonly Vec[]): void => {
        const k = positions.length;
        positions.push(...corners);
        if (rng.chance(0.5)) indices.push(k, k + 1, k + 2, k, k + 2, k + 3);
        else indices.push(k, k + 1, k + 3, k + 1, k + 2, k + 3);
      };
      if (kind === 'mesh') {
        // Large floors have large triangles: depths in needles of 1 : 1e6 are not known well enough to be a reference.
        const cuts = width > 8 ? [-width / 2, 0, width / 2] : [-4, -2, -0.5, 0, 0.5, 2, 4];
        const cells = cuts.length - 1;
        for (let i = 0; i < cells; i++)
          for (let k = 0; k < cells; k++) {
            if (wall && cuts[i] < 0) continue;
            quad([
              [cuts[i], 0, cuts[k]],
              [cuts[i], 0, cuts[k + 1]],
              [cuts[i + 1], 0, cuts[k + 1]],
              [cuts[i + 1], 0, cuts[k]],
            ]);
          }
        if (wall)
          for (let k = 0; k < cells; k++)
            quad([
              [0, 0, cuts[k]],
              [0, cuts[cells], cuts[k]],
              [0, cuts[cells], cuts[k + 1]],
              [0, 0, cuts[k + 1]],
            ]);
      } else {
        // The corners of a slab, and its sides in outward order.
        const corner = (k: number): Vec => [((k & 1) - 0.5) * width, ((k >> 1) & 1) - 1, ((k >> 2) - 0.5) * width];
        for (const side of ['0462', '1375', '0154', '2673', '0231', '4576'])
          quad([...side].map((k) => corner(Number(k))));
      }
      const shape = new lib.Mesh({ positions: positions.flat(), indices, solid: kind === 'solid mesh' });
      const parts = [];
      for (let k = 0; k < indices.length; k += 3)
        parts.push({
          shape: new lib.Triangle(positions[indices[k]], positions[indices[k + 1]], positions[indices[k + 2]]) as Shape,
          position: ORIGIN,
          orientation: UPRIGHT,
        });
      return {
        name: kind,
        shape,
        position: ORIGIN,
        orientation: UPRIGHT,
        wall: wall && kind === 'mesh',
        parts,
      };
    }
  }
}

function moverOf(lib: Library, rng: Rng, kind: (typeof MOVERS)[number]): Shape {
  const thin = rng.pick([1e-2, 1e-4, 1e-6]);
  switch (kind) {
    case 'box':
      return new lib.Box([1, rng.pick([0.5, 1]), 1]);
    case 'ball':
      return new lib.Sphere(0.5);
    case 'capsule':
      return new lib.Capsule(0.25, 0.5);
    case 'ellipsoid':
      return new lib.Ellipsoid([0.5, 0.25, 0.75]);
    case 'cylinder':
      return new lib.Cylinder(0.5, 0.75);
    case 'cone':
      return new lib.Cone(0.5, 1);
    case 'thin box':
      return new lib.Box([1, thin, 1]);
    case 'plate':
      return new lib.Box([1, 0, 1]);
    case 'triangle':
      return new lib.Triangle([-0.5, 0, -0.5], [0.5, 0, -0.5], [0, 0, 0.5]);
    case 'segment':
      return new lib.Segment([-0.5, 0, 0], [0.5, 0, 0]);
    default:
      return new lib.Point([0, 0, 0]);
  }
}

const multiply = (p: Quat, q: Quat): Quat => [
  p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1],
  p[3] * q[1] - p[0] * q[2] + p[1] * q[3] + p[2] * q[0],
  p[3] * q[2] + p[0] * q[1] - p[1] * q[0] + p[2] * q[3],
  p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2],
];
const turned = (q: Quat, v: Vec): Vec => {
  const u: Vec = [q[0], q[1], q[2]];
  const w = scaled(cross(u, v), 2);
  return add(add(v, scaled(w, q[3])), cross(u, w));
};

/** What becomes of a part: leads deeper, does not, or nobody can tell. */
const Verdict = { no: 0, open: 1, yes: 2 } as const;
type Verdict = (typeof Verdict)[keyof typeof Verdict];

/** One random cast from a touching start. Returns whether the reference knew the answer. */
export function checkStart(judge: Findings<Subject>, rng: Rng): boolean {
  const { lib } = judge;
  const floor = floorOf(lib, rng, rng.pick(FLOORS));
  const kind = rng.pick(MOVERS);
  const shape = moverOf(lib, rng, kind);
  const flat = kind === 'plate' || kind === 'triangle' || kind === 'segment' || kind === 'point';
  // The mover's own turn: on a lattice, or any.
  const own: Quat = rng.chance(0.6)
    ? rng.pick([
        UPRIGHT,
        LYING,
        [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
        [0, Math.SQRT1_2, 0, Math.SQRT1_2],
        [0.5, 0.5, 0.5, 0.5],
      ])
    : rng.quaternion();
  const box = new lib.Collider(shape, { orientation: own }).bounds();
  const onLine = floor.name === 'lying cylinder';
  const x = floor.wall && rng.chance(0.7) ? -box.min.x : rng.integer(floor.wall ? 2 : -6, 6) / 4;
  const at: Vec = [x, -box.min.y, onLine ? 0 : rng.integer(-6, 6) / 4];
  // The motion, in the floor's frame.
  const flatways: Vec = rng.chance(0.6)
    ? [rng.integer(-8, 8) / 2, 0, rng.integer(-8, 8) / 2]
    : [rng.range(-4, 4), 0, rng.range(-4, 4)];
  const rise = rng.pick([0, 0, 0, rng.integer(-4, 4) / 2, -rng.log(1e-4, 1), rng.log(1e-4, 1)]);
  const local: Vec = [flatways[0], rise, flatways[2]];
  // The world: upright on a lattice, or turned, moved and scaled.
  const plain = rng.chance(0.4);
  const q: Quat = plain ? UPRIGHT : rng.quaternion();
  const size = plain ? 1 : rng.pick([1, 1, 1e-3, 1e3]);
  const p: Vec = plain ? ORIGIN : scaled(rng.inBox(1), size * rng.pick([1, 10, 1e3]));
  const placed = (s: Shape, position: Vec, orientation: Quat): Collider =>
    new lib.Collider(s, {
      position: add(p, scaled(turned(q, position), size)),
      orientation: multiply(q, orientation),
      scale: size,
    });
  const a = placed(floor.shape, floor.position, floor.orientation);
  const b = placed(shape, at, own);
  const parts = floor.parts.map((part) => placed(part.shape, part.position, part.orientation));
  const way = scaled(turned(q, local), size);
  const share = rng.pick([0, 0, 1, 0.5]);
  const moveA = scaled(way, -share);
  const moveB = scaled(way, 1 - share);

  const extentOf = (c: Collider): number => {
    const { min, max } = c.bounds();
    const e = Math.max(max.x - min.x, max.y - min.y, max.z - min.z);
    return Number.isFinite(e) ? e : 0;
  };
  const width = extentOf(a);
  const small = extentOf(b) || width || size;
  const rounding = 1e-15 * (norm(p) + width + small + norm(way) + 4 * size);
  // What surely counts as touching, and what surely does not.
  const low = 0.3e-9 * Math.min(small, width || small) + rounding;
  const high = 6e-8 * small + 40 * rounding;
  const home = b.getMatrix();
  // Long needles have depths with large errors; each is known. `sign` asks for the upper or the lower bound.
  const signed = (part: Collider, t: number, sign = 0): number => {
    b.setPosition([home[12] + t * way[0], home[13] + t * way[1], home[14] + t * way[2]]);
    const { distance, error } = lib.signedDistance(part, b);
    return distance + sign * error;
  };
  /** The time in [0, end] at which the part is deepest. */
  const deepest = (part: Collider, end: number): number => {
    let [from, to] = [0, end];
    for (let k = 0; k < (flat ? 80 : 40); k++) {
      const [u, v] = [from + (to - from) / 3, to - (to - from) / 3];
      if (signed(part, u) < signed(part, v)) to = v;
      else from = u;
    }
    return (from + to) / 2;
  };
  const least = (part: Collider, end: number, sign: number): number => {
    const t = deepest(part, end);
    return Math.min(signed(part, 0, sign), signed(part, end, sign), signed(part, t, sign));
  };
  // Beside a wall a place on the lattice may be in it, and the lowest point may be beside the top of a lying cylinder.
  const starts = parts.map((part) => signed(part, 0));
  if (Math.min(...starts) < -low || Math.min(...starts) > low) return false;
  const crosses = (part: Collider): Verdict => {
    const { a: u, b: v, c: w } = part.shape as InstanceType<Library['Triangle']>;
    const n = turned(q, cross(sub(vec(v), vec(u)), sub(vec(w), vec(u))));
    const m = part.getMatrix();
    const origin = add([m[12], m[13], m[14]], scaled(turned(q, vec(u)), size));
    b.setPosition([home[12], home[13], home[14]]);
    const off = [n, negated(n)].map((normal) => {
      const plane = new lib.Collider(new lib.Halfspace(normal, dot(normal, origin)));
      return lib.signedDistance(plane, b).distance;
    });
    if (Math.max(...off) < low) return least(part, 2, -1) > -low ? Verdict.no : Verdict.open;
    if (Math.max(...off) < high) return Verdict.open;
    // The mover is swept along the motion into a solid, whose depth in the triangle tells how far beside the path it misses.
    const swept = new lib.Collider(
      new lib.MinkowskiSum(
        new lib.Placed(shape, b.getMatrix()),
        new lib.Segment([0, 0, 0], way as [number, number, number]),
      ),
    );
    const deep = lib.signedDistance(part, swept);
    return deep.distance + deep.error < -high ? Verdict.yes : Verdict.open;
  };
  const judged = parts.map((part, k): Verdict => {
    if (starts[k] > 2 * norm(way) + high) return Verdict.no;
    const soon = least(part, 1, 1);
    if (soon < -high) return Verdict.yes;
    // What is flat crosses triangles without getting deep. It surely does where paths beside it do, too.
    if (flat && part.shape instanceof lib.Triangle && soon < high) return crosses(part);
    return least(part, 2, -1) > -low ? Verdict.no : Verdict.open;
  });
  b.setPosition([home[12], home[13], home[14]]);
  const hit = lib.castShape(a, moveA, b, moveB);
  const swapped = lib.castShape(b, moveB, a, moveA);
  const subjectA = { collider: a, name: floor.name };
  const subjectB = { collider: b, name: kind };
  const fail = (what: string, detail: string): void =>
    judge.fail(
      what,
      `${detail}; wall ${floor.wall}, local motion ${local}, at ${at}, castShape(a, [${moveA}], b, [${moveB}]), got ${hit?.t} by [${hit === null ? '' : vec(hit.normal)}]`,
      subjectA,
      subjectB,
    );
  const must = judged.includes(Verdict.yes);
  // A flat mover may go down between two parts, or into a solid from its surface, without being deep in any part.
  const between = flat && (floor.name === 'compound' || floor.name === 'solid mesh');
  const may = must || between || judged.includes(Verdict.open);
  // As deep as the accuracy it may count as either.
  const known = must || !may;
  if (
    known &&
    ((hit === null) !== (swapped === null) ||
      (hit !== null && Math.abs(hit.t - (swapped as typeof hit).t) * norm(way) > 1e-3 * size))
  )
    fail('swapped', `${swapped?.t}`);
  if (hit === null) {
    if (must) fail('missed', 'the motion leads deeper');
    return must || !may;
  }
  if (!may) {
    fail('false', 'the motion leads nowhere deeper');
    return true;
  }
  const t = hit.t;
  const n = vec(hit.normal);
  if (!(t >= 0 && t <= 1) || !(Math.abs(norm(n) - 1) < 1e-9)) fail('t or normal', `${t}`);
  if (!(dot(n, way) <= 1e-9 * norm(way))) fail('normal', `they part along it: ${dot(n, way)}`);
  for (const [k, part] of parts.entries()) {
    if (judged[k] !== Verdict.yes) continue;
    const then = signed(part, 0.999 * t, 1);
    if (then < -high) fail('late', `part ${k} is ${-then} deep before`);
  }
  if (!between && !parts.some((part, k) => judged[k] !== Verdict.no && signed(part, t, -1) < high))
    fail('early', 'no part that stops it is touched then');
  const place = sub(vec(hit.point), scaled(moveA, t));
  const dotAt = new lib.Collider(new lib.Point([0, 0, 0]), { position: place });
  b.setPosition([home[12] + t * way[0], home[13] + t * way[1], home[14] + t * way[2]]);
  const off = Math.max(lib.closestPoints(a, dotAt).distance, lib.closestPoints(b, dotAt).distance);
  // The point is a mean of corners, and has the rounding of the largest of them.
  if (!(off <= high + 1e-11 * width)) fail('point', `${off} off`);
  b.setPosition([home[12], home[13], home[14]]);
  return true;
}
