// Distances by brute force, to judge all engines, Encounter included. A shape is a core (a point, a segment or a polytope with its faces found
// by trying all triples of vertices) and a radius; the distance of two cores is the least over all vertices against all faces and
// all edges against all edges. Slow, short, and shares no code with the library.
import { shapes } from './work.mjs';

const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const along = (a, t, d) => [a[0] + t * d[0], a[1] + t * d[1], a[2] + t * d[2]];
const clamp = (t) => Math.min(1, Math.max(0, t));

function rotate([x, y, z, w], v) {
  const u = [x, y, z];
  const t = cross(u, v).map((k) => 2 * k);
  const s = cross(u, t);
  return v.map((k, i) => k + w * t[i] + s[i]);
}

/** Vertices, and by their numbers edges and triangles: all those that have the other vertices on one side. */
function core(shape) {
  if (shape.kind === 'sphere') return { vertices: [[0, 0, 0]], edges: [], faces: [], radius: shape.radius };
  if (shape.kind === 'capsule') {
    const h = shape.height / 2;
    // biome-ignore format: two points
    return { vertices: [[0, -h, 0], [0, h, 0]], edges: [[0, 1]], faces: [], radius: shape.radius };
  }
  const vertices = shape.kind === 'box' ? corners(shape.size) : shape.points;
  const faces = [];
  const edges = new Map();
  for (let i = 0; i < vertices.length; i++)
    for (let j = i + 1; j < vertices.length; j++)
      for (let k = j + 1; k < vertices.length; k++) {
        const normal = cross(sub(vertices[j], vertices[i]), sub(vertices[k], vertices[i]));
        const heights = vertices.map((v) => dot(normal, sub(v, vertices[i])));
        if (heights.some((h) => h > 1e-12) && heights.some((h) => h < -1e-12)) continue;
        faces.push([i, j, k]);
        // biome-ignore format: pairs
        for (const [p, q] of [[i, j], [j, k], [i, k]]) edges.set(p * vertices.length + q, [p, q]);
      }
  return { vertices, edges: [...edges.values()], faces, radius: 0 };
}

function corners([w, h, d]) {
  return Array.from({ length: 8 }, (_, i) => [((i & 1) - 0.5) * w, (((i >> 1) & 1) - 0.5) * h, ((i >> 2) - 0.5) * d]);
}

const cores = shapes.map(core);

function place(index, { position, orientation }) {
  const { vertices, ...rest } = cores[index];
  return { ...rest, vertices: vertices.map((v) => along(rotate(orientation, v), 1, position)) };
}

function pointSegmentSq(p, a, b) {
  const d = sub(b, a);
  const gap = sub(p, along(a, clamp(dot(sub(p, a), d) / dot(d, d)), d));
  return dot(gap, gap);
}

/** The distance to the plane if the foot is inside the triangle; otherwise an edge is nearer, and the edges are tried as well. */
function pointTriangleSq(p, a, b, c) {
  const normal = cross(sub(b, a), sub(c, a));
  // biome-ignore format: the three edges
  for (const [u, v] of [[a, b], [b, c], [c, a]])
    if (dot(cross(normal, sub(v, u)), sub(p, u)) < 0)
      return Math.min(pointSegmentSq(p, a, b), pointSegmentSq(p, b, c), pointSegmentSq(p, c, a));
  const height = dot(normal, sub(p, a));
  return (height * height) / dot(normal, normal);
}

/** Between the lines where both feet are inside; otherwise from an end of one to the other. */
function segmentSegmentSq(a, b, c, d) {
  const u = sub(b, a);
  const v = sub(d, c);
  const r = sub(a, c);
  const det = dot(u, u) * dot(v, v) - dot(u, v) ** 2;
  const s = (dot(u, v) * dot(v, r) - dot(v, v) * dot(u, r)) / det;
  const t = (dot(u, u) * dot(v, r) - dot(u, v) * dot(u, r)) / det;
  if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
    const gap = sub(along(a, s, u), along(c, t, v));
    return dot(gap, gap);
  }
  return Math.min(pointSegmentSq(a, c, d), pointSegmentSq(b, c, d), pointSegmentSq(c, a, b), pointSegmentSq(d, a, b));
}

/** Whether some face or pair of edges has the cores on different sides. */
function separated(a, b) {
  const normals = ({ vertices: v, faces }) => faces.map(([i, j, k]) => cross(sub(v[j], v[i]), sub(v[k], v[i])));
  const directions = ({ vertices: v, edges }) => edges.map(([i, j]) => sub(v[j], v[i]));
  const apart = (axis) => {
    const [p, q] = [a, b].map(({ vertices }) => vertices.map((v) => dot(axis, v)));
    return Math.max(...p) < Math.min(...q) || Math.max(...q) < Math.min(...p);
  };
  if (normals(a).some(apart) || normals(b).some(apart)) return true;
  return directions(a).some((u) => directions(b).some((v) => apart(cross(u, v))));
}

/** The distance of a pair of `work.mjs`; 0 if they overlap. */
export function distance(pair) {
  const a = place(pair.a, pair.placementA);
  const b = place(pair.b, pair.placementB);
  if (a.faces.length + b.faces.length > 0 && !separated(a, b)) return 0;
  let least = Infinity;
  // biome-ignore format: both ways
  for (const [{ vertices: p }, { vertices: q, edges, faces }] of [[a, b], [b, a]])
    for (const v of p) {
      for (const [i, j, k] of faces) least = Math.min(least, pointTriangleSq(v, q[i], q[j], q[k]));
      for (const [i, j] of edges) least = Math.min(least, pointSegmentSq(v, q[i], q[j]));
      if (edges.length === 0) least = Math.min(least, ...q.map((w) => dot(sub(v, w), sub(v, w))));
    }
  for (const [i, j] of a.edges)
    for (const [k, l] of b.edges)
      least = Math.min(least, segmentSegmentSq(a.vertices[i], a.vertices[j], b.vertices[k], b.vertices[l]));
  return Math.max(0, Math.sqrt(least) - a.radius - b.radius);
}
