// A password never stands on the command line of a production server; it is typed or in a file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseWords, readPassword, readSettings } from '@isobath/server/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from './commands.ts';

let folder: string;
const operatorCreate = commands.find(({ name }) => name === 'operator create');
let server: Server;
let kind = 'sandbox';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'isobath-passwords-'));
  server = createServer((socket) => {
    createInterface({ input: socket }).on('line', () => {
      socket.write(`${JSON.stringify({ id: 1, answer: { kind } })}\n`);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(join(folder, 'operator.sock'), resolve);
  });
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Read it as `operator create` does. @param typed - what is typed, absent = no terminal. */
function read(words: readonly string[], typed?: readonly string[]): Promise<string | undefined> {
  const all = ['--email', 'a@b.example', '--role', 'viewer', ...words];
  const left = [...(typed ?? [])];
  return readPassword(
    parseWords(operatorCreate!, all),
    readSettings({ DATA_DIR: folder }, folder),
    {
      isThere: typed !== undefined,
      ask: async () => left.shift() ?? '',
    },
  );
}

test('the command line is for the sandbox, whatever this shell is set to', async () => {
  kind = 'sandbox';
  expect(await read(['--password', 'correct horse'])).toBe('correct horse');
  kind = 'production';
  await expect(read(['--password', 'correct horse'])).rejects.toMatchObject({
    exitCode: 64,
    message: expect.stringContaining('--password-file') as unknown,
  });
});

test('a file gives its first line without the end, and must hold something', async () => {
  const file = join(folder, 'password');
  writeFileSync(file, 'correct horse \n', { mode: 0o600 });
  expect(await read(['--password-file', file])).toBe('correct horse ');
  writeFileSync(file, '\n');
  await expect(read(['--password-file', file])).rejects.toThrow('holds no password');
  await expect(read(['--password-file', join(folder, 'none')])).rejects.toThrow('cannot be read');
  await expect(read(['--password-file', file, '--password', 'x'])).rejects.toThrow('not both');
});

test('what is typed is typed twice; without anybody there is none', async () => {
  expect(await read([], ['correct horse', 'correct horse'])).toBe('correct horse');
  await expect(read([], ['correct horse', 'correct hose'])).rejects.toThrow('differ');
  expect(await read([], [''])).toBeUndefined();
  expect(await read([])).toBeUndefined();
});
