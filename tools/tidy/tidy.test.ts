// Every rule of tidy is broken once and seen caught; what is right passes.

import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Finding } from '../checks/step.ts';
import { makeTestWorkspace } from '../checks/test-workspace.ts';
import { productFiles } from './budgets.ts';
import { checkDependencies } from './dependencies.ts';
import { checkDocument, checkDocumentSet } from './documents.ts';
import { checkProducts } from './products.ts';
import { makeSource } from './source.ts';
import { budgetFile, checkBudget, checkReasons } from './suppressions.ts';
import { applyExemptions, fileRules, runRules, tidy } from './tidy.ts';
import { fileNames } from './words.ts';

const house = 'packages/server/src/base/house.ts';

function check(text: string, path = house): string[] {
  const source = makeSource(path, text);
  return fileRules.flatMap((rule) => rule(source)).map(({ rule }) => rule);
}

function rulesOf(findings: readonly Finding[]): string[] {
  return findings.map(({ rule }) => rule);
}

const said = '/** It says what it is. */\n';
const top = '// What it is.\n// What it is not.\n// Who calls it.\n';
const manyLines = (count: number) => 'void 0;\n'.repeat(count);

/** Rule, text that breaks it, path when it matters. */
const plants: readonly (readonly [rule: string, text: string, path?: string])[] = [
  ['columns', `void '${'x'.repeat(100)}';\n`],
  ['columns', `.wide { color: ${'x'.repeat(100)}; }\n`, 'packages/ui/src/theme.css'],
  ['file-lines', top + manyLines(398)],
  ['file-lines-hard', top + manyLines(598)],
  ['function-lines', `function long() {\n${manyLines(69)}}\n`],
  ['function-lines', `const long = () => {\n${manyLines(69)}};\n`],
  ['function-lines', `it('does much', () => {\n${manyLines(69)}});\n`, 'tools/a.test.ts'],
  ['function-lines', `function outer() {\n${manyLines(69)}function inner() {\n}\n}\n`],
  ['function-lines', `function outer() {\nfunction inner() {\n${manyLines(69)}}\n}\n`],
  ['parameters', 'function sum(a: 1, b: 1, c: 1, d: 1) {}\n'],
  ['parameters', 'const sum = (a: 1, b: 1, c: 1, d: 1) => a;\n'],
  ['parameters', 'class Sum { add(a: 1, b: 1, c: 1, d: 1) {} }\n'],
  ['parameters', 'class Sum { constructor(a: 1, b: 1, c: 1, d: 1) {} }\n'],
  ['parameters', 'interface Sum { add(a: 1, b: 1, c: 1, d: 1): void }\n'],
  ['person-word', `// ${'H'}e asks.\n`],
  ['person-word', `void 'of h${'is'} own';\n`],
  ['docstring', 'export const a = 1;\n'],
  ['docstring', 'export function a() {}\n'],
  ['docstring', 'export interface A {}\n'],
  ['docstring', 'export type A = 1;\n'],
  ['docstring', 'export class A {}\n'],
  ['docstring', 'export default function a() {}\n'],
  ['docstring', 'export function meta() {}\n'],
  ['docstring', 'const a = 1;\nexport { a };\n'],
  ['docstring', '// It says what it is.\nexport const a = 1;\n'],
  ['docstring', 'export type A = z.infer<typeof elsewhere>;\n'],
  ['docstring', '/** Word. */\nexport const a = 1;\n'],
  ['header', manyLines(110)],
  ['header', `// One sentence only.\n${manyLines(110)}`],
  ['header', `// One sentence that runs\n// over two lines.\n${manyLines(110)}`],
  ['word', 'const orderQty = 1;\n'],
  ['word', 'function cfgOf() {}\n'],
  ['word', 'const lockedUnits = 1;\n', 'packages/core/src/ledger/ledger.ts'],
  ['word', 'function freezeAmount() {}\n', 'packages/core/src/ledger/ledger.ts'],
  ['word', 'interface ReserveRow {}\n', 'packages/core/src/ledger/ledger.ts'],
  ['word', 'function tellWish() {}\n'],
  ['word', 'const rooms = 1;\n', 'packages/core/src/engine.ts'],
  ['word', 'interface KeyRooms {}\n', 'packages/server/src/edge/socket.ts'],
  ['type-parameter', 'function first<Item>(items: Item[]) { return items[0]; }\n'],
  ['note', `// ${'TO'}DO later\n`],
  ['note', `// ${'FIX'}ME (#12)\n`],
  ['commented-code', '// const a = 1;\n'],
  ['commented-code', '  // return total;\n'],
  ['skipped-test', `it.${'skip'}('works', () => {});\n`, 'tools/a.test.ts'],
  ['skipped-test', `test.${'only'}('works', () => {});\n`, 'tools/a.test.ts'],
  ['skipped-test', `describe.${'skipIf'}(true)('works', () => {});\n`, 'tools/a.test.ts'],
  ['skipped-test', `test.${'todo'}('works');\n`, 'tools/a.test.ts'],
  ['skipped-test', "xit('works', () => {});\n", 'tools/a.test.ts'],
];

