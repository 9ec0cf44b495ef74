/**
 * Crowds for the broad phases that keep a table of pairs: boxes are written directly, many or few at a time, and after each update
 * the table is compared with all pairs, and what the events told with the table.
 */
import { expect } from 'vitest';
import type { TrackedPairs } from '../../src/broad/tracked-pairs.ts';
import type { Rng } from '../support/rng.ts';

const ORIGIN = { x: 0, y: 0, z: 0 };

export class Crowd {
  readonly phase: TrackedPairs<number>;
  readonly #told = new Set<string>();
  readonly #numbers: number[] = [];
  events = 0;
  #next = 0;

  constructor(phase: TrackedPairs<number>) {
    this.phase = phase;
    phase.onBegin = (a, b) => {
      this.events++;
      expect(this.#told.has(key(a, b))).toBe(false);
      this.#told.add(key(a, b));
    };
    phase.onEnd = (a, b) => {
      this.events++;
      expect(this.#told.delete(key(a, b))).toBe(true);
    };
  }

  /** The proxies there are. */
  get proxies(): readonly number[] {
    return this.#numbers.flatMap((number, proxy) => (number >= 0 ? [proxy] : []));
  }

  add(min: readonly number[], size: readonly number[]): number {
    const proxy = this.phase.add(ORIGIN, ORIGIN, this.#next);
    this.#numbers[proxy] = this.#next++;
    this.write(proxy, min, size);
    return proxy;
  }

  /** Past `move`, as a scene does it. */
  write(proxy: number, min: readonly number[], size: readonly number[]): void {
    const { boxes } = this.phase.proxies;
    for (let c = 0; c < 3; c++) {
      boxes[6 * proxy + c] = min[c];
      boxes[6 * proxy + 3 + c] = min[c] + size[c];
    }
    this.phase.touch(proxy);
  }

  shift(proxy: number, by: readonly number[]): void {
    const { boxes } = this.phase.proxies;
    for (let c = 0; c < 6; c++) boxes[6 * proxy + c] += by[c % 3];
    this.phase.touch(proxy);
  }

  remove(proxy: number): void {
    this.phase.remove(proxy);
    this.#numbers[proxy] = -1;
  }

  check(): number {
    const { phase } = this;
    phase.update();
    phase.validate();
    const { proxies } = this;
    const expected: string[] = [];
    for (let i = 0; i < proxies.length; i++)
      for (let j = 0; j < i; j++)
        if (phase.proxies.overlap(proxies[i], proxies[j])) expected.push(key(proxies[i], proxies[j]));
    const numbers = expected.map((pair) =>
      key(...(pair.split(' ').map((p) => this.#numbers[Number(p)]) as [number, number])),
    );
    const found = Array.from(phase.pairs(), ([a, b]) => key(a, b));
    expect(found.sort()).toEqual(numbers.sort());
    expect([...this.#told].sort()).toEqual(numbers);
    return found.length;
  }
}

export function three(f: () => number): number[] {
  return [f(), f(), f()];
}

/** A crowd of equal boxes at the density of the benchmark, where each overlaps one other on average. */
export function equalBoxes(phase: TrackedPairs<number>, random: Rng, count: number, at = 0): Crowd {
  const crowd = new Crowd(phase);
  const side = 2 * Math.cbrt(count);
  for (let i = 0; i < count; i++)
    crowd.add(
      three(() => at + random.range(0, side)),
      [1, 1, 1],
    );
  return crowd;
}

function key(a: number, b: number): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
