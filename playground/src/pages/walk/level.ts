/**
 * The level: a row of things to walk at, each entered along −z, a hill and a turning disc in front of them. Units are metres, and a
 * character is 1.7 high and 0.7 wide.
 */
import { Box, Collider, Cylinder, Mesh, Polytope, Scene, type Shape } from 'encounter';
import type { Triple } from '../../shell/triple.ts';

/** How a piece is drawn: as something to walk on, a wall, a part that moves, glass, or not at all. */
export type Tone = 'ground' | 'wall' | 'moving' | 'glass' | 'floor';

export interface Piece {
  readonly collider: Collider;
  readonly tone: Tone;
}

/** Text that lies on the floor. */
export interface Sign {
  readonly text: string;
  readonly x: number;
  readonly z: number;
}

/** The side of the square floor. */
export const FLOOR = 30;

type PlaceName = 'middle' | 'stairs' | 'high' | 'slope' | 'steep' | 'door' | 'corner' | 'lift' | 'disc' | 'hill';

/** Where a visitor may be put, on the floor unless there is a height y. Each looks along −z at what it is named after. */
export const PLACES: Readonly<Record<PlaceName, { label: string; x: number; z: number; y?: number }>> = {
  middle: { label: 'The middle', x: 0, z: 7.5 },
  stairs: { label: 'Stairs of 0.25', x: -10.5, z: 3.2 },
  high: { label: 'Stairs of 0.45', x: -7.5, z: 3.2 },
  slope: { label: 'A slope of 30°', x: -4.5, z: 3.2 },
  steep: { label: 'A slope of 55°', x: -1.5, z: 3.2 },
  door: { label: 'A narrow door', x: 2.5, z: 3.2 },
  corner: { label: 'A corner', x: 6.1, z: 3.2 },
  lift: { label: 'The lift', x: 9.7, z: 3.2 },
  disc: { label: 'The turning disc', x: 7.5, z: 8.4, y: 0.2 },
  hill: { label: 'A hill of triangles', x: -7.5, z: 12 },
};

export const SIGNS: readonly Sign[] = [
  { text: 'stairs 0.25', x: -10.5, z: 1.6 },
  { text: 'stairs 0.45', x: -7.5, z: 1.6 },
  { text: 'slope 30°', x: -4.5, z: 1.6 },
  { text: 'slope 55°', x: -1.5, z: 1.6 },
  { text: 'door 0.80', x: 2.5, z: 1.6 },
  { text: 'corner 40°', x: 6.1, z: 1.9 },
  { text: 'lift', x: 9.7, z: 1.6 },
  { text: 'disc', x: 7.5, z: 9.5 },
  { text: '1 152 triangles', x: -7.5, z: 10.6 },
];

/** The top of the lift is at least this high, and rises by so much in half a period of so many seconds. */
const LIFT = { x: 9.7, z: -0.2, low: 0.2, rise: 1.8, period: 8, height: 2.4 } as const;
/** Seconds for one turn of the disc. */
const DISC = { x: 7.5, z: 7.2, radius: 2, height: 0.2, period: 9 } as const;
const HILL = { x: -7.5, z: 7.5, side: 6, height: 1.1, cells: 24 } as const;

type Quat = readonly [number, number, number, number];

export class Level {
  readonly scene = new Scene();
  readonly pieces: Piece[] = [];
  readonly #lift: Collider;
  readonly #disc: Collider;

  constructor() {
    this.#add('floor', new Box([FLOOR, 1, FLOOR]), [0, -0.5, 0]);
    this.#stairs(-10.5, 4, 0.25, 0.5);
    this.#stairs(-7.5, 3, 0.45, 0.6);
    this.#slopes();
    this.#house();
    this.#corner(6.1, -3, 4.5, Math.PI / 9);
    this.#add('ground', hill(), [HILL.x, 0, HILL.z]);
    this.#add('ground', new Box([2.2, 2, 3]), [LIFT.x, 1, -2.85]);
    this.#lift = this.#add('moving', new Box([2.2, LIFT.height, 2.2]), [LIFT.x, 0, LIFT.z]);
    this.#disc = this.#add('moving', new Cylinder(DISC.radius, DISC.height), [DISC.x, DISC.height / 2, DISC.z]);
    this.moveTo(0);
  }

