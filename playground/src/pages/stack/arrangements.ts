/** What stands and lies on the page: bodies of a density of 1 on a floor, and how far each has come. */
import { Box, Halfspace, Sphere } from 'encounter';
import { Body, World } from '../../../../examples/lib/solver.mjs';
import type { Arrangement } from './state.ts';

/** A body and how it is drawn: a box of this size, or a ball whose diameters these are. */
export interface Thing {
  readonly body: Body;
  readonly round: boolean;
  readonly size: readonly [number, number, number];
}

type Place = readonly [number, number, number];

/** Half the width of the pit, and how high its walls are drawn. */
export const PIT = { half: 1.5, height: 2.4 } as const;

export function box(size: Place, position: Place): Thing {
  const [w, h, d] = size;
  const mass = w * h * d;
  const inertia = [h * h + d * d, w * w + d * d, w * w + h * h].map((x) => (mass * x) / 12);
  return { body: new Body(new Box([...size]), { position, mass, inertia }), round: false, size };
}

export function ball(radius: number, position: Place, density = 1): Thing {
  const mass = density * (4 / 3) * Math.PI * radius ** 3;
  const inertia = new Array<number>(3).fill(0.4 * mass * radius * radius);
  const body = new Body(new Sphere(radius), { position, mass, inertia });
  return { body, round: true, size: [2 * radius, 2 * radius, 2 * radius] };
}

const MAKE: Readonly<Record<Arrangement, () => Thing[]>> = {
  tower: () => Array.from({ length: 10 }, (_, i) => box([1, 1, 1], [0, i + 0.5, 0])),
  pyramid: () =>
    Array.from({ length: 10 }, (_, row) =>
      Array.from({ length: 10 - row }, (_, i) => box([1, 1, 1], [1.1 * (i - (9 - row) / 2), row + 0.5, 0])),
    ).flat(),
  dominoes: () => {
    const row = Array.from({ length: 20 }, (_, i) => box([0.2, 1, 0.5], [0.5 * i - 4.75, 0.5, 0]));
    const roller = ball(0.3, [-5.6, 0.7, 0]);
    roller.body.velocity.set(3, 0, 0);
    return [...row, roller];
  },
  pit: () =>
    Array.from({ length: 80 }, (_, i) => {
      const [x, y, z] = [i % 4, Math.floor(i / 16), Math.floor(i / 4) % 4];
      return ball(0.3, [0.7 * (x - 1.5) + 0.03 * y, 0.5 + 0.8 * y, 0.7 * (z - 1.5) - 0.02 * y]);
    }),
};

/** From where the camera looks, and at what; and how many times as far away it is where the view is low and its corners are covered. */
export const VIEWS: Readonly<Record<Arrangement, readonly [eye: Place, target: Place, far: number]>> = {
  tower: [[9, 8, 17], [0, 4.8, 0], 1.35],
  pyramid: [[5, 7.5, 19], [0, 4.3, 0], 1.4],
  dominoes: [[2, 4, 13], [0, 0.4, 0], 1.1],
  pit: [[4.5, 4.5, 6.5], [0, 1.1, 0], 1.15],
};

/** More thrown balls than this, and the oldest goes. */
const MOST_THROWN = 12;

export class Stacking {
  readonly what: Arrangement;
  readonly world: World;
  readonly things: Thing[];
  readonly #thrown: Thing[] = [];
  readonly #starts: Place[];

  constructor(what: Arrangement, maxSeparation: number) {
    this.what = what;
    this.things = MAKE[what]();
    this.#starts = this.things.map(({ body: { position: p } }) => [p.x, p.y, p.z]);
    this.world = new World({ maxSeparation }).add(new Body(new Halfspace([0, 1, 0], 0)));
    if (what === 'pit')
      for (const normal of [
        [1, 0, 0],
        [-1, 0, 0],
        [0, 0, 1],
        [0, 0, -1],
      ] as const)
        this.world.add(new Body(new Halfspace([...normal], -PIT.half)));
    this.world.add(...this.things.map(({ body }) => body));
  }

  get thrown(): number {
    return this.#thrown.length;
  }

  /** Throws a heavy ball. */
  throwBall(from: Place, velocity: Place): void {
    const thing = ball(0.35, from, 2);
    thing.body.velocity.set(...velocity);
    this.things.push(thing);
    this.#thrown.push(thing);
    this.world.add(thing.body);
    if (this.#thrown.length <= MOST_THROWN) return;
    const oldest = this.#thrown.shift()!;
    this.things.splice(this.things.indexOf(oldest), 1);
    this.world.remove(oldest.body);
  }

  /** The largest tilt of a box, in degrees, and how far one has moved to the side, in units. */
  standing(): { tilt: number; drift: number } {
    let tilt = 0;
    let drift = 0;
    this.#starts.forEach(([x, , z], i) => {
      const { body, round } = this.things[i];
      if (!round) tilt = Math.max(tilt, tiltOf(body));
      drift = Math.max(drift, Math.hypot(body.position.x - x, body.position.z - z));
    });
    return { tilt, drift };
  }

  /** How many boxes have tilted by more than 45°. */
  fallen(): number {
    return this.things.filter(({ body, round }) => !round && tiltOf(body) > 45).length;
  }
}

/** The angle between a body's own y axis and up, in degrees. */
function tiltOf({ orientation: [x, , z] }: Body): number {
  return (Math.acos(Math.max(-1, 1 - 2 * (x * x + z * z))) * 180) / Math.PI;
}
