import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { main: 'src/main.ts' },
  format: 'esm',
  platform: 'node',
  unbundle: true,
  fixedExtension: false,
  sourcemap: true,
  dts: true,
  clean: true,
  logLevel: 'warn',
});
