/**
 * Random pairs of meshes, compounds and convex shapes against the dumb references of test/mesh.
 *
 *   node packages/encounter/test/fuzz/mesh-fuzz.mjs [--pairs=20000] [--seed=1] [--only=i] [--extreme=1] [--lib=path] [--print=3000]
 *
 * A pair depends on the seed and its number only: `--only=i` replays it. `--extreme=1` takes sizes that differ by up to 1e5.
 * Prints counts by kind of failure, the worst errors, and a program for the first failure of each kind. Exit code 1 on failures.
 */
import { args, conclude, lib, load, only, runAll, seed } from './harness.mjs';

const { Findings } = await load('support/findings.ts');
const { Rng } = await load('support/rng.ts');
const { randomThings } = await load('mesh/scenes.ts');
const checks = await load('mesh/checks.ts');

const judge = new Findings(lib, seed, Number(args.print ?? 3000));

function run(i) {
  const rng = new Rng(seed, i);
  let pair;
  try {
    pair = randomThings(lib, rng, undefined, undefined, args.extreme !== undefined);
  } catch (error) {
    judge.add('constructor throws', error.stack);
    return;
  }
  const { a, b } = pair;
  judge.where = pair.how;
  const guard = (what, f) => {
    try {
      f();
    } catch (error) {
      judge.fail(`${what} throws: ${error.message}`, error.stack, a, b);
    }
  };
  guard('pair', () => checks.checkPair(judge, a, b, only >= 0 || i % 3 === 0));
  if (only >= 0 || i % 3 === 1) {
    const gap = rng.pick([0, 0, 1e-15, -1e-15, 1e-13, -1e-13, 1e-11, -1e-11, 1e-9, -1e-9, 1e-7, -1e-7, 1e-4, -1e-4]);
    const near = checks.broughtTogether(lib, a, b, gap);
    if (near !== null) {
      judge.where = `${pair.how}, brought together until ${gap}`;
      guard('pair', () => checks.checkPair(judge, a, near, false));
      judge.where = pair.how;
    }
  }
  const box = a.collider.bounds();
  const size = Math.max(box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z) || 1;
  const at = (s) => ['x', 'y', 'z'].map((k) => (box.min[k] + box.max[k]) / 2 + s * size * rng.range(-1, 1));
  guard('ray', () => checks.checkRay(judge, a, at(1.5), at(0.5)));
  guard('ray', () => checks.checkRay(judge, a, at(0.5), at(1)));
  guard('contains', () => checks.checkContains(judge, a, rng));
  if (only < 0 && i % 4 !== 0) return;
  const other = b.collider.bounds();
  const toward = ['x', 'y', 'z'].map((k) => 1.7 * ((box.min[k] + box.max[k]) / 2 - (other.min[k] + other.max[k]) / 2));
  const v = toward.map((x) => x + 0.3 * size * rng.range(-1, 1));
  guard('cast', () => checks.checkCast(judge, a, [0, 0, 0], b, v));
  guard('cast', () => checks.checkCast(judge, a, rng.inBall(3 * size), b, rng.inBall(3 * size)));
  const n = rng.chance(0.5)
    ? rng.direction()
    : rng.pick([
        [0, 1, 0],
        [0, 0, 1],
        [-1, 0, 0],
      ]);
  const c = at(0.7);
  guard('halfspace', () => checks.checkHalfspace(judge, a, n, n[0] * c[0] + n[1] * c[1] + n[2] * c[2]));
}

runAll(judge, Number(args.pairs ?? 20_000), run);
conclude(judge);
