/**
 * Random pairs of which one or both are deforming meshes, and dumb references for their first contact:
 *
 * - two meshes without margins: all vertices against all triangles and all edges against all edges, by the exact impacts of
 *   `encounter/primitives`;
 * - everything: plain conservative advancement, the distance of colliders that are built anew in each step over the largest speed.
 *
 * Nothing here imports the library's code: it is passed in, as sources (tests) or as dist (fuzzer).
 */
import type * as Primitives from '../../src/primitives/index.ts';
import { apply, buildShape, type Collider, KINDS, type Library, randomSpec, type Shape } from './generators.ts';
import type { Rng } from './rng.ts';
import type { Quat, Vec } from './vectors.ts';

export interface Side {
  readonly kind: string;
  readonly collider: Collider;
  readonly translation: Vec;
  /** Local positions at the start and the end, three numbers per vertex, for a mesh that deforms. */
  readonly start: readonly number[] | null;
  readonly end: readonly number[] | null;
  /** For a mesh. */
  readonly positions: readonly number[] | null;
  readonly indices: readonly number[] | null;
}

export interface DeformingCase {
  readonly a: Side;
  readonly b: Side;
  readonly size: number;
  /** How far from the world's origin. */
  readonly far: number;
}

interface Triangles {
  readonly positions: number[];
  readonly indices: number[];
}

function soup(rng: Rng): Triangles {
  const count = rng.integer(3, 9);
  const positions: number[] = [];
  for (let i = 0; i < count; i++) positions.push(...rng.inBall(1));
  const indices: number[] = [];
  for (let i = 0; i < rng.integer(1, 8); i++) indices.push(rng.int(count), rng.int(count), rng.int(count));
  return { positions, indices };
}

function sheet(rng: Rng): Triangles {
  const n = rng.integer(1, 4);
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= n; i++) for (let j = 0; j <= n; j++) positions.push((2 * i) / n - 1, 0, (2 * j) / n - 1);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const k = i * (n + 1) + j;
      indices.push(k, k + 1, k + n + 1, k + 1, k + n + 2, k + n + 1);
    }
  return { positions, indices };
}

/** A tetrahedron, a needle, a flat one: a closed surface. */
function closed(rng: Rng): Triangles {
  const positions = [...rng.inBall(1), ...rng.inBall(1), ...rng.inBall(1), ...rng.inBall(1)];
  if (rng.chance(0.2)) for (let k = 1; k < 12; k += 3) positions[k] *= 1e-4;
  return { positions, indices: [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2] };
}

/** How vertices may move: each by itself, all alike, turned, collapsing, inside out, or not at all. */
function deformed(rng: Rng, p: readonly number[]): number[] {
  const way = rng.int(8);
  const v = rng.inBall(4);
  const by = (f: (x: Vec, i: number) => Vec): number[] => {
    const out: number[] = [];
    for (let k = 0; k < p.length; k += 3) out.push(...f([p[k], p[k + 1], p[k + 2]], k / 3));
    return out;
  };
  if (way === 0) return by(() => [v[0] / 2, v[1] / 2, v[2] / 2]);
  if (way === 1) return by(([x, y, z]) => [x + v[0], y + v[1], z + v[2]]);
  if (way === 2) {
    const angle = rng.range(-3, 3);
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    return by(([x, y, z]) => [c * x - s * y + v[0] / 4, s * x + c * y + v[1] / 4, z]);
  }
  if (way === 3) return by(([x, y, z]) => [-x + v[0] / 4, -y, -z + v[2] / 4]);
  if (way === 4) return by(([x, , z]) => [x + v[0] / 2, v[1] / 2, z]);
  if (way === 5) return by(([x, y, z], i) => (i % 3 === 0 ? [x + v[0], y + v[1], z + v[2]] : [x, y, z]));
  const spread = rng.range(0.1, 4);
  return by(([x, y, z]) => {
    const d = rng.inBall(spread);
    return [x + d[0] + v[0] / 2, y + d[1] + v[1] / 2, z + d[2] + v[2] / 2];
  });
}

