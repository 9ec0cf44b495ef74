// Near contact: random pairs of all kinds of shapes, moved along the normal to a known small distance or depth.
//
// Moving B by (δ − signed distance)·normal leaves the plane between the two standing and the witness points δ apart. So for
// δ > 0 the distance is δ, from whatever pose. For δ < 0 the pair is taken from a pose that is deeper: no motion shorter than
// the depth separates it, so the depth is then |δ|.
import {
  Collider,
  closestPoints,
  commonPoint,
  describeQuery,
  intersects,
  penetration,
  signedDistance,
  Vec3,
} from '../packages/encounter/dist/index.js';
import { makers, printTable, Rng } from './random.mjs';

const SEED = Number(process.env.SEED ?? 1);
const POSES = Number(process.env.POSES ?? 40);
const STEPS = [1e-3, -1e-3, 1e-5, -1e-5, 1e-7, -1e-7];

const kinds = Object.keys(makers);
const rng = new Rng(SEED);
const rows = new Map(
  STEPS.map((s) => [s, { pairs: 0, wrong: 0, disagree: 0, swapped: 0, open: 0, error: 0, worst: '', first: '' }]),
);

/** Some inner point of a shape, in its own frame: the middle of support points. */
function middle(shape) {
  const dirs = [1, -1].flatMap((s) => [new Vec3(s, 0.1, 0.2), new Vec3(0.2, s, 0.1), new Vec3(0.1, 0.2, s)]);
  const sum = new Vec3();
  const p = new Vec3();
  for (const dir of dirs) {
    shape.support(dir, p);
    sum.set(sum.x + p.x / dirs.length, sum.y + p.y / dirs.length, sum.z + p.z / dirs.length);
  }
  return sum;
}

/** The collider put where the middle of its shape is at `target`. */
function centre(collider, target) {
  const { x, y, z } = collider.placement.transformVector(middle(collider.shape), new Vec3());
  const position = [target[0] - x, target[1] - y, target[2] - z];
  collider.setPosition(position);
  return position;
}

for (const [i, kindA] of kinds.entries())
  for (const kindB of kinds.slice(i))
    for (let k = 0; k < POSES; k++) {
      const a = new Collider(makers[kindA](rng), { orientation: rng.quaternion() });
      const b = new Collider(makers[kindB](rng), { orientation: rng.quaternion() });
      centre(a, [0, 0, 0]);
      // Every other pose starts with the middles close to each other.
      const r = (k & 1) === 0 ? rng.range(0, 0.05) : rng.range(0, 2);
      const from = centre(
        b,
        rng.direction().map((x) => r * x),
      );
      const size = Math.max(a.extent, b.extent);
      if (size === 0) continue;
      const start = signedDistance(a, b);
      for (const step of STEPS) {
        if (step < 0 && start.distance > 2 * step * size) continue;
        const move = step * size - start.distance;
        const n = start.normal;
        b.setPosition([from[0] + move * n.x, from[1] + move * n.y, from[2] + move * n.z]);
        const row = rows.get(step);
        row.pairs++;
        const together = intersects(a, b);
        const signed = signedDistance(a, b);
        const deep = penetration(a, b);
        const near = closestPoints(a, b);
        const agree =
          together === signed.distance <= 0 &&
          together === (deep !== null) &&
          together === (near.distance === 0) &&
          together === (commonPoint(a, b) !== null);
        const wrong = together !== step < 0;
        if (wrong) row.wrong++;
        if (!agree) row.disagree++;
        if (intersects(b, a) !== together) row.swapped++;
        if (!signed.converged) row.open++;
        let error = Math.abs(signed.distance - step * size);
        if (deep !== null) error = Math.max(error, Math.abs(deep.depth + signed.distance));
        if (!together) error = Math.max(error, Math.abs(near.distance - signed.distance));
        if (error / size > row.error) {
          row.error = error / size;
          row.worst = `${kindA}–${kindB}`;
        }
        if ((wrong || !agree) && row.first === '')
          row.first = `${wrong ? 'wrong' : 'disagreement'} at ${step}, ${kindA}–${kindB}:\n${describeQuery(a, b)}`;
      }
    }

console.log(`${kinds.length} kinds, ${POSES} poses a pair of kinds, seed ${SEED}; errors relative to the size`);
printTable(
  ['gap / size', 'pairs', 'wrong', 'disagree', 'swapped differs', 'not converged', 'worst error', 'of'],
  [...rows].map(([step, r]) => [
    step.toExponential(),
    r.pairs,
    r.wrong,
    r.disagree,
    r.swapped,
    r.open,
    r.error.toExponential(1),
    r.worst,
  ]),
);
for (const { first } of rows.values()) if (first !== '') console.log(`\n${first}`);
