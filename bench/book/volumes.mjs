// Tables 5.1, 5.2 and 5.3: bounding volumes by themselves, what they cost and how they fit, and what they save on a pair of tori.
//   node bench/book/volumes.mjs        RUNS=100000 pairs of tori, as in the book
import { pathToFileURL } from 'node:url';
import { printTable, Rng } from '../random.mjs';
import { NAMES, round, TORI, VOLUMES } from './book.mjs';
import { MODELS, torus } from './models.mjs';
import { Counter, orientedBoxes, slabs, spheres } from './operations.mjs';
import { bounds, core, least, lib, machine, placement, primitives, SEED } from './tools.mjs';

const RUNS = Number(process.env.RUNS ?? 100_000);

/** What the book assumes a test of two tori to take, and the tests of volumes, in operations. */
const TORUS_OPERATIONS = 10_000;
const OPERATIONS = { sphere: 11, OBB: 200, lite: 200, dynamic: 54, fixed: 6 };

const array = ({ x, y, z }) => [x, y, z];
const plainObb = ({ center, axes, half }) => ({ center: array(center), axes: axes.map(array), half: array(half) });
const plainSphere = ({ center, radius }) => ({ center: array(center), radius });
const point = (m, [x, y, z]) => [0, 1, 2].map((r) => m[r] * x + m[4 + r] * y + m[8 + r] * z + m[12 + r]);
const vector = (m, [x, y, z]) => [0, 1, 2].map((r) => m[r] * x + m[4 + r] * y + m[8 + r] * z);
const placedSphere = (m, { center, radius }) => ({ center: point(m, center), radius });
const placedObb = (m, { center, axes, half }) => ({
  center: point(m, center),
  axes: axes.map((axis) => vector(m, axis)),
  half,
});

/** The box along the axes around an oriented one. */
function boxAround({ center, axes, half }) {
  const r = [0, 1, 2].map((k) => axes.reduce((sum, axis, j) => sum + Math.abs(axis[k]) * half[j], 0));
  return { min: center.map((x, k) => x - r[k]), max: center.map((x, k) => x + r[k]) };
}

