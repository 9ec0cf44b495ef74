// Deforming meshes: time and heap bytes of a `timeOfImpact` of a flag of 2,000 triangles in the wind, against a ball, a box, a torus of
// 6,400 triangles and another flag; and of a cloth that lies on that torus. Starts itself again with a young generation so large that nothing is collected while it measures.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const flags = ['--expose-gc', '--max-semi-space-size=256', '--min-semi-space-size=256'];

if (globalThis.gc === undefined) {
  const { status } = spawnSync(process.execPath, [...flags, fileURLToPath(import.meta.url)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else await run();

async function run() {
  const { Box, Collider, Halfspace, Impact, Mesh, Sphere, timeOfImpact } = await import(
    '../packages/encounter/dist/index.js'
  );
  const { printTable } = await import('./random.mjs');

  const ROUNDS = 30;
  const QUERIES = 100;
  const wave = (phase) => (u, v) => [3 * u, 2 * v - 1, 0.2 * u * Math.sin(6 * u - phase)];
  const ring = (u, v) => {
    const a = 2 * Math.PI * u;
    const b = 2 * Math.PI * v;
    const r = 1 + 0.35 * Math.cos(b);
    return [r * Math.cos(a), 0.35 * Math.sin(b), r * Math.sin(a)];
  };
  const flag = new Collider(new Mesh(grid(40, 25, wave(0))));
  const waving = { positions: grid(40, 25, wave(1.5)).positions };
  const ball = (z) => new Collider(new Sphere(0.3), { position: [2.2, 0, z] });
  const torus = new Mesh(grid(80, 40, ring));
  const others = {
    'halfspace, apart': [new Collider(new Halfspace([0, 0, 1], -1)), null],
    'ball, apart': [ball(-0.7), null],
    'ball in its way': [ball(-0.47), null],
    'ball, thrown': [ball(-3), { translation: [0, 0, 4] }],
    'box, thrown': [
      new Collider(new Box([0.4, 0.4, 0.4]), { position: [2.2, 0, -3], orientation: [0.1, 0.2, 0.3, 0.9] }),
      { translation: [0, 0, 4] },
    ],
    'torus, apart': [new Collider(torus, { position: [2, 0, -1.62] }), null],
    'torus, thrown': [new Collider(torus, { position: [2, 0, -3] }), { translation: [0, 0, 3] }],
    'another flag, 0.1 beside': [
      new Collider(new Mesh(grid(40, 25, wave(0))), { position: [0, 0.01, -0.1] }),
      { positions: grid(40, 25, wave(1.5)).positions },
    ],
    'another flag, meeting': [
      new Collider(new Mesh(grid(40, 25, wave(0.5))), { position: [0, 0, -0.15] }),
      { positions: grid(40, 25, wave(-1)).positions },
    ],
  };
  // Over the top and the outside of the ring, 0.01 above it, and pressed down by 0.02: hundreds of its triangles are near from the start.
  const lying = (gap) => (u, v) => {
    const [x, z] = [3 * u - 1.5, 3 * v - 1.5];
    const beyond = Math.max(0, Math.hypot(x, z) - 1);
    const r = 0.35 + gap;
    return [x, beyond < 0.7 * r ? Math.sqrt(r * r - beyond * beyond) : 1.4 * r - 0.98 * beyond, z];
  };
  const cloth = new Collider(new Mesh(grid(32, 32, lying(0.01))));
  const pressed = { positions: grid(32, 32, lying(-0.01)).positions };
  others['torus, under a cloth of 2,048 that lies on it'] = [new Collider(torus), null, cloth, pressed, 2];
  const out = new Impact();
  const entries = Object.entries(others);
  const pass = ([, [other, motion, subject = flag, deforming = waving, count = QUERIES]]) => {
    for (let i = 0; i < count; i++) timeOfImpact(subject, deforming, other, motion, out);
  };
  // In turns, so that the engine has met all of them before it measures.
  const best = entries.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++)
    for (const [k, entry] of entries.entries()) {
      const started = performance.now();
      pass(entry);
      best[k] = Math.min(best[k], (1000 * (performance.now() - started)) / (entry[1][4] ?? QUERIES));
    }
  const rows = entries.map((entry, k) => {
    globalThis.gc();
    // A full collection drops optimised code, too; some more passes bring it back.
    for (let round = 0; round < ROUNDS; round++) pass(entry);
    const before = process.memoryUsage().heapUsed;
    for (let round = 0; round < ROUNDS; round++) pass(entry);
    const bytes = (process.memoryUsage().heapUsed - before) / (ROUNDS * (entry[1][4] ?? QUERIES));
    const [name, [other, motion, subject = flag, deforming = waving]] = entry;
    const hit = timeOfImpact(subject, deforming, other, motion);
    return [name, best[k].toFixed(0), bytes.toFixed(1), hit === null ? 'null' : hit.t.toFixed(4)];
  });
  printTable(['a flag of 2,000 triangles and', 'µs', 'bytes', 't'], rows);
}

/** A grid of n × m quads, of two triangles each, on the surface (u, v) → position. */
function grid(n, m, position) {
  const positions = [];
  const indices = [];
  for (let i = 0; i <= n; i++) for (let j = 0; j <= m; j++) positions.push(...position(i / n, j / m));
  for (let i = 0; i < n; i++)
    for (let j = 0; j < m; j++) {
      const a = i * (m + 1) + j;
      indices.push(a, a + 1, a + m + 1, a + 1, a + m + 2, a + m + 1);
    }
  return { positions: new Float64Array(positions), indices };
}
