/** Signs of determinants against integers of any length, where plain doubles cannot tell them. */
import { describe, expect, it } from 'vitest';
import { above, aboveAlong, compareSquares, turn, turnAlong } from '../../src/primitives/determinant.ts';
import { planeSide } from '../../src/primitives/plane-side.ts';
import { Rng, runs } from '../support/rng.ts';
import { toIntegers } from '../support/triangle-reference.ts';

const SEED = 20265;

type Row = readonly [bigint, bigint, bigint];

const det = ([a, b, c]: readonly [Row, Row, Row]): bigint =>
  a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
const sub = (a: Row, b: Row): Row => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const sign = (x: bigint): number => (x > 0n ? 1 : x < 0n ? -1 : 0);

/** Four points, the last of which is in the plane of the others but for rounding, in any order; sometimes in a line. */
function nearlyFlat(rng: Rng): Float64Array {
  const v = new Float64Array(12);
  const size = rng.pick([1, 1, 1e-3, 1e5]);
  const offset = rng.chance(0.3) ? rng.range(-1e3, 1e3) * size : 0;
  const digits = rng.pick([2, 2 ** 10, 2 ** 40]);
  for (let k = 0; k < 9; k++) v[k] = offset + (size * Math.round(rng.range(-1, 1) * digits)) / digits;
  const [s, t] = rng.chance(0.2) ? [0, rng.pick([0, 1, 0.5])] : [rng.range(-1, 2), rng.range(-1, 2)];
  for (let k = 0; k < 3; k++) v[9 + k] = v[k] + s * (v[3 + k] - v[k]) + t * (v[6 + k] - v[k]);
  if (rng.chance(0.3)) v[rng.int(12)] *= 1 + rng.pick([1, -1]) * 2 ** -52;
  const from = 3 * rng.int(4);
  for (let k = 0; k < 3; k++) [v[k], v[from + k]] = [v[from + k], v[k]];
  return v;
}

describe(`signs of determinants (seed ${SEED})`, () => {
  it('above and aboveAlong are exact', () => {
    const rng = new Rng(SEED);
    const seen = new Map<number, number>();
    for (let i = 0; i < runs(5000); i++) {
      const v = nearlyFlat(rng);
      const { p } = toIntegers(v.subarray(0, 9), v.subarray(3, 12));
      const { q } = toIntegers(v.subarray(0, 9), v.subarray(3, 12));
      const [a, b, c, d] = [p[0], p[1], p[2], q[2]];
      const expected = sign(det([sub(b, a), sub(c, a), sub(d, a)]));
      if (above(v, 0, 3, 6, 9) !== expected) expect.fail(`${i}: above [${v}] is not ${expected}`);
      seen.set(expected, (seen.get(expected) ?? 0) + 1);
      const along = sign(det([d, sub(b, a), sub(c, a)]));
      if (aboveAlong(v, 9, 0, 3, 6) !== along) expect.fail(`${i}: aboveAlong [${v}] is not ${along}`);
    }
    for (const s of [-1, 0, 1]) expect(seen.get(s) ?? 0).toBeGreaterThan(runs(5000) / 20);
  });

  it('turn and turnAlong are exact', () => {
    const rng = new Rng(SEED + 1);
    for (let i = 0; i < runs(5000); i++) {
      const v = nearlyFlat(rng);
      const [s, axis] = [rng.pick([0, 0.5, rng.next()]), rng.int(3)];
      for (let k = 0; k < 3; k++) v[6 + k] = v[k] + s * (v[3 + k] - v[k]);
      const { p, q } = toIntegers(v.subarray(0, 9), v.subarray(3, 12));
      const [x, y] = [(axis + 1) % 3, (axis + 2) % 3];
      const cross = (a: Row, b: Row): number => sign(a[x] * b[y] - a[y] * b[x]);
      const expected = cross(sub(p[1], p[0]), sub(p[2], p[0]));
      if (turn(v, axis, 0, 3, 6) !== expected) expect.fail(`${i}: turn ${axis} [${v}] is not ${expected}`);
      const along = cross(q[2], sub(p[1], p[0]));
      if (turnAlong(v, axis, 9, 0, 3) !== along) expect.fail(`${i}: turnAlong ${axis} [${v}] is not ${along}`);
    }
  });

  it('planeSide and compareSquares are exact', () => {
    const rng = new Rng(SEED + 2);
    const height = new Float64Array(2);
    for (let i = 0; i < runs(3000); i++) {
      const v = nearlyFlat(rng);
      const plane = Float64Array.from([v[0], v[1], v[2], v[0] * v[3] + v[1] * v[4] + v[2] * v[5]]);
      const { p, exponent } = toIntegers(v.subarray(0, 9), v.subarray(3, 12));
      const offset = toIntegers([...v.subarray(0, 8), plane[3]], v.subarray(3, 12));
      const shift = BigInt(exponent - offset.exponent);
      // All in units of the finer one, squared.
      const dot = (p[0][0] * p[1][0] + p[0][1] * p[1][1] + p[0][2] * p[1][2]) << (2n * shift);
      const expected = sign(dot - (offset.p[2][2] << BigInt(-offset.exponent)));
      if (planeSide(plane, v.subarray(3, 6), height) !== expected)
        expect.fail(`${i}: planeSide [${plane}], [${v}] is not ${expected}`);

      const r = rng.pick([0.5, 1, 3, 1 / 3, 0.1]);
      const [x, y] = [v.slice(3, 6).map((c) => c * r), v.slice(3, 6)];
      const exact = toIntegers([...x, ...y, r, 0, 0], new Float64Array(9));
      const square = (a: Row): bigint => a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
      const radius = exact.p[2][0];
      const unit = 1n << BigInt(-exact.exponent);
      const compared = sign(square(exact.p[0]) * unit * unit - radius * radius * square(exact.p[1]));
      if (compareSquares(x, r, y) !== compared) expect.fail(`${i}: compareSquares [${x}], ${r}, [${y}]`);
    }
  });
});