/** Meshes and boxes on a lattice of small integers: corners meet corners, edges slide along edges, faces pass face on. */
function latticeCase(lib: Library, rng: Rng): DeformingCase {
  const place = (): Vec => [rng.integer(-2, 2), rng.integer(-2, 2), rng.integer(-2, 2)];
  const side = (kind: string): Side => {
    const options = { position: place(), margin: rng.pick([0, 0, 0.25]) };
    const translation = rng.chance(0.5) ? ([0, 0, 0] as Vec) : place();
    if (kind === 'box' || kind === 'halfspace') {
      const shape = kind === 'box' ? new lib.Box([1, 2, rng.integer(0, 2)]) : new lib.Halfspace([0, 1, 0], 0);
      const collider = new lib.Collider(shape, options);
      return { kind, collider, translation, start: null, end: null, positions: null, indices: null };
    }
    const count = rng.integer(3, 5);
    const flat = rng.chance(0.5);
    const corner = (): Vec => [rng.integer(-1, 1), flat ? 0 : rng.integer(-1, 1), rng.integer(-1, 1)];
    const positions: number[] = [];
    for (let i = 0; i < count; i++) positions.push(...corner());
    const indices: number[] = [];
    for (let i = 0; i < rng.integer(1, 3); i++) indices.push(rng.int(count), rng.int(count), rng.int(count));
    const collider = new lib.Collider(new lib.Mesh({ positions: new Float64Array(positions), indices }), options);
    if (kind === 'mesh') return { kind, collider, translation, start: null, end: null, positions, indices };
    const v = place();
    const alike = rng.chance(0.4);
    const end = positions.map((x, k) => x + (alike ? v[k % 3] : rng.integer(-2, 2)));
    return { kind, collider, translation, start: positions, end, positions, indices };
  };
  return {
    a: side('deforming'),
    b: side(rng.pick(['mesh', 'mesh', 'deforming', 'deforming', 'box', 'halfspace'])),
    size: 2,
    far: 0,
  };
}

export function randomCase(lib: Library, rng: Rng): DeformingCase {
  if (rng.chance(0.3)) return latticeCase(lib, rng);
  const size = 10 ** rng.range(-3, 3);
  const far = rng.chance(0.25) ? size * 10 ** rng.range(0, 6) : 0;
  const offset = rng.direction().map((x) => far * x);
  const margin = rng.chance(0.7) ? 0 : size * rng.pick([0.01, 0.1, 0.4]);
  const side = (kind: string): Side => {
    const place = rng.inBall(3);
    const scale = rng.pick([size, size, [size, -size, size * rng.range(0.3, 2)] as Vec, [size, size * 0.5, 0] as Vec]);
    const options = {
      position: place.map((x, i) => size * x + offset[i]) as unknown as [number, number, number],
      orientation: rng.chance(0.3) ? ([0, 0, 0, 1] as Quat) : rng.quaternion(),
      scale: kind === 'halfspace' ? 1 : scale,
      margin: rng.chance(0.5) ? margin : 0,
    };
    const still = rng.chance(0.4);
    const translation = (still ? [0, 0, 0] : rng.inBall(3).map((x) => size * x)) as unknown as Vec;
    if (kind !== 'mesh' && kind !== 'deforming') {
      const shape = otherShape(lib, rng, kind, size);
      const collider = new lib.Collider(shape, options);
      return { kind, collider, translation, start: null, end: null, positions: null, indices: null };
    }
    const { positions, indices } = rng.pick([soup, soup, sheet, closed])(rng);
    const mesh = new lib.Mesh({ positions: new Float64Array(positions), indices });
    const collider = new lib.Collider(mesh, options);
    if (kind === 'mesh') return { kind, collider, translation, start: null, end: null, positions, indices };
    return { kind, collider, translation, start: positions, end: deformed(rng, positions), positions, indices };
  };
  let first = side('deforming');
  const second = side(
    rng.pick(['mesh', 'mesh', 'deforming', 'deforming', 'convex', 'convex', 'convex', 'compound', 'halfspace']),
  );
  if (rng.chance(0.6)) {
    // Towards the other one.
    const p = first.collider.getMatrix();
    const q = second.collider.getMatrix();
    const part = rng.range(0.5, 1.5);
    const v = [12, 13, 14].map((i) => part * (q[i] - p[i]) + size * rng.range(-0.3, 0.3));
    first = { ...first, translation: v as unknown as Vec };
  }
  return rng.chance(0.5) ? { a: first, b: second, size, far } : { a: second, b: first, size, far };
}

function otherShape(lib: Library, rng: Rng, kind: string, size: number): Shape {
  if (kind === 'halfspace') return new lib.Halfspace(rng.direction() as unknown as [number, number, number], -2 * size);
  if (kind === 'compound') {
    const part = (): Shape => buildShape(lib, randomSpec(rng, rng.pick(['box', 'sphere', 'triangle']), 0.7));
    return new lib.Compound([
      { shape: part(), position: rng.inBall(1) },
      { shape: part(), position: rng.inBall(1) },
    ]);
  }
  return buildShape(lib, randomSpec(rng, rng.pick(KINDS), 1));
}

