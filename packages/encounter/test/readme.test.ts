/**
 * What the README, the pages under docs/ and the examples say is run: each block of JavaScript with the output that follows it, from a
 * project that has the built packages installed, and each example, where it is.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installPackage, type Project } from './support/installed.ts';
import { type Snippet, snippets } from './support/snippets.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

/** The README and all pages but the generated ones. */
function documents(): string[] {
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !/^(api|\.vitepress)[\\/]/.test(name))
    .map((name) => `docs/${name}`);
  return ['README.md', ...pages.sort()];
}

/** Standard output of a program that must end well. */
async function output(file: string, ...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, [file, ...args], { cwd: root, timeout: 60_000 });
  expect(stderr).toBe('');
  // Babylon.js greets with its version and the time.
  return stdout.replace(/^BJS - .*\n/gm, '');
}

/**
 * Runs the programs that it is given, one after the other: the next begins when nothing is left to do for the last, which is when a process
 * of its own would end. Loading the packages takes four times as long as most of these programs.
 */
const ONE_BY_ONE = `
  const files = process.argv.slice(2);
  let running = '';
  process.on('beforeExit', () => {
    if (running !== '') throw new Error(running + ' waits for what never comes');
    running = files.shift() ?? '';
    if (running === '') return;
    console.log('\\f');
    import(running).then(() => { running = ''; });
  });
`;

let project: Project;
let runner: string;

beforeAll(() => {
  project = installPackage('encounter-models');
  // Once: pages run side by side, and one would read the file while another writes it.
  runner = join(project.folder, 'one-by-one.mjs');
  writeFileSync(runner, ONE_BY_ONE);
});

afterAll(() => project?.remove());

/** What each program of a page prints. The last one is the first to run, so that none can live on what one above it has done. */
async function printed(page: readonly Snippet[]): Promise<string[]> {
  const files = page.map(({ name, code }) => {
    const file = join(project.folder, `${name.replace(/\W/g, '-')}.mjs`);
    writeFileSync(file, code);
    return pathToFileURL(file).href;
  });
  const [before, ...texts] = (await output(runner, ...files.reverse())).split('\f\n');
  expect(before).toBe('');
  return texts.reverse();
}

describe('documents', () => {
  const pages = documents().map((path) => [path, snippets(path)] as const);

  test('the README has three programs', () => {
    expect(pages[0][0]).toBe('README.md');
    expect(pages[0][1].length).toBeGreaterThanOrEqual(3);
  });

  test.concurrent.each(pages.filter(([, page]) => page.length > 0))('%s prints what it says', async (_, page) => {
    const named = (texts: readonly string[]) => page.map(({ name }, i) => ({ name, output: texts[i] }));
    expect(named(await printed(page))).toEqual(named(page.map((snippet) => snippet.output)));
  });
});

test('the pictures show what the library answers', async () => {
  const { pictures } = await import(join(root, 'docs/pictures/draw.mjs'));
  for (const [name, svg] of Object.entries(pictures()))
    expect(readFileSync(join(root, 'docs/pictures', name), 'utf8'), `${name}: npm run docs:pictures`).toBe(svg);
});

test('the table of primitives names every function', async () => {
  const exported = await import(join(root, 'packages/encounter/dist/primitives/index.js'));
  const page = readFileSync(join(root, 'docs/primitives.md'), 'utf8');
  const linked = new Set(
    Array.from(page.matchAll(/\(api\/encounter\/primitives\/functions\/(\w+)\.md "\1"\)/g), (m) => m[1]),
  );
  expect(linked.size).toBeGreaterThan(0);
  const functions = Object.keys(exported).filter((name) => /^[a-z]/.test(name));
  expect(functions.filter((name) => !linked.has(name))).toEqual([]);
});

