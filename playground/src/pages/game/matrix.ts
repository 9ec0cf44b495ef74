/**
 * The response table as it is: classes by classes, each pair once, with what applies to it. Cells flash as they fire. The last class has no
 * column: all that would stand there is that two of it do nothing.
 */
import { el } from '../../shell/dom.ts';
import { prefersReducedMotion } from '../../shell/loop.ts';
import type { RuleName, Rules } from './rules.ts';
import { CLASSES, type ClassName } from './things.ts';

const COLUMNS = CLASSES.slice(0, -1);

export class Matrix {
  readonly element: HTMLTableElement;
  readonly #cells = new Map<string, HTMLTableCellElement>();
  readonly #counts = new Map<HTMLTableCellElement, number>();

  constructor(rules: Rules) {
    const rows = CLASSES.map((row, i) => {
      const cells = COLUMNS.map((column, j) =>
        j <= i ? this.#cell(rules, row, column) : el('td', { class: 'empty' }),
      );
      return el('tr', {}, el('th', { scope: 'row' }, row), ...cells);
    });
    const head = COLUMNS.map((name) => el('th', { scope: 'col' }, name));
    this.element = el(
      'table',
      { class: 'game-matrix' },
      el('caption', { class: 'visually-hidden' }, 'What happens when two classes meet'),
      el('thead', {}, el('tr', {}, el('td', { class: 'empty' }), ...head)),
      el('tbody', {}, ...rows),
    );
  }

  fire(a: ClassName, b: ClassName): void {
    const cell = this.#cells.get(keyOf(a, b));
    if (cell === undefined) return;
    const count = (this.#counts.get(cell) ?? 0) + 1;
    this.#counts.set(cell, count);
    cell.title = `fired ${count} ${count === 1 ? 'time' : 'times'}`;
    cell.classList.add('fired');
    if (prefersReducedMotion()) return;
    cell.animate([{ backgroundColor: 'color-mix(in srgb, var(--rule) 60%, var(--raised))' }, {}], {
      duration: 900,
      easing: 'ease-out',
    });
  }

  clear(): void {
    this.#counts.clear();
    for (const cell of this.#cells.values()) {
      cell.classList.remove('fired');
      cell.removeAttribute('title');
    }
  }

  #cell(rules: Rules, row: ClassName, column: ClassName): HTMLTableCellElement {
    const names = rules.between(row, column);
    const cell = el('td', {}, names.join(' ') || '–');
    cell.dataset['rule'] = names[0] ?? 'none';
    this.#cells.set(keyOf(row, column), cell);
    return cell;
  }
}

function keyOf(a: ClassName, b: ClassName): string {
  return CLASSES.indexOf(a) < CLASSES.indexOf(b) ? `${a} ${b}` : `${b} ${a}`;
}

/** What each rule does, for those who read the table. */
export const RULE_TEXTS: Readonly<Record<RuleName, string>> = {
  damage: 'the default: both bounce off and are damaged (depth)',
  explode: 'of every mine, instead: it takes the other with it (simple)',
  sweep: 'of sweepers and mines, instead: only the mine goes (simple)',
  split: 'of shots and rocks, instead: the rock breaks (witnessed)',
  collect: 'of ships and rings: for a while, the ship is a sweeper (simple)',
};
