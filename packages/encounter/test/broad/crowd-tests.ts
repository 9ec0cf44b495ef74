/** What the tree and the grid are tested for beyond conformance: each by its own file, with the same crowds. */
import { describe, expect, it } from 'vitest';
import { ENTRY, MovingBox } from '../../src/broad/moving-box.ts';
import type { TrackedPairs } from '../../src/broad/tracked-pairs.ts';
import { Rng } from '../support/rng.ts';
import { Crowd, equalBoxes, three } from './crowds.ts';

const SIZE = [1, 1, 1];

export function runCrowds(name: string, make: () => TrackedPairs<number>): void {
  describe(`${name} with crowds`, () => {
    for (const part of [1, 0.1, 0.01])
      it(`800 boxes of which ${100 * part} % drift for 25 updates, seed 21`, () => {
        const random = new Rng(21);
        const crowd = equalBoxes(make(), random, 800);
        const velocities = crowd.proxies.map(() => three(() => random.range(-0.1, 0.1)));
        for (let frame = 0; frame < 25; frame++) {
          for (const proxy of crowd.proxies) if (random.next() < part) crowd.shift(proxy, velocities[proxy]);
          expect(crowd.check()).toBeGreaterThan(200);
        }
      });

    it('boxes that jump, come and go, seed 22', () => {
      const random = new Rng(22);
      const crowd = equalBoxes(make(), random, 600);
      for (const part of [0, 0.01, 0.02, 0.5, 0.01, 0.9, 0.01]) {
        for (const proxy of crowd.proxies) {
          const dice = random.next() / part;
          if (dice < 0.4)
            crowd.write(
              proxy,
              three(() => random.range(0, 17)),
              SIZE,
            );
          else if (dice < 1) crowd.remove(proxy);
        }
        for (let i = 0; i < 300 * part; i++)
          crowd.add(
            three(() => random.range(0, 17)),
            SIZE,
          );
        crowd.check();
      }
    });

    it('boxes that differ by less than single precision, on lattices of ulps, seed 23', () => {
      const random = new Rng(23);
      for (const at of [0, 1, 1000, 1e6]) {
        const crowd = new Crowd(make());
        const ulp = Math.max(at, 1) * Number.EPSILON;
        const place = (): number[] => three(() => at + random.int(3) + (random.int(5) - 2) * ulp);
        for (let i = 0; i < 60; i++) crowd.add(place(), SIZE);
        for (let frame = 0; frame < 12; frame++) {
          crowd.check();
          for (const proxy of crowd.proxies) if (random.next() < 0.5) crowd.write(proxy, place(), SIZE);
        }
      }
    });

    it('−0 touches 0', () => {
      const crowd = new Crowd(make());
      const a = crowd.add([-1, -1, -1], SIZE);
      const b = crowd.add([0, 0, 0], SIZE);
      const { boxes } = crowd.phase.proxies;
      for (let i = 0; i < 4; i++) {
        boxes.fill(i % 2 === 0 ? -0 : 0, 6 * a + 3, 6 * a + 6);
        boxes.fill(i < 2 ? -0 : 0, 6 * b, 6 * b + 3);
        crowd.phase.touch(a);
        crowd.phase.touch(b);
        expect(crowd.check()).toBe(1);
      }
    });

    it('a crowd that moves far away as a whole keeps its pairs, seed 24', () => {
      const random = new Rng(24);
      const crowd = equalBoxes(make(), random, 200);
      const count = crowd.check();
      const { events } = crowd;
      // Powers of two, so that sums of the coordinates, rounded to 2^-20 first, are exact.
      const { boxes } = crowd.phase.proxies;
      for (let i = 0; i < boxes.length; i++) boxes[i] = Math.round(boxes[i] * 2 ** 20) / 2 ** 20;
      for (const proxy of crowd.proxies) crowd.phase.touch(proxy);
      const rounded = crowd.check();
      for (const by of [2 ** 10, 2 ** 20, 2 ** 24]) {
        for (const proxy of crowd.proxies) crowd.shift(proxy, [by, -by, by]);
        // Enough newcomers for a tree to be built anew.
        for (let i = 0; i < 80; i++) crowd.add([-by, i * 10, 0], SIZE);
        crowd.check();
        for (const proxy of crowd.proxies) if (crowd.phase.proxies.boxes[6 * proxy] < 0) crowd.remove(proxy);
        expect(crowd.check()).toBe(rounded);
      }
      expect(crowd.events - events).toBeLessThanOrEqual(Math.abs(count - rounded) + 4);
    });

    it('every size from 1e-300 to 1e300 and none, seed 25', () => {
      const random = new Rng(25);
      const crowd = new Crowd(make());
      const size = (): number => (random.next() < 0.2 ? 0 : 10 ** random.range(-300, 300));
      for (let i = 0; i < 150; i++)
        crowd.add(
          three(() => random.pick([-1, 1]) * size()),
          three(size),
        );
      for (let frame = 0; frame < 5; frame++) {
        crowd.check();
        for (const proxy of crowd.proxies)
          if (random.next() < 0.3)
            crowd.write(
              proxy,
              three(() => random.pick([-1, 1]) * size()),
              three(size),
            );
      }
    });

    it('bounded boxes become boundless and bounded again, seed 26', () => {
      const random = new Rng(26);
      const crowd = equalBoxes(make(), random, 120);
      for (let frame = 0; frame < 20; frame++) {
        for (const proxy of crowd.proxies) {
          const dice = random.next();
          if (dice < 0.05) crowd.write(proxy, [-Infinity, -Infinity, -1], [Infinity, Infinity, 2]);
          else if (dice < 0.1)
            crowd.write(
              proxy,
              three(() => random.range(0, 10)),
              [1, Infinity, 1],
            );
          else if (dice < 0.4)
            crowd.write(
              proxy,
              three(() => random.range(0, 10)),
              SIZE,
            );
          else if (dice < 0.42) crowd.remove(proxy);
        }
        crowd.check();
      }
    });

    it('many in one place', () => {
      const crowd = new Crowd(make());
      for (let i = 0; i < 40; i++) crowd.add([3, 3, 3], [0, 0, 0]);
      expect(crowd.check()).toBe(780);
      for (const proxy of crowd.proxies) crowd.shift(proxy, [1, 0, 0]);
      expect(crowd.check()).toBe(780);
      expect(crowd.events).toBe(780);
    });

    it('rays visit boxes from near to far, and stop at what a visit returns', () => {
      const random = new Rng(27);
      const crowd = equalBoxes(make(), random, 1000);
      const from = { x: -1, y: -1, z: 0 };
      const to = { x: 21, y: 21, z: 20 };
      const entries: number[] = [];
      const ray = new MovingBox();
      ray.setRay(from, to);
      crowd.phase.rayCast(from, to, (p) => {
        expect(ray.meets(crowd.phase.proxies.boxes, 6 * p)).toBe(true);
        entries.push(ray.line[ENTRY]);
        return undefined;
      });
      expect(entries.length).toBeGreaterThan(3);
      expect(entries).toEqual([...entries].sort((a, b) => a - b));
      const first: number[] = [];
      crowd.phase.rayCast(from, to, (p) => {
        first.push(p);
        return 0;
      });
      expect(first.length).toBe(1);
    });
  });
}
