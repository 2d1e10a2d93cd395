// Whoever gets a copy of the database finds no secret of a person in it: every table is read as
// text after a person has used everything that has a secret.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { showCode } from '../../../../../tools/testing/authenticator.ts';
import {
  createBrowsers,
  createSeal,
  createThrottle,
  createTickets,
  createUsers,
  listTryLimits,
} from '../../base/credentials/index.ts';
import { startTestDatabase } from '../../base/db/testing.ts';
import { createStreamHub, createUserHub } from '../../base/feed/index.ts';
import { createApiKeys } from '../../base/keys/index.ts';
import { createListenKeys } from '../../base/listen-keys/index.ts';
import { createMail, createMailWriter, type Mail } from '../../base/mail/index.ts';
import { createSessions } from '../../base/sessions/index.ts';
import { migrations } from '../../migrations.ts';
import type { AccountParts } from './parts.ts';
import { createPasswords } from './passwords.ts';
import { createRegister } from './register.ts';
import { createSecurity } from './security.ts';
import { TRIES } from './codes/tries.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
});
afterAll(() => database.stop());

/** Every row of every table, with its bytes as letters, as base64 and as digits. */
async function readEverything(): Promise<string> {
  const tables = await database.owner.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await database.owner.query<Record<string, unknown>>(`SELECT * FROM ${name}`);
    for (const value of rows.flatMap((row) => Object.values(row))) {
      if (Buffer.isBuffer(value)) {
        for (const form of ['latin1', 'hex', 'base64', 'base64url'] as const) {
          texts.push(value.toString(form));
        }
      } else texts.push(typeof value === 'object' ? JSON.stringify(value) : String(value));
    }
  }
  return texts.join('\n');
}

const seal = createSeal('7'.repeat(64));
const readNowMs = Date.now;
const report = (error: unknown) => console.error(error);

function makeParts(mail: Mail): AccountParts {
  const { app } = database;
  const users = createUsers(app, seal);
  const sessions = createSessions(app, readNowMs);
  return {
    users,
    sessions,
    seal,
    report,
    readNowMs,
    tickets: createTickets(app, readNowMs),
    passkeys: { list: async () => [] },
    hasHadMoney: async () => false,
    throttle: createThrottle(listTryLimits(TRIES), readNowMs),
    browsers: createBrowsers(app, 'people'),
    canSignIn: true,
    readBrandName: async () => 'Isobath',
    dropWithdrawals: async () => {},
    startNotifications: async () => {},
    accounts: { readSpotAccount: () => 1 },
    writeNotification: async () => {},
    writeMail: createMailWriter({
      mail,
      translate: (_locale, key, { code = '' }) => `${key} ${code}`,
      writeNotification: async () => {},
      readBrandName: async () => 'Isobath',
      readNowMs,
    }),
  } as unknown as AccountParts;
}

test('no secret stands in any table', async () => {
  const { app } = database;
  const mail = createMail({ database: app, seal, readNowMs });
  const parts = makeParts(mail);
  const { users, sessions } = parts;
  const mark = randomUUID();
  const cookies: string[] = [];
  const call = (ownerId = 0, sessionId = 0) => ({
    caller: {
      ownerId,
      sessionId,
      ip: '203.0.113.7',
      device: 'test',
      locale: 'en_US',
      visitorId: mark,
      steppedUpUntilMs: Infinity,
      requestId: '',
    },
    setHeader: (_name: string, value: string) => void cookies.push(value),
  });
  const readCode = async () => (await mail.list({ limit: 1 }))[0]?.subject.split(' ')[1] ?? '';

  const [email, password] = ['ann@example.com', 'correct horse battery'];
  const register = createRegister(parts);
  const { ticket } = await register.begin({ email, password }, call());
  const registerCode = await readCode();
  await register.verify({ ticket, code: registerCode }, call());
  const user = await users.findByEmail(email);
  const ownerId = user?.ownerId ?? 0;
  const token = /session=([^;]+)/.exec(cookies.join())?.[1] ?? '';
  const { sessionId = 0 } = (await sessions.read(token)) ?? {};
  const forgot = await createPasswords(parts).forgot(email, call());
  const resetCode = await readCode();
  const security = createSecurity(parts);
  const { secret } = await security.totpBegin(call(ownerId, sessionId));
  const owner = call(ownerId, sessionId);
  const { backupCodes } = await security.totpConfirm({ code: showCode(secret) }, owner);
  // One of an earlier release, and one set now.
  await app.execute('UPDATE users SET anti_phishing_code = $1', ['kingfisher 1']);
  expect((await users.read(ownerId))?.antiPhishingCode).toBe('kingfisher 1');
  expect([await users.sealCodeWords(), await users.sealCodeWords()]).toEqual([1, 0]);
  expect((await users.read(ownerId))?.antiPhishingCode).toBe('kingfisher 1');
  const oldWord = await readEverything();
  expect(oldWord.includes('kingfisher 1')).toBe(false);
  await users.change(ownerId, { antiPhishingCode: 'oystercatcher' });
  expect((await users.findByEmail(email))?.antiPhishingCode).toBe('oystercatcher');
  const keys = createApiKeys({ database: app, seal, readNowMs, report });
  const made = await keys.create({
    ownerId,
    label: 'bot',
    permissions: ['read'],
    ipList: [],
    expiresAtMs: 0,
  } as unknown as Parameters<typeof keys.create>[0]);
  const listenKey = await createListenKeys({
    database: app,
    streams: createStreamHub(),
    users: createUserHub(),
    secret: '8'.repeat(64),
    readNowMs,
    readKeyEndMs: async () => Infinity,
  }).createOrExtend({ ownerId, keyId: 1 });

  const secrets = {
    password,
    token,
    ticket,
    forgot: forgot.ticket,
    mark,
    listenKey,
    seed: secret,
    apiSecret: (made as unknown as { secret: string }).secret,
    codeWord: 'oystercatcher',
    mailed: ` ${registerCode}`,
    mailedReset: ` ${resetCode}`,
    ...Object.fromEntries(backupCodes.map((code, at) => [`backup ${at}`, code])),
  };
  const everything = await readEverything();
  expect(everything).toContain(email);
  for (const [name, text] of Object.entries(secrets)) {
    expect([name, text.length > 6, everything.includes(text)]).toEqual([name, true, false]);
  }
});