/** The volume of the convex hull, by tetrahedra from the first vertex. */
function hullVolume(points) {
  const { vertices, facets } = core.buildHull(points);
  const at = (i) => [0, 1, 2].map((k) => vertices[3 * i + k] - vertices[k]);
  let sum = 0;
  for (let f = 0; f < facets.length; f += 3) {
    const [a, b, c] = [at(facets[f]), at(facets[f + 1]), at(facets[f + 2])];
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

/** The volume of a k-DOP by random points of its box. */
function kDopVolume({ directions, min, max }, rng, samples = 20_000) {
  let inside = 0;
  for (let i = 0; i < samples; i++) {
    const p = [0, 1, 2].map((k) => rng.range(min[k], max[k]));
    if (
      directions.every(({ x, y, z }, n) => {
        const d = x * p[0] + y * p[1] + z * p[2];
        return d >= min[n] && d <= max[n];
      })
    )
      inside++; // prettier-ignore
  }
  return (inside / samples) * (max[0] - min[0]) * (max[1] - min[1]) * (max[2] - min[2]);
}

/** How many times the volume of the hull each kind of volume has, for a model in random orientations. */
function fit(make, rng) {
  const { positions } = make();
  const sum = { sphere: 0, AABB: 0, '14-DOP': 0, '18-DOP': 0, '26-DOP': 0, OBB: 0 };
  const turns = 12;
  const hull = core.buildHull(Float64Array.from(positions)).vertices;
  const whole = hullVolume(Float64Array.from(positions));
  for (let turn = 0; turn < turns; turn++) {
    const m = placement(rng, 0);
    const points = [];
    for (let k = 0; k < hull.length; k += 3) points.push(point(m, [hull[k], hull[k + 1], hull[k + 2]]));
    const { radius } = bounds.boundingSphere(points);
    sum.sphere += (4 / 3) * Math.PI * radius ** 3;
    for (const k of [6, 14, 18, 26]) sum[k === 6 ? 'AABB' : `${k}-DOP`] += kDopVolume(bounds.kDop(points, k), rng);
    const { x, y, z } = bounds.orientedBox(points, { method: 'tight' }).half;
    sum.OBB += 8 * x * y * z;
  }
  return Object.fromEntries(Object.entries(sum).map(([name, x]) => [name, round(x / turns / whole, 2)]));
}

/** Operations of a test, at most and on average over pairs of which half are apart; ns of the library's own functions, where this build has them. */
function costs(rng) {
  const make = () => {
    const m = placement(rng, 1.4);
    const obb = placedObb(m, {
      center: [0, 0, 0],
      axes: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      half: [0.7, 0.4, 0.5],
    }); // prettier-ignore
    const corners = Array.from({ length: 8 }, (_, c) =>
      obb.center.map((x, k) =>
        obb.axes.reduce((sum, axis, j) => sum + (((c >> j) & 1) === 1 ? 1 : -1) * obb.half[j] * axis[k], x),
      ),
    );
    const volumes = { obb, box: boxAround(obb), sphere: { center: obb.center, radius: 0.7 } };
    for (const k of [14, 18, 26]) volumes[k] = bounds.kDop(corners, k);
    return volumes;
  };
  const list = Array.from({ length: 2000 }, () => [make(), make()]);
  const kinds = {
    sphere: ['sphere', spheres, primitives.intersectsSphereSphere],
    AABB: ['box', slabs, primitives.intersectsBoxBox],
    '14-DOP': [14, slabs, bounds.intersectsKDop],
    '18-DOP': [18, slabs, bounds.intersectsKDop],
    '26-DOP': [26, slabs, bounds.intersectsKDop],
    OBB: ['obb', orientedBoxes, primitives.intersectsObbObb],
    'OBB, lite': ['obb', (c, a, b) => orientedBoxes(c, a, b, false), undefined],
  };
  const out = {};
  for (const [name, [field, test, own]] of Object.entries(kinds)) {
    let [most, sum] = [0, 0];
    for (const [a, b] of list) {
      const counter = new Counter();
      test(counter, a[field], b[field]);
      most = Math.max(most, counter.count);
      sum += counter.count;
    }
    let met = 0;
    const pass = () => {
      for (const [a, b] of list) if (own(a[field], b[field])) met++;
    }; // prettier-ignore
    const time = own === undefined ? null : round((1e6 * least(12, pass)) / list.length);
    out[name] = { most, mean: round(sum / list.length), time: met >= 0 ? time : 0 };
  }
  return out;
}

/** Pairs of tori in a cube: which tests let them through. */
function tori(size, rng) {
  const { positions } = torus();
  const points = [];
  for (let k = 0; k < positions.length; k += 3) points.push([positions[k], positions[k + 1], positions[k + 2]]);
  const sphere = plainSphere(bounds.boundingSphere(points));
  const obb = plainObb(bounds.orientedBox(points, { method: 'tight' }));
  const c = new Counter();
  const seen = { sphere: 0, OBB: 0, lite: 0, dynamic: 0, fixed: 0, 'dynamic OBB': 0, 'fixed OBB': 0, 'sphere OBB': 0 };
  // Large enough in every orientation.
  const cube = (center) => ({ min: center.map((x) => x - sphere.radius), max: center.map((x) => x + sphere.radius) });
  for (let i = 0; i < RUNS; i++) {
    const [m, n] = [placement(rng, size), placement(rng, size)];
    const [p, q] = [placedObb(m, obb), placedObb(n, obb)];
    const [s, t] = [placedSphere(m, sphere), placedSphere(n, sphere)];
    const oriented = orientedBoxes(c, p, q);
    const first = {
      sphere: spheres(c, s, t),
      dynamic: slabs(c, boxAround(p), boxAround(q)),
      fixed: slabs(c, cube(s.center), cube(t.center)),
    };
    if (oriented) seen.OBB++;
    if (orientedBoxes(c, p, q, false)) seen.lite++;
    for (const [name, yes] of Object.entries(first)) {
      if (yes) seen[name]++;
      if (yes && oriented) seen[`${name} OBB`]++;
    }
  }
  for (const name of Object.keys(seen)) seen[name] = (100 * seen[name]) / RUNS;
  const one = (name) => [round(seen[name]), null, Math.round(OPERATIONS[name] + (seen[name] / 100) * TORUS_OPERATIONS)];
  const two = (name) => [
    round(seen[name]),
    round(seen[`${name} OBB`]),
    Math.round(OPERATIONS[name] + (seen[name] / 100) * OPERATIONS.OBB + (seen[`${name} OBB`] / 100) * TORUS_OPERATIONS),
  ];
  return {
    radius: round(sphere.radius, 6),
    sides: obb.half.map((h) => round(2 * h, 4)).sort((x, y) => y - x),
    rows: {
      sphere: one('sphere'),
      OBB: one('OBB'),
      'OBB, six axes': one('lite'),
      'dynamic AABB, OBB': two('dynamic'),
      'fixed AABB, OBB': two('fixed'),
      'sphere, OBB': two('sphere'),
    },
  };
}

/** What the volumes save today: µs a pair of tori, in a row, by the library's own functions. */
function today(size, rng) {
  const mesh = new lib.Mesh(torus());
  const pairs = Array.from({ length: 4000 }, () => [placement(rng, size), placement(rng, size)]).map(([m, n]) => [
    new lib.Collider(mesh, { matrix: m }),
    new lib.Collider(mesh, { matrix: n }),
  ]);
  return round(
    (1e3 *
      least(5, () => {
        for (const [a, b] of pairs) lib.intersects(a, b);
      })) /
      pairs.length,
    3,
  ); // prettier-ignore
}

export function measure() {
  const rng = new Rng(SEED);
  return {
    runs: RUNS,
    fit: Object.fromEntries(Object.entries(MODELS).map(([name, make]) => [name, fit(make, rng)])),
    costs: costs(rng),
    tori: Object.fromEntries([100, 20].map((size) => [size, { ...tori(size, rng), own: today(size, rng) }])),
  };
}

export function print({ runs, fit: fits, costs: cost, tori: sizes }) {
  console.log(
    '\nTable 5.1: bounding volumes. Volume as a multiple of that of the hull; operations of a test, at most and on average over random pairs; scalars; ns of our own test',
  );
  const names = Object.keys(fits);
  printTable(
    [
      '',
      'book: fit',
      ...names.map((name) => NAMES[name]),
      'book: operations',
      'most',
      'mean',
      'book: scalars',
      'scalars',
      'ns',
    ],
    Object.entries(cost).map(([name, { most, mean, time }]) => {
      const [word, operations, scalars] = VOLUMES[name.split(',')[0]];
      const own = name.endsWith('DOP') ? Number.parseInt(name, 10) : scalars;
      return [
        name,
        word,
        ...names.map((model) => fits[model][name.split(',')[0]]),
        `≤ ${operations}`,
        most,
        mean,
        scalars,
        own,
        time ?? '–',
      ]; // prettier-ignore
    }),
  );
  const { radius, sides } = sizes[100];
  console.log(
    `\nTables 5.2 and 5.3: two tori in a cube, ${runs} pairs; sphere of ${radius} (the book: 12), box of ${sides.join(' × ')} (24 × 24 × 4). T in operations, with the book's costs`,
  );
  const rows = [];
  for (const name of Object.keys(TORI))
    for (const size of [100, 20]) {
      const [first, both, time] = TORI[name][size];
      const [f, b, t] = sizes[size].rows[name];
      rows.push([`${name}, cube ${size}`, first, f, both ?? '', b ?? '', time, t]);
    }
  printTable(['', 'book P₁ %', 'P₁ %', 'book P₁₂ %', 'P₁₂ %', 'book T', 'T'], rows);
  for (const size of [100, 20])
    console.log(`intersects(a, b) of two tori of 5,000 triangles, cube ${size}: ${sizes[size].own} µs on average`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(machine());
  print(measure());
}
