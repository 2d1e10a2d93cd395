import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecrets, readSecrets, readSettings } from '../base/config/index.ts';
import { type BackupSealing, embeddedFolder, openDatabase } from '../base/db/index.ts';
import { readDatabaseAddress } from '../base/db/of-settings.ts';
import { backUp, restore } from './backup.ts';
import { prepareFolder } from './folder.ts';
import { runOffline } from './offline.ts';
import { startDatabase } from './database.ts';
import { makeSealing, NotOpened } from './sealed-backup.ts';

let place: string;
const KEY = 'six words that nobody else would say';
const WORD = 'what a thief would look for';

const settingsOf = (name: string) => readSettings({ DATA_DIR: join(place, name) });
const at = (...names: string[]) => join(place, ...names);

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'isobath-sealed-'));
  const settings = settingsOf('data');
  await createSecrets(settings.dataFolder);
  prepareFolder(settings.dataFolder);
  const server = await startDatabase({ settings, notice: () => {} });
  const address = await readDatabaseAddress(settings);
  const owner = openDatabase({ address, role: 'owner', applicationName: 'test', sessionsMax: 1 });
  await owner.execute(`CREATE TABLE kept AS SELECT '${WORD}'::text AS word`);
  await owner.execute('CHECKPOINT');
  await owner.close();
  await server.stop();
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const turn = async (sealing: BackupSealing, act: 'seal' | 'open', name: string, bytes: Buffer) =>
  buffer(Readable.from([bytes]).compose(sealing[act](name)));

test('what was sealed opens as it was; changed, moved or cut it does not', async () => {
  const sealing = await makeSealing(KEY);
  for (const length of [0, 1, 65_535, 65_536, 65_537, 200_000]) {
    const plain = Buffer.alloc(length, 'abc');
    const sealed = await turn(sealing, 'seal', 'a', plain);
    expect(await turn(sealing, 'open', 'a', sealed)).toEqual(plain);
    // Cut anywhere, at the ends of pieces above all; longer by a byte; in another file's place.
    const piece = 40 + 65_552;
    for (const end of [0, 8, 40, 55, piece, piece + 65_552, sealed.length - 1]) {
      if (end >= sealed.length) continue;
      const cut = turn(sealing, 'open', 'a', sealed.subarray(0, end));
      await expect(cut, `${length} cut to ${end}`).rejects.toThrow(NotOpened);
    }
    const longer = Buffer.concat([sealed, Buffer.alloc(1)]);
    await expect(turn(sealing, 'open', 'a', longer)).rejects.toThrow(NotOpened);
    await expect(turn(sealing, 'open', 'b', sealed)).rejects.toThrow(NotOpened);
    for (const place of [0, 9, 30, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[place] = (changed[place] ?? 0) ^ 1;
      await expect(turn(sealing, 'open', 'a', changed)).rejects.toThrow(NotOpened);
    }
  }
  const twice = [await turn(sealing, 'seal', 'a', Buffer.from('x'))];
  twice.push(await turn(sealing, 'seal', 'a', Buffer.from('x')));
  expect(twice[0]).not.toEqual(twice[1]);
  await expect(makeSealing('too short')).rejects.toMatchObject({ exitCode: 64 });
});

/** Every file below a folder with what is in it. */
function readAll(folder: string): Buffer[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path));
}

const readWord = (name: string) =>
  runOffline(settingsOf(name), (database) => database.query('SELECT word FROM kept'));

test('a sealed backup tells nothing, and restored with its key it is the same', async () => {
  const secretsTarget = at('secrets');
  await backUp(settingsOf('data'), at('sealed'), { secretsTarget, phrase: KEY });
  const secrets = Object.values(await readSecrets(settingsOf('data').dataFolder));
  for (const bytes of [...readAll(at('sealed')), ...readAll(secretsTarget)]) {
    for (const word of [WORD, ...secrets, ...secrets.map((one) => Buffer.from(one, 'hex'))]) {
      expect(bytes.includes(word)).toBe(false);
    }
  }
  const back = (more: object) =>
    restore(settingsOf('back'), at('sealed'), {
      replace: false,
      secretsSource: secretsTarget,
      ...more,
    });
  await expect(back({})).rejects.toMatchObject({ exitCode: 64 });
  const wrong = back({ phrase: `${KEY} or others` });
  await expect(wrong).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(/another one/),
  });
  expect(() => statSync(settingsOf('back').dataFolder)).toThrow('ENOENT');
  await back({ phrase: KEY });
  expect(await readWord('back')).toEqual([{ word: WORD }]);
  const put = await readSecrets(settingsOf('back').dataFolder);
  expect(Object.values(put)).toEqual(secrets);

  const file = at('sealed', 'database', 'global', 'pg_control.sealed');
  writeFileSync(file, readFileSync(file).subarray(0, 4_000));
  const cut = restore(settingsOf('cut'), at('sealed'), {
    replace: false,
    phrase: KEY,
    secretsSource: secretsTarget,
  });
  await expect(cut).rejects.toMatchObject({ exitCode: 65 });
  expect(() => statSync(embeddedFolder(settingsOf('cut').dataFolder))).toThrow('ENOENT');
});

