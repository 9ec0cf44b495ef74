// The sizes of §6.1, §6.3.1, §6.4 and §7.1: bytes a triangle of each structure, and a hundred moving objects of thousands of triangles.
//   node bench/book/sizes.mjs
import { pathToFileURL } from 'node:url';
import { printTable, Rng } from '../random.mjs';
import { singles } from './aabb-walk.mjs';
import { NAMES, round, SIZES } from './book.mjs';
import { MODELS } from './models.mjs';
import { bounds, cpu, lib, machine, SEED } from './tools.mjs';

function bytes(make) {
  const source = make();
  const mesh = new lib.Mesh(source);
  const count = mesh.triangleCount;
  const tree = mesh.triangles.tree.byteLength / count;
  const out = {
    'one AABB': 24,
    'one OBB': 60,
    'AABB tree, one triangle a leaf': round(singles(mesh).tree.byteLength / count),
    "AABB tree, the library's own": round(tree),
    'the triangle itself': 12,
    'all that a mesh holds': round(tree + 12),
    'OBB tree, one triangle a leaf': round(new bounds.ObbTree(mesh).byteLength / count),
  };
  return out;
}

/** Bytes of a BSP tree of the torus, which is closed. */
function bspBytes() {
  const mesh = new lib.Mesh({ ...MODELS.Torus(), solid: true });
  const start = cpu();
  const tree = new bounds.BspTree(mesh);
  const time = cpu() - start;
  return {
    bytes: round(tree.byteLength / mesh.triangleCount),
    nodes: tree.nodeCount,
    depth: tree.depth,
    time: round(time, 0),
  };
}

/** A hundred tori of 5,000 triangles that move, a tenth of them touching another: ms a frame by `scene.test`. */
function frame() {
  const mesh = new lib.Mesh(MODELS.Torus());
  const rng = new Rng(SEED);
  const scene = new lib.Scene();
  const table = new lib.ResponseTable();
  const all = table.createClass();
  let met = 0;
  table.addDefault(
    lib.response('simple', () => {
      met++;
    }),
  ); // prettier-ignore
  const bodies = Array.from({ length: 100 }, () => ({
    collider: new lib.Collider(mesh, { orientation: rng.quaternion() }),
    position: [rng.range(-110, 110), rng.range(-110, 110), rng.range(-110, 110)],
    velocity: rng.direction().map((x) => 0.3 * x),
  }));
  for (const { collider } of bodies) {
    table.assign(collider, all);
    scene.add(collider);
  }
  const frames = [];
  for (let f = 0; f < 400; f++) {
    for (const body of bodies) {
      for (let k = 0; k < 3; k++) {
        body.position[k] += body.velocity[k];
        if (Math.abs(body.position[k]) > 110) body.velocity[k] *= -1;
      }
      body.collider.setPosition(body.position);
    }
    const start = cpu();
    scene.test(table);
    if (f >= 100) frames.push(cpu() - start);
  }
  frames.sort((a, b) => a - b);
  return { middle: round(frames[frames.length >> 1], 3), pairs: round(met / 400) };
}

export function measure() {
  return {
    bytes: Object.fromEntries(Object.entries(MODELS).map(([name, make]) => [name, bytes(make)])),
    bsp: bspBytes(),
    frame: frame(),
  };
}

export function print({ bytes: models, bsp, frame: run }) {
  console.log('\nBytes a primitive (§6.1, §6.3.1, §7.1)');
  const names = Object.keys(models);
  printTable(
    ['', 'book', ...names.map((name) => NAMES[name])],
    Object.entries(SIZES).map(([what, book]) => [
      what,
      book ?? '–',
      ...names.map((name) => models[name][what] ?? (what === 'BSP tree' && name === 'Torus' ? bsp.bytes : '–')),
    ]), // prettier-ignore
  );
  console.log(`BSP tree of the torus: ${bsp.nodes} planes, ${bsp.depth} deep, built in ${bsp.time} ms`);
  console.log(
    `\nA hundred moving objects of 5,000 triangles (§6.1: below 10 ms in 1997, below 1 ms in 2003): ${run.middle} ms a frame, ${run.pairs} pairs that meet`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(machine());
  print(measure());
}
