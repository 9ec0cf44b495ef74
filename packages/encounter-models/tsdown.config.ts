import { defineConfig } from 'tsdown';

// One output file per source file, so that a bundler loads the decoder of a format only where a program needs it.
export default defineConfig({
  entry: { index: 'src/index.ts' },
  format: 'esm',
  platform: 'neutral',
  unbundle: true,
  fixedExtension: false,
  sourcemap: true,
  dts: true,
  clean: true,
  logLevel: 'warn',
});
