/** The Walk page: stairs, slopes, doors and platforms do to the character what their names say, by keys, by touch and by code. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { Visit } from './harness.ts';

interface WalkFacts {
  readonly frame: number;
  readonly shape: string;
  readonly view: string;
  readonly position: readonly [x: number, y: number, z: number];
  readonly ground: 'on' | 'steep' | 'air';
  readonly normal: readonly [x: number, y: number, z: number];
  readonly on: 'lift' | 'disc' | null;
  readonly hits: number;
  readonly jumps: number;
  readonly falls: number;
  readonly micros: number | null;
  readonly playing: boolean;
}

/** The middle of a character that stands on the floor, with the default skin. */
const STANDING = 0.86;

const open = (state: string, motion = true) => Visit.open<WalkFacts>('walk', { size: 'small', state, motion });

/** Holds a key on the view until something holds. */
async function hold(visit: Visit<WalkFacts>, key: string, until: (facts: WalkFacts) => boolean): Promise<WalkFacts> {
  await visit.page.locator('canvas').focus();
  await visit.page.keyboard.down(key);
  const facts = await visit.until(until);
  await visit.page.keyboard.up(key);
  return facts;
}

/** Holds a key for so many frames. */
async function walk(visit: Visit<WalkFacts>, key: string, frames: number): Promise<WalkFacts> {
  const { frame: start } = await visit.facts();
  await visit.page.locator('canvas').focus();
  await visit.page.keyboard.down(key);
  let facts = await visit.facts();
  while (facts.frame < start + frames) facts = await visit.until(({ frame }) => frame > facts.frame);
  await visit.page.keyboard.up(key);
  return facts;
}

test.each(['capsule', 'box', 'cylinder'])('a %s stands still until it is told to walk', async (shape) => {
  const visit = await open(`shape=${shape}`);
  const before = await visit.until(({ frame }) => frame > 5);
  const after = await visit.until(({ frame }) => frame > 30);
  expect(after.position).toEqual(before.position);
  expect(after).toMatchObject({ shape, ground: 'on', normal: [0, 1, 0] });
  expect(visit.problems).toEqual([]);
});

test.each(['capsule', 'box', 'cylinder'])(
  'a %s climbs stairs below the limit, and walks down behind',
  async (shape) => {
    const visit = await open(`place=stairs&shape=${shape}`);
    const landing = await hold(visit, 'w', ({ position: [, , z] }) => z < -1.6);
    expect(landing.position[1]).toBeCloseTo(1 + STANDING, 6);
    const down = await hold(visit, 'ArrowUp', ({ position: [, , z] }) => z < -7);
    expect(down.position[1]).toBeCloseTo(STANDING, 6);
    expect(visit.problems).toEqual([]);
  },
);

test('stairs above the limit stop it, until the limit is raised', async () => {
  const visit = await open('place=high');
  const stopped = await walk(visit, 'w', 90);
  expect(stopped.position[1]).toBeCloseTo(STANDING, 6);
  expect(stopped.position[2]).toBeGreaterThan(1.3);
  await visit.page.getByLabel('Step height, as a number').fill('0.5');
  const climbed = await hold(visit, 'w', ({ position: [, , z] }) => z < -1.6);
  expect(climbed.position[1]).toBeCloseTo(1.35 + STANDING, 6);
});

test('a slope of 30° is walked up; one of 55° is not, until the limit is raised', async () => {
  const visit = await open('place=slope');
  const top = await hold(visit, 'w', ({ position: [, , z] }) => z < -2.5);
  expect(top.position[1]).toBeCloseTo(1.5 + STANDING, 6);
  await visit.page.getByLabel('Put it at').selectOption('steep');
  const stopped = await walk(visit, 'w', 90);
  expect(stopped.position[1]).toBeLessThan(1);
  await visit.page.getByLabel('Max slope °, as a number').fill('60');
  const climbed = await hold(visit, 'w', ({ position: [, , z] }) => z < -2.5);
  expect(climbed.position[1]).toBeCloseTo(1.5 + STANDING, 6);
});

test('the door lets it through, and the ceiling stops it', async () => {
  const visit = await open('place=door');
  await hold(visit, 'w', ({ position: [, , z] }) => z < 0);
  await walk(visit, 'w', 90);
  const [, y, z] = (await walk(visit, 'w', 10)).position;
  // The ceiling is 2.3 high at z = 0.6, and 1.1 at −4.4.
  expect(z).toBeGreaterThan(-2.3);
  expect(z).toBeLessThan(-1.5);
  expect(y).toBeCloseTo(STANDING, 6);
});

