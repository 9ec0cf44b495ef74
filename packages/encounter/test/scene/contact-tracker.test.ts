/** Begin, stay and end. */
import { describe, expect, test } from 'vitest';
import { Box, Collider, ContactTracker, ResponseTable, Scene, Sphere } from '../../src/index.ts';
import { Rng, seedFromEnv } from '../support/rng.ts';
import { overlaps } from './world.ts';

function setup(type: 'simple' | 'depth' = 'simple') {
  const log: string[] = [];
  const zone = new Collider(new Box([2, 2, 2]), { data: 'zone' });
  const player = new Collider(new Sphere(0.5), { data: 'player', position: [5, 0, 0] });
  const scene = new Scene<string>().add(zone, player);
  const table = new ResponseTable<string>();
  const cls = table.createClass();
  table.assign(zone, cls);
  table.assign(player, cls);
  const tracker = new ContactTracker<string>(type, {
    begin: (a, b, contact) => void log.push(`begin ${a.data} ${b.data} ${contact?.depth.toFixed(2) ?? 'null'}`),
    stay: (a, b) => void log.push(`stay ${a.data} ${b.data}`),
    end: (a, b) => void log.push(`end ${a.data} ${b.data}`),
  });
  table.addDefault(tracker.response);
  const step = () => {
    log.length = 0;
    scene.test(table);
    tracker.step();
    return [...log];
  };
  return { zone, player, scene, table, tracker, step };
}

describe('ContactTracker', () => {
  test('begin once, stay while it lasts, end once', () => {
    const { player, tracker, step } = setup();
    expect(step()).toEqual([]);
    player.setPosition([1, 0, 0]);
    expect(step()).toEqual(['begin zone player null']);
    expect(tracker.size).toBe(1);
    expect(step()).toEqual(['stay zone player']);
    player.setPosition([0.5, 0, 0]);
    expect(step()).toEqual(['stay zone player']);
    player.setPosition([5, 0, 0]);
    expect(step()).toEqual(['end zone player']);
    expect(tracker.size).toBe(0);
    expect(step()).toEqual([]);
    player.setPosition([1, 0, 0]);
    expect(step()).toEqual(['begin zone player null']);
  });

  test('of the type depth, begin has the contact', () => {
    const { player, step } = setup('depth');
    player.setPosition([1.25, 0, 0]);
    expect(step()).toEqual(['begin zone player 0.25']);
  });

  test('a collider that is removed, or loses its class, ends its contacts', () => {
    const { player, scene, table, zone, step } = setup();
    player.setPosition([1, 0, 0]);
    step();
    scene.remove(player);
    expect(step()).toEqual(['end zone player']);
    scene.add(player);
    expect(step()).toEqual(['begin zone player null']);
    table.clear(zone);
    expect(step()).toEqual(['end zone player']);
  });

  test('an end that throws: the error reaches the caller, and the other ends are told at the latest with the next step', () => {
    const { zone, player, scene, table } = setup();
    const second = new Collider(new Sphere(0.5), { data: 'second', position: [-1, 0, 0] });
    table.assign(second, table.classOf(zone)!);
    scene.add(second);
    player.setPosition([1, 0, 0]);
    const ended: string[] = [];
    const tracker = new ContactTracker<string>('simple', {
      end: (_zone, other) => {
        ended.push(other.data);
        if (ended.length === 1) throw new Error('enough');
      },
    });
    table.addDefault(tracker.response);
    scene.test(table);
    tracker.step();
    expect(tracker.size).toBe(2);
    scene.remove(zone);
    scene.test(table);
    expect(() => tracker.step()).toThrow('enough');
    scene.test(table);
    tracker.step();
    expect(ended.sort()).toEqual(['player', 'second']);
    expect(tracker.size).toBe(0);
  });

  test('two tests in one step: begin once, and no stay', () => {
    const { player, scene, table, zone } = setup();
    const log: string[] = [];
    const tracker = new ContactTracker<string>('simple', {
      begin: () => void log.push('begin'),
      stay: () => void log.push('stay'),
      end: () => void log.push('end'),
    });
    table.addDefault(tracker.response);
    player.setPosition([1, 0, 0]);
    expect(scene.has(zone)).toBe(true);
    scene.test(table);
    scene.test(table);
    tracker.step();
    expect(log).toEqual(['begin']);
  });

  test('handlers may be left out', () => {
    const { player, scene, table } = setup();
    const silent = new ContactTracker<string>('simple', {});
    table.addDefault(silent.response);
    player.setPosition([1, 0, 0]);
    for (let k = 0; k < 3; k++) {
      expect(scene.test(table)).toBe(1);
      silent.step();
      expect(silent.size).toBe(1);
    }
    player.setPosition([9, 0, 0]);
    scene.test(table);
    silent.step();
    expect(silent.size).toBe(0);
  });

  const SEED = seedFromEnv(6023);
  test(`many boxes: events are the differences of the sets of pairs, seed ${SEED}`, () => {
    const rng = new Rng(SEED);
    const colliders = Array.from({ length: 30 }, () => new Collider(new Box([1, 1, 1]), { position: rng.inBox(2) }));
    const scene = new Scene().add(...colliders);
    const table = new ResponseTable();
    const cls = table.createClass();
    for (const collider of colliders) table.assign(collider, cls);
    const [began, stayed, ended]: Set<string>[] = [new Set(), new Set(), new Set()];
    const into = (set: Set<string>) => (a: Collider, b: Collider) => {
      expect(set.has(`${a.id} ${b.id}`)).toBe(false);
      set.add(`${a.id} ${b.id}`);
    };
    const tracker = new ContactTracker('simple', { begin: into(began), stay: into(stayed), end: into(ended) });
    table.addDefault(tracker.response);
    let before = new Set<string>();
    let events = 0;
    for (let frame = 0; frame < 100; frame++) {
      for (const collider of colliders) if (rng.chance(0.3)) collider.setPosition(rng.inBox(2));
      for (const set of [began, stayed, ended]) set.clear();
      scene.test(table);
      tracker.step();
      const now = new Set(overlaps(colliders).map(([a, b]) => `${a.id} ${b.id}`));
      expect(began).toEqual(new Set([...now].filter((pair) => !before.has(pair))));
      expect(stayed).toEqual(new Set([...now].filter((pair) => before.has(pair))));
      expect(ended).toEqual(new Set([...before].filter((pair) => !now.has(pair))));
      expect(tracker.size).toBe(now.size);
      events += began.size + ended.size;
      before = now;
    }
    expect(events).toBeGreaterThan(500);
  });
});
