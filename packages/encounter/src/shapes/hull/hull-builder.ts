/**
 * The convex hull of a set of points, of any dimension from 0 (one point) to 3, on exact predicates (Shewchuk: Adaptive
 * Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates, 1997).
 *
 * Coordinates are taken as exact doubles, without tolerance: points one ulp off a plane span space, and only points that are
 * exactly coplanar make a flat hull. Only extreme points become vertices. Facets are triangles, because hill climbing needs
 * them (book §4.3.4): a quadrilateral would hide a neighbour.
 *
 * The predicates neither overflow nor underflow: each axis is scaled by its own power of two first, so that its largest
 * coordinate is about 1. This is exact and moves no point to another side of a plane. (A coordinate more than 2^290
 * times smaller than the largest of its axis is rounded to a multiple of 2^-342 of it.)
 */
import { turn } from '../../primitives/determinant.ts';
import { above, Quickhull } from './quickhull.ts';

export interface Hull {
  readonly dimension: 0 | 1 | 2 | 3;
  /** x, y, z of each vertex. In dimension 2 they are in the order of the polygon's cycle. */
  readonly vertices: Float64Array;
  /** The number of each vertex among the input points (one of them, if several coincide). */
  readonly source: Int32Array;
  /** In dimension 3: three vertices per facet, counterclockwise seen from outside. Otherwise empty. */
  readonly facets: Int32Array;
  /** The neighbours of vertex i are neighbours[offsets[i]] up to, not including, neighbours[offsets[i + 1]]. */
  readonly offsets: Int32Array;
  readonly neighbours: Int32Array;
}

/** The hull of points given as x, y, z triples of finite numbers, at least one. */
export function buildHull(points: Float64Array): Hull {
  if (points.length === 0 || points.length % 3 !== 0)
    throw new RangeError(`points must hold x, y, z triples, at least one, got ${points.length} numbers`);
  const scaled = scaleAxes(points);
  const simplex = findSimplex(scaled);
  if (simplex.length === 1) return assemble(points, 0, Int32Array.from(simplex));
  if (simplex.length === 2) return assemble(points, 1, Int32Array.from(simplex));
  if (simplex.length === 3) return assemble(points, 2, polygonCycle(scaled, simplex));

  const all = Int32Array.from({ length: points.length / 3 }, (_, i) => i);
  let surface = new Quickhull(scaled, all, simplex);
  const { ids, corners } = surface.extremes();
  // If some corners are not extreme, build the hull again without them.
  if (ids.length < corners) surface = new Quickhull(scaled, ids, findSimplex(scaled, ids));
  return assemble(points, 3, ids, surface.facets());
}

/** Throws an Error that says what is wrong with the hull, if anything is wrong. */
export function validateHull(hull: Hull): void {
  const { dimension, vertices, facets, offsets, neighbours } = hull;
  const n = vertices.length / 3;
  const least = dimension + 1;
  check(n >= least && (dimension > 1 || n === least), `dimension ${dimension} with ${n} vertices`);
  check(hull.source.length === n, `${hull.source.length} sources of ${n} vertices`);
  check(offsets.length === n + 1 && offsets[n] === neighbours.length, 'adjacency does not fit the vertices');
  check(dimension === 3 || facets.length === 0, `facets in dimension ${dimension}`);
  const points = scaleAxes(vertices);
  const edges = dimension === 3 ? validateFacets(points, facets) : cycleEdges(n);
  if (dimension === 2) validateCycle(points);
  if (dimension === 1) check(!coincident(points, 0, 1), 'the ends coincide');

  // The neighbours of a vertex must be the other ends of its edges, each once.
  check(neighbours.length === edges.size, `${neighbours.length} neighbours for ${edges.size} directed edges`);
  for (let i = 0; i < n; i++) {
    check(offsets[i] <= offsets[i + 1], `vertex ${i} has negative many neighbours`);
    const seen = new Set<number>();
    for (let k = offsets[i]; k < offsets[i + 1]; k++) {
      const j = neighbours[k];
      check(!seen.has(j), `vertex ${i} has neighbour ${j} twice`);
      seen.add(j);
      check(edges.has(i * n + j) && edges.has(j * n + i), `neighbours ${i} and ${j} share no edge`);
    }
  }
}

