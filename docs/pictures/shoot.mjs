// Takes the pictures that only a browser can: the stills of the live scenes, and the moving one of the README, frame by frame from the
// playground. `npm run site && node docs/pictures/shoot.mjs`; needs a Chromium (ENCOUNTER_CHROMIUM names one that is not on the path) and
// the tools cwebp and img2webp (Debian's package webp).
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { preview } from 'vite';

const root = join(import.meta.dirname, '../..');
const SCENES = {
  distance: 'queries',
  impact: 'motion',
  deform: 'meshes',
  manifold: 'contact',
  mover: 'moving-a-character',
  encounters: 'scenes',
};
/** The moving picture: frames, milliseconds for each, and its width and height. */
const FRAMES = 60;
const FRAME_MS = 70;
const SIZE = { width: 960, height: 540 };
/** A hare above a wavy sheet. */
const PAIR = 'pair?a=mesh,hare,solid&ap=0,0.6,0&ar=0,-35,0&b=mesh,sheet,soup&bp=0,-1.2,0';

const only = process.argv[2];
const folder = mkdtempSync(join(tmpdir(), 'shoot-'));
const server = await preview({
  configFile: false,
  root: join(root, 'playground'),
  build: { outDir: join(root, 'site') },
  preview: { port: 0, open: false },
});
const home = server.resolvedUrls.local[0];
const browser = await chromium.launch({
  executablePath: process.env.ENCOUNTER_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
try {
  if (only !== 'film') await stills();
  if (only !== 'stills') await film();
} finally {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true });
}

/** Each scene as it is after a moment, by day. */
async function stills() {
  mkdirSync(join(import.meta.dirname, 'live'), { recursive: true });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, deviceScaleFactor: 1.5 });
  for (const [name, guide] of Object.entries(SCENES)) {
    const page = await context.newPage();
    await page.goto(`${home}docs/${guide}.html`);
    const figure = page.locator(`[data-scene="${name}"]`);
    await figure.scrollIntoViewIfNeeded();
    await page.locator(`[data-scene="${name}"][data-state="live"]`).waitFor();
    await page.waitForTimeout(1200);
    // Of no use in a picture: the line of figures.
    await page.addStyleTag({ content: '.live-scene .line { visibility: hidden } .VPNav { display: none }' });
    const png = join(folder, `${name}.png`);
    await figure.locator('.view').screenshot({ path: png });
    execFileSync('cwebp', ['-quiet', '-q', '75', png, '-o', join(import.meta.dirname, 'live', `${name}.webp`)]);
    await page.close();
  }
  await context.close();
}

/** Drags the hare along a loop that dips into the sheet, and takes a picture at every step. */
async function film() {
  const page = await browser.newPage({ viewport: SIZE });
  await page.goto(`${home}#/${PAIR}`);
  await page.waitForFunction(() => window.__encounter?.ready === true);
  await page.waitForTimeout(1000);
  const { screen } = await page.evaluate(() => window.__encounter.a);
  const [x, y] = [screen.x ?? screen[0], screen.y ?? screen[1]];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const pictures = [];
  for (let i = 0; i < FRAMES; i++) {
    const angle = (2 * Math.PI * i) / FRAMES;
    await page.mouse.move(x - 60 * Math.sin(angle), y + 62 * (1 - Math.cos(angle)));
    await page.waitForTimeout(120);
    const path = join(folder, `${String(i).padStart(3, '0')}.png`);
    await page.screenshot({ path });
    pictures.push(path);
  }
  await page.mouse.up();
  const options = ['-loop', '0', '-kmin', '30', '-kmax', '60', '-d', String(FRAME_MS), '-lossy', '-q', '55', '-m', '6'];
  execFileSync('img2webp', [...options, ...pictures, '-o', join(import.meta.dirname, 'playground.webp')]);
}
