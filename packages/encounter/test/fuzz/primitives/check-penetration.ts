/** Depths: `penetrationXY`. A plane is solid below here. */

import { dot as exactDot } from '../../support/exact.ts';
import type { Rng } from '../../support/rng.ts';
import { add, dot, norm, scaled, sub, type Vec } from '../../support/vectors.ts';
import { callTwice, sameText } from './check-closest.ts';
import { checkAgreement } from './check-intersects.ts';
import { blur, type Court, isFiniteVector, libraryTolerance, readVector, THREW, tolerance } from './court.ts';
import { distanceTo } from './doubles.ts';
import { type Case, elsewhere, makeCase } from './generate.ts';
import { colliderOf } from './library.ts';
import { depthOf, hullIn, integersFor, isClear, meets, overlap, planeHeight } from './reference.ts';
import { AXIS_MAPS, argument, type Kind, moved, type Thing, turned } from './things.ts';

export function checkPenetration(court: Court, kinds: readonly [Kind, Kind], number: number, rng: Rng): void {
  const c = makeCase(rng, number, kinds);
  const [a, b] = c.things;
  const expected = solidsMeet(a, b) ? Math.max(0, depthOf(a, b)) : null;
  judge(court, c, a, b, expected, 'array');
  if (a.kind === b.kind) judge(court, c, b, a, expected, 'array');
  const map = rng.pick(AXIS_MAPS);
  judge(court, c, turned(map, a), turned(map, b), expected, 'object');
  if (c.lattice) {
    const other = elsewhere(c);
    judge(court, other, other.things[0], other.things[1], expected, 'array');
  }
  compareLibrary(court, c, expected);
}

/** Exactly, with all below a plane for a plane. */
export function solidsMeet(a: Thing, b: Thing): boolean {
  if (a.kind !== 'plane') return meets(a, b);
  const z = integersFor(a, b);
  const height = planeHeight(z, a);
  if (hullIn(z, b).some((p) => height(p) <= 0n)) return true;
  if (b.kind !== 'sphere') return false;
  const [h, n, r] = [height(z.vector(b.center)), z.vector(a.normal), z.of(b.radius)];
  return h * h <= r * r * exactDot(n, n);
}

function solidsClear(a: Thing, b: Thing, by: number): boolean {
  if (a.kind === 'plane') return Math.abs(depthOf(a, b)) > by;
  return isClear(a, b, by);
}

const title = (kind: string): string => kind[0].toUpperCase() + kind.slice(1);

function judge(court: Court, c: Case, a: Thing, b: Thing, expected: number | null, form: 'array' | 'object'): void {
  const { name } = court;
  const args = [argument(a, form), argument(b, form)];
  const got = callTwice(court, args, sameText);
  if (got === THREW) return;
  if (got === undefined || (got !== null && typeof got !== 'object')) {
    court.wrong(`gives ${String(got)}`, name, args);
    return;
  }
  if ((got === null) !== (expected === null)) {
    if (c.lattice || solidsClear(a, b, blur(c)))
      court.wrong(`gives ${JSON.stringify(got)}, not depth ${expected}`, name, args);
    else court.near();
  }
  if (a.kind !== 'plane') {
    const other = `intersects${title(a.kind)}${title(b.kind)}`;
    checkAgreement(court, c, other, a, b, got !== null, got === null ? 'there is no depth' : 'there is a depth');
  }
  if (got === null) return;
  const { depth, normal, pointA, pointB } = got as Record<string, unknown>;
  const vectors = [normal, pointA, pointB].map((v) =>
    typeof v === 'object' && v !== null ? readVector(v) : ([Number.NaN, 0, 0] as Vec),
  );
  if (typeof depth !== 'number' || !(depth >= 0) || !vectors.every(isFiniteVector)) {
    court.wrong(`gives ${JSON.stringify(got)}`, name, args);
    return;
  }
  const [n, p, q] = vectors;
  if (Math.abs(norm(n) - 1) > 1e-12) court.wrong(`the normal's length is ${norm(n)}`, name, args);
  court.equal('depth', c, depth, expected ?? 0, args);
  court.equal('pointA − pointB − depth·normal', c, norm(sub(p, add(q, scaled(n, depth)))), 0, args);
  court.equal('how far pointB is from b,', c, distanceTo(q, b), 0, args);
  if (a.kind === 'plane') {
    court.equal('how far pointA is from the plane,', c, distanceTo(p, a), 0, args);
    if (dot(n, a.normal) < (1 - 1e-12) * norm(a.normal)) court.wrong("the normal is not the plane's", name, args);
  } else {
    court.equal('how far pointA is from a,', c, distanceTo(p, a), 0, args);
    // Moved by depth·normal they touch: along the normal nothing of a is beyond what is left of b.
    court.equal('overlap along the normal', c, overlap(a, b, n), depth, args);
  }
  separate(court, c, a, b, n, depth, args);
}

/** Moved by a little more than the depth they are apart; by a little less they are not. */
function separate(court: Court, c: Case, a: Thing, b: Thing, n: Vec, depth: number, args: readonly unknown[]): void {
  // Not 0, also when all is in one place.
  const margin = Math.max(4 * tolerance(c), 1e-300);
  const apart = moved(b, scaled(n, depth * 1.001 + margin));
  if (solidsMeet(a, apart)) court.wrong('moved by 1.001·depth·normal they still meet', court.name, args);
  if (depth * 0.001 <= margin) return;
  if (!solidsMeet(a, moved(b, scaled(n, depth * 0.999 - margin)))) {
    court.wrong('moved by 0.999·depth·normal they are apart', court.name, args);
  }
}

function compareLibrary(court: Court, c: Case, expected: number | null): void {
  const [a, b] = c.things;
  const args = (): unknown[] => [argument(a), argument(b)];
  const limit = libraryTolerance(c);
  try {
    const found = court.ask('penetration', [colliderOf(court.library, a), colliderOf(court.library, b)]) as {
      depth: number;
    } | null;
    if ((found === null) !== (expected === null)) {
      if (solidsClear(a, b, limit))
        court.libraryDiffers(`says ${found?.depth ?? null}, not ${expected}`, court.name, args());
    } else if (found !== null && expected !== null && !(Math.abs(found.depth - expected) <= limit)) {
      court.libraryDiffers(`says ${found.depth}, not ${expected}`, court.name, args());
    }
  } catch (error) {
    court.libraryDiffers(`throws ${String(error)}`, court.name, args());
  }
}
