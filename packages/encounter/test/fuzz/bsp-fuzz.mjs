/**
 * BSP trees of random closed meshes against the meshes' own answers: points, convex shapes, casts.
 *
 *   node packages/encounter/test/fuzz/bsp-fuzz.mjs [--pairs=10000] [--seed=1] [--only=i] [--lib=path] [--print=3000]
 *
 * A case is one mesh, four points, one convex shape at rest and in motion; it depends on the seed and its number only. Answers may differ for what is within 1e-9 of the surface, relative to the size, and for nothing
 * else. Prints counts by kind of difference, and a program for the first of each kind. Exit code 1 on differences.
 */
import { args, conclude, lib, load, only, runAll, seed } from './harness.mjs';

const { BspTree } = await import(args.lib ? new URL('bounds/index.js', args.lib).href : '../../dist/bounds/index.js');
const { Findings } = await load('support/findings.ts');
const { Rng } = await load('support/rng.ts');
const { meshShape, randomConvex } = await load('mesh/scenes.ts');
const { placedSolid, SOLID_KINDS } = await load('bounds/solids.ts');
const { checkBspCase } = await load('bounds/bsp-checks.ts');

const judge = new Findings(lib, seed, Number(args.print ?? 3000));
const total = { points: 0, inside: 0, meet: 0, apart: 0, hits: 0, starts: 0 };
const built = { triangles: 0, nodes: 0, time: 0 };

function run(i) {
  const rng = new Rng(seed, i);
  const spec = placedSolid(rng, rng.pick(SOLID_KINDS));
  judge.where = spec.name;
  try {
    const mesh = meshShape(lib, spec);
    const start = performance.now();
    const tree = new BspTree(mesh);
    built.time += performance.now() - start;
    built.triangles += mesh.triangleCount;
    built.nodes += tree.nodeCount;
    if (only >= 0 || i % 10 === 0) tree.validate();
    const findings = [];
    checkBspCase(lib, tree, mesh, rng, (size) => randomConvex(lib, rng, size).shape, findings, total);
    for (const { what, detail } of findings) judge.add(`${what} (${spec.name})`, detail);
  } catch (error) {
    judge.add(`throws: ${error.message}`, error.stack);
  }
}

runAll(judge, Number(args.pairs ?? 10_000), run);
console.log(
  Object.entries(total)
    .map(([name, n]) => `${name} ${n}`)
    .join(', '),
);
console.log(
  `${built.triangles} triangles, ${(built.nodes / built.triangles).toFixed(2)} nodes and ${((1e3 * built.time) / built.triangles).toFixed(1)} µs a triangle`,
);
conclude(judge);
