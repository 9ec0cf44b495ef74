/**
 * Impacts of moving vertices against exact rational arithmetic.
 *
 *   node packages/encounter/test/fuzz/impact-fuzz.mjs [--random=100000] [--contrived=20000] [--seed=1] [--only=name:i]
 *
 * Counts impacts that are missed, times that are late, and times at which the exact distance is above the tolerance; both kinds of
 * query take turns. Prints by family how many have an impact, the largest distance at a reported time, and mean and slowest time. A
 * case depends on the seed, its family and its number only. Exit code 1 on failures.
 */
import * as primitives from '../../dist/primitives/index.js';
import { args, load, seed } from './harness.mjs';

const { Rng } = await load('support/rng.ts');
const { ExactImpact } = await load('support/impact-reference.ts');
const { RANDOM, CONTRIVED } = await load('support/impact-cases.ts');
const { IMPACT_FALSE } = await load('../src/tolerances.ts');

const vertex = (v, i) => [v[3 * i], v[3 * i + 1], v[3 * i + 2]];

/** The arguments of the call. */
function values({ kind, v }) {
  const p = (i) => vertex(v, i);
  return kind === 'triangle'
    ? [p(0), p(4), { a: p(1), b: p(2), c: p(3) }, { a: p(5), b: p(6), c: p(7) }]
    : [
        { from: p(0), to: p(1) },
        { from: p(4), to: p(5) },
        { from: p(2), to: p(3) },
        { from: p(6), to: p(7) },
      ];
}

function ask(kind, [a, b, c, d]) {
  return kind === 'triangle' ? primitives.impactPointTriangle(a, b, c, d) : primitives.impactSegmentSegment(a, b, c, d);
}

function make(families, name, number, i) {
  return families[name](i % 2 === 0 ? 'triangle' : 'segments', new Rng(seed, 1_000_000 * number + i));
}

const totals = { asked: 0, missed: 0, late: 0, wrong: 0 };

function run(title, families, total) {
  const names = Object.keys(families);
  const each = Math.ceil(total / names.length);
  console.log(`\n${title}: ${each * names.length} queries, seed ${seed}`);
  console.log(
    `${''.padEnd(30)} ${['impacts', 'missed', 'late', 'false', 'reported', 'largest distance', 'mean µs', 'slowest µs'].map((h) => h.padStart(10)).join(' ')}`,
  );
  let mean = 0;
  for (const [number, name] of names.entries()) {
    const queries = Array.from({ length: each }, (_, i) => make(families, name, number, i));
    const calls = queries.map(values);
    // Times first, before the judge fills the heap. The best of some passes counts, for the mean as for each query: the machine may
    // be busy.
    let time = Infinity;
    for (let pass = 0; pass < 5; pass++) {
      const started = performance.now();
      for (let i = 0; i < each; i++) ask(queries[i].kind, calls[i]);
      time = Math.min(time, ((performance.now() - started) / each) * 1000);
    }
    mean += time / names.length;
    let slowest = 0;
    for (let i = 0; i < each; i++) {
      let best = Infinity;
      for (let k = 0; k < 5 && best > slowest; k++) {
        const before = performance.now();
        ask(queries[i].kind, calls[i]);
        best = Math.min(best, performance.now() - before);
      }
      slowest = Math.max(slowest, best);
    }
    const found = { impacts: 0, missed: 0, late: 0, wrong: 0, reported: 0, distance: 0 };
    for (let i = 0; i < each; i++) {
      const t = ask(queries[i].kind, calls[i]);
      const judge = new ExactImpact(queries[i]);
      const impact = judge.first();
      const tell = (what) => {
        if (found.missed + found.late + found.wrong < 5)
          console.log(`  ${what}: --only='${name}:${i}' t = ${t}, exactly ${impact?.t ?? null}`);
      };
      if (impact) found.impacts++;
      if (t !== null) found.reported++;
      if (impact && t === null) {
        tell('missed');
        found.missed++;
      } else if (impact && judge.isLate(t, impact)) {
        tell('late');
        found.late++;
      }
      if (t !== null) {
        const distance = judge.distanceAt(t);
        found.distance = Math.max(found.distance, distance);
        if (!(distance <= IMPACT_FALSE && t >= 0 && t <= 1)) {
          tell(`false, distance ${distance}`);
          found.wrong++;
        }
      }
    }
    totals.asked += each;
    totals.missed += found.missed;
    totals.late += found.late;
    totals.wrong += found.wrong;
    const cells = [
      found.impacts,
      found.missed,
      found.late,
      found.wrong,
      found.reported,
      found.distance.toExponential(1),
    ];
    console.log(
      `${name.padEnd(30)} ${[...cells.map(String), time.toFixed(2), (slowest * 1000).toFixed(0)].map((c, i) => c.padStart(i === 5 ? 16 : 10)).join(' ')}`,
    );
  }
  console.log(`mean of the families ${mean.toFixed(2)} µs`);
}

if (args.only) {
  const [name, i] = args.only.split(':');
  const families = name in RANDOM ? RANDOM : CONTRIVED;
  const query = make(families, name, Object.keys(families).indexOf(name), Number(i));
  const judge = new ExactImpact(query);
  const t = ask(query.kind, values(query));
  console.log(JSON.stringify(query));
  console.log(`t = ${t}, exactly ${judge.first()?.t ?? null}, distance ${t === null ? '-' : judge.distanceAt(t)}`);
} else {
  run('Random', RANDOM, Number(args.random ?? 100_000));
  run('Contrived', CONTRIVED, Number(args.contrived ?? 20_000));
  console.log(
    `\nseed ${seed}: ${totals.asked} queries, ${totals.missed} missed, ${totals.late} late, ${totals.wrong} false (distance above ${IMPACT_FALSE})`,
  );
  if (totals.missed + totals.late + totals.wrong > 0) process.exitCode = 1;
}
