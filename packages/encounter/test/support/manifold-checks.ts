/**
 * What `manifolds` promises of two convex shapes, as checks on one pair: used by the tests and by the fuzzer. Nothing here knows how
 * manifolds are computed. The truth is the patch of `manifold-cases.ts`, known by construction, and the answer of `signedDistance`.
 */
import type { Findings, Subject } from './findings.ts';
import { areaOf, type Flat, hull, lengthOf, outside } from './flat-figures.ts';
import { isSinglePoint } from './general-position.ts';
import { type Collider, compose, type Item, type Matrix, moved, type Pair } from './generators.ts';
import { type ContactLibrary, type LatticeCase, type Manifold, type ManifoldOptions, shift } from './manifold-cases.ts';
import { Difference } from './reference.ts';
import type { Rng } from './rng.ts';
import { add, cross, dot, negated, norm, scaled, sub, type Vec, vec } from './vectors.ts';

export interface PlainPoint {
  readonly a: Vec;
  readonly b: Vec;
  readonly separation: number;
  readonly id: number;
}
export interface PlainManifold {
  readonly normal: Vec;
  readonly points: readonly PlainPoint[];
  readonly primitiveA: number;
  readonly primitiveB: number;
}

/** A copy in plain arrays: results may be reused. */
export function plain(list: readonly Manifold[]): PlainManifold[] {
  return list.map((m) => ({
    normal: vec(m.normal),
    points: m.points.map((p) => ({ a: vec(p.pointA), b: vec(p.pointB), separation: p.separation, id: p.id })),
    primitiveA: m.primitiveA,
    primitiveB: m.primitiveB,
  }));
}

/** What is known of a pair before it is asked. */
export interface Limits {
  readonly options: ManifoldOptions;
  /** How far points and separations may be off, in world units. */
  readonly tolerance: number;
  /** The same for points on a surface that is curved. */
  readonly surface: number;
}

const EPS = 2 ** -52;
const text = (x: unknown): string => JSON.stringify(x, (_, v) => (typeof v === 'bigint' ? `${v}` : v));
export const least = (m: PlainManifold): number => Math.min(...m.points.map((p) => p.separation));

/** Each of the first points has one of the second within the tolerance. */
function covers(first: readonly Vec[], second: readonly Vec[], tolerance: number): boolean {
  return first.every((p) => second.some((q) => norm(sub(p, q)) <= tolerance));
}

/** Any two axes across a normal. */
export function across(n: Vec): [Vec, Vec] {
  const axis: Vec = Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const c = cross(n, axis);
  const u = scaled(c, 1 / norm(c));
  return [u, cross(n, u)];
}

/** Points of a manifold seen along its normal, relative to the first. */
export function seen(m: PlainManifold): Flat[] {
  const [u, v] = across(m.normal);
  return m.points.map((p) => {
    const d = sub(p.a, m.points[0].a);
    return [dot(u, d), dot(v, d)];
  });
}

/** The largest area of four of the points, one of them among `needed`. */
export function bestFour(points: readonly Flat[], needed: readonly boolean[]): number {
  const triangle = (p: Flat, q: Flat, r: Flat): number =>
    Math.abs((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])) / 2;
  let best = 0;
  for (const [i, p] of points.entries())
    for (let j = i + 1; j < points.length; j++)
      for (let k = j + 1; k < points.length; k++) {
        const [q, r] = [points[j], points[k]];
        const first = triangle(p, q, r);
        for (let l = k + 1; l < points.length; l++) {
          if (!needed[i] && !needed[j] && !needed[k] && !needed[l]) continue;
          // The four triangles cover the hull of four points twice, whether one of them is inside the others or not.
          const s = points[l];
          best = Math.max(best, (first + triangle(p, q, s) + triangle(p, r, s) + triangle(q, r, s)) / 2);
        }
      }
  return best;
}

export class ManifoldChecks {
  readonly findings: Findings<Subject>;
  readonly lib: ContactLibrary;
  /** How many cases of each sort were judged, to see that the judge does not judge nothing. */
  readonly tally = new Map<string, number>();

