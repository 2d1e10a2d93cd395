// Makes the browser's list of routes small. The router writes every route out: all files its page
// brings, which only the server reads to name them in a document, and a dozen fields that say the
// same for nearly all. Here a route is its path below its file; what all share stands once, and a
// line of script puts the list together. Not the server's own list. Called by vite.config.ts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const START = 'window.__reactRouterManifest=';

type Route = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly module: string;
  readonly path?: string;
  readonly css?: readonly string[];
};

interface Manifest {
  readonly routes: Readonly<Record<string, Route>>;
}

/** What a route says besides its path and files. */
type Shape = Readonly<Record<string, unknown>>;

/** Routes of one file: the file, numbers of its style sheets, paths, what is not as with most. */
type Row = readonly [module: string, css: readonly number[], paths: string[], own?: Shape];

// Put the list together again, in the browser: `m` the rest of the manifest, with the routes whose
// path is not their id, `c` what most others say, `s` style sheets, `r` rows.
const EXPAND =
  '((m,c,s,r)=>{for(const[f,t,p,o]of r)for(const i of p)' +
  'm.routes[i]={...c,id:i,path:i,module:f,css:t.map(n=>s[n]),...o};return m})';

function readShape({ id: _id, path: _path, module: _file, ...rest }: Route): Shape {
  return { ...rest, css: undefined, imports: undefined };
}

/** What most routes say, each field on its own. */
function findCommonShape(shapes: readonly Shape[]): Shape {
  const fields = [...new Set(shapes.flatMap((shape) => Object.keys(shape)))];
  const common = fields.map((field) => {
    const counts = new Map<unknown, number>();
    for (const shape of shapes) counts.set(shape[field], (counts.get(shape[field]) ?? 0) + 1);
    return [field, [...counts].sort(([, one], [, other]) => other - one)[0]?.[0]];
  });
  return Object.fromEntries(common.filter(([, value]) => value !== undefined));
}

/** Routes by their file. A route that lacks a field which most have is not told apart by a row. */
function listRows(routes: readonly Route[], common: Shape, sheets: readonly string[]): Row[] {
  const byFile = new Map<string, Row>();
  for (const route of routes) {
    const numbers = (route.css ?? []).map((sheet) => sheets.indexOf(sheet));
    const own = Object.entries(readShape(route)).filter(([key, value]) => value !== common[key]);
    const key = JSON.stringify([route.module, numbers, own]);
    const rest: [Shape?] = own.length === 0 ? [] : [Object.fromEntries(own)];
    const row: Row = byFile.get(key) ?? [route.module, numbers, [], ...rest];
    row[2].push(route.id);
    byFile.set(key, row);
  }
  return [...byFile.values()];
}

/**
 * The same list without what only the server reads, and with what routes share said once.
 *
 * @throws when the file is not what the router is known to write.
 */
export function trimManifest(file: string): string {
  if (!file.startsWith(START)) throw new Error('the list of routes begins in another way');
  const manifest = JSON.parse(file.slice(START.length).replace(/;$/, '')) as Manifest;
  const all = Object.values(manifest.routes);
  const common = findCommonShape(all.filter(({ id, path }) => id === path).map(readShape));
  const isAlike = (route: Route) =>
    route.id === route.path && Object.keys(common).every((field) => field in route);
  const whole = all.filter((route) => !isAlike(route));
  const alike = all.filter(isAlike);
  const sheets = [...new Set(alike.flatMap(({ css = [] }) => css))];
  const routes = whole.map((route) => [route.id, { ...route, imports: undefined }]);
  const rest = { ...manifest, routes: Object.fromEntries(routes) };
  const parts = [rest, common, sheets, listRows(alike, common, sheets)];
  return `${START}${EXPAND}(${parts.map((part) => JSON.stringify(part)).join(',')});`;
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
