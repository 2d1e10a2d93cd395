// Forms and pictures are noise to whoever has disk and database without the key, and only what is
// one is taken.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paintPng, smallPng } from '../../base/pictures/testing.ts';
import { SECRETS, startVerification } from './testing.ts';

let fixture: Awaited<ReturnType<typeof startVerification>>;
const OWNER = 1_000_001;

beforeAll(async () => {
  fixture = await startVerification();
  await fixture.addPerson(OWNER);
});
afterAll(() => fixture?.test.stop());

/** Every row of every table, as text and as hexadecimal digits. */
async function readWholeDatabase(): Promise<string> {
  const tables = await fixture.test.owner.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await fixture.test.owner.query<{ text: string }>(
        `SELECT row::text AS text FROM ${name} AS row`,
      );
      return rows.map(({ text }) => text).join('\n');
    }),
  );
  return texts.join('\n');
}

function listFiles(folder: string): string[] {
  return listNames(folder)
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

/** Names below a folder; one that goes while it is read makes it begin again. */
function listNames(folder: string, triesLeft = 100): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if (triesLeft === 0 || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return listNames(folder, triesLeft - 1);
  }
}

/** The content; nothing of a file that the database took away meanwhile. */
function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

test('disk and database without the key are noise', async () => {
  // Dots of its own: other tests write their pictures to the same database server.
  const content = paintPng(20, randomBytes(1_600));
  const front = await fixture.files.take({ ownerId: OWNER, kind: 'front', content });
  const kept = (await fixture.files.read(front.fileId)).content;
  expect(kept.length).toBeGreaterThan(500);
  const form = await fixture.makeForm(OWNER);
  await fixture.applications.applyStandard(OWNER, {
    ...form,
    fileIds: { ...form.fileIds, front: front.fileId },
  });
  await fixture.test.owner.execute('CHECKPOINT');
  const database = await readWholeDatabase();
  // A JPEG begins with tables that many have; its dots stand at the end.
  const marks = [kept.subarray(-60, -36), kept.subarray(-30, -6)];
  for (const word of SECRETS) {
    expect(database.includes(word), word).toBe(false);
    expect(database.includes(Buffer.from(word).toString('hex')), word).toBe(false);
  }
  for (const mark of marks) expect(database.includes(mark.toString('hex'))).toBe(false);
  const paths = listFiles(dirname(fixture.test.folder));
  expect(paths.length).toBeGreaterThan(100);
  for (const path of paths) {
    const bytes = readIfThere(path);
    for (const word of SECRETS) expect(bytes.includes(word), path).toBe(false);
    for (const mark of marks) expect(bytes.includes(mark), path).toBe(false);
  }
});

test('whoever deletes the row has deleted key and picture', async () => {
  const { fileId } = await fixture.files.take({ ownerId: OWNER, kind: 'back', content: smallPng });
  expect((await fixture.files.read(fileId)).mediaType).toBe('image/jpeg');
  await fixture.database.execute('DELETE FROM identity_files WHERE file_id = $1', [fileId]);
  await expect(fixture.files.read(fileId)).rejects.toThrow('object_not_found');
  const chunks = 'SELECT FROM identity_file_chunks WHERE file_id = $1';
  expect(await fixture.database.query(chunks, [fileId])).toEqual([]);
});

test('a program, half a picture and a PDF of a person are not taken', async () => {
  const take = (kind: 'front' | 'registration', content: Buffer) =>
    fixture.files.take({ ownerId: OWNER, kind, content });
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n');
  await expect(take('front', Buffer.from('\x7fELF'))).rejects.toThrow('identity_file');
  await expect(take('front', smallPng.subarray(0, 40))).rejects.toThrow('identity_file');
  await expect(take('front', Buffer.alloc(0))).rejects.toThrow('identity_file');
  await expect(take('front', pdf)).rejects.toThrow('identity_file');
  const { fileId } = await take('registration', pdf);
  expect(await fixture.files.read(fileId)).toMatchObject({ mediaType: 'application/pdf' });
  await fixture.database.execute('DELETE FROM identity_files WHERE owner_id = $1', [OWNER]);
  for (let sent = 0; sent < 40; sent += 1) await take('registration', pdf);
  await expect(take('front', smallPng)).rejects.toThrow('limit_reached');
  // Nothing is looked into that could not be kept.
  await expect(take('front', Buffer.from('\x7fELF'))).rejects.toThrow('limit_reached');
});
