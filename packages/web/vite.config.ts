import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { browserTexts } from './bundle/browser-texts.ts';
import { browserWire } from './bundle/browser-wire.ts';
import { refuseCircles } from './bundle/circles.ts';
import { createShellGroup, shareFreely } from './bundle/shell-chunk.ts';
import { smallManifest } from './bundle/small-manifest.ts';

// The server has these already: one instance of each, so that a route, an error or a catalogue of a
// page is the same thing as the server's.
const alreadyThere = /^@isobath\/(core|sdk|texts|wire)(\/|$)/;

// What several pages use comes in files grouped by exactly the pages that use it. They are not
// joined further: a file that is joined brings along whatever the other one imports, and a reader
// of the home page loaded half the house. Catalogues stay on their own.
const sharedChunks = {
  name: 'shared',
  test: /node_modules|\/packages\/(ui|kit|sdk|core)\/|@isobath\/wire\/|\/src\/(base|shell)\//,
  minShareCount: 2,
  entriesAware: true,
};

// A file that needs nothing that is not there is not named a second time for loading ahead: every
// first load carries the list.
function skipAlone(file: string, files: readonly string[]): string[] {
  const others = files.filter((each) => each !== file && !each.includes('/rolldown-runtime-'));
  return others.length === 0 ? [] : [...files];
}

export default defineConfig({
  plugins: [
    browserTexts(),
    browserWire(),
    tailwindcss(),
    reactRouter(),
    shareFreely(),
    refuseCircles(),
    smallManifest(),
  ],
  build: {
    // Signs of coins stand in their style sheet: a page of markets asked for twenty small files.
    assetsInlineLimit: (path) => /[\\/]coins[\\/]\w+\.svg$/.test(path),
    target: 'es2023',
    modulePreload: { resolveDependencies: skipAlone },
  },
  ssr: { noExternal: ['@isobath/ui', '@base-ui/react', 'lucide-react'] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // A door of a package hands on everything: what it could bring is not what is used.
              includeDependenciesRecursively: false,
              groups: [createShellGroup(join(import.meta.dirname, 'src')), sharedChunks],
            },
            // A shared file is named after all its pages otherwise.
            chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
            assetFileNames: ({ names }) =>
              names[0]?.startsWith('shared~')
                ? 'assets/shared-[hash].css'
                : 'assets/[name]-[hash][extname]',
          },
        },
      },
    },
    ssr: { build: { rolldownOptions: { external: alreadyThere } } },
  },
  optimizeDeps: { include: ['react', 'react-dom', 'react-dom/client', 'react-router'] },
});
