/** Our own arctangent against one in integers of 200 bits. */
import { describe, expect, it } from 'vitest';
import { angleOfVector } from '../../src/math/arctangent.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';

const SEED = seedFromEnv(20261601);

const BITS = 200n;
const ONE = 1n << BITS;

function root(n: bigint): bigint {
  let x = 1n << BigInt(Math.ceil(n.toString(2).length / 2));
  for (;;) {
    const y = (x + n / x) >> 1n;
    if (y >= x) return x;
    x = y;
  }
}

/** A double as an integer times 2^-1074. */
function exact(x: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const exponent = (bits >> 52n) & 0x7ffn;
  const mantissa = bits & 0xfffffffffffffn;
  const size = exponent === 0n ? mantissa : (mantissa | (1n << 52n)) << (exponent - 1n);
  return x < 0 ? -size : size;
}

/** atan(y/x) for 0 ≤ y ≤ x, x > 0, times 2^200. */
function atan(y: bigint, x: bigint): bigint {
  let t = (y << BITS) / x;
  // Four halvings of the angle: tan(a/2) = t/(1 + √(1 + t²)).
  for (let k = 0; k < 4; k++) t = (t << BITS) / (ONE + root(ONE * ONE + t * t));
  const z = (t * t) >> BITS;
  let power = t;
  let sum = 0n;
  for (let k = 0n; power !== 0n; k++) {
    sum += ((k & 1n) === 0n ? power : -power) / (2n * k + 1n);
    power = (power * z) >> BITS;
  }
  return sum << 4n;
}

function reference(y: number, x: number): bigint {
  const [ay, ax] = [exact(Math.abs(y)), exact(Math.abs(x))];
  const quarter = 2n * atan(1n, 1n);
  let angle = ay <= ax ? atan(ay, ax) : quarter - atan(ax, ay);
  if (x < 0) angle = 2n * quarter - angle;
  return y < 0 ? -angle : angle;
}

/** How far a result is off, in ulps of it. */
function ulpsOff(y: number, x: number): number {
  const got = angleOfVector(y, x);
  const truth = reference(y, x);
  // The result, and an ulp of it, times 2^200.
  const scale = 1074n - BITS;
  const off = exact(got) - (truth << scale);
  const ulp = exact(2 ** (Math.floor(Math.log2(Math.abs(got))) - 52));
  return Math.abs(Number((1000n * off) / ulp)) / 1000;
}

describe(`the angle of a vector (seed ${SEED})`, () => {
  it('is off by less than 2 ulp in all directions', () => {
    const rng = new Rng(SEED);
    let worst = 0;
    for (let i = 0; i < runs(20000); i++) {
      const [y, x] = rng.chance(0.5)
        ? [rng.range(-1, 1), rng.range(-1, 1)]
        : [rng.log(1e-9, 1) * rng.pick([1, -1]), rng.log(1e-9, 1) * rng.pick([1, -1])];
      worst = Math.max(worst, ulpsOff(y, x));
    }
    expect(worst).toBeLessThan(2);
  });

  it('is off by less than 2 ulp around the multiples of 1/16 where it changes to another part of its table', () => {
    const rng = new Rng(SEED, 1);
    let worst = 0;
    for (let i = 0; i < runs(4000); i++) {
      const t = (rng.int(17) / 16) * (1 + rng.range(-1, 1) * 2 ** -rng.int(53));
      const [y, x] = rng.chance(0.5) ? [t, 1] : [1, t];
      const scale = rng.log(1e-150, 1e150);
      if (t === 0) continue;
      worst = Math.max(worst, ulpsOff(scale * y * rng.pick([1, -1]), scale * x * rng.pick([1, -1])));
    }
    expect(worst).toBeLessThan(2);
  });

  it('has the right quadrants, and is 0 for the zero vector', () => {
    expect(angleOfVector(0, 1)).toBe(0);
    expect(angleOfVector(1, 0)).toBe(Math.PI / 2);
    expect(angleOfVector(0, -1)).toBe(Math.PI);
    expect(angleOfVector(-1, 0)).toBe(-Math.PI / 2);
    expect(angleOfVector(0, 0)).toBe(0);
    expect(angleOfVector(1, 1)).toBe(Math.PI / 4);
    expect(angleOfVector(-1, -1)).toBe((-3 * Math.PI) / 4);
  });

  it('is odd in y, and does not change with the length of the vector', () => {
    const rng = new Rng(SEED, 2);
    for (let i = 0; i < runs(2000); i++) {
      const [y, x] = [rng.range(-1, 1), rng.range(-1, 1)];
      expect(angleOfVector(-y, x)).toBe(-angleOfVector(y, x));
      expect(angleOfVector(y * 2 ** 400, x * 2 ** 400)).toBe(angleOfVector(y, x));
      expect(angleOfVector(y * 2 ** -400, x * 2 ** -400)).toBe(angleOfVector(y, x));
    }
  });
});
