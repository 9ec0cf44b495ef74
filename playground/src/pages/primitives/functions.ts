/** Which queries there are, read from the names of what the library exports: all of that is offered, and nothing else. */
import * as primitives from 'encounter/primitives';
import { isKind, KINDS, type Kind } from './kinds.ts';

/** In the order of the select. */
export const QUERIES = {
  intersects: 'Do they intersect?',
  closestPoint: 'Nearest point to a point',
  closest: 'Nearest points of two',
  rayCast: 'Where does a ray hit?',
  penetration: 'Depth of the overlap',
  impact: 'When will they meet?',
} as const;

export type Query = keyof typeof QUERIES;

/**
 * How a thing moves in an impact: not at all, along a vector, or each of its vertices in a straight line from one place to another
 * (of which the function takes both).
 */
export type Motion = 'still' | 'vector' | 'vertices';

export interface PrimitiveFunction {
  readonly name: string;
  readonly query: Query;
  readonly kinds: readonly [Kind, Kind];
  readonly motions: readonly [Motion, Motion];
  call(...values: readonly unknown[]): unknown;
}

/** The names do not tell what moves. In all of them the motion of a thing follows the thing. */
const MOTIONS: Readonly<Record<string, readonly [Motion, Motion]>> = {
  impactSphereSphere: ['vector', 'vector'],
  impactBoxBox: ['vector', 'vector'],
  impactPlaneSphere: ['still', 'vector'],
  impactPlaneBox: ['still', 'vector'],
  impactSphereTriangle: ['vector', 'still'],
  impactPointTriangle: ['vertices', 'vertices'],
  impactSegmentSegment: ['vertices', 'vertices'],
};

const ORDER = Object.keys(KINDS);

export const FUNCTIONS: readonly PrimitiveFunction[] = Object.entries(primitives)
  .flatMap(([name, value]) =>
    typeof value === 'function' ? (parse(name, value as PrimitiveFunction['call']) ?? []) : [],
  )
  .sort((f, g) => rank(f) - rank(g));

export function findFunction(query: Query, a: Kind, b: Kind): PrimitiveFunction | undefined {
  return FUNCTIONS.find(({ query: q, kinds }) => q === query && kinds[0] === a && kinds[1] === b);
}

/** The function of a query that keeps as many of the wanted kinds as there can be: both, in the other order, one, or none. */
export function nearestFunction(query: Query, a: Kind, b: Kind): PrimitiveFunction {
  const own = FUNCTIONS.filter((f) => f.query === query);
  return (
    findFunction(query, a, b) ??
    findFunction(query, b, a) ??
    own.find(({ kinds }) => kinds[0] === a) ??
    own.find(({ kinds }) => kinds[1] === b) ??
    own[0]
  );
}

function parse(name: string, call: PrimitiveFunction['call']): PrimitiveFunction | null {
  const [, verb, rest] = /^(intersects|closest|rayCast|penetration|impact)([A-Z]\w*)$/.exec(name) ?? [];
  if (verb === undefined) return null;
  const words = rest.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  if (verb === 'rayCast') words.unshift('ray');
  // A point in front of something flat is flat, too.
  if (words[1] === 'polygon2' && words[0] === 'point') words[0] = 'point2';
  const [a, b, ...more] = words;
  if (b === undefined || more.length > 0 || !isKind(a) || !isKind(b)) return null;
  const query = verb === 'closest' && a.startsWith('point') ? 'closestPoint' : (verb as Query);
  const motions = query === 'impact' ? MOTIONS[name] : (['still', 'still'] as const);
  return motions === undefined ? null : { name, query, kinds: [a, b], motions, call };
}

function rank({ query, kinds: [a, b] }: PrimitiveFunction): number {
  return (Object.keys(QUERIES).indexOf(query) * ORDER.length + ORDER.indexOf(a)) * ORDER.length + ORDER.indexOf(b);
}
