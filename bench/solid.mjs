// Depth of solids that are not convex, against sampled directions: `node bench/solid.mjs [pairs] [directions] [around] [across]` after
// `npm run build`. Prints how much deeper than the shortest of the directions the results are, whether they separate, and the time.
// Along each direction the first way out is found by a march with the boolean query and bisection, so 200 pairs and 10,000
// directions take a quarter of an hour; the march ends where the best so far does.
import { Collider, intersects, Mesh, PenetrationResult, penetration } from '../packages/encounter/dist/index.js';
import { Rng } from './random.mjs';

const [pairs = 200, directions = 10000, around = 40, across = 16] = process.argv.slice(2).map(Number);
const SEED = Number(process.env.SEED ?? 1);
const STEP = 0.03;
const rng = new Rng(SEED);

/** A tube of 2·around·across triangles about a circle of radius 1 or about a trefoil knot. */
function tube(knot) {
  const radius = knot ? 0.18 : 0.35;
  const positions = new Float64Array(3 * around * across);
  const indices = new Uint32Array(6 * around * across);
  const curve = (u) => {
    if (!knot) return [Math.cos(u), Math.sin(u), 0];
    const r = 0.6 * (1 + 0.5 * Math.cos(3 * u));
    return [r * Math.cos(2 * u), r * Math.sin(2 * u), 0.35 * Math.sin(3 * u)];
  };
  const unit = (v) => v.map((x) => x / Math.hypot(...v));
  for (let i = 0; i < around; i++) {
    const u = (2 * Math.PI * i) / around;
    const c = curve(u);
    const behind = curve(u - 1e-4);
    const t = unit(curve(u + 1e-4).map((x, k) => x - behind[k]));
    const along = c[0] * t[0] + c[1] * t[1] + c[2] * t[2];
    const p = unit(c.map((x, k) => x - along * t[k]));
    const q = [t[1] * p[2] - t[2] * p[1], t[2] * p[0] - t[0] * p[2], t[0] * p[1] - t[1] * p[0]];
    for (let j = 0; j < across; j++) {
      const v = (2 * Math.PI * j) / across;
      const at = c.map((x, k) => x + radius * (Math.cos(v) * p[k] + Math.sin(v) * q[k]));
      positions.set(at, 3 * (i * across + j));
      const [i1, j1] = [(i + 1) % around, (j + 1) % across];
      const [a, b, d, e] = [i * across + j, i1 * across + j, i1 * across + j1, i * across + j1];
      indices.set([a, b, d, a, d, e], 6 * a);
    }
  }
  return new Mesh({ positions, indices, solid: true });
}

/** The first way out along n, if it is shorter than `limit`; otherwise that. */
function firstExit(a, moved, origin, n, limit) {
  const meet = (t) => intersects(a, moved.setPosition(origin.map((x, k) => x + t * n[k])));
  let t = 0;
  while (meet(t)) {
    if (t >= limit) return limit;
    t = Math.min(t + STEP, limit);
  }
  let low = Math.max(0, t - STEP);
  let high = t;
  while (high - low > 1e-8) {
    const middle = 0.5 * (low + high);
    if (meet(middle)) low = middle;
    else high = middle;
  }
  return high;
}

const meshes = [tube(false), tube(true)];
const out = new PenetrationResult();
const ratios = [];
const times = [];
const errors = [];
let together = 0;
// To warm up.
for (let i = 0; i < 30; i++)
  penetration(new Collider(meshes[i % 2]), new Collider(meshes[0], { position: rng.direction() }), out);
while (ratios.length < pairs) {
  const a = new Collider(rng.pick(meshes), { orientation: rng.quaternion() });
  const origin = rng.direction().map((x) => x * 1.6);
  const part = rng.next();
  for (let k = 0; k < 3; k++) origin[k] *= part;
  const place = { orientation: rng.quaternion(), position: origin };
  const shape = rng.pick(meshes);
  const b = new Collider(shape, place);
  if (!intersects(a, b)) continue;
  // The best of three, as the machine has other things to do.
  let time = Infinity;
  for (let i = 0; i < 3; i++) {
    const start = performance.now();
    penetration(a, b, out);
    time = Math.min(time, performance.now() - start);
  }
  const { depth, error } = out;
  const n = out.normal.toArray();
  const moved = new Collider(shape, place);
  const far = 1.001 * depth + 2e-9 * Math.max(a.extent, b.extent);
  if (intersects(a, moved.setPosition(origin.map((x, k) => x + far * n[k])))) together++;
  let least = depth;
  for (let i = 0; i < directions; i++) least = firstExit(a, moved, origin, rng.direction(), least);
  times.push(time);
  errors.push(error / depth);
  ratios.push(depth / least);
}

const at = (list, part) => list.sort((x, y) => x - y)[Math.min(list.length - 1, Math.floor(part * list.length))];
const text = (list, digits) => [0.5, 0.95, 1].map((part) => at(list, part).toFixed(digits)).join(' / ');
console.log(`${pairs} pairs of ${2 * around * across} triangles each, ${directions} directions, seed ${SEED}`);
console.log(`depth / least of the directions (median / 95 % / most): ${text(ratios, 3)}`);
console.log(`  above 1.1: ${ratios.filter((x) => x > 1.1).length}; not separated: ${together}`);
console.log(`error / depth: ${text(errors, 3)}`);
console.log(`milliseconds a query: ${text(times, 2)}`);
