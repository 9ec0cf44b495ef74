/** The exact test of two triangles against integers of any length: no tolerance anywhere. */
import { describe, expect, it } from 'vitest';
import { trianglesMeet } from '../../src/primitives/triangle-triangle.ts';
import { Rng, runs } from '../support/rng.ts';
import { meet } from '../support/triangle-reference.ts';
import { KINDS, ORDERS, reorder } from './triangles.ts';

const SEED = 20261;
const COUNT: Record<string, number> = { grid: 30_000, 'tight grid': 20_000, 'segments and points': 10_000 };

describe(`trianglesMeet (seed ${SEED})`, () => {
  for (const [kind, make] of Object.entries(KINDS)) {
    it(`is exact: ${kind}`, () => {
      const rng = new Rng(SEED);
      const count = runs(COUNT[kind] ?? 3000);
      for (let k = 0; k < count; k++) {
        const { p, q } = make(rng);
        const answer = trianglesMeet(p, q);
        if (answer !== meet(p, q)) expect.fail(`${k}: got ${answer} for [${p}], [${q}]`);
      }
    });

    it(`does not depend on the order: ${kind}`, () => {
      const rng = new Rng(SEED + 1);
      for (let k = 0; k < runs(300); k++) {
        const { p, q } = make(rng);
        const answer = trianglesMeet(p, q);
        for (const orderP of ORDERS) {
          for (const orderQ of ORDERS) {
            const a = reorder(p, orderP);
            const b = reorder(q, orderQ);
            if (trianglesMeet(a, b) !== answer) expect.fail(`${k}: [${a}], [${b}] is not ${answer}`);
            if (trianglesMeet(b, a) !== answer) expect.fail(`${k}: [${b}], [${a}] is not ${answer}`);
          }
        }
      }
    });
  }

  it('tells a gap of one ulp from touching, far from the origin', () => {
    const p = new Float64Array([1e6, 0, 0, 1e6, 1, 0, 1e6, 0, 1]);
    const q = new Float64Array([1e6, 0.25, 0.25, 1e6 + 1, 3, 0.5, 1e6 + 1, -2, 0.5]);
    expect(trianglesMeet(p, q)).toBe(true);
    q[0] += 2 ** -33;
    expect(trianglesMeet(p, q)).toBe(false);
  });
});
