/**
 * Rays from inside closed meshes at their edges and vertices, through `rayCastTriangle` one triangle at a time: does one leak out?
 *
 *   node packages/encounter/test/fuzz/watertight.mjs [--rays=1000000] [--seed=1]
 *
 * Needs a build. Prints how many triangles were hit, and each ray that hit none. Exit code 1 if there is one.
 */
import { args, load, seed } from './harness.mjs';

const { Hit, rayCastTriangle } = await import('../../dist/primitives/index.js');
const { CLOSED_MESHES, aimedRay } = await load('support/closed-meshes.ts');
const { Rng } = await load('support/rng.ts');

const count = Math.ceil(Number(args.rays ?? 1_000_000) / CLOSED_MESHES.length);
const hit = new Hit();
let leaks = 0;
console.log(`seed ${seed}, ${count * CLOSED_MESHES.length} rays`);
for (const mesh of CLOSED_MESHES) {
  const started = performance.now();
  const at = (i) => ({ x: mesh.vertices[i][0], y: mesh.vertices[i][1], z: mesh.vertices[i][2] });
  const triangles = mesh.triangles.map(([a, b, c]) => ({ a: at(a), b: at(b), c: at(c) }));
  const rng = new Rng(seed);
  let hits = 0;
  for (let i = 0; i < count; i++) {
    const { from, direction } = aimedRay(rng, mesh);
    const [x, y, z] = direction;
    const ray = { from: { x: from[0], y: from[1], z: from[2] }, direction: { x, y, z } };
    let some = 0;
    for (const triangle of triangles) if (rayCastTriangle(ray, triangle, hit) !== null) some++;
    hits += some;
    if (some > 0) continue;
    leaks++;
    if (leaks <= 10) console.log(`LEAK in ${mesh.name}: ${JSON.stringify({ from, direction })}`);
  }
  const time = ((performance.now() - started) / 1000).toFixed(1);
  const tests = (count * triangles.length).toLocaleString('en');
  console.log(`${mesh.name.padEnd(18)} ${(hits / count).toFixed(2)} triangles hit by a ray, ${tests} tests, ${time} s`);
}
console.log(leaks === 0 ? 'no leak' : `${leaks} leaks`);
process.exitCode = leaks === 0 ? 0 : 1;
