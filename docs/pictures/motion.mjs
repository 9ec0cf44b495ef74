// The pictures of the page about motion. Everything is in the plane z = 0, where axes of turns are along z.
import {
  Box,
  Collider,
  HullOf,
  MinkowskiSum,
  Placed,
  placeAlong,
  recordImpact,
  Segment,
  Sphere,
  sweptShape,
  timeOfImpact,
  Vec3,
} from 'encounter';
import { A, B, FAINT, INK, Picture, placed, silhouette } from './svg.mjs';

const DASHED = 'stroke-dasharray="4 4"';
const THIN = 'stroke-width="1"';

/** The silhouette of a shape that turns about the origin, at an angle. */
const turnedAbout = (shape, { x, y }, angle) => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return silhouette(shape, { x: c * x - s * y, y: s * x + c * y, angle });
};

/** A rod that turns about its end, and a post. */
const ROD = { shape: new Box([2.4, 0.16, 0.2]), at: { x: 1.2, y: 0 } };
const POST = { shape: new Sphere(0.28), at: { x: 1.35, y: 1.5 } };
const rod = () => new Collider(ROD.shape, placed(ROD.at));
const post = () => new Collider(POST.shape, placed(POST.at));
const swing = (angle) => ({ rotation: [0, 0, angle], center: [0, 0, 0] });

/** The steps of timeOfImpact for a rod that swings at a post. */
export function steps() {
  const picture = new Picture('A rod swings at a post: the times at which a distance is computed', 700, 270);
  picture.panel(60, 225, 100);
  const angle = 1.6;
  const recording = recordImpact(rod(), swing(angle), post(), null);
  picture.outline(silhouette(POST.shape, POST.at), B).words(POST.at, 'post', B, 0, 4, 'middle');
  // A fan of what the first step proves.
  const proven = recording.steps[0].until * angle;
  const sector = Array.from({ length: 31 }, (_, i) => {
    const a = (proven * i) / 30;
    return { x: 2.52 * Math.cos(a), y: 2.52 * Math.sin(a) };
  });
  picture.outline([{ x: 0, y: 0 }, ...sector], { stroke: 'none', fill: 'var(--picture-fill-a)' }, 'opacity="0.5"');
  for (const [i, { t, found }] of recording.steps.entries()) {
    if (i > 1) continue;
    picture.outline(turnedAbout(ROD.shape, ROD.at, t * angle), i === 0 ? A : { ...A, fill: 'none' });
    picture.line(found.pointA, found.pointB, INK, DASHED).dot(found.pointA, INK).dot(found.pointB, INK);
  }
  const last = recording.steps.at(-1);
  picture.outline(turnedAbout(ROD.shape, ROD.at, last.t * angle), A).dot(recording.result.point, INK);
  picture.dot({ x: 0, y: 0 }, INK, 4).words({ x: 0, y: 0 }, 'pivot', INK, -8, 24, 'middle');
  picture.words({ x: 2.45, y: 0 }, '1', A, 6, 5);
  const tip = (t) => ({ x: 2.55 * Math.cos(t * angle), y: 2.55 * Math.sin(t * angle) });
  picture.words(tip(last.t), `2 to ${recording.steps.length}`, A, 2, -4);

  picture.panel(400, 60, 1);
  picture
    .words({ x: 0, y: 0 }, 'step', INK)
    .words({ x: 60, y: 0 }, 'at t', INK)
    .words({ x: 170, y: 0 }, 'distance', INK);
  recording.steps.forEach(({ t, found }, i) => {
    const y = -26 * (i + 1);
    const distance = found.distance > 1e-3 ? found.distance.toFixed(4) : found.distance.toExponential(0);
    picture.words({ x: 0, y }, `${i + 1}`, A).words({ x: 60, y }, t.toFixed(9), INK);
    picture.words({ x: 170, y }, distance.replace('-', '−'), INK);
  });
  return picture;
}

