/**
 * The tests for daily work, `npm run test:quick`: all that run on the sources, with a tenth of the random cases. No browser, and
 * nothing that needs a build or packs the package.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = fileURLToPath(new URL('packages/encounter/src/', import.meta.url));
const models = fileURLToPath(new URL('packages/encounter-models/src/', import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^encounter$/, replacement: `${source}index.ts` },
      { find: /^encounter\/(core|bounds)$/, replacement: `${source}$1.ts` },
      { find: /^encounter\/(\w+)$/, replacement: `${source}$1/index.ts` },
      { find: /^encounter-models$/, replacement: `${models}index.ts` },
    ],
  },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'playground/test/*.test.ts'],
    exclude: [
      // They change with the judges only.
      'packages/*/test/**/judge-itself.test.ts',
      // Damaged files: loading the decoders and waiting for what they cannot decode.
      'packages/encounter-models/test/{fuzz/fuzz,read/gltf-packed}.test.ts',
      'packages/encounter/test/{package,readme,recipes,together,bulk/worker-pool}.test.ts',
      'packages/encounter-cli/test/{commands,html-report,package,queue,run-here}.test.ts',
    ],
    env: { ENCOUNTER_QUICK: '1' },
    testTimeout: 60_000,
    maxWorkers: '100%',
    // Test files share the modules of their worker: loading the sources anew for each file took 34 of 75 seconds.
    isolate: false,
  },
});