/** The motion as it is handed to the library. */
export function motionOf({ translation, end }: Side): { translation: Vec; positions?: Float64Array } {
  return end === null ? { translation } : { translation, positions: new Float64Array(end) };
}

/** The colliders at one time after the other, built of copies, as seen from where B is at the start: there rounding is that of their size. */
export class Momentary {
  readonly a: Collider;
  readonly b: Collider;
  readonly from: Vec;
  readonly #case: DeformingCase;
  readonly #arrays: (Float64Array | null)[] = [];

  constructor(lib: Library, c: DeformingCase) {
    this.#case = c;
    this.from = originOf(c.b);
    const copy = ({ collider, start, indices }: Side): Collider => {
      const options = { matrix: collider.getMatrix(), margin: collider.margin };
      if (start === null) {
        this.#arrays.push(null);
        return new lib.Collider(collider.shape, options);
      }
      const array = new Float64Array(start);
      this.#arrays.push(array);
      return new lib.Collider(new lib.Mesh({ positions: array, indices: indices as number[] }), options);
    };
    this.a = copy(c.a);
    this.b = copy(c.b);
  }

  at(t: number): this {
    const { a, b } = this.#case;
    this.#place(this.a, a, this.#arrays[0], t);
    this.#place(this.b, b, this.#arrays[1], t);
    return this;
  }

  #place(copy: Collider, { collider, translation, start, end }: Side, array: Float64Array | null, t: number): void {
    const m = collider.getMatrix();
    for (let i = 0; i < 3; i++) m[12 + i] = m[12 + i] - this.from[i] + t * translation[i];
    copy.setPosition([m[12], m[13], m[14]]);
    if (array === null || start === null || end === null) return;
    for (let k = 0; k < array.length; k++) array[k] = (1 - t) * start[k] + t * end[k];
    (copy.shape as unknown as { refit(): void }).refit();
  }
}

function originOf({ collider }: Side): Vec {
  const m = collider.getMatrix();
  return [m[12], m[13], m[14]];
}

/** The largest speed of a point of a side. */
function speedOf({ collider, translation, start, end }: Side): number {
  const m = collider.getMatrix();
  let most = Math.hypot(...translation);
  if (start === null || end === null) return most;
  for (let k = 0; k < start.length; k += 3) {
    const d: Vec = [end[k] - start[k], end[k + 1] - start[k + 1], end[k + 2] - start[k + 2]];
    const w = [0, 1, 2].map((i) => m[i] * d[0] + m[4 + i] * d[1] + m[8 + i] * d[2] + translation[i]);
    most = Math.max(most, Math.hypot(...w));
  }
  return most;
}

/**
 * Plain conservative advancement up to the time `end`: the first time at which the distance is at most `near`, null if it never is, or
 * undefined when it takes too long.
 */
export function advance(lib: Library, c: DeformingCase, near: number, end = 1, most = 2000): number | null | undefined {
  const pair = new Momentary(lib, c);
  const speed = speedOf(c.a) + speedOf(c.b);
  const out = new lib.DistanceResult();
  let t = 0;
  for (let k = 0; k < most; k++) {
    pair.at(t);
    const { distance, error } = lib.closestPoints(pair.a, pair.b, out, { accuracy: 1e-12 });
    if (distance <= near) return t;
    if (t >= end) return null;
    // What the distance may be too large by, and rounding of the poses.
    const sure = Math.max(0, distance - Math.min(error, 0.5 * distance));
    t = speed > 0 ? Math.min(end, t + sure / speed) : end;
  }
  return undefined;
}

/** World positions at the time 0 or 1, seen from a point. */
function world({ collider, translation, positions, end }: Side, from: Vec, t: 0 | 1): Vec[] {
  const m = collider.getMatrix();
  for (let i = 0; i < 3; i++) m[12 + i] = m[12 + i] - from[i] + t * translation[i];
  const p = (t === 1 && end !== null ? end : positions) as readonly number[];
  return Array.from({ length: p.length / 3 }, (_, i) => apply(m, [p[3 * i], p[3 * i + 1], p[3 * i + 2]]));
}

