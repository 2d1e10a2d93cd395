// Backups kept side by side: the newest stay, whole ones only, and nothing else is touched.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSettings } from '../base/config/index.ts';
import type { backUp } from './backup.ts';
import { listKeptBackups, makeKeptBackup, readDueMs } from './kept-backups.ts';

const copied = { isFailing: false, manifest: 'backup.json' };
/** What copies a database is tested with one (base/db/embedded): this writes a manifest. */
const copy = async (_settings: unknown, target: string) => {
  mkdirSync(target);
  if (copied.isFailing) throw new Error('no room');
  writeFileSync(join(target, copied.manifest), '1234567');
  return {} as Awaited<ReturnType<typeof backUp>>;
};

let folder: string;
const settings = readSettings({}, '/install');
const dayMs = 86_400_000;
const firstMs = Date.parse('2030-01-01T03:00:00Z');
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'isobath-kept-')), 'backups');
  copied.isFailing = false;
  copied.manifest = 'backup.json';
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

function make(day: number, keptCount = 2) {
  return makeKeptBackup(settings, { folder, keptCount, nowMs: firstMs + day * dayMs, copy });
}

test('the last ones stay, named by their time, and each says what it removed', async () => {
  expect((await make(0)).removed).toEqual([]);
  expect((await make(1)).removed).toEqual([]);
  const { target, removed } = await make(2);
  expect(target).toBe(join(folder, 'isobath-2030-01-03T030000Z'));
  expect(removed).toEqual(['isobath-2030-01-01T030000Z']);
  const kept = await listKeptBackups(folder);
  expect(kept.map(({ bytes }) => bytes)).toEqual([7, 7]);
  expect(readdirSync(folder)).toEqual(kept.map(({ name }) => name));
});

test('sealed ones, whose manifest nobody can read, count alike', async () => {
  copied.manifest = 'backup.json.sealed';
  await make(0, 1);
  expect((await make(1, 1)).removed).toEqual(['isobath-2030-01-01T030000Z']);
});

test('one that fails removes nothing, and what it left is cleared by the next', async () => {
  await make(0);
  await make(1);
  copied.isFailing = true;
  await expect(make(2)).rejects.toThrow('no room');
  expect(await listKeptBackups(folder)).toHaveLength(2);
  expect(readdirSync(folder)).toContain('isobath-2030-01-03T030000Z.new');
  copied.isFailing = false;
  await make(3);
  expect(readdirSync(folder)).toEqual(['isobath-2030-01-02T030000Z', 'isobath-2030-01-04T030000Z']);
});

test('what is no whole backup of ours is neither counted nor touched', async () => {
  mkdirSync(join(folder, 'isobath-2029-01-01T030000Z'), { recursive: true });
  mkdirSync(join(folder, 'photographs'));
  for (let day = 0; day < 3; day += 1) await make(day, 1);
  expect(readdirSync(folder)).toEqual([
    'isobath-2029-01-01T030000Z',
    'isobath-2030-01-03T030000Z',
    'photographs',
  ]);
});

test('the last one says when the next is due, whoever made it', async () => {
  expect(readDueMs([], 24)).toBe(0);
  await make(0);
  expect(readDueMs(await listKeptBackups(folder), 24)).toBe(firstMs + dayMs);
  expect(await listKeptBackups(join(folder, 'none'))).toEqual([]);
});
