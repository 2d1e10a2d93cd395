import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

// The server has these already: one instance of each, so that a route, an error or a catalogue of a
// page is the same thing as the server's.
const alreadyThere = /^@isobath\/(core|sdk|texts|wire)(\/|$)/;

// A browser asks six files at a time over plain HTTP: what several pages use comes in few files,
// grouped by the pages that use it, not in one for each icon. Catalogues stay on their own.
const sharedChunks = {
  name: 'shared',
  test: /node_modules|[\\/]packages[\\/](ui|wire|sdk|core)[\\/]|[\\/]src[\\/](base|shell)[\\/]/,
  minShareCount: 2,
  entriesAware: true,
  entriesAwareMergeThreshold: 60_000,
};

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, target: 'es2023' },
  ssr: { noExternal: ['@isobath/ui', '@base-ui/react', 'lucide-react'] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: [sharedChunks] },
            // Files of several pages may need each other; modules run in their own order all the
            // same.
            strictExecutionOrder: true,
            // A shared file is named after all its pages otherwise.
            chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
          },
        },
      },
    },
    ssr: { build: { rolldownOptions: { external: alreadyThere } } },
  },
  optimizeDeps: { include: ['react', 'react-dom', 'react-dom/client', 'react-router'] },
});