/** If there are more pairs of a facet and a vertex than this, validateHull checks only a part of them. */
const MOST_PAIRS_CHECKED = 5e6;

/** Returns the directed edges, each as start · n + end. */
function validateFacets(points: Float64Array, facets: Int32Array): Set<number> {
  const n = points.length / 3;
  const f = facets.length / 3;
  check(Number.isInteger(f), `${facets.length} facet corners`);
  /** For each directed edge the corner opposite to it. */
  const opposite = new Map<number, number>();
  for (let k = 0; k < facets.length; k += 3) {
    const [a, b, c] = facets.subarray(k, k + 3);
    check(Math.min(a, b, c) >= 0 && Math.max(a, b, c) < n, `facet ${k / 3} has a corner that is no vertex`);
    check(!collinear(points, a, b, c), `facet ${k / 3} (${a}, ${b}, ${c}) is degenerate`);
    for (const [from, to, other] of [
      [a, b, c],
      [b, c, a],
      [c, a, b],
    ]) {
      check(!opposite.has(from * n + to), `edge ${from} → ${to} borders two facets on the same side`);
      opposite.set(from * n + to, other);
    }
  }
  check(n - opposite.size / 2 + f === 2, `V − E + F = ${n} − ${opposite.size / 2} + ${f}, not 2`);

  const ridges = new Int32Array(n);
  for (const [edge, c] of opposite) {
    const a = Math.floor(edge / n);
    const b = edge % n;
    const d = opposite.get(b * n + a);
    if (d === undefined) throw new Error(`hull: edge ${a} → ${b} borders no facet on its other side`);
    const h = above(points, 3 * a, 3 * b, 3 * c, 3 * d);
    check(h <= 0, `facets at edge ${a} – ${b} meet in a valley`);
    if (h < 0) ridges[a]++;
  }
  for (let i = 0; i < n; i++) check(ridges[i] >= 3, `vertex ${i} is not extreme`);

  const step = Math.ceil((n * f) / MOST_PAIRS_CHECKED);
  for (let k = 0; k < f; k++) {
    for (let i = k % step; i < n; i += step) {
      const h = above(points, 3 * facets[3 * k], 3 * facets[3 * k + 1], 3 * facets[3 * k + 2], 3 * i);
      check(h <= 0, `vertex ${i} is outside facet ${k}`);
    }
  }
  return new Set(opposite.keys());
}

function validateCycle(points: Float64Array): void {
  const n = points.length / 3;
  const axis = projection(points, 0, 1, 2);
  const sense = turn(points, axis, 0, 3, 6);
  check(sense !== 0, 'vertices 0, 1, 2 are collinear');
  for (let i = 0; i < n; i++) {
    check(above(points, 0, 3, 6, 3 * i) === 0, `vertex ${i} is out of the polygon's plane`);
    const turns = turn(points, axis, 3 * i, 3 * ((i + 1) % n), 3 * ((i + 2) % n));
    check(turns * sense > 0, `the polygon is not strictly convex at vertex ${(i + 1) % n}`);
    // A polygon with left turns only may wind around twice. A fan of triangles that all turn left cannot.
    if (i > 0 && i < n - 1)
      check(turn(points, axis, 0, 3 * i, 3 * (i + 1)) * sense > 0, `the polygon crosses itself at ${i}`);
  }
}

function cycleEdges(n: number): Set<number> {
  const edges = new Set<number>();
  for (let i = 0; i < n && n > 1; i++) {
    const j = (i + 1) % n;
    edges.add(i * n + j).add(j * n + i);
  }
  return edges;
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`hull: ${what}`);
}

