// The loaders of catalogues: one for each language and namespace there is, spelt out so that Node
// and the browser's bundler both find the files. Made from the files of the languages.
// Not edited by hand: the check compares it with what this would write now.
// Listed in tools/generators.ts.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { locales } from '../packages/texts/src/locales.ts';
import type { Generator } from './generator.ts';

const folder = 'packages/texts/src';
const file = `${folder}/loaders.ts`;

/** Names of the namespaces; en_US has a file of each. */
function listNamespaces(root: string): string[] {
  const names = readdirSync(join(root, folder, 'en_US'));
  return names.map((name) => name.replace(/\.json$/, '')).toSorted();
}

function makeLoaders(root: string): string {
  const rows = listNamespaces(root).flatMap((namespace) => {
    const has = (locale: string) => existsSync(join(root, folder, locale, `${namespace}.json`));
    const files = locales.filter(has).map((locale) => {
      const path = `./${locale}/${namespace}.json`;
      return `    ${locale}: () => import('${path}', { with: { type: 'json' } }),`;
    });
    const key = /^\w+$/.test(namespace) ? namespace : `'${namespace}'`;
    return [`  ${key}: {`, ...files, '  },'];
  });
  return [
    '// Written by tools/make-text-loaders.ts from the catalogues there are: npm run generate.',
    '// The bundler makes a small file of each. Used by catalogues.ts.',
    '',
    '/** One loader for each namespace and language. */',
    'export const loaders = {',
    ...rows,
    '} as const;',
    '',
  ].join('\n');
}

/** Writes the loaders of texts. */
export const textLoaders: Generator = {
  name: 'loaders of texts',
  generate: (root) => Promise.resolve(new Map([[file, makeLoaders(root)]])),
  list: (root) => (existsSync(join(root, file)) ? [file] : []),
};
