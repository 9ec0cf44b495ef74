import { defineConfig } from 'vite';
import { docsIndex } from './plugins/docs-index.ts';
import { docsServer } from './plugins/docs-server.ts';
import { sourcePages } from './plugins/source-pages.ts';

/** Whether a browser could show anything here; opening one is a courtesy, and its absence no error. */
const hasDisplay =
  process.platform === 'darwin' ||
  process.platform === 'win32' ||
  Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [docsIndex(), docsServer(), sourcePages()],
  server: { open: hasDisplay && !process.env.CI },
  // The decoders of models are loaded when a file needs them, in a worker: chunks, which only modules can have.
  worker: { format: 'es' },
  // While developing these are bundled before the first file asks for one, which would reload the page.
  optimizeDeps: {
    include: [
      'encounter-models > draco3dgltf/draco_decoder_gltf_nodejs.js',
      'encounter-models > meshoptimizer/decoder',
      'encounter-models > web-ifc',
    ],
  },
  // three.js alone is past the default limit of 500 kB.
  build: { target: 'es2022', chunkSizeWarningLimit: 1000 },
});
