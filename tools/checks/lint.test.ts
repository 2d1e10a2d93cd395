// Every purity ban of core is broken once and seen caught, by lint or, where lint cannot, by tidy.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lint } from './lint.ts';
import { checkPurity } from '../tidy/purity.ts';
import { house, makeTestWorkspace } from './test-workspace.ts';

interface Ban {
  readonly name?: string;
  readonly object?: string;
  readonly property?: string;
}

interface LintConfiguration {
  readonly overrides: readonly { readonly rules: Record<string, readonly Ban[] | string> }[];
}

function readBans(rule: string): readonly Ban[] {
  const text = readFileSync(join(house, '.oxlintrc.json'), 'utf8');
  const { overrides } = JSON.parse(text) as LintConfiguration;
  const found = overrides.find(({ rules }) => rule in rules);
  return (found?.rules[rule] ?? []).slice(1) as readonly Ban[];
}

/** One line of code that breaks one ban. */
function breakBan({ name, object, property }: Ban): string {
  if (name !== undefined) return `export const broken = [${name}];\n`;
  if (object !== undefined) return `export const broken = [${object}.${property}];\n`;
  return `declare const value: any;\nexport const broken = value.${property};\n`;
}

const bans = [...readBans('no-restricted-globals'), ...readBans('no-restricted-properties')];

test('every banned name is broken once in core and caught, in tests it is not', async () => {
  using workspace = makeTestWorkspace();
  const files = bans.map((ban, index) => {
    const file = `packages/core/src/plant-${index}.ts`;
    workspace.write(file, breakBan(ban));
    workspace.write(file.replace('.ts', '.test.ts'), breakBan(ban));
    return file;
  });
  workspace.write('packages/core/src/waits.ts', 'export async function wait() { return 1; }\n');
  workspace.write('packages/server/src/clock.ts', 'export const now = Date.now();\n');
  const { findings } = await lint.run(workspace.root);
  const caught = new Set(findings.map(({ message }) => message.split(':')[0]));
  expect(bans.length).toBeGreaterThan(30);
  for (const file of files) expect(caught).toContain(file);
  expect(caught).toContain('packages/core/src/waits.ts');
  expect([...caught].filter((file) => /\.test\.ts$|server/.test(file ?? ''))).toEqual([]);
});

test('lint sees warnings and disabling comments that disable nothing', async () => {
  using workspace = makeTestWorkspace({
    'packages/wire/src/odd.ts': 'export const odd = Number.NaN === 1;\n',
    'packages/wire/src/idle.ts': `// oxlint-${'disable'}-line no-var\nexport const idle = 1;\n`,
  });
  const { findings } = await lint.run(workspace.root);
  const text = findings.map(({ message }) => message).join('\n');
  expect(text).toContain('odd.ts');
  expect(text).toContain('idle.ts');
});

const impure: readonly (readonly [rule: string, code: string])[] = [
  [
    'purity-for-in',
    'export function first(o: object) { for (const k in o) return k; return 1; }\n',
  ],
  ['purity-type', 'export type Later = Promise<number>;\n'],
  ['purity-type', 'export type When = Date;\n'],
  [
    'purity-await',
    'export async function f(a: any) { for await (const x of a) g(x); }\ndeclare const g: any;\n',
  ],
  ['purity-division', 'export const half = (n: number) => n / 2;\n'],
  ['purity-division', 'export const third = 1 / 3;\n'],
  ['purity-division', 'export const third = (n: number) => Math.floor(n / 3);\n'],
  ['purity-division', 'export function halve(n: number) { n /= 2; return n; }\n'],
];

test.each(impure)('tidy catches %s in core: %s', (rule, code) => {
  using workspace = makeTestWorkspace({ 'packages/core/src/plant.ts': code });
  const findings = checkPurity(workspace.root, ['packages/core/src/plant.ts']);
  expect(findings.map((finding) => finding.rule)).toContain(rule);
});

test('exact division passes: whole amounts anywhere, plain numbers inside math', () => {
  const floor =
    'const pageIds = 2 ** 12;\nexport const page = (n: number) => Math.floor(n / pageIds);\n';
  const inverse = 'const half = 67108864;\nexport const halfScale = 1 / half;\n';
  const whole = `${inverse}export const half = (n: bigint) => n / 2n;\n${floor}`;
  const plain = 'export const half = (n: number) => Math.floor(n / 2);\n';
  using workspace = makeTestWorkspace({
    'packages/core/src/plant.ts': whole,
    'packages/core/src/math/plant.ts': plain,
    'packages/server/src/plant.ts': plain,
  });
  const paths = ['core/src/plant.ts', 'core/src/math/plant.ts', 'server/src/plant.ts'];
  const findings = checkPurity(
    workspace.root,
    paths.map((path) => `packages/${path}`),
  );
  expect(findings).toEqual([]);
});
