// A new product is made in a copy of the whole workspace, its types and its own tests are asked,
// and it is taken away again. The whole check, the build and its pages: new-product.prove.ts.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from './checks/step.ts';
import { spellProduct } from './new-product/names.ts';
import { productName, runTestsInCopy, tryNewProduct } from './testing/new-product-house.ts';

/** Its words in every language, and its judge. */
const itsTests = [
  'packages/texts/src/texts.test.ts',
  'tools/unused-texts.test.ts',
  `packages/sim/src/${productName}.test.ts`,
];

/** What is edited in a workspace, besides generated pages: the lists, and one generated module. */
const editedLists = [
  'packages/admin/src/products.ts',
  'packages/core/src/index.ts',
  'packages/server/src/modules.ts',
  'packages/texts/src/loaders.ts',
  'packages/web/src/products.ts',
  'packages/wire/src/products.ts',
];

const isModule = (path: string) => /\.tsx?$/.test(path);
const isOfBrowser = (path: string) => /^packages\/(admin|ui|web)\//.test(path);

/** What the compiler says of some files and of all that they import. */
async function complainAbout(
  root: string,
  project: { readonly base: string; readonly files: readonly string[] },
): Promise<string> {
  const { base, files } = project;
  const file = 'tsconfig.product.json';
  const types = base === 'tsconfig.web.json' ? ['packages/web/.react-router/types/**/*'] : [];
  const settings = { extends: `./${base}`, files, include: types };
  writeFileSync(join(root, file), JSON.stringify(settings));
  // Several checkers at once do a part of the work several times.
  const words = ['--noEmit', '--pretty', 'false', '--singleThreaded', '-p', file];
  const { output, errors } = await runProgram(root, 'ts7/bin/tsc', words);
  rmSync(join(root, file));
  return `${output}${errors}`;
}

/** The compiler has nothing to say of what was made and changed, nor of what that imports. */
async function expectTypes(root: string, files: readonly string[]): Promise<void> {
  const modules = files.filter(isModule);
  expect(modules.length).toBeGreaterThanOrEqual(17);
  const routes = await runProgram(root, '@react-router/dev/bin.cjs', ['typegen', 'packages/web']);
  expect(routes.exitCode, routes.errors).toBe(0);
  const ours = modules.filter((path) => !isOfBrowser(path));
  expect(await complainAbout(root, { base: 'tsconfig.json', files: ours })).toBe('');
  const pages = modules.filter(isOfBrowser);
  expect(await complainAbout(root, { base: 'tsconfig.web.json', files: pages })).toBe('');
}

test('names are spelt in every way a product needs, and bad ones refused', () => {
  const spelt = { kebab: productName, camel: 'tulipFund', pascal: 'TulipFund' };
  expect(spellProduct(productName)).toEqual(spelt);
  for (const bad of ['Tulip', 'tulip_fund', '-tulip', 'tulip-', '', 'a'.repeat(25)]) {
    expect(() => spellProduct(bad), bad).toThrow('is not a product name');
  }
});

test('a product is made, its types and tests hold, and it is deleted without a trace', async () => {
  await tryNewProduct(async (root, files) => {
    const edited = files.filter((path) => !path.includes(productName) && !path.startsWith('docs/'));
    expect(edited.toSorted()).toEqual(editedLists);
    await expectTypes(root, files);
    runTestsInCopy(root, itsTests);
  });
});
