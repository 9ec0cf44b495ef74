/** Boxes along the axes whose gap is no more than the rounding of their sizes: the normal is a unit vector all the same. */
import { expect, it } from 'vitest';
import { judgeAligned } from '../../src/clash/aligned-pair.ts';
import { Verdict } from '../../src/clash/verdict.ts';

it('has a unit normal where boxes of thousandths touch', () => {
  // The gap was computed in two orders, |d| − p − q and |d| − (p + q), which round differently: normals of length 0.75 and √2.
  const verdict = new Verdict();
  let gaps = 0;
  for (let i = 1; i < 40; i++)
    for (let j = 1; j < 40; j++) {
      const [p, q] = [Float64Array.of(0.001 * i, 0.002, 0.003), Float64Array.of(0.001 * j, 0.0015, 0.0005 * j)];
      const d = Float64Array.of(0.001 * (i + j), 0.0035, 0.0001 * j);
      judgeAligned(p, q, d, 1e-9, verdict.clear());
      expect(verdict.kind, `${i}, ${j}`).toBe('touch');
      expect(Math.hypot(...verdict.normal), `${i}, ${j}`).toBeCloseTo(1, 12);
      if (Math.abs(d[0]) > p[0] + q[0] || Math.abs(d[1]) > p[1] + q[1]) gaps++;
    }
  expect(gaps).toBeGreaterThan(20);
});
