import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { browserWire } from './bundle/browser-wire.ts';
import { createShellGroup, shareFreely } from './bundle/shell-chunk.ts';

// The server has these already: one instance of each, so that a route, an error or a catalogue of a
// page is the same thing as the server's.
const alreadyThere = /^@isobath\/(core|sdk|texts|wire)(\/|$)/;

// A browser asks six files at a time over plain HTTP: what several pages use comes in few files,
// grouped by the pages that use it, not in one for each icon. Only crumbs are joined with others:
// a file that is joined brings along whatever the other one imports. Catalogues stay on their own.
const byPages = { minShareCount: 2, entriesAware: true } as const;

/**
 * Libraries, and the parts of the design system that stand on large ones: a crumb of one that is
 * joined with another would bring both to pages of either.
 */
const libraryChunks = {
  ...byPages,
  name: 'library',
  test: /node_modules|[\\/]ui[\\/]src[\\/](overlays|controls[\\/]Select|containers[\\/]Accordion)/,
};

const sharedChunks = {
  ...byPages,
  name: 'shared',
  test: /[\\/]packages[\\/](ui|wire|sdk|core)[\\/]|[\\/]src[\\/](base|shell)[\\/]/,
  entriesAwareMergeThreshold: 4_000,
};

export default defineConfig({
  plugins: [browserWire(), tailwindcss(), reactRouter(), shareFreely()],
  build: { assetsInlineLimit: 0, target: 'es2023' },
  ssr: { noExternal: ['@isobath/ui', '@base-ui/react', 'lucide-react'] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // A door of a package hands on everything: what it could bring is not what is used.
              includeDependenciesRecursively: false,
              groups: [
                createShellGroup(join(import.meta.dirname, 'src')),
                libraryChunks,
                sharedChunks,
              ],
            },
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
