/** What the page shows, and how it is written in the address. A stands still at the origin: only the difference matters. */
import { ALL_KINDS, type KindOption } from '../../shapes/shape-controls.ts';
import { readShape, type ShapeChoice, writeShape } from '../../shapes/text.ts';
import { readTriple, type Triple, ZERO } from '../../shell/triple.ts';

export interface State {
  readonly a: ShapeChoice;
  readonly b: ShapeChoice;
  /** Where B is, and its turns around x, y and z in degrees, in three.js's order 'XYZ'. */
  readonly position: Triple;
  readonly turn: Triple;
  /** Whether the query starts from what an earlier one left in a cache. */
  readonly warm: boolean;
}

/** GJK and EPA are for convex shapes with bounds. */
export const KINDS: readonly KindOption[] = ALL_KINDS.filter(
  ({ value }) => value !== 'mesh' && value !== 'compound' && value !== 'halfspace',
);

export function encode({ a, b, position, turn, warm }: State): Record<string, string> {
  return {
    a: writeShape(a),
    b: writeShape(b),
    p: position.join(),
    ...(turn.join() === ZERO.join() ? {} : { r: turn.join() }),
    ...(warm ? { warm: '1' } : {}),
  };
}

/** Reads what `encode` wrote; null if there is no pair in the address, or not one for this page. */
export function decode(params: URLSearchParams): State | null {
  const a = readConvex(params.get('a'));
  const b = readConvex(params.get('b'));
  if (a === null || b === null) return null;
  return {
    a,
    b,
    position: readTriple(params.get('p')),
    turn: readTriple(params.get('r')),
    warm: params.get('warm') === '1',
  };
}

function readConvex(text: string | null): ShapeChoice | null {
  const shape = readShape(text ?? '');
  return shape !== null && KINDS.some(({ value }) => value === shape.kind) ? shape : null;
}
