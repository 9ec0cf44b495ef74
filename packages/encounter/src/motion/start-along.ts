/**
 * How two bodies that will move along paths stand to each other at the start. The search that follows cannot tell a gap below the
 * accuracy asked from contact, nor one below the rounding of places on the way: bodies that near touch, too, and so do bodies that deep in
 * rounding. A file of its own, so that a program that only casts does not carry it.
 */
import type { Body } from '../bodies/body.ts';
import { EXTENT, ORIGIN, REACH } from '../bodies/layout.ts';
import type { Path } from '../math/path.ts';
import { findAllowedError } from '../pairs/place.ts';
import type { PairGeometry } from '../pairs/result.ts';
import type { QuerySettings } from '../pairs/settings.ts';
import { TOUCH } from '../tolerances.ts';
import type { Start, StartJudge } from './start.ts';

export function askAlong(
  judge: StartJudge,
  a: Body,
  pathA: Path,
  b: Body,
  pathB: Path,
  settings: QuerySettings,
  out: PairGeometry,
): Start {
  const { near } = judge;
  near[0] = 0;
  raise(near, a, pathA);
  raise(near, b, pathB);
  const rounding = 4 * TOUCH * (near[0] + a.m[EXTENT] + b.m[EXTENT]);
  findAllowedError(a, b, settings, near);
  if (near[0] < rounding) near[0] = rounding;
  near[1] = rounding;
  return judge.ask(a, b, settings, out);
}

/**
 * Raises most[0] to a bound of the coordinates that a body has on its way. One that is boundless counts by its place. (In an array,
 * because a number that is returned may be allocated on the heap.)
 */
function raise(most: Float64Array, { m }: Body, { center: c, translation: v }: Path): void {
  const x = m[REACH];
  const y = m[REACH + 1];
  const z = m[REACH + 2];
  let far = 0;
  for (let i = 0; i < 3; i++) far += Math.abs(m[i]) * x + Math.abs(m[3 + i]) * y + Math.abs(m[6 + i]) * z;
  if (!(far < Infinity)) far = 0;
  const place = Math.abs(m[ORIGIN] - c.x) + Math.abs(m[ORIGIN + 1] - c.y) + Math.abs(m[ORIGIN + 2] - c.z);
  const center = Math.abs(c.x) + Math.abs(c.y) + Math.abs(c.z);
  most[0] = Math.max(most[0], center + Math.abs(v.x) + Math.abs(v.y) + Math.abs(v.z) + place + far);
}
