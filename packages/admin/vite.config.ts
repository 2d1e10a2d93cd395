import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** The back office: one page for browsers, served below `/admin`. */
export default defineConfig({
  base: '/admin/',
  plugins: [tailwindcss()],
  // The server's lock and the stamp of the build lie beside the outcome.
  build: { outDir: 'build/client', emptyOutDir: true, assetsInlineLimit: 0, target: 'es2023' },
});
