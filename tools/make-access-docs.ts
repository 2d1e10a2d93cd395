// The page of rights, made from the table of rights and the routes of wire.
// Not edited by hand: the check compares it with what this would write now.
// Listed in tools/generators.ts.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listRoutes, readRights, type Right } from './access/table.ts';
import type { Generator } from './generator.ts';

const file = 'docs/access.md';

function showFields({ fields }: Right): string {
  const foreign = [...fields].filter(([, kind]) => kind !== 'new');
  return foreign.map(([field, kind]) => `\`${field}\` (${kind})`).join(', ');
}

function showRight(right: Right, summary: string): string {
  const needs = [right.isGuarded ? 'own page' : '', right.needsStepUp ? 'step-up' : ''];
  const cells = [
    `\`${right.method} ${right.path}\``,
    right.role,
    right.owner === 'caller' ? 'own' : '',
    right.rate,
    needs.filter((need) => need !== '').join(', '),
    showFields(right),
    summary,
  ];
  return `| ${cells.join(' | ')} |`;
}

function makePage(root: string): string {
  const rights = readRights(root);
  const summaries = new Map(
    listRoutes().map(({ method, path, summary }) => [`${method} ${path}`, summary]),
  );
  const rows = rights.map((right) =>
    showRight(right, summaries.get(`${right.method} ${right.path}`) ?? 'Of the edge itself.'),
  );
  return [
    '# Who may use what',
    '',
    '<!-- Written by tools/make-access-docs.ts from tools/access: npm run generate. -->',
    '',
    'One line for everything that is served. `npm run check` fails when a call has no line or a',
    'line has no call; the server does not start when it would serve something else. On a running',
    'server `GET /health/endpoints` answers the same list. `tools/access.test.ts` tries every line',
    'as guest, as owner, as somebody else with the numbers of the owner, with sessions that are',
    'over, without our header and from a foreign page.',
    '',
    '- **Role**: anybody (`public`), a signed-in user, an operator on this host.',
    '- **Data**: whose things the call can touch. The number of a thing that somebody else owns is',
    '  answered like one that does not exist.',
    '- **Needs**: *own page* = `x-requested-with: isobath`, and with a session an origin of ours;',
    '  *step-up* = password or second factor confirmed within two minutes.',
    '- **Numbers**: fields of the request that name things of somebody.',
    '',
    '| call | role | data | limit | needs | numbers | what it does |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

/** Writes docs/access.md. */
export const accessDocs: Generator = {
  name: 'page of rights',
  generate: (root) => Promise.resolve(new Map([[file, makePage(root)]])),
  list: (root) => (existsSync(join(root, file)) ? [file] : []),
};
