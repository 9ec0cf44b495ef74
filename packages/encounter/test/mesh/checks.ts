/** The contract for complex shapes as checks on one pair of things, shared by the tests and the fuzzer. */
import type { Judge } from '../support/findings.ts';
import type { Library } from '../support/generators.ts';
import type { Rng } from '../support/rng.ts';
import type { Vec } from '../support/vectors.ts';
import { add, cross, dot, negated, norm, scaled, sub, vec } from '../support/vectors.ts';
import { bruteRay, corner, PairReference, Pieces, type Thing } from './reference.ts';
import { shiftedThing } from './scenes.ts';

export type ThingJudge = Judge<Thing>;

const text = (x: unknown): string =>
  JSON.stringify(x, (_, v) => (typeof v === 'number' && !Number.isFinite(v) ? `${v}` : v));
const isFinite3 = (v: Vec): boolean => Number.isFinite(v[0] + v[1] + v[2]);
const isUnit = (v: Vec): boolean => Math.abs(norm(v) - 1) <= 1e-12;
const isZero = (v: Vec): boolean => v[0] === 0 && v[1] === 0 && v[2] === 0;

/** Every query on a pair, against all pairs of pieces. Returns the signed distance. */
export function checkPair(judge: ThingJudge, a: Thing, b: Thing, thorough = true): number {
  const { lib } = judge;
  const ref = new PairReference(lib, a, b);
  const { size, rounding, tolerance, edge } = ref;
  const fail = (kind: string, detail: string) => judge.fail(kind, detail, a, b);
  const relative = (p: { x: number; y: number; z: number }): Vec => sub(vec(p), ref.a.origin);
  // Coordinates in a mesh that are far from its own origin make rounding that the library allows for more generously.
  const touch = 4e-15 * (ref.a.reach + ref.b.reach);
  const [ca, cb] = [a.collider, b.collider];
  const signed = lib.signedDistance(ca, cb);
  const closest = lib.closestPoints(ca, cb);
  const deep = lib.penetration(ca, cb);
  const common = lib.commonPoint(ca, cb);
  const meets = lib.intersects(ca, cb);

  // One decision, exactly.
  const votes = [meets, deep !== null, common !== null, signed.distance <= 0, closest.distance === 0];
  if (new Set(votes).size > 1)
    fail('one decision', `intersects, penetration, common, signed, closest: ${votes}; ${text(signed)}`);

  // The decision against all pairs.
  const pairs = ref.pairs();
  const contained = [...pairs.values()].some((p) => p.verdict === 'meet') ? false : ref.contained();
  const sureMeet = [...pairs.values()].find((p) => p.verdict === 'meet');
  const least = ref.least();
  if (!meets && sureMeet !== undefined)
    fail(
      'misses',
      `pieces ${sureMeet.p.number} and ${sureMeet.q.number} meet, ${sureMeet.depth} deep; got ${text(signed)}`,
    );
  else if (!meets && contained && least.distance > tolerance) fail('misses containment', `got ${text(signed)}`);
  if (meets && pairs.size === 0 && !contained)
    fail(
      least.distance <= touch ? 'meets though apart, by coordinates far from their origin' : 'meets though apart',
      `least distance ${least.distance}; got ${text(signed)}, common point ${text(common)}`,
    );

  // Finite, unit, identities.
  const [n, pa, pb] = [vec(signed.normal), vec(signed.pointA), vec(signed.pointB)];
  if (!Number.isFinite(signed.distance) || !isFinite3(n) || !isFinite3(pa) || !isFinite3(pb)) {
    fail('not finite', text(signed));
    return signed.distance;
  }
  if (!isUnit(n)) fail('normal not unit', text(signed));
  const slip = norm(sub(sub(pb, pa), scaled(n, signed.distance)));
  if (slip > 1e-12 * size + 2 * rounding + 1e-15 * Math.abs(signed.distance))
    fail('identity', `off by ${slip}: ${text(signed)}`);

  if (closest.distance > 0) {
    const cn = vec(closest.normal);
    const off = norm(sub(sub(vec(closest.pointB), vec(closest.pointA)), scaled(cn, closest.distance)));
    if (!isUnit(cn)) fail('closestPoints: normal', text(closest));
    if (off > 1e-12 * size + 2 * rounding + 1e-15 * closest.distance) fail('closestPoints: identity', text(closest));
    if (Math.abs(closest.distance - signed.distance) > tolerance)
      fail('closestPoints is not signedDistance', `${closest.distance} and ${text(signed)}`);
    // An upper bound from actual points: the library's must not be above it. That it is not below is for its points to show.
    const over = closest.distance - least.distance;
    judge.worst('distance above brute force / size', (over - rounding) / size);
    if (over > tolerance) fail('distance not least', `brute force ${least.distance}, got ${text(closest)}`);
    for (const [which, pieces, p, number] of [
      ['A', ref.a, closest.pointA, closest.primitiveA],
      ['B', ref.b, closest.pointB, closest.primitiveB],
    ] as const) {
      const x = relative(p);
      const off = pieces.fromNumber(number, x);
      judge.worst('witness point off its primitive / size', (off - rounding) / size);
      if (!(off <= 2 * tolerance))
        fail(`closestPoints: point${which} not on primitive${which}`, `off by ${off}: ${text(closest)}`);
    }
    for (const [which, pieces, p, number] of [
      ['A', ref.a, signed.pointA, signed.primitiveA],
      ['B', ref.b, signed.pointB, signed.primitiveB],
    ] as const) {
      const off = pieces.fromNumber(number, relative(p));
      if (!(off <= 2 * tolerance))
        fail(`signedDistance: point${which} not on primitive${which}`, `off by ${off}: ${text(signed)}`);
    }
  } else {
    if (!isZero(vec(closest.normal))) fail('closestPoints in overlap', `normal ${text(closest)}`);
    if (norm(sub(vec(closest.pointA), vec(closest.pointB))) !== 0)
      fail('closestPoints in overlap', `points ${text(closest)}`);
  }

  // Common points are common.
  if (common !== null) {
    for (const [what, p] of [
      ['commonPoint', common],
      ['closestPoints', closest.pointA],
    ] as const) {
      const x = relative(p);
      const off = Math.max(ref.a.from(x), ref.b.from(x));
      judge.worst('common point outside / size', (off - rounding) / size);
      if (!(off <= tolerance))
        fail(`${what} not common`, `${text(p)} is ${ref.a.from(x)} from A, ${ref.b.from(x)} from B`);
    }
  }

  // Depth.
  if (deep !== null) {
    const dn = vec(deep.normal);
    const off = norm(sub(sub(vec(deep.pointA), vec(deep.pointB)), scaled(dn, deep.depth)));
    if (!(deep.depth >= 0) || Object.is(deep.depth, -0) || !isUnit(dn)) fail('penetration', text(deep));
    if (!(off <= 1e-12 * size + 2 * rounding)) fail('penetration: identity', `off by ${off}: ${text(deep)}`);
    if (Math.abs(deep.depth + signed.distance) > tolerance)
      fail('penetration is not -signedDistance', `${deep.depth} and ${text(signed)}`);
    if (!a.solid || !b.solid) {
      const depths = [...pairs.values()];
      const most = Math.max(...depths.map((p) => p.depth));
      if (depths.length > 0) {
        if (
          ref.partlySolid
            ? !ref.cut && deep.depth < most - 2 * tolerance
            : !ref.cut && Math.abs(most - deep.depth) > 2 * tolerance
        )
          fail('depth of soups', `deepest pair ${most}, got ${text(deep)}`);
        if (!ref.partlySolid) {
          for (const [which, pieces, p, number] of [
            ['A', ref.a, deep.pointA, deep.primitiveA],
            ['B', ref.b, deep.pointB, deep.primitiveB],
          ] as const) {
            const away = pieces.fromNumber(number, relative(p));
            if (!(away <= 2 * tolerance))
              fail(`penetration: point${which} not on primitive${which}`, `off by ${away}: ${text(deep)}`);
          }
        }
      }
    } else {
      checkSeparates(judge, a, b, deep, tolerance);
      const touched = Math.max(ref.a.from(relative(deep.pointA)), ref.b.from(relative(deep.pointB)));
      judge.worst('witness of solids outside / size', (touched - rounding) / size);
    }
  }

  // Swapped.
  const back = lib.signedDistance(cb, ca);
  if (back.distance <= 0 !== signed.distance <= 0) {
    const doubtful = Math.abs(back.distance) <= edge && Math.abs(signed.distance) <= edge;
    if (!doubtful && (sureMeet !== undefined || least.distance > edge))
      fail('swap: decision', `${signed.distance} and ${back.distance}`);
  } else if (signed.distance > 0 || (signed.exact && back.exact)) {
    if (Math.abs(back.distance - signed.distance) > 2 * tolerance)
      fail('swap: distance', `${signed.distance} and ${back.distance}`);
  } else if (signed.distance < -tolerance)
    judge.worst('swapped depth of solids, ratio', Math.abs(back.distance / signed.distance - 1));

  checkContacts(judge, a, b, ref, pairs, meets);
  if (!thorough) return signed.distance;

  // maxDistance.
  if (signed.distance > 0) {
    const d = closest.distance;
    for (const query of ['closestPoints', 'signedDistance'] as const) {
      const short = lib[query](ca, cb, undefined, { maxDistance: 0.5 * d });
      if (short.distance !== Infinity && Math.abs(short.distance - d) > tolerance)
        fail(`maxDistance: ${query}`, `distance ${d}, with half of it ${short.distance}`);
      if (short.distance === Infinity && !(isZero(vec(short.pointA)) && isZero(vec(short.pointB))))
        fail(`maxDistance: ${query}`, `points ${text(short)}`);
      if (short.distance === Infinity && !isFinite3(vec(short.normal)))
        fail(`maxDistance: ${query}`, `normal ${text(short)}`);
      const long = lib[query](ca, cb, undefined, { maxDistance: 1.5 * d + edge });
      if (Math.abs(long.distance - d) > tolerance)
        fail(`maxDistance: ${query}`, `${d}, with a half more ${long.distance}`);
      const none = lib[query](ca, cb, undefined, { maxDistance: 0 });
      if (none.distance <= 0) fail(`maxDistance: ${query}`, `apart by ${d}, with 0: ${none.distance}`);
    }
    if (lib.intersects(ca, cb, { maxDistance: d * 2 })) fail('maxDistance: intersects', `apart by ${d}`);
  } else {
    const none = lib.signedDistance(ca, cb, undefined, { maxDistance: 0 });
    if (Math.abs(none.distance - signed.distance) > tolerance)
      fail('maxDistance in overlap', `${signed.distance}, with 0: ${none.distance}`);
  }
  // Accuracy does not change decisions.
  for (const accuracy of [1e-3, 1e-6]) {
    const r = lib.signedDistance(ca, cb, undefined, { accuracy });
    if (r.distance <= 0 !== signed.distance <= 0)
      fail('accuracy changes the decision', `${accuracy}: ${r.distance}, ${signed.distance}`);
    const loose = signed.distance > 0 || signed.exact;
    if (loose && Math.abs(r.distance - signed.distance) > accuracy * size + 2 * tolerance)
      fail('accuracy not kept', `${accuracy}: ${r.distance}, ${signed.distance}`);
  }
  // A cache and an `out` change nothing.
  const cache = new lib.PairCache();
  const out = new lib.DistanceResult();
  for (let i = 0; i < 2; i++) {
    const r = lib.signedDistance(ca, cb, out, { cache });
    if (r !== out) fail('out', 'is not returned');
    const loose = signed.distance > 0 || !a.solid || !b.solid;
    if (r.distance <= 0 !== signed.distance <= 0 && Math.abs(r.distance - signed.distance) > edge)
      fail('cache: decision', `${r.distance}, ${signed.distance}`);
    else if (loose && Math.abs(r.distance - signed.distance) > 2 * tolerance)
      fail('cache: distance', `${r.distance}, ${signed.distance}`);
  }
  return signed.distance;
}

