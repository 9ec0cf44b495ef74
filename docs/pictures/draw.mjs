// Draws the pictures of the documentation from what the library answers: `npm run docs:pictures`. A test compares them.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  Box,
  Capsule,
  Collider,
  Cone,
  Cylinder,
  closestPoints,
  Ellipsoid,
  Inflated,
  intersects,
  Mesh,
  Polygon,
  Polytope,
  recordQuery,
  Scene,
  Sphere,
  signedDistance,
} from 'encounter';
import { bookCharts } from './book.mjs';
import { compareCharts } from './compare.mjs';
import { patches } from './contact.mjs';
import { bound, steps, sweeps, walk } from './motion.mjs';
import { flat, movingBalls, nearest, sheet } from './primitives.mjs';
import { A, B, FAINT, INK, Picture, placed, silhouette } from './svg.mjs';

const ORIGIN = { x: 0, y: 0 };
const DASHED = 'stroke-dasharray="4 4"';
const along = (p, n, d) => ({ x: p.x + d * n.x, y: p.y + d * n.y });
const signed = (x, digits) => x.toFixed(digits).replace('-', '−');
const middle = (p, q) => ({ x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 });

/** Shapes of many kinds, and the nearest points of each and the next. */
function overview() {
  const picture = new Picture('Shapes of many kinds with the nearest points between neighbours', 710, 250).panel(
    70,
    130,
    62,
  );
  const things = [
    [new Box([1.4, 1, 1]), { x: 0.2, y: 0.2, angle: 0.3 }],
    [new Cone(0.7, 1.6), { x: 2, y: -0.4, angle: -0.35 }],
    [new Ellipsoid([1, 0.5, 0.5]), { x: 3.9, y: 0.7, angle: 0.5 }],
    [
      new Polytope([-0.7, -0.6, 0, 0.5, -0.8, 0, 0.9, 0.1, 0, 0.2, 0.8, 0, -0.6, 0.5, 0, 0, 0, 0.5, 0, 0, -0.5]),
      { x: 5.7, y: -0.5, angle: 0.2 },
    ],
    [new Capsule(0.4, 1), { x: 7.75, y: 0.6, angle: -0.7 }],
    [new Cylinder(0.5, 1.2), { x: 9.35, y: -0.3, angle: 0.2 }],
  ];
  const colliders = things.map(([shape, place]) => new Collider(shape, placed(place)));
  for (const [i, [shape, place]] of things.entries()) picture.outline(silhouette(shape, place), i % 2 === 0 ? A : B);
  for (let i = 1; i < colliders.length; i++) {
    const { pointA, pointB, distance } = closestPoints(colliders[i - 1], colliders[i]);
    picture.line(pointA, pointB, INK).dot(pointA, INK).dot(pointB, INK);
    // Beside the line, and above it.
    const [x, y] = [(pointB.x - pointA.x) / distance, (pointB.y - pointA.y) / distance];
    picture.words(
      middle(pointA, pointB),
      distance.toFixed(3),
      INK,
      24 * Math.sign(x) * y * -1,
      -10 - 6 * Math.abs(x),
      'middle',
    );
  }
  return picture;
}

/** Witness points and normal, apart and overlapping. */
function signs() {
  const picture = new Picture('Witness points and normal of two shapes apart and of two that overlap', 680, 260);
  const box = new Box([2, 1.4, 1]);
  const ball = new Sphere(0.8);
  [
    [120, { x: 2.6, y: 0.7 }],
    [470, { x: 1.35, y: 0.35 }],
  ].forEach(([left, place]) => {
    picture.panel(left, 150, 70).outline(silhouette(box), A).outline(silhouette(ball, place), B);
    const { distance, normal, pointA, pointB } = signedDistance(new Collider(box), new Collider(ball, placed(place)));
    const apart = distance > 0;
    picture.line(pointA, pointB, INK, DASHED);
    picture.arrow(pointA, along(pointA, normal, 0.55), INK);
    picture.dot(pointA, A).dot(pointB, B);
    picture.words(pointA, 'pointA', A, apart ? -4 : 6, 20, apart ? 'end' : 'start');
    picture.words(pointB, 'pointB', B, apart ? 8 : -8, 18, apart ? 'start' : 'end');
    picture.words(along(pointA, normal, 0.55), 'normal', INK, 4, -8);
    picture.words({ x: -0.9, y: 0.4 }, 'A', A).words({ x: place.x + 0.4, y: place.y + 0.35 }, 'B', B);
    const name = apart ? 'apart: distance' : 'overlapping: distance';
    picture.words({ x: -1, y: -1.2 }, `${name} = ${signed(distance, 3)}`, INK);
  });
  return picture;
}

