/** The Walk page: stairs, slopes, doors and platforms do to the character what their names say, by keys, by touch and by code. */
import { expect, test } from 'vitest';
import { Visit } from './harness.ts';
import { copied, run } from './program.ts';

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

/** Paused by hand, at frame 1: keys then walk by steps, so many as a test asks for, whatever the machine has to do. */
async function paused(state: string): Promise<Visit<WalkFacts>> {
  const visit = await Visit.open<WalkFacts>('walk', { size: 'small', state, motion: false });
  await visit.press('Step');
  await visit.until(({ frame }) => frame === 1);
  return visit;
}

/** Makes steps while a key is held. */
async function walk(visit: Visit<WalkFacts>, key: string | null, steps: number): Promise<WalkFacts> {
  const { keyboard } = visit.page;
  const { frame: start } = await visit.facts();
  await visit.page.locator('canvas').focus();
  if (key !== null) await keyboard.down(key);
  for (let i = 0; i < steps; i++) await keyboard.press('.');
  const facts = await visit.until(({ frame }) => frame === start + steps);
  if (key !== null) await keyboard.up(key);
  return facts;
}

test.each(['capsule', 'box', 'cylinder'])('a %s stands still until it is told to walk', async (shape) => {
  const visit = await Visit.open<WalkFacts>('walk', { size: 'small', state: `shape=${shape}` });
  const before = await visit.until(({ frame }) => frame > 5);
  const after = await visit.until(({ frame }) => frame > 30);
  expect(after.position).toEqual(before.position);
  expect(after).toMatchObject({ shape, ground: 'on', normal: [0, 1, 0] });
  expect(visit.problems).toEqual([]);
});

test.each(['capsule', 'box', 'cylinder'])(
  'a %s climbs stairs below the limit, and walks down behind',
  async (shape) => {
    const visit = await paused(`place=stairs&shape=${shape}`);
    // 15 steps are one unit.
    const landing = await walk(visit, 'w', 75);
    expect(landing.position[2]).toBeLessThan(-1.5);
    expect(landing.position[1]).toBeCloseTo(1 + STANDING, 6);
    const down = await walk(visit, 'ArrowUp', 75);
    expect(down.position[2]).toBeLessThan(-5.5);
    expect(down.position[1]).toBeCloseTo(STANDING, 6);
    expect(visit.problems).toEqual([]);
  },
);

test('stairs above the limit stop it, until the limit is raised', async () => {
  const visit = await paused('place=high');
  const stopped = await walk(visit, 'w', 45);
  expect(stopped.position[1]).toBeCloseTo(STANDING, 6);
  expect(stopped.position[2]).toBeCloseTo(1.36, 6);
  await visit.page.getByLabel('Step height, as a number').fill('0.5');
  const climbed = await walk(visit, 'w', 45);
  expect(climbed.position[1]).toBeCloseTo(1.35 + STANDING, 6);
});

test('a slope of 30° is walked up; one of 55° is not, until the limit is raised', async () => {
  const visit = await paused('place=slope');
  const half = await walk(visit, 'w', 50);
  expect(half.normal[1]).toBeCloseTo(Math.cos(Math.PI / 6), 9);
  const top = await walk(visit, 'w', 50);
  expect(top.position[1]).toBeCloseTo(1.5 + STANDING, 6);
  await visit.page.getByLabel('Put it at').selectOption('steep');
  const stopped = await walk(visit, 'w', 80);
  expect(stopped.position[1]).toBeLessThan(1);
  expect(stopped.hits).toBe(2);
  await visit.page.getByLabel('Max slope °, as a number').fill('60');
  const climbed = await walk(visit, 'w', 80);
  expect(climbed.position[1]).toBeCloseTo(1.5 + STANDING, 6);
});

test('who jumps against the steep slope slides down again', async () => {
  const visit = await paused('place=steep');
  await visit.page.locator('canvas').focus();
  await visit.page.keyboard.down(' ');
  await walk(visit, 'w', 60);
  const { position } = await walk(visit, 'w', 60);
  // The slope ends at a height of 1.5. A jump is 1.2 high.
  expect(position[1]).toBeLessThan(1.3 + STANDING);
  expect(position[2]).toBeGreaterThan(-1.3);
  await visit.page.keyboard.up(' ');
  expect((await walk(visit, 's', 40)).position[1]).toBeCloseTo(STANDING, 6);
});