/** The pair brought together along its normal until `gap` (relative to the size) is left; null if they meet already. */
export function broughtTogether(lib: Library, a: Thing, b: Thing, gap: number): Thing | null {
  const r = lib.closestPoints(a.collider, b.collider);
  if (r.distance === 0) return null;
  const { size } = new PairReference(lib, a, b);
  return shiftedThing(lib, b, scaled(vec(r.normal), gap * size - r.distance));
}

/** Solids: moved by a little more than the depth they do not intersect. When exact, by a little less they do. */
function checkSeparates(
  judge: ThingJudge,
  a: Thing,
  b: Thing,
  deep: { depth: number; normal: { x: number; y: number; z: number }; exact: boolean },
  tolerance: number,
): void {
  const { lib } = judge;
  const n = vec(deep.normal);
  const out = shiftedThing(lib, b, scaled(n, 1.001 * deep.depth + 2 * tolerance));
  if (lib.intersects(a.collider, out.collider))
    judge.fail(
      '1.001·depth does not separate',
      `${text(deep)}; still ${lib.signedDistance(a.collider, out.collider).distance}`,
      a,
      b,
    );
  const ref = new PairReference(lib, a, out);
  const still = [...ref.pairs().values()].find((p) => p.verdict === 'meet');
  if (still !== undefined || ref.contained())
    judge.fail(
      '1.001·depth does not separate by brute force',
      `${text(deep)}, pieces ${still?.p.number} ${still?.q.number}`,
      a,
      b,
    );
  if (!deep.exact) return;
  const short = 0.999 * deep.depth - 2 * tolerance;
  if (short > 0 && !lib.intersects(a.collider, shiftedThing(lib, b, scaled(n, short)).collider))
    judge.fail('0.999·exact depth separates', text(deep), a, b);
}