/** The gap along one axis, and what two of its values prove: a square that turns over a floor. */
export function bound() {
  const picture = new Picture('The gap along an axis, and the bound between two of its values', 700, 270);
  const half = 0.6;
  const [square, height, angle] = [new Box([2 * half, 2 * half, 1]), 1.02, Math.PI / 2];
  picture.panel(150, 215, 110);
  picture.line({ x: -1, y: 0 }, { x: 1.1, y: 0 }, B, 'stroke-width="2.5"').words({ x: -0.98, y: 0 }, 'floor', B, 0, 20);
  const at = { x: 0, y: height };
  picture.outline(silhouette(square, at), A).outline(silhouette(square, { ...at, angle: 0.5 * angle }), FAINT, DASHED);
  picture.dot(at, INK, 4);
  picture.arrow({ x: 0.9, y: 0 }, { x: 0.9, y: 0.42 }, INK).words({ x: 0.9, y: 0.42 }, 'n', INK, 6, 4);
  picture.line({ x: -0.8, y: 0 }, { x: -0.8, y: height - half }, INK, DASHED);
  picture.line({ x: -0.9, y: height - half }, { x: 0.7, y: height - half }, FAINT, DASHED);
  picture.words({ x: -0.8, y: (height - half) / 2 }, 'g', INK, -14, 4);

  // How far the square reaches down, and so the gap over the floor.
  const gap = (s) => {
    const d = new Vec3(-Math.sin(s * angle), -Math.cos(s * angle), 0);
    const p = square.support(d, new Vec3());
    return height - (d.x * p.x + d.y * p.y);
  };
  // K for an axis that stands still: α²·r, with r the distance of a corner from the centre.
  const k = angle * angle * half * Math.SQRT2;
  const below = (s) => gap(0) + (gap(1) - gap(0)) * s - (k * s * (1 - s)) / 2;
  picture.panel(370, 215, 1);
  const to = (s, g) => ({ x: 270 * s, y: 380 * g });
  const curve = (f) => Array.from({ length: 61 }, (_, i) => to(i / 60, f(i / 60)));
  picture.outline([...curve(below), to(1, 0), to(0, 0)], { stroke: 'none', fill: 'var(--picture-fill-a)' });
  picture.line(to(0, 0), to(1.08, 0), INK).line(to(0, 0), to(0, 0.5), INK);
  polyline(picture, curve(gap), A, 'stroke-width="2.5"');
  // Dashed: every other piece.
  polyline(picture, curve(below), INK, '', 2);
  for (const [s, name] of [
    [0, 's₀'],
    [1, 's₁'],
  ]) {
    picture.line(to(s, 0), to(s, gap(s)), FAINT, DASHED).dot(to(s, gap(s)), INK, 4);
    picture.words(to(s, 0), name, INK, 0, 20, 'middle');
  }
  picture.words(to(0.5, gap(0.5)), 'g, the gap along n', A, 0, -44, 'middle');
  picture.words(to(0.5, below(0.5)), 'the bound, from the two dots', INK, 0, 22, 'middle');
  return picture;
}

/** Sweeps as shapes: what the book's two contain, and what turns leaves. */
export function sweeps() {
  const picture = new Picture('Sweeps as shapes: with a segment, as a hull of two placements, and grown', 700, 250);
  const bar = new Box([1.5, 0.35, 0.2]);
  const from = { x: 0, y: 0, angle: 0 };
  const to = { x: 1.2, y: 0.9, angle: 1.9 };
  const collider = new Collider(bar);
  const titles = ['Minkowski sweep', 'convex hull sweep', 'sweptShape'];
  const motion = { position: [to.x, to.y, 0], orientation: placed(to).orientation };
  [60, 300, 540].forEach((left, i) => {
    picture.panel(left + 20, 165, 66);
    const end = i === 0 ? { ...to, angle: 0 } : to;
    const between = i === 0 ? { translation: [to.x, to.y, 0] } : motion;
    const shape = [
      () => new MinkowskiSum(bar, new Segment([0, 0, 0], [to.x, to.y, 0])),
      () => new HullOf(bar, new Placed(bar, placed(to))),
      () => sweptShape(collider, motion),
    ][i]();
    picture.outline(silhouette(shape), i === 1 ? { stroke: B.stroke, fill: B.fill } : A);
    for (let k = 1; k < 12; k++) {
      const there = placeAlong(new Collider(bar), between, k / 12).getMatrix();
      picture.outline(
        silhouette(bar, { x: there[12], y: there[13], angle: Math.atan2(there[1], there[0]) }),
        FAINT,
        THIN,
      );
    }
    picture.outline(silhouette(bar, from), { ...INK, fill: 'none' }).outline(silhouette(bar, end), INK);
    picture.words({ x: 0.5, y: -0.95 }, titles[i], i === 1 ? B : A, 0, 0, 'middle');
  });
  return picture;
}

