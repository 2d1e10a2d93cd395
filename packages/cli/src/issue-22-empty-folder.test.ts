// Commands that look at an installation make none: in an empty folder, and where there are secrets
// and nothing was started yet, they refuse and leave everything as it was.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSecrets } from '@isobath/server/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
let place: string;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'isobath-empty-'));
});
afterAll(() => rmSync(place, { recursive: true }));

const commands = ['verify', 'dump steps.jsonl', 'backup copy', 'accept-loss 4'];

async function refuse(folder: string, words: readonly string[]): Promise<void> {
  const data = join(place, folder);
  const before = readdirSync(place, { recursive: true });
  const environment = { ...process.env, DATA_DIR: data, INIT_CWD: place, DATABASE_URL: '' };
  const { status, stderr } = spawnSync(process.execPath, [main, ...words], {
    env: environment,
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/There is no data in .* yet: start Isobath once|journal-key is missing/);
  expect(status).not.toBe(0);
  expect(readdirSync(place, { recursive: true })).toEqual(before);
}

test.each(commands)('in an empty folder %s refuses and makes nothing', async (command) => {
  mkdirSync(join(place, 'empty'), { recursive: true });
  await refuse('empty', command.split(' '));
});

test('where there are secrets alone, verify makes no database', async () => {
  await createSecrets(join(place, 'secrets-only'));
  await refuse('secrets-only', ['verify']);
});