/** The first impact of all vertices and triangles, and of all edges; or null. For two meshes without margins. */
export function exactImpact(primitives: typeof Primitives, { a, b }: DeformingCase): number | null {
  const from = originOf(b);
  const p = [world(a, from, 0), world(a, from, 1)];
  const q = [world(b, from, 0), world(b, from, 1)];
  let first = Infinity;
  const note = (t: number | null): void => {
    if (t !== null) first = Math.min(first, t);
  };
  const triangle = (v: Vec[], [i, j, k]: readonly number[]) => ({ a: v[i], b: v[j], c: v[k] });
  const edge = (v: Vec[], i: number, j: number) => ({ from: v[i], to: v[j] });
  const listA = a.indices as readonly number[];
  const listB = b.indices as readonly number[];
  for (let s = 0; s < listA.length; s += 3)
    for (let r = 0; r < listB.length; r += 3) {
      const x = listA.slice(s, s + 3);
      const y = listB.slice(r, r + 3);
      for (let i = 0; i < 3; i++) {
        note(primitives.impactPointTriangle(p[0][x[i]], p[1][x[i]], triangle(q[0], y), triangle(q[1], y)));
        note(primitives.impactPointTriangle(q[0][y[i]], q[1][y[i]], triangle(p[0], x), triangle(p[1], x)));
        for (let j = 0; j < 3; j++) {
          const k = (i + 1) % 3;
          const l = (j + 1) % 3;
          note(
            primitives.impactSegmentSegment(
              edge(p[0], x[i], x[k]),
              edge(p[1], x[i], x[k]),
              edge(q[0], y[j], y[l]),
              edge(q[1], y[j], y[l]),
            ),
          );
        }
      }
    }
  return first < Infinity ? first : null;
}

/** What a check counts. */
export interface Tally {
  asked: number;
  hits: number;
  judged: number;
  unconverged: number;
  /** Resting contacts that count as impacts at once, though nothing goes deeper: see `checkTouched`. */
  atOnce: number;
}

/**
 * Asks for one case and compares with the references. `fail` gets what is wrong; `worst` gets figures: the gap at the time of impact
 * relative to the tolerance.
 */
export function checkCase(
  lib: Library,
  primitives: typeof Primitives,
  c: DeformingCase,
  tally: Tally,
  fail: (what: string, detail: string) => void,
  worst: (what: string, value: number) => void,
): void {
  const { a, b, size, far } = c;
  const extent = (s: Side): number => (s.collider as unknown as { extent: number }).extent;
  const least = Math.min(extent(a), extent(b));
  const curved = (s: Side): boolean => !(s.collider as unknown as { polyhedral: boolean }).polyhedral;
  const radii =
    (a.collider as unknown as { radius: number }).radius + (b.collider as unknown as { radius: number }).radius;
  const accuracy = curved(a) || curved(b) || radii > 0 ? 1e-8 : 1e-9;
  const tolerance = accuracy * (least > 0 ? least : Math.max(extent(a), extent(b))) + 1e-13 * size;
  // What the references cannot tell from contact.
  const rounding = 1e-12 * size;
  const ask = (x: Side, y: Side) => lib.timeOfImpact(x.collider, motionOf(x), y.collider, motionOf(y));
  const names = `${a.kind}, ${b.kind}`;
  const start = lib.closestPoints(a.collider, b.collider).distance;
  const hit = ask(a, b);
  tally.asked++;
  if (start === 0) {
    const depth = lib.penetration(a.collider, b.collider)?.depth ?? 0;
    if (depth > tolerance + rounding + 1e-14 * far && (hit === null || hit.t !== 0))
      fail('overlap at the start is no hit', names);
    return;
  }
  if (start <= 2 * tolerance + rounding + 1e-14 * far) return;
  if (hit !== null) {
    tally.hits++;
    if (!(hit.t >= 0 && hit.t <= 1)) fail('t is not a time', `${hit.t}, ${names}`);
    if (!hit.converged) {
      tally.unconverged++;
      fail('not converged', `${hit.t}, gap ${hit.gap}, ${names}`);
    }
    const pair = new Momentary(lib, c).at(hit.t);
    const there = lib.signedDistance(pair.a, pair.b, undefined, { accuracy: 1e-12 });
    worst('gap', (Math.abs(there.distance) - rounding) / tolerance);
    if (!(Math.abs(there.distance) <= tolerance + rounding))
      fail('gap', `${there.distance} apart at ${hit.t}, tolerance ${tolerance}, ${names}`);
    if (!(Math.abs(Math.hypot(hit.normal.x, hit.normal.y, hit.normal.z) - 1) <= 1e-9))
      fail('normal is not unit', names);
    const [x, y, z] = pair.from;
    const point = new lib.Collider(new lib.Point([hit.point.x - x, hit.point.y - y, hit.point.z - z]));
    for (const side of [pair.a, pair.b]) {
      const off = lib.closestPoints(side, point).distance;
      if (!(off <= 2 * tolerance + rounding + 1e-15 * far)) fail('point is not on both', `${off}, ${names}`);
    }
  }
  if (a.indices !== null && b.indices !== null && radii === 0) {
    tally.judged++;
    const exact = exactImpact(primitives, c);
    if (exact !== null && hit === null) fail('missed', `one at ${exact}, ${names}`);
    if (exact !== null && hit !== null && !(hit.t <= exact + 1e-15)) fail('late', `${hit.t}, not ${exact}, ${names}`);
  } else {
    const touch = advance(lib, c, rounding, hit === null ? 1 : hit.t);
    if (touch !== undefined) tally.judged++;
    if (typeof touch === 'number') {
      if (hit === null) fail('missed', `one at ${touch}, ${names}`);
      else if (!(hit.t <= touch + 1e-9)) fail('late', `${hit.t}, not ${touch}, ${names}`);
    }
  }
  const swapped = ask(b, a);
  if ((swapped === null) !== (hit === null)) fail('swapped', `${swapped?.t}, not ${hit?.t}, ${names}`);
  else if (swapped !== null && hit !== null) {
    if (!(Math.abs(swapped.t - hit.t) <= 1e-6)) fail('swapped', `${swapped.t}, not ${hit.t}, ${names}`);
  }
}