test('the corner holds it, and lets it out', async () => {
  const visit = await open('place=corner');
  const inside = await walk(visit, 'w', 120);
  expect(inside.position[2]).toBeGreaterThan(-2.5);
  expect(inside.position[2]).toBeLessThan(-1);
  expect(inside.hits).toBeGreaterThan(1);
  await hold(visit, 's', ({ position: [, , z] }) => z > 2);
});

test('the lift takes it up, and the disc around', async () => {
  const visit = await open('place=lift');
  await hold(visit, 'w', ({ position: [, , z] }) => z < 0.4);
  const ridden = await visit.until(({ on, position: [, y] }) => on === 'lift' && y > 2.4);
  expect(ridden.ground).toBe('on');
  await visit.page.getByLabel('Put it at').selectOption('disc');
  const first = await hold(visit, 'w', ({ on, position: [, , z] }) => on === 'disc' && z < 8.4);
  const [x, , z] = first.position;
  const turned = await visit.until(({ position: p }) => Math.hypot(p[0] - x, p[2] - z) > 0.7);
  expect(turned.on).toBe('disc');
  expect(visit.problems).toEqual([]);
});

test('Space jumps once while it is in the air, and over the edge it begins anew', async () => {
  const visit = await open('');
  await visit.page.locator('canvas').focus();
  await visit.page.keyboard.press(' ');
  await visit.until(({ ground, position: [, y] }) => ground === 'air' && y > 1.2);
  expect((await visit.until(({ ground }) => ground === 'on')).jumps).toBe(1);
  await hold(visit, 's', ({ falls }) => falls === 1);
});

test('where less motion is preferred it waits; Step makes one step, a walk key plays, Restart goes back', async () => {
  const visit = await open('place=hill', false);
  expect(await visit.facts()).toMatchObject({ frame: 0, playing: false, ground: 'on' });
  await visit.press('Step');
  await visit.until(({ frame }) => frame === 1);
  const top = await hold(visit, 'w', ({ position: [, , z] }) => z < 7.5);
  expect(top.position[1]).toBeGreaterThan(1.9);
  await visit.press('Pause');
  await visit.press('Restart');
  await visit.until(({ frame, playing }) => frame === 0 && !playing);
});

test('through its eyes: the camera turns on the spot, and ahead is where it looks', async () => {
  const visit = await open('view=first');
  const [x, , z] = (await visit.facts()).position;
  await hold(visit, 'w', ({ position: p }) => p[2] < z - 1);
  await walk(visit, 'e', 30);
  const turned = await walk(visit, 'w', 30);
  expect(turned.position[0]).toBeGreaterThan(x + 0.5);
  await visit.press('First person');
  await visit.until(({ view }) => view === 'third');
  expect(visit.page.url()).not.toContain('first');
});

test('the stick walks and the button jumps, by touch', async () => {
  const visit = await Visit.open<WalkFacts>('walk', { size: 'phone' });
  const [, , z] = (await visit.facts()).position;
  const box = (await visit.page.locator('.walk-stick').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await visit.page.mouse.move(x, y);
  await visit.page.mouse.down();
  await visit.page.mouse.move(x, y - 60, { steps: 3 });
  await visit.until(({ position: p }) => p[2] < z - 0.5);
  await visit.page.mouse.up();
  await visit.page.getByRole('button', { name: 'Jump' }).tap();
  await visit.until(({ jumps }) => jumps === 1);
  expect(visit.problems).toEqual([]);
});

test('the time of a move is measured after a warm-up', async () => {
  const visit = await open('');
  const { micros } = await visit.until((facts) => facts.micros !== null);
  expect(micros).toBeGreaterThan(0);
});

test('the copied code runs, and comes to where the page does', async () => {
  const visit = await open('place=stairs', false);
  await visit.page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  await visit.page.locator('.code button').click();
  await visit.page.waitForFunction(async () => (await navigator.clipboard.readText()) !== '');
  const text = await visit.page.evaluate(() => navigator.clipboard.readText());
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module'], {
    cwd: import.meta.dirname,
    input: text,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const lines = stdout.trim().split('\n');
  expect(lines.length).toBe(4);
  const [x, y, z, ground] = lines[2].split(' ');
  const there = await hold(visit, 'w', ({ position: p }) => p[2] < -1.6);
  expect(Number(x)).toBeCloseTo(there.position[0], 6);
  expect(Number(y)).toBeCloseTo(there.position[1], 6);
  expect(Number(z)).toBeLessThan(-1);
  expect(ground).toBe('on');
});
