// A node ends with whoever started it, however that one ended.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitFor } from '../../../../../tools/testing/wait.ts';
import { identifyProcess, isAlive } from '../../base/process/proc.ts';
import { startNode } from './node-process.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'isobath-node-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const module = (name: string) => fileURLToPath(new URL(name, import.meta.url));

test.each([
  { name: 'the process that started it', isShell: false },
  { name: 'a npm-like parent of that process, which cannot pass anything on', isShell: true },
])('after kill -9 of $name no node is left', async ({ isShell }) => {
  const program = `
    const { openAnvil } = await import(${JSON.stringify(module('anvil.ts'))});
    const { openBcoin } = await import(${JSON.stringify(module('bcoin.ts'))});
    const folder = ${JSON.stringify(folder)};
    const payee = 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw';
    const nodes = [
      await openAnvil({ folder: folder + '/evm', firstBalances: {} }),
      await openBcoin({ folder: folder + '/bitcoin', payee }),
    ];
    console.log(JSON.stringify([process.pid, ...nodes.map(({ pid }) => pid)]));
    // As the launcher does: what has lost its parent ends.
    const parent = process.ppid;
    setInterval(() => process.ppid === parent || process.exit(1), 50);
  `;
  const words = [process.execPath, '--input-type=module', '-e', program];
  const [file = '', ...parameters] = isShell ? ['/bin/sh', '-c', '"$@"; :', 'sh', ...words] : words;
  const parent = spawn(file, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  parent.stdout.on('data', (part: Buffer) => (output += part.toString()));
  const pids = await waitFor('the nodes', () => output !== '' && (JSON.parse(output) as number[]));
  const living = pids.flatMap((pid) => identifyProcess(pid) ?? []);
  expect(living).toHaveLength(3);
  parent.kill('SIGKILL');
  await waitFor('their end', () => !living.some(isAlive));
});

test('a program that ends at its start says what it printed', async () => {
  const started = startNode({
    file: '/bin/sh',
    parameters: ['-c', 'echo no room; exit 3'],
    environment: {},
    folder,
    port: /port (\d+)/,
  });
  await expect(started).rejects.toThrow('no room');
});
