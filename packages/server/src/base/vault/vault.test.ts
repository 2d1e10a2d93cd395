// What is closed is noise to whoever has disk and database without the key, and cannot be changed,
// cut or put in another's place.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '../../migrations.ts';
import { createSeal } from '../credentials/index.ts';
import { startTestDatabase } from '../db/testing.ts';
import { createVault, type Vault } from './vault.ts';

let db: Awaited<ReturnType<typeof startTestDatabase>>;
let vault: Vault;
const seal = createSeal('7'.repeat(64));
const OWNER = 1_000_001;
const about = { ownerId: OWNER, kind: 'front' };
/** Three parts, the last one short. */
const plain = Buffer.from('a line of a picture\n'.repeat(8_000));

beforeAll(async () => {
  db = await startTestDatabase({ migrations });
  vault = createVault(db.app, seal, Date.now);
});
afterAll(() => db?.stop());

test('what is closed opens again, each time under another key', async () => {
  const [one, two] = [await vault.close(plain, about), await vault.close(plain, about)];
  expect(one.chunks.map((chunk) => chunk.length)).toEqual([65_552, 65_552, 28_944]);
  expect(one.chunks[0]?.equals(two.chunks[0] ?? plain)).toBe(false);
  expect((await vault.open(one, about)).equals(plain)).toBe(true);
  const empty = await vault.close(Buffer.alloc(0), about);
  expect((await vault.open(empty, about)).length).toBe(0);
});

test('a part that is changed, missing, added or out of its place does not open', async () => {
  const closed = await vault.close(plain, about);
  const other = await vault.close(plain, about);
  const [first, second, third] = closed.chunks as [Buffer, Buffer, Buffer];
  const changed = Buffer.from(first);
  changed[100] = (changed[100] ?? 0) ^ 1;
  for (const chunks of [
    [changed, second, third],
    [first, second],
    [second, first, third],
    [first, second, third, third],
    [],
  ]) {
    await expect(vault.open({ ...closed, chunks }, about)).rejects.toThrow();
  }
  await expect(vault.open({ ...closed, wrappedKey: other.wrappedKey }, about)).rejects.toThrow();
  await expect(vault.open(closed, { ...about, ownerId: 2 })).rejects.toThrow();
  await expect(vault.open(closed, { ...about, kind: 'back' })).rejects.toThrow();
});

test('a second start finds the master key; another installation cannot open it', async () => {
  const closed = await vault.close(plain, about);
  const again = createVault(db.app, seal, Date.now);
  expect((await again.open(closed, about)).equals(plain)).toBe(true);
  const stranger = createVault(db.app, createSeal('8'.repeat(64)), Date.now);
  await expect(stranger.open(closed, about)).rejects.toThrow();
});

test('two processes that start at once have one master key', async () => {
  await db.owner.execute('DELETE FROM identity_master_keys');
  const open = () => createVault(db.app, seal, Date.now);
  const [one, two] = [open(), open()];
  const closed = await Promise.all([one.close(plain, about), two.close(plain, about)]);
  expect((await two.open(closed[0], about)).equals(plain)).toBe(true);
  expect((await one.open(closed[1], about)).equals(plain)).toBe(true);
});
