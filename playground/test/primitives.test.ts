/** The Primitives page: every call that it shows gives the answer that it shows. */
import * as primitives from 'encounter/primitives';
import { describe, expect, test } from 'vitest';
import { answer } from '../src/pages/primitives/answer.ts';
import { callText } from '../src/pages/primitives/call.ts';
import { Figure } from '../src/pages/primitives/figure.ts';
import { FUNCTIONS, type Query } from '../src/pages/primitives/functions.ts';
import { Holder } from '../src/pages/primitives/holder.ts';
import { defaultValues, KINDS, type Kind, thing } from '../src/pages/primitives/kinds.ts';
import { arranged, decode, encode, type PageState, SIDES, withFunction } from '../src/pages/primitives/state.ts';
import { Random } from '../src/shell/random.ts';
import type { Triple } from '../src/shell/triple.ts';

const SEED = 13;
const CASES = 20;

/** What the program prints, run with the library at hand. */
function run(code: string): unknown {
  const body = code.replace(/^import \{ (\w+) \} from 'encounter\/primitives';$/m, 'const { $1 } = primitives;');
  expect(body).not.toBe(code);
  let printed: unknown;
  new Function('primitives', 'console', body)(primitives, {
    log: (value: unknown) => {
      printed = JSON.parse(JSON.stringify(value));
    },
  });
  return printed;
}

function scattered(state: PageState, random: Random): PageState {
  const triple = (size: number, digits: number): Triple => {
    const number = (): number => Number((size * (2 * random.next() - 1)).toFixed(digits));
    return [number(), number(), number()];
  };
  const body = (side: (typeof SIDES)[number]): PageState['a'] => ({
    ...state[side],
    position: triple(1.2, 4),
    turn: triple(180, 2),
    move: triple(3, 4),
    endTurn: triple(180, 2),
  });
  return { ...state, a: body('a'), b: body('b') };
}

test('all queries of the library are offered', () => {
  const names = Object.keys(primitives).filter((name) =>
    /^(intersects|closest|rayCast|penetration|impact)[A-Z]/.test(name),
  );
  expect(names.length).toBeGreaterThan(40);
  expect(FUNCTIONS.map(({ name }) => name).sort()).toEqual(names.sort());
});

/** Of what has no volume nobody expects that it meets another such. */
const THIN = ['point', 'point2', 'segment', 'plane', 'triangle', 'polygon'];

describe.each(FUNCTIONS.map((f) => [f.name, f] as const))('%s', (_, f) => {
  test('shows something at first', () => {
    const { raw } = answer(arranged(f));
    const solid = f.kinds.some((kind) => !THIN.includes(kind));
    const good: Readonly<Record<Query, () => boolean>> = {
      intersects: () => raw === true || !solid,
      closestPoint: () => raw !== null,
      closest: () => (raw as primitives.Closest).distance > 0.1,
      rayCast: () => raw !== null && (raw as primitives.Hit).t > 0.5,
      penetration: () => raw !== null && (raw as primitives.Penetration).depth > 0.05,
      impact: () => typeof raw === 'number' && raw > 0.1 && raw < 0.95,
    };
    expect(good[f.query](), JSON.stringify(raw)).toBe(true);
  });

  test(`the call shown evaluates to the answer shown, also after a reload; seed ${SEED}`, () => {
    const random = new Random(SEED);
    const first = arranged(f);
    for (const state of [first, ...Array.from({ length: CASES }, () => scattered(first, random))]) {
      // What goes into the address is what is shown: things of the plane stay in it.
      const shown = decode(new URLSearchParams(encode(state)));
      const code = callText(shown);
      expect(run(code), code).toEqual(answer(shown).raw);
      const again = decode(new URLSearchParams(encode(shown)));
      expect(again).toEqual(shown);
    }
  });
});

test('from every function to every other, things stay or go where they show', () => {
  const random = new Random(SEED);
  for (const f of FUNCTIONS)
    for (const g of FUNCTIONS) {
      expect(withFunction(arranged(f), g)).toMatchObject({ a: { kind: g.kinds[0] }, b: { kind: g.kinds[1] } });
      const state = withFunction(scattered(arranged(f), random), g);
      expect(() => answer(state)).not.toThrow();
      for (const [i, side] of SIDES.entries()) expect(state[side].kind).toBe(g.kinds[i]);
    }
});

test.each(Object.keys(KINDS) as Kind[])(
  '%s: the smallest that the sliders allow, a point or flat, is drawn and can be held',
  (kind) => {
    const smallest = Object.entries(KINDS[kind].parameters).map(([key, p]) => [
      key,
      p.type === 'number' ? p.min : p.value,
    ]);
    for (const values of [defaultValues(kind), Object.fromEntries(smallest)]) {
      const position: Triple = [0.5, 0.25, 0];
      const made = thing(kind, { position, turn: [10, 20, 30], values });
      const figure = new Figure();
      figure.set(made, position);
      figure.object.traverse((object) => {
        const { geometry } = object as { geometry?: { attributes: Record<string, { array: ArrayLike<number> }> } };
        const numbers = Array.from(geometry?.attributes['position']?.array ?? []);
        expect(numbers.filter((x) => !Number.isFinite(x))).toEqual([]);
      });
      const holder = new Holder('a', false);
      holder.place(made, position, [10, 20, 30]);
      const { min, max } = holder.collider.bounds();
      expect(max.x - min.x).toBeGreaterThan(0.02);
    }
  },
);
