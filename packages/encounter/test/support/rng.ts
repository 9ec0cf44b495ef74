/** The random numbers of all tests. */
import type { Quat, Vec } from './vectors.ts';

/** sfc32: small, fast, and passes the usual test batteries. */
export class Rng {
  readonly seed: number;
  #a = 0;
  #b = 0;
  #c = 0;
  #d = 1;

  /** `stream` gives independent sequences of one seed, so that any single case can be replayed. */
  constructor(seed: number, stream = 0) {
    this.seed = seed;
    this.#a = seed | 0;
    this.#b = stream | 0;
    this.#c = 0x9e3779b9 | 0;
    for (let i = 0; i < 16; i++) this.next();
  }

  /** Uniform in [0, 1), 53 bits. */
  next(): number {
    return (this.#word() * 2097152 + (this.#word() >>> 11)) / 9007199254740992;
  }

  #word(): number {
    const t = (this.#a + this.#b + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + t) | 0;
    return t >>> 0;
  }

  range(from: number, to: number): number {
    return from + (to - from) * this.next();
  }

  /** Log-uniform. */
  log(from: number, to: number): number {
    return from * (to / from) ** this.next();
  }

  /** An integer of 0…below − 1. */
  int(below: number): number {
    return Math.floor(this.next() * below);
  }

  /** An integer of from…to, both included. */
  integer(from: number, to: number): number {
    return from + this.int(to - from + 1);
  }

  chance(p: number): boolean {
    return this.next() < p;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(list.length)];
  }

  /** Uniform on the unit sphere. */
  direction(): Vec {
    const z = this.range(-1, 1);
    const phi = this.range(0, 2 * Math.PI);
    const r = Math.sqrt(1 - z * z);
    return [r * Math.cos(phi), r * Math.sin(phi), z];
  }

  inBall(radius: number): Vec {
    const d = this.direction();
    const r = radius * Math.cbrt(this.next());
    return [d[0] * r, d[1] * r, d[2] * r];
  }

  inBox(half: number): Vec {
    return [this.range(-half, half), this.range(-half, half), this.range(-half, half)];
  }

  quaternion(): Quat {
    for (;;) {
      const q: Quat = [this.range(-1, 1), this.range(-1, 1), this.range(-1, 1), this.range(-1, 1)];
      const l = Math.hypot(...q);
      if (l > 0.1 && l <= 1) return [q[0] / l, q[1] / l, q[2] / l, q[3] / l];
    }
  }
}

/** ENCOUNTER_SEED, or the given default. */
export function seedFromEnv(fallback: number): number {
  const text = typeof process === 'object' ? process.env['ENCOUNTER_SEED'] : undefined;
  return text === undefined || text === '' ? fallback : Number(text) | 0;
}

/** Whether this is `npm run test:quick`, which sets ENCOUNTER_QUICK: about a tenth of all random cases. */
const quick = typeof process === 'object' && process.env['ENCOUNTER_QUICK'] === '1';

/** How many cases a property is tried on. A test that asserts how much it has seen passes that number through here, too. */
export function runs(full: number): number {
  return quick ? Math.ceil(full / 10) : full;
}

/** Whether case `n` is tried, where the cases are a list of combinations and a shorter list would leave some out altogether. */
export function tried(n: number): boolean {
  return !quick || n % 10 === 0;
}