test('secrets and data lie apart, and only a matching pair is restored', async () => {
  const data = settingsOf('data');
  for (const [target, secretsTarget] of [
    [at('one'), at('one')],
    [at('one'), at('one', 'secrets')],
    [at('one', 'data'), at('one')],
  ] as const) {
    const together = backUp(data, target, { secretsTarget });
    await expect(together).rejects.toMatchObject({ exitCode: 64 });
  }
  // A folder that holds something is found before the other gets a file.
  mkdirSync(at('full'));
  writeFileSync(at('full', 'of'), 'something');
  for (const [target, secretsTarget] of [
    [at('full'), at('left')],
    [at('left'), at('full')],
    [at('full', 'of'), at('left')],
    [at('full', 'of', 'what'), at('left')],
  ] as const) {
    const taken = backUp(data, target, { secretsTarget });
    await expect(taken).rejects.toMatchObject({ exitCode: 73 });
    expect(existsSync(at('left')), target).toBe(false);
  }
  await backUp(data, at('plain'), { secretsTarget: at('plain-secrets') });
  expect(readdirSync(at('plain')).toSorted()).toEqual(['backup.json', 'database']);
  const secrets = Object.values(await readSecrets(data.dataFolder));
  for (const bytes of readAll(at('plain'))) {
    // The passwords of the roles are in the database only as what they are checked by.
    for (const secret of secrets) expect(bytes.includes(secret)).toBe(false);
  }
  const put = (name: string, secretsSource?: string) =>
    restore(settingsOf(name), at('plain'), { replace: false, secretsSource });
  await expect(put('bare')).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(/--secrets/),
  });
  const other = settingsOf('other');
  await createSecrets(other.dataFolder);
  await expect(put('other')).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(/not those/),
  });
  await put('mine', join(data.dataFolder, 'secrets'));
  // Data that is there is never written over; put aside, its secrets go on.
  const again = { replace: true } as const;
  await expect(put('mine')).rejects.toMatchObject({ exitCode: 75 });
  const { putAside } = await restore(settingsOf('mine'), at('plain'), again);
  expect(readdirSync(putAside ?? '')).toContain('database');
  expect(await readWord('mine')).toEqual([{ word: WORD }]);
});

test('a backup of an early release, with its secrets in it and no labels, is read', async () => {
  const data = settingsOf('data');
  cpSync(at('plain'), at('early'), { recursive: true });
  const path = at('early', 'backup.json');
  const { labels, ...manifest } = JSON.parse(readFileSync(path, 'utf8'));
  const put = (name: string, secretsSource?: string) =>
    restore(settingsOf(name), at('early'), { replace: false, secretsSource });

  // Without either nobody can tell whose it is.
  expect(labels).toEqual({ secretsId: expect.any(String) });
  writeFileSync(path, JSON.stringify(manifest));
  await expect(put('early-none', at('plain-secrets'))).rejects.toMatchObject({
    exitCode: 65,
    message: expect.stringMatching(/which secrets/),
  });
  cpSync(at('plain-secrets'), at('early', 'secrets'), { recursive: true });
  for (const name of readdirSync(at('plain-secrets'))) {
    const bytes = readFileSync(at('plain-secrets', name));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    manifest.files[`secrets/${name}`] = { bytes: bytes.length, sha256 };
  }
  writeFileSync(path, JSON.stringify(manifest));
  const foreign = settingsOf('early-foreign');
  await createSecrets(foreign.dataFolder);
  await expect(put('early-foreign')).rejects.toMatchObject({ exitCode: 78 });
  await put('early-back');
  expect(await readWord('early-back')).toEqual([{ word: WORD }]);
  const back = settingsOf('early-back').dataFolder;
  expect(await readSecrets(back)).toEqual(await readSecrets(data.dataFolder));
  expect(readdirSync(embeddedFolder(back))).not.toContain('secrets');

  for (const text of ['', '{', '[]', 'null', '{"files":{"a":null}}']) {
    writeFileSync(path, text);
    await expect(put('early-torn'), text).rejects.toMatchObject({ exitCode: 65 });
  }
});
