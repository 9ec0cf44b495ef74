/** Shapes as line segments, for drawing. */

import { Compound } from '../complex/compound.ts';
import { Halfspace } from '../complex/halfspace.ts';
import { Mesh } from '../complex/mesh.ts';
import type { Affine } from '../math/affine.ts';
import { cross, perpendicular, Vec3 } from '../math/vec3.ts';
import { Box } from '../shapes/box.ts';
import { Placed } from '../shapes/placed.ts';
import { Point } from '../shapes/point.ts';
import { Polygon } from '../shapes/polygon.ts';
import { Polytope } from '../shapes/polytope.ts';
import type { Shape } from '../shapes/shape.ts';

/** Receives the ends of a segment. */
export type AddLine = (a: Vec3, b: Vec3) => void;

/** Segments in a full circle of directions. */
const STEPS = 32;
/** How many circles of directions pass through the poles, and the latitudes of those around the axis, in twelfths of a circle. */
const MERIDIANS = 4;
const LATITUDES = [-2, -1, 0, 1, 2];

/** Half the length of the lines that mark a point, and half the side of the square that shows a halfspace. */
const CROSS = 0.05;
const PATCH = 5;

/**
 * The segments that show a shape, in its own frame: six numbers each, as the positions of a three.js LineSegments need them. They are
 * edges if the shape has any, and circles of support points otherwise. A halfspace is a square of ten by ten around its point nearest
 * to the origin.
 *
 * @example geometry.setAttribute('position', new BufferAttribute(wireframeFromShape(shape), 3));
 */
export function wireframeFromShape(shape: Shape): Float32Array {
  const list: number[] = [];
  drawShape(shape, (a, b) => void list.push(a.x, a.y, a.z, b.x, b.y, b.z));
  return new Float32Array(list);
}

function drawShape(shape: Shape, add: AddLine): void {
  if (shape instanceof Compound) for (const part of shape.parts) drawShape(part.shape, through(part.placement, add));
  else if (shape instanceof Placed) drawShape(shape.shape, through(shape.placement, add));
  else if (shape instanceof Mesh) drawMesh(shape, add);
  else if (shape instanceof Halfspace) drawHalfspace(shape, add);
  else if (shape instanceof Point) drawCross(shape.position, CROSS, add);
  else if (shape instanceof Box) {
    const { min, max } = shape.bounds();
    drawBox(min, max, add);
  } else if (shape instanceof Polytope) drawPolytope(shape, add);
  else if (shape instanceof Polygon) drawCycle(shape.vertices, add);
  else drawSamples((n, out) => shape.support(n, out), add);
}

/** Carries the ends of segments through a placement before adding them. */
export function through(placement: Affine, add: AddLine): AddLine {
  const p = new Vec3();
  const q = new Vec3();
  return (a, b) => add(placement.transformPoint(a, p), placement.transformPoint(b, q));
}

/** Draws the support points of circles of directions on a convex body: around the y axis and through its poles. */
export function drawSamples(support: (n: Vec3, out: Vec3) => void, add: AddLine): void {
  for (let i = 0; i < MERIDIANS; i++) {
    const c = Math.cos((Math.PI * i) / MERIDIANS);
    const s = Math.sin((Math.PI * i) / MERIDIANS);
    drawCircle((x, y, n) => n.set(c * x, y, s * x), support, add);
  }
  for (const latitude of LATITUDES) {
    const height = Math.sin((Math.PI * latitude) / 6);
    const width = Math.cos((Math.PI * latitude) / 6);
    drawCircle((x, y, n) => n.set(width * x, height, width * y), support, add);
  }
}

function drawCircle(
  direction: (x: number, y: number, out: Vec3) => void,
  support: (n: Vec3, out: Vec3) => void,
  add: AddLine,
): void {
  const n = new Vec3();
  const last = new Vec3();
  const next = new Vec3();
  for (let i = 0; i <= STEPS; i++) {
    const angle = (2 * Math.PI * (i % STEPS)) / STEPS;
    direction(Math.cos(angle), Math.sin(angle), n);
    support(n, next);
    // Many directions have the same support point.
    if (i > 0 && (next.x !== last.x || next.y !== last.y || next.z !== last.z)) add(last, next);
    last.copy(next);
  }
}

/** The bit of a corner's number that says that it is at the far end of an axis. */
const BIT = { x: 1, y: 2, z: 4 } as const;

/** The twelve edges of a box along the axes. */
export function drawBox(min: Vec3, max: Vec3, add: AddLine): void {
  const a = new Vec3();
  const b = new Vec3();
  for (const axis of ['x', 'y', 'z'] as const)
    for (let corner = 0; corner < 8; corner++) {
      if (corner & BIT[axis]) continue;
      a.set(corner & BIT.x ? max.x : min.x, corner & BIT.y ? max.y : min.y, corner & BIT.z ? max.z : min.z);
      b.copy(a);
      b[axis] = max[axis];
      add(a, b);
    }
}

export function drawCross({ x, y, z }: Vec3, size: number, add: AddLine): void {
  add(new Vec3(x - size, y, z), new Vec3(x + size, y, z));
  add(new Vec3(x, y - size, z), new Vec3(x, y + size, z));
  add(new Vec3(x, y, z - size), new Vec3(x, y, z + size));
}

function drawPolytope({ vertices, vertexCount, offsets, neighbours }: Polytope, add: AddLine): void {
  const a = new Vec3();
  const b = new Vec3();
  for (let i = 0; i < vertexCount; i++)
    for (let k = offsets[i]; k < offsets[i + 1]; k++)
      if (neighbours[k] > i) add(readVertex(vertices, i, a), readVertex(vertices, neighbours[k], b));
}

function drawCycle(vertices: Float64Array, add: AddLine): void {
  const a = new Vec3();
  const b = new Vec3();
  const n = vertices.length / 3;
  for (let i = 0; i < n; i++) add(readVertex(vertices, i, a), readVertex(vertices, (i + 1) % n, b));
}

function readVertex(vertices: Float64Array, i: number, out: Vec3): Vec3 {
  return out.set(vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]);
}

/** Draws each edge once, though triangles share most of them. */
function drawMesh({ triangles, vertices }: Mesh, add: AddLine): void {
  const { corners } = triangles;
  const seen = new Set<number>();
  const p = new Vec3();
  const q = new Vec3();
  for (let k = 0; k < corners.length; k++) {
    const i = corners[k];
    const j = corners[k % 3 === 2 ? k - 2 : k + 1];
    const edge = Math.min(i, j) * vertices.count + Math.max(i, j);
    if (i === j || seen.has(edge)) continue;
    seen.add(edge);
    add(vertices.read(i, p), vertices.read(j, q));
  }
}

/** Draws a square with its diagonals, and the normal. */
function drawHalfspace({ normal: n, offset }: Halfspace, add: AddLine): void {
  const o = new Vec3(n.x * offset, n.y * offset, n.z * offset);
  const u = perpendicular(n, new Vec3());
  const v = cross(n, u, new Vec3());
  const at = (s: number, t: number): Vec3 =>
    new Vec3(o.x + PATCH * (s * u.x + t * v.x), o.y + PATCH * (s * u.y + t * v.y), o.z + PATCH * (s * u.z + t * v.z));
  const corners = [at(1, 1), at(-1, 1), at(-1, -1), at(1, -1)];
  for (let i = 0; i < 4; i++) for (let j = 0; j < i; j++) add(corners[i], corners[j]);
  add(o, new Vec3(o.x + n.x, o.y + n.y, o.z + n.z));
}
