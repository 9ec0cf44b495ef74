// One scene of n boxes in a process of its own, in which million.mjs starts this: creating and adding them, the first encounters, frames in
// which all, 1 % or none of them move, and the memory that they take. Times are those of the clock, or with CPU=1 of the processor, which
// differ less on a busy machine. Prints JSON.
import { Rng } from './random.mjs';

const [name, count] = [process.argv[2], Number(process.argv[3])];
const SEED = Number(process.env.SEED ?? 1);
const SPEED = 0.05;
const FRAMES = { moving: 20, few: 20, still: 20 };
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const now = process.env.CPU === '1' ? cpu : () => performance.now();

/** As in broad.mjs: boxes of size 1 at random places, one in eight of the volume filled; each drifts in a direction of its own. */
class Crowd {
  constructor(n) {
    const rng = new Rng(SEED);
    this.side = 2 * Math.cbrt(n);
    this.positions = Array.from({ length: n }, () => [1, 1, 1].map(() => rng.range(0, this.side)));
    this.velocities = Array.from({ length: n }, () => rng.direction().map((x) => SPEED * x));
  }

  /** Moves every `every`th box. */
  step(every) {
    for (let i = 0; i < this.positions.length; i += every) {
      const p = this.positions[i];
      const v = this.velocities[i];
      for (let k = 0; k < 3; k++) {
        p[k] += v[k];
        if (p[k] < 0 || p[k] > this.side) v[k] = -v[k];
      }
    }
  }
}

async function engine() {
  if (name in { crashcat: 1, rapier: 1 }) return (await import('./compare/crowds.mjs'))[name]();
  const library = await import(process.env.ENCOUNTER ?? '../packages/encounter/dist/index.js');
  const box = new library.Box([1, 1, 1]);
  let scene;
  let colliders;
  return {
    create(positions) {
      scene = new library.Scene({ broadPhase: new library[name]() });
      colliders = positions.map((position) => new library.Collider(box, { position }));
      if (scene.addAll === undefined) for (const collider of colliders) scene.add(collider);
      else scene.addAll(colliders);
    },
    move: (i, position) => colliders[i].setPosition(position),
    pairs() {
      let pairs = 0;
      for (const _ of scene.encounters()) pairs++;
      return pairs;
    },
  };
}

/** Bytes in use. */
function memory() {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function timed(run) {
  const start = now();
  run();
  return now() - start;
}

const crowd = new Crowd(count);
const world = await engine();
const before = memory();
const figures = {};
let pairs = 0;
figures.create = (1000 * timed(() => world.create(crowd.positions))) / count;
figures.first = timed(() => {
  pairs = world.pairs();
});
/** Milliseconds of frames in which every `every`th box moves; none if it is Infinity. */
const frames = (n, every) =>
  Array.from({ length: n }, () => {
    if (every < Infinity) crowd.step(every);
    return timed(() => {
      for (let i = 0; every < Infinity && i < count; i += every) world.move(i, crowd.positions[i]);
      world.pairs();
    });
  });
const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
figures.memory = (memory() - before) / count;
const [firstMoving, ...later] = frames(FRAMES.moving, 1);
figures.firstMoving = firstMoving;
figures.moving = mean(later);
figures.worst = Math.max(...later);
figures.few = median(frames(FRAMES.few, 100));
figures.still = median(frames(FRAMES.still, Infinity));
figures.memory = Math.max(figures.memory, (memory() - before) / count);
console.log(JSON.stringify({ ...figures, pairs }));
process.exit(0);
