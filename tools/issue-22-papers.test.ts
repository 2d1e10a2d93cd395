// Licence, security policy and bill of materials say the same as package.json and the lock file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { billOfMaterials } from './make-bill-of-materials.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');

interface Bill {
  readonly bomFormat: string;
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly name: string;
    readonly scope: string;
    readonly hashes?: readonly { readonly content: string }[];
    readonly licenses?: readonly object[];
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: string[] }[];
}

test('the bill names every package once, with checksum, licence and needs', async () => {
  const [first, second] = [
    await billOfMaterials.generate(root),
    await billOfMaterials.generate(root),
  ];
  expect([...first]).toEqual([...second]);
  const bill = JSON.parse(first.get('bill-of-materials.cdx.json') ?? '') as Bill;
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version?: string; link?: boolean; dev?: boolean; name?: string }>;
  };
  const locked = new Set(
    Object.entries(packages)
      .filter(([path, entry]) => path.includes('node_modules/') && entry.link !== true)
      .map(
        ([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`,
      ),
  );
  const refs = bill.components.map((one) => one['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  const named = refs.map((ref) => decodeURIComponent(ref.replace('pkg:npm/', '')));
  expect(new Set(named)).toEqual(locked);
  for (const one of bill.components) {
    expect(one.licenses, one.name).toHaveLength(1);
    expect(one.hashes?.[0]?.content, one.name).toMatch(/^[0-9a-f]{64,128}$/);
  }
  const known = new Set([...refs, bill.dependencies[0]?.ref ?? '']);
  for (const { ref, dependsOn } of bill.dependencies) {
    for (const one of [ref, ...dependsOn]) expect(known).toContain(one);
  }
  const scopeOf = (name: string) => bill.components.find((one) => one.name === name)?.scope;
  expect([scopeOf('fastify'), scopeOf('vitest')]).toEqual(['required', 'excluded']);
});

test('package.json, every package and the licence file agree', () => {
  const { license, workspaces } = JSON.parse(read('package.json')) as Record<string, string>;
  expect([license, workspaces]).toEqual([
    'UNLICENSED',
    ['packages/*', 'packages/bitcoin-node/replacements/*'],
  ]);
  expect(read('LICENSE')).toContain('All rights reserved');
  expect(read('LICENSE')).toContain('"license": "UNLICENSED"');
  expect(read('SECURITY.md')).not.toMatch(/@[a-z]+\.[a-z]{2,}/);
});
