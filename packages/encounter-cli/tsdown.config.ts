import { copyFileSync } from 'node:fs';
import { build } from 'esbuild';
import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { main: 'src/main.ts', 'run/thread': 'src/run/thread.ts' },
  format: 'esm',
  platform: 'node',
  unbundle: true,
  fixedExtension: false,
  sourcemap: true,
  dts: false,
  clean: true,
  logLevel: 'warn',
  // The page of the HTML report: one script with all it needs, three.js included, which `report/html.ts` puts into each report.
  hooks: {
    'build:done': async ({ options }) => {
      await build({
        entryPoints: [`${options.cwd}/src/viewer/main.ts`],
        outfile: `${options.outDir}/viewer/viewer.js`,
        bundle: true,
        minify: true,
        format: 'iife',
        target: 'es2022',
        legalComments: 'inline',
        // No path of this machine in what is published.
        absWorkingDir: options.cwd,
      });
      copyFileSync(`${options.cwd}/src/viewer/style.css`, `${options.outDir}/viewer/style.css`);
    },
  },
});
