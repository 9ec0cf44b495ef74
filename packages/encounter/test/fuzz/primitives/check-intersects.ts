/** Decisions: `intersectsXY`. */
import type { Rng } from '../../support/rng.ts';
import { type Court, isExact, libraryTolerance } from './court.ts';
import { type Case, elsewhere, makeCase } from './generate.ts';
import { colliderOf, flipped } from './library.ts';
import { isClear, meets } from './reference.ts';
import { AXIS_MAPS, argument, type Kind, type Thing, turned } from './things.ts';

export function checkIntersects(court: Court, kinds: readonly [Kind, Kind], number: number, rng: Rng): void {
  const c = makeCase(rng, number, kinds);
  const [a, b] = c.things;
  const expected = meets(a, b);
  const ask = (x: Thing, y: Thing, form: 'array' | 'object' = 'array'): void => {
    const args = [argument(x, form), argument(y, form)];
    court.decision(c, x, y, court.call(court.name, args), expected, court.name, args);
  };
  ask(a, b);
  if (a.kind === b.kind) ask(b, a);
  const map = rng.pick(AXIS_MAPS);
  ask(turned(map, a), turned(map, b), 'object');
  if (c.lattice) ask(...(elsewhere(c).things as [Thing, Thing]));
  compareLibrary(court, c, expected);
}

function compareLibrary(court: Court, c: Case, expected: boolean): void {
  const [a, b] = c.things;
  const args = (): unknown[] => [argument(a), argument(b)];
  let got: unknown;
  try {
    const other = colliderOf(court.library, b);
    got = court.ask('intersects', [colliderOf(court.library, a), other]);
    if (a.kind === 'plane' && got === true)
      got = court.ask('intersects', [colliderOf(court.library, flipped(a)), other]);
    if (b.kind === 'plane' && got === true) {
      got = court.ask('intersects', [colliderOf(court.library, a), colliderOf(court.library, flipped(b))]);
    }
  } catch (error) {
    court.libraryDiffers(`throws ${String(error)}`, court.name, args());
    return;
  }
  if (got !== expected && isClear(a, b, libraryTolerance(c))) {
    court.libraryDiffers(`says ${String(got)}`, court.name, args());
  }
}

/** Another function answers the same question: both must agree. */
export function checkAgreement(
  court: Court,
  c: Case,
  name: string,
  x: Thing,
  y: Thing,
  says: boolean,
  what: string,
): void {
  if (!court.has(name)) return;
  const args = [argument(x), argument(y)];
  const decided = court.call(name, args);
  if (decided === says) return;
  if (isExact(c, x, y)) court.wrong(`${name} gives ${String(decided)}, but ${what}`, court.name, args);
  else court.near();
}
