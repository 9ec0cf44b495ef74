import { defineConfig } from 'tsdown';
import { stripOverrides } from './strip-overrides.ts';

// One output file per source file (`unbundle`), so that a bundler takes only what a program imports.
export default defineConfig({
  entry: ['src/index.ts', 'src/core.ts', 'src/primitives/index.ts', 'src/bounds.ts', 'src/three/index.ts'],
  format: 'esm',
  platform: 'neutral',
  unbundle: true,
  fixedExtension: false,
  sourcemap: true,
  dts: true,
  clean: true,
  logLevel: 'warn',
  hooks: { 'build:done': ({ options }) => stripOverrides(`${options.cwd}/src`, options.outDir) },
});