/**
 * Touching in one place hides nothing elsewhere. B gets one more point, which a vertex of A touches at the start and leaves. The pair
 * then begins in resting contact, and its other triangles must meet as before. Coordinates are multiples of 2^-10, so that the point
 * touches exactly, but nothing else is special.
 */
export function checkTouched(
  lib: Library,
  primitives: typeof Primitives,
  rng: Rng,
  tally: Tally,
  fail: (what: string, detail: string) => void,
): void {
  const dyadic = (half: number): number => rng.integer(-1024 * half, 1024 * half) / 1024;
  const vector = (half: number): Vec => [dyadic(half), dyadic(half), dyadic(half)];
  const triangles = (): Triangles => {
    const count = rng.integer(3, 5);
    const positions = Array.from({ length: count }, () => vector(1)).flat();
    const indices: number[] = [];
    for (let i = 0; i < rng.integer(1, 3); i++) {
      const first = rng.int(count);
      indices.push(first, rng.int(count), (first + 1) % count);
    }
    return { positions, indices };
  };
  const side = ({ positions, indices }: Triangles, position: Vec, end: number[] | null): Side => {
    const mesh = new lib.Mesh({ positions: new Float64Array(positions), indices });
    const collider = new lib.Collider(mesh, { position: position as unknown as [number, number, number] });
    return { kind: 'mesh', collider, translation: [0, 0, 0], start: end && positions, end, positions, indices };
  };
  const a = triangles();
  const b = triangles();
  const place = vector(2);
  const endA = a.positions.map((x, k) => x - 2 * place[k % 3] + dyadic(1));
  const endB = rng.chance(0.5) ? b.positions.map((x) => x + dyadic(1)) : null;
  const first = side(a, place, endA);
  const alone = { a: first, b: side(b, [0, 0, 0], endB), size: 2, far: 0 };
  if (lib.closestPoints(alone.a.collider, alone.b.collider).distance < 1e-6) return;
  const touched = [0, 1, 2].map((i) => a.positions[3 * a.indices[0] + i] + place[i]);
  const n = b.positions.length / 3;
  const more = { positions: [...b.positions, ...touched], indices: [...b.indices, n, n, n] };
  const second = side(more, [0, 0, 0], endB && [...endB, ...touched]);
  const hit = lib.timeOfImpact(first.collider, motionOf(first), second.collider, motionOf(second));
  const exact = exactImpact(primitives, alone);
  tally.asked++;
  tally.judged++;
  if (hit !== null && hit.t > 0) tally.hits++;
  if (hit !== null && !hit.converged) {
    tally.unconverged++;
    fail('touched: not converged', `${hit.t}`);
  }
  if (exact !== null && hit === null) fail('touched: missed', `one at ${exact}`);
  if (exact !== null && hit !== null && hit.t > exact + 1e-6) fail('touched: late', `${hit.t}, not ${exact}`);
  // The vertex leaves the point, so that the contact at the start is no impact. But in the first few τ of the motion a corner that goes
  // nearly straight at the point is not told from one that goes into it. These are counted. (The triangle may well meet the point later.)
  if (hit !== null && hit.t < 1e-6 && (exact === null || exact > 1e-3)) tally.atOnce++;
}
