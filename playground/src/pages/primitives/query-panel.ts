/** The choice of a function: a query and two kinds. Only what the library has is offered. */
import type { Panel } from '../../shell/panel.ts';
import { FUNCTIONS, nearestFunction, type PrimitiveFunction, QUERIES, type Query } from './functions.ts';
import { KINDS, type Kind } from './kinds.ts';

const NOTES: Readonly<Record<Query, string>> = {
  intersects: 'Touching counts.',
  closestPoint: 'Solids are solid: a point inside is its own nearest point.',
  closest: 'Where the two meet, the distance is 0 and a common point comes twice.',
  rayCast: 't counts lengths of the direction; the normal is on the side that the ray comes from.',
  penetration: 'The ghost is B, moved by depth · normal: there the two touch.',
  impact: 'Drag the pale ghost, the end of a way at t = 1. The stronger one is where things are when they meet.',
};

/** What a plane is depends on the query. */
const PLANE_NOTES: Partial<Record<Query, string>> = {
  intersects: ' The plane is a surface.',
  penetration: ' The plane is solid below its normal.',
};

export class QueryPanel {
  readonly #onChange: (f: PrimitiveFunction) => void;
  /** Built anew one by one: the select that was used keeps the focus. */
  readonly #first: Panel;
  readonly #second: Panel;
  readonly #note: { set(text: string): void };
  #current: PrimitiveFunction;

  constructor(panel: Panel, f: PrimitiveFunction, onChange: (f: PrimitiveFunction) => void) {
    this.#onChange = onChange;
    this.#current = f;
    const section = panel.section('Query');
    const queries = Object.keys(QUERIES) as Query[];
    section.select({
      label: 'Query',
      options: queries
        .filter((query) => FUNCTIONS.some((g) => g.query === query))
        .map((value) => ({ value, label: QUERIES[value] })),
      value: f.query,
      onChange: (query) => {
        const [a, b] = this.#current.kinds;
        this.#choose(nearestFunction(query as Query, a, b));
        this.#buildFirst();
        this.#buildSecond();
      },
    });
    this.#first = section.group();
    this.#second = section.group();
    this.#note = section.note('');
    this.#buildFirst();
    this.#buildSecond();
    this.#note.set(noteOf(f));
  }

  #choose(f: PrimitiveFunction): void {
    this.#current = f;
    this.#note.set(noteOf(f));
    this.#onChange(f);
  }

  #buildFirst(): void {
    const { query, kinds } = this.#current;
    const own = FUNCTIONS.filter((f) => f.query === query);
    this.#first.clear();
    this.#first.select({
      label: 'A',
      options: options(own.map((f) => f.kinds[0])),
      value: kinds[0],
      onChange: (kind) => {
        const [, b] = this.#current.kinds;
        const possible = own.filter((f) => f.kinds[0] === kind);
        this.#choose(possible.find((f) => f.kinds[1] === b) ?? possible[0]);
        this.#buildSecond();
      },
    });
  }

  #buildSecond(): void {
    const { query, kinds } = this.#current;
    const possible = FUNCTIONS.filter((f) => f.query === query && f.kinds[0] === kinds[0]);
    this.#second.clear();
    this.#second.select({
      label: 'B',
      options: options(possible.map((f) => f.kinds[1])),
      value: kinds[1],
      onChange: (kind) => this.#choose(possible.find((f) => f.kinds[1] === kind)!),
    });
  }
}

function noteOf({ query, kinds }: PrimitiveFunction): string {
  return `${NOTES[query]}${kinds.includes('plane') ? (PLANE_NOTES[query] ?? '') : ''}`;
}

function options(kinds: readonly Kind[]): { value: Kind; label: string }[] {
  return [...new Set(kinds)].map((value) => ({ value, label: KINDS[value].label }));
}