for (const [rule, text, path] of plants) {
  test(`${rule} is caught in: ${text.slice(0, 60)}`, () => {
    expect(check(text, path)).toContain(rule);
  });
}

const right: readonly (readonly [text: string, path?: string])[] = [
  [`${said}export const a = 1;\n`],
  [`${said}const a = 1;\nexport { a };\n`],
  ['export function meta() {}\n', 'packages/web/src/products/spot/TradePage.tsx'],
  [`${said}const a = z.string();\nexport type A = z.infer<typeof a>;\n`],
  ["export { a } from './a.ts';\n"],
  [top + manyLines(397)],
  [`function long() {\n${manyLines(68)}}\n`],
  [`function outer() {\n${manyLines(60)}function inner() {\n${manyLines(30)}}\n}\n`],
  [`describe('a room', () => {\n${manyLines(75)}});\n`, 'tools/a.test.ts'],
  ['function sum(a: 1, b: 1, c: 1) {}\n'],
  ['server.on((a: 1, b: 1, c: 1, d: 1) => a);\n'],
  ['function first<TItem>(items: TItem[]) { return items[0]; }\n'],
  [`// ${'TO'}DO(#12) later\n`],
  ['// The hold returns what it took; see ledger.ts.\n'],
  ["it('works', () => {});\n", 'tools/a.test.ts'],
  [`// see https://example.org/${'x'.repeat(100)}\n`],
  ['const blocked = 1;\n', 'packages/core/src/ledger/ledger.ts'],
  ['export default {};\n', 'vitest.config.ts'],
];

for (const [text, path] of right) {
  test(`nothing is caught in: ${text.slice(0, 60)}`, () => {
    expect(check(text, path)).toEqual([]);
  });
}

const paths: readonly (readonly [path: string, rules: readonly string[]])[] = [
  ['packages/web/src/base/OrderForm.tsx', []],
  ['packages/web/src/root.tsx', []],
  ['packages/texts/src/zh_CN/spot.json', []],
  ['packages/server/src/base/orderForm.ts', ['file-name']],
  ['packages/server/src/base/OrderForm.ts', ['file-name']],
  ['packages/server/src/base/order_form.ts', ['file-name']],
  ['packages/server/src/base/route.1.test.ts', ['file-name']],
  ['packages/server/src/base/issue-12-lost-order.test.ts', []],
  ['packages/server/src/utils/time.ts', ['folder-name']],
  ['packages/web/src/common/time.ts', ['folder-name']],
  ['packages/web/src/shared/time.ts', ['folder-name']],
  ['packages/web/src/orderForm/time.ts', ['folder-name']],
];

test.each(paths)('the name %s gives %s', (path, rules) => {
  expect(rulesOf(fileNames(path))).toEqual(rules);
});

test('a product folder of thirteen files is caught, tests not counted', () => {
  const folder = 'packages/web/src/products/spot';
  const make = (count: number, end: string) =>
    Array.from({ length: count }, (_, at) => makeSource(`${folder}/part-${at}${end}`, ''));
  expect(rulesOf(productFiles(make(13, '.ts')))).toEqual(['product-files']);
  expect(productFiles([...make(12, '.ts'), ...make(12, '.test.ts')])).toEqual([]);
});

test('product folders and the list of products must agree, both ways', () => {
  const list = [{ name: 'spot', packages: ['core', 'wire'] }];
  const rooms = ['packages/core/src/products/spot/place.ts', 'packages/wire/src/products/spot.ts'];
  expect(checkProducts(list, rooms)).toEqual([]);
  expect(rulesOf(checkProducts(list, rooms.slice(1)))).toEqual(['product-missing']);
  const stranger = [...rooms, 'packages/web/src/products/loans/index.ts'];
  expect(rulesOf(checkProducts(list, stranger))).toEqual(['product-unlisted']);
});

test('a document with two titles, too many lines or a dead pointer is caught', () => {
  using workspace = makeTestWorkspace({ 'docs/run/install.md': '# Install\n' });
  const look = (path: string, text: string) =>
    rulesOf(checkDocument(workspace.root, makeSource(path, text)));
  expect(look('docs/a.md', '# One\n# Two\n')).toEqual(['document-title']);
  expect(look('docs/a.md', '# One\n\n```sh\n# a comment\n```\n')).toEqual([]);
  expect(look('packages/core/README.md', `# core\n${'\n'.repeat(30)}`)).toEqual(['document-lines']);
  expect(look('docs/adr/0001-a.md', `# A\n${'\n'.repeat(60)}`)).toEqual(['document-lines']);
  expect(look('docs/a.md', '# A\n[how](run/install.md) [web](https://example.org)\n')).toEqual([]);
  const dead = ['[how](run/gone.md)', '`packages/core/src/gone.ts`', '`core/src/gone.ts`'];
  for (const text of dead) expect(look('docs/a.md', `# A\n${text}\n`)).toEqual(['document-link']);
});

