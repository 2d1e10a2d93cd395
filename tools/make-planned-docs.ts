// The page of what is planned: every link of the menus whose product is not built yet, with what
// its page says meanwhile. Made from the table of pages, which a page leaves by being built.
// Not edited by hand: the check compares it with what this would write now.
// Listed in tools/generators.ts.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import planned from '../packages/texts/src/en_US/planned.json' with { type: 'json' };
import shell from '../packages/texts/src/en_US/shell.json' with { type: 'json' };
import { plannedPages } from '../packages/web/src/base/planned-pages.ts';
import type { Generator } from './generator.ts';

const file = 'docs/planned.md';
const words: Readonly<Record<string, string>> = planned;
const names: Readonly<Record<string, string>> = shell;

function makePage(): string {
  const rows = plannedPages.map(({ path, role, word }) => {
    const who = role === 'user' ? 'signed in' : 'everybody';
    return `| \`/${path}\` | ${names[`link.${word}`]} | ${who} | ${words[word]} |`;
  });
  return [
    '# What is planned',
    '',
    '<!-- Written by tools/make-planned-docs.ts from the table of pages: npm run generate. -->',
    '',
    `The menus lead to ${rows.length} pages whose product does not exist yet. Each says what it`,
    'will be, is marked `noindex`, stands in no sitemap, and leaves this list when it is built.',
    '',
    '| address below the language | name | for | what its page says |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

/** Writes docs/planned.md. */
export const plannedDocs: Generator = {
  name: 'page of what is planned',
  generate: () => Promise.resolve(new Map([[file, makePage()]])),
  list: (root) => (existsSync(join(root, file)) ? [file] : []),
};
