// What the browser gets of the package wire: where each call goes, and the plain tables. Schemas
// check on the server; carried to every reader they would be a quarter of the first load.
// Not for pages rendered on the server, which use wire itself. Called by vite.config.ts.
import * as wire from '@isobath/wire';
import type { Plugin } from 'vite';

const NAME = '@isobath/wire';
const PARTS = `\0${NAME}/`;
/** What hands the parts on; each is a module of its own, so that a page gets those it names. */
const DOOR = `${PARTS}door`;

type Table = Readonly<Record<string, unknown>>;

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null;
}

function isRoute(value: unknown): value is Table {
  return isTable(value) && 'method' in value && 'path' in value && 'answer' in value;
}

/** Whether a value is the same after a way through JSON. */
function isPlain(value: unknown): boolean {
  if (isTable(value)) return !('_zod' in value) && Object.values(value).every(isPlain);
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** What the fetch client reads of a route. */
function trimRoute(route: Table): Table {
  const { method, path, isForm } = route;
  return isForm === true ? { method, path, isForm } : { method, path };
}

/**
 * The text of one export.
 *
 * @returns null for schemas and functions: a page that wants one fails to build.
 */
function writeExport(name: string, value: unknown): string | null {
  if (isTable(value) && Object.values(value).every(isRoute)) {
    const routes = Object.entries(value).map(([key, one]) => [key, trimRoute(one as Table)]);
    return `export const ${name} = ${JSON.stringify(Object.fromEntries(routes))};`;
  }
  return isPlain(value) ? `export const ${name} = ${JSON.stringify(value)};` : null;
}

function writeDoor() {
  const code = Object.entries(wire)
    .filter(([name, value]) => writeExport(name, value) !== null)
    .map(([name]) => `export { ${name} } from ${JSON.stringify(PARTS + name)};`)
    .join('\n');
  return { code, moduleSideEffects: false };
}

/** Give the browser the small wire. */
export function browserWire(): Plugin {
  return {
    name: 'isobath:browser-wire',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: (id) => (id === NAME ? DOOR : id.startsWith(PARTS) ? id : null),
    load(id) {
      if (id === DOOR) return writeDoor();
      if (!id.startsWith(PARTS)) return null;
      const name = id.slice(PARTS.length);
      return { code: writeExport(name, (wire as Table)[name]) ?? '', moduleSideEffects: false };
    },
  };
}
