// Poses that random ones never show: coaxial, concentric and axis-aligned curved pairs, whose least depth lies along a
// whole circle of directions. Errors against closed forms, and the slowest pair as a multiple of the mean.
import {
  Box,
  Capsule,
  Collider,
  Cone,
  Cylinder,
  Ellipsoid,
  Sphere,
  signedDistance,
} from '../packages/encounter/dist/index.js';
import { printTable, Rng } from './random.mjs';

const SEED = Number(process.env.SEED ?? 1);
const EACH = 40;
const rng = new Rng(SEED);
const radius = () => rng.range(0.2, 1.5);

/** Quarter turns: shapes stay along the axes. */
const h = Math.SQRT1_2;
const turns = [
  { q: [0, 0, 0, 1], axes: [0, 1, 2] },
  { q: [0, 0, h, h], axes: [1, 0, 2] },
  { q: [h, 0, 0, h], axes: [0, 2, 1] },
  { q: [0, h, 0, h], axes: [2, 1, 0] },
];

/** Shapes with a centre, and half their extents. Along unit vectors n their support values are concave in n². */
const centred = {
  sphere: () => ((r) => [new Sphere(r), [r, r, r]])(radius()),
  ellipsoid: () => ((r) => [new Ellipsoid(r), r])([radius(), radius(), radius()]),
  spheroid: () => ((r, s) => [new Ellipsoid([r, s, r]), [r, s, r]])(radius(), radius()),
  cylinder: () => ((r, s) => [new Cylinder(r, 2 * s), [r, s, r]])(radius(), radius()),
  capsule: () => ((r, s) => [new Capsule(r, 2 * s), [r, s + r, r]])(radius(), radius()),
  box: () => ((a) => [new Box(a.map((x) => 2 * x)), a])([radius(), radius(), radius()]),
};

/** Solids of revolution: the corners ρ, y of half the profile, and the latitudes of its normals. */
const turned = {
  cylinder() {
    const [r, s] = [radius(), radius()];
    const corners = [
      [r, s],
      [r, -s],
    ];
    return { shape: new Cylinder(r, 2 * s), corners, normals: [0, Math.PI / 2, -Math.PI / 2] };
  },
  cone() {
    const [r, s] = [radius(), radius()];
    const corners = [
      [r, -s],
      [0, s],
    ];
    return { shape: new Cone(r, 2 * s), corners, normals: [Math.atan2(r, 2 * s), -Math.PI / 2] };
  },
};

const families = {
  /** Least of a sum of functions concave in n² is at a corner: along an axis. */
  'concentric, along the axes'() {
    const names = Object.keys(centred);
    const [shapeA, a] = centred[rng.pick(names)]();
    const [shapeB, b] = centred[rng.pick(names)]();
    const turn = rng.pick(turns);
    const depth = Math.min(...a.map((x, i) => x + b[turn.axes[i]]));
    return { shapeA, shapeB, position: [0, 0, 0], orientation: turn.q, expected: -depth };
  },
  /** In the half plane of the axis two cylinders are two boxes. */
  'parallel cylinders'() {
    const [r, s, u, v] = [radius(), radius(), radius(), radius()];
    const off = rng.pick([0, 0, rng.range(0, 2), r + u, Math.abs(r - u)]);
    const up = rng.pick([0, rng.range(-2, 2), s + v, s - v]);
    const phi = rng.range(0, 2 * Math.PI);
    const side = off - r - u;
    const cap = Math.abs(up) - s - v;
    const expected = side > 0 && cap > 0 ? Math.hypot(side, cap) : Math.max(side, cap);
    const position = [off * Math.cos(phi), up, off * Math.sin(phi)];
    return {
      shapeA: new Cylinder(r, 2 * s),
      shapeB: new Cylinder(u, 2 * v),
      position,
      orientation: [0, 0, 0, 1],
      expected,
    };
  },
  'parallel capsules'() {
    const [r, s, u, v] = [radius(), radius(), radius(), radius()];
    const off = rng.pick([0, 0, rng.range(0, 2), r + u]);
    const up = rng.pick([0, rng.range(-2, 2), s + v]);
    const between = Math.hypot(off, Math.max(0, Math.abs(up) - s - v));
    const expected = between - r - u;
    return {
      shapeA: new Capsule(r, 2 * s),
      shapeB: new Capsule(u, 2 * v),
      position: [off, up, 0],
      orientation: [0, 0, 0, 1],
      expected,
    };
  },
  /** Two convex polygons in the half plane: the least depth is along the normal of an edge of one of them. */
  'coaxial cones and cylinders'() {
    const a = turned.cone();
    const b = turned[rng.pick(Object.keys(turned))]();
    const flip = rng.pick([1, -1]);
    const up = rng.range(-0.5, 0.5);
    // B is subtracted: what points up in it points down in A − B.
    const minusB = b.corners.map(([x, y]) => [x, -(up + flip * y)]);
    const support = (list, t) => Math.max(...list.map(([x, y]) => x * Math.cos(t) + y * Math.sin(t)));
    const normals = [...a.normals, ...b.normals.map((t) => -flip * t), 0];
    const depth = Math.min(...normals.map((t) => support(a.corners, t) + support(minusB, t)));
    return {
      shapeA: a.shape,
      shapeB: b.shape,
      position: [0, up, 0],
      orientation: flip > 0 ? [0, 0, 0, 1] : [1, 0, 0, 0],
      // Apart they are no depth; then only the two orders are compared.
      expected: depth > 0 ? -depth : undefined,
    };
  },
  /** No closed form: the two orders are compared. */
  'parallel spheroids and cones'() {
    const [shapeA] = centred.spheroid();
    const shapeB = new Cone(radius(), 2 * radius());
    return { shapeA, shapeB, position: [rng.pick([0, 0.3]), rng.range(-0.3, 0.3), 0], orientation: [0, 0, 0, 1] };
  },
};