function checkContacts(
  judge: ThingJudge,
  a: Thing,
  b: Thing,
  ref: PairReference,
  pairs: ReturnType<PairReference['pairs']>,
  meets: boolean,
): void {
  const { lib } = judge;
  const { size, rounding, tolerance } = ref;
  const fail = (kind: string, detail: string) => judge.fail(`contacts: ${kind}`, detail, a, b);
  const plain = lib.contacts(a.collider, b.collider);
  const keys = plain.map((c) => `${c.primitiveA} ${c.primitiveB}`);
  const set = new Set(keys);
  if (set.size < keys.length) fail('repeated', `${keys.length} contacts of ${set.size} pairs`);
  if (plain.length > 0 && !meets) fail('though apart', `${keys.slice(0, 5)}`);
  for (const [key, { verdict, depth }] of pairs)
    if (verdict === 'meet' && !set.has(key)) fail('missing', `${key}, ${depth} deep`);
  for (const key of set) {
    if (pairs.has(key)) continue;
    const [i, j] = key.split(' ').map(Number);
    let least = Infinity;
    for (const p of ref.a.list)
      if (p.number === i) for (const q of ref.b.list) if (q.number === j) least = Math.min(least, ref.distance(p, q));
    const far = least <= 4e-15 * (ref.a.reach + ref.b.reach);
    fail(far ? 'too many, by coordinates far from their origin' : 'too many', `${key}, whose distance is ${least}`);
  }
  for (const c of plain)
    if (c.point !== undefined || c.normal !== undefined || c.depth !== undefined)
      fail('witness not asked for', text(c));
  const list = lib.contacts(a.collider, b.collider, [], { witness: true });
  const same = list
    .map((c) => `${c.primitiveA} ${c.primitiveB}`)
    .sort()
    .join();
  if (same !== [...keys].sort().join()) fail('with witness are others', `${list.length} and ${keys.length}`);
  for (const c of list) {
    const n = vec(c.normal);
    const [pa, pb] = [vec(c.pointA), vec(c.pointB)];
    if (!isUnit(n) || !(c.depth >= 0) || !isFinite3(pa) || !isFinite3(pb) || !isFinite3(vec(c.point))) {
      fail('witness', text(c));
      continue;
    }
    if (norm(sub(sub(pa, pb), scaled(n, c.depth))) > 1e-12 * size + 2 * rounding) fail('identity', text(c));
    const known = pairs.get(`${c.primitiveA} ${c.primitiveB}`);
    if (known === undefined) continue;
    if (!known.p.cut && !known.q.cut && Math.abs(known.depth - c.depth) > 2 * tolerance)
      fail('depth', `expected ${known.depth}, got ${text(c)}`);
    const x = sub(vec(c.point), ref.a.origin);
    const off = Math.max(ref.a.fromNumber(c.primitiveA, x), ref.b.fromNumber(c.primitiveB, x));
    judge.worst('point of a contact outside / size', (off - rounding) / size);
    if (off > tolerance) fail('point', `off by ${off}: ${text(c)}`);
    const away = Math.max(
      ref.a.fromNumber(c.primitiveA, sub(pa, ref.a.origin)),
      ref.b.fromNumber(c.primitiveB, sub(pb, ref.a.origin)),
    );
    if (away > 2 * tolerance) fail('points A and B', `off by ${away}: ${text(c)}`);
  }
}

