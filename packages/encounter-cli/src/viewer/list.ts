/** Which clashes the table shows, and in which order. Knows nothing about the page. */
import type { Clash, ReportPart } from 'encounter-models';
import { KINDS, STATUSES } from '../report/words.ts';

export type SortKey = 'kind' | 'parts' | 'size' | 'group' | 'status';

export interface ListState {
  /** Empty for all. */
  readonly kind: string;
  readonly status: string;
  readonly group: string;
  /** Words that must all occur in names, paths or files, or begin the id. */
  readonly text: string;
  readonly sort: SortKey;
  readonly descending: boolean;
}

/** Ids are hexadecimal digits: a shorter word would find them by chance. */
const ID_WORD = 4;

export const START: ListState = { kind: '', status: '', group: '', text: '', sort: 'kind', descending: false };

export class ClashList {
  readonly #clashes: readonly Clash[];
  /** In lower case, for the search. */
  readonly #texts: readonly string[];
  readonly #names: readonly string[];

  constructor(clashes: readonly Clash[], parts: ReadonlyMap<string, ReportPart>) {
    this.#clashes = clashes;
    const name = (id: string): string => parts.get(id)?.name || id;
    const text = (id: string): string => {
      const part = parts.get(id);
      return part === undefined ? id : `${part.name} ${part.path} ${part.file} ${id}`;
    };
    this.#names = clashes.map(({ a, b }) => `${name(a)} ${name(b)}`);
    this.#texts = clashes.map(({ a, b }) => `${text(a)} ${text(b)}`.toLowerCase());
  }

  /** Numbers of clashes. */
  view({ kind, status, group, text, sort, descending }: ListState): number[] {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const numbers = this.#clashes.flatMap((clash, number) =>
      (kind === '' || clash.kind === kind) &&
      (status === '' || clash.status === status) &&
      (group === '' || clash.group === Number(group)) &&
      words.every((word) => this.#texts[number].includes(word) || (word.length >= ID_WORD && clash.id.startsWith(word)))
        ? [number]
        : [],
    );
    const sign = descending ? -1 : 1;
    return numbers.sort((i, j) => sign * this.#compare(sort, i, j) || i - j);
  }

  #compare(sort: SortKey, i: number, j: number): number {
    const [a, b] = [this.#clashes[i], this.#clashes[j]];
    if (sort === 'group') return a.group - b.group;
    if (sort === 'status') return STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status);
    if (sort === 'size') return sizeOf(a) - sizeOf(b);
    if (sort === 'parts') return compareTexts(this.#names[i], this.#names[j]);
    return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || sizeOf(b) - sizeOf(a);
  }
}

/** Depths are positive, distances negative: the worst has the greatest. */
function sizeOf(clash: Clash): number {
  return clash.depth - clash.distance;
}

const collator = new Intl.Collator('en', { numeric: true });

function compareTexts(a: string, b: string): number {
  return collator.compare(a, b);
}
