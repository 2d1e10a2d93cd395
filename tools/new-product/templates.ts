// The files of a new product: the shape every product has, with one question and no rule yet.
// Not here: the lists that name it (lists.ts).
// Used by tools/new-product.ts.

import type { ProductNames } from './names.ts';

/** Path to content of every file a new product has. */
export type ProductFiles = ReadonlyMap<string, string>;

function makeCore({ kebab, camel }: ProductNames): [string, string][] {
  const folder = `packages/core/src/products/${kebab}`;
  return [
    [
      `${folder}/index.ts`,
      `/** The number of the rules of ${kebab}; a change of them begins a new era. */\n` +
        `export const ${camel}RulesVersion = 1;\n`,
    ],
  ];
}

function makeWire({ kebab, camel }: ProductNames): [string, string][] {
  return [
    [
      `packages/wire/src/products/${kebab}.ts`,
      `import { wholeText } from '../money.ts';
import { defineRoute } from '../route.ts';
import { z } from '../z.ts';

/** Routes of ${kebab}. */
export const ${camel}Routes = {
  state: defineRoute({
    method: 'GET',
    role: 'public',
    owner: 'none',
    rate: 'read',
    path: '/hk-web/${kebab}/state',
    summary: 'How many entries ${kebab} has.',
    answer: z.object({ entries: wholeText }),
  }),
} as const;
`,
    ],
  ];
}

function makeServer({ kebab, camel, pascal }: ProductNames): [string, string][] {
  const folder = `packages/server/src/products/${kebab}`;
  const table = `${kebab.replaceAll('-', '_')}_entries`;
  return [
    [
      `${folder}/index.ts`,
      `/** The door of ${kebab}. */
export { create${pascal}Operations } from './operations.ts';
export { create${pascal}Projection } from './projection.ts';
export { create${pascal}Routes } from './routes.ts';
`,
    ],
    [
      `${folder}/operations.ts`,
      `import type { Database } from '../../base/db/index.ts';

/** What ${kebab} can do; every face of it calls these. */
export interface ${pascal}Operations {
  /** How many entries there are, as a whole number in text. */
  countEntries(): Promise<string>;
}

/** Make the operations. */
export function create${pascal}Operations(database: Database): ${pascal}Operations {
  return {
    async countEntries() {
      const statement = 'select count(*)::text as count from ${table}';
      const [row] = await database.query<{ count: string }>(statement);
      return row?.count ?? '0';
    },
  };
}
`,
    ],
    [
      `${folder}/routes.ts`,
      `import { ${camel}Routes } from '@isobath/wire';
import { type RouteHandler, serve } from '../../base/product/index.ts';
import type { ${pascal}Operations } from './operations.ts';

/** Handlers of ${kebab}. */
export function create${pascal}Routes(operations: ${pascal}Operations): RouteHandler[] {
  return [
    serve(${camel}Routes.state, async () => ({ entries: await operations.countEntries() })),
  ];
}
`,
    ],
    [
      `${folder}/projection.ts`,
      `import { EventKind } from '@isobath/core';
import type { Projection } from '../../base/projections/index.ts';

const insert = 'insert into ${table} (entry_id) select unnest($1::bigint[])';

/** Rows of ${kebab}, from committed events and nothing else: one for each account opened. */
export function create${pascal}Projection(): Projection {
  return {
    name: '${kebab}',
    tables: ['${table}'],
    load: async () => {},
    async apply(steps, session) {
      const events = steps.flatMap((step) => step.events);
      const opened = events.filter((event) => event.kind === EventKind.accountOpened);
      if (opened.length === 0) return;
      await session.execute(insert, [opened.map(({ accountId }) => accountId)]);
    },
  };
}
`,
    ],
    [
      `${folder}/tables.ts`,
      `import { listMigrations } from '../../base/db/index.ts';

/** Tables of ${kebab}. */
export const ${camel}Migrations = listMigrations('${kebab}', import.meta.url, ['0001-entries']);
`,
    ],
    [`${folder}/migrations/0001-entries/notes.md`, `# Entries of ${kebab}\n\nOne row an entry.\n`],
    [
      `${folder}/migrations/0001-entries/up.sql`,
      `create table ${table} (\n  entry_id bigint primary key\n);\n`,
    ],
  ];
}

function makeWeb({ kebab, camel, pascal }: ProductNames): [string, string][] {
  const folder = `packages/web/src/products/${kebab}`;
  return [
    [
      `${folder}/${pascal}Page.tsx`,
      `import { ${camel}Routes } from '@isobath/wire';
import { pageRequest } from '../../base/page-context.ts';
import { useTexts } from '../../base/texts.tsx';
import type { Route } from './+types/${pascal}Page';

/** Texts of this page. */
export const handle = { texts: ['${kebab}'] } as const;

/** What the server knows before the page is drawn. */
export function loader({ context }: Route.LoaderArgs) {
  return context.get(pageRequest).client.call(${camel}Routes.state);
}

/** The page of ${kebab}. */
export default function ${pascal}Page({ loaderData }: Route.ComponentProps) {
  const t = useTexts('${kebab}');
  return (
    <main>
      <h1>{t('title')}</h1>
      <p>{t('entries', { entries: loaderData.entries })}</p>
    </main>
  );
}
`,
    ],
  ];
}

function textsOf(title: string, entries: string): string {
  return `${JSON.stringify({ title, entries }, null, 2)}\n`;
}

function makeTexts({ kebab, pascal }: ProductNames): [string, string][] {
  const folder = 'packages/texts/src';
  return [
    [`${folder}/en_US/${kebab}.json`, textsOf(pascal, 'Entries: {entries}')],
    [`${folder}/zh_CN/${kebab}.json`, textsOf(pascal, '条目:{entries}')],
  ];
}

/** Every file of a new product. */
export function makeProductFiles(names: ProductNames): ProductFiles {
  const note = `feature\n\nThe product ${names.kebab}, so far with one question.\n`;
  return new Map([
    ...makeCore(names),
    ...makeWire(names),
    ...makeServer(names),
    ...makeWeb(names),
    ...makeTexts(names),
    [`changes/${names.kebab}.md`, note],
  ]);
}