function assemble(
  points: Float64Array,
  dimension: 0 | 1 | 2 | 3,
  ids: Int32Array,
  corners: Int32Array = new Int32Array(),
): Hull {
  const n = ids.length;
  const vertices = new Float64Array(3 * n);
  const vertexOf = new Int32Array(points.length / 3);
  for (let i = 0; i < n; i++) {
    vertexOf[ids[i]] = i;
    for (let k = 0; k < 3; k++) vertices[3 * i + k] = points[3 * ids[i] + k];
  }
  const facets = corners.map((id) => vertexOf[id]);
  return { dimension, vertices, source: ids, facets, ...adjacency(n, facets) };
}

function adjacency(n: number, facets: Int32Array): { offsets: Int32Array; neighbours: Int32Array } {
  const offsets = new Int32Array(n + 1);
  if (facets.length === 0) {
    const degree = Math.min(2, n - 1);
    const neighbours = new Int32Array(n * degree);
    for (let i = 0; i < n; i++) {
      offsets[i + 1] = degree * (i + 1);
      if (degree > 0) neighbours[degree * i] = (i + 1) % n;
      if (degree > 1) neighbours[degree * i + 1] = (i + n - 1) % n;
    }
    return { offsets, neighbours };
  }
  // On a closed surface as many edges start at a vertex as it has neighbours, each in one facet.
  for (const i of facets) offsets[i + 1]++;
  for (let i = 0; i < n; i++) offsets[i + 1] += offsets[i];
  const fill = offsets.slice(0, n);
  const neighbours = new Int32Array(facets.length);
  for (let k = 0; k < facets.length; k++) neighbours[fill[facets[k]]++] = facets[k % 3 === 2 ? k - 2 : k + 1];
  return { offsets, neighbours };
}

/** The points with each axis scaled by a power of two so that its largest coordinate is in [½, 1). */
function scaleAxes(points: Float64Array): Float64Array {
  const out = Float64Array.from(points);
  for (let axis = 0; axis < 3; axis++) {
    let largest = 0;
    for (let i = axis; i < out.length; i += 3) largest = Math.max(largest, Math.abs(out[i]));
    if (largest === 0) continue;
    // Two factors, because one may be beyond the range of doubles.
    let first = 1;
    let second = 1;
    for (; largest >= 1; largest /= 2) {
      if (first > LEAST_FACTOR) first /= 2;
      else second /= 2;
    }
    for (; largest < 0.5; largest *= 2) {
      if (first < 1 / LEAST_FACTOR) first *= 2;
      else second *= 2;
    }
    for (let i = axis; i < out.length; i += 3) {
      const x = out[i] * first * second;
      // Adding and subtracting ROUNDER leaves a multiple of its last digit. The product of three such numbers does not underflow.
      out[i] = Math.abs(x) < ROUNDER / 2 ? x + ROUNDER - ROUNDER : x;
    }
  }
  return out;
}

const LEAST_FACTOR = 2 ** -500;
const ROUNDER = 2 ** -290;

