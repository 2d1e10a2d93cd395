// Backups kept side by side: the newest stay, whole ones only, and nothing else is touched.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSettings } from '../base/config/index.ts';
import type { backUp } from './backup.ts';
import {
  listKeptBackups,
  listLoneSecrets,
  makeKeptBackup,
  readDueMs,
  removeLoneSecrets,
} from './kept-backups.ts';

const copied: { isFailing: boolean; manifest: string; pause: Promise<void> | undefined } = {
  isFailing: false,
  manifest: 'backup.json',
  pause: undefined,
};
/** What copies a database is tested with one (base/db/embedded): this writes a manifest. */
const copy = async (
  _settings: unknown,
  target: string,
  { secretsTarget }: { secretsTarget?: string | undefined } = {},
) => {
  mkdirSync(target);
  await copied.pause;
  if (secretsTarget !== undefined) {
    mkdirSync(secretsTarget, { recursive: true });
    if (!copied.isFailing) writeFileSync(join(secretsTarget, 'journal-key'), 'ab');
  }
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
  copied.pause = undefined;
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

function make(day: number, keptCount = 2, secretsTarget?: string) {
  const nowMs = firstMs + day * dayMs;
  return makeKeptBackup(settings, { folder, keptCount, nowMs, copy, request: { secretsTarget } });
}
const list = (path = folder) => readdirSync(path).filter((name) => name !== '.under-way');

test('the last ones stay, named by their time, and each says what it removed', async () => {
  expect((await make(0)).removed).toEqual([]);
  expect((await make(1)).removed).toEqual([]);
  const { target, removed } = await make(2);
  expect(target).toBe(join(folder, 'isobath-2030-01-03T030000Z'));
  expect(removed).toEqual(['isobath-2030-01-01T030000Z']);
  const kept = await listKeptBackups(folder);
  expect(kept.map(({ bytes }) => bytes)).toEqual([7, 7]);
  expect(list()).toEqual(kept.map(({ name }) => name));
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
  expect(list()).toContain('isobath-2030-01-03T030000Z.new');
  copied.isFailing = false;
  await make(3);
  expect(list()).toEqual(['isobath-2030-01-02T030000Z', 'isobath-2030-01-04T030000Z']);
});

test('what is no whole backup of ours is neither counted nor touched', async () => {
  mkdirSync(join(folder, 'isobath-2029-01-01T030000Z'), { recursive: true });
  mkdirSync(join(folder, 'photographs'));
  for (let day = 0; day < 3; day += 1) await make(day, 1);
  expect(list()).toEqual([
    'isobath-2029-01-01T030000Z',
    'isobath-2030-01-03T030000Z',
    'photographs',
  ]);
});

test('secrets lie under the same name elsewhere and go with their backup', async () => {
  const secrets = join(folder, '..', 'secrets');
  mkdirSync(join(secrets, 'isobath-2029-01-01T030000Z'), { recursive: true });
  writeFileSync(join(secrets, 'isobath-2029-01-01T030000Z', 'notes.txt'), 'mine');
  for (let day = 0; day < 4; day += 1) {
    const made = await make(day, 2, secrets);
    expect(made.secrets).toBe(join(secrets, made.target.slice(folder.length + 1)));
  }
  expect(list()).toEqual(['isobath-2030-01-03T030000Z', 'isobath-2030-01-04T030000Z']);
  // What is not a copy of secrets is nobody's to remove.
  expect(list(secrets)).toEqual(['isobath-2029-01-01T030000Z', ...list()]);
  copied.isFailing = true;
  await expect(make(4, 2, secrets)).rejects.toThrow('no room');
  expect(list(secrets)).toHaveLength(3);
  for (const wrong of [folder, join(folder, 'secrets'), join(folder, '..')]) {
    await expect(make(5, 2, wrong)).rejects.toMatchObject({ exitCode: 64 });
  }
});

test('secrets of another folder’s backups stay, however old they are', async () => {
  const secrets = join(folder, '..', 'secrets');
  const ours = folder;
  folder = join(folder, '..', 'weekly');
  await make(-7, 4, secrets);
  folder = ours;
  for (let day = 0; day < 3; day += 1) await make(day, 1, secrets);
  expect(list(secrets)).toEqual(['isobath-2029-12-25T030000Z', 'isobath-2030-01-03T030000Z']);
});

test('secrets of a backup that somebody deleted go when they are named', async () => {
  const secretsFolder = join(folder, '..', 'secrets');
  for (let day = 0; day < 4; day += 1) await make(day, 9, secretsFolder);
  const names = list();
  const [first, second, third, last] = names;
  const place = { folder, secretsFolder };
  expect(await listLoneSecrets(place)).toEqual([]);
  for (const name of [first, second]) rmSync(join(folder, name), { recursive: true });
  // One that is not whole any more, and what is no copy of secrets.
  rmSync(join(folder, third, 'backup.json'));
  mkdirSync(join(secretsFolder, 'isobath-2029-01-01T030000Z'));
  writeFileSync(join(secretsFolder, 'isobath-2029-01-01T030000Z', 'notes.txt'), 'mine');
  expect(await listLoneSecrets(place)).toEqual([first, second]);
  for (const wrong of [third, last, 'isobath-2029-01-01T030000Z', '..']) {
    const refused = removeLoneSecrets(place, [first, wrong]);
    await expect(refused).rejects.toMatchObject({ exitCode: 64 });
  }
  expect(await listLoneSecrets(place)).toEqual([first, second]);
  expect(await removeLoneSecrets(place, [first])).toEqual([second]);
  expect(list(secretsFolder)).toEqual(['isobath-2029-01-01T030000Z', second, third, last]);
  // Where no backup is, its disk may not be mounted: nothing is looked at, and nothing goes.
  rmSync(join(folder, last), { recursive: true });
  for (const unmounted of [place, { ...place, folder: join(folder, 'none') }]) {
    await expect(listLoneSecrets(unmounted)).rejects.toMatchObject({ exitCode: 64 });
    await expect(removeLoneSecrets(unmounted, [second])).rejects.toMatchObject({ exitCode: 64 });
  }
  expect(list(secretsFolder)).toContain(second);
});

test('of two jobs in one folder the second is told that there is a first', async () => {
  let goOn = () => {};
  copied.pause = new Promise((resolve) => (goOn = resolve));
  const first = make(0);
  await expect(make(1)).rejects.toMatchObject({
    exitCode: 75,
    message: expect.stringContaining(`made in ${folder} (process ${process.pid}): wait`),
  });
  goOn();
  await first;
  await expect(make(0)).rejects.toMatchObject({ exitCode: 75 });
  await make(1);
  expect(list()).toHaveLength(2);
});

test('the last one says when the next is due, whoever made it', async () => {
  expect(readDueMs([], 24)).toBe(0);
  await make(0);
  expect(readDueMs(await listKeptBackups(folder), 24)).toBe(firstMs + dayMs);
  expect(await listKeptBackups(join(folder, 'none'))).toEqual([]);
});
