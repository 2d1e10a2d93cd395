// The files of a new product: the shape every product has, with one question and no rule yet.
// Not here: the lists that name it (lists.ts).
// Used by tools/new-product.ts.

import type { ProductNames } from './names.ts';
import { listTexts } from './texts.ts';

/** Path to content of every file a new product has. */
export type ProductFiles = ReadonlyMap<string, string>;

function makeCore({ kebab, pascal }: ProductNames): [string, string][] {
  return [
    [
      `packages/core/src/products/${kebab}/index.ts`,
      `import { type CoreEvent, EventKind } from '../../event.ts';
import type { AccountId } from '../../ids.ts';

/** The accounts that events enter into ${kebab}: each one when it is opened. */
export function list${pascal}Entries(events: readonly CoreEvent[]): AccountId[] {
  return events.flatMap((event) =>
    event.kind === EventKind.accountOpened ? [event.accountId] : [],
  );
}
`,
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
      `import { list${pascal}Entries } from '@isobath/core';
import type { Projection } from '../../base/projections/index.ts';

const insert = 'insert into ${table} (entry_id) select unnest($1::bigint[])';

/** Rows of ${kebab}, from committed events and nothing else. */
export function create${pascal}Projection(): Projection {
  return {
    name: '${kebab}',
    tables: ['${table}'],
    load: async () => {},
    async apply(steps, session) {
      const entries = steps.flatMap((step) => list${pascal}Entries(step.events));
      if (entries.length > 0) await session.execute(insert, [entries]);
    },
  };
}
`,
    ],
    [
      `${folder}/module.ts`,
      `// What ${kebab} brings. Listed in modules.ts.
import { listMigrations } from '../../base/db/index.ts';
import { defineModule } from '../../base/modules/index.ts';

export const ${camel}Module = defineModule({
  name: '${kebab}',
  migrations: listMigrations('${kebab}', import.meta.url, ['0001-entries']),
  projection: async () => (await import('./projection.ts')).create${pascal}Projection(),
  start: async () => {
    const { create${pascal}Operations } = await import('./operations.ts');
    const { create${pascal}Routes } = await import('./routes.ts');
    return ({ database }) => ({
      handlers: create${pascal}Routes(create${pascal}Operations(database)),
    });
  },
});
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

function makeAdmin({ kebab, camel, pascal }: ProductNames): [string, string][] {
  const folder = `packages/admin/src/products/${kebab}`;
  return [
    [
      `${folder}/index.ts`,
      `import { Layers } from '@isobath/ui';
import type { ConsolePage } from '../../base/page.ts';
import { ${pascal}Page } from './${pascal}Page.tsx';

/** Pages of ${kebab} in the back office. */
export const ${camel}Pages: readonly ConsolePage[] = [
  {
    path: '${kebab}',
    label: { namespace: '${kebab}', key: 'title' },
    group: 'group.watch',
    icon: Layers,
    permission: 'any',
    Page: ${pascal}Page,
  },
];
`,
    ],
    [
      `${folder}/${pascal}Page.tsx`,
      `import { useRead } from '@isobath/kit';
import { ${camel}Routes } from '@isobath/wire';
import { client } from '../../base/client.ts';
import { LoadedBody, PageHead } from '../../base/PageBody.tsx';
import { useTexts } from '../../base/texts.tsx';

/** What operators see of ${kebab}. */
export function ${pascal}Page() {
  const t = useTexts('${kebab}');
  const read = useRead(['${kebab}'], (signal) =>
    client.call(${camel}Routes.state, { signal }),
  );
  return (
    <>
      <PageHead title={t('title')} />
      <LoadedBody read={read}>
        {({ entries }) => <p>{t('entries', { entries })}</p>}
      </LoadedBody>
    </>
  );
}
`,
    ],
  ];
}

function makeSim({ kebab, pascal }: ProductNames): [string, string][] {
  return [
    [
      `packages/sim/src/${kebab}.test.ts`,
      `// Judges the rules of ${kebab}: seeded worlds are run, and what the rules make of
// their events must be what the reference model has written down on its own.
import { list${pascal}Entries } from '@isobath/core';
import { expect, test } from 'vitest';
import { Comparison } from './comparison.ts';
import { createEngineSubject } from './engine-subject.ts';
import { drawPlan, Sender } from './workload.ts';

const stepsCount = 300;

test.each([1, 2, 3])('the entries of seed %i are the accounts of the model', (seed) => {
  const comparison = new Comparison(createEngineSubject(), stepsCount);
  const plan = drawPlan(seed, stepsCount);
  const sender = new Sender(plan, comparison.model);
  const entries: number[] = [];
  for (const step of plan.steps) {
    for (const sent of sender.read(step)) {
      const { events, fault } = comparison.feed(sent);
      expect(fault).toBeNull();
      entries.push(...list${pascal}Entries(events));
    }
  }
  comparison.end();
  expect(entries).toEqual(comparison.model.accounts.map(({ accountId }) => accountId));
});
`,
    ],
  ];
}

function makeJourney({ kebab, pascal }: ProductNames): [string, string][] {
  return [
    [
      `packages/e2e/src/journeys/${kebab}.test.ts`,
      `// A guest and an operator open ${kebab}, and both are shown what its call answers.
import { expect, it } from 'vitest';
import { call } from '../fixture/exchange.ts';
import { enterOffice } from '../fixture/office.ts';
import { meetPerson, type Person } from '../fixture/person.ts';
import { shareFixture } from '../fixture/fixture.ts';

const fixture = shareFixture();

/** The line a page shows, and the line it should: the tables may still follow the engine. */
async function readBoth({ page }: Person): Promise<[string | null, string]> {
  await page.reload();
  const shown = await page.getByText(/^Entries: /).textContent();
  const { entries } = await call<{ entries: string }>({ page }, '/hk-web/${kebab}/state');
  return [shown, \`Entries: \${entries}\`];
}

async function expectEntries(person: Person): Promise<void> {
  await person.page.getByRole('heading', { level: 1, name: 'New: ${pascal}' }).waitFor();
  const isShown = async () => {
    const [shown, answered] = await readBoth(person);
    return shown === answered && shown !== 'Entries: 0';
  };
  await expect.poll(isShown).toBe(true);
  expect(person.complaints).toEqual([]);
}

it('shows a guest how many entries there are', async () => {
  const guest = await meetPerson(fixture.browser, 'guest');
  await guest.page.goto(\`\${fixture.server.address}/en_US/${kebab}\`);
  await expectEntries(guest);
});

it('shows an operator the same in the back office', async () => {
  const operator = await enterOffice(fixture, 'operator', 'viewer');
  const menu = operator.page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('link', { name: 'New: ${pascal}', exact: true }).click();
  await expectEntries(operator);
});
`,
    ],
  ];
}

function makeTexts(names: ProductNames): [string, string][] {
  return listTexts(names).map(({ locale, title, entries }) => [
    `packages/texts/src/${locale}/${names.kebab}.json`,
    `${JSON.stringify({ title, entries }, null, 2)}\n`,
  ]);
}

/** Every file of a new product. */
export function makeProductFiles(names: ProductNames): ProductFiles {
  const note = `feature\n\nThe product ${names.kebab}, so far with one question.\n`;
  return new Map([
    ...makeCore(names),
    ...makeWire(names),
    ...makeServer(names),
    ...makeWeb(names),
    ...makeAdmin(names),
    ...makeSim(names),
    ...makeJourney(names),
    ...makeTexts(names),
    [`changes/${names.kebab}.md`, note],
  ]);
}
