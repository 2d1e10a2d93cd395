// Every sentence of the import law is broken once and seen caught, and nothing legal is caught.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkCoverage, importLaw } from './import-law.ts';
import { house, makeTestWorkspace } from './test-workspace.ts';

const doors = [
  'core/src/index',
  'core/src/math/index',
  'wire/src/index',
  'sdk/src/index',
  'texts/src/index',
  'ui/src/index',
  'kit/src/index',
  'signer/src/client',
  'server/src/engine/index',
  'server/src/index',
];

const rooms: Record<string, string> = {
  ...Object.fromEntries(doors.map((path) => [`packages/${path}.ts`, 'export const door = 1;\n'])),
  'packages/core/src/command.ts': 'export const commandKind = 1;\n',
  'packages/core/src/engine.ts': 'export const engine = 1;\n',
  'packages/core/src/products/spot/place.ts': 'export const place = 1;\n',
  'packages/core/src/products/margin/place.ts': 'export const place = 1;\n',
  'packages/wire/src/products/spot.ts': 'export const spot = 1;\n',
  'packages/wire/src/products/margin.ts': 'export const margin = 1;\n',
  'packages/server/src/main.ts': 'export const main = 1;\n',
  'packages/server/src/engine/journal.ts': 'export const journal = 1;\n',
  'packages/server/src/products/spot/routes.ts': 'export const routes = 1;\n',
  'packages/server/src/products/margin/routes.ts': 'export const routes = 1;\n',
  'packages/web/src/products/spot/index.ts': 'export const spot = 1;\n',
  'packages/sim/src/run.ts': 'export const run = 1;\n',
  'packages/ui/src/circle.ts': "import './circle-too.ts';\n",
  'tools/say.ts': 'export const say = 1;\n',
};

/** Rule, the file that breaks it, what the file imports. */
const plants: readonly (readonly [rule: string, file: string, target: string])[] = [
  ['no-circular', 'packages/ui/src/circle-too.ts', './circle.ts'],
  ['resolvable', 'packages/ui/src/lost.ts', './nowhere.ts'],
  ['doors-only', 'packages/sdk/src/window.ts', '../../wire/src/products/spot.ts'],
  ['engine-door-is-for-the-back-room', 'packages/e2e/src/deep.ts', '@isobath/server/engine'],
  ['only-base-talks-to-postgres', 'packages/server/src/products/spot/tables.ts', 'pg'],
  ['only-base-talks-to-postgres', 'packages/cli/src/dump.ts', 'pg'],
  ['only-base-talks-to-postgres', 'tools/peek.ts', 'pg'],
  ['tools-stay-outside', 'packages/cli/src/tool.ts', '../../../tools/say.ts'],
  ['core-is-pure', 'packages/core/src/reads.ts', 'node:fs'],
  ['core-is-pure', 'packages/core/src/shape.ts', 'zod'],
  ['core-math-is-a-leaf', 'packages/core/src/math/fee.ts', '../command.ts'],
  ['core-floors', 'packages/core/src/ledger/up.ts', '../products/spot/place.ts'],
  ['core-floors', 'packages/core/src/book/up.ts', '../engine.ts'],
  ['trading-below-products', 'packages/core/src/trading/up.ts', '../products/spot/place.ts'],
  ['wire-only-zod', 'packages/wire/src/sum.ts', '@isobath/core/math'],
  ['sdk-only-wire', 'packages/sdk/src/read.ts', 'node:fs'],
  ['ui-knows-no-product', 'packages/ui/src/knows.ts', '@isobath/wire'],
  ['kit-only-sdk-ui-texts-wire', 'packages/kit/src/sum.ts', '@isobath/core/math'],
  ['kit-is-for-screens', 'packages/sdk/src/screen.ts', '@isobath/kit'],
  ['texts-alone', 'packages/texts/src/knows.ts', '@isobath/wire'],
  ['signer-alone', 'packages/signer/src/talks.ts', 'node:http'],
  ['signer-alone', 'packages/signer/src/shape.ts', '@isobath/wire'],
  ['signer-for-custody', 'packages/web/src/base/keys.ts', '@isobath/signer/client'],
  ['browser-not-server', 'packages/web/src/base/server.ts', '@isobath/server'],
  ['browser-sees-core-math-only', 'packages/web/src/base/core.ts', '@isobath/core'],
  ['shell-through-the-list', 'packages/web/src/shell/menu.ts', '../products/spot/index.ts'],
  ['products-not-to-products', 'packages/core/src/products/spot/side.ts', '../margin/place.ts'],
  ['products-not-to-products', 'packages/wire/src/products/loans.ts', './margin.ts'],
  ['products-not-to-products', 'packages/server/src/products/spot/side.ts', '../margin/routes.ts'],
  ['products-not-to-top', 'packages/server/src/products/spot/up.ts', '../../main.ts'],
  ['base-not-up', 'packages/server/src/base/up.ts', '../engine/index.ts'],
  ['engine-not-up', 'packages/server/src/engine/up.ts', '../products/spot/routes.ts'],
  ['engine-through-its-door', 'packages/server/src/products/spot/in.ts', '../../engine/journal.ts'],
  ['edge-knows-no-product', 'packages/server/src/edge/http.ts', '../products/spot/routes.ts'],
  [
    'sandbox-through-the-ordinary-door',
    'packages/server/src/sandbox/maker.ts',
    '../products/spot/routes.ts',
  ],
  ['bitcoin-node-alone', 'packages/bitcoin-node/src/knows.ts', '@isobath/wire'],
  ['custody-knows-no-room', 'packages/server/src/custody/in.ts', '../engine/index.ts'],
  ['server-not-to-the-back-room', 'packages/server/src/base/sim.ts', '../../../sim/src/run.ts'],
  ['outsiders-do-not-use-the-front-door-of-server', 'packages/cli/src/front.ts', '@isobath/server'],
  ['journeys-use-the-sdk', 'packages/e2e/src/core.ts', '@isobath/core'],
  ['judge-is-independent', 'packages/sim/src/model/peeks.ts', '@isobath/core'],
  ['judge-stays-in-the-back-room', 'packages/sim/src/model/adds.ts', '@isobath/core/math'],
];