/** Rounded shapes are cores with a radius; the distance of the shapes is that of the cores less the radii. */
function cores() {
  const picture = new Picture('A capsule and a rounded box as cores with radii', 680, 250).panel(150, 130, 80);
  const capsule = { shape: new Capsule(0.5, 1.4), core: new Box([0, 1.4, 0]), place: { x: 0.2, y: 0, angle: -0.5 } };
  const inner = new Box([1.6, 0.8, 0]);
  const rounded = { shape: new Inflated(inner, 0.35), core: inner, place: { x: 3.6, y: 0, angle: 0.25 } };
  for (const [{ shape, core, place }, style] of [
    [capsule, A],
    [rounded, B],
  ])
    picture
      .outline(silhouette(shape, place), style)
      .outline(silhouette(core, place), { ...style, fill: 'none' }, DASHED);
  const [a, b] = [capsule, rounded].map(({ core, place }) => new Collider(core, placed(place)));
  const cores = closestPoints(a, b);
  const shapes = closestPoints(
    new Collider(capsule.shape, placed(capsule.place)),
    new Collider(rounded.shape, placed(rounded.place)),
  );
  picture.line(cores.pointA, cores.pointB, INK, DASHED).line(shapes.pointA, shapes.pointB, INK, 'stroke-width="3"');
  for (const p of [cores.pointA, cores.pointB, shapes.pointA, shapes.pointB]) picture.dot(p, INK);
  picture.words(middle(shapes.pointA, shapes.pointB), shapes.distance.toFixed(3), INK, 0, -10, 'middle');
  picture.words(
    { x: -1.2, y: -1.35 },
    `cores ${cores.distance.toFixed(3)} − 0.5 − 0.35 = ${shapes.distance.toFixed(3)}`,
    INK,
  );
  return picture;
}

/** The steps of GJK on two flat polygons: everything lies in the plane. */
function gjk() {
  const around = (n, [rx, ry], start) =>
    Array.from({ length: n }, (_, i) => start + (2 * Math.PI * i) / n).map((t) => [
      rx * Math.cos(t),
      ry * Math.sin(t),
      0,
    ]);
  const [p, q, at] = [around(9, [1.6, 0.8], 0.2), around(6, [0.9, 0.6], 0.5), { x: -2, y: -1.8 }];
  const { steps, result } = recordQuery(new Collider(new Polygon(p)), new Collider(new Polygon(q), placed(at)));
  const cso = silhouette(new Polygon(p.flatMap((a) => q.map((b) => [a[0] - b[0] - at.x, a[1] - b[1] - at.y, 0]))));

  const picture = new Picture('The steps of GJK on the difference of two polygons', 690, 400);
  const begin = (k, words) => {
    picture.panel(30 + 230 * (k % 3), 160 + 200 * Math.floor(k / 3), 32);
    picture.outline(cso, FAINT).dot(ORIGIN, INK).words(ORIGIN, 'origin', INK, -8, 17);
    picture.words({ x: -0.4, y: 4.2 }, words, INK);
  };
  for (const [k, { simplex, v, w, lower, upper }] of steps.entries()) {
    const start = simplex.length === 0;
    begin(k, `${k + 1}: ${start ? 'a first direction' : `${lower.toFixed(3)} ≤ distance ≤ ${upper.toFixed(3)}`}`);
    if (simplex.length > 1) picture.outline(simplex, A);
    for (const y of simplex) picture.dot(y, A);
    if (!start) picture.arrow(ORIGIN, v, INK).words(middle(ORIGIN, v), 'v', INK, -14, -4);
    picture.dot(w, B).words(w, 'w', B, -4, 18);
  }
  const nearest = { x: result.pointA.x - result.pointB.x, y: result.pointA.y - result.pointB.y };
  begin(steps.length, `the answer: ${result.distance.toFixed(3)}`);
  picture.line(ORIGIN, nearest, INK, 'stroke-width="3"').dot(nearest, INK);
  return picture;
}

