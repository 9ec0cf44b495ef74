/** Sums of products without rounding, against BigInt. */
import { describe, expect, it } from 'vitest';
import { add, addProduct, difference, type Expansion, expansion, round, signOf } from '../../src/primitives/exact.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import { plus, type Q, q, sign, times, toNumber, ZERO } from './basic-rational.ts';

const SEED = seedFromEnv(1306);

const totalOf = (e: Expansion): Q => Array.from(e.subarray(1, 1 + e[0])).reduce((sum, x) => plus(sum, q(x)), ZERO);

/** Whether terms are in order of size and none reaches into the digits of the next. */
function separate(e: Expansion): boolean {
  for (let i = 1; i < e[0]; i++) {
    // The lowest digit of the larger is above the smaller.
    let digit = 1;
    while (!Number.isInteger(e[i + 1] / digit)) digit /= 2;
    while (Number.isInteger(e[i + 1] / (2 * digit))) digit *= 2;
    if (!(Math.abs(e[i]) < digit && e[i] !== 0)) return false;
  }
  return true;
}

describe(`expansions (seed ${SEED})`, () => {
  it('add, subtract and multiply without rounding, down to zero', () => {
    let zeros = 0;
    for (let n = 0; n < runs(400); n++) {
      const rng = new Rng(SEED, n);
      // Small integers, tenths and anything over many magnitudes.
      const draw = () =>
        n % 3 === 0
          ? rng.integer(-2, 2)
          : n % 3 === 1
            ? rng.integer(-9, 9) / 10
            : rng.range(-1, 1) * 2 ** rng.integer(-30, 30);
      const p = Float64Array.from({ length: 8 }, draw);
      const [a, b, sum] = [expansion(2), expansion(2), expansion(64)];
      let exact = ZERO;
      for (let i = 0; i < 4; i++) {
        const [j, k, l, m] = [rng.int(8), rng.int(8), rng.int(8), rng.int(8)];
        const minus = (x: number): Q => q(-x);
        difference(a, p, j, p, k);
        expect(sign(plus(totalOf(a), plus(minus(p[j]), q(p[k])))), `case ${n}`).toBe(0);
        difference(b, p, l, p, m);
        const s = rng.chance(0.5) ? 1 : -1;
        addProduct(sum, a, b, s);
        exact = plus(exact, times(q(s), times(plus(q(p[j]), minus(p[k])), plus(q(p[l]), minus(p[m])))));
        add(sum, p, j, -s);
        exact = plus(exact, q(-s * p[j]));
        expect(sign(plus(totalOf(sum), times(q(-1), exact))), `case ${n}`).toBe(0);
        expect(signOf(sum), `case ${n}`).toBe(sign(exact));
        expect(separate(sum), `case ${n}: ${sum.subarray(0, 1 + sum[0])}`).toBe(true);
        const rounded = new Float64Array(1);
        round(sum, rounded, 0);
        const near = toNumber(exact);
        expect(Math.abs(rounded[0] - near), `case ${n}`).toBeLessThanOrEqual(4e-16 * Math.abs(near));
        if (signOf(sum) === 0) zeros++;
      }
    }
    expect(zeros).toBeGreaterThan(0);
  });
});
