import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase } from '../db/testing.ts';
import { createSessions, sessionMigrations } from './index.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase({ migrations: sessionMigrations });
});
afterAll(() => database.stop());

const owner = { ownerId: 1_000_001, ip: '127.0.0.1', device: 'test' };

test('a session is read by its token, from cache and from the database alike', async () => {
  const sessions = createSessions(database.app, Date.now);
  const { token, session } = await sessions.create(owner);
  expect(await sessions.read(token)).toEqual(session);
  const others = createSessions(database.app, Date.now);
  expect((await others.read(token))?.sessionId).toBe(session.sessionId);
  expect(await sessions.read(`${token}x`)).toBeUndefined();
});

test('the token itself is not in the database', async () => {
  const sessions = createSessions(database.app, Date.now);
  const { token } = await sessions.create(owner);
  const rows = await database.app.query<{ all: string }>(
    'SELECT sessions::text AS all FROM sessions',
  );
  expect(rows.some((row) => row.all.includes(token))).toBe(false);
});

test('an ended session is unknown at once and the listener hears of it', async () => {
  const sessions = createSessions(database.app, Date.now);
  const heard: number[] = [];
  sessions.onEnded((id) => heard.push(id));
  const first = await sessions.create(owner);
  const second = await sessions.create(owner);
  expect(await sessions.end(owner.ownerId + 1, first.session.sessionId)).toBe(false);
  await sessions.endOthers(owner.ownerId, second.session.sessionId);
  expect(await sessions.read(first.token)).toBeUndefined();
  expect(await sessions.read(second.token)).toBeDefined();
  expect(heard).toContain(first.session.sessionId);
});

test('seven idle days and thirty days in all end a session', async () => {
  let nowMs = Date.now();
  const sessions = createSessions(database.app, () => nowMs);
  const { token } = await sessions.create(owner);
  for (let day = 0; day < 29; day += 6) {
    nowMs += 6 * 86_400_000 + 1_000;
    expect((await sessions.read(token)) !== undefined).toBe(day < 24);
  }
  const idle = await sessions.create(owner);
  nowMs += 7 * 86_400_000 + 1;
  expect(await sessions.read(idle.token)).toBeUndefined();
});