/** What the law allows, so that a rule that forbids everything does not pass for a good one. */
const allowed: Record<string, string> = {
  'packages/core/src/products/spot/check.ts': "import '../../math/index.ts';\n",
  'packages/core/src/engine-uses.ts': "import './products/spot/place.ts';\n",
  'packages/wire/src/zod.ts': "import 'zod';\n",
  'packages/sdk/src/http.ts': "import '@isobath/wire';\n",
  'packages/server/src/base/db/pool.ts': "import 'pg';\nimport 'node:fs';\n",
  'packages/server/src/sandbox/taker.ts': "import '../engine/index.ts';\nimport '@isobath/sdk';\n",
  'packages/server/src/custody/reads.ts': "import '../base/db/pool.ts';\n",
  'packages/server/src/products/spot/feed.ts': "import '../../engine/index.ts';\n",
  'packages/web/src/products/spot/form.ts': "import '@isobath/core/math';\nimport '@isobath/ui';\n",
  'packages/kit/src/read.ts': "import '@isobath/sdk';\nimport '@isobath/ui';\n",
  'packages/web/src/products/margin/list.ts': "import '@isobath/kit';\n",
  'packages/cli/src/verify.ts': "import '@isobath/server/engine';\nimport '@isobath/core';\n",
  'packages/sim/src/model/book.ts':
    "import type { door } from '@isobath/core';\nexport type TDoor = typeof door;\n",
};

test('every sentence of the law is broken once and caught, and nothing else is', async () => {
  using workspace = makeTestWorkspace({ ...rooms, ...allowed });
  for (const [, file, target] of plants) workspace.write(file, `import '${target}';\n`);
  const { findings } = await importLaw.run(workspace.root);
  const caught = new Set(findings.map(({ rule, file }) => `${rule} ${file}`));
  for (const [rule, file] of plants) expect(caught).toContain(`${rule} ${file}`);
  for (const { file, rule } of findings) {
    expect(Object.keys({ ...allowed, ...rooms }), `${rule} in ${file}`).not.toContain(file);
  }
});

test('no sentence of the law is without its planted violation', () => {
  const require = createRequire(import.meta.url);
  const law = require(join(house, '.dependency-cruiser.cjs')) as { forbidden: { name: string }[] };
  const planted = new Set(plants.map(([rule]) => rule));
  expect(law.forbidden.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([]);
});

test('a reader that reads too little does not pass', async () => {
  const nothing = { modules: [], summary: { totalCruised: 0, violations: [] } };
  const found = checkCoverage(['packages/core/src/index.ts'], nothing);
  expect(found.map(({ rule }) => rule)).toEqual(['module-not-read', 'too-few-modules']);

  using workspace = makeTestWorkspace(rooms);
  const law = "module.exports = { forbidden: [], options: { exclude: { path: 'ledger' } } };\n";
  workspace.write('.dependency-cruiser.cjs', law);
  workspace.write('packages/core/src/ledger/ledger.ts', 'export const ledger = 1;\n');
  const { findings } = await importLaw.run(workspace.root);
  expect(findings.map(({ rule, file }) => `${rule} ${file}`)).toContain(
    'module-not-read packages/core/src/ledger/ledger.ts',
  );
});