/** A ray against all triangles. */
export function checkRay(judge: ThingJudge, a: Thing, from: Vec, to: Vec): void {
  const { lib } = judge;
  const m = a.collider.getMatrix();
  const pieces = new Pieces(lib, a, [m[12], m[13], m[14]]);
  const rounding = 1e-15 * (pieces.reach + norm(from) + norm(to));
  const tolerance = (a.curved ? 1e-8 : 1e-9) * pieces.extent + rounding;
  const r = sub(to, from);
  const [p, q] = [sub(from, pieces.origin), sub(to, pieces.origin)];
  const hit = lib.rayCast(a.collider, from, to);
  const fail = (kind: string, detail: string) =>
    judge.fail(`rayCast: ${kind}`, `rayCast(a, ${text(from)}, ${text(to)}): ${detail}; got ${text(hit)}`, a);
  const startsIn = pieces.inside(p) || pieces.list.some((x) => x.tri === null && pieces.fromPiece(x, p) === 0);
  const near = pieces.from(p);
  if (startsIn && pieces.list.every((x) => pieces.fromPiece(x, p) > tolerance || x.tri === null)) {
    if (hit === null || hit.t !== 0 || !isZero(vec(hit.normal))) fail('starts inside', 'expected t = 0 and no normal');
    else if (a.parts.some((x) => x.child !== null) && !a.parts.some((x) => x.child === hit.primitive))
      fail('starts inside', 'of no child');
    return;
  }
  const { sure, possible } = bruteRay(pieces, p, q, 1e-12 * pieces.extent + rounding);
  if (hit === null) {
    if (sure <= 1) fail('null', `expected ${sure}`);
    return;
  }
  const n = vec(hit.normal);
  const x = vec(hit.point);
  if (!(hit.t >= 0 && hit.t <= 1) || !isFinite3(n) || !isFinite3(x)) {
    fail('t, point or normal', '');
    return;
  }
  if (norm(sub(x, add(from, scaled(r, hit.t)))) > 4 * rounding) fail('point is not at t', '');
  const off = pieces.fromNumber(hit.primitive, sub(x, pieces.origin));
  judge.worst('ray: hit off its primitive / size', (off - rounding) / pieces.extent);
  if (!(off <= 2 * tolerance)) fail('not on the primitive', `off by ${off}`);
  if (isZero(n)) {
    if (hit.t !== 0) fail('zero normal', 't is not 0');
    if (near > tolerance) fail('zero normal', `starts ${near} outside`);
  } else {
    if (!isUnit(n)) fail('normal not unit', '');
    if (!(dot(n, r) <= 0)) fail('normal on the wrong side', `${dot(n, r)}`);
  }
  const speed = Math.max(Math.abs(dot(n, r)), 1e-300);
  const slack = (2 * tolerance) / speed + 1e-12;
  if (hit.t > sure + slack) fail('later than brute force', `expected ${sure}`);
  if (hit.t < possible - slack) fail('earlier than brute force', `expected at least ${possible}`);
  if (pieces.margin > 0 || isZero(n)) return;
  // The normal belongs to a triangle of that number.
  const own = pieces.list.filter(
    (y) => y.number === hit.primitive && pieces.fromPiece(y, sub(x, pieces.origin)) <= 4 * tolerance,
  );
  const fits = own.some(({ tri }) => {
    if (tri === null) return true;
    const e = sub(corner(tri, 1), corner(tri, 0));
    const f = sub(corner(tri, 2), corner(tri, 0));
    const m = cross(e, f);
    const flat = norm(m) <= 1e-5 * Math.max(dot(e, e), dot(f, f));
    // In its plane the ray meets an edge, of which many normals are good.
    // What the corners are rounded by tilts the plane by that over its height.
    const tilt = (10 * rounding * Math.sqrt(Math.max(dot(e, e), dot(f, f)))) / norm(m);
    return flat || norm(cross(m, n)) <= (1e-6 + tilt) * norm(m) || Math.abs(dot(m, r)) <= 1e-7 * norm(m) * norm(r);
  });
  if (!fits) fail('normal not that of the triangle', '');
}

