/**
 * The parts of all models in one order that depends neither on the order of the models nor on that of their parts: by file and id.
 * Each part has a key, which ids of clashes are made of, and an id that is unique in the report.
 */

import type { ExactShape, Triangles } from '../model.ts';
import { metresPer } from '../units.ts';
import { show, wrong } from './check.ts';
import type { ClashModel, ClashPart } from './clash-model.ts';
import { Hash } from './hash.ts';

export interface Entry {
  readonly part: ClashPart;
  readonly file: string;
  /** The number of its model among those given. */
  readonly model: number;
  /** What lengths of the model are multiplied by to be in the units of the report. */
  readonly scale: number;
  /** File and id; if several parts have the same, then also a number, by their geometry and place. */
  readonly key: string;
  /** Unique in the report: the id of the part, with the file before it where several parts have that id. */
  readonly id: string;
}

/** The units of the report, and what the lengths of each model are multiplied by: models in different units are taken to metres. */
export function commonUnits(models: readonly ClashModel[]): { units: string; scales: number[] } {
  const named = [...new Set(models.map(({ units = '' }) => units).filter((u) => u !== ''))];
  if (named.length <= 1) return { units: named[0] ?? '', scales: models.map(() => 1) };
  const scales = models.map(({ units = '', name }) => {
    if (units === '') return 1;
    const metres = metresPer(units);
    if (metres === undefined)
      throw new RangeError(
        `the units ${show(units)} of ${show(name)} cannot be converted, and other models have ${named
          .filter((u) => u !== units)
          .map(show)
          .join(', ')}`,
      );
    return metres;
  });
  return { units: 'm', scales };
}

/** A hash of what a part is and where. Parts that share triangles share the work. */
export class PartHashes {
  readonly #triangles = new Map<Triangles, string>();

  of({ part, scale }: Pick<Entry, 'part' | 'scale'>): string {
    const hash = new Hash().text(this.#geometry(part.triangles)).numbers(part.transform).numbers([scale]);
    const { shape = null } = part;
    if (shape !== null) hash.text(JSON.stringify([shape.kind, ...sizes(shape)]));
    return hash.toString();
  }

  #geometry(triangles: Triangles): string {
    let found = this.#triangles.get(triangles);
    if (found === undefined) {
      const { positions, indices, segments, points } = triangles;
      const hash = new Hash().numbers(positions);
      for (const list of [indices, segments ?? EMPTY, points ?? EMPTY]) {
        hash.word(list.length);
        for (let i = 0; i < list.length; i++) hash.word(list[i]);
      }
      found = hash.toString();
      this.#triangles.set(triangles, found);
    }
    return found;
  }
}

const EMPTY: Uint32Array = /* #__PURE__ */ new Uint32Array(0);

function sizes(shape: ExactShape): number[] {
  if (shape.kind === 'box') return [...shape.size];
  return shape.kind === 'sphere' ? [shape.radius] : [shape.radius, shape.height];
}

/** All parts, sorted by their keys. */
export function sortedEntries(models: readonly ClashModel[], scales: readonly number[], hashes: PartHashes): Entry[] {
  const found: { part: ClashPart; file: string; model: number; scale: number; key: string }[] = [];
  for (let m = 0; m < models.length; m++) {
    const { name, parts } = models[m];
    if (typeof name !== 'string') wrong(`models[${m}].name`, 'be a text', name);
    if (!Array.isArray(parts)) wrong(`models[${m}].parts`, 'be a list', parts);
    for (const part of parts) found.push({ part, file: name, model: m, scale: scales[m], key: `${name}\n${part.id}` });
  }
  found.sort((p, q) => (p.key < q.key ? -1 : p.key > q.key ? 1 : 0));

  // Parts of one key are told apart by what and where they are, so that their order does not matter.
  for (let i = 0; i < found.length; ) {
    let j = i + 1;
    while (j < found.length && found[j].key === found[i].key) j++;
    if (j > i + 1) {
      const same = found.slice(i, j).map((entry) => ({ entry, hash: hashes.of(entry) }));
      same.sort((p, q) => (p.hash < q.hash ? -1 : p.hash > q.hash ? 1 : p.entry.model - q.entry.model));
      for (let k = 0; k < same.length; k++) {
        found[i + k] = same[k].entry;
        if (k > 0) found[i + k].key += `\n${k + 1}`;
      }
    }
    i = j;
  }

  const times = new Map<string, number>();
  for (const { part } of found) times.set(part.id, (times.get(part.id) ?? 0) + 1);
  const taken = new Set<string>();
  return found.map((entry) => {
    const { part, file, key } = entry;
    let id = times.get(part.id) === 1 ? part.id : `${file}:${part.id}`;
    // Only where several models have one name.
    const number = key.slice(file.length + part.id.length + 2);
    if (number !== '') id += `:${number}`;
    while (taken.has(id)) id += "'";
    taken.add(id);
    return { ...entry, id };
  });
}

/** The id of a clash: the same for the same two parts, whichever comes first and wherever they are. */
export function clashId(p: Entry, q: Entry): string {
  const [first, second] = p.key < q.key ? [p, q] : [q, p];
  return new Hash().text(first.key).text(second.key).toString();
}