  constructor(findings: Findings<Subject>) {
    this.findings = findings;
    this.lib = findings.lib as ContactLibrary;
  }

  count(what: string): void {
    this.tally.set(what, (this.tally.get(what) ?? 0) + 1);
  }

  report(): string {
    return [...this.tally]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([what, n]) => `${String(n).padStart(8)}  ${what}`)
      .join('\n');
  }

  ask(a: Collider, b: Collider, options: ManifoldOptions): PlainManifold[] {
    return plain(this.lib.manifolds(a, b, undefined, options));
  }

  /** What holds for every manifold, of whatever shapes. False where nothing further can be asked. */
  wellFormed(a: Subject, b: Subject, list: readonly PlainManifold[], limits: Limits): boolean {
    const { maxPoints = 4, maxSeparation = 0 } = limits.options;
    const { tolerance } = limits;
    const fail = (kind: string, detail: string): void =>
      this.findings.fail(kind, `${detail}; ${text(limits.options)}`, a, b);
    let sound = true;
    for (const m of list) {
      const numbers = [...m.normal, ...m.points.flatMap((p) => [...p.a, ...p.b, p.separation])];
      if (!numbers.every(Number.isFinite)) {
        fail('not finite', text(m));
        return false;
      }
      if (Math.abs(norm(m.normal) - 1) > 1e-12) fail('normal not unit', text(m));
      if (m.points.length === 0) {
        fail('a manifold without points', text(m));
        sound = false;
        continue;
      }
      if (m.points.length > maxPoints) fail('more than maxPoints', `${m.points.length} points`);
      if (m.points.some((p) => !Number.isSafeInteger(p.id))) fail('id is no integer', text(m.points.map((p) => p.id)));
      if (new Set(m.points.map((p) => p.id)).size < m.points.length) fail('ids not unique', text(m.points));
      for (const [i, p] of m.points.entries()) {
        const slip = norm(sub(p.b, add(p.a, scaled(m.normal, p.separation))));
        this.findings.worst('pointB = pointA + separation·normal, of tolerance', slip / tolerance);
        if (slip > tolerance) fail('pointB is not pointA + separation·normal', `off by ${slip}: ${text(p)}`);
        if (p.separation > maxSeparation + tolerance) fail('beyond maxSeparation', text(p));
        for (const q of m.points.slice(0, i))
          if (norm(sub(p.a, q.a)) <= 1e-3 * tolerance) fail('two points in one place', text([p, q]));
        this.onSurface(a, b, p.a, 'pointA', limits);
        this.onSurface(b, a, p.b, 'pointB', limits);
      }
    }
    return sound;
  }

  private onSurface(c: Subject, other: Subject, p: Vec, which: string, limits: Limits): void {
    const { distance } = this.lib.signedDistance(c.collider, new this.lib.Collider(new this.lib.Point(p)));
    this.findings.worst('distance of a point from its surface, of tolerance', Math.abs(distance) / limits.surface);
    if (Math.abs(distance) > limits.surface)
      this.findings.fail(`${which} is not on the surface`, `${text(p)} is at ${distance}`, c, other);
  }

  /**
   * One or none, and the normal and the least separation of `signedDistance`. The manifold, or null where nothing can be asked. A
   * normal may also be the one that is known: `signedDistance` of curved shapes is exact to 1e-8 in the distance, and hence to much
   * less in the normal.
   */
  convex(a: Subject, b: Subject, limits: Limits, known?: Vec): { manifold: PlainManifold; distance: number } | null {
    const fail = (kind: string, detail: string): void => this.findings.fail(kind, detail, a, b);
    const list = this.ask(a.collider, b.collider, limits.options);
    const signed = this.lib.signedDistance(a.collider, b.collider);
    const { maxSeparation = 0 } = limits.options;
    const { tolerance } = limits;
    if (!this.wellFormed(a, b, list, limits)) return null;
    const beyond = signed.distance - maxSeparation;
    if (list.length > 1) fail('more than one manifold of two convex shapes', `${list.length}`);
    if (list.length === 0 && beyond <= 0)
      fail('no manifold', `distance ${signed.distance}, maxSeparation ${maxSeparation}`);
    if (list.length > 0 && beyond > tolerance) fail('a manifold beyond maxSeparation', `distance ${signed.distance}`);
    if (list.length === 0) return null;
    const [manifold] = list;
    let turn = norm(sub(manifold.normal, vec(signed.normal)));
    if (known !== undefined) turn = Math.min(turn, norm(sub(manifold.normal, known)));
    this.findings.worst('normal against signedDistance', turn);
    if (turn > 1e-9) fail("normal is not signedDistance's", `${text(manifold.normal)}, ${text(vec(signed.normal))}`);
    // The distance itself has an error, which it states; the corners of faces need not have it.
    const off = Math.max(0, Math.abs(least(manifold) - signed.distance) - signed.error);
    this.findings.worst('least separation against signedDistance, of tolerance', off / tolerance);
    if (off > tolerance)
      fail('least separation is not the distance', `${least(manifold)}, ${signed.distance}, off by ${off}`);
    if (manifold.primitiveA !== -1 || manifold.primitiveB !== -1)
      fail('primitive of a convex shape is not −1', `${manifold.primitiveA}, ${manifold.primitiveB}`);
    return { manifold, distance: signed.distance };
  }

  /** Parallel faces and edges: the whole patch against the one known by construction, and every reduction of it. */
  lattice(c: LatticeCase, rng: Rng): void {
    const { world, gap, size } = c;
    const up = scaled([world.matrix[4], world.matrix[5], world.matrix[6]], 1 / world.scale);
    const apart = Math.max(0, gap * world.scale);
    const tolerance = 1e-9 * size + 32 * EPS * (world.offset + 32 * world.scale);
    const curved = c.bodyA.curved || c.bodyB.curved;
    const surface = tolerance + (curved ? 1e-8 * size : 0);
    if (apart > 0) {
      const near = { options: { maxSeparation: apart / 2, maxPoints: Infinity }, tolerance, surface };
      this.convex(c.a, c.b, near, up);
    }
    const maxSeparation = apart > 0 ? 1.5 * apart : rng.pick([0, 0.01 * world.scale]);
    const limits = { options: { maxPoints: Infinity, maxSeparation }, tolerance, surface };
    const found = this.convex(c.a, c.b, limits, up);
    if (found === null) return;
    const aside = norm(sub(found.manifold.normal, up));
    if (aside > 1e-7) this.count('lattice: normal off by more than 1e-7');
    if (aside > 1e-3) {
      // The shallowest way out is another one. A distance that is off by 1e-8 of the size allows a normal that is off by the root of that.
      this.count('lattice: another normal');
      const allowed = curved ? Math.sqrt((4e-8 * size) / apart) : 0;
      if (gap > 0 && aside > allowed)
        this.findings.fail('normal is not that of the gap', text(found.manifold.normal), c.a, c.b);
      return;
    }
    const clear = world.exact || found.distance <= maxSeparation - tolerance;
    // Along a normal that is off, a round surface has its highest point elsewhere.
    const reach = Math.abs(gap) * world.scale + (curved ? size : 0);
    const smooth = c.bodyA.smooth || c.bodyB.smooth ? 1e-8 * size : 0;
    // Where faces merely touch from outside, the closest points are known as well as a distance to 1e-8 tells them.
    const loose = curved && !c.patch.stable ? Math.sqrt(4e-8 * size * apart) : 0;
    this.patch(c, found.manifold, clear, tolerance + aside * reach + smooth + loose, aside);
    this.reductions(c.a, c.b, found.manifold, limits);
    const unique = clear && c.patch.stable && !isRound(c);
    // A single point of a curved surface is known to the root of the error of the distance.
    const loosely = c.patch.dimension === 0 ? size : Math.abs(gap) * world.scale;
    const about = curved ? 1e-8 * size + Math.sqrt(4e-8 * size * loosely) : 0;
    this.swapped(c.a, c.b, found.manifold, limits, unique, up, tolerance + about);
  }

  /** The points of a manifold against the patch, in the plane of contact and units of the lattice. */
  patch(c: LatticeCase, m: PlainManifold, clear: boolean, tolerance: number, aside = 0): void {
    const { world, patch } = c;
    const fail = (kind: string, detail: string): void => {
      const round = patch.corners === null ? ' (round)' : '';
      const tilted = aside > 1e-9 ? ' (normal off by more than 1e-9)' : '';
      const where = `${world.name}${world.stretched ? ' stretched' : ''}, gap ${c.gap}`;
      this.findings.fail(`${kind}${round}${tilted}`, `${detail}; ${where}; truth ${text(patch)}`, c.a, c.b);
    };
    const [sx, sz] = [world.stretch[0], world.stretch[10]];
    const near = tolerance / (world.scale * Math.min(sx, sz));
    for (const side of ['a', 'b'] as const) {
      const points = m.points
        .map((p) => inFrame(world.matrix, world.scale, p[side]))
        .map(([x, , z]): Flat => [x / sx, z / sz]);
      for (const p of points) {
        const out = Math.max(outside(c.faceA, p), outside(c.faceB, p));
        this.findings.worst('point outside the patch, of tolerance', out / near);
        if (out > near) fail('point outside the patch', `${text(p)} by ${out}`);
        if (out < -near) fail('point inside the patch, not on its outline', `${text(p)} by ${-out}`);
      }
      if (!clear || !patch.stable) continue;
      if (side === 'a')
        this.count(`lattice: patch of dimension ${patch.dimension}${patch.corners === null ? ', round' : ''}`);
      const measure = patch.dimension === 2 ? areaOf(hull(points)) : patch.dimension === 1 ? lengthOf(points) : 0;
      if (isRound(c) && !this.isWellInside(c)) {
        const share = patch.measure > 0 ? measure / patch.measure : 1;
        if (share > 1 + 1e-9) fail('more than a round patch', `${share}`);
        // A rim of few points may have none, or a single one, on a short arc.
        const discs = [c.faceA, c.faceB].map((f) => (f.kind === 'disc' ? Math.PI * f.radius * f.radius : Infinity));
        const isThin = patch.dimension === 2 && patch.measure < 0.1 * Math.min(...discs);
        this.findings.worst(`share of a ${isThin ? 'thin ' : ''}round patch that is missing`, 1 - share);
        if (!isThin && share < 0.6) fail('less than 0.6 of a round patch', `${share}`);
        continue;
      }
      const allowed = patch.dimension === 2 ? (near * c.size) / world.scale : near;
      this.findings.worst('area or length of the patch, of tolerance', Math.abs(measure - patch.measure) / allowed);
      if (Math.abs(measure - patch.measure) > allowed) fail('area of the patch', `${measure}, not ${patch.measure}`);
      const close = (p: Flat, q: Flat): boolean => Math.hypot(p[0] - q[0], p[1] - q[1]) <= near;
      for (const corner of patch.corners!)
        if (!points.some((p) => close(p, corner))) fail('corner of the patch is missing', text(corner));
      for (const p of points)
        if (!patch.corners!.some((q) => close(p, q))) fail('point that is no corner of the patch', text(p));
    }
  }

  /** Whether a disc reaches so far around the other face that four points of its rim could stand for it. */
  private isWellInside({ faceA, faceB, patch }: LatticeCase): boolean {
    if (patch.corners === null) return false;
    return [faceA, faceB].every(
      (f) => f.kind !== 'disc' || patch.corners!.every((p) => outside(f, p) <= -0.3 * f.radius),
    );
  }

  /** Fewer points: some of the whole patch's, the deepest among them, and four of nearly the largest area. */
  reductions(a: Subject, b: Subject, whole: PlainManifold, limits: Limits): void {
    const fail = (kind: string, detail: string): void => this.findings.fail(kind, detail, a, b);
    const { tolerance } = limits;
    const deepest = least(whole);
    for (const maxPoints of [undefined, 1, 2, 3, 4, 5]) {
      const { maxSeparation } = limits.options;
      const options = maxPoints === undefined ? { maxSeparation } : { maxPoints, maxSeparation };
      const list = this.ask(a.collider, b.collider, options);
      const name = `maxPoints ${maxPoints ?? 'of the default'}`;
      const few = list.find((m) => norm(sub(m.normal, whole.normal)) <= 1e-9);
      if (few === undefined || few.points.length === 0) {
        fail('reduced to nothing', `${name}: ${text(list)}`);
        continue;
      }
      const most = maxPoints ?? 4;
      if (few.points.length > most || (whole.points.length <= most && few.points.length < whole.points.length))
        fail('number of points after reduction', `${name}: ${few.points.length} of ${whole.points.length}`);
      for (const p of few.points) {
        const same = whole.points.find((q) => q.id === p.id);
        if (same === undefined || norm(sub(same.a, p.a)) > tolerance || norm(sub(same.b, p.b)) > tolerance)
          fail('reduced point is none of the whole patch', `${name}: ${text(p)}`);
      }
      if (least(few) > deepest + tolerance) fail('deepest point lost', `${name}: ${least(few)}, not ${deepest}`);
      if (most === 4) this.area(a, b, whole, few, tolerance);
    }
  }

  private area(a: Subject, b: Subject, whole: PlainManifold, few: PlainManifold, tolerance: number): void {
    if (whole.points.length <= 4 || whole.points.length > 24) return;
    const deepest = least(whole);
    const points = seen(whole);
    const best = bestFour(
      points,
      whole.points.map((p) => p.separation <= deepest + tolerance),
    );
    const area = areaOf(hull(seen(few)));
    const extent = lengthOf(points);
    if (best <= 1e-6 * extent * extent) return;
    this.count('reduction: best four by brute force');
    this.findings.worst('area that reduction to four loses, of the best four', 1 - area / best);
    if (area < 0.95 * best)
      this.findings.fail('less than 0.95 of the best four', `${area / best} of ${points.length}`, a, b);
  }

  /** The other order: the mirrored manifold, and the same points where they are unique. */
  swapped(
    a: Subject,
    b: Subject,
    m: PlainManifold,
    limits: Limits,
    unique: boolean,
    known?: Vec,
    tolerance = limits.tolerance,
  ): void {
    const other = this.convex(b, a, limits, known === undefined ? undefined : negated(known));
    if (other === null) {
      if (least(m) < (limits.options.maxSeparation ?? 0) - limits.tolerance)
        this.findings.fail('swapped: no manifold', text(m), a, b);
      return;
    }
    const turn = norm(add(m.normal, other.manifold.normal));
    if (turn > 2e-9) {
      if (unique && known === undefined)
        this.findings.fail('swapped: normal is not the opposite', text([m, other.manifold]), a, b);
      return;
    }
    if (!unique) return;
    this.count('swapped: points compared');
    const back = other.manifold.points;
    for (const [mine, theirs] of [
      [m.points.map((p) => p.a), back.map((p) => p.b)],
      [m.points.map((p) => p.b), back.map((p) => p.a)],
    ])
      if (!covers(mine, theirs, tolerance) || !covers(theirs, mine, tolerance))
        this.findings.fail('swapped: other points', text([m, other.manifold]), a, b);
  }

  /** A pair of any kinds in any pose; where features are in general position, the patch is one point. */
  random(pair: Pair, rng: Rng): void {
    const { a, b } = pair;
    const d = new Difference(a, b);
    const size = d.smaller || 1;
    const { distance, normal, pointA, error } = this.lib.signedDistance(a.collider, b.collider);
    const [n, witness]: Vec[] = [vec(normal), vec(pointA)];
    const limits = this.limits(d, a.curved || b.curved);
    const maxSeparation = distance > 0 ? distance * rng.range(1.01, 2) : rng.pick([0, 0.1 * size]);
    const all = { ...limits, options: { maxPoints: Infinity, maxSeparation } };
    if (distance > 0)
      this.convex(a, b, { ...limits, options: { maxPoints: Infinity, maxSeparation: distance * rng.range(0, 0.99) } });
    const found = this.convex(a, b, all);
    if (found === null) return;
    this.count('random: manifolds');
    const m = found.manifold;
    this.reductions(a, b, m, all);
    const single = isSinglePoint(a, b, n) && Math.abs(distance) > 1e-6 * size;
    this.swapped(a, b, m, all, single && !a.curved && !b.curved && distance > 0);
    if (!single) return;
    this.count('random: one point, in general position');
    if (m.points.length !== 1) this.findings.fail('more than a point in general position', text(m), a, b);
    const off = norm(sub(m.points[0].a, witness));
    if (off > root(a, b, d, error) + limits.tolerance)
      this.findings.fail("point is not signedDistance's", `${off}: ${text(m)}, ${text(witness)}`, a, b);
    this.elsewhere(a, b, maxSeparation, rng);
  }

  private limits(d: Difference, curved: boolean): Limits {
    const tolerance = 1e-9 * d.size + 4 * d.rounding;
    return { options: {}, tolerance, surface: tolerance + (curved ? 2e-8 * d.size : 0) };
  }

  /** Moved far away, or scaled: still the one point of `signedDistance`, whose own invariance is judged elsewhere. */
  private elsewhere(a: Item, b: Item, maxSeparation: number, rng: Rng): void {
    const far = rng.pick([0, 1e3, 1e6]);
    const s = far > 0 ? 1 : rng.pick([1e-3, 1e3]);
    const what = far > 0 ? `moved by ${far}` : `scaled by ${s}`;
    const map = compose(shift(...scaled(rng.direction(), far)), [s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0, 0, 0, 0, 1]);
    const place = (i: Item): Item => moved(this.lib, i, compose(map, i.collider.getMatrix()), i.collider.margin * s);
    const [p, q] = [place(a), place(b)];
    const d = new Difference(p, q);
    const signed = this.lib.signedDistance(p.collider, q.collider);
    const options = { maxPoints: Infinity, maxSeparation: maxSeparation * s };
    const limits = { ...this.limits(d, a.curved || b.curved), options };
    const found = this.convex(p, q, limits);
    // The features are in general position here, too, unless the shallowest way out is another one now.
    if (found === null || !isSinglePoint(p, q, vec(signed.normal))) return;
    this.count(`random: ${what}`);
    const { points } = found.manifold;
    if (points.length !== 1) this.findings.fail(`${what}: not one point`, text(points), p, q);
    else if (norm(sub(points[0].a, vec(signed.pointA))) > limits.tolerance + root(a, b, d, signed.error))
      this.findings.fail(`${what}: other points`, text([points, vec(signed.pointA)]), p, q);
  }
}

/** How far the nearest point of a curved surface may be off: by about the root of the error of the distance. */
const root = (a: Item, b: Item, { size }: Difference, error: number): number =>
  a.curved || b.curved ? 1e-6 * size + 2 * Math.sqrt(error * size) : 0;

const isRound = (c: LatticeCase): boolean => c.faceA.kind === 'disc' || c.faceB.kind === 'disc';

/** A world point in the frame of a similarity. */
export function inFrame(m: Matrix, scale: number, p: Vec): Vec {
  const d: Vec = [p[0] - m[12], p[1] - m[13], p[2] - m[14]];
  const k = 1 / (scale * scale);
  return [
    k * (m[0] * d[0] + m[1] * d[1] + m[2] * d[2]),
    k * (m[4] * d[0] + m[5] * d[1] + m[6] * d[2]),
    k * (m[8] * d[0] + m[9] * d[1] + m[10] * d[2]),
  ];
}