/** One to four points (of `ids`, or of all) that span the same space as all. They are far apart where that is cheap to find. */
function findSimplex(points: Float64Array, ids?: Int32Array): number[] {
  const n = ids ? ids.length : points.length / 3;
  const id = (k: number): number => (ids ? ids[k] : k);
  let a = id(0);
  let b = a;
  let widest = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = id(0);
    let high = low;
    for (let k = 1; k < n; k++) {
      const i = id(k);
      if (points[3 * i + axis] < points[3 * low + axis]) low = i;
      if (points[3 * i + axis] > points[3 * high + axis]) high = i;
    }
    const width = points[3 * high + axis] - points[3 * low + axis];
    if (width > widest) {
      widest = width;
      a = low;
      b = high;
    }
  }
  if (widest === 0) return [a];

  let c = a;
  let farthest = 0;
  for (let k = 0; k < n; k++) {
    const away = distanceSqFromLine(points, a, b, id(k));
    if (away > farthest) {
      farthest = away;
      c = id(k);
    }
  }
  // Distances are rounded, so whether all points are on the line is decided exactly.
  for (let k = 0; k < n && collinear(points, a, b, c); k++) c = id(k);
  // All points are on a line. a and b have the least and the greatest coordinate along an axis, so they are its ends.
  if (collinear(points, a, b, c)) return [a, b];

  let d = a;
  let highest = 0;
  for (let k = 0; k < n; k++) {
    const height = Math.abs(above(points, 3 * a, 3 * b, 3 * c, 3 * id(k)));
    if (height > highest) {
      highest = height;
      d = id(k);
    }
  }
  return highest > 0 ? [a, b, c, d] : [a, b, c];
}

/** The squared distance of point i from the line through a and b, times |b − a|²: only for comparisons. */
function distanceSqFromLine(p: Float64Array, a: number, b: number, i: number): number {
  const ux = p[3 * b] - p[3 * a];
  const uy = p[3 * b + 1] - p[3 * a + 1];
  const uz = p[3 * b + 2] - p[3 * a + 2];
  const vx = p[3 * i] - p[3 * a];
  const vy = p[3 * i + 1] - p[3 * a + 1];
  const vz = p[3 * i + 2] - p[3 * a + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  return x * x + y * y + z * z;
}

/** The vertices of the hull of exactly coplanar points, in order, by Andrew's monotone chain in a coordinate plane. */
function polygonCycle(points: Float64Array, simplex: readonly number[]): Int32Array {
  // A projection in which three points of the plane are not collinear is one to one on the plane, and maps lines to lines.
  const axis = projection(points, simplex[0], simplex[1], simplex[2]);
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const order = Int32Array.from({ length: points.length / 3 }, (_, i) => i);
  order.sort((i, j) => points[3 * i + u] - points[3 * j + u] || points[3 * i + v] - points[3 * j + v] || i - j);
  const chain: number[] = [];
  for (let pass = 0; pass < 2; pass++) {
    const base = chain.length;
    for (const i of order) {
      while (
        chain.length - base >= 2 &&
        turn(points, axis, 3 * chain[chain.length - 2], 3 * chain[chain.length - 1], 3 * i) <= 0
      )
        chain.pop();
      if (chain.length - base === 1 && coincident(points, chain[base], i)) continue;
      chain.push(i);
    }
    chain.pop();
    order.reverse();
  }
  return Int32Array.from(chain);
}

/** The axis along which the triangle a, b, c shows the largest area. Areas are rounded, so whether one vanishes is decided exactly. */
function projection(p: Float64Array, a: number, b: number, c: number): number {
  let best = 0;
  let largest = 0;
  for (let axis = 0; axis < 3; axis++) {
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    const left = (p[3 * b + u] - p[3 * a + u]) * (p[3 * c + v] - p[3 * a + v]);
    const right = (p[3 * b + v] - p[3 * a + v]) * (p[3 * c + u] - p[3 * a + u]);
    const area = Math.abs(left - right);
    if (area < largest || turn(p, axis, 3 * a, 3 * b, 3 * c) === 0) continue;
    largest = area;
    best = axis;
  }
  return best;
}

/** Whether three points are collinear, decided exactly: they are if their projections on all three coordinate planes are. */
function collinear(p: Float64Array, a: number, b: number, c: number): boolean {
  for (let axis = 0; axis < 3; axis++) if (turn(p, axis, 3 * a, 3 * b, 3 * c) !== 0) return false;
  return true;
}

function coincident(p: Float64Array, a: number, b: number): boolean {
  return p[3 * a] === p[3 * b] && p[3 * a + 1] === p[3 * b + 1] && p[3 * a + 2] === p[3 * b + 2];
}
