// The life of listen keys, with a clock that only the tests move: an hour, more when it is asked
// for, the end told to whoever reads, and a restart in between.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../db/testing.ts';
import { createStreamHub, createUserHub, type StreamHub, type UserHub } from '../feed/index.ts';
import { createListenKeys, type ListenKeys } from './index.ts';
import { listenKeyMigrations } from './tables.ts';

const HOUR = 3_600_000;
const OWNER = 1_000_001;
const owner = { ownerId: OWNER, keyId: 5 };
const secret = 'a secret of this test';

let database: TestDatabase;
let nowMs = 1_700_000_000_000;
let keyEndMs = Infinity;
let streams: StreamHub;
let users: UserHub;
let listenKeys: ListenKeys;

/** The room as a start of the server opens it. */
async function openRoom(): Promise<void> {
  streams = createStreamHub();
  users = createUserHub();
  const readNowMs = () => nowMs;
  const readKeyEndMs = async () => keyEndMs;
  const { app } = database;
  const parts = { database: app, streams, users, readNowMs, readKeyEndMs };
  listenKeys = createListenKeys({ ...parts, secret });
  await listenKeys.load();
}

beforeAll(async () => {
  database = await startTestDatabase({ migrations: listenKeyMigrations });
});
afterAll(() => database.stop());
beforeEach(openRoom);

/** Read a key's stream. @returns what it tells. */
function readStream(listenKey: string): string[] {
  const published: string[] = [];
  streams.join(
    listenKey,
    { write: (frame) => published.push(frame.toString('latin1')) },
    { isCombined: false, isMicro: false },
  );
  return published;
}

test('a key lives for an hour, and for one more from each time it is kept', async () => {
  const listenKey = await listenKeys.createOrExtend(owner);
  nowMs += HOUR - 1;
  expect(streams.has(listenKey)).toBe(true);
  expect(await listenKeys.extend(OWNER, listenKey)).toBe(true);
  nowMs += HOUR - 1;
  expect(streams.has(listenKey)).toBe(true);
  nowMs += 1;
  expect(streams.has(listenKey)).toBe(false);
  expect(await listenKeys.extend(OWNER, listenKey)).toBe(false);
  expect(await listenKeys.end(OWNER, listenKey)).toBe(false);
});

test('who reads when the hour is over is told, and nothing more', async () => {
  const listenKey = await listenKeys.createOrExtend(owner);
  const published = readStream(listenKey);
  users.publish(OWNER, () => ({ e: 'balanceUpdate' }));
  expect(published.at(-1)).toContain('balanceUpdate');
  nowMs += HOUR - 1;
  await listenKeys.prune();
  expect(published).toHaveLength(1);
  nowMs += 1;
  await listenKeys.prune();
  expect(published.at(-1)).toContain(
    JSON.stringify({ e: 'listenKeyExpired', E: nowMs, listenKey }),
  );
  users.publish(OWNER, () => ({ e: 'balanceUpdate' }));
  expect(published).toHaveLength(2);
  expect(users.hasListeners(OWNER)).toBe(false);
});

test('who reads while something is missed is told, and reads on with the same key', async () => {
  const listenKey = await listenKeys.createOrExtend(owner);
  const published = readStream(listenKey);
  users.miss();
  expect(published).toHaveLength(1);
  expect(published[0]).toContain(JSON.stringify({ e: 'eventStreamTerminated', E: nowMs }));
  users.publish(OWNER, () => ({ e: 'balanceUpdate' }));
  expect(published).toHaveLength(1);
  const again = readStream(listenKey);
  users.publish(OWNER, () => ({ e: 'balanceUpdate' }));
  expect(again).toHaveLength(1);
});

test('a restart keeps keys for what is left of their hour', async () => {
  const listenKey = await listenKeys.createOrExtend(owner);
  nowMs += HOUR - 2;
  await openRoom();
  expect(streams.has(listenKey)).toBe(true);
  nowMs += 2;
  expect(streams.has(listenKey)).toBe(false);
  await openRoom();
  expect(streams.has(listenKey)).toBe(false);
});

test('a key is its owner’s alone to keep and to end', async () => {
  const listenKey = await listenKeys.createOrExtend(owner);
  expect(await listenKeys.extend(OWNER + 1, listenKey)).toBe(false);
  expect(await listenKeys.end(OWNER + 1, listenKey)).toBe(false);
  expect(await listenKeys.end(OWNER, listenKey)).toBe(true);
  expect(streams.has(listenKey)).toBe(false);
});

test('with the API key that made them keys end, and those of other keys stay', async () => {
  const [ended, kept] = [
    await listenKeys.createOrExtend(owner),
    await listenKeys.createOrExtend({ ...owner, keyId: 6 }),
  ];
  const published = readStream(ended);
  await listenKeys.endOfKey(owner.keyId);
  expect(published.at(-1)).toContain('listenKeyExpired');
  expect([streams.has(ended), streams.has(kept)]).toEqual([false, true]);
  await openRoom();
  expect([streams.has(ended), streams.has(kept)]).toEqual([false, true]);
});

test('no key lives longer than the API key that made it, nor is kept beyond it', async () => {
  keyEndMs = nowMs + HOUR / 2;
  const listenKey = await listenKeys.createOrExtend(owner);
  expect(await listenKeys.extend(OWNER, listenKey)).toBe(true);
  await openRoom();
  const published = readStream(listenKey);
  nowMs = keyEndMs - 1;
  await listenKeys.prune();
  expect(published).toEqual([]);
  nowMs = keyEndMs;
  expect(await listenKeys.extend(OWNER, listenKey)).toBe(false);
  await listenKeys.prune();
  expect(published.at(-1)).toContain('listenKeyExpired');
  keyEndMs = 0;
  expect(streams.has(await listenKeys.createOrExtend(owner))).toBe(false);
  keyEndMs = Infinity;
});

test('an API key that ends while a listen key is made takes it along', async () => {
  const making = listenKeys.createOrExtend(owner);
  const ending = listenKeys.endOfKey(owner.keyId);
  const listenKey = await making;
  await ending;
  expect(streams.has(listenKey)).toBe(false);
  await openRoom();
  expect(streams.has(listenKey)).toBe(false);
});

test('who makes more than fifty loses the oldest', async () => {
  const own = { ownerId: OWNER + 2, keyId: 7 };
  const made: string[] = [];
  for (let count = 0; count < 51; count += 1) {
    made.push(await listenKeys.createOrExtend({ ownerId: own.ownerId, keyId: 100 + count }));
  }
  expect(made.map((one) => streams.has(one))).toEqual(made.map((_one, at) => at > 0));
});

test('who asks while a key is alive is told that one for an hour more', async () => {
  const [listenKey, twice] = await Promise.all([
    listenKeys.createOrExtend(owner),
    listenKeys.createOrExtend(owner),
  ]);
  expect(twice).toBe(listenKey);
  nowMs += HOUR - 1;
  expect(await listenKeys.createOrExtend(owner)).toBe(listenKey);
  await openRoom();
  nowMs += HOUR - 1;
  expect(await listenKeys.createOrExtend(owner)).toBe(listenKey);
  expect(await listenKeys.createOrExtend({ ...owner, keyId: 6 })).not.toBe(listenKey);
  expect(await listenKeys.end(OWNER, listenKey)).toBe(true);
  expect(await listenKeys.createOrExtend(owner)).not.toBe(listenKey);
});
