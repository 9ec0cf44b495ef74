/**
 * Clashes of a synthetic building: `node bench/clash.mjs [elements …]`, by default 50,000; `--copies` for geometry that no parts share,
 * `--depth=search`, `--clearance=0.05`. Times are processor times of one thread.
 *
 * A cell of the building is a slab, walls on it, one with a window and its frame, round columns, pipes (hollow and solid), a bend and a duct.
 * Cells are flush with each other, as in real models. In every tenth cell a pipe runs through walls and a duct through other pipes.
 */
import { ClashRun } from 'encounter-models';

const BENCH_CELL = [4, 3, 3];

function prism(outline, holes, z0, z1, axis = 2) {
  // Caps as strips between the outline and one hole of as many corners, or as a fan.
  const n = outline.length;
  const points = [];
  for (const ring of [outline, ...holes])
    for (const z of [z0, z1])
      for (const [x, y] of ring) points.push(axis === 2 ? [x, y, z] : axis === 0 ? [z, x, y] : [y, z, x]);
  const faces = [];
  for (let k = 0; k < n; k++) {
    const l = (k + 1) % n;
    faces.push([k, l, n + l], [k, n + l, n + k]);
    if (holes.length === 0) {
      if (k > 0 && k < n - 1) faces.push([0, l, k], [n, n + k, n + l]);
      continue;
    }
    const h = 2 * n;
    faces.push([h + k, h + n + l, h + l], [h + k, h + n + k, h + n + l]);
    faces.push([k, h + k, h + l], [k, h + l, l], [n + k, h + n + l, h + n + k], [n + k, n + l, h + n + l]);
  }
  return { positions: Float32Array.from(points.flat()), indices: Uint32Array.from(faces.flat()) };
}

const rect = (x0, y0, x1, y1) => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];
const ring = (r, n) =>
  Array.from({ length: n }, (_, k) => [r * Math.cos((2 * Math.PI * k) / n), r * Math.sin((2 * Math.PI * k) / n)]);
const box = (x0, y0, z0, x1, y1, z1) => prism(rect(x0, y0, x1, y1), [], z0, z1);

/** A quarter of a ring of pipe, closed by caps. */
function bend(radius, r, n, steps) {
  const points = [];
  const faces = [];
  for (let s = 0; s <= steps; s++) {
    const a = (Math.PI / 2) * (s / steps);
    for (const [u, v] of ring(r, n)) points.push([(radius + u) * Math.cos(a), (radius + u) * Math.sin(a), v]);
  }
  for (let s = 0; s < steps; s++)
    for (let k = 0; k < n; k++) {
      const [i, j] = [s * n + k, s * n + ((k + 1) % n)];
      faces.push([i, i + n, j + n], [i, j + n, j]);
    }
  for (let k = 1; k < n - 1; k++) faces.push([0, k, k + 1], [steps * n, steps * n + k + 1, steps * n + k]);
  return { positions: Float32Array.from(points.flat()), indices: Uint32Array.from(faces.flat()) };
}

const [W, D, H] = BENCH_CELL;
const T = 0.25;
/** Everything in a cell, from its corner. Sizes are binary fractions, so that flush faces are flush in floats. */
const KINDS = {
  slab: box(0, 0, 0, W, D, T),
  wallX: box(0.5, 0, 0, W - 0.5, T, H - T),
  wallY: box(0, 0.5, 0, T, D, 2.25),
  inner: box(0, 0, 0, T / 2, D - T, 2.25),
  window: prism(rect(0, 0, 2, 2), [rect(0.5, 0.5, 1.5, 1.5)], 0, T, 0),
  frame: prism(rect(0.5, 0.5, 1.5, 1.5), [rect(0.625, 0.625, 1.375, 1.375)], 0, T, 0),
  column: prism(ring(0.25, 24), [], 0, H - T),
  tube: prism(ring(0.0625, 20), [ring(0.05, 20)], 0, W, 0),
  rod: prism(ring(0.03125, 48), [], T, D, 1),
  bend: bend(0.25, 0.0625, 16, 12),
  duct: prism(rect(-0.25, -0.125, 0.25, 0.125), [rect(-0.234375, -0.109375, 0.234375, 0.109375)], 0, W, 0),
};
const CELL = [
  ['slab', 0, 0, 0],
  ['wallX', 0, 0, T],
  ['wallY', 0, 0, T],
  ['inner', 3, T, T],
  ['window', 1.5, 0.75, T],
  ['frame', 1.5, 0.75, T],
  ['column', 0.25, 0.25, T],
  ['column', 2, 2.75, T],
  ['tube', 0, 0.75, 2.875],
  ['tube', 0, 1, 2.875],
  ['tube', 0, 1.25, 2.875],
  ['tube', 0, 1.5, 2.875],
  ['rod', 1, 0, 2.40625],
  ['rod', 1.25, 0, 2.40625],
  ['bend', 2, 1.75, 0.5],
  ['duct', 0, 2.25, 2.625],
];

