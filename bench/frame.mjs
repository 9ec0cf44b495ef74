// The requirement that the book sets itself (§1.2): a hundred moving objects of 5,000 triangles each, tested in less than a millisecond
// a frame. About one object in ten touches another; all of them move and turn a little from frame to frame. Prints how the frames
// are distributed, with what each encounter remembers from the frame before and without.
import {
  Collider,
  intersects,
  Mesh,
  PairCache,
  ResponseTable,
  response,
  Scene,
} from '../packages/encounter/dist/index.js';
import { bumpyTorus, printTable, Rng } from './random.mjs';

const SEED = Number(process.env.SEED ?? 1);
const OBJECTS = 100;
const WARM_UP = 200;
const FRAMES = 1000;
/** Half the side of the cube that they move in: gives about one in ten that touches. */
const HALF = Number(process.env.HALF ?? 16);

/** An object that drifts and turns; `step` moves it on by a frame. */
class Tumbler {
  constructor(shape, rng) {
    this.position = [rng.range(-HALF, HALF), rng.range(-HALF, HALF), rng.range(-HALF, HALF)];
    this.velocity = rng.direction().map((x) => 0.03 * x);
    this.orientation = rng.quaternion();
    this.spin = rng.direction().map((x) => 0.01 * x);
    this.collider = new Collider(shape, { position: this.position, orientation: this.orientation });
  }

  step() {
    const { position: p, velocity: v, orientation: q, spin: s } = this;
    for (let i = 0; i < 3; i++) {
      if (Math.abs(p[i] + v[i]) > HALF) v[i] = -v[i];
      p[i] += v[i];
    }
    const [x, y, z, w] = q;
    q[0] += s[0] * w + s[1] * z - s[2] * y;
    q[1] += s[1] * w + s[2] * x - s[0] * z;
    q[2] += s[2] * w + s[0] * y - s[1] * x;
    q[3] -= s[0] * x + s[1] * y + s[2] * z;
    const length = Math.hypot(...q);
    for (let i = 0; i < 4; i++) q[i] /= length;
    this.collider.setPosition(p).setOrientation(q);
  }
}

/** Milliseconds of each frame, sorted, and what was met on the way. */
function run(test) {
  const rng = new Rng(SEED);
  const shape = new Mesh(bumpyTorus(50, 50));
  const tumblers = Array.from({ length: OBJECTS }, () => new Tumbler(shape, rng));
  const scene = new Scene().add(...tumblers.map(({ collider }) => collider));
  const table = new ResponseTable();
  const things = table.createClass('things');
  for (const { collider } of tumblers) table.assign(collider, things);
  const touching = new Set();
  table.addDefault(
    response('simple', (a, b) => {
      touching.add(a);
      touching.add(b);
    }),
  );
  const times = [];
  let encounters = 0;
  let pairs = 0;
  let objects = 0;
  for (let frame = -WARM_UP; frame < FRAMES; frame++) {
    for (const tumbler of tumblers) tumbler.step();
    touching.clear();
    const start = performance.now();
    const found = test(scene, table, touching);
    const time = performance.now() - start;
    if (frame < 0) continue;
    times.push(time);
    pairs += found;
    objects += touching.size;
    for (const _ of scene.encounters()) encounters++;
  }
  return { times: times.sort((a, b) => a - b), encounters, pairs, objects, triangles: shape.triangleCount };
}

/** All encounters by hand, each with what `optionsOf` gives for it. */
function byHand(scene, touching, optionsOf) {
  let found = 0;
  for (const [a, b] of scene.encounters()) {
    if (!intersects(a, b, optionsOf(a, b))) continue;
    touching.add(a);
    touching.add(b);
    found++;
  }
  return found;
}

const caches = new Map();
const runs = {
  'scene.test': (scene, table) => scene.test(table),
  'by hand, with caches': (scene, _table, touching) =>
    byHand(scene, touching, (a, b) => {
      const key = a.id * 2 ** 20 + b.id;
      let options = caches.get(key);
      if (options === undefined) {
        options = { cache: new PairCache() };
        caches.set(key, options);
      }
      return options;
    }),
  'by hand, without': (scene, _table, touching) => byHand(scene, touching, () => undefined),
};

console.log(`seed ${SEED}`);
const rows = [];
for (const [name, test] of Object.entries(runs)) {
  const { times, encounters, pairs, objects, triangles } = run(test);
  const mean = times.reduce((sum, time) => sum + time, 0) / FRAMES;
  const at = (part) => times[Math.floor(part * (FRAMES - 1))].toFixed(3);
  rows.push([name, mean.toFixed(3), at(0.1), at(0.5), at(0.9), at(0.99), at(1)]);
  console.log(
    `${OBJECTS} objects of ${triangles} triangles, ${name}: a frame has ${(encounters / FRAMES).toFixed(1)} encounters,`,
    `${(pairs / FRAMES).toFixed(1)} pairs touch and ${(objects / FRAMES).toFixed(1)} objects`,
  );
}
console.log('\nmilliseconds a frame');
printTable(['', 'mean', '10 %', '50 %', '90 %', '99 %', 'worst'], rows);
