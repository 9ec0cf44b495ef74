// One engine in a process of its own, so that none is compiled or collected on another's account. The parent says which (`engine`), and which
// pairs are apart; the answer has nanoseconds or microseconds and what was found on the way.
import { Boxes, pairs, placements, rays, shapes, torus } from './work.mjs';

const RAY_LENGTH = 6;
/** Rays for an engine that needs milliseconds for one. */
const FEW = 200;
/** Milliseconds for one measurement, and those after which it is broken off. */
const ENOUGH = 500;
const TOO_MUCH = 4000;

/** Milliseconds of the fastest pass: some warm it up, and one that takes seconds is not repeated often. */
function fastest(pass) {
  let best = Infinity;
  let spent = 0;
  for (let i = 0; (i < 10 || spent < ENOUGH) && spent < TOO_MUCH; i++) {
    const start = performance.now();
    pass();
    const time = performance.now() - start;
    best = Math.min(best, time);
    spent += time;
  }
  return best;
}

function convex(engine, apart) {
  const query = engine.convex(shapes);
  const supports = query.supports ?? (() => true);
  const list = pairs();
  const all = list.map((pair) => (supports(shapes[pair.a]) && supports(shapes[pair.b]) ? query.prepare(pair) : null));
  const able = all.filter((pair) => pair !== null);
  const points = new Float64Array(6);
  const result = {
    answers: all.map((pair) => (pair === null ? null : query.intersects(pair))),
    boolean: (1e6 * fastest(() => able.forEach(query.intersects))) / able.length,
  };
  if (query.distance === undefined) return result;
  const separate = apart.map((i) => all[i]);
  return {
    ...result,
    distances: separate.map((pair) => query.distance(pair, points)),
    distance:
      (1e6 *
        fastest(() => {
          for (const pair of separate) query.distance(pair, points);
        })) /
      separate.length,
  };
}

function ray(engine) {
  const cast = engine.rays(torus(192, 96));
  const list = rays();
  const few = list.slice(0, FEW);
  const hits = few.map(({ from, direction }) => cast(from, direction, RAY_LENGTH) >= 0);
  const start = performance.now();
  for (let i = 0; i < 20; i++) cast(list[i].from, list[i].direction, RAY_LENGTH);
  const some = performance.now() - start > 100 ? few : list;
  const pass = () => {
    for (const { from, direction } of some) cast(from, direction, RAY_LENGTH);
  };
  return { ray: (1e6 * fastest(pass)) / some.length, hits };
}

function mesh(engine) {
  const query = engine.meshes(torus(80, 40));
  const all = placements();
  const answers = all.map((placement) => query.intersects(placement));
  const result = {
    meshAnswers: answers,
    mesh: (1e6 * fastest(() => all.forEach(query.intersects))) / all.length,
  };
  if (query.distance === undefined) return result;
  const apart = all.filter((_, i) => !answers[i]).slice(0, 10);
  return { ...result, meshDistance: (1e6 * fastest(() => apart.forEach(query.distance))) / apart.length };
}

/** The mean over the frames, for engines with enlarged boxes have cheap frames and dear ones; the best of a few runs. */
function boxes(engine, count, runs) {
  const WARM_UP = 10;
  const FRAMES = 50;
  let best = Infinity;
  let found = 0;
  for (let run = 0; run < runs; run++) {
    const work = new Boxes(count);
    const frame = engine.boxes(work.positions);
    let time = 0;
    let frames = 0;
    for (let i = 0; i < WARM_UP + FRAMES && time < TOO_MUCH; i++) {
      work.step();
      const start = performance.now();
      const count = frame();
      if (i === WARM_UP) found = count;
      if (i < WARM_UP) continue;
      time += performance.now() - start;
      frames++;
    }
    frame.end?.();
    best = Math.min(best, time / frames);
    if (time >= TOO_MUCH) break;
  }
  return { time: 1e6 * best, found };
}

process.once('message', async ({ name, apart }) => {
  const { load } = await import(`./engines/${name}.mjs`);
  const engine = await load();
  const result = {};
  if (engine.convex) Object.assign(result, convex(engine, apart));
  if (engine.rays) Object.assign(result, ray(engine));
  if (engine.meshes) Object.assign(result, mesh(engine));
  if (engine.boxes) {
    const thousand = boxes(engine, 1000, 6);
    const tenThousand = boxes(engine, 10_000, 3);
    Object.assign(result, {
      boxes1: thousand.time,
      boxes10: tenThousand.time,
      found: [thousand.found, tenThousand.found],
    });
  }
  process.send(result, () => process.exit());
});
