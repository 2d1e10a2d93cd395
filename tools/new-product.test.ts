// A new product is made in a copy of the whole house, checked, built, opened and taken away again.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { format } from './checks/format.ts';
import { importLaw } from './checks/import-law.ts';
import { lint } from './checks/lint.ts';
import { listFiles } from './checks/source-files.ts';
import type { Finding, Step } from './checks/step.ts';
import { copyHouse } from './checks/test-workspace.ts';
import { types } from './checks/types.ts';
import { unused } from './checks/unused.ts';
import { spellProduct } from './new-product/names.ts';
import { deleteProduct, makeProduct } from './new-product.ts';
import { tidy } from './tidy/tidy.ts';

const name = 'tulip-fund';

/** Builds what the browser loads, as a start does: the journey's own start has not the time. */
const building = `
import { buildBrowserPart } from './src/launch/browser-part.ts';

await buildBrowserPart(process.argv[2], () => {}, new AbortController().signal);
process.exit(0);
`;

/** Its words in every language, its judge, the journey that starts it and opens its two pages. */
const itsTests = [
  'packages/texts/src/texts.test.ts',
  'tools/unused-texts.test.ts',
  `packages/sim/src/${name}.test.ts`,
  `packages/e2e/src/journeys/${name}.test.ts`,
];

function readAll(root: string): Map<string, string> {
  return new Map(listFiles(root).map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

function run(root: string, folder: string, parameters: string[], input = '') {
  // A folder prepared for other tests knows nothing of the product.
  const env = { ...process.env, ISOBATH_PREPARED_FOLDER: undefined };
  const options = { cwd: join(root, folder), input, env, encoding: 'utf8' } as const;
  const result = spawnSync(process.execPath, parameters, options);
  expect(result.status, `${parameters.join(' ')}\n${result.stdout}\n${result.stderr}`).toBe(0);
}

async function findingsAbout(root: string, step: Step): Promise<Finding[]> {
  const { findings } = await step.run(root);
  const isOurs = ({ file, message }: Finding) => /tulip-?fund/i.test(`${file} ${message}`);
  return findings.filter(isOurs);
}

test('names are spelt in every way a product needs, and bad ones refused', () => {
  expect(spellProduct(name)).toEqual({ kebab: name, camel: 'tulipFund', pascal: 'TulipFund' });
  for (const bad of ['Tulip', 'tulip_fund', '-tulip', 'tulip-', '', 'a'.repeat(25)]) {
    expect(() => spellProduct(bad), bad).toThrow('is not a product name');
  }
});

test('a product is made, checked, built, opened and deleted without a trace', async () => {
  using house = copyHouse();
  const { root } = house;
  const before = readAll(root);
  makeProduct(root, name);
  expect(() => makeProduct(root, name)).toThrow('exists already');
  run(root, '.', ['tools/generate.ts']);
  for (const step of [format, types, lint, importLaw, tidy, unused]) {
    expect(await findingsAbout(root, step), step.name).toEqual([]);
  }
  run(root, 'packages/server', ['--input-type=module-typescript', '-', root], building);
  run(root, '.', ['node_modules/vitest/vitest.mjs', 'run', ...itsTests]);
  deleteProduct(root, name);
  run(root, '.', ['tools/generate.ts']);
  expect(readAll(root)).toEqual(before);
}, 600_000);
