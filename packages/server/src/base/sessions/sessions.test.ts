import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../db/index.ts';
import { startTestDatabase } from '../db/testing.ts';
import { createSessions } from './index.ts';
import { sessionMigrations } from './tables.ts';

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

test('a session is not believed alive when nobody knows whether its end was written', async () => {
  const cut: Database = {
    ...database.app,
    query: async (...request: Parameters<Database['query']>) => {
      const rows = await database.app.query(...request);
      if (String(request[0]).startsWith('UPDATE')) throw new Error('cut behind the commit');
      return rows as never;
    },
  };
  const sessions = createSessions(cut, Date.now);
  const { token, session } = await sessions.create(owner);
  expect(await sessions.read(token)).toBeDefined();
  await expect(sessions.end(owner.ownerId, session.sessionId)).rejects.toThrow('cut');
  expect(await sessions.read(token)).toBeUndefined();
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

/** A database that lets something happen after a statement was carried out, before its answer. */
function createSlow(pattern: RegExp, meanwhile: () => Promise<unknown>): Database {
  let isDone = false;
  const after = async <TAnswer>(statement: string | { text: string }, answer: TAnswer) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    if (isDone || !pattern.test(text)) return answer;
    isDone = true;
    await meanwhile();
    return answer;
  };
  const { app } = database;
  return {
    ...app,
    query: async <TRow extends object>(...[text, values]: Parameters<Database['query']>) =>
      after(text, await app.query<TRow>(text, values)),
    execute: async (text, values) => after(text, await app.execute(text, values)),
  };
}

test('a session that ends while it is read stays ended', async () => {
  let nowMs = Date.now();
  const other = createSessions(database.app, () => nowMs);
  for (const pattern of [/^SELECT/, /last_seen_at = /]) {
    const { token, session } = await other.create(owner);
    nowMs += 61_000;
    const end = () => sessions.end(owner.ownerId, session.sessionId);
    const sessions = createSessions(createSlow(pattern, end), () => nowMs);
    expect(await sessions.read(token)).toBeUndefined();
    expect(await sessions.read(token)).toBeUndefined();
  }
});

test('the end of a session is told though nobody has it in mind, and so is its age', async () => {
  let nowMs = Date.now();
  const { session } = await createSessions(database.app, () => nowMs).create(owner);
  const sessions = createSessions(database.app, () => nowMs);
  const heard: number[] = [];
  sessions.onEnded((id) => heard.push(id));
  nowMs += 6 * 86_400_000;
  const { session: younger } = await sessions.create(owner);
  expect(await sessions.findOver([session, younger])).toEqual([]);
  nowMs += 86_400_001;
  expect(await sessions.findOver([session, younger])).toEqual([session.sessionId]);
  await sessions.end(owner.ownerId, session.sessionId);
  expect(heard).toEqual([session.sessionId]);
});
