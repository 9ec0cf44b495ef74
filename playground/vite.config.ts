import { defineConfig } from 'vite';

/** Whether a browser could show anything here; opening one is a courtesy, and its absence no error. */
const hasDisplay =
  process.platform === 'darwin' ||
  process.platform === 'win32' ||
  Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  server: { open: hasDisplay && !process.env.CI },
  // three.js alone is past the default limit of 500 kB.
  build: { target: 'es2022', chunkSizeWarningLimit: 1000 },
});
