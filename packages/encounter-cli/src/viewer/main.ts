/** The page of the HTML report: table, filters, details and keys around the 3D view. Bundled by the build and put into each report. */
import type { Clash, ReportPart } from 'encounter-models';
import { capitalised, KINDS, length, measure, STATUSES } from '../report/words.ts';
import { ClashList, type ListState, type SortKey, START } from './list.ts';
import { Stage, type StageColors } from './stage.ts';
import { pageData, unpackDrawing } from './unpack.ts';

/** Rows that are made at once; a button asks for more. */
const ROWS = 300;

const get = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

const data = pageData();
const { clashes, units } = data;
const parts = new Map<string, ReportPart>(data.parts.map((part) => [part.id, part]));
const list = new ClashList(clashes, parts);
const calm = matchMedia('(prefers-reduced-motion: reduce)');

let state: ListState = START;
let shown: number[] = [];
let limit = ROWS;
let selected: number | null = null;
let stage: Stage | null = null;

const body = get<HTMLTableSectionElement>('rows');

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  made.append(...inside);
  return made;
}

function nameOf(id: string): string {
  return parts.get(id)?.name.trim() || id;
}

/** Without the name of the part itself, which stands above it. */
function placeOf(id: string): string {
  const part = parts.get(id);
  if (part === undefined) return '';
  const path = part.path.endsWith(part.name) ? part.path.slice(0, -part.name.length).replace(/\/$/, '') : part.path;
  return path === '' ? part.file : `${part.file} · ${path.replaceAll('/', ' / ')}`;
}

function fillSelect(id: string, values: readonly (readonly [string, string])[]): void {
  get<HTMLSelectElement>(id).append(...values.map(([value, text]) => new Option(text, value)));
}

function counted<T>(values: readonly T[], of: (clash: Clash) => T): (readonly [T, number])[] {
  const counts = new Map<T, number>();
  for (const clash of clashes) counts.set(of(clash), (counts.get(of(clash)) ?? 0) + 1);
  return values.filter((value) => counts.has(value)).map((value) => [value, counts.get(value)!] as const);
}

function row(number: number): HTMLTableRowElement {
  const clash = clashes[number];
  const pick = make(
    'button',
    'pick',
    make('span', 'name a', nameOf(clash.a)),
    make('span', 'place', placeOf(clash.a)),
    make('span', 'name b', nameOf(clash.b)),
    make('span', 'place', placeOf(clash.b)),
  );
  pick.type = 'button';
  const made = make(
    'tr',
    '',
    make('td', '', make('span', `kind ${clash.kind}`, clash.kind)),
    make('td', 'parts', pick),
    make('td', 'size', measure(clash, units)),
    make('td', 'group wide', String(clash.group)),
    make('td', 'status wide', clash.status),
  );
  made.dataset['number'] = String(number);
  if (number === selected) mark(made, true);
  return made;
}

function mark(made: HTMLTableRowElement, on: boolean): void {
  made.classList.toggle('selected', on);
  const pick = made.querySelector('button')!;
  if (on) pick.setAttribute('aria-current', 'true');
  else pick.removeAttribute('aria-current');
}

function rowOf(number: number | null): HTMLTableRowElement | null {
  return number === null ? null : body.querySelector(`tr[data-number="${number}"]`);
}

function renderRows(): void {
  shown = list.view(state);
  body.replaceChildren(...shown.slice(0, limit).map(row));
  get('more').hidden = shown.length <= limit;
  get('count').textContent =
    shown.length === clashes.length ? `${clashes.length} clashes` : `${shown.length} of ${clashes.length} clashes`;
  get('none').hidden = shown.length > 0;
  for (const header of document.querySelectorAll<HTMLElement>('th[data-sort]')) {
    const sorted = header.dataset['sort'] === state.sort;
    header.setAttribute('aria-sort', sorted ? (state.descending ? 'descending' : 'ascending') : 'none');
  }
}

function change(next: Partial<ListState>): void {
  state = { ...state, ...next };
  limit = ROWS;
  renderRows();
}

function entry(term: string, ...inside: (Node | string)[]): Node[] {
  return [make('dt', '', term), make('dd', '', ...inside)];
}

function renderDetails(): void {
  const box = get('details');
  document.body.classList.toggle('has-selection', selected !== null);
  if (selected === null) {
    box.replaceChildren(
      make('p', 'hint', clashes.length > 0 ? 'Choose a clash to fly to it.' : 'There are no clashes.'),
    );
    return;
  }
  const clash = clashes[selected];
  const point = (p: readonly number[]): string => p.map((x) => length(x, '')).join(', ');
  const bound = clash.exact ? '' : ' (a bound)';
  box.replaceChildren(
    make('h2', '', make('span', `kind ${clash.kind}`, clash.kind), ` ${measure(clash, units)}${bound}`),
    make(
      'dl',
      '',
      ...entry('A', make('span', 'name a', nameOf(clash.a)), make('span', 'place', placeOf(clash.a))),
      ...entry('B', make('span', 'name b', nameOf(clash.b)), make('span', 'place', placeOf(clash.b))),
      ...entry('At', point(clash.pointA)),
      ...entry('Normal', point(clash.normal)),
      ...entry('Group', `${clash.group}, ${clash.status}`),
      ...entry('Id', make('code', '', clash.id)),
    ),
  );
}

