/** Everything about runs but the kinds: pairs, ranges, ids, groups, rules, status, what is computed again, errors. */
import { describe, expect, it } from 'vitest';
import { boxPairs } from '../../src/clash/box-pairs.ts';
import { ClashRun, clash } from '../../src/clash/clash-run.ts';
import type { ClashReport, Finding } from '../../src/clash/report.ts';
import { type ClashOptions, type ClashRules, pattern } from '../../src/clash/rules.ts';
import type { Model, Part } from '../../src/model.ts';
import { box, IDENTITY, model, part, placed, prism, Rng, rotation, shapePart, shuffled, tube } from './solids.ts';

const SEED = 4711;

/** A hundred boxes and tubes thrown into a room, many of them flush. */
function scene(seed: number, count = 100): Part[] {
  const rng = new Rng(seed);
  const shared = part('shared', tube(0.5, 1, 8, 0, 2)).triangles;
  return Array.from({ length: count }, (_, i) => {
    const at = [0, 1, 2].map(() => rng.int(8) / 2);
    const move = [...IDENTITY.slice(0, 12), ...at, 1];
    if (i % 4 === 0)
      return part(`tube ${i}`, shared, move, { type: 'Pipe', layer: `${at[2]}`, path: ['pipes', `tube ${i}`] });
    const [w, d, h] = [0, 1, 2].map(() => (1 + rng.int(3)) / 2);
    return part(`box ${i}`, box(0, 0, 0, w, d, h), move, {
      type: 'Wall',
      layer: `${at[2]}`,
      path: ['walls', `box ${i}`],
    });
  });
}

const whole = (run: ClashRun): ClashReport => run.report(run.run(0, run.pairCount));
const kinds = (report: ClashReport) => report.clashes.map((c) => `${c.id} ${c.kind}`);

