// Inside or outside by winding numbers: `node bench/winding.mjs [points] [rounds]` after `npm run build`. A torus, a knot and a ball of
// 100,000 triangles each, closed, and with 1 % and 5 % of their triangles removed: µs per `containsPoint`, for points in the box and
// for points near the surface, processor time, the least of some rounds in turn; the milliseconds of making the mesh, and of the first point after a
// refit, which computes the moments; and how many answers differ from those of the closed mesh.
import { Collider, containsPoint, Mesh } from '../packages/encounter/dist/index.js';
import { Rng } from './random.mjs';

const [points = 20000, rounds = 7] = process.argv.slice(2).map(Number);
const SEED = Number(process.env.SEED ?? 1);
const rng = new Rng(SEED);

/** A tube of 2·around·across triangles about a closed curve. */
function tube(around, across, radius, curve) {
  const positions = new Float64Array(3 * around * across);
  const indices = new Uint32Array(6 * around * across);
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
  return { positions, indices };
}

/** A ball of rings between two poles. */
function ball(rings, around) {
  const positions = [0, 1, 0];
  const indices = [];
  for (let i = 1; i < rings; i++)
    for (let j = 0; j < around; j++) {
      const [u, v] = [(Math.PI * i) / rings, (2 * Math.PI * j) / around];
      positions.push(Math.sin(u) * Math.cos(v), Math.cos(u), Math.sin(u) * Math.sin(v));
    }
  positions.push(0, -1, 0);
  const last = positions.length / 3 - 1;
  const at = (i, j) => 1 + (i - 1) * around + (j % around);
  for (let j = 0; j < around; j++) {
    indices.push(0, at(1, j + 1), at(1, j), last, at(rings - 1, j), at(rings - 1, j + 1));
    for (let i = 1; i < rings - 1; i++)
      indices.push(at(i, j), at(i + 1, j + 1), at(i + 1, j), at(i, j), at(i, j + 1), at(i + 1, j + 1));
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

const models = {
  torus: tube(500, 100, 0.35, (u) => [Math.cos(u), Math.sin(u), 0]),
  knot: tube(1000, 50, 0.15, (u) => {
    const r = 0.6 * (1 + 0.5 * Math.cos(3 * u));
    return [r * Math.cos(2 * u), r * Math.sin(2 * u), 0.35 * Math.sin(3 * u)];
  }),
  ball: ball(224, 224),
};

function without(indices, part) {
  const left = [];
  for (let t = 0; t < indices.length; t += 3)
    if (rng.next() >= part) left.push(indices[t], indices[t + 1], indices[t + 2]);
  return Uint32Array.from(left);
}

/** Milliseconds of the processor, and the value of f. */
const timed = (f) => {
  const start = process.cpuUsage();
  const value = f();
  const { user, system } = process.cpuUsage(start);
  return [(user + system) / 1000, value];
};

console.log(`${points} points, least of ${rounds} rounds, seed ${SEED}`);
for (const [name, { positions, indices }] of Object.entries(models)) {
  const kinds = { closed: indices, '1 % open': without(indices, 0.01), '5 % open': without(indices, 0.05) };
  const made = Object.entries(kinds).map(([kind, list]) => {
    const solid = kind === 'closed' ? true : 'winding';
    const [build, mesh] = timed(() => new Mesh({ positions, indices: list, solid }));
    const collider = new Collider(mesh);
    containsPoint(collider, [0.1, 0.2, 0.3]);
    mesh.refit();
    const [refit] = timed(() => containsPoint(collider, [0.1, 0.2, 0.3]));
    return { kind, collider, build, refit, least: [Infinity, Infinity], inside: [] };
  });
  const half = [0, 1, 2].map((k) =>
    positions.reduce((most, x, i) => (i % 3 === k ? Math.max(most, Math.abs(x)) : most), 0),
  );
  const reach = Math.max(...half);
  const places = [
    Array.from({ length: points }, () => half.map((h) => h * (2 * rng.next() - 1))),
    // Near the surface: a vertex, moved by up to a tenth of the size.
    Array.from({ length: points }, () => {
      const v = 3 * Math.floor((rng.next() * positions.length) / 3);
      return [0, 1, 2].map((k) => positions[v + k] + 0.1 * reach * (2 * rng.next() - 1));
    }),
  ];
  for (let round = 0; round < rounds; round++)
    for (const one of made)
      places.forEach((list, k) => {
        const [time, answers] = timed(() => list.map((p) => containsPoint(one.collider, p)));
        one.least[k] = Math.min(one.least[k], (1000 * time) / points);
        one.inside[k] = answers;
      });
  console.log(`${name}, ${indices.length / 3} triangles`);
  for (const { kind, build, refit, least, inside } of made) {
    const differ = inside.map((list, k) => list.filter((x, i) => x !== made[0].inside[k][i]).length);
    const times = least.map((t, k) => `${t.toFixed(2)} µs (${(t / made[0].least[k]).toFixed(2)} ×)`);
    console.log(
      `  ${kind.padEnd(9)} in the box ${times[0].padEnd(18)} near ${times[1].padEnd(18)} made in ${build.toFixed(0)} ms,` +
        ` first point after a refit ${refit.toFixed(2)} ms; answers that differ ${differ.join(', ')}`,
    );
  }
}