/** A cast against the casts of all pairs of pieces; `sure` when the start is clearly apart. */
export function checkCast(judge: ThingJudge, a: Thing, moveA: Vec, b: Thing, moveB: Vec): void {
  const { lib } = judge;
  const ref = new PairReference(lib, a, b);
  const { tolerance } = ref;
  const hit = lib.castShape(a.collider, moveA, b.collider, moveB);
  const fail = (kind: string, detail: string) =>
    judge.fail(
      `castShape: ${kind}`,
      `castShape(a, ${text(moveA)}, b, ${text(moveB)}): ${detail}; got ${text(hit)}`,
      a,
      b,
    );
  const start = lib.signedDistance(a.collider, b.collider);
  if (start.distance < -2 * tolerance) {
    if (hit === null || hit.t !== 0) fail('overlap at the start', `signed distance ${start.distance}`);
    else {
      const deep = lib.penetration(a.collider, b.collider);
      if (deep === null || norm(sub(vec(hit.normal), vec(deep.normal))) > 1e-6)
        fail('overlap at the start', `penetration normal ${text(deep?.normal)}`);
    }
    return;
  }
  if (start.distance <= 2 * tolerance) return;
  const v = sub(moveA, moveB);
  const first = ref.cast(moveA, moveB);
  const at = (t: number): number =>
    lib.signedDistance(shiftedThing(lib, a, scaled(moveA, t)).collider, shiftedThing(lib, b, scaled(moveB, t)).collider)
      .distance;
  const moving = tolerance + 1e-15 * (norm(moveA) + norm(moveB));
  if (hit === null) {
    if (first === null) return;
    // A graze may be missed: only what goes in deeper than the accuracy counts.
    const later = Math.min(1, first + (100 * moving) / norm(v));
    const depth = Math.min(at(later), at(Math.min(1, first + (1e4 * moving) / norm(v))));
    const pieces = new PairReference(
      lib,
      shiftedThing(lib, a, scaled(moveA, later)),
      shiftedThing(lib, b, scaled(moveB, later)),
    ).least();
    if (depth < -2 * moving || pieces.distance === 0) fail('null', `pieces meet at ${first}, then ${depth}`);
    return;
  }
  const n = vec(hit.normal);
  if (!(hit.t >= 0 && hit.t <= 1) || !isUnit(n) || !isFinite3(vec(hit.point))) {
    fail('t, point or normal', '');
    return;
  }
  if (!(dot(n, v) >= -1e-9 * norm(v))) fail('normal', `they recede along it: ${dot(n, v)}`);
  const x = shiftedThing(lib, a, scaled(moveA, hit.t));
  const y = shiftedThing(lib, b, scaled(moveB, hit.t));
  const then = new PairReference(lib, x, y);
  const gap = then.least().distance;
  judge.worst('cast: gap at t / size', (gap - then.rounding) / ref.size);
  if (gap > 2 * moving) fail('not touching at t', `brute force ${gap} apart`);
  const p = sub(vec(hit.point), then.a.origin);
  const off = Math.max(then.a.fromNumber(hit.primitiveA, p), then.b.fromNumber(hit.primitiveB, p));
  if (!(off <= 4 * moving)) fail('point not on the primitives', `off by ${off}`);
  if (first !== null && hit.t > first) {
    // Late by more than the accuracy, along the normal of the contact that comes first.
    const late = (hit.t - first) * norm(v);
    const depth = at(0.5 * (hit.t + first));
    if (late > 4 * moving && depth < -2 * moving) fail('late', `pieces meet at ${first}, ${depth} between`);
    if (late > 1e-4 * ref.size && depth <= 0) fail('late', `pieces meet at ${first}, ${depth} between`);
  }
  if (first !== null && hit.t < first - (1e-6 * ref.size + 4 * moving) / norm(v) && gap > moving)
    fail('early', `pieces meet at ${first}`);
}

