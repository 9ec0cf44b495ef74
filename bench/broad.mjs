// Broad phases side by side: cost of a frame against the number of boxes, and workloads that favour one or another.
// `node bench/broad.mjs [SweepAndPrune,Grid …] [--n=1000,10000]`. A class that the library does not export is left out.
import * as exported from '../packages/encounter/dist/index.js';
import { printTable, Rng } from './random.mjs';

/** The namespace as an object, to be asked for classes by name. */
const library = { ...exported };
const SEED = Number(process.env.SEED ?? 1);
/** Beyond these sizes a class is not measured. */
const LIMITS = { BruteForce: 3000 };
const wanted = process.argv
  .slice(2)
  .find((x) => !x.startsWith('--'))
  ?.split(',');
const classes = (wanted ?? ['BruteForce', 'SweepAndPrune', 'DynamicAabbTree', 'Grid']).filter((x) => x in library);
const sizes = (process.argv.find((x) => x.startsWith('--n='))?.slice(4) ?? '1000,3000,10000,30000,100000')
  .split(',')
  .map(Number);

/** n boxes in a cube, one in eight of its volume filled; what happens in a frame is up to `step`. */
class World {
  constructor(n, { side = 2 * Math.cbrt(n), flat = false, half = () => 0.5, place } = {}) {
    this.rng = new Rng(SEED);
    this.side = side;
    this.flat = flat;
    this.half = Float64Array.from({ length: n }, () => half(this.rng));
    this.p = Array.from({ length: n }, () => place?.(this.rng) ?? this.somewhere());
    this.v = Array.from({ length: n }, () => this.rng.direction().map((x) => 0.05 * x));
    this.min = this.p.map(() => ({ x: 0, y: 0, z: 0 }));
    this.max = this.p.map(() => ({ x: 0, y: 0, z: 0 }));
    this.p.forEach((_, i) => {
      this.write(i);
    });
    this.changed = [];
  }

  somewhere() {
    const { rng, side } = this;
    return [rng.range(0, side), this.flat ? 0 : rng.range(0, side), rng.range(0, side)];
  }

  write(i) {
    const [x, y, z] = this.p[i];
    const h = this.half[i];
    Object.assign(this.min[i], { x: x - h, y: y - h, z: z - h });
    Object.assign(this.max[i], { x: x + h, y: y + h, z: z + h });
  }

  /** Moves a part of the boxes a little, the same or others each time, or throws them anywhere. */
  step(part, thrown, same) {
    this.changed.length = 0;
    this.p.forEach((p, i) => {
      if (same ? i % Math.round(1 / part) !== 0 : part < 1 && this.rng.next() >= part) return;
      if (thrown) this.p[i] = this.somewhere();
      else
        for (let k = 0; k < 3; k++) {
          if (this.flat && k === 1) continue;
          p[k] += this.v[i][k];
          if (p[k] < 0 || p[k] > this.side) this.v[i][k] = -this.v[i][k];
        }
      this.write(i);
      this.changed.push(i);
    });
  }
}

const decades = (rng) => 0.01 * 10 ** rng.range(0, 3);
const clustered = (rng) => {
  const cluster = Math.floor(rng.range(0, 20));
  return [cluster % 5, cluster >> 2, cluster % 3].map(
    (c) => 20 * c + rng.range(-1, 1) + rng.range(-1, 1) + rng.range(-1, 1),
  );
};
const workloads = {
  'all moving': { n: 10000, part: 1 },
  '5 % moving': { n: 10000, part: 0.05, same: true },
  'others 5 % each time': { n: 10000, part: 0.05 },
  'half sizes 0.01 … 10': { n: 10000, part: 1, world: { half: decades, side: 150 } },
  'at one altitude': { n: 10000, part: 1, world: { flat: true, side: 200 } },
  'in 20 clusters': { n: 10000, part: 1, world: { place: clustered, half: () => 0.1 } },
  '0.1 % thrown anywhere': { n: 10000, part: 0.001, thrown: true },
  '5 % thrown anywhere': { n: 10000, part: 0.05, thrown: true },
  'all thrown anywhere': { n: 10000, part: 1, thrown: true },
};

function fill(phase, world) {
  return world.p.map((_, i) => phase.add(world.min[i], world.max[i], i));
}

