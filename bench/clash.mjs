/**
 * Clashes of a synthetic building: `node bench/clash.mjs [elements …]`, by default 50,000; `--copies` for geometry that no parts share,
 * `--depth=search`, `--clearance=0.05`. Times are by the clock, in brackets those of the processor, which include the engine's own threads.
 *
 * A cell of the building is a slab, walls on it, one with a window and its frame, round columns, pipes (hollow and solid), a bend and a duct.
 * Cells are flush with each other, as in real models. In every tenth cell a pipe runs through walls and a duct through other pipes.
 */
import { ClashRun, readModel } from 'encounter-models';

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

/** The result of a task, and how long it took. */
async function timed(task) {
  const before = process.cpuUsage();
  const start = performance.now();
  const result = await task();
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return [result, `${(ms / 1000).toFixed(2)} s (${((user + system) / 1e6).toFixed(2)})`, ms];
}

/** The model as the bytes of a GLB file, in which parts share meshes as they do here. */
function glb({ parts }) {
  const meshes = [];
  const known = new Map();
  const chunks = [];
  const accessors = [];
  const bufferViews = [];
  let length = 0;
  const store = (array, rest) => {
    bufferViews.push({ buffer: 0, byteOffset: length, byteLength: array.byteLength });
    accessors.push({ bufferView: bufferViews.length - 1, ...rest });
    chunks.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    length += array.byteLength;
    return accessors.length - 1;
  };
  const nodes = parts.map(({ name, transform, triangles }) => {
    if (!known.has(triangles)) {
      const { positions, indices } = triangles;
      const [min, max] = [Math.min, Math.max].map((pick) =>
        [0, 1, 2].map((a) => positions.reduce((m, x, i) => (i % 3 === a ? pick(m, x) : m), positions[a])),
      );
      const POSITION = store(positions, { componentType: 5126, type: 'VEC3', count: positions.length / 3, min, max });
      const faces = store(indices, { componentType: 5125, type: 'SCALAR', count: indices.length });
      known.set(triangles, meshes.push({ primitives: [{ attributes: { POSITION }, indices: faces }] }) - 1);
    }
    return { name, mesh: known.get(triangles), matrix: [...transform] };
  });
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: nodes.map((_, i) => i) }],
    nodes,
    meshes,
    accessors,
    bufferViews,
  };
  const text = Buffer.from(JSON.stringify({ ...json, buffers: [{ byteLength: length }] }));
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const head = Buffer.alloc(20);
  head.write('glTF');
  for (const [k, n] of [2, 28 + padded.length + length, padded.length, 0x4e4f534a].entries())
    head.writeUInt32LE(n, 4 + 4 * k);
  const second = Buffer.alloc(8);
  second.writeUInt32LE(length, 0);
  second.writeUInt32LE(0x004e4942, 4);
  return Buffer.concat([head, padded, second, ...chunks]);
}

for (const size of sizes.length > 0 ? sizes : [50_000]) {
  const { model: made, triangles } = building(size, copies);
  const bytes = glb(made);
  console.log(
    `${size} elements, ${triangles} triangles${copies ? ', none shared' : ''}, GLB of ${(bytes.length / 1e6).toFixed(1)} MB`,
  );
  const [model, read] = await timed(() => readModel(bytes, 'building.glb', { limits: { bytes: 2 ** 31 } }));
  console.log(`  read ${read}`);
  const [run, broad] = await timed(() => new ClashRun(model, undefined, options));
  console.log(`  broad phase ${broad}: ${run.pairCount} pairs`);
  const [, bodies] = await timed(() => run.prepare());
  console.log(`  bodies ${bodies}`);
  const [findings, narrow, ms] = await timed(() => run.run(0, run.pairCount));
  const [report, last] = await timed(() => run.report(findings));
  const kinds = {};
  for (const { kind } of report.clashes) kinds[kind] = (kinds[kind] ?? 0) + 1;
  console.log(
    `  narrow phase ${narrow}: ${JSON.stringify(kinds)}, ${((1e3 * ms) / run.pairCount).toFixed(2)} µs a pair`,
  );
  console.log(`  report ${last}, ${new Set(report.clashes.map((c) => c.group)).size} groups`);
  console.log(`  memory ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`);
}
