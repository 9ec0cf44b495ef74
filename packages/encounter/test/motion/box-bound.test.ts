/** The bound of two moving boxes: never later than their first contact. And the queue of the walk: earliest first. */
import { describe, expect, it } from 'vitest';
import { Box, Collider, intersects, type Motion, placeAlong } from '../../src/index.ts';
import { Path } from '../../src/math/path.ts';
import { BoxBound } from '../../src/motion/box-bound.ts';
import { EarliestFirst } from '../../src/motion/earliest-first.ts';
import { readMotion } from '../../src/motion/motion.ts';
import { Rng, runs } from '../support/rng.ts';

const SEED = 20261118;

type Triple = [number, number, number];

const triple = (rng: Rng, by: number): Triple => [rng.range(-by, by), rng.range(-by, by), rng.range(-by, by)];

describe('BoxBound', () => {
  it(`no two boxes meet before the time that it gives, seed ${SEED}`, () => {
    const rng = new Rng(SEED);
    const bound = new BoxBound();
    let advanced = 0;
    let apart = 0;
    for (let k = 0; k < runs(1000); k++) {
      const make = () =>
        new Collider(new Box([rng.range(0.1, 2), rng.range(0.1, 2), rng.range(0.1, 2)]), {
          position: triple(rng, 5),
          orientation: rng.quaternion(),
        });
      const a = make();
      const b = make();
      // A ends about where B is, so most pairs meet on the way.
      const p = a.getMatrix();
      const q = b.getMatrix();
      const off = triple(rng, 1.5);
      const moveA: Motion = {
        translation: [q[12] - p[12] + off[0], q[13] - p[13] + off[1], q[14] - p[14] + off[2]],
        rotation: triple(rng, 3),
      };
      const moveB: Motion = k % 3 === 0 ? {} : { rotation: triple(rng, 3), center: triple(rng, 5) };
      const pathA = readMotion('a', moveA, a, new Path());
      const pathB = readMotion('b', moveB, b, new Path());
      const from = rng.range(0, 0.5);
      bound.of(a, pathA, b, pathB, new Float64Array([1e-14]));
      bound.time[0] = from;
      bound.time[1] = 1;
      const may = bound.mayMeet(a, b);
      const until = may ? bound.time[0] : 1;
      if (may && until > from) advanced++;
      if (!may) apart++;
      // A contact within the bound would be at least as long as the steps of this sample, most of the time.
      for (let i = 0; i <= 60; i++) {
        const t = from + ((until - from) * i) / 60 - (i === 60 && may ? 1e-9 : 0);
        placeAlong(a.setMatrix(p), moveA, t);
        placeAlong(b.setMatrix(q), moveB, t);
        if (t > from && intersects(a, b)) expect.fail(`case ${k}: in contact at ${t}, said to be apart until ${until}`);
      }
    }
    expect(advanced).toBeGreaterThan(runs(1000) / 20);
    expect(apart).toBeGreaterThan(runs(1000) / 20);
  });
});

describe('EarliestFirst', () => {
  it(`gives pairs in the order of their times, seed ${SEED}`, () => {
    const rng = new Rng(SEED);
    const queue = new EarliestFirst();
    const waiting: number[] = [];
    for (let k = 0; k < 2000; k++) {
      if (waiting.length > 0 && rng.range(0, 1) < 0.4) {
        queue.pop();
        const least = Math.min(...waiting);
        expect(queue.time[0]).toBe(least);
        expect([queue.a, queue.b]).toEqual([Math.floor(least * 1e6), 0]);
        waiting.splice(waiting.indexOf(least), 1);
      } else {
        const t = rng.range(0, 1);
        queue.time[0] = t;
        queue.push(Math.floor(t * 1e6), 0);
        waiting.push(t);
      }
      expect(queue.count).toBe(waiting.length);
    }
  });
});
