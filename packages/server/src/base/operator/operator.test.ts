import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refusal } from '../process/exit.ts';
import { askServer, type OperatorHandlers } from './index.ts';
import { serveOperator } from './server.ts';

let folder: string;
let end: (() => Promise<void>) | undefined;

beforeEach(() => {
  // Deeper than a socket's name may be long.
  const parent = mkdtempSync(join(tmpdir(), 'isobath-operator-'));
  folder = join(parent, 'a'.repeat(120));
  mkdirSync(folder);
});
afterEach(async () => {
  await end?.();
  end = undefined;
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

async function serve(handlers: OperatorHandlers) {
  end = await serveOperator(folder, handlers, { write: async () => {} });
}

test('a question is answered by its handler, the file is for its owner alone', async () => {
  await serve({ 'engine.hash': async ({ atSequence }) => ({ hash: 'ab', atSequence }) });
  expect(await askServer(folder, 'engine.hash', { atSequence: 7 })).toEqual({
    hash: 'ab',
    atSequence: 7,
  });
  expect(statSync(join(folder, 'operator.sock')).mode & 0o777).toBe(0o600);
});

test('a refusal and an unknown question come back with line and code', async () => {
  await serve({
    'market.halt': async () => {
      throw new Refusal(64, 'there is no market x');
    },
  });
  await expect(askServer(folder, 'market.halt', { symbol: 'x' })).rejects.toMatchObject({
    exitCode: 64,
    message: 'there is no market x',
  });
  await expect(askServer(folder, 'market.list', {})).rejects.toMatchObject({ exitCode: 64 });
});

test('without a server there is no answer, also when a killed one left its socket', async () => {
  expect(await askServer(folder, 'server.status', {})).toBeUndefined();
  expect(await askServer(join(folder, 'none'), 'server.status', {})).toBeUndefined();
  writeFileSync(join(folder, 'operator.sock'), '');
  expect(await askServer(folder, 'server.status', {})).toBeUndefined();
  await serve({ 'server.status': async () => ({ mode: 'sandbox' }) });
  expect(await askServer(folder, 'server.status', {})).toEqual({ mode: 'sandbox' });
});

test('a line that is no question does not end the server', async () => {
  await serve({ 'server.status': async () => ({ mode: 'sandbox' }) });
  const { createConnection } = await import('node:net');
  const { openSync, closeSync } = await import('node:fs');
  const handle = openSync(folder, 'r');
  const socket = createConnection(`/proc/self/fd/${handle}/operator.sock`);
  socket.write('nonsense\n');
  const reply = await new Promise<string>((resolve) => {
    socket.once('data', (chunk) => resolve(chunk.toString()));
  });
  expect(JSON.parse(reply)).toMatchObject({ error: { exitCode: 1 } });
  socket.destroy();
  closeSync(handle);
  expect(await askServer(folder, 'server.status', {})).toEqual({ mode: 'sandbox' });
});