/** Boxes that overlap, and which of those pairs really meet. */
function encounters() {
  const picture = new Picture('Bounding boxes, pairs of boxes that overlap, and pairs that meet', 680, 300).panel(
    40,
    265,
    52,
  );
  const things = [
    [new Box([2, 0.4, 1]), { x: 1.3, y: 3.2, angle: 0.7 }],
    [new Capsule(0.3, 1.2), { x: 2.3, y: 2.4, angle: 0.6 }],
    [new Sphere(0.6), { x: 1, y: 1 }],
    [new Cone(0.6, 1.2), { x: 1.9, y: 1.2, angle: -0.4 }],
    [new Ellipsoid([1, 0.4, 0.4]), { x: 4.2, y: 3.4, angle: -0.6 }],
    [new Ellipsoid([1, 0.4, 0.4]), { x: 5.2, y: 3.2, angle: -0.6 }],
    [new Box([1, 1, 1]), { x: 4.6, y: 1.3, angle: 0.4 }],
    [new Cylinder(0.4, 1.4), { x: 5.5, y: 1.6, angle: 0.3 }],
    [new Sphere(0.5), { x: 7.6, y: 3.2 }],
    [new Polytope([-0.8, -0.5, 0, 0.9, -0.3, 0, 0.3, 0.8, 0, 0, 0, 0.4]), { x: 8.2, y: 1.2 }],
    [new Capsule(0.25, 1), { x: 9, y: 2.1, angle: 0.2 }],
  ];
  const colliders = things.map(([shape, place]) => new Collider(shape, { ...placed(place), data: place }));
  const scene = new Scene().add(...colliders);
  const met = new Set();
  const pairs = Array.from(scene.encounters(), ([a, b]) => ({ a, b, meet: intersects(a, b) }));
  for (const { a, b, meet } of pairs) if (meet) met.add(a).add(b);
  things.forEach(([shape, place], i) => {
    const { min, max } = colliders[i].bounds();
    const corners = [min, { x: max.x, y: min.y }, max, { x: min.x, y: max.y }];
    picture.outline(corners, FAINT, DASHED).outline(silhouette(shape, place), met.has(colliders[i]) ? B : A);
  });
  for (const { a, b, meet } of pairs) picture.line(a.data, b.data, meet ? B : INK, meet ? 'stroke-width="3"' : DASHED);
  const hits = pairs.filter(({ meet }) => meet).length;
  picture.words(
    { x: 0, y: -0.3 },
    `${colliders.length} colliders, ${pairs.length} encounters, ${hits} of them meet`,
    INK,
    0,
    4,
  );
  return picture;
}

/** One ball in one box of triangles, which is a surface on the left and a body on the right. */
function soupAndSolid() {
  const picture = new Picture('A ball inside a mesh that is a soup and inside one that is solid', 680, 270);
  const positions = [-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1];
  const faces = [
    [0, 3, 2, 1],
    [4, 5, 6, 7],
    [0, 1, 5, 4],
    [2, 3, 7, 6],
    [0, 4, 7, 3],
    [1, 2, 6, 5],
  ]; // prettier-ignore
  const place = { x: 0.45, y: 0 };
  const ball = new Sphere(0.3);
  const square = silhouette(new Box([2, 2, 2]));
  [false, true].forEach((solid, i) => {
    picture.panel(170 + 330 * i, 125, 100);
    const mesh = new Mesh({ positions, faces, solid });
    const { distance, pointA, pointB } = signedDistance(new Collider(mesh), new Collider(ball, placed(place)));
    picture
      .outline(square, solid ? A : { ...A, fill: 'none' }, 'stroke-width="2.5"')
      .outline(silhouette(ball, place), B);
    picture.line(pointA, pointB, INK).dot(pointA, A).dot(pointB, B);
    picture.words({ x: -1, y: -1.25 }, `${solid ? 'solid' : 'soup'}: signed distance ${signed(distance, 2)}`, INK);
  });
  return picture;
}

/** The pictures by name of file. */
export function pictures() {
  const css = readFileSync(new URL('picture.css', import.meta.url), 'utf8');
  const drawn = {
    overview,
    signs,
    cores,
    gjk,
    encounters,
    'soup-and-solid': soupAndSolid,
    'motion-bound': bound,
    'motion-steps': steps,
    'motion-sweeps': sweeps,
    'motion-walk': walk,
    'contact-patches': patches,
    'primitives-nearest': nearest,
    'primitives-moving': movingBalls,
    'primitives-polygon': sheet,
    'primitives-flat': flat,
    ...bookCharts,
    ...compareCharts,
  };
  return Object.fromEntries(Object.entries(drawn).map(([name, draw]) => [`${name}.svg`, draw().toString(css)]));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const [name, svg] of Object.entries(pictures())) writeFileSync(new URL(name, import.meta.url), svg);