test('the door lets it through, and the ceiling stops it', async () => {
  const visit = await paused('place=door');
  const { position, ground } = await walk(visit, 'w', 100);
  // The ceiling is 2.3 high at z = 0.6 and falls by 0.24 a unit. The upper ball of the capsule touches it, but for the skin.
  const height = position[1] + 0.5 + 0.36 * Math.hypot(1, 0.24);
  expect(position[2]).toBeCloseTo(0.6 - (2.3 - height) / 0.24, 5);
  expect(position[1]).toBeCloseTo(STANDING, 6);
  expect(ground).toBe('on');
});

test('the corner holds it, and lets it out', async () => {
  const visit = await paused('place=corner');
  const inside = await walk(visit, 'w', 90);
  const still = await walk(visit, 'w', 5);
  expect(still.position).toEqual(inside.position);
  expect(inside.position[2]).toBeLessThan(-1);
  expect(inside.hits).toBe(3);
  const out = await walk(visit, 's', 45);
  expect(out.position[2]).toBeCloseTo(inside.position[2] + 3, 6);
});

test('the lift takes it up, and the disc around', async () => {
  const visit = await paused('place=lift');
  const low = await walk(visit, 'w', 45);
  expect(low.on).toBe('lift');
  const high = await walk(visit, null, 180);
  expect(high).toMatchObject({ on: 'lift', ground: 'on' });
  // After four seconds its top is 2 high.
  expect(high.frame).toBe(226);
  expect(high.position[1]).toBeCloseTo(STANDING + 0.2 + 0.9 * (1 - Math.cos((2 * Math.PI * 226) / 480)), 6);
  await visit.page.getByLabel('Put it at').selectOption('disc');
  const turned = await walk(visit, null, 135);
  expect(turned.on).toBe('disc');
  // A quarter of a turn in 135 steps: from (0, 1.2) from the axis to (1.2, 0).
  expect(turned.position[0]).toBeCloseTo(7.5 + 1.2, 6);
  expect(turned.position[2]).toBeCloseTo(7.2, 6);
  expect(visit.problems).toEqual([]);
});

test('Space jumps once while it is in the air, and over the edge it begins anew', async () => {
  const visit = await paused('');
  const up = await walk(visit, ' ', 20);
  expect(up).toMatchObject({ ground: 'air', jumps: 1, normal: [0, 0, 0] });
  expect(up.position[1]).toBeGreaterThan(1.9);
  expect(await walk(visit, null, 40)).toMatchObject({ ground: 'on', jumps: 1 });
  const edge = await walk(visit, 's', 120);
  expect(edge.ground).toBe('air');
  expect(await walk(visit, null, 70)).toMatchObject({ ground: 'on', falls: 1 });
});

test('where less motion is preferred it waits until a key is pressed; Restart goes back', async () => {
  const visit = await Visit.open<WalkFacts>('walk', { size: 'small', state: 'place=hill', motion: false });
  expect(await visit.facts()).toMatchObject({ frame: 0, playing: false, ground: 'on' });
  await visit.page.locator('canvas').focus();
  await visit.page.keyboard.down('w');
  await visit.until(({ playing, position: [, y] }) => playing && y > 1);
  await visit.page.keyboard.up('w');
  await visit.press('Pause');
  await visit.press('Restart');
  await visit.until(({ frame, playing }) => frame === 0 && !playing);
});

test('through its eyes, ahead is where it looks, and a drag turns the head', async () => {
  const visit = await paused('view=first');
  const [x, , z] = (await visit.facts()).position;
  const straight = await walk(visit, 'w', 15);
  expect(straight.position[0]).toBeCloseTo(x, 9);
  expect(straight.position[2]).toBeCloseTo(z - 1, 6);
  const box = (await visit.page.locator('canvas').boundingBox())!;
  // As one drags a picture: to the left shows what is on the right.
  await visit.drag([box.x + 250, box.y + 120], [-100, 0]);
  const turned = await walk(visit, 'w', 15);
  expect(turned.position[0]).toBeGreaterThan(x + 0.3);
  await visit.press('First person');
  await visit.until(({ view }) => view === 'third');
  await visit.page.waitForURL((url) => !url.hash.includes('first'));
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
  const visit = await Visit.open<WalkFacts>('walk', { size: 'small', motion: false });
  expect((await visit.facts()).micros).toBeNull();
  await visit.press('Play');
  const { micros } = await visit.until((facts) => facts.micros !== null);
  expect(micros).toBeGreaterThan(0);
});

test('the copied code walks up the stairs to where the page does, to the last bit', async () => {
  const visit = await paused('place=stairs');
  const lines = run(await copied(visit));
  expect(lines.length).toBe(4);
  for (const line of lines) {
    const { position, ground } = await walk(visit, 'w', 30);
    expect(line).toBe(`${position.join(' ')} ${ground}`);
  }
});
