import { defineConfig } from 'tsdown';
import { inlineNumbers } from './inline-numbers.ts';
import { stripOverrides } from './strip-overrides.ts';

// One output file per source file (`unbundle`), so that a bundler takes only what a program imports.
export default defineConfig({
  entry: {
    index: 'src/index.ts',
    core: 'src/core.ts',
    'primitives/index': 'src/primitives/index.ts',
    // Its BspTree needs rooms that come after bounds/, so the entry is not in there.
    'bounds/index': 'src/bounds.ts',
    'mover/index': 'src/mover/index.ts',
    'bulk/index': 'src/bulk/index.ts',
    'bulk/worker': 'src/bulk/worker.ts',
    'three/index': 'src/three/index.ts',
    'babylon/index': 'src/babylon/index.ts',
  },
  format: 'esm',
  platform: 'neutral',
  unbundle: true,
  fixedExtension: false,
  sourcemap: true,
  dts: true,
  clean: true,
  logLevel: 'warn',
  // As what `inlineNumbers` does, for constants that are imported.
  inputOptions: { optimization: { inlineConst: true } },
  plugins: [inlineNumbers('src')],
  hooks: { 'build:done': ({ options }) => stripOverrides(`${options.cwd}/src`, options.outDir) },
});
