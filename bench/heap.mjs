// What a scene leaves behind for the garbage collector: 1,000 spheres and boxes move for 1,000 frames, and a table responds to those
// that meet, one kind of response after the other. Starts itself again with a young generation so large that nothing is collected
// while it measures; what is printed is everything that was allocated, also what would be garbage at once.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SEED = Number(process.env.SEED ?? 1);
const OBJECTS = 1000;
const FRAMES = 1000;
const FLAGS = ['--expose-gc', '--max-semi-space-size=256', '--min-semi-space-size=256'];

if (globalThis.gc === undefined) {
  const { status } = spawnSync(process.execPath, [...FLAGS, fileURLToPath(import.meta.url)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else await run();

async function run() {
  const { Box, Collider, ContactTracker, ResponseTable, response, Scene, Sphere } = await import(
    '../packages/encounter/dist/index.js'
  );
  const { printTable, Rng } = await import('./random.mjs');
  const side = 22;

  function world(type) {
    const rng = new Rng(SEED);
    const shapes = [new Sphere(0.5), new Box([1, 1, 1]), new Sphere(0.8), new Box([0.5, 2, 0.7])];
    const things = Array.from({ length: OBJECTS }, (_, i) => ({
      // Vectors as objects: reading numbers out of arrays of several kinds may allocate.
      position: { x: rng.range(0, side), y: rng.range(0, side), z: rng.range(0, side) },
      velocity: { x: rng.range(-0.05, 0.05), y: rng.range(-0.05, 0.05), z: rng.range(-0.05, 0.05) },
      collider: new Collider(shapes[i % shapes.length]),
    }));
    const scene = new Scene().add(...things.map(({ collider }) => collider));
    const table = new ResponseTable();
    const classes = [table.createClass('some'), table.createClass('others')];
    things.forEach(({ collider }, i) => {
      table.assign(collider, classes[i % 2]);
    });
    const tally = { responses: 0, pairs: 0 };
    const tell = () => {
      tally.responses++;
    };
    const tracker =
      type === 'tracked' || type === 'tracked manifold'
        ? new ContactTracker(type === 'tracked' ? 'depth' : 'manifold', { begin: tell, stay: tell, end: tell })
        : undefined;
    table.addDefault(tracker?.response ?? response(type, tell));
    table.addPair(classes[0], classes[1], response('simple', tell));
    return { scene, table, things, tally, tracker };
  }

  function step({ scene, table, things, tally, tracker }) {
    for (let i = 0; i < things.length; i++) {
      const { position: p, velocity: v, collider } = things[i];
      if (p.x + v.x < 0 || p.x + v.x > side) v.x = -v.x;
      if (p.y + v.y < 0 || p.y + v.y > side) v.y = -v.y;
      if (p.z + v.z < 0 || p.z + v.z > side) v.z = -v.z;
      p.x += v.x;
      p.y += v.y;
      p.z += v.z;
      collider.setPosition(p);
    }
    tally.pairs += scene.test(table);
    tracker?.step();
  }

  const rows = [];
  for (const type of ['simple', 'witnessed', 'depth', 'tracked', 'manifold', 'tracked manifold']) {
    const w = world(type);
    for (let frame = 0; frame < FRAMES; frame++) step(w);
    w.tally.responses = 0;
    w.tally.pairs = 0;
    globalThis.gc();
    const before = process.memoryUsage().heapUsed;
    for (let frame = 0; frame < FRAMES; frame++) step(w);
    const bytes = (process.memoryUsage().heapUsed - before) / FRAMES;
    globalThis.gc();
    const kept = (process.memoryUsage().heapUsed - before) / FRAMES;
    rows.push([
      type,
      bytes.toFixed(0),
      kept.toFixed(0),
      (w.tally.pairs / FRAMES).toFixed(1),
      (w.tally.responses / FRAMES).toFixed(1),
    ]);
  }
  console.log(`seed ${SEED}, ${OBJECTS} objects, ${FRAMES} frames`);
  printTable(['responses', 'bytes a frame', 'kept of them', 'pairs a frame', 'responses a frame'], rows);
}
