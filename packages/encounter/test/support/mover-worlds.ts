/**
 * What levels for a mover are made of: pieces in a frame of their own, so that any level can stand tilted and away from the origin.
 * A piece keeps its description as the collider's data: another engine can build the same level from it.
 */
import type * as Encounter from '../../src/index.ts';
import type { Library, Shape } from './generators.ts';
import type { Rng } from './rng.ts';
import { add, cross, type Quat, scaled, sub, type Vec } from './vectors.ts';

/** One part of a level, in its own axes. */
export type Piece =
  | { readonly kind: 'box'; readonly size: Vec }
  | { readonly kind: 'triangle'; readonly points: readonly [Vec, Vec, Vec] }
  | { readonly kind: 'halfspace'; readonly normal: Vec; readonly offset: number }
  | { readonly kind: 'mesh'; readonly positions: number[]; readonly indices: number[]; readonly solid: boolean }
  | { readonly kind: 'compound'; readonly boxes: readonly PlacedBox[] };

export interface Place {
  readonly position: Vec;
  readonly orientation: Quat;
}

export interface PlacedBox extends Place {
  readonly size: Vec;
}

export type LevelCollider = Encounter.Collider<Piece>;

export const UPRIGHT: Quat = [0, 0, 0, 1];
export const HOME: Place = { position: [0, 0, 0], orientation: UPRIGHT };

export const about = (axis: Vec, angle: number): Quat => {
  const s = Math.sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
};

export function turned([x, y, z, w]: Quat, v: Vec): Vec {
  const t = scaled(cross([x, y, z], v), 2);
  return add(add(v, scaled(t, w)), cross([x, y, z], t));
}

export const inverse = ([x, y, z, w]: Quat): Quat => [-x, -y, -z, w];