/** Mean µs a frame (handing over boxes, update), the least of some runs for each frame as in the peers' benchmark; pairs. */
function frames(name, { n, part, thrown = false, same = false, world: options }) {
  const count = n > 30000 ? 10 : n > 3000 ? 30 : 60;
  const skip = count >> 2;
  const least = new Float64Array(count).fill(Infinity);
  let pairs = 0;
  for (let run = 0; run < (n > 30000 ? 2 : 3); run++) {
    const world = new World(n, options);
    const phase = new library[name]();
    pairs = 0;
    phase.onBegin = () => pairs++;
    phase.onEnd = () => pairs--;
    const proxies = fill(phase, world);
    phase.update();
    for (let frame = 0; frame < count; frame++) {
      world.step(part, thrown, same);
      const start = performance.now();
      for (const i of world.changed) phase.move(proxies[i], world.min[i], world.max[i]);
      phase.update();
      least[frame] = Math.min(least[frame], performance.now() - start);
    }
  }
  const used = least.subarray(skip);
  return { time: (1e3 * used.reduce((a, b) => a + b, 0)) / used.length, pairs };
}

/** ms to fill, the least of five: with an update after each box, or after the last. */
function insertion(name, n, oneByOne) {
  let least = Infinity;
  for (let run = 0; run < 5; run++) {
    const world = new World(n);
    const phase = new library[name]();
    const start = performance.now();
    for (let i = 0; i < n; i++) {
      phase.add(world.min[i], world.max[i], i);
      if (oneByOne) phase.update();
    }
    phase.update();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

/** ms to take all out again, with an update after each. */
function removal(name, n) {
  let least = Infinity;
  for (let run = 0; run < 3; run++) {
    const phase = new library[name]();
    const proxies = fill(phase, new World(n));
    phase.update();
    const start = performance.now();
    for (const proxy of proxies) {
      phase.remove(proxy);
      phase.update();
    }
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

/** µs a box query of size 2, and a segment through the whole, all boxes visited or stopped at the first. */
function queries(name, n) {
  const world = new World(n);
  const phase = new library[name]();
  fill(phase, world);
  phase.update();
  const time = (f) => {
    let least = Infinity;
    for (let run = 0; run < 5; run++) {
      const rng = new Rng(SEED + run);
      const start = performance.now();
      for (let i = 0; i < 200; i++) f(rng);
      least = Math.min(least, (performance.now() - start) * 5);
    }
    return least.toFixed(1);
  };
  const point = (rng) => ({ x: rng.range(0, world.side), y: rng.range(0, world.side), z: rng.range(0, world.side) });
  return [
    time((rng) => {
      const p = point(rng);
      phase.query(p, { x: p.x + 2, y: p.y + 2, z: p.z + 2 }, () => undefined);
    }),
    time((rng) => phase.rayCast(point(rng), point(rng), () => undefined)),
    time((rng) => phase.rayCast(point(rng), point(rng), () => 0)),
  ];
}

/** Slope of the least-squares line through log time over log n. */
function exponent(points) {
  const xs = points.map(([n]) => Math.log(n));
  const ys = points.map(([, t]) => Math.log(t));
  const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
  const [x, y] = [mean(xs), mean(ys)];
  const top = xs.reduce((sum, xi, i) => sum + (xi - x) * (ys[i] - y), 0);
  return top / xs.reduce((sum, xi) => sum + (xi - x) ** 2, 0);
}

console.log(`µs a frame, all boxes moving 0.05, constant density, seed ${SEED}`);
printTable(
  ['', ...sizes, 'exponent'],
  classes.map((name) => {
    const points = sizes
      .filter((n) => n <= (LIMITS[name] ?? Infinity))
      .map((n) => [n, frames(name, { n, part: 1 }).time]);
    const cells = sizes.map((_, i) => points[i]?.[1].toFixed(0) ?? '–');
    return [name, ...cells, points.length > 1 ? exponent(points).toFixed(2) : '–'];
  }),
);

const fast = classes.filter((name) => !(name in LIMITS));
console.log('\nµs a frame, 10,000 boxes (pairs in the last frame)');
printTable(
  ['', ...fast, 'pairs'],
  Object.entries(workloads).map(([title, workload]) => {
    const results = fast.map((name) => frames(name, workload));
    const pairs = [...new Set(results.map((result) => result.pairs))].join(' ≠ ');
    return [title, ...results.map(({ time }) => time.toFixed(0)), pairs];
  }),
);

console.log('\n10,000 boxes: ms to fill and to empty, then µs a query');
printTable(
  ['', 'one batch', 'one by one', 'removed one by one', 'box', 'ray, all', 'ray, first'],
  fast.map((name) => [
    name,
    insertion(name, 10000, false).toFixed(1),
    insertion(name, 10000, true).toFixed(1),
    removal(name, 10000).toFixed(1),
    ...queries(name, 10000),
  ]),
);