describe(`runs (seed ${SEED})`, () => {
  it('boxPairs finds what comparing all finds', () => {
    const rng = new Rng(SEED);
    for (const n of [0, 1, 2, 9, 300]) {
      const boxes = new Float64Array(6 * n);
      for (let i = 0; i < n; i++)
        for (let a = 0; a < 3; a++) {
          boxes[6 * i + a] = rng.int(10);
          boxes[6 * i + 3 + a] = boxes[6 * i + a] + rng.int(4) - (i % 7 === 0 ? 2 : 0);
        }
      const expected = new Set<string>();
      const isEmpty = (i: number) => [0, 1, 2].some((a) => boxes[6 * i + a] > boxes[6 * i + 3 + a]);
      for (let i = 0; i < n; i++)
        for (let j = i + 1; j < n; j++)
          if (
            !isEmpty(i) &&
            !isEmpty(j) &&
            [0, 1, 2].every((a) => boxes[6 * i + a] <= boxes[6 * j + 3 + a] && boxes[6 * j + a] <= boxes[6 * i + 3 + a])
          )
            expected.add(`${i} ${j}`);
      const found: string[] = [];
      boxPairs(boxes, (i, j) => found.push(`${Math.min(i, j)} ${Math.max(i, j)}`));
      expect(found.length).toBe(expected.size);
      expect(new Set(found)).toEqual(expected);
    }
  });

  it('the report does not depend on the order of parts and models, nor on the ranges', () => {
    const rng = new Rng(SEED, 1);
    const parts = scene(SEED);
    const models = [model('a.glb', parts.slice(0, 50)), model('b.glb', parts.slice(50))];
    const options: ClashOptions = { clearance: 0.25, self: true };
    const expected = clash(models, undefined, options);
    expect(expected.clashes.length).toBeGreaterThan(100);
    for (let k = 0; k < 3; k++) {
      const mixed = shuffled(models, rng).map((m) => ({ ...m, parts: shuffled(m.parts, rng) }));
      const run = new ClashRun(mixed, undefined, options);
      const findings: Finding[] = [];
      for (let from = 0; from < run.pairCount; ) {
        const to = Math.min(run.pairCount, from + 1 + rng.int(200));
        findings.push(...run.run(from, to));
        from = to;
      }
      // Results of a range may arrive twice, and in any order.
      const report = run.report(shuffled([...findings, ...findings.slice(0, 20)], rng));
      expect(JSON.stringify(report)).toBe(JSON.stringify(expected));
    }
  });

  it('findings are plain data', () => {
    const run = new ClashRun(model('a', scene(SEED)));
    const findings = run.run(0, run.pairCount);
    expect(JSON.parse(JSON.stringify(findings))).toEqual(findings);
  });

  it('ids, kinds and groups stay when the model is moved and turned', () => {
    const rng = new Rng(SEED, 2);
    const parts = scene(SEED);
    const expected = clash(model('a', parts));
    const far = [...IDENTITY.slice(0, 12), 1e6, -2e6, 3e6, 1];
    const moved = parts.map((p) => ({ ...p, transform: multiply(far, p.transform) }));
    const report = clash(model('a', moved));
    expect(kinds(report)).toEqual(kinds(expected));
    expect(report.clashes.map((c) => c.group)).toEqual(expected.clashes.map((c) => c.group));
    const turn = placed(rotation(rng), 1, [1, 2, 3]);
    const turned = parts.map((p) => ({ ...p, transform: multiply(turn, p.transform) }));
    expect(kinds(clash(model('a', turned)))).toEqual(kinds(expected));
  });

  it('between models if there are several, within if there is one, both with self', () => {
    const p = part('p', box(0, 0, 0, 1, 1, 1));
    const q = part('q', box(0.5, 0, 0, 2, 1, 1));
    const r = part('r', box(0, 0.5, 0, 1, 2, 1));
    expect(clash(model('a', [p, q])).clashes).toHaveLength(1);
    expect(clash([model('a', [p, q]), model('b', [r])]).clashes).toHaveLength(2);
    expect(clash([model('a', [p, q]), model('b', [r])], undefined, { self: true }).clashes).toHaveLength(3);
  });

  it('a part made by hand needs an id, a place and triangles; what else it lacks is as if empty', () => {
    const parts = [
      part('p', box(0, 0, 0, 1, 1, 1)),
      part('q', box(0.5, 0, 0, 2, 1, 1)),
      part('r', box(0, 0, 3, 1, 1, 4)),
    ];
    const byHand = { name: 'a', parts: parts.map(({ id, transform, triangles }) => ({ id, transform, triangles })) };
    const everything = { model: '*', name: '*', path: '*', type: '', layer: '' };
    for (const rules of [
      undefined,
      { rules: [{ a: everything, b: { path: 'q' } }], ignore: [{ a: { name: 'r' }, b: {} }] },
    ])
      expect(clash(byHand, rules)).toEqual(clash(model('a', parts), rules));
    expect(clash(byHand).clashes).toHaveLength(1);
    expect(clash([byHand, model('b', [part('s', box(0, 0, 0, 1, 1, 1))], { units: 'mm' })]).units).toBe('mm');
  });

  it('models of one name with equal part ids are told apart', () => {
    const near = model('same', [part('p', box(0, 0, 0, 1, 1, 1))]);
    const other = model('same', [part('p', box(0.5, 0, 0, 2, 1, 1))]);
    const report = clash([near, other]);
    expect(report.clashes).toHaveLength(1);
    expect(new Set(report.parts.map((p) => p.id)).size).toBe(2);
    expect(JSON.stringify(clash([other, near]))).toBe(JSON.stringify(report));
    // The same part twice: a duplicate, not a crash.
    expect(clash([near, near]).clashes.map((c) => c.kind)).toEqual(['duplicate']);
  });

  it('rules select by patterns, the first rule that matches counts, ignore is stronger', () => {
    const parts = [
      part('wall 1', box(0, 0, 0, 1, 1, 1), IDENTITY, { type: 'Wall', layer: 'EG', path: ['house', 'wall 1'] }),
      part('wall 2', box(0.5, 0, 0, 2, 1, 1), IDENTITY, { type: 'Wall', layer: 'OG', path: ['house', 'wall 2'] }),
      part('pipe 1', box(0, 0.5, 0, 1, 2, 1), IDENTITY, { type: 'Pipe', layer: 'EG', path: ['pipes', 'pipe 1'] }),
      part('pipe 2', box(3.05, 0, 0, 4, 1, 1), IDENTITY, { type: 'Pipe', layer: 'OG', path: ['pipes', 'pipe 2'] }),
    ];
    const found = (rules: ClashRules, options?: ClashOptions) =>
      clash(model('m.ifc', parts), rules, options)
        .clashes.map((c) => [c.a, c.b].sort().join('+'))
        .sort();
    expect(found({ rules: [{ a: {}, b: {} }] })).toEqual(['pipe 1+wall 1', 'pipe 1+wall 2', 'wall 1+wall 2']);
    expect(found({ rules: [{ a: { type: 'Wall' }, b: { type: 'P*' } }] })).toEqual(['pipe 1+wall 1', 'pipe 1+wall 2']);
    expect(found({ rules: [{ a: { type: 'P*' }, b: { type: 'Wall' } }] })).toEqual(['pipe 1+wall 1', 'pipe 1+wall 2']);
    expect(found({ rules: [{ a: { name: ['wall ?'] }, b: { name: ['wall ?'] } }] })).toEqual(['wall 1+wall 2']);
    expect(found({ rules: [{ a: { path: 'house/*', layer: 'EG' }, b: {} }] })).toEqual([
      'pipe 1+wall 1',
      'wall 1+wall 2',
    ]);
    expect(found({ rules: [{ a: { model: '*.ifc' }, b: { model: '*.glb' } }] })).toEqual([]);
    expect(found({ rules: [{ a: {}, b: {} }], ignore: [{ a: { type: 'Wall' }, b: { type: 'Wall' } }] })).toEqual([
      'pipe 1+wall 1',
      'pipe 1+wall 2',
    ]);
    expect(
      found({
        rules: [
          { a: { type: 'Wall' }, b: { type: 'Wall' }, kinds: ['touch'] },
          { a: {}, b: {} },
        ],
      }),
    ).toEqual(['pipe 1+wall 1', 'pipe 1+wall 2']);
    expect(found({ rules: [{ a: { name: 'pipe 2' }, b: {}, clearance: 1.5 }] })).toEqual(['pipe 2+wall 2']);
    expect(
      found({ rules: [{ a: { name: 'wall 1' }, b: { name: 'wall 2' }, tolerance: 0.6, kinds: ['touch'] }] }),
    ).toEqual(['wall 1+wall 2']);
    expect(found({ rules: [] })).toEqual([]);
  });

  it('patterns', () => {
    expect(pattern('a*b?d')('aXXbcd')).toBe(true);
    expect(pattern('a*b?d')('abd')).toBe(false);
    expect(pattern('*')('')).toBe(true);
    expect(pattern('')('x')).toBe(false);
    // A pattern that backtracking would take years for.
    expect(pattern('a*a*a*a*a*a*a*a*a*a*a*b')('a'.repeat(5000))).toBe(false);
  });

  it('a second run takes over the status', () => {
    const parts = [
      part('p', box(0, 0, 0, 1, 1, 1)),
      part('q', box(0.5, 0, 0, 2, 1, 1)),
      part('r', box(0, 0.5, 0, 1, 2, 1)),
    ];
    const first = clash(model('m', parts));
    expect(first.clashes.map((c) => c.status)).toEqual(['new', 'new', 'new']);
    const edited: ClashReport = {
      ...first,
      clashes: first.clashes.map((c, i) => ({ ...c, status: i === 0 ? 'approved' : c.status })),
    };
    const second = clash(model('m', parts), undefined, { previous: edited });
    expect(second.clashes.map((c) => c.status)).toEqual(['approved', 'active', 'active']);
    // A touch where there was an overlap is the same clash.
    const eased = clash(model('m', [parts[0], part('q', box(1, 0, 0, 2, 1, 1)), parts[2]]), undefined, {
      previous: second,
    });
    expect(eased.clashes.map((c) => c.id)).toEqual(second.clashes.map((c) => c.id));
    expect(eased.clashes.map((c) => c.status)).toEqual(second.clashes.map((c) => c.status));
    expect(eased.clashes.map((c) => c.kind).sort()).toEqual(['hard', 'touch', 'touch']);
    // What is gone is resolved and stays in the report, with its parts; what comes back is new.
    const gone = clash(model('m', [parts[0], parts[1]]), undefined, { previous: second });
    expect(gone.clashes.filter((c) => c.status === 'resolved')).toHaveLength(2);
    expect(gone.parts.map((p) => p.id)).toEqual(['p', 'q', 'r']);
    const back = clash(model('m', parts), undefined, { previous: gone });
    expect(back.clashes.filter((c) => c.status === 'new')).toHaveLength(2);
  });

  it('a second run computes only what changed, with the result of a full run', () => {
    const parts = scene(SEED, 200);
    const first = clash(model('m', parts), undefined, { clearance: 0.25 });
    const again = new ClashRun(model('m', parts), undefined, { clearance: 0.25, previous: first });
    const same = whole(again);
    expect(again.computed).toBe(0);
    expect(kinds(same)).toEqual(kinds(first));

    const moved = [...parts];
    moved[17] = { ...parts[17], transform: Float64Array.from([...IDENTITY.slice(0, 12), 1.25, 1.5, 1.75, 1]) };
    const run = new ClashRun(model('m', moved), undefined, { clearance: 0.25, previous: first });
    const report = whole(run);
    expect(run.computed).toBeGreaterThan(0);
    expect(run.computed).toBeLessThan(run.pairCount / 10);
    const { settings: _settings, ...without } = first;
    const full = new ClashRun(model('m', moved), undefined, { clearance: 0.25, previous: without });
    expect(JSON.stringify(whole(full))).toBe(JSON.stringify(report));
    expect(full.computed).toBe(full.pairCount);

    // Other settings make everything new.
    const other = new ClashRun(model('m', parts), undefined, { clearance: 0.3, previous: first });
    other.run(0, other.pairCount);
    expect(other.computed).toBe(other.pairCount);
  });

  it('groups are neighbouring clashes that share a part', () => {
    const beam = part('beam', box(0, 0, 0, 20, 1, 1));
    const posts = [0, 1, 15, 16].map((x) => part(`post ${x}`, box(x, 0.25, -1, x + 0.5, 0.75, 0.5)));
    const apart = [part('x', box(0, 50, 0, 1, 51, 1)), part('y', box(0.5, 50, 0, 2, 51, 1))];
    const { clashes } = clash(model('m', [beam, ...posts, ...apart]));
    const groupOf = (id: string) => clashes.find((c) => c.a === id || c.b === id)?.group;
    expect(groupOf('post 0')).toBe(groupOf('post 1'));
    expect(groupOf('post 15')).toBe(groupOf('post 16'));
    expect(groupOf('post 0')).not.toBe(groupOf('post 15'));
    expect(new Set(clashes.map((c) => c.group))).toEqual(new Set([1, 2, 3]));
  });

  it('exact shapes are what the file says, not their triangles', () => {
    const at = (x: number, y: number, z: number) => [...IDENTITY.slice(0, 12), x, y, z, 1];
    const kind = (p: Part, q: Part, options?: ClashOptions) =>
      clash([model('a', [p]), model('b', [q])], undefined, options).clashes[0]?.kind ?? null;
    const ball = shapePart('ball', { kind: 'sphere', radius: 1 });
    expect(kind(ball, shapePart('b', { kind: 'sphere', radius: 1 }, at(2, 0, 0)))).toBe('touch');
    expect(kind(ball, shapePart('b', { kind: 'sphere', radius: 1 }, at(1.999, 0, 0)))).toBe('hard');
    expect(kind(ball, shapePart('b', { kind: 'sphere', radius: 1 }))).toBe('duplicate');
    expect(kind(ball, shapePart('b', { kind: 'sphere', radius: 0.5 }, at(0.5, 0, 0)))).toBe('contained');
    expect(kind(ball, shapePart('b', { kind: 'box', size: [2, 2, 2] }, at(2, 0, 0)))).toBe('touch');
    expect(kind(ball, part('b', box(-2, -2, -2, 2, 2, 2)))).toBe('contained');
    expect(kind(ball, part('b', box(1.01, -1, -1, 2, 1, 1)), { clearance: 0.02 })).toBe('clearance');
    const rod = shapePart('rod', { kind: 'cylinder', radius: 0.5, height: 4 });
    expect(kind(rod, shapePart('b', { kind: 'cylinder', radius: 0.5, height: 4 }))).toBe('duplicate');
    expect(kind(rod, shapePart('b', { kind: 'cylinder', radius: 0.5, height: 2 }, at(0, 1, 0)))).toBe('contained');
    expect(kind(rod, shapePart('b', { kind: 'cylinder', radius: 0.5, height: 4 }, at(0, 4, 0)))).toBe('touch');
    expect(kind(rod, shapePart('b', { kind: 'cone', radius: 0.5, height: 4 }))).toBe('contained');
    // A rod in a square hole touches it on four sides, although it cannot be moved out sideways.
    const hole = tube(Math.SQRT1_2, 2, 4, -1, 1);
    const lying = placed(
      [
        [1, 0, 0],
        [0, 0, -1],
        [0, 1, 0],
      ],
      1,
      [0, 0, 0],
    );
    expect(kind(shapePart('rod', { kind: 'cylinder', radius: 0.5, height: 4 }, lying), part('b', hole))).toBe('touch');
    expect(kind(shapePart('rod', { kind: 'cylinder', radius: 0.51, height: 4 }, lying), part('b', hole))).toBe('hard');
    expect(kind(shapePart('rod', { kind: 'cylinder', radius: 0.4, height: 4 }, lying), part('b', hole))).toBe(null);
    expect(kind(shapePart('tip', { kind: 'sphere', radius: 0.1 }, at(1, 0, 0)), part('b', hole))).toBe('contained');
  });

  it('a tolerance of a millimetre forgives a millimetre', () => {
    const kind = (x: number) =>
      clash(
        [model('a', [part('p', box(0, 0, 0, 1, 1, 1))]), model('b', [part('q', box(x, 0, 0, 2, 1, 1))])],
        undefined,
        { tolerance: 0.001, clearance: 0.01 },
      ).clashes[0]?.kind ?? null;
    expect(kind(0.9989)).toBe('hard');
    expect(kind(0.9991)).toBe('touch');
    expect(kind(1.0009)).toBe('touch');
    expect(kind(1.0011)).toBe('clearance');
    expect(kind(1.02)).toBe(null);
  });

  it('a tolerance of a millimetre forgives a peg that is half a millimetre too wide', () => {
    const plate = prism(
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
      ],
      0,
      1,
      [
        [
          [1, 1],
          [1, 3],
          [3, 3],
          [3, 1],
        ],
      ],
    );
    const kind = (wider: number, by: readonly number[]) =>
      clash(
        [
          model('a', [part('p', plate, by)]),
          model('b', [part('q', box(1 - wider, 1 - wider, -1, 3 + wider, 3 + wider, 2), by)]),
        ],
        undefined,
        { tolerance: 0.001, clearance: 0.01 },
      ).clashes[0]?.kind ?? null;
    const rng = new Rng(SEED, 3);
    for (const by of [IDENTITY, placed(rotation(rng), 1, [1, 2, 3]), placed(rotation(rng), 1, [1e6, 1e6, 1e6])]) {
      expect(kind(0.0005, by)).toBe('touch');
      // The edges of the peg are √2 times as deep as its faces.
      expect(kind(0.0007, by)).toBe('touch');
      expect(kind(0.00072, by)).toBe('hard');
      expect(kind(0.01, by)).toBe('hard');
      expect(kind(-0.0009, by)).toBe('touch');
      expect(kind(-0.0011, by)).toBe('clearance');
      expect(kind(-0.02, by)).toBe(null);
    }
  });

  it('units are converted, and unknown ones refused', () => {
    const metres = model('a', [part('p', box(0, 0, 0, 1, 1, 1))], { units: 'm' });
    const millimetres = model('b', [part('q', box(1000, 0, 0, 2000, 1000, 1000))], { units: 'mm' });
    const report = clash([metres, millimetres]);
    expect(report.units).toBe('m');
    expect(report.clashes.map((c) => c.kind)).toEqual(['touch']);
    expect(() => clash([metres, model('c', [], { units: 'parsec' })])).toThrow(/"parsec" of "c"/);
  });

  it('empty models, empty parts, points and lines', () => {
    expect(clash([]).clashes).toEqual([]);
    const nothing = part('n', { positions: new Float32Array(0), indices: new Uint32Array(0) });
    const solid = part('p', box(0, 0, 0, 1, 1, 1));
    expect(clash(model('m', [nothing, solid])).clashes).toEqual([]);
    const cloud = (x: number) =>
      part('c', {
        positions: Float64Array.of(x, 0.5, 0.5, 5, 5, 5),
        indices: new Uint32Array(0),
        points: Uint32Array.of(0, 1),
      });
    expect(clash(model('m', [cloud(0.5), solid])).clashes.map((c) => c.kind)).toEqual(['hard']);
    expect(clash(model('m', [cloud(1), solid])).clashes.map((c) => c.kind)).toEqual(['touch']);
    expect(clash(model('m', [cloud(2), solid])).clashes).toEqual([]);
    const line = part('l', {
      positions: Float64Array.of(-1, 0.5, 0.5, 2, 0.5, 0.5),
      indices: new Uint32Array(0),
      segments: Uint32Array.of(0, 1),
    });
    expect(clash(model('m', [line, solid])).clashes.map((c) => c.kind)).toEqual(['hard']);
    const edge = part('l', {
      positions: Float64Array.of(-1, 0, 0, 2, 0, 0),
      indices: new Uint32Array(0),
      segments: Uint32Array.of(0, 1),
    });
    expect(clash(model('m', [edge, solid])).clashes.map((c) => c.kind)).toEqual(['touch']);
  });

  it('errors name what is wrong', () => {
    const m = model('m', [part('p', box(0, 0, 0, 1, 1, 1))]);
    const bad = (rules: unknown, options?: unknown) => () => clash(m, rules as ClashRules, options as ClashOptions);
    expect(bad(undefined, { clearence: 1 })).toThrow(/unknown property 'clearence'/);
    expect(bad(undefined, { clearance: -1 })).toThrow(/clearance must be a length of at least 0, got -1/);
    expect(bad(undefined, { tolerance: Number.NaN })).toThrow(/tolerance .* NaN/);
    expect(bad(undefined, { kinds: ['soft'] })).toThrow(/"soft"/);
    expect(bad(undefined, { kinds: ['clearance'] })).toThrow('kinds asks for clearances only');
    expect(bad({ rules: [{ a: {}, b: {}, kinds: ['clearance'] }] }, {})).toThrow('rules.rules[0].kinds asks for');
    expect(bad({ rules: [{ a: {}, b: {}, kinds: ['clearance'], clearance: 1 }] }, {})).not.toThrow();
    expect(bad(undefined, { previous: { version: 2 } })).toThrow(/previous.version must be 1, got 2/);
    expect(bad({ rule: [] })).toThrow(/unknown property 'rule'/);
    expect(bad({ rules: [{ a: { nam: 'x' }, b: {} }] })).toThrow(/unknown property 'nam' of rules.rules\[0\].a/);
    expect(bad({ rules: [{ a: {} }] })).toThrow(/rules.rules\[0\].b must be an object/);
    expect(bad({ rules: [{ a: { name: 3 }, b: {} }] })).toThrow(/rules.rules\[0\].a.name/);
    expect(() => clash(null as unknown as Model)).toThrow(/models must be a model/);
    expect(() => new ClashRun(m).run(0, 1)).toThrow(/to must be a whole number from 0 to 0, got 1/);
    const nan = part('n', {
      positions: Float64Array.of(0, 0, 0, 1, 0, Number.NaN, 0, 1, 0),
      indices: Uint32Array.of(0, 1, 2),
    });
    expect(() => clash(model('m', [nan]))).toThrow(/"n" has a coordinate that is not a finite number/);
  });
});

function multiply(p: readonly number[], q: ArrayLike<number>): Float64Array {
  const out = new Float64Array(16);
  for (let c = 0; c < 4; c++)
    for (let r = 0; r < 4; r++) for (let k = 0; k < 4; k++) out[4 * c + r] += p[4 * k + r] * q[4 * c + k];
  return out;
}
