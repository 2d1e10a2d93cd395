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
export { create${pascal}Operations, type ${pascal}Operations } from './operations.ts';
export { create${pascal}Routes } from './routes.ts';
export { ${camel}Migrations } from './tables.ts';
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

function makeWeb({ kebab, pascal }: ProductNames): [string, string][] {
  const folder = `packages/web/src/products/${kebab}`;
  return [
    [
      `${folder}/${pascal}Page.tsx`,
      `import { useTexts } from '../../base/texts.tsx';

/** Texts of this page. */
export const handle = { texts: ['${kebab}'] } as const;

/** The page of ${kebab}. */
export default function ${pascal}Page() {
  const say = useTexts('${kebab}');
  return (
    <main>
      <h1>{say('title')}</h1>
    </main>
  );
}
`,
    ],
  ];
}

function makeTexts({ kebab, pascal }: ProductNames): [string, string][] {
  const folder = 'packages/texts/src';
  return [
    [`${folder}/en_US/${kebab}.json`, `{\n  "title": "${pascal}"\n}\n`],
    [`${folder}/zh_CN/${kebab}.json`, `{\n  "title": "${pascal}"\n}\n`],
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
