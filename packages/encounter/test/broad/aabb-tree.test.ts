import { describe, expect, it } from 'vitest';
import { DynamicAabbTree } from '../../src/broad/aabb-tree.ts';
import { Rng } from '../support/rng.ts';
import { runConformance } from './conformance.ts';
import { runCrowds } from './crowd-tests.ts';
import { Crowd, three } from './crowds.ts';

runConformance('DynamicAabbTree', () => new DynamicAabbTree());
runCrowds('DynamicAabbTree', () => new DynamicAabbTree());

describe('DynamicAabbTree while its leaves get a new order', () => {
  // With 600 boxes there are no turns; 4,200 boxes have turns, and are searched in parts.
  for (const [count, updates, every] of [
    [600, 120, 7],
    [4200, 55, 18],
  ])
    it(`${count} boxes drift, come and go: all pairs, seed 31`, () => {
      const random = new Rng(31);
      const phase = new DynamicAabbTree<number>();
      const crowd = new Crowd(phase);
      const side = 2 * Math.cbrt(count);
      const anywhere = (): number[] => three(() => random.range(0, side));
      for (let i = 0; i < count; i++) crowd.add(anywhere(), [1, 1, 1]);
      const velocities = Array.from({ length: 2 * count }, () => three(() => random.range(-0.08, 0.08)));
      for (let update = 0; update < updates; update++) {
        for (const proxy of crowd.proxies) crowd.shift(proxy, velocities[proxy]);
        if (update % 5 === 0) {
          crowd.remove(crowd.proxies[random.int(count / 2)]);
          crowd.add(anywhere(), [1, 1, 1]);
        }
        if (update % every === 0) expect(crowd.check()).toBeGreaterThan(count / 20);
        else {
          phase.update();
          phase.validate();
        }
      }
      crowd.check();
      expect(phase.reorders).toBeGreaterThan(0);
    });
});