/** Points against the winding number and the distance to every piece. */
export function checkContains(judge: ThingJudge, a: Thing, rng: Rng, count = 6): void {
  const { lib } = judge;
  const m = a.collider.getMatrix();
  const pieces = new Pieces(lib, a, [m[12], m[13], m[14]]);
  const edge = 1e-12 * pieces.extent + 1e-15 * pieces.reach;
  for (let i = 0; i < count; i++) {
    const piece = rng.pick(pieces.list);
    const at = (k: number): Vec =>
      [0, 1, 2].map((j) => piece.min[j] + k * (piece.max[j] - piece.min[j])) as unknown as Vec;
    let x: Vec = add(at(0.5), rng.inBall(0.5 * pieces.extent));
    if (piece.tri !== null && rng.chance(0.3)) x = corner(piece.tri, rng.int(3));
    const got = lib.containsPoint(a.collider, add(x, pieces.origin));
    const off = pieces.from(x);
    const vertex = piece.tri !== null && norm(sub(x, corner(piece.tri, 0))) === 0 && a.exact;
    if (got && off > edge) judge.fail('containsPoint', `${x} is ${off} outside, got true`, a);
    if (!got && (vertex || (off === 0 && (pieces.inside(x) || pieces.list.some((p) => p.tri === null)))))
      if (pieces.list.every((p) => p.tri === null || pieces.fromPiece(p, x) > edge) || vertex) {
        const convexDoubt =
          pieces.list.some((p) => p.tri === null && pieces.fromPiece(p, x) === 0) && !pieces.inside(x);
        if (!convexDoubt) judge.fail('containsPoint', `${x} is inside, got false`, a);
      }
  }
}

