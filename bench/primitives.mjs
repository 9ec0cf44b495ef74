// Primitive tests beside three.js's own math classes, on the same objects: three's Ray, Box3, Sphere, Triangle and Vector3, with a place for
// the result given. Both are timed in turn, pass by pass, and the fastest pass of each counts. The answers of the two are compared first;
// where they differ, both are right about other questions: the notes say which. The last column is the heap that a call takes.
//
// Starts itself again with a young generation so large that nothing is collected while it measures.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const flags = ['--expose-gc', '--max-semi-space-size=256', '--min-semi-space-size=256'];

if (globalThis.gc === undefined) {
  const args = [...flags, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else await run();

async function run() {
  const { Box3, Line3, Plane, Ray, Sphere, Triangle, Vector3 } = await import('three');
  const lib = await import('../packages/encounter/dist/primitives/index.js');
  const { printTable, Rng } = await import('./random.mjs');

  const SEED = Number(process.env.SEED ?? 1);
  const PASSES = Number(process.env.PASSES ?? 1500);
  const N = 1024;
  const rng = new Rng(SEED);
  const list = (make) => Array.from({ length: N }, make);
  const point = (half) => new Vector3(rng.range(-half, half), rng.range(-half, half), rng.range(-half, half));

  const boxes = list(() => {
    const center = point(1);
    const half = new Vector3(rng.next(), rng.next(), rng.next());
    return new Box3(center.clone().sub(half), center.add(half));
  });
  const others = list((_, i) => boxes[(i + 1) % N]);
  const spheres = list(() => new Sphere(point(1), rng.range(0.2, 1)));
  const triangles = list(() => new Triangle(point(1.5), point(1.5), point(1.5)));
  const planes = list(() => new Plane(new Vector3(...rng.direction()), rng.range(-1, 1)));
  // three.js has normal·x + constant = 0.
  const ourPlanes = planes.map(({ normal, constant }) => ({ normal, offset: -constant }));
  const segments = list(() => new Line3(point(2), point(2)));
  const ourSegments = segments.map(({ start, end }) => ({ from: start, to: end }));
  const points = list(() => point(2));
  // From outside, at something near the middle: about half of them hit.
  const rays = list(() => {
    const origin = new Vector3(...rng.direction()).multiplyScalar(4);
    return new Ray(origin, point(1).sub(origin).normalize());
  });
  const down = list(() => new Ray(point(2).setY(4), new Vector3(0, -1, 0)));

  const hit = new lib.Hit();
  const near = new lib.Vec3();
  const target = new Vector3();
  const same = (a, b) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y) + Math.abs(a.z - b.z) < 1e-12;
  const sameHit = (a, b) => (a === null) === (b === null) && (a === null || same(a.point, b));
  const sameAnswer = (a, b) => a === b;

  // What is called, as source: each gets a loop of its own, so that engines optimise them apart. `a` and `b` are lists, `f` is the function.
  const ray = (a, b, theirs) => ({ a, b, ours: 'f(a[i], b[i], hit)', theirs: `a[i].${theirs}`, agree: sameHit });
  const yesNo = (a, b, theirs, c = a, d = b) => ({ a, b, c, d, ours: 'f(a[i], b[i])', theirs, agree: sameAnswer });
  const nearest = (a, b, theirs, d = b) => ({ a, b, d, ours: 'f(a[i], b[i], near)', theirs, agree: same });
  const all = {
    rayCastBox: ray(rays, boxes, 'intersectBox(b[i], target)'),
    'rayCastBox, straight down': ray(down, boxes, 'intersectBox(b[i], target)'),
    rayCastTriangle: ray(rays, triangles, 'intersectTriangle(b[i].a, b[i].b, b[i].c, false, target)'),
    rayCastSphere: ray(rays, spheres, 'intersectSphere(b[i], target)'),
    rayCastPlane: { ...ray(rays, ourPlanes, 'intersectPlane(d[i], target)'), d: planes },
    intersectsBoxTriangle: yesNo(boxes, triangles, 'a[i].intersectsTriangle(b[i])'),
    intersectsBoxBox: yesNo(boxes, others, 'a[i].intersectsBox(b[i])'),
    intersectsSphereBox: yesNo(spheres, boxes, 'b[i].intersectsSphere(a[i])'),
    intersectsPlaneBox: yesNo(ourPlanes, boxes, 'b[i].intersectsPlane(c[i])', planes),
    closestPointTriangle: nearest(points, triangles, 'b[i].closestPointToPoint(a[i], target)'),
    closestPointBox: nearest(points, boxes, 'b[i].clampPoint(a[i], target)'),
    closestPointSegment: nearest(points, ourSegments, 'd[i].closestPointToPoint(a[i], true, target)', segments),
  };

  const wanted = process.argv.slice(2);
  const rows = [];
  for (const [name, entry] of Object.entries(all)) {
    const f = lib[name.split(',')[0]];
    if (f === undefined || (wanted.length > 0 && !wanted.some((w) => name.startsWith(w)))) continue;
    const ask = (source) => compile(`return (i) => ${source}`, entry, f);
    const [ours, theirs] = [ask(entry.ours), ask(entry.theirs)];
    let differ = 0;
    let found = 0;
    for (let i = 0; i < N; i++) {
      const answer = ours(i);
      if (answer !== null && answer !== false) found++;
      if (!entry.agree(answer, theirs(i))) differ++;
    }
    const loop = (source) =>
      compile(`return () => { let n = 0; for (let i = 0; i < ${N}; i++) if (${source}) n++; return n; }`, entry, f);
    const [a, b, bytes] = measure(loop(entry.ours), loop(entry.theirs));
    const share = `${((100 * found) / N).toFixed(0)} %`;
    rows.push([name, share, differ, a.toFixed(1), b.toFixed(1), (a / b).toFixed(2), bytes]);
  }
  console.log(`${N} inputs each, seed ${SEED}, the fastest of ${PASSES} passes, nanoseconds a call`);
  printTable(['', 'yes', 'answers differ', 'encounter', 'three.js', 'ratio', 'bytes a call'], rows);

  function compile(source, { a, b, c, d }, f) {
    return new Function('a', 'b', 'c', 'd', 'f', 'hit', 'near', 'target', source)(a, b, c, d, f, hit, near, target);
  }

  function measure(ours, theirs) {
    let best = Infinity;
    let theirBest = Infinity;
    for (let pass = 0; pass < PASSES; pass++) {
      let start = performance.now();
      ours();
      best = Math.min(best, performance.now() - start);
      start = performance.now();
      theirs();
      theirBest = Math.min(theirBest, performance.now() - start);
    }
    globalThis.gc();
    // A full collection drops optimised code, too; some more passes bring it back.
    for (let pass = 0; pass < 200; pass++) ours();
    const before = process.memoryUsage().heapUsed;
    for (let pass = 0; pass < 100; pass++) ours();
    const bytes = (process.memoryUsage().heapUsed - before) / (100 * N);
    return [(1e6 * best) / N, (1e6 * theirBest) / N, bytes.toFixed(2)];
  }
}