/** `focus`: also move the keyboard to its row. */
async function select(number: number | null, { focus = false, fly = true } = {}): Promise<void> {
  const before = rowOf(selected);
  if (before !== null) mark(before, false);
  selected = number;
  if (number !== null && focus) {
    const place = shown.indexOf(number);
    if (place >= limit) {
      limit = place + ROWS;
      renderRows();
    }
  }
  const now = rowOf(number);
  if (now !== null) {
    mark(now, true);
    now.scrollIntoView({ block: 'nearest' });
    if (focus) now.querySelector('button')!.focus({ preventScroll: true });
  }
  renderDetails();
  const hash = number === null ? '' : `#clash=${encodeURIComponent(clashes[number].id)}`;
  if (!snapshot && location.hash !== hash) history.replaceState(null, '', hash || location.pathname + location.search);
  await stage?.show(number, fly && !calm.matches);
}

/** The one after or before the selected one, in the order of the table. */
function step(by: 1 | -1, focus: boolean): void {
  if (shown.length === 0) return;
  const place = selected === null ? -1 : shown.indexOf(selected);
  const next = place < 0 ? (by > 0 ? 0 : shown.length - 1) : Math.min(shown.length - 1, Math.max(0, place + by));
  void select(shown[next], { focus });
}

function colors(): StageColors {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string): string => style.getPropertyValue(name).trim();
  return {
    background: value('--stage'),
    part: value('--part'),
    a: value('--a'),
    b: value('--b'),
    mark: value('--mark'),
  };
}

function listen(): void {
  get('filters').addEventListener('submit', (event) => event.preventDefault());
  for (const name of ['kind', 'status', 'group'] as const)
    get<HTMLSelectElement>(name).addEventListener('change', (event) =>
      change({ [name]: (event.target as HTMLSelectElement).value }),
    );
  get<HTMLInputElement>('text').addEventListener('input', (event) =>
    change({ text: (event.target as HTMLInputElement).value }),
  );
  for (const header of document.querySelectorAll<HTMLElement>('th[data-sort]'))
    header.querySelector('button')!.addEventListener('click', () => {
      const sort = header.dataset['sort'] as SortKey;
      change({ sort, descending: sort === state.sort && !state.descending });
    });
  get('more').addEventListener('click', () => {
    limit += ROWS;
    renderRows();
  });
  body.addEventListener('click', (event) => {
    const at = (event.target as HTMLElement).closest('tr');
    if (at !== null) void select(Number(at.dataset['number']));
  });
  body.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    step(event.key === 'ArrowDown' ? 1 : -1, true);
  });
  get('next').addEventListener('click', () => step(1, false));
  get('previous').addEventListener('click', () => step(-1, false));
  get('all').addEventListener('click', () => void select(null));
  get('view').addEventListener('keydown', (event) => {
    const turn = {
      ArrowLeft: [-0.15, 0, 1],
      ArrowRight: [0.15, 0, 1],
      ArrowUp: [0, 0.15, 1],
      ArrowDown: [0, -0.15, 1],
    }[event.key];
    const zoom = { '+': [0, 0, 0.85], '=': [0, 0, 0.85], '-': [0, 0, 1 / 0.85] }[event.key];
    const move = turn ?? zoom;
    if (move === undefined || stage === null) return;
    event.preventDefault();
    stage.turn(move[0], move[1], move[2]);
  });
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && selected !== null) void select(null);
  });
  addEventListener('hashchange', () => void selectFromAddress());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    stage?.setColors(colors());
    void stage?.show(selected, false);
  });
}

function numberOf(id: string): number | null {
  const found = clashes.findIndex((clash) => clash.id === id);
  return found < 0 ? null : found;
}

async function selectFromAddress(): Promise<void> {
  const id = new URLSearchParams(location.hash.slice(1)).get('clash');
  if (id !== null) await select(numberOf(id), { fly: false });
}

async function openStage(): Promise<void> {
  const canvas = get<HTMLCanvasElement>('view');
  try {
    stage = new Stage(canvas, data, await unpackDrawing(data.parts), colors());
  } catch (error) {
    const sentence = `The 3D view needs WebGL, and there is none here (${error instanceof Error ? error.message : error}).`;
    canvas.replaceWith(make('p', 'hint no-view', sentence));
    return;
  }
  const around = canvas.parentElement!;
  const fit = (): void => stage!.resize(around.clientWidth, around.clientHeight);
  new ResizeObserver(fit).observe(around);
  fit();
  await stage.show(null, false);
}

/** Only the view, for the pictures in BCF files. */
const snapshot = location.hash === '#snapshot';
document.body.classList.toggle('snapshot', snapshot);

fillSelect(
  'kind',
  counted(KINDS, (clash) => clash.kind).map(([kind, n]) => [kind, `${capitalised(kind)} (${n})`]),
);
fillSelect(
  'status',
  counted(STATUSES, (clash) => clash.status).map(([status, n]) => [status, `${capitalised(status)} (${n})`]),
);
const groups = [...new Set(clashes.map((clash) => clash.group))].sort((a, b) => a - b);
fillSelect(
  'group',
  counted(groups, (clash) => clash.group).map(([group, n]) => [String(group), `Group ${group} (${n})`]),
);
listen();
renderRows();
renderDetails();
const ready = openStage().then(() => (snapshot ? undefined : selectFromAddress()));

declare global {
  interface Window {
    /** For tests and snapshots. */
    encounterReport: unknown;
  }
}
window.encounterReport = {
  ready,
  show: async (id: string) => {
    await ready;
    await select(numberOf(id), { fly: false });
    // Two frames: one to draw, one to be sure that it was.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  },
  state: () => ({ selected: selected === null ? null : clashes[selected].id, rows: shown.length, ...stage?.view }),
};
