// Makes the browser's list of routes small. The router writes into it for every page all files
// that page brings, two fifths of the list; only the server reads that, to name them in a document.
// Not the server's own list. Called by vite.config.ts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const START = 'window.__reactRouterManifest=';

interface Manifest {
  readonly routes: Readonly<Record<string, object>>;
}

/**
 * The same list without what only the server reads.
 *
 * @throws when the file is not what the router is known to write.
 */
export function trimManifest(file: string): string {
  if (!file.startsWith(START)) throw new Error('the list of routes begins in another way');
  const manifest = JSON.parse(file.slice(START.length).replace(/;$/, '')) as Manifest;
  const routes = Object.entries(manifest.routes).map(([id, route]) => [
    id,
    { ...route, imports: undefined },
  ]);
  return `${START}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })};`;
}

/** Trim the list once the router has written it, which it does while the server's part is built. */
export function smallManifest(): Plugin {
  return {
    name: 'isobath:small-manifest',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    writeBundle() {
      const folder = join(this.environment.config.root, 'build/client/assets');
      const names = readdirSync(folder).filter((name) => /^manifest-\w+\.js$/.test(name));
      for (const name of names) {
        const path = join(folder, name);
        writeFileSync(path, trimManifest(readFileSync(path, 'utf8')));
      }
    },
  };
}
