/**
 * What every broad phase must do, tested against lists of boxes and all pairs of them.
 *
 * Operations are drawn from a seed. After each update the events so far must add up to the pairs that overlap; queries are
 * compared with all boxes; rays and sweeps must visit every box that the segment or moving box meets, none that it misses by more than
 * rounding, and in the order in which they are entered.
 */
import { describe, expect, it } from 'vitest';
import type { BoxProxy, BroadPhase } from '../../src/broad/broad-phase.ts';
import { Rng, runs } from '../support/rng.ts';
import { type Box, box, WORLDS, type World } from './worlds.ts';

type Make = () => BroadPhase<string>;
type Point = { x: number; y: number; z: number };

const AXES = ['x', 'y', 'z'] as const;

export function boxesOverlap(a: Box, b: Box): boolean {
  return AXES.every((k) => a.min[k] <= b.max[k] && b.min[k] <= a.max[k]);
}

/** Times at which a moving box enters and leaves a box blown up by `slack`; enter > leave if it misses it. */
function slabs({ min, max }: Box, moving: Box, motion: Point, slack: number): { enter: number; leave: number } {
  let enter = 0;
  let leave = 1;
  for (const k of AXES) {
    const r = motion[k];
    const low = min[k] - slack - moving.max[k];
    const high = max[k] + slack - moving.min[k];
    if (r === 0) {
      if (low > 0 || high < 0) return { enter: Infinity, leave: 0 };
      continue;
    }
    enter = Math.max(enter, r > 0 ? low / r : high / r);
    leave = Math.min(leave, r > 0 ? high / r : low / r);
  }
  return { enter, leave };
}

/** Drives a broad phase and keeps what it should know. */
class Model {
  readonly phase: BroadPhase<string>;
  readonly random: Rng;
  readonly boxes = new Map<string, { proxy: BoxProxy; box: Box }>();
  /** Pairs by the events so far. */
  readonly told = new Set<string>();
  /** Everything that was told or visited, in order. */
  readonly log: string[] = [];
  #names = 0;

  constructor(make: Make, seed: number) {
    this.phase = make();
    this.random = new Rng(seed);
    this.phase.onBegin = (a, b) => {
      const pair = pairOf(a, b);
      if (this.told.has(pair)) throw new Error(`${pair} begins twice`);
      this.told.add(pair);
      this.log.push(`+${a},${b}`);
    };
    this.phase.onEnd = (a, b) => {
      if (!this.told.delete(pairOf(a, b))) throw new Error(`${pairOf(a, b)} ends without having begun`);
      this.log.push(`-${a},${b}`);
    };
  }

  add(b: Box): string {
    const name = `b${this.#names++}`;
    this.boxes.set(name, { proxy: this.phase.add(b.min, b.max, name), box: b });
    return name;
  }

  move(name: string, b: Box): void {
    const entry = this.boxes.get(name)!;
    this.phase.move(entry.proxy, b.min, b.max);
    entry.box = b;
  }

  remove(name: string): void {
    this.phase.remove(this.boxes.get(name)!.proxy);
    this.boxes.delete(name);
  }

  pick(): string {
    return this.random.pick([...this.boxes.keys()]);
  }

  /** Pairs that overlap, by testing all. */
  pairs(): Set<string> {
    const pairs = new Set<string>();
    const list = [...this.boxes];
    for (let i = 0; i < list.length; i++)
      for (let j = 0; j < i; j++)
        if (boxesOverlap(list[i][1].box, list[j][1].box)) pairs.add(pairOf(list[i][0], list[j][0]));
    return pairs;
  }

  checkPairs(): void {
    this.phase.update();
    this.phase.validate?.();
    const expected = [...this.pairs()].sort();
    expect([...this.told].sort()).toEqual(expected);
    expect([...this.phase.pairs()].map(([a, b]) => pairOf(a, b)).sort()).toEqual(expected);
    expect(this.phase.size).toBe(this.boxes.size);
  }

  checkQuery(b: Box): void {
    const found: string[] = [];
    this.phase.query(b.min, b.max, (name) => {
      found.push(name);
      return undefined;
    });
    this.log.push(`?${found}`);
    const expected = [...this.boxes].filter(([, entry]) => boxesOverlap(entry.box, b)).map(([name]) => name);
    expect(found.sort()).toEqual(expected.sort());
  }

  /** Visits stop the segment at a place drawn within each box, as hits of what is in it would. */
  checkRay(from: Point, to: Point, stopping: boolean): void {
    const motion = { x: to.x - from.x, y: to.y - from.y, z: to.z - from.z };
    this.#checkWalk({ min: from, max: from }, motion, stopping, (visit) => this.phase.rayCast(from, to, visit));
  }

