/** The table of pairs against a Map with strings as keys. */
import { describe, expect, it } from 'vitest';
import { PairTable } from '../../src/broad/pair-table.ts';
import { Rng } from '../support/rng.ts';

const keyOf = (p: number, q: number): string => `${Math.min(p, q)},${Math.max(p, q)}`;

/** The dense array holds what the model says, each pair once and found where it is. */
function check(table: PairTable, model: Map<string, number>): void {
  expect(table.count).toBe(model.size);
  for (let i = 0; i < table.count; i++) {
    const [p, q] = [table.first[i], table.second[i]];
    if (!(p < q)) throw new Error(`pair ${i} is not in order: ${p}, ${q}`);
    if (table.indexOf(p, q) !== i || table.indexOf(q, p) !== i) throw new Error(`pair ${i} is not found at its place`);
    if (model.get(keyOf(p, q)) !== i) throw new Error(`pair ${i} is not where the results said`);
  }
}

describe('PairTable', () => {
  for (const [seed, proxies, operations] of [
    [1, 6, 2000],
    [2, 40, 20000],
    [3, 3000, 20000],
    [4, 1 << 24, 5000],
  ])
    it(`seed ${seed}: ${operations} operations on ${proxies} proxies`, () => {
      const random = new Rng(seed);
      const table = new PairTable();
      /** Index by pair, kept from the results alone. */
      const model = new Map<string, number>();
      const names: string[] = [];
      for (let step = 0; step < operations; step++) {
        // Grows and shrinks in turn.
        const growing = step % (operations / 4) < operations / 6;
        const known = model.size > 0 && random.next() < (growing ? 0.2 : 0.8);
        const p = known ? Number(random.pick(names).split(',')[0]) : random.int(proxies);
        let q = random.int(proxies);
        if (known) {
          const [a, b] = random.pick(names).split(',').map(Number);
          q = a === p ? b : a;
        }
        if (p === q) continue;
        const key = keyOf(p, q);
        if (random.next() < (growing ? 0.8 : 0.3)) {
          const index = table.add(p, q);
          if (model.has(key)) expect(index).toBe(-1);
          else {
            expect(index).toBe(model.size);
            model.set(key, index);
            names[index] = key;
          }
        } else {
          const index = table.remove(q, p);
          expect(index).toBe(model.get(key) ?? -1);
          if (index >= 0) {
            // The last one moves into the gap.
            const last = names.pop()!;
            model.delete(key);
            if (last !== key) {
              names[index] = last;
              model.set(last, index);
            }
          }
        }
        if (step % 997 === 0) check(table, model);
      }
      check(table, model);
      for (const key of [...names]) table.remove(...(key.split(',').map(Number) as [number, number]));
      expect(table.count).toBe(0);
      for (const key of names) expect(table.indexOf(...(key.split(',').map(Number) as [number, number]))).toBe(-1);
    });

  it('takes regular proxies: rows, columns, neighbours', () => {
    for (const other of [(): number => 100000, (i: number): number => i + 1, (i: number): number => 2 * i + 1]) {
      const table = new PairTable();
      let wrong = 0;
      for (let i = 0; i < 30000; i++) if (table.add(i, other(i)) !== i) wrong++;
      for (let i = 29999; i >= 0; i--) if (table.remove(other(i), i) !== i) wrong++;
      expect([wrong, table.count]).toEqual([0, 0]);
    }
  });
});