/** Both colliders, moved together by a rigid motion. */
function pairOf({ shapeA, shapeB, position, orientation, expected }, moved) {
  const q = moved ? rng.quaternion() : [0, 0, 0, 1];
  const t = moved ? rng.direction() : [0, 0, 0];
  const a = new Collider(shapeA, { orientation: q, position: t });
  const m = a.getMatrix();
  const p = [0, 1, 2].map((i) => t[i] + m[i] * position[0] + m[4 + i] * position[1] + m[8 + i] * position[2]);
  const b = new Collider(shapeB, { orientation: product(q, orientation), position: p });
  return { a, b, expected: expected ?? signedDistance(b, a).distance, size: Math.max(a.extent, b.extent) };
}

function product([a, b, c, d], [x, y, z, w]) {
  return [
    d * x + a * w + b * z - c * y,
    d * y + b * w + c * x - a * z,
    d * z + c * w + a * y - b * x,
    d * w - a * x - b * y - c * z,
  ];
}

const rows = [];
const all = [];
for (const [name, make] of Object.entries(families))
  for (const moved of [false, true]) {
    const pairs = Array.from({ length: EACH }, () => pairOf(make(), moved));
    let error = 0;
    let open = 0;
    let steps = 0;
    for (const { a, b, expected, size } of pairs) {
      const { distance, converged, iterations } = signedDistance(a, b);
      error = Math.max(error, Math.abs(distance - expected) / size);
      if (!converged) open++;
      steps = Math.max(steps, iterations);
    }
    const row = { name: `${name}${moved ? ', moved' : ''}`, pairs, error, open, steps };
    rows.push(row);
    all.push(...pairs);
  }

// Warm up, then the best of some short runs for each pair: what the pair takes, not what the machine does meanwhile.
const out = signedDistance(all[0].a, all[0].b);
for (let pass = 0; pass < 100; pass++) for (const { a, b } of all) signedDistance(a, b, out);
for (const pair of all) {
  pair.time = Infinity;
  for (let k = 0; k < 7; k++) {
    const t = performance.now();
    for (let i = 0; i < 10; i++) signedDistance(pair.a, pair.b, out);
    pair.time = Math.min(pair.time, 100 * (performance.now() - t));
  }
}
const mean = all.reduce((sum, { time }) => sum + time, 0) / all.length;

console.log(`signed distance, ${EACH} pairs a row, seed ${SEED}; errors relative to the size`);
printTable(
  ['', 'worst error', 'not converged', 'most steps', 'mean µs', 'slowest / mean of all'],
  rows.map(({ name, pairs, error, open, steps }) => [
    name,
    error.toExponential(1),
    open,
    steps,
    (pairs.reduce((sum, { time }) => sum + time, 0) / pairs.length).toFixed(2),
    (Math.max(...pairs.map(({ time }) => time)) / mean).toFixed(1),
  ]),
);
const slowest = Math.max(...all.map(({ time }) => time));
console.log(
  `slowest pair ${slowest.toFixed(2)} µs, ${(slowest / mean).toFixed(1)} times the mean of ${mean.toFixed(2)} µs`,
);
