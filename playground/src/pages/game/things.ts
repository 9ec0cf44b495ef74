/** What flies about in the game: its kinds, their shapes, and what is known of each thing. */
import { Capsule, type Collider, Compound, Cone, Cylinder, Polytope, type Shape, Sphere } from 'encounter';
import { TorusGeometry } from 'three';
import { fromGeometry } from '../../shapes/models.ts';
import { Random } from '../../shell/random.ts';

/** The classes of the response table. */
export const CLASSES = ['ship', 'sweeper', 'mine', 'rock', 'shot', 'ring'] as const;

export type ClassName = (typeof CLASSES)[number];

/** What is drawn: ships are yours or raiders, and either may be a sweeper for a while. */
export type Look = 'yours' | 'raider' | 'mine' | 'rock' | 'shot' | 'ring';

export interface Thing {
  readonly look: Look;
  x: number;
  y: number;
  vx: number;
  vy: number;
  /** How it is turned around the axis towards the viewer, and how fast it turns, in radians and seconds. */
  angle: number;
  spin: number;
  /** A rock's: 3, 2 or 1. */
  readonly size: number;
  /** What it bears before it is destroyed. */
  strength: number;
  /** Seconds for which it cannot be damaged, for which it is a sweeper, and until it is gone by itself. */
  safe: number;
  sweeping: number;
  lasts: number;
  /** Destroyed; it may still be reported in the same test. */
  gone: boolean;
}

export type Body = Collider<Thing>;

/** A sweeper is a ship with this much margin around it. */
export const SHIELD = 0.32;

export interface Shapes {
  readonly yours: Shape;
  readonly raider: Shape;
  readonly mine: Shape;
  readonly rocks: readonly Shape[];
  readonly shot: Shape;
  readonly ring: Shape;
}

export function makeShapes(): Shapes {
  const quarter = Math.SQRT1_2;
  return {
    yours: new Compound([
      { shape: new Cone(0.3, 1.6) },
      { shape: new Polytope([0, 0.4, 0, -0.68, -0.62, 0, 0.68, -0.62, 0, 0, -0.45, 0.2, 0, -0.45, -0.2]) },
    ]),
    raider: new Compound([
      { shape: new Cylinder(0.75, 0.22), orientation: [quarter, 0, 0, quarter] },
      { shape: new Sphere(0.42), position: [0, 0, 0.1] },
      { shape: new Capsule(0.14, 0.9), position: [0, 0.2, 0] },
    ]),
    mine: new Compound([
      { shape: new Sphere(0.36) },
      { shape: new Capsule(0.09, 1) },
      { shape: new Capsule(0.09, 1), orientation: [0, 0, quarter, quarter] },
    ]),
    rocks: [1, 2, 3].map((seed) => new Polytope(boulder(new Random(seed)))),
    shot: new Capsule(0.09, 0.4),
    ring: fromGeometry(new TorusGeometry(0.5, 0.15, 12, 32), true),
  };
}

/** Points about a sphere of radius ½, some farther out than others. */
function boulder(random: Random): number[] {
  return Array.from({ length: 22 }, () => {
    const r = random.between(0.42, 0.56);
    return random.direction().map((x) => r * x);
  }).flat();
}

/** A thing at rest that lasts. */
export function makeThing(look: Look, rest: Partial<Thing> = {}): Thing {
  return {
    ...{ look, x: 0, y: 0, vx: 0, vy: 0, angle: 0, spin: 0, size: 1, strength: 1 },
    ...{ safe: 0, sweeping: 0, lasts: Infinity, gone: false },
    ...rest,
  };
}

/** The turn of a thing as a quaternion, written into `out`. */
export function turnOf(angle: number, out: { x: number; y: number; z: number; w: number }): typeof out {
  out.z = Math.sin(angle / 2);
  out.w = Math.cos(angle / 2);
  return out;
}
