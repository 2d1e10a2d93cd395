// Where an optional package of a node was left out, its chain says so and starts nothing.

import { mkdtempSync, existsSync, rmSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NoNode, openLocalBitcoinChain, openLocalEvmChain } from './index.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'isobath-no-node-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** As if a package were not installed, until disposed. */
function leaveOut(name: string): Disposable {
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier.startsWith(`${name}/`)) throw new Error(`Cannot find module '${specifier}'`);
      return next(specifier, context);
    },
  });
  return { [Symbol.dispose]: () => hooks.deregister() };
}

test.each([
  { node: 'Anvil', name: '@foundry-rs/anvil-linux-amd64', open: openLocalEvmChain },
  { node: 'bcoin', name: 'bcoin', open: openLocalBitcoinChain },
])('without $name there is no local chain, and no node', async ({ node, name, open }) => {
  using _ = leaveOut(name);
  const opened = open({ folder, onTrouble: () => {} });
  await expect(opened).rejects.toThrow(NoNode);
  await expect(opened).rejects.toThrow(`no local chain on this machine: ${node} is missing`);
  expect(existsSync(join(folder, 'node'))).toBe(false);
});