/** Everything along the normal of a halfspace has a closed form over the vertices and supports of the pieces. */
export function checkHalfspace(judge: ThingJudge, b: Thing, normal: Vec, height: number): void {
  const { lib } = judge;
  const m = b.collider.getMatrix();
  const pieces = new Pieces(lib, b, [m[12], m[13], m[14]]);
  const n = scaled(normal, 1 / norm(normal));
  const collider = new lib.Collider(new lib.Halfspace(n, height));
  let least = Infinity;
  for (const { tri, collider: c } of pieces.list) {
    if (tri !== null)
      for (let k = 0; k < 3; k++) least = Math.min(least, dot(n, add(corner(tri, k), pieces.origin)) - pieces.margin);
    else least = Math.min(least, lib.signedDistance(collider, c).distance + height);
  }
  const expected = least - height;
  const tolerance = (b.curved ? 1e-8 : 1e-9) * pieces.extent + 2e-15 * (pieces.reach + Math.abs(height));
  const fail = (kind: string, detail: string) =>
    judge.fail(`halfspace: ${kind}`, `new Halfspace([${n}], ${height}): ${detail}`, b);
  for (const swap of [false, true]) {
    const [x, y] = swap ? [b.collider, collider] : [collider, b.collider];
    const r = lib.signedDistance(x, y);
    const rn = swap ? negated(vec(r.normal)) : vec(r.normal);
    const votes = [
      lib.intersects(x, y),
      lib.penetration(x, y) !== null,
      lib.commonPoint(x, y) !== null,
      r.distance <= 0,
      lib.closestPoints(x, y).distance === 0,
    ];
    if (new Set(votes).size > 1) fail('one decision', `${votes}`);
    if (Math.abs(expected) > tolerance && votes[0] !== expected <= 0) fail('decision', `${expected}, got ${votes}`);
    if (!(Math.abs(r.distance - expected) <= tolerance)) fail('distance', `${expected}, got ${text(r)}`);
    if (!(norm(sub(rn, n)) <= 1e-12)) fail('normal', text(r));
    const on = sub(vec(swap ? r.pointA : r.pointB), pieces.origin);
    const number = swap ? r.primitiveA : r.primitiveB;
    if (!(pieces.fromNumber(number, on) <= tolerance)) fail('point not on the primitive', text(r));
    const list = lib.contacts(x, y);
    const got = new Set(list.map((c) => (swap ? c.primitiveA : c.primitiveB)));
    if (got.size !== list.length) fail('contacts repeated', `${list.length}`);
    for (const piece of pieces.list) {
      const d = lib.signedDistance(collider, piece.collider).distance;
      if (d < -tolerance && !got.has(piece.number)) fail('contact missing', `${piece.number} ${d}`);
    }
    for (const i of got)
      if (
        pieces.list
          .filter((p) => p.number === i)
          .every((p) => lib.signedDistance(collider, p.collider).distance > tolerance)
      )
        fail('contact too many', `${i}`);
  }
}