export function times([ax, ay, az, aw]: Quat, [bx, by, bz, bw]: Quat): Quat {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

export const toWorld = (frame: Place, p: Vec): Vec => add(turned(frame.orientation, p), frame.position);
export const toLocal = (frame: Place, p: Vec): Vec => turned(inverse(frame.orientation), sub(p, frame.position));
export const placeIn = (frame: Place, place: Place): Place => ({
  position: toWorld(frame, place.position),
  orientation: times(frame.orientation, place.orientation),
});

/** Upright at the origin in half of all cases: there closed forms are exact. */
export function randomFrame(rng: Rng): Place {
  if (rng.chance(0.5)) return HOME;
  const orientation = rng.chance(0.5) ? UPRIGHT : rng.quaternion();
  return { orientation, position: rng.inBox(rng.chance(0.2) ? 1000 : 20) };
}

export function shapeOf(lib: Library, piece: Piece): Shape {
  switch (piece.kind) {
    case 'box':
      return new lib.Box(piece.size);
    case 'triangle':
      return new lib.Triangle(...piece.points);
    case 'halfspace':
      return new lib.Halfspace(piece.normal, piece.offset);
    case 'mesh':
      return new lib.Mesh({ positions: piece.positions, indices: piece.indices, solid: piece.solid });
    case 'compound':
      return new lib.Compound(
        piece.boxes.map(({ size, position, orientation }) => ({ shape: new lib.Box(size), position, orientation })),
      );
  }
}

const list = (values: unknown): string => JSON.stringify(values);

/** The constructor call of a piece's shape. */
function codeOf(piece: Piece): string {
  switch (piece.kind) {
    case 'box':
      return `new Box(${list(piece.size)})`;
    case 'triangle':
      return `new Triangle(${piece.points.map(list).join(', ')})`;
    case 'halfspace':
      return `new Halfspace(${list(piece.normal)}, ${piece.offset})`;
    case 'mesh': {
      const { positions, indices, solid } = piece;
      return `new Mesh(${list({ positions, indices, solid })})`;
    }
    case 'compound':
      return `new Compound([${piece.boxes
        .map(({ size, ...place }) => `{ shape: new Box(${list(size)}), ...${list(place)} }`)
        .join(', ')}])`;
  }
}

/** The constructor calls of the shapes of `randomBody`. */
const bodyCode = new WeakMap<Shape, string>();

/**
 * A program that makes one move anew. The mover is a new one: what it remembered of its ground before the move is lost.
 */
export function describeMove(world: World, shape: Shape, options: object, wish: Vec): string {
  const names = 'Box, Capsule, Collider, Compound, Cylinder, Halfspace, Mesh, Polytope, Scene, Sphere, Triangle';
  const colliders = world.colliders.map(
    (collider) => `  new Collider(${codeOf(collider.data)}, ${list(world.places.get(collider))}),`,
  );
  return [
    `import { ${names} } from 'encounter';`,
    `import { Mover } from 'encounter/mover';`,
    `const mover = new Mover(${bodyCode.get(shape)}, ${list(options)});`,
    `const wish = ${list(wish)};`,
    `const scene = new Scene().add(`,
    ...colliders,
    `);`,
    `console.log(mover.move(scene, wish));`,
  ].join('\n');
}

/** The convex parts of a piece: what it touches can be told from each of them. */
export function atomsOf(piece: Piece): { readonly piece: Piece; readonly place: Place }[] {
  switch (piece.kind) {
    case 'mesh': {
      const { positions: p, indices } = piece;
      const vertex = (i: number): Vec => [p[3 * i], p[3 * i + 1], p[3 * i + 2]];
      const atoms: { piece: Piece; place: Place }[] = [];
      for (let i = 0; i < indices.length; i += 3)
        atoms.push({
          piece: { kind: 'triangle', points: [vertex(indices[i]), vertex(indices[i + 1]), vertex(indices[i + 2])] },
          place: HOME,
        });
      return atoms;
    }
    case 'compound':
      return piece.boxes.map(({ size, position, orientation }) => ({
        piece: { kind: 'box', size },
        place: { position, orientation },
      }));
    default:
      return [{ piece, place: HOME }];
  }
}

/** A flat convex polygon that nothing passes through, in the world. */
export type Sheet = readonly Vec[];

/** The flat parts without thickness. */
export function sheetsOf(piece: Piece, place: Place): Sheet[] {
  if (piece.kind !== 'mesh' && piece.kind !== 'triangle') return [];
  return atomsOf(piece).map((atom) =>
    (atom.piece as { points: readonly Vec[] }).points.map((point) => toWorld(place, point)),
  );
}

/** A collider that the judge moves between the moves of a mover. */
export interface Platform {
  readonly collider: LevelCollider;
  /** Its place in the level at a time in seconds. */
  at(time: number): Place;
}

/** A scene under construction: pieces are placed in the frame. */
export class World {
  readonly lib: Library;
  readonly frame: Place;
  readonly up: Vec;
  readonly scene: Encounter.Scene<Piece>;
  readonly colliders: LevelCollider[] = [];
  readonly places = new Map<LevelCollider, Place>();
  readonly platforms: Platform[] = [];
  readonly sheets: Sheet[] = [];

  constructor(lib: Library, frame: Place = HOME) {
    this.lib = lib;
    this.frame = frame;
    this.up = turned(frame.orientation, [0, 1, 0]);
    this.scene = new lib.Scene<Piece>();
  }

  add(piece: Piece, position: Vec = [0, 0, 0], orientation: Quat = UPRIGHT): LevelCollider {
    const place = placeIn(this.frame, { position, orientation });
    const collider = new this.lib.Collider<Piece>(shapeOf(this.lib, piece), { ...place, data: piece });
    this.scene.add(collider);
    this.colliders.push(collider);
    this.places.set(collider, place);
    this.sheets.push(...sheetsOf(piece, place));
    return collider;
  }

  box(min: Vec, max: Vec): LevelCollider {
    return this.add({ kind: 'box', size: sub(max, min) }, scaled(add(min, max), 0.5));
  }

  platform(piece: Piece, at: (time: number) => Place): Platform {
    const start = at(0);
    const collider = this.add(piece, start.position, start.orientation);
    const platform = { collider, at };
    this.platforms.push(platform);
    return platform;
  }

  /** Moves a collider within the level. */
  put(collider: LevelCollider, place: Place): void {
    const world = placeIn(this.frame, place);
    this.places.set(collider, world);
    collider.setPosition(world.position).setOrientation(world.orientation);
  }

  remove(collider: LevelCollider): void {
    this.scene.remove(collider);
    this.colliders.splice(this.colliders.indexOf(collider), 1);
    this.places.delete(collider);
  }

  /** A displacement of the level as one of the world. */
  along(v: Vec): Vec {
    return turned(this.frame.orientation, v);
  }
}

/** A mover's shape: how far it reaches below its origin when upright, and what its bottom and sides are like. */
export interface Body {
  readonly kind: 'capsule' | 'box' | 'cylinder' | 'hull' | 'sphere';
  readonly shape: Shape;
  /** From the origin down to the lowest point, upright. */
  readonly below: number;
  /** From the origin to the farthest point across. */
  readonly across: number;
  /** The radius of a round bottom, 0 for a flat one. */
  readonly round: number;
}

export const BODIES = ['capsule', 'box', 'cylinder', 'hull', 'sphere'] as const;

export function randomBody(lib: Library, rng: Rng, kinds: readonly Body['kind'][] = BODIES): Body {
  const { code, ...body } = newBody(lib, rng, rng.pick(kinds));
  bodyCode.set(body.shape, code);
  return body;
}

function newBody(lib: Library, rng: Rng, kind: Body['kind']): Body & { readonly code: string } {
  const r = rng.range(0.2, 0.5);
  const h = rng.range(0.3, 1.3);
  switch (kind) {
    case 'capsule':
      return {
        kind,
        shape: new lib.Capsule(r, h),
        code: `new Capsule(${r}, ${h})`,
        below: h / 2 + r,
        across: r,
        round: r,
      };
    case 'sphere':
      return { kind, shape: new lib.Sphere(r), code: `new Sphere(${r})`, below: r, across: r, round: r };
    case 'cylinder':
      return {
        kind,
        shape: new lib.Cylinder(r, h),
        code: `new Cylinder(${r}, ${h})`,
        below: h / 2,
        across: r,
        round: 0,
      };
    case 'box': {
      const size: Vec = [2 * r, h, rng.range(0.4, 1)];
      const across = Math.hypot(size[0], size[2]) / 2;
      return { kind, shape: new lib.Box(size), code: `new Box(${list(size)})`, below: h / 2, across, round: 0 };
    }
    case 'hull': {
      const point = (): Vec => {
        const [x, y, z] = rng.direction();
        return [x * r, (y * h) / 2, z * r];
      };
      // Ways around sheets are judged by the origin, which has to be inside.
      const inner = (x: number, y: number, z: number): Vec => [0.5 * x * r, 0.25 * y * h, 0.5 * z * r];
      const points = Array.from({ length: 10 }, point);
      points.push(inner(1, -1, 1), inner(-1, -1, -1), inner(-1, 1, 1), inner(1, 1, -1));
      return {
        kind,
        shape: new lib.Polytope(points),
        code: `new Polytope(${list(points)})`,
        below: Math.max(...points.map((p) => -p[1])),
        across: r,
        round: 0,
      };
    }
  }
}