test('a package without README and a decision outside the list are caught', () => {
  const paths = ['packages/core/package.json', 'docs/adr/0001-a.md', 'docs/adr/0002-b.md'];
  const found = checkDocumentSet(paths, '[0001](0001-a.md)');
  expect(rulesOf(found)).toEqual(['document-missing', 'document-unlisted']);
  expect(
    checkDocumentSet([...paths.slice(0, 2), 'packages/core/README.md'], '(0001-a.md)'),
  ).toEqual([]);
});

test('a dependency needs an exact version and a reason, and a reason its dependency', () => {
  const page = '| dependency | why |\n| --- | --- |\n| zod, @types/* | shapes |\n';
  const look = (dependencies: object, devDependencies: object) => {
    const manifest = JSON.stringify({ dependencies, devDependencies });
    return rulesOf(checkDependencies(new Map([['package.json', manifest]]), page));
  };
  expect(look({ zod: '4.6.7', '@isobath/core': '0.1.0' }, { '@types/pg': '8.23.1' })).toEqual([]);
  expect(look({ zod: '^4.6.7' }, { '@types/pg': '8.23.1' })).toEqual(['dependency-loose']);
  expect(look({ zod: '4.6.7', left: '1.0.0' }, { '@types/pg': '8.23.1' })).toEqual([
    'dependency-reason',
  ]);
  expect(look({ zod: '4.6.7' }, {})).toEqual(['dependency-gone']);
});

test('a disabled rule needs a reason, and the blunt forms are refused', () => {
  const disable = `// oxlint-${'disable'}-next-line no-var`;
  const expectError = `// @ts-${'expect'}-error`;
  const reasonless = [disable, expectError, `// biome-${'ignore'} format`];
  for (const text of reasonless) {
    expect(rulesOf(checkReasons([makeSource(house, text)])), text).toEqual(['suppression']);
  }
  for (const text of [`// @ts-${'ignore'} it is fine`, `// @ts-${'nocheck'}`]) {
    expect(rulesOf(checkReasons([makeSource(house, text)])), text).toEqual(['suppression']);
  }
  const reasoned = [`${disable} -- the host calls it`, `${expectError} the host calls it`];
  for (const text of reasoned) expect(checkReasons([makeSource(house, text)]), text).toEqual([]);
});

test('the number of disabled rules is a wall, and it never rises', () => {
  using workspace = makeTestWorkspace({ [budgetFile]: '1\n' });
  const { root } = workspace;
  const git = (...parameters: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...parameters], {
      cwd: root,
    });
  const source = makeSource(house, `// oxlint-${'disable'}-next-line no-var -- the host calls it`);
  expect(checkBudget(root, [source])).toEqual([]);
  expect(rulesOf(checkBudget(root, [source, source]))).toEqual(['suppressions-count']);
  git('init', '-q');
  git('add', budgetFile);
  git('commit', '-qm', 'Count the disabled rules');
  workspace.write(budgetFile, '2\n');
  expect(rulesOf(checkBudget(root, [source, source]))).toEqual(['suppressions-rise']);
});

test('an exception covers its rule and path only, and must be needed', () => {
  const finding = { rule: 'columns', file: 'packages/core/src/a.ts', message: 'wide' };
  const exception = { rule: 'columns', path: 'packages/core/src/a.ts', reason: 'a table' };
  expect(applyExemptions([finding], [exception])).toEqual([]);
  const other = { ...exception, rule: 'parameters' };
  expect(rulesOf(applyExemptions([finding], [other]))).toEqual(['columns', 'exemption']);
  expect(applyExemptions([finding], [{ ...exception, path: 'packages/core/' }])).toEqual([]);
});

test('the rules read the files of a workspace, purity and products included', async () => {
  using workspace = makeTestWorkspace({
    'packages/core/src/index.ts': 'export const half = (n: number) => n / 2;\n',
    'packages/server/src/utils/a.ts': `// ${'FIX'}ME\n`,
    'packages/wire/src/products.ts': "export const products = { spot: { packages: ['core'] } };\n",
  });
  const { findings } = await runRules(workspace.root);
  const expected = ['docstring', 'purity-division', 'folder-name', 'note', 'product-missing'];
  expect(rulesOf(findings)).toEqual(expect.arrayContaining(expected));
  expect((await tidy.run(workspace.root)).note).toContain('rules disabled');
});
