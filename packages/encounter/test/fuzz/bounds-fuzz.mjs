/**
 * Random sets of points, half of them on a small integer lattice, against the exact and dumb references of test/bounds; and rays through
 * voxel grids of random meshes against brute force.
 *
 *   node packages/encounter/test/fuzz/bounds-fuzz.mjs [--cases=10000] [--seed=1] [--only=i] [--what=sphere,box,kdop,kd,voxel]
 *
 * A case depends on the seed and its number only: `--only=i` replays it. Prints counts by kind of failure and the worst errors. Exit
 * code 1 on failures. It takes the built package.
 */
import { args, conclude, lib, load, runAll, seed } from './harness.mjs';

const bounds = await import('../../dist/bounds/index.js');
const { Findings } = await load('support/findings.ts');
const { Rng } = await load('support/rng.ts');
const { randomCloud, text } = await load('bounds/clouds.ts');
const checks = await load('bounds/checks.ts');
const { MESH_KINDS, meshThing, randomMesh, sized } = await load('mesh/scenes.ts');
const { checkRay } = await load('mesh/checks.ts');

const judge = new Findings(lib, seed, 4000);
const worst = (category, value) => judge.worst(category, value);

/** Each takes its own random numbers, so that a case is the same whatever else is asked. */
const kinds = {
  sphere(rng) {
    const { points } = randomCloud(rng, 7);
    report('sphere', points, checks.checkSphere(bounds, points, worst));
  },
  box(rng) {
    const { points } = randomCloud(rng, 7);
    report('box', points, checks.checkBox(bounds, points));
    report('oriented box', points, checks.checkOrientedBox(bounds, points, rng, true, worst));
  },
  kdop(rng) {
    const { points, kind } = randomCloud(rng, 8);
    report('k-DOP', points, checks.checkKDop(bounds, points, randomCloud(rng, 8, kind).points));
  },
  kd(rng) {
    const { points } = randomCloud(rng, 100);
    const at = () => [rng.pick(points)[0], rng.pick(points)[1], rng.pick(points)[2]];
    report('k-d tree', points, checks.checkKdTree(bounds, points, [at(), at()], rng));
  },
  voxel(rng) {
    const spec = sized(randomMesh(rng, rng.pick(MESH_KINDS)), 2 ** rng.integer(-3, 3));
    const thing = meshThing(lib, spec);
    const resolution = rng.pick([undefined, 1, 3, 20, [1, 9, 2]]);
    const grid = new bounds.VoxelGrid(thing.collider.shape, resolution === undefined ? {} : { resolution });
    grid.validate();
    const whole = () => [rng.integer(-3, 3), rng.integer(-3, 3), rng.integer(-3, 3)];
    for (let n = 0; n < 4; n++) {
      const [from, to] = n < 2 ? [whole(), whole()] : [rng.inBall(3), rng.inBall(3)];
      const hit = grid.rayCast(from, to);
      const tree = lib.rayCast(thing.collider, from, to);
      const same = hit === null ? tree === null : tree !== null && Math.abs(hit.t - tree.t) <= 1e-12;
      if (!same) judge.add('voxel grid: not as the tree', `${from} → ${to}: ${hit?.t}, ${tree?.t}`);
      // What starts on the surface of a solid may count as inside, which the check does not know.
      if (hit?.primitive === -1) continue;
      const library = { ...lib, rayCast: (_, p, q) => grid.rayCast(p, q) };
      checkRay({ lib: library, fail: judge.fail.bind(judge), worst }, thing, from, to);
    }
  },
};

function report(name, points, wrong) {
  for (const message of wrong)
    judge.add(`${name}: ${message.replace(/[-\d.,e+ ]+/g, ' # ').slice(0, 60)}`, `${message} of ${text(points)}`);
}

const asked = args.what === undefined ? Object.keys(kinds) : args.what.split(',');

function run(i) {
  asked.forEach((name) => {
    try {
      kinds[name](new Rng(seed, 10 * i + Object.keys(kinds).indexOf(name)));
    } catch (error) {
      judge.add(`${name} throws`, error.stack);
    }
  });
}

runAll(judge, Number(args.cases ?? 10_000), run);
conclude(judge);
