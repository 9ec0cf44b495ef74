// The first contact of things that move and turn: `timeOfImpact` beside what one would write by hand, conservative advancement (the
// distance, over a bound of the speed, is a time in which nothing can happen) and bisection between two frames. All are timed in turn,
// round by round, and the fastest round of each counts.
import {
  Box,
  Capsule,
  Collider,
  Cone,
  Cylinder,
  closestPoints,
  DistanceResult,
  Impact,
  intersects,
  Mesh,
  Polytope,
  Sphere,
  timeOfImpact,
} from '../packages/encounter/dist/index.js';
import { bumpyTorus, printTable, Rng } from './random.mjs';

const SEED = Number(process.env.SEED ?? 1);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const rng = new Rng(SEED);
/** The gap that counts as contact, relative to things that are about 1 in size: that of timeOfImpact. */
const GAP = 1e-9;

const vector = (length) => rng.direction().map((x) => x * length);
const hull = () => new Polytope(Array.from({ length: 32 }, () => vector(0.8)));
const CONVEX = [
  () => new Sphere(0.6),
  () => new Box([1, 0.8, 1.2]),
  () => new Capsule(0.3, 0.9),
  () => new Cylinder(0.5, 1),
  () => new Cone(0.6, 1.1),
  hull,
];

/** A pair that meets or passes by in the middle of its motion, both turning by up to 3 rad. */
function pair(shapeA, shapeB, apart) {
  const direction = rng.direction();
  const at = direction.map((x) => x * apart);
  const b = new Collider(shapeB, { position: at, orientation: rng.quaternion() });
  const aim = vector(rng.range(0, 2));
  return {
    a: new Collider(shapeA, { orientation: rng.quaternion() }),
    b,
    motionA: { rotation: vector(rng.range(0, 3)), center: [0, 0, 0], translation: [0, 0, 0] },
    motionB: { rotation: vector(rng.range(0, 3)), center: at, translation: at.map((x, i) => 2 * (aim[i] - x)) },
  };
}

/** A collider that follows a motion by Math.sin and Math.cos, as a program of one's own would do. */
class Follower {
  constructor(collider, { translation, rotation, center }) {
    this.collider = new Collider(collider.shape);
    this.start = collider.getMatrix();
    this.matrix = new Float64Array(16);
    this.angle = Math.hypot(...rotation);
    this.axis = this.angle > 0 ? rotation.map((x) => x / this.angle) : [1, 0, 0];
    this.translation = translation;
    this.center = center;
    const { min, max } = collider.bounds();
    const far = ['x', 'y', 'z'].map((k, i) => Math.max(Math.abs(min[k] - center[i]), Math.abs(max[k] - center[i])));
    this.speed = Math.hypot(...translation) + this.angle * Math.hypot(...far);
  }

  to(t) {
    const [x, y, z] = this.axis;
    const s = Math.sin(t * this.angle);
    const c = Math.cos(t * this.angle);
    const k = 1 - c;
    const r = [
      c + k * x * x,
      k * x * y + s * z,
      k * x * z - s * y,
      k * x * y - s * z,
      c + k * y * y,
      k * y * z + s * x,
    ];
    r.push(k * x * z + s * y, k * y * z - s * x, c + k * z * z);
    const m = this.matrix;
    const [p, q, w] = [0, 1, 2].map((i) => this.start[12 + i] - this.center[i]);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 12; j += 4)
        m[j + i] = r[i] * this.start[j] + r[3 + i] * this.start[j + 1] + r[6 + i] * this.start[j + 2];
      m[12 + i] = this.center[i] + t * this.translation[i] + r[i] * p + r[3 + i] * q + r[6 + i] * w;
    }
    m[15] = 1;
    return this.collider.setMatrix(m);
  }
}

const result = new DistanceResult();
const impact = new Impact();

const WAYS = {
  timeOfImpact: ({ a, motionA, b, motionB }) => timeOfImpact(a, motionA, b, motionB, impact)?.t ?? null,
  advancement: ({ followA, followB }) => {
    const speed = followA.speed + followB.speed;
    for (let t = 0; ; ) {
      const { distance } = closestPoints(followA.to(t), followB.to(t), result);
      if (distance <= GAP) return t;
      if (t >= 1) return null;
      t = Math.min(1, t + Math.max(distance / speed, 1e-12));
    }
  },
  bisection: ({ followA, followB }) => {
    const meet = (t) => intersects(followA.to(t), followB.to(t));
    if (meet(0)) return 0;
    if (!meet(1)) return null;
    let [from, to] = [0, 1];
    while (to - from > GAP) {
      const t = (from + to) / 2;
      if (meet(t)) to = t;
      else from = t;
    }
    return from;
  },
};

const [small, large] = [24, 96].map((n) => new Mesh(bumpyTorus(n, n)));
const SETS = {
  'convex shapes': Array.from({ length: 600 }, () => pair(rng.pick(CONVEX)(), rng.pick(CONVEX)(), 4)),
  'convex shape, mesh of 18,432 triangles': Array.from({ length: 60 }, () => pair(large, rng.pick(CONVEX)(), 4)),
  'two meshes of 1,152 triangles': Array.from({ length: 20 }, () => pair(small, small, 4)),
};

console.log(`seed ${SEED}, the best of ${ROUNDS} rounds; in brackets as a multiple of timeOfImpact`);
const rows = [];
for (const [name, pairs] of Object.entries(SETS)) {
  for (const p of pairs) {
    p.followA = new Follower(p.a, p.motionA);
    p.followB = new Follower(p.b, p.motionB);
  }
  const best = {};
  const answers = {};
  for (let round = 0; round < ROUNDS; round++)
    for (const [way, ask] of Object.entries(WAYS)) {
      const start = performance.now();
      answers[way] = pairs.map(ask);
      best[way] = Math.min(best[way] ?? Infinity, (1000 * (performance.now() - start)) / pairs.length);
    }
  const hits = answers.timeOfImpact.filter((t) => t !== null).length;
  const missed = answers.bisection.filter(
    (t, i) => answers.timeOfImpact[i] !== null && (t === null || t > answers.timeOfImpact[i] + 1e-6),
  );
  const off = answers.timeOfImpact.map((t, i) => Math.abs((t ?? 2) - (answers.advancement[i] ?? 2)));
  const time = (way) =>
    `${best[way].toFixed(best[way] < 100 ? 1 : 0)} µs (${(best[way] / best.timeOfImpact).toFixed(1)} ×)`;
  rows.push([
    name,
    `${hits} of ${pairs.length}`,
    ...Object.keys(WAYS).map(time),
    Math.max(...off).toExponential(0),
    `${missed.length}`,
  ]);
}
printTable(['', 'hits', ...Object.keys(WAYS), 't apart, at most', 'bisection missed or late'], rows);