describe('examples', () => {
  const names = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.mjs'));

  test.concurrent.each(names)('%s runs', async (name) => {
    const text = await output(join(root, 'examples', name));
    expect(text).not.toBe('');
    if (name in PRINTED) expect(text).toBe(PRINTED[name]);
    if (name === 'stack.mjs') checkStack(text);
  });

  /** Everything stands, falls and rests as it should. */
  function checkStack(text: string): void {
    const figures = Array.from(text.matchAll(/tilt ([\d.]+)°, drift ([\d.]+) %/g), ([, tilt, drift]) => [
      +tilt,
      +drift,
    ]);
    expect(figures.length).toBe(4);
    for (const [tilt, drift] of figures) {
      expect(tilt, text).toBeLessThanOrEqual(0.5);
      expect(drift, text).toBeLessThanOrEqual(3);
    }
    expect(text).toContain('20 of 20 have fallen');
    expect(text).toContain('80 of 80 within');
  }

  test('those whose output is known are among them', () => {
    expect(names).toEqual(expect.arrayContaining(['stack.mjs', ...Object.keys(PRINTED)]));
  });
});

const PRINTED: Readonly<Record<string, string>> = {
  'first-scene.mjs': `distance    1.998076 from (1.249038, 0.836603, 0.000000) to (0.250000, 2.566987, 0.000000)
falls onto  (0.250000, 0.259808, 0.000000) at t = 0.576795, normal (-0.500000, 0.866025, 0.000000)
intersects  true
depth       0.166987 along (-0.500000, 0.866025, 0.000000)
pushed out  0.001670
ray         (0.500000, 0.404145, 0.000000) at t = 0.459585
`,
  'walk.mjs': `falls onto the floor     0.000 0.910 0.000 on
climbs the stairs        6.500 1.910 0.000 on
  frames in the air: 0
slides along the wall    7.300 1.910 1.590 on
walks down the ramp      11.800 0.910 0.690 on
  frames in the air: 0
steps on the platform    13.600 1.110 0.090 on
rides up and around      14.090 2.310 0.400 on
it stands on the platform
`,
  'moving-parts.mjs': `A revolving door
  frame 39, after 115.83°: wing 0 touches, and the door stops
  0.960 from its axis
  without asking, it would be 6.5 mm inside by now
Bullets and a fan
  of 12 bullets 6 hit: 0 (blade 4), 1 (blade 4), 5 (blade 3), 6 (blade 3), 10 (blade 2), 11 (blade 2)
  in a frame 0 were seen in the fan
A robot's arm
  shelf: out of reach, which the swept shapes prove
  cup: touched at 63.55°
  lamp: near, and never touched
`,
  'space-game.mjs': ` 8  Clio sweeps mine 3
12  Ariane and Bellona collide, 0.85 deep
12  crack! on the left
15  Daphne hits mine 4: both are destroyed
15  crack! on the right
26  Ariane hits mine 1: both are destroyed
26  Ariane hits mine 2: both are destroyed
26  crack! on the right
26  crack! on the right
5 pairs were reported; 2 things are left:
    Bellona, damaged by 0.85
    Clio
`,
  'trigger-zone.mjs': `5: the door opens for Bert
8: Anna comes, too
11: Bert is gone
15: Anna leaves the game
15: Anna is gone, and the door closes
stayed for 11 frames; 0 contacts now
`,
  'tumbling-tori.mjs': `frame 30: 102 encounters, 51 pairs of tori touch
frame 60: 73 encounters, 36 pairs of tori touch
frame 90: 94 encounters, 47 pairs of tori touch
frame 120: 96 encounters, 38 pairs of tori touch
100 tori of 576 triangles, 120 frames: 89.1 encounters a frame, 4942 contacts, at most 51 at once
`,
  'waving-flag.mjs': `3072 triangles, 60 frames, a refit in each
ball: touched in 11, deepest 0.074, otherwise as near as 0.007
hoop: touched in 44, at most 116 pairs of triangles at once
hangs still: ray hits at z = 0.000, ball is 0.600 away
`,
  'three-picking.mjs': `at first: nothing, ball, nothing, crate, nothing, knot, nothing, knot, nothing
then: nothing, ball, nothing
below: the floor, 6.77 in front of the camera
`,
  'broad-phase.mjs': `start
  ground meets crate
ball at (1, 1.5)
ball at (2, 0.5)
  ground meets ball
ball at (3, 0.5)
  crate meets ball
ball at (6, 0.5)
  crate leaves ball
around (5, 1, 0): ball, crate, ground
seen from the right: ball
ball removed
  ground leaves ball
`,
};
