// Primitive tests beside three.js's own math classes, on the same objects: three's Ray, Box3, Sphere, Triangle and Vector3, with a place for
// the result given. All are timed in turn, pass by pass, and the fastest pass of each counts. The answers of the two are compared first.
//
// A ray of three.js gives a point. Ours gives t and the normal, too: "same answer" is three.js with what a caller writes to get those.
//
// The first columns are of 8,192 inputs. "By heart" are the first 1,024 of them, which a processor's branch predictor has learned after
// some hundred passes: it then knows the outcome of every comparison, as it never does in an application. The last column is the heap that
// a call takes.
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
  const PASSES = Number(process.env.PASSES ?? 400);
  const N = 8192;
  const FEW = 1024;
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

  // What a caller of three.js writes for t and the normal on the side that the ray comes from. Directions are of unit length.
  const [center, half] = [new Vector3(), new Vector3()];
  const theirHit = { t: 0, normal: new Vector3() };
  const whole = {
    box(ray, box) {
      const p = ray.intersectBox(box, target);
      if (p === null) return null;
      box.getCenter(center);
      box.getSize(half).multiplyScalar(0.5);
      const [x, y, z] = [(p.x - center.x) / half.x, (p.y - center.y) / half.y, (p.z - center.z) / half.z];
      const most = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
      theirHit.t = p.distanceTo(ray.origin);
      if (most === Math.abs(x)) theirHit.normal.set(Math.sign(x), 0, 0);
      else if (most === Math.abs(y)) theirHit.normal.set(0, Math.sign(y), 0);
      else theirHit.normal.set(0, 0, Math.sign(z));
      return p;
    },
    triangle(ray, triangle) {
      const p = ray.intersectTriangle(triangle.a, triangle.b, triangle.c, false, target);
      if (p === null) return null;
      theirHit.t = p.distanceTo(ray.origin);
      if (triangle.getNormal(theirHit.normal).dot(ray.direction) > 0) theirHit.normal.negate();
      return p;
    },
    sphere(ray, sphere) {
      const p = ray.intersectSphere(sphere, target);
      if (p === null) return null;
      theirHit.t = p.distanceTo(ray.origin);
      theirHit.normal.subVectors(p, sphere.center).normalize();
      return p;
    },
    plane(ray, plane) {
      const t = ray.distanceToPlane(plane);
      if (t === null) return null;
      theirHit.t = t;
      theirHit.normal.copy(plane.normal);
      if (theirHit.normal.dot(ray.direction) > 0) theirHit.normal.negate();
      return ray.at(t, target);
    },
  };

  // What is called, as source: each gets a loop of its own, so that engines optimise them apart. `a` and `b` are lists, `f` is the function.
  const ray = (a, b, theirs, same) => ({
    a,
    b,
    d: b,
    ours: 'f(a[i], b[i], hit)',
    theirs: `a[i].${theirs}`,
    same: `whole.${same}(a[i], d[i])`,
    agree: sameHit,
  });
  const yesNo = (a, b, theirs, c = a, d = b) => ({ a, b, c, d, ours: 'f(a[i], b[i])', theirs, agree: sameAnswer });
  const nearest = (a, b, theirs, d = b) => ({ a, b, d, ours: 'f(a[i], b[i], near)', theirs, agree: same });
  const all = {
    rayCastBox: ray(rays, boxes, 'intersectBox(b[i], target)', 'box'),
    'rayCastBox, straight down': ray(down, boxes, 'intersectBox(b[i], target)', 'box'),
    rayCastTriangle: ray(rays, triangles, 'intersectTriangle(b[i].a, b[i].b, b[i].c, false, target)', 'triangle'),
    rayCastSphere: ray(rays, spheres, 'intersectSphere(b[i], target)', 'sphere'),
    rayCastPlane: { ...ray(rays, ourPlanes, 'intersectPlane(d[i], target)', 'plane'), d: planes },
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
      compile(`return (n) => { let k = 0; for (let i = 0; i < n; i++) if (${source}) k++; return k; }`, entry, f);
    // A loop of its own for each: what the engine has learned of the inputs of one must not serve another.
    const sources = [entry.ours, entry.theirs, ...(entry.same === undefined ? [] : [entry.same])];
    const [a, b, same] = measure(sources.map(loop), N, PASSES);
    const [a1, b1] = measure([loop(entry.ours), loop(entry.theirs)], FEW, 4 * PASSES);
    const share = `${((100 * found) / N).toFixed(0)} %`;
    const ns = (x) => (x === undefined ? '' : x.toFixed(1));
    const per = (x, y) => (y === undefined ? '' : (x / y).toFixed(2));
    const bytes = bytesOf(loop(entry.ours));
    rows.push([
      name,
      share,
      differ,
      ns(a),
      ns(b),
      per(a, b),
      ns(same),
      per(a, same),
      ns(a1),
      ns(b1),
      per(a1, b1),
      bytes,
    ]);
  }
  console.log(`${N} inputs each, seed ${SEED}, the fastest of ${PASSES} passes, nanoseconds per call`);
  const heads = ['', 'yes', 'answers differ', 'encounter', 'three.js', 'ratio', 'same answer', 'ratio'];
  printTable([...heads, 'by heart', 'three.js', 'ratio', 'bytes per call'], rows);

  function compile(source, { a, b, c, d }, f) {
    const names = ['a', 'b', 'c', 'd', 'f', 'hit', 'near', 'target', 'whole'];
    return new Function(...names, source)(a, b, c, d, f, hit, near, target, whole);
  }

  /** Nanoseconds per call of each loop, which take turns. */
  function measure(loops, n, passes) {
    const best = loops.map(() => Infinity);
    for (let pass = 0; pass < passes; pass++)
      loops.forEach((loop, k) => {
        const start = performance.now();
        loop(n);
        best[k] = Math.min(best[k], performance.now() - start);
      });
    return best.map((time) => (1e6 * time) / n);
  }

  function bytesOf(loop) {
    for (let pass = 0; pass < 200; pass++) loop(FEW);
    globalThis.gc();
    // A full collection drops optimised code, too; some more passes bring it back.
    for (let pass = 0; pass < 200; pass++) loop(FEW);
    const before = process.memoryUsage().heapUsed;
    for (let pass = 0; pass < 100; pass++) loop(FEW);
    return ((process.memoryUsage().heapUsed - before) / (100 * FEW)).toFixed(2);
  }
}