/** A tree of boxes over a mesh, walked in the order in which they would be met. */
export function walk() {
  const picture = new Picture('The boxes over a mesh, with the times at which a ball would meet them', 700, 330);
  picture.panel(40, 260, 62);
  const heights = [0.2, 0.5, 0.35, 0.9, 1.5, 1.1, 0.6, 0.8, 0.5, 1.3, 2, 1.6, 0.9, 0.4, 0.3, 0.6, 0.2];
  const points = heights.map((y, i) => ({ x: 0.62 * i, y }));
  const ball = new Collider(new Sphere(0.3), { position: [0.2, 2.9, 0] });
  const flight = { translation: [10.4, -2.6, 0] };
  const edges = points.slice(1).map((q, i) => [points[i], q]);
  const meet = (shape, at) => timeOfImpact(ball, flight, new Collider(shape, placed(at)), null)?.t ?? Infinity;
  const edgeTime = ([p, q]) => meet(new Segment([p.x, p.y, 0], [q.x, q.y, 0]), { x: 0, y: 0 });
  const nodeOf = (list) => {
    const all = list.flat();
    const min = { x: Math.min(...all.map((p) => p.x)), y: Math.min(...all.map((p) => p.y)) };
    const max = { x: Math.max(...all.map((p) => p.x)), y: Math.max(...all.map((p) => p.y)) };
    const centre = { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2 };
    const half = list.length / 2;
    return {
      min,
      max,
      t: meet(new Box([max.x - min.x, max.y - min.y, 1]), centre),
      children: list.length > 2 ? [nodeOf(list.slice(0, half)), nodeOf(list.slice(half))] : [],
      edges: list.length > 2 ? [] : list,
    };
  };
  // The walk: the earliest first, and nothing that is later than the earliest contact found.
  const waiting = [nodeOf(edges)];
  const visited = [];
  const left = [];
  let first = Infinity;
  while (waiting.length > 0) {
    waiting.sort((p, q) => p.t - q.t);
    const node = waiting.shift();
    if (node.t > first || node.t === Infinity) {
      left.push(node);
      continue;
    }
    visited.push(node);
    waiting.push(...node.children);
    first = Math.min(first, ...node.edges.map(edgeTime));
  }
  const corners = ({ min, max }) => [min, { x: max.x, y: min.y }, max, { x: min.x, y: max.y }];
  for (const node of left) picture.outline(corners(node), FAINT, DASHED);
  for (const node of visited) picture.outline(corners(node), { ...A, fill: 'none' });
  polyline(picture, points, INK, 'stroke-width="2.5"');
  for (const node of visited.filter((v) => v.edges.length > 0))
    for (const [p, q] of node.edges) picture.line(p, q, A, 'stroke-width="3.5"');
  const centre = (t) => ({ x: 0.2 + 10.4 * t, y: 2.9 - 2.6 * t });
  picture.line(centre(0), centre(1), FAINT, DASHED).circle(centre(0), 0.3, B).circle(centre(first), 0.3, B);
  picture
    .words(centre(0), 't = 0', B, 0, 36, 'middle')
    .words(centre(first), `t = ${first.toFixed(3)}`, B, 0, -38, 'middle');
  for (const node of [...visited, ...left]) {
    const size = node.max.x - node.min.x;
    if (size > 3 || size < 1.5) continue;
    const words = node.t < Infinity ? `t ≥ ${node.t.toFixed(3)}` : 'never';
    const style = visited.includes(node) ? A : INK;
    picture.words({ x: (node.min.x + node.max.x) / 2, y: 0 }, words, style, 0, 18, 'middle');
  }
  const tested = visited.flatMap((v) => v.edges).length;
  picture.words({ x: 0, y: 0 }, `${visited.length} boxes opened, ${tested} of ${edges.length} edges asked`, INK, 0, 48);
  return picture;
}

function polyline(picture, points, style, extra, every = 1) {
  for (let i = 1; i < points.length; i += every) picture.line(points[i - 1], points[i], style, extra);
}
