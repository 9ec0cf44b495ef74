// Movers: what the judge of the tests counts in the same levels for Encounter's `Mover` and for rapier's character controller, then
// microseconds and heap bytes per move on meshes of 100,000 triangles.
//
//   node bench/mover.mjs [--moves=20000] [--trials=100] [--rounds=5] [--plain] [--times] [--body=capsule]
//
// `--times` leaves the judge out. SEED=1 unless the environment says otherwise. `--plain` takes the reference of the tests in place of `Mover`. rapier is that of
// bench/compare (`npm install --prefix bench/compare`), or the module that the environment's RAPIER names. Starts itself again with a
// young generation so large that nothing is collected while it measures.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const flags = ['--expose-gc', '--max-semi-space-size=256', '--min-semi-space-size=256'];

if (globalThis.gc === undefined) {
  const [, file, ...rest] = process.argv;
  const { status } = spawnSync(process.execPath, [...flags, file, ...rest], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else await run();

async function run() {
  const { buildSync } = await import('esbuild');
  const lib = await import('../packages/encounter/dist/index.js');
  const { loadRapier, rapierMover } = await import('./compare/rapier-mover.mjs');
  const { printTable, Rng } = await import('./random.mjs');
  const args = Object.fromEntries(process.argv.slice(2).map((a) => a.replace(/^--/, '').split('=')));
  const SEED = Number(process.env.SEED ?? 1);
  const MOVES = Number(args.moves ?? 20_000);
  const TRIALS = Number(args.trials ?? 100);
  const ROUNDS = Number(args.rounds ?? 5);

  const { Findings } = await support('findings');
  const { Court, runCase } = await support('mover-court');
  const { BELOW_HALF, BELOW_MOST, BELOW_SKIN, INSIDE } = await support('mover-judge');
  const engines = await findEngines();
  console.log(`seed ${SEED}, ${process.version}`);
  if (!('times' in args)) await counts();
  await times();

  /** A module of the tests: TypeScript, as their own programs load it. */
  async function support(name) {
    const entry = fileURLToPath(new URL(`../packages/encounter/test/support/${name}.ts`, import.meta.url));
    const { outputFiles } = buildSync({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
    return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
  }

  async function findEngines() {
    const found = [];
    const entry = new URL('../packages/encounter/dist/mover/index.js', import.meta.url);
    if ('plain' in args)
      found.push({ name: 'plain', Mover: (await support('plain-mover')).plainMover(lib), tolerance: 1e-9 });
    else if (existsSync(entry)) found.push({ name: 'encounter', Mover: (await import(entry)).Mover, tolerance: 1e-9 });
    else console.log('encounter/mover is not built: npm run build, or --plain for the reference of the tests');
    const RAPIER = await loadRapier();
    // A tenth of a millimetre: what single precision and its own tolerances leave of a skin of a centimetre.
    if (RAPIER !== null)
      found.push({ name: `rapier ${RAPIER.version()}`, Mover: rapierMover(RAPIER, lib), tolerance: 1e-4 });
    else
      console.log(
        'RAPIER IS NOT INSTALLED, its columns are missing: npm install --prefix bench/compare, or RAPIER=path',
      );
    return found;
  }

  /** Counts by kind, and nothing else: what fails here is what the table is about. */
  function countingFindings() {
    const findings = new Findings(lib, SEED);
    const kinds = new Map();
    const worst = new Map();
    findings.add = (kind) => kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    findings.worst = (category, value) => worst.set(category, Math.max(worst.get(category) ?? -Infinity, value));
    const sum = (pattern) => [...kinds].reduce((n, [kind, count]) => n + (pattern.test(kind) ? count : 0), 0);
    return { findings, sum, worst };
  }

  function judge(engine, kind, cases) {
    const { findings, sum, worst } = countingFindings();
    const court = new Court(findings, engine.Mover, engine.tolerance);
    for (findings.current = 0; findings.current < cases; findings.current++)
      runCase(court, { moves: 100 * cases, standing: 0, kind }, SEED, findings.current);
    return { sum, worst, tally: court.tally, moves: court.moves };
  }

  async function counts() {
    const columns = engines.map((engine) => {
      const walk = judge(engine, 'walk', Math.ceil(MOVES / 100));
      const up = judge(engine, 'stairs up', TRIALS);
      const down = judge(engine, 'stairs down', TRIALS);
      const ramps = judge(engine, 'ramps', TRIALS);
      const slope = judge(engine, 'slope', TRIALS);
      const rates = judge(engine, 'rates', Math.ceil(TRIALS / 5));
      const ride = judge(engine, 'platform', TRIALS);
      const out = judge(engine, 'overlap', TRIALS);
      const far = (name) => Math.max(0, rates.worst.get(name) ?? 0).toExponential(1);
      return [
        walk.moves,
        walk.tally.get(BELOW_SKIN),
        walk.tally.get(BELOW_MOST),
        walk.tally.get(BELOW_HALF),
        walk.tally.get(INSIDE),
        walk.sum(/^tunnelled/),
        `${walk.sum(/^stuck/)} of ${walk.tally.get('stopped')}`,
        walk.sum(/^trembles/),
        walk.sum(/^throws|^not finite/),
        up.sum(/^stairs not climbed, equal/),
        up.sum(/^stairs not climbed, lower/),
        up.sum(/^stairs climbed/),
        down.sum(/^not snapped to the ground|^snapped farther/),
        ramps.sum(/^ramp not climbed|^steep ramp climbed/),
        slope.sum(/^does not stand still/),
        (slope.worst.get('drift of what stands') ?? 0).toExponential(1),
        far('off the path over open floor'),
        far('rates apart, wall'),
        ride.sum(/^not carried/),
        out.sum(/^does not come out at once/),
      ];
    });
    const rows = [
      'moves through random levels',
      '  end nearer than skin − 1e-9',
      '  end nearer than 99 % of the skin',
      '  end nearer than half the skin',
      '  end inside something',
      '  tunnelled',
      '  stuck, of those that stopped (contacts within the tolerance)',
      '  legs that tremble',
      '  throw or give NaN',
      `stairs as high as the limit not climbed, in ${TRIALS} staircases`,
      '  lower ones not climbed',
      '  higher ones climbed',
      `wrong on the way down, in ${TRIALS}`,
      `wrong on ramps, in ${TRIALS}`,
      `moved while standing, in ${TRIALS} slopes`,
      '  by at most, in 200 moves',
      '30 to 1,000 Hz over open floor, off by at most',
      '  along a wall, apart by at most',
      `not carried, of ${TRIALS} platforms (rapier leaves that to its user)`,
      `still in overlap after a move, of ${TRIALS}`,
    ];
    printTable(
      ['', ...engines.map((e) => e.name)],
      rows.map((row, i) => [row, ...columns.map((column) => column[i])]),
    );
  }

  /** A hill of 2·n² triangles, `width` across. */
  function hill(n, width) {
    const positions = [];
    const indices = [];
    for (let i = 0; i <= n; i++)
      for (let j = 0; j <= n; j++) {
        const [x, z] = [width * (i / n - 0.5), width * (j / n - 0.5)];
        positions.push(x, Math.sin(0.3 * x) * Math.cos(0.2 * z) + 0.1 * Math.sin(3 * x) * Math.sin(2.7 * z), z);
        if (i === n || j === n) continue;
        const k = i * (n + 1) + j;
        indices.push(k, k + 1, k + n + 2, k, k + n + 2, k + n + 1);
      }
    return { kind: 'mesh', positions, indices, solid: false };
  }

  /** Box rooms with walls, stairs and doors, all in one mesh. */
  function storeys(n) {
    const positions = [];
    const indices = [];
    const quad = (a, b, c, d) => {
      const k = positions.length / 3;
      positions.push(...a, ...b, ...c, ...d);
      indices.push(k, k + 1, k + 2, k, k + 2, k + 3);
    };
    const block = ([x, y, z], [w, h, d]) => {
      const [X, Y, Z] = [x + w, y + h, z + d];
      quad([x, Y, z], [x, Y, Z], [X, Y, Z], [X, Y, z]);
      quad([x, y, z], [X, y, z], [X, y, Z], [x, y, Z]);
      quad([x, y, z], [x, Y, z], [X, Y, z], [X, y, z]);
      quad([x, y, Z], [X, y, Z], [X, Y, Z], [x, Y, Z]);
      quad([x, y, z], [x, y, Z], [x, Y, Z], [x, Y, z]);
      quad([X, y, z], [X, Y, z], [X, Y, Z], [X, y, Z]);
    };
    for (let i = -n; i < n; i++)
      for (let j = -n; j < n; j++) {
        const [x, z] = [4 * i, 4 * j];
        block([x, -0.2, z], [4, 0.2, 4]);
        block([x, 0, z], [2.5, 3, 0.1]);
        block([x, 0, z], [0.1, 3, 2.5]);
        for (let k = 0; k < 4; k++) block([x + 1 + 0.3 * k, 0, z + 1], [0.3, 0.2 * (k + 1), 1]);
      }
    return { kind: 'mesh', positions, indices, solid: false };
  }

  /** The bodies that are timed: of one height, and about as wide. */
  function bodies() {
    const hull = [];
    for (let k = 0; k < 8; k++)
      for (const [r, y] of [
        [0.2, -0.8],
        [0.3, -0.5],
        [0.3, 0.5],
        [0.2, 0.8],
      ])
        hull.push([r * Math.cos((k * Math.PI) / 4), y, r * Math.sin((k * Math.PI) / 4)]);
    return {
      capsule: new lib.Capsule(0.3, 1),
      box: new lib.Box([0.6, 1.6, 0.6]),
      cylinder: new lib.Cylinder(0.3, 1.6),
      hull: new lib.Polytope(hull),
    };
  }

  async function times() {
    const levels = {
      'hill, 100 m across': hill(224, 100),
      'hill, 20 m across': hill(224, 20),
      'rooms and stairs': storeys(17),
    };
    console.log(
      `\n5 m/s and 60 Hz with gravity, 2,000 moves, one engine after the other: mean processor time of the best of ${ROUNDS} rounds, ` +
        'median and 99th percentile by the clock of one more, heap bytes',
    );
    const rows = [];
    for (const [name, piece] of Object.entries(levels)) {
      const scenes = engines.map(() => {
        const shape = new lib.Mesh({ positions: piece.positions, indices: piece.indices });
        return new lib.Scene().add(new lib.Collider(shape, { data: piece }));
      });
      for (const [kind, body] of Object.entries(bodies())) {
        if ('body' in args && args.body !== kind) continue;
        // rapier's world is that of the scene asked last: each engine has its rounds at once.
        const cells = engines.map((engine, i) => {
          let best = Infinity;
          let bytes = Infinity;
          for (let round = 0; round < ROUNDS + 3; round++) {
            const found = walk(engine, scenes[i], body, 2000);
            best = Math.min(best, found.time);
            if (round >= 3) bytes = Math.min(bytes, found.bytes);
          }
          const each = walk(engine, scenes[i], body, 2000, new Float64Array(2000)).each.sort();
          return `${best.toFixed(1)} µs, ${each[1000].toFixed(1)} µs, ${each[1980].toFixed(0)} µs, ${bytes.toFixed(1)} B`;
        });
        rows.push([`${name}, ${piece.indices.length / 3} triangles: ${kind}`, ...cells]);
      }
    }
    printTable(['', ...engines.map((e) => e.name)], rows);
  }

  /** Walks. With `each` the time of every move is written to it: then the clock itself leaves garbage. */
  function walk(engine, scene, body, moves, each = null) {
    const rng = new Rng(SEED);
    const options = { position: [0.7, 4, 0.7], stepHeight: 0.3, snap: 0.3 };
    const mover = new engine.Mover(body, options);
    const wish = [0, -0.05, 0];
    for (let i = 0; i < 200; i++) mover.move(scene, wish);
    // Directions are made before: they are not the mover's garbage.
    const turns = Float64Array.from({ length: 2 * Math.ceil(moves / 40) }, () => rng.range(-1, 1));
    globalThis.gc();
    // A full collection drops optimised code, too; some more moves bring it back.
    for (let i = 0; i < 400; i++) mover.move(scene, wish);
    const start = process.cpuUsage();
    walkTurns(mover, scene, wish, turns, moves, each);
    const { user, system } = process.cpuUsage(start);
    const time = (user + system) / moves;
    // Bytes of a second walk: in the first one the engine still compiles.
    const heap = process.memoryUsage().heapUsed;
    walkTurns(mover, scene, wish, turns, moves, null);
    return { time, bytes: (process.memoryUsage().heapUsed - heap) / moves, each };
  }

  function walkTurns(mover, scene, wish, turns, moves, each) {
    for (let i = 0; i < moves; i++) {
      const leg = 2 * Math.floor(i / 40);
      wish[0] = (turns[leg] * 5) / 60;
      wish[2] = (turns[leg + 1] * 5) / 60;
      const before = each === null ? 0 : performance.now();
      mover.move(scene, wish);
      if (each !== null) each[i] = 1000 * (performance.now() - before);
    }
  }
}