  checkSweep(moving: Box, motion: Point, stopping: boolean): void {
    this.#checkWalk(moving, motion, stopping, (visit) => this.phase.sweep(moving.min, moving.max, motion, visit));
  }

  #checkWalk(
    moving: Box,
    motion: Point,
    stopping: boolean,
    walk: (visit: (name: string) => number | undefined) => void,
  ): void {
    const sizes = AXES.flatMap((k) => [moving.min[k], moving.max[k], motion[k]].map(Math.abs)).filter(Number.isFinite);
    const slack = 1e-14 * Math.max(1, ...sizes);
    const visited = new Set<string>();
    let reach = 1;
    let last = 0;
    walk((name) => {
      if (visited.has(name)) throw new Error(`${name} is visited twice`);
      visited.add(name);
      const { box } = this.boxes.get(name)!;
      const { enter, leave } = slabs(box, moving, motion, slack);
      if (!(enter <= leave * (1 + 1e-14))) throw new Error(`${name} is visited but missed`);
      if (!(enter <= reach * (1 + 1e-14))) throw new Error(`${name} is visited, entered at ${enter} behind ${reach}`);
      const exact = slabs(box, moving, motion, 0).enter;
      if (!(exact >= last)) throw new Error(`${name} is visited after a box that is entered later`);
      last = exact;
      if (!stopping || this.random.next() < 0.5) return undefined;
      const t = this.random.range(Math.max(0, enter), Math.max(leave, 0));
      reach = Math.min(reach, t);
      return t;
    });
    this.log.push(`/${[...visited]}`);
    for (const [name, entry] of this.boxes) {
      const { enter, leave } = slabs(entry.box, moving, motion, 0);
      if (enter <= leave && enter <= reach && !visited.has(name))
        throw new Error(`${name} is met at ${enter} but not visited`);
    }
  }

  /** A segment that starts or ends in a box, or on one of its corners, or runs along an axis. */
  segment(): [Point, Point] {
    const end = (): Point => {
      if (this.boxes.size === 0 || this.random.next() < 0.3) return point(this.random, -2, 8);
      const { min, max } = this.boxes.get(this.pick())!.box;
      const p = { x: 0, y: 0, z: 0 };
      for (const k of AXES) {
        const low = Math.max(min[k], -9);
        const high = Math.max(low, Math.min(max[k], 1e7));
        p[k] = this.random.pick([low, high, (low + high) / 2]);
      }
      return p;
    };
    const from = end();
    const to = end();
    for (const k of AXES) if (this.random.next() < 0.15) to[k] = from[k];
    return [from, to];
  }

  /** A box, a point, a flat or a boundless box, and a motion: along an axis at times, none, or longer than the world. */
  swept(world: World): [Box, Point] {
    const { random } = this;
    const [from, to] = this.segment();
    const motion = { x: to.x - from.x, y: to.y - from.y, z: to.z - from.z };
    const by = random.pick([0, 1, 1, 1, 1, 100]);
    for (const k of AXES) motion[k] *= by;
    const made = random.next() < 0.5 ? world.make(random) : this.boxes.get(this.pick())!.box;
    const moving = { min: { ...made.min }, max: { ...made.max } };
    for (const k of AXES) {
      const kind = random.next();
      if (kind < 0.1 && moving.min[k] > -Infinity) moving.max[k] = moving.min[k];
      else if (kind < 0.13) moving.min[k] = -Infinity;
      else if (kind < 0.16) moving.max[k] = Infinity;
    }
    return [moving, motion];
  }

  step(world: World): void {
    const { random } = this;
    const kind = random.next();
    const count = this.boxes.size;
    if (count < 3 || kind < 0.12) this.add(world.make(random));
    else if (kind < 0.2) this.remove(this.pick());
    else if (kind < 0.7) {
      const name = this.pick();
      this.move(name, world.nudge(this.boxes.get(name)!.box, random));
    } else if (kind < 0.78) this.move(this.pick(), world.make(random));
    else if (kind < 0.82)
      for (const name of [...this.boxes.keys()]) this.move(name, world.nudge(this.boxes.get(name)!.box, random));
    else if (kind < 0.9) this.checkPairs();
    else if (kind < 0.95) this.checkQuery(random.next() < 0.5 ? world.make(random) : this.boxes.get(this.pick())!.box);
    else if (kind < 0.975) this.checkRay(...this.segment(), random.next() < 0.5);
    else this.checkSweep(...this.swept(world), random.next() < 0.5);
  }
}

function pairOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

function point(random: Rng, from: number, to: number): Point {
  return { x: random.range(from, to), y: random.range(from, to), z: random.range(from, to) };
}

const origin = { x: 0, y: 0, z: 0 };
const one = { x: 1, y: 1, z: 1 };

export function runConformance(name: string, make: Make): void {
  describe(name, () => {
    for (const world of WORLDS)
      for (const seed of [1, 2, 3])
        it(`${world.name}: 1,000 operations, seed ${seed}`, () => {
          const model = new Model(make, seed);
          for (let i = 0; i < 10 * seed * seed; i++) model.add(world.make(model.random));
          for (let i = 0; i < runs(1000); i++) model.step(world);
          for (const one of [...model.boxes.keys()]) model.remove(one);
          model.checkPairs();
          expect(model.told.size).toBe(0);
        });

    for (const world of WORLDS)
      it(`${world.name}: hundreds at once, moving, thrown and removed, seed 7`, () => {
        const model = new Model(make, 7);
        const { random } = model;
        for (let i = 0; i < 300; i++) model.add(world.make(random));
        model.checkPairs();
        for (const part of [1, 0.05, 1, 0.3, 0.02, 1]) {
          for (const one of [...model.boxes.keys()])
            if (random.next() < part) model.move(one, world.nudge(model.boxes.get(one)!.box, random));
          model.checkPairs();
          model.checkQuery(world.make(random));
          model.checkRay(...model.segment(), false);
          for (const stopping of [false, true]) model.checkSweep(...model.swept(world), stopping);
        }
        for (const part of [0.01, 0.1, 0.6, 1]) {
          for (const one of [...model.boxes.keys()]) if (random.next() < part) model.move(one, world.make(random));
          model.checkPairs();
        }
        for (const part of [0.02, 0.5]) {
          for (const one of [...model.boxes.keys()]) if (random.next() < part) model.remove(one);
          for (let i = 0; i < 100 * part; i++) model.add(world.make(random));
          model.checkPairs();
        }
      });

    it('thousands of boxes that pass each other and jump, seed 11', () => {
      const model = new Model(make, 11);
      const { random } = model;
      const small = (x: number): Box => {
        const p = [x, random.range(0, 40), random.range(0, 40)];
        return box(
          p,
          p.map((c) => c + 0.8),
        );
      };
      // Two clouds far apart, one of which is moved through the other as a whole.
      const names = Array.from({ length: 1200 }, (_, i) => model.add(small((i % 2) * 100 + random.range(0, 40))));
      model.checkPairs();
      names.forEach((one, i) => {
        const { min, max } = model.boxes.get(one)!.box;
        const by = i % 2 ? -170 : 0;
        model.move(one, { min: { ...min, x: min.x + by }, max: { ...max, x: max.x + by } });
      });
      model.checkPairs();
      for (let i = 0; i < 20; i++) model.move(random.pick(names), small(random.range(-80, 40)));
      model.checkPairs();
      for (const one of names.slice(0, 400)) model.move(one, small(random.range(-80, 40)));
      model.checkPairs();
      for (const one of names.slice(0, 700)) model.remove(one);
      model.checkPairs();
    });

    it('the same operations give the same events and visits in the same order', () => {
      const run = (world: World): string[] => {
        const model = new Model(make, 5);
        for (let i = 0; i < 60; i++) model.add(world.make(model.random));
        for (let i = 0; i < runs(600); i++) model.step(world);
        return model.log;
      };
      for (const world of WORLDS) expect(run(world)).toEqual(run(world));
    });

    it('touching is overlapping: at a face, an edge, a corner; points too', () => {
      for (const [x, y, z] of [
        [1, 0, 0],
        [1, 1, 0],
        [1, 1, 1],
        [-1, 1, -1],
      ]) {
        const model = new Model(make, 1);
        model.add(box([0, 0, 0], [1, 1, 1]));
        const other = model.add(box([x, y, z], [x + 1, y + 1, z + 1]));
        model.checkPairs();
        expect(model.told.size).toBe(1);
        model.move(other, box([x * 1.0001, y, z], [x * 1.0001 + 1, y + 1, z + 1]));
        model.checkPairs();
        expect(model.told.size).toBe(0);
        const dot = model.add(box([0.5, 1, 0.5], [0.5, 1, 0.5]));
        const twin = model.add(box([0.5, 1, 0.5], [0.5, 1, 0.5]));
        model.checkPairs();
        expect(model.told).toContain(pairOf(dot, twin));
        model.checkQuery(box([0.5, 1, 0.5], [0.5, 1, 0.5]));
      }
    });

    it('a pair that comes and goes between updates is no event; one that parts and meets again neither', () => {
      const model = new Model(make, 1);
      const a = model.add(box([0, 0, 0], [1, 1, 1]));
      const b = model.add(box([5, 0, 0], [6, 1, 1]));
      model.checkPairs();
      model.move(b, box([0.5, 0, 0], [1.5, 1, 1]));
      model.move(b, box([-5, 0, 0], [-4, 1, 1]));
      model.checkPairs();
      expect(model.log).toEqual([]);
      model.move(b, box([0.5, 0, 0], [1.5, 1, 1]));
      model.checkPairs();
      model.move(a, box([9, 9, 9], [10, 10, 10]));
      model.move(a, box([0, 0, 0.5], [1, 1, 1.5]));
      model.checkPairs();
      expect(model.log.length).toBe(1);
      // Through a box from one side to the other within one update.
      model.move(b, box([-3, 0, 0], [-2, 1, 1]));
      model.checkPairs();
      model.move(b, box([3, 0, 0], [4, 1, 1]));
      model.checkPairs();
      expect(model.log.length).toBe(2);
    });

    it('added and removed before anyone looked: nothing is told; a number used again is another box', () => {
      const model = new Model(make, 1);
      model.add(box([0, 0, 0], [1, 1, 1]));
      const brief = model.add(box([0, 0, 0], [1, 1, 1]));
      model.remove(brief);
      model.checkPairs();
      expect(model.log).toEqual([]);
      for (let i = 0; i < 50; i++) {
        const guest = model.add(box([0, 0, 0], [1, 1, 1]));
        if (i % 2 === 0) model.checkPairs();
        model.remove(guest);
        const next = model.add(box([i % 3, 0, 0], [i % 3, 1, 1]));
        model.checkPairs();
        model.remove(next);
        if (i % 5 === 0) model.checkPairs();
      }
      model.checkPairs();
      expect(model.told.size).toBe(0);
    });

    it('any payload will do, also undefined and equal ones', () => {
      const phase = make() as BroadPhase<unknown>;
      let begun = 0;
      phase.onBegin = () => begun++;
      const p = phase.add(origin, one, undefined);
      phase.add(origin, one, undefined);
      phase.update();
      expect([phase.size, begun]).toEqual([2, 1]);
      phase.remove(p);
      expect(phase.size).toBe(1);
    });

    it('refuses NaN, boxes inside out, proxies it does not have', () => {
      const model = new Model(make, 1);
      const a = model.add(box([0, 0, 0], [1, 1, 1]));
      const { phase } = model;
      const { proxy } = model.boxes.get(a)!;
      expect(() => phase.add({ x: Number.NaN, y: 0, z: 0 }, one, 'bad')).toThrow(/NaN/);
      expect(() => phase.add(origin, { x: 1, y: Number.NaN, z: 1 }, 'bad')).toThrow(RangeError);
      expect(() => phase.add({ x: 0, y: 0, z: 2 }, one, 'bad')).toThrow(RangeError);
      expect(() => phase.move(proxy, { x: 2, y: 0, z: 0 }, one)).toThrow(RangeError);
      expect(() => phase.move(proxy, origin, { x: 1, y: 1, z: Number.NaN })).toThrow(RangeError);
      for (const unknown of [proxy + 1, -1, 0.5, Number.NaN, 1e9]) {
        expect(() => phase.move(unknown, origin, one)).toThrow(RangeError);
        expect(() => phase.remove(unknown)).toThrow(RangeError);
      }
      // Nothing of it has left a trace.
      model.checkPairs();
      model.checkQuery(box([-5, -5, -5], [5, 5, 5]));
      model.remove(a);
      expect(() => phase.remove(proxy)).toThrow(RangeError);
      expect(() => phase.move(proxy, origin, one)).toThrow(RangeError);
      model.checkPairs();
      expect(() => phase.remove(proxy)).toThrow(RangeError);
    });

    it('corners and ends of segments are [x, y, z], typed arrays, or objects, all the same', () => {
      // Arrays have no x: "min must not exceed max" was said of them, queries found nothing and rays met nothing.
      const forms = [
        ({ x, y, z }: Point) => [x, y, z] as const,
        ({ x, y, z }: Point) => new Float32Array([x, y, z]),
        (p: Point) => p,
      ];
      for (const form of forms) {
        const phase = make();
        const at = (x: number) => form({ x, y: x, z: x });
        const a = phase.add(at(0), at(1), 'a');
        phase.add(at(2), form({ x: Infinity, y: Infinity, z: Infinity }), 'b');
        expect([...phase.pairs()]).toEqual([]);
        phase.move(a, at(1.5), at(2));
        expect([...phase.pairs()].map((pair) => [...pair].sort())).toEqual([['a', 'b']]);
        const found: string[] = [];
        phase.query(at(1.75), at(1.875), (name) => void found.push(name));
        phase.rayCast(at(1.25), at(1.75), (name) => void found.push(name));
        expect(found).toEqual(['a', 'a']);
        expect(() => phase.add(at(1), at(0), 'c')).toThrow(/min must not exceed max/);
      }
    });

    it('what is no vector is a TypeError that names it', () => {
      const phase = make();
      const proxy = phase.add(origin, one, 'box');
      for (const bad of [undefined, null, 5, 'abc', [1, 2], [1, 2, 3, 4], [1, '2', 3], { x: 1, y: 2 }, { x: '1' }]) {
        const vector = bad as unknown as Point;
        const got = /must be \{x, y, z\} or \[x, y, z\], got/;
        for (const call of [
          () => phase.add(vector, one, 'bad'),
          () => phase.add(origin, vector, 'bad'),
          () => phase.move(proxy, vector, one),
          () => phase.move(proxy, origin, vector),
          () => phase.query(vector, one, () => undefined),
          () => phase.query(origin, vector, () => undefined),
          () => phase.rayCast(vector, one, () => undefined),
          () => phase.rayCast(origin, vector, () => undefined),
          () => phase.sweep(vector, one, one, () => undefined),
          () => phase.sweep(origin, vector, one, () => undefined),
          () => phase.sweep(origin, one, vector, () => undefined),
        ]) {
          expect(call, JSON.stringify(bad)).toThrow(TypeError);
          expect(call, JSON.stringify(bad)).toThrow(got);
        }
      }
      expect(phase.size).toBe(1);
      phase.validate?.();
    });

    it('pairs() brings itself up to date, and what changes while it is gone through does not show', () => {
      const model = new Model(make, 19);
      for (let i = 0; i < 60; i++) model.add(WORLDS[0].make(model.random));
      const expected = [...model.pairs()].sort();
      const seen: string[] = [];
      for (const [a, b] of model.phase.pairs()) {
        seen.push(pairOf(a, b));
        if (model.boxes.size > 5) model.remove(model.pick());
        model.add(WORLDS[0].make(model.random));
        model.phase.update();
      }
      expect(seen.sort()).toEqual(expected);
      expect(expected.length).toBeGreaterThan(10);
      model.checkPairs();
    });

    it('pairs() inside a visit, and without listeners', () => {
      const phase = make();
      phase.add(origin, one, 'a');
      phase.add(origin, one, 'b');
      const found: (readonly [string, string])[] = [];
      phase.query(origin, one, () => {
        found.push(...phase.pairs());
        return true;
      });
      expect(found.map((pair) => [...pair].sort())).toEqual([['a', 'b']]);
    });

    it('callbacks may add, move, remove, update and query', () => {
      const phase = make();
      const log: string[] = [];
      let guest: BoxProxy | null = null;
      const host = phase.add(origin, one, 'host');
      phase.onBegin = (a, b) => {
        log.push(`+${[a, b].sort()}`);
        if (guest === null) {
          guest = phase.add(origin, one, 'guest');
          phase.update();
          phase.query(origin, one, (name) => {
            if (name === 'guest') log.push('guest is seen');
            return undefined;
          });
        } else if (phase.size === 3) phase.remove(host);
      };
      phase.onEnd = (a, b) => {
        log.push(`-${[a, b].sort()}`);
        if (guest !== null && log.filter((line) => line.startsWith('-')).length === 1)
          phase.move(guest, { x: 7, y: 7, z: 7 }, { x: 8, y: 8, z: 8 });
      };
      phase.add(origin, one, 'visitor');
      for (let i = 0; i < 5; i++) {
        phase.update();
        phase.validate?.();
      }
      expect(log.slice(0, 2)).toEqual(['+host,visitor', 'guest is seen']);
      expect([...log].sort()).toEqual(
        [
          '+host,visitor',
          '+guest,host',
          '+guest,visitor',
          'guest is seen',
          '-guest,host',
          '-guest,visitor',
          '-host,visitor',
        ].sort(),
      );
    });

    it('a callback that throws: the error arrives, the other events are told later, nothing is lost', () => {
      const model = new Model(make, 3);
      const begin = model.phase.onBegin!;
      let fuse = 2;
      model.phase.onBegin = (a, b) => {
        begin(a, b);
        if (--fuse === 0) throw new Error('no more');
      };
      for (let i = 0; i < 5; i++) model.add(box([0, 0, 0], [1, 1, 1]));
      expect(() => model.phase.update()).toThrow('no more');
      model.checkPairs();
      expect(model.told.size).toBe(10);
    });

    it('visits may add, move, remove, query and cast', () => {
      const model = new Model(make, 9);
      const { random } = model;
      for (let i = 0; i < 40; i++) model.add(WORLDS[0].make(random));
      const everything = box([-99, -99, -99], [99, 99, 99]);
      const meddle = (): undefined => {
        const kind = random.int(5);
        if (kind === 0) model.add(WORLDS[0].make(random));
        else if (kind === 1 && model.boxes.size > 3) model.remove(model.pick());
        else if (kind === 2) model.move(model.pick(), WORLDS[0].make(random));
        else if (kind === 3) model.phase.query(everything.min, everything.max, () => undefined);
        else if (random.chance(0.5)) model.phase.rayCast(...model.segment(), () => undefined);
        else {
          const [{ min, max }, motion] = model.swept(WORLDS[0]);
          model.phase.sweep(min, max, motion, () => undefined);
        }
      };
      for (let i = 0; i < 20; i++) {
        const alive = (name: string): undefined => {
          if (!model.boxes.has(name)) throw new Error(`${name} is visited though removed`);
          meddle();
        };
        model.phase.query(everything.min, everything.max, alive);
        model.checkPairs();
        model.phase.rayCast(...model.segment(), alive);
        model.checkPairs();
        const [{ min, max }, motion] = model.swept(WORLDS[0]);
        model.phase.sweep(min, max, motion, alive);
        model.checkPairs();
      }
    });

    it('a walk inside a visit of a walk: both visit what they should, each box once, seed 10', () => {
      const model = new Model(make, 10);
      const { random } = model;
      for (let i = 0; i < 200; i++) model.add(WORLDS[0].make(random));
      let nested = 0;
      for (let i = 0; i < 20; i++) {
        const everything = box([-99, -99, -99], [-98, 99, 99]);
        const seen = new Set<string>();
        model.phase.sweep(everything.min, everything.max, { x: 300, y: 0, z: 0 }, (name) => {
          if (seen.has(name)) throw new Error(`${name} is visited twice`);
          seen.add(name);
          if (random.next() > 0.05) return;
          nested++;
          model.checkRay(...model.segment(), true);
          model.checkSweep(...model.swept(WORLDS[0]), true);
        });
        expect(seen.size).toBe(200);
      }
      expect(nested).toBeGreaterThan(50);
    });

    it('a visit that returns true ends a query; one that returns 0 ends a ray', () => {
      const phase = make();
      for (let i = 0; i < 10; i++) phase.add({ x: i, y: 0, z: 0 }, { x: i + 0.5, y: 1, z: 1 }, `${i}`);
      let visits = 0;
      phase.query(origin, { x: 100, y: 1, z: 1 }, () => ++visits === 3);
      expect(visits).toBe(3);
      const met: string[] = [];
      phase.rayCast({ x: 0.25, y: 0.5, z: 0.5 }, { x: 10, y: 0.5, z: 0.5 }, (name) => {
        met.push(name);
        return 0;
      });
      expect(met).toContain('0');
      // What lies behind the end is not visited.
      expect(met.length).toBe(1);
      met.length = 0;
      phase.sweep({ x: 20, y: 0, z: 0 }, { x: 21, y: 1, z: 1 }, { x: -30, y: 0, z: 0 }, (name) => {
        met.push(name);
        return met.length === 3 ? 0 : undefined;
      });
      expect(met).toEqual(['9', '8', '7']);
    });

    it('a moving box that touches a face, an edge or a corner meets the box; one that does not move is where it is', () => {
      const phase = make();
      phase.add(one, { x: 2, y: 2, z: 2 }, 'box');
      phase.add({ x: 1, y: 1, z: 1 }, one, 'corner');
      const met = (min: number[], max: number[], by: number[]): string => {
        const [a, b, r] = [min, max, by].map(([x, y, z]) => ({ x, y, z }));
        const names: string[] = [];
        phase.sweep(a, b, r, (name) => void names.push(name));
        return names.sort().join(' ');
      };
      expect(met([0, 0, 0], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5])).toBe('box corner'); // ends at a corner
      expect(met([0, 0, 0], [0.5, 0.5, 0.5], [0.5, 0.5, 0.4999])).toBe('');
      expect(met([0, 0, 2], [0.5, 0.5, 3], [1, 1, 0])).toBe('box'); // slides along a face
      expect(met([3, 0, 2], [4, 1, 3], [-9, 0, 0])).toBe('box'); // along an edge
      expect(met([3, 0, 2.0001], [4, 1, 3], [-9, 0, 0])).toBe('');
      expect(met([2, 2, 2], [3, 3, 3], [1, 1, 1])).toBe('box'); // parts from a corner
      expect(met([2, 2, 2], [3, 3, 3], [0, 0, 0])).toBe('box');
      expect(met([2.5, 2, 2], [3, 3, 3], [0, 0, 0])).toBe('');
      expect(met([-Infinity, 0, 0], [Infinity, 0, Infinity], [0, 1, 0])).toBe('box corner');
      expect(met([-Infinity, 0, 0], [Infinity, 0, Infinity], [0, 0.9, 0])).toBe('');
      expect(met([1, 1, 1], [1, 1, 1], [0, 0, 0])).toBe('box corner');
      expect(() => met([Number.NaN, 0, 0], [1, 1, 1], [1, 1, 1])).toThrow(/min must not exceed max, got \[NaN/);
      expect(() => met([0, 2, 0], [1, 1, 1], [1, 1, 1])).toThrow(RangeError);
    });

    it('rounding loses no box that a moving box just touches, far from the origin: 2,000 edges, seed 18', () => {
      const random = new Rng(18);
      const phase = make();
      const proxy = phase.add(origin, one, 'box');
      // A second box far from the first, so that a tree has an origin that neither is at.
      phase.add({ x: -3, y: -3, z: -3 }, { x: -2, y: -2, z: -2 }, 'other');
      let touched = 0;
      for (let i = 0; i < 2000; i++) {
        const far = random.pick([0, 1e3, 1e7, 1e11]);
        // Exact: every coordinate is a multiple of 2⁻⁴⁴.
        const big = (x: number): bigint => BigInt(x * 2 ** 44);
        const fine = (x: number): number => Math.round(x * 2 ** 44) / 2 ** 44;
        const by = { x: fine(random.range(1, 5)), y: fine(random.range(1, 5)), z: 0 };
        const at = { x: fine(far + random.range(-4, -2)), y: fine(far + random.range(-4, -2)) };
        const half = random.range(0, 1);
        const moving = box([at.x - half, fine(at.y - half), -1], [at.x, at.y, 1]);
        // The upper right corner of the moving box passes the upper left edge of this one, but for rounding.
        const u = random.next();
        const x = fine(at.x + u * by.x);
        const y = fine(moving.min.y + u * by.y);
        phase.move(proxy, { x, y: y - 9, z: -1 }, { x: x + 9, y, z: 1 });
        const ahead = big(x) - big(at.x);
        const behind = big(y) - big(moving.min.y);
        const meets = ahead * big(by.y) <= behind * big(by.x);
        let visits = 0;
        phase.sweep(moving.min, moving.max, by, (name) => void (name === 'box' && visits++));
        if (meets) touched++;
        if (meets && visits === 0) throw new Error(`missed: ${JSON.stringify([moving, by, x, y])}`);
      }
      expect(touched).toBeGreaterThan(500);
    });

    it('rays that touch faces, edges and corners meet the box, in all directions', () => {
      const phase = make();
      phase.add(one, { x: 2, y: 2, z: 2 }, 'box');
      const met = (from: number[], to: number[]): boolean => {
        let count = 0;
        const [a, b] = [from, to].map(([x, y, z]) => ({ x, y, z }));
        phase.rayCast(a, b, () => void count++);
        return count === 1;
      };
      for (const order of [
        [0, 1, 2],
        [1, 2, 0],
        [2, 0, 1],
      ]) {
        const turned = (p: number[]): number[] => order.map((k) => p[k]);
        const both = (p: number[], q: number[]): boolean => {
          const there = met(turned(p), turned(q));
          expect(met(turned(q), turned(p))).toBe(there);
          return there;
        };
        expect(both([0, 1, 1], [3, 1, 1])).toBe(true); // along an edge
        expect(both([0, 2, 1.5], [3, 2, 1.5])).toBe(true); // in a face
        expect(both([0, 2, 1.5], [2, 0, 1.5])).toBe(true); // across an edge, from outside
        expect(both([1, 3, 1.5], [3, 1, 1.5])).toBe(true);
        expect(both([0, 3, 1], [3, 0, 4])).toBe(true);
        expect(both([2, 2, 2], [3, 3, 3])).toBe(true); // starts at a corner
        expect(both([0, 0, 0], [1, 1, 1])).toBe(true); // ends at a corner
        expect(both([1, 3, 3], [3, 1, 3])).toBe(false); // past an edge
        expect(both([0, 0, 0], [0.999, 1, 1])).toBe(false);
        expect(both([1.5, 1.5, 1.5], [1.5, 1.5, 1.5])).toBe(true); // no length
        expect(both([0.5, 1.5, 1.5], [0.5, 1.5, 1.5])).toBe(false);
      }
      expect(met([Number.NaN, 0, 0], [1, 1, 1])).toBe(false);
    });

    it('rays along edges and through corners, exactly: a lattice of integers, seed 13', () => {
      const model = new Model(make, 13);
      const { random } = model;
      const corner = (): number[] => [random.int(8), random.int(8), random.int(8)];
      for (let i = 0; i < 60; i++) {
        const min = corner();
        model.add(
          box(
            min,
            min.map((x) => x + random.int(2)),
          ),
        );
      }
      for (let i = 0; i < 1000; i++) {
        const [from, to] = [corner(), corner()];
        const visited = new Set<string>();
        const [a, b] = [from, to].map(([x, y, z]) => ({ x, y, z }));
        model.phase.rayCast(a, b, (name) => void visited.add(name));
        for (const [name, entry] of model.boxes)
          if (visited.has(name) !== meetsExactly(entry.box, a, b))
            throw new Error(
              `${name}: ${JSON.stringify([entry.box, a, b])} ${visited.has(name) ? 'visited' : 'missed'}`,
            );
      }
    });

    it('rounding loses no box that a ray just touches: 2,000 edges, seed 17', () => {
      const random = new Rng(17);
      const fine = (x: number): number => Math.round(x * 2 ** 52) / 2 ** 52;
      const fineRange = (from: number, to: number): number => fine(random.range(from, to) + random.next() * 2 ** -33);
      /** Exact: every coordinate is a multiple of 2⁻⁵². */
      const big = (x: number): bigint => BigInt(x * 2 ** 52);
      const phase = make();
      const proxy = phase.add(origin, one, 'box');
      let touched = 0;
      for (let i = 0; i < 2000; i++) {
        const from = { x: fineRange(-4, -2), y: fineRange(-4, -2), z: 0 };
        const to = { x: fineRange(1, 2), y: fineRange(1, 2), z: 0 };
        // A box whose upper left edge is on the segment but for rounding: entered in x when about to be left in y.
        const u = random.next();
        const x = fine(from.x + u * (to.x - from.x));
        const y = fine(from.y + u * (to.y - from.y));
        phase.move(proxy, { x, y: y - 9, z: -1 }, { x: x + 9, y, z: 1 });
        const meets =
          (big(x) - big(from.x)) * (big(to.y) - big(from.y)) <= (big(y) - big(from.y)) * (big(to.x) - big(from.x));
        let visits = 0;
        phase.rayCast(from, to, () => void visits++);
        if (meets) touched++;
        if (meets && visits === 0) throw new Error(`missed: ${JSON.stringify([from, to, x, y])}`);
      }
      expect(touched).toBeGreaterThan(500);
    });

    it('empty, and emptied', () => {
      const model = new Model(make, 1);
      model.checkPairs();
      model.checkQuery(box([0, 0, 0], [1, 1, 1]));
      model.checkRay(origin, one, false);
      model.remove(model.add(box([0, 0, 0], [1, 1, 1])));
      model.checkQuery(box([0, 0, 0], [1, 1, 1]));
      model.checkRay(origin, one, false);
      model.checkPairs();
    });
  });
}

/** By comparing fractions of small integers, multiplied out. */
function meetsExactly({ min, max }: Box, from: Point, to: Point): boolean {
  // enter and leave as numerator / denominator, denominator > 0
  let enter = [0, 1];
  let leave = [1, 1];
  for (const k of AXES) {
    const r = to[k] - from[k];
    if (r === 0) {
      if (from[k] < min[k] || from[k] > max[k]) return false;
      continue;
    }
    const near = r > 0 ? [min[k] - from[k], r] : [from[k] - max[k], -r];
    const far = r > 0 ? [max[k] - from[k], r] : [from[k] - min[k], -r];
    if (near[0] * enter[1] > enter[0] * near[1]) enter = near;
    if (far[0] * leave[1] < leave[0] * far[1]) leave = far;
  }
  return enter[0] * leave[1] <= leave[0] * enter[1];
}
