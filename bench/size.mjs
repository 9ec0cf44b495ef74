// What a web page pays: bytes, minified and gzipped, of some uses, of everything convex and of everything. Exits with 1 above the
// limits.
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import * as all from '../packages/encounter/dist/index.js';

const root = fileURLToPath(new URL('..', import.meta.url));

const complex = ['Mesh', 'Compound', 'VertexArray', 'contacts', 'weld'];
const many =
  /^(Scene|Response|response|ContactTracker|ContactManifold|ContactPoint|ManifoldContact|BruteForce|SweepAndPrune|DynamicAabbTree|Grid)/;
/** Came with 0.2; the limit of everything convex is older. */
const motion = ['timeOfImpact', 'placeAlong', 'Impact', 'sweptShape', 'recordImpact'];
const contact = ['manifolds', 'Manifold', 'ManifoldPoint'];
const withContact = Object.keys(all).filter((name) => !complex.includes(name) && !many.test(name));
const withMotion = withContact.filter((name) => !contact.includes(name));
const convex = withMotion.filter((name) => !motion.includes(name));

const meshUse = "export { Collider, Mesh } from 'encounter'";
const bulkUse = "export { distancesToPoints } from 'encounter/bulk'";
const moverUse = "export { Capsule, Box, Scene } from 'encounter'; export { Mover } from 'encounter/mover'";

const uses = [
  {
    name: 'Collider, Box, Sphere, signedDistance',
    limit: 20_000,
    code: "export { Collider, Box, Sphere, signedDistance } from 'encounter'",
  },
  { name: 'everything convex', limit: 40_000, code: `export { ${convex.join(', ')} } from 'encounter'` },
  {
    name: 'everything convex, and motion',
    limit: 48_000,
    code: `export { ${withMotion.join(', ')} } from 'encounter'`,
  },
  {
    name: 'everything convex, motion and contact',
    limit: Infinity,
    code: `export { ${withContact.join(', ')} } from 'encounter'`,
  },
  {
    name: 'Collider, Mesh, signedDistance',
    limit: Infinity,
    code: "export { Collider, Mesh, signedDistance } from 'encounter'",
  },
  { name: 'Mover, Scene, Capsule, Box', limit: Infinity, code: moverUse },
  { name: 'Collider, Mesh, distancesToPoints', limit: Infinity, code: `${meshUse}; ${bulkUse}` },
  // A file of its own, which a page loads besides.
  { name: 'the worker of WorkerPool', limit: Infinity, code: "import 'encounter/bulk/worker'" },
  { name: 'everything', limit: Infinity, code: "export * from 'encounter'" },
];

for (const { name, limit, code } of uses) {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: root },
    bundle: true,
    // Not that of this repository, which names the sources: pages get what is published.
    tsconfigRaw: {},
    minify: true,
    format: 'esm',
    write: false,
    logLevel: 'error',
  });
  const minified = outputFiles[0].contents;
  const zipped = gzipSync(minified, { level: 9 }).length;
  const ok = zipped <= limit;
  if (!ok) process.exitCode = 1;
  console.log(
    `${name.padEnd(40)} ${String(minified.length).padStart(7)} B min ${String(zipped).padStart(7)} B min+gzip` +
      `   ${limit === Infinity ? 'no limit' : `limit ${limit} B ${ok ? 'ok' : 'EXCEEDED'}`}`,
  );
}
