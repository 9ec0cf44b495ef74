// The slowest of many convex queries, random and contrived, and how many do not converge: node bench/slowest.mjs [count] [seed].
// A query that takes long is repeated, and its least time counts: what the machine does meanwhile is not the query's.
import { Collider, DistanceResult, signedDistance } from '../packages/encounter/dist/index.js';
import { makers, printTable, Rng } from './random.mjs';

const COUNT = Number(process.argv[2] ?? 1e6);
const SEED = Number(process.argv[3] ?? 1);
/** Milliseconds from which a query is looked at again. */
const LONG = 1;
const AGAIN = 5;

const h = Math.SQRT1_2;
const quarters = [
  [0, 0, 0, 1],
  [0, 0, h, h],
  [h, 0, 0, h],
  [0, h, 0, h],
  [0.5, 0.5, 0.5, 0.5],
];

/** Placements of B, and of A where it is not the identity. */
const poses = {
  random: (rng) => [
    { orientation: rng.quaternion() },
    { orientation: rng.quaternion(), position: rng.direction().map((x) => rng.range(0, 2.5) * x) },
  ],
  concentric: (rng) => [{}, { orientation: rng.quaternion() }],
  'in one pose': (rng) => [{}, rng.next() < 0.5 ? {} : { position: rng.direction().map((x) => 1e-9 * x) }],
  'along the axes': (rng) => [
    { orientation: rng.pick(quarters) },
    { orientation: rng.pick(quarters), position: [0, 1, 2].map(() => rng.pick([0, 0, 0.25, 0.5, -0.5, 1])) },
  ],
  'uneven scale': (rng) => [
    { orientation: rng.quaternion(), scale: [10 ** rng.range(-2, 1), 1, rng.pick([1, -1, 0.1])] },
    { orientation: rng.quaternion(), scale: [1, 10 ** rng.range(-2, 1), 1], position: rng.direction() },
  ],
  'other sizes': (rng) => [
    { orientation: rng.quaternion() },
    {
      orientation: rng.quaternion(),
      scale: 10 ** rng.range(-6, 6),
      position: rng.direction().map((x) => rng.range(0, 1) * x),
    },
  ],
  'far away': (rng) => {
    const far = rng.direction().map((x) => 1e6 * x);
    const near = rng.direction().map((x, i) => far[i] + rng.range(0, 2) * x);
    return [
      { orientation: rng.quaternion(), position: far },
      { orientation: rng.quaternion(), position: near },
    ];
  },
};

const rng = new Rng(SEED);
const kinds = Object.keys(makers);
const out = new DistanceResult();
const rows = [];
for (const [name, pose] of Object.entries(poses)) {
  const count = Math.round(COUNT / Object.keys(poses).length);
  let slowest = 0;
  let what = '';
  let unconverged = 0;
  let total = 0;
  for (let i = 0; i < count; i++) {
    const kindA = rng.pick(kinds);
    const kindB = rng.pick(kinds);
    const [placeA, placeB] = pose(rng);
    const a = new Collider(makers[kindA](rng), placeA);
    const b = new Collider(makers[kindB](rng), placeB);
    let time = timed(a, b);
    if (time > LONG) for (let k = 0; k < AGAIN; k++) time = Math.min(time, timed(a, b));
    total += time;
    if (!out.converged) unconverged++;
    if (time > slowest) {
      slowest = time;
      what = `${kindA} – ${kindB}, ${out.iterations} steps`;
    }
  }
  rows.push([name, count, ((1e3 * total) / count).toFixed(1), slowest.toFixed(2), what, unconverged]);
}
console.log(`signedDistance, seed ${SEED}`);
printTable(['poses', 'pairs', 'mean µs', 'slowest ms', 'of', 'unconverged'], rows);

function timed(a, b) {
  const from = performance.now();
  signedDistance(a, b, out);
  return performance.now() - from;
}