  /** Places what moves where it is after so many seconds. */
  moveTo(time: number): void {
    const share = (1 - Math.cos((2 * Math.PI * time) / LIFT.period)) / 2;
    // Its foot stays below the floor: nobody is ever caught under it.
    this.#lift.setPosition([LIFT.x, LIFT.low + LIFT.rise * share - LIFT.height / 2, LIFT.z]);
    this.#disc.setOrientation(aboutUp((2 * Math.PI * time) / DISC.period));
  }

  /** The name of what a character stands on, if that moves. */
  nameOf(collider: Collider | null): string | null {
    return collider === this.#lift ? 'lift' : collider === this.#disc ? 'disc' : null;
  }

  #add(tone: Tone, shape: Shape, position: Triple, orientation: Quat = [0, 0, 0, 1]): Collider {
    const collider = new Collider(shape, { position, orientation });
    this.scene.add(collider);
    this.pieces.push({ collider, tone });
    return collider;
  }

  /** A flight up to a landing, and a ramp down behind it. */
  #stairs(x: number, steps: number, rise: number, tread: number): void {
    for (let i = 1; i <= steps; i++)
      this.#add('ground', new Box([2.4, i * rise, tread]), [x, (i * rise) / 2, 1 - (i - 0.5) * tread]);
    const height = steps * rise;
    const end = 1 - steps * tread;
    this.#add('ground', new Box([2.4, height, 2]), [x, height / 2, end - 1]);
    this.#add('ground', ramp(2.4, height, -2.2 * height), [x, 0, end - 2 - 2.2 * height]);
  }

  /** One that can be walked up and one that cannot, by default, and where both lead to. */
  #slopes(): void {
    const height = 1.5;
    const back = -1.6;
    for (const [x, degrees] of [
      [-4.5, 30],
      [-1.5, 55],
    ]) {
      const length = height / Math.tan((degrees * Math.PI) / 180);
      this.#add('ground', ramp(2.4, height, length), [x, 0, back + length]);
    }
    this.#add('ground', new Box([5.4, height, 2.4]), [-3, height / 2, back - 1.2]);
  }

  /** A narrow door, and behind it a ceiling that comes down. */
  #house(): void {
    const wall = (size: Triple, position: Triple): unknown => this.#add('wall', new Box(size), position);
    wall([1.1, 2.5, 0.3], [1.55, 1.25, 0.75]);
    wall([1.1, 2.5, 0.3], [3.45, 1.25, 0.75]);
    wall([0.2, 2.5, 5], [1.1, 1.25, -1.9]);
    wall([0.2, 2.5, 5], [3.9, 1.25, -1.9]);
    // The camera looks through what is above, glass as it is.
    this.#add('glass', new Box([0.8, 0.4, 0.3]), [2.5, 2.3, 0.75]);
    const ceiling = [-1.3, 1.3].flatMap((x) => [
      [x, 2.5, 0.6],
      [x, 2.3, 0.6],
      [x, 2.5, -4.4],
      [x, 1.1, -4.4],
    ]);
    this.#add('glass', new Polytope(ceiling.flat()), [2.5, 0, 0]);
  }

  /** Two walls that meet at a sharp angle. */
  #corner(x: number, z: number, length: number, half: number): void {
    for (const side of [-1, 1]) {
      const [sin, cos] = [side * Math.sin(half), Math.cos(half)];
      this.#add(
        'wall',
        new Box([0.3, 1.4, length]),
        [x + (sin * length) / 2, 0.7, z + (cos * length) / 2],
        aboutUp(side * half),
      );
    }
  }
}

function aboutUp(angle: number): Quat {
  return [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];
}

/** Rises from z = 0 to z = −length; with a negative length towards +z. */
function ramp(width: number, height: number, length: number): Shape {
  const points = [-width / 2, width / 2].flatMap((x) => [x, 0, 0, x, 0, -length, x, height, -length]);
  return new Polytope(points);
}

/** A smooth hill that ends flat on the floor. */
function hill(): Shape {
  const { side, height, cells } = HILL;
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= cells; i++)
    for (let j = 0; j <= cells; j++) {
      const [u, v] = [i / cells, j / cells];
      const y = (height / 4) * (1 - Math.cos(2 * Math.PI * u)) * (1 - Math.cos(2 * Math.PI * v));
      positions.push(side * (u - 0.5), y, side * (v - 0.5));
    }
  for (let i = 0; i < cells; i++)
    for (let j = 0; j < cells; j++) {
      const a = i * (cells + 1) + j;
      const b = a + cells + 1;
      indices.push(a, a + 1, b, a + 1, b + 1, b);
    }
  return new Mesh({ positions, indices });
}
