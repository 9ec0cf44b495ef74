/** Every function of the contract, with the check that judges it. */
import type { Rng } from '../../support/rng.ts';
import * as bounds from './check-bounds.ts';
import { checkClosestPair, checkClosestPoint } from './check-closest.ts';
import { checkClosestPointFlat, checkIntersectsFlat, checkPenetrationFlat } from './check-flat.ts';
import { checkImpact, IMPACTS } from './check-impact.ts';
import { checkIntersects } from './check-intersects.ts';
import { checkPenetration } from './check-penetration.ts';
import { checkRayCast } from './check-ray.ts';
import { checkPaths, PATHS } from './check-vertices.ts';
import type { Court } from './court.ts';
import type { Kind } from './things.ts';

/** One case of one function. */
export type Check = (court: Court, number: number, rng: Rng) => void;

const title = (kind: Kind): string => kind[0].toUpperCase() + kind.slice(1);

const KINDS: readonly Kind[] = ['point', 'segment', 'plane', 'sphere', 'box', 'obb', 'triangle', 'polygon'];

function pairsOf(text: string): [Kind, Kind][] {
  return text.split(' ').map((pair) => pair.split('-') as [Kind, Kind]);
}

const CLOSEST = pairsOf(
  'segment-segment segment-triangle segment-box segment-obb segment-polygon triangle-triangle box-box obb-obb polygon-polygon line-line',
);
const PENETRATION = pairsOf(
  'sphere-sphere sphere-box sphere-obb sphere-triangle box-box box-obb obb-obb plane-sphere plane-box plane-obb',
);

function primitiveChecks(): Map<string, Check> {
  const checks = new Map<string, Check>();
  KINDS.forEach((a, i) => {
    for (const b of KINDS.slice(i)) {
      if (a === b && (a === 'point' || a === 'plane')) continue;
      checks.set(`intersects${title(a)}${title(b)}`, (court, n, rng) => checkIntersects(court, [a, b], n, rng));
    }
  });
  for (const kind of KINDS.slice(1)) {
    checks.set(`closestPoint${title(kind)}`, (court, n, rng) => checkClosestPoint(court, kind, n, rng));
  }
  for (const [a, b] of CLOSEST) {
    checks.set(`closest${title(a)}${title(b)}`, (court, n, rng) => checkClosestPair(court, [a, b], n, rng));
  }
  for (const kind of KINDS.slice(2)) {
    checks.set(`rayCast${title(kind)}`, (court, n, rng) => checkRayCast(court, kind, n, rng));
  }
  for (const [a, b] of PENETRATION) {
    checks.set(`penetration${title(a)}${title(b)}`, (court, n, rng) => checkPenetration(court, [a, b], n, rng));
  }
  for (const name of Object.keys(IMPACTS)) checks.set(name, checkImpact);
  for (const name of Object.keys(PATHS)) checks.set(name, checkPaths);
  checks.set('intersectsPolygon2Polygon2', checkIntersectsFlat);
  checks.set('penetrationPolygon2Polygon2', checkPenetrationFlat);
  checks.set('closestPointPolygon2', checkClosestPointFlat);
  return checks;
}

/** `encounter/primitives` */
export const PRIMITIVES: ReadonlyMap<string, Check> = primitiveChecks();

/** `encounter/bounds`, but for the trees of solids */
export const BOUNDS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['boundingSphere', bounds.checkBoundingSphere],
  ['boundingBox', bounds.checkBoundingBox],
  ['orientedBox', bounds.checkOrientedBox],
  ['kDop', bounds.checkKDop],
  ['intersectsKDop', bounds.checkIntersectsKDop],
  ['KdTree', bounds.checkKdTree],
  ['VoxelGrid', bounds.checkVoxelGrid],
]);