function building(count, copies) {
  const cells = Math.ceil(count / CELL.length);
  const side = Math.ceil(Math.cbrt(cells));
  const parts = [];
  const transform = (x, y, z) => Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1);
  let triangles = 0;
  for (let c = 0; c < cells; c++) {
    const at = [c % side, Math.floor(c / side) % side, Math.floor(c / side / side)];
    for (let k = 0; k < CELL.length && parts.length < count; k++) {
      let [kind, x, y, z] = CELL[k];
      // In every tenth cell a tube and the duct hang lower, where walls and rods are.
      if (c % 10 === 0 && kind === 'tube' && k === 8) z = 1.5;
      if (c % 10 === 0 && kind === 'duct') z = 2.4;
      const shape = copies
        ? { positions: KINDS[kind].positions.slice(), indices: KINDS[kind].indices.slice() }
        : KINDS[kind];
      triangles += shape.indices.length / 3;
      parts.push({
        id: `${c}/${k}`,
        name: kind,
        path: [`cell ${c}`, kind],
        type: kind,
        layer: `${at[2]}`,
        material: '',
        units: 'm',
        shape: null,
        triangles: shape,
        transform: transform(x + W * at[0], y + D * at[1], z + H * at[2]),
      });
    }
  }
  return { model: { name: 'building', format: 'ifc', units: 'm', parts, warnings: [] }, triangles };
}

const options = {};
let copies = false;
const sizes = [];
for (const word of process.argv.slice(2)) {
  if (word === '--copies') copies = true;
  else if (word.startsWith('--depth=')) options.depth = word.slice(8);
  else if (word.startsWith('--clearance=')) options.clearance = Number(word.slice(12));
  else sizes.push(Number(word));
}

function seconds(task) {
  const before = process.cpuUsage();
  const result = task();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1e6];
}

for (const size of sizes.length > 0 ? sizes : [50_000]) {
  const [{ model, triangles }, made] = seconds(() => building(size, copies));
  console.log(`${size} elements, ${triangles} triangles${copies ? ', none shared' : ''}, made in ${made.toFixed(2)} s`);
  const [run, broad] = seconds(() => new ClashRun(model, undefined, options));
  console.log(`  broad phase ${broad.toFixed(2)} s: ${run.pairCount} pairs`);
  const [, bodies] = seconds(() => run.prepare());
  console.log(`  bodies ${bodies.toFixed(2)} s`);
  const [findings, narrow] = seconds(() => run.run(0, run.pairCount));
  const [report, last] = seconds(() => run.report(findings));
  const kinds = {};
  for (const { kind } of report.clashes) kinds[kind] = (kinds[kind] ?? 0) + 1;
  console.log(
    `  narrow phase ${narrow.toFixed(2)} s: ${JSON.stringify(kinds)}, ${((1e6 * narrow) / run.pairCount).toFixed(2)} µs a pair`,
  );
  console.log(`  report ${last.toFixed(2)} s, ${new Set(report.clashes.map((c) => c.group)).size} groups`);
  console.log(`  memory ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`);
}
