// The broad phases on their own, by workload: µs a frame (every changed box handed over, update) and its ratio to crashcat's,
// if that is installed under PEERS. Frame by frame the minimum over some runs, then the mean over the frames.
// node bench/broad.mjs [--only=equal10k,…] [--phases=DynamicAabbTree,Grid]     PEERS=/path/to/peers
import { pathToFileURL } from 'node:url';
import { DynamicAabbTree, Grid } from '../packages/encounter/dist/index.js';

const PHASES = { DynamicAabbTree, Grid };

const arg = (name) =>
  process.argv
    .find((a) => a.startsWith(`--${name}=`))
    ?.slice(name.length + 3)
    .split(',');

function random(seed) {
  let s = seed;
  return () => {
    s = (s + 0x6d2b79f5) | 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** n boxes in a cube at the density of W6, all moving 0.05 a frame, unless told otherwise. */
function world(
  n,
  { half = () => 0.5, side = 2 * Math.cbrt(n), moving = 1, flat = false, clusters = 0, teleport = 0 } = {},
) {
  const r = random(7);
  const p = new Float64Array(3 * n);
  const v = new Float64Array(3 * n);
  const h = new Float64Array(n);
  const extent = flat ? 2 * Math.sqrt(n) : side;
  const centers = Array.from({ length: 3 * clusters }, () => r() * 1000 * side);
  for (let i = 0; i < n; i++) {
    h[i] = half(r);
    const c = 3 * Math.floor(r() * clusters);
    const spread = clusters > 0 ? 2 * Math.cbrt(n / clusters) : extent;
    for (let k = 0; k < 3; k++) {
      p[3 * i + k] = flat && k === 1 ? 0.1 * r() : (clusters > 0 ? centers[c + k] : 0) + r() * spread;
      v[3 * i + k] = flat && k === 1 ? 0 : r() - 0.5;
    }
    const length = Math.hypot(v[3 * i], v[3 * i + 1], v[3 * i + 2]);
    for (let k = 0; k < 3; k++) v[3 * i + k] *= 0.05 / length;
  }
  const list = [];
  return {
    n,
    p,
    h,
    /** Moves them; returns who moved. */
    step() {
      list.length = 0;
      for (let i = 0; i < n; i++) {
        if (i % Math.round(1 / moving) !== 0) continue;
        list.push(i);
        const jump = r() < teleport;
        for (let k = 0; k < 3; k++) {
          const j = 3 * i + k;
          if (jump) p[j] = r() * side;
          else p[j] += v[j];
          if (clusters === 0 && (p[j] < 0 || p[j] > extent)) v[j] = -v[j];
        }
      }
      return list;
    },
  };
}

const log = (low, high) => (r) => low * (high / low) ** r();
const uniform = (low, high) => (r) => low + (high - low) * r();
const WORLDS = {
  equal1k: () => world(1000),
  equal3k: () => world(3000),
  equal10k: () => world(10000),
  equal30k: () => world(30000),
  equal100k: () => world(100000),
  mixed10k: () => world(10000, { half: uniform(0.1, 4), side: 6 * Math.cbrt(10000) }),
  dense10k: () => world(10000, { half: uniform(0.1, 4) }),
  log10k: () => world(10000, { half: log(0.1, 4) }),
  decades10k: () => world(10000, { half: log(0.01, 10), side: 4 * Math.cbrt(10000) }),
  few10k: () => world(10000, { moving: 0.05 }),
  few100k: () => world(100000, { moving: 0.05 }),
  one100k: () => world(100000, { moving: 0.00001 }),
  flat10k: () => world(10000, { flat: true }),
  clusters10k: () => world(10000, { clusters: 20 }),
  teleport10k: () => world(10000, { teleport: 0.01 }),
  jump10k: () => world(10000, { teleport: 1 }),
};

const ours = (name) => ({
  setup(w) {
    this.broad = new PHASES[name]();
    const at = (i, s) => ({
      x: w.p[3 * i] + s * w.h[i],
      y: w.p[3 * i + 1] + s * w.h[i],
      z: w.p[3 * i + 2] + s * w.h[i],
    });
    for (let i = 0; i < w.n; i++) this.broad.add(at(i, -1), at(i, 1), i);
    this.min = at(0, 0);
    this.max = at(0, 0);
  },
  frame(w, list) {
    const { broad, min, max } = this;
    const { p } = w;
    for (let k = 0; k < list.length; k++) {
      const i = list[k];
      const h = w.h[i];
      min.x = p[3 * i] - h;
      min.y = p[3 * i + 1] - h;
      min.z = p[3 * i + 2] - h;
      max.x = p[3 * i] + h;
      max.y = p[3 * i + 1] + h;
      max.z = p[3 * i + 2] + h;
      broad.move(i, min, max);
    }
    broad.update();
    return broad.pairs.count;
  },
});

async function crashcat() {
  const C = await import(pathToFileURL(`${process.env.PEERS}/node_modules/crashcat/dist/index.js`).href);
  C.registerAll?.();
  return {
    setup(w) {
      const settings = C.createWorldSettings();
      const layer = C.addObjectLayer(settings, C.addBroadphaseLayer(settings));
      C.enableCollision(settings, layer, layer);
      settings.gravity = [0, 0, 0];
      this.w = C.createWorld(settings);
      this.b = Array.from(w.h, (h, i) =>
        C.rigidBody.create(this.w, {
          motionType: C.MotionType.DYNAMIC,
          shape: C.box.create({ halfExtents: [h, h, h], convexRadius: 0 }),
          objectLayer: layer,
          position: [...w.p.subarray(3 * i, 3 * i + 3)],
          sensor: false,
        }),
      );
      this.v = [0, 0, 0];
    },
    frame(w, list) {
      const { v } = this;
      for (const i of list) {
        v[0] = w.p[3 * i];
        v[1] = w.p[3 * i + 1];
        v[2] = w.p[3 * i + 2];
        C.rigidBody.setPosition(this.w, this.b[i], v, false);
      }
      C.broadphase.optimize(this.w.broadphase);
      C.pairs.findCollidingPairs(this.w, 0, undefined);
      return this.w.pairs.collidingPairCount;
    },
  };
}

const engines = {};
for (const name of arg('phases') ?? Object.keys(PHASES)) engines[name] = ours(name);
if (process.env.PEERS) engines.crashcat = await crashcat();
const rows = [];
for (const [name, make] of Object.entries(WORLDS)) {
  if (arg('only') ? !arg('only').some((o) => name.startsWith(o)) : process.env.PEERS && make().n > 30000) continue;
  const frames = make().n > 30000 ? 20 : 60;
  const skip = frames / 4;
  const runs = make().n <= 3000 ? 10 : 3;
  const row = { world: name };
  const best = {};
  for (let run = 0; run < runs; run++)
    for (const [engine, e] of Object.entries(engines)) {
      const w = make();
      const c = Object.create(e);
      c.setup(w);
      best[engine] ??= new Float64Array(frames).fill(Infinity);
      for (let f = 0; f < frames; f++) {
        const list = w.step();
        const t = performance.now();
        row[`${engine} pairs`] = c.frame(w, list);
        best[engine][f] = Math.min(best[engine][f], performance.now() - t);
      }
    }
  for (const engine of Object.keys(engines)) {
    const used = best[engine].subarray(skip);
    row[engine] = Math.round((1e3 * used.reduce((x, y) => x + y, 0)) / used.length);
    row[`${engine} max`] = Math.round(1e3 * Math.max(...used));
  }
  rows.push(row);
  console.log(JSON.stringify(row));
}
console.table(rows);
