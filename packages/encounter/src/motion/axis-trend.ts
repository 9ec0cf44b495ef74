/** How the axis of the distances has turned from one time to the next, to go on with. */
import { LARGEST_ANGLE, sinCos } from '../math/turn.ts';
import { Vec3 } from '../math/vec3.ts';

export class AxisTrend {
  readonly #last: Vec3 = new Vec3();
  /** A unit vector across the last axis, which it turns towards. */
  readonly #towards: Vec3 = new Vec3();
  readonly #turn: Float64Array = new Float64Array(2);
  /** The time of the last axis, and by how much it turns in a unit of time. */
  readonly #numbers: Float64Array = new Float64Array(2);

  /** Forgets the last axis. */
  clear(): void {
    this.#numbers[TIME] = Infinity;
    this.#numbers[RATE] = 0;
  }

  /** In radians for a unit of time; zero if none is known. */
  get rate(): number {
    return this.#numbers[RATE];
  }

  /** Takes over the axis n at the time of[0]. The sine stands for the angle from the last one: any rate will do, though not as well. */
  add(n: Vec3, of: Float64Array): void {
    const numbers = this.#numbers;
    const last = this.#last;
    const towards = this.#towards;
    const cosine = n.x * last.x + n.y * last.y + n.z * last.z;
    const x = cosine * n.x - last.x;
    const y = cosine * n.y - last.y;
    const z = cosine * n.z - last.z;
    const sine = Math.sqrt(x * x + y * y + z * z);
    const rate = sine / (of[0] - numbers[TIME]);
    numbers[TIME] = of[0];
    numbers[RATE] = 0;
    last.copy(n);
    if (!(cosine > 0 && rate > 0 && rate < LARGEST_ANGLE)) return;
    numbers[RATE] = rate;
    towards.x = x / sine;
    towards.y = y / sine;
    towards.z = z / sine;
  }

  /** The last axis, gone on turning until the time at[0]. */
  follow(at: Float64Array, out: Vec3): void {
    const numbers = this.#numbers;
    const n = this.#last;
    const m = this.#towards;
    const turn = this.#turn;
    turn[0] = numbers[RATE] * (at[0] - numbers[TIME]);
    sinCos(turn);
    out.x = turn[1] * n.x + turn[0] * m.x;
    out.y = turn[1] * n.y + turn[0] * m.y;
    out.z = turn[1] * n.z + turn[0] * m.z;
  }
}

/** Where in `#numbers`. */
const TIME = 0;
const RATE = 1;
