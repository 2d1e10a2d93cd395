// The second factor from its first scan to its removal, and the sessions of one person, on real
// rows.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { showCode } from '../../../../../tools/testing/authenticator.ts';
import {
  createBrowsers,
  createSeal,
  createThrottle,
  createTickets,
  createUsers,
  hashPassword,
  listTryLimits,
  readSecurityLock,
  SECURITY_LOCK_MS,
  type User,
} from '../../base/credentials/index.ts';
import { startTestDatabase } from '../../base/db/testing.ts';
import type { Caller } from '../../base/product/index.ts';
import { createFreezeLinks } from '../../base/proofs/index.ts';
import { createSessions, type Sessions } from '../../base/sessions/index.ts';
import { migrations } from '../../migrations.ts';
import { createLogin } from './login.ts';
import type { AccountParts } from './parts.ts';
import { TRIES } from './codes/tries.ts';
import { createPasswords } from './passwords.ts';
import { createSecurity } from './security.ts';

const PASSWORD = 'correct horse battery';
const STEP_MS = 30_000;
const plenty = { pair: 50, network: 50, account: 50 };
const MANY = { login: plenty, factor: plenty, confirm: plenty, setUp: TRIES.setUp };

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let parts: AccountParts;
let sessions: Sessions;
let user: User;
let nowMs: number;
let cookie: string;
let mails: string[];
let notifications: string[];
let hasHadMoney = true;
let count = 0;

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
});
afterAll(() => database?.stop());
beforeEach(async () => {
  count += 1;
  nowMs = 1_900_000_000_000;
  mails = [];
  hasHadMoney = true;
  notifications = [];
  const { app } = database;
  const readNowMs = () => nowMs;
  sessions = createSessions(app, readNowMs);
  parts = {
    users: createUsers(app, createSeal('7'.repeat(64))),
    sessions,
    tickets: createTickets(app, readNowMs),
    throttle: createThrottle(listTryLimits(MANY), readNowMs),
    browsers: createBrowsers(app, 'people'),
    report: console.error,
    seal: createSeal('7'.repeat(64)),
    canSignIn: true,
    readNowMs,
    readBrandName: async () => 'Isobath',
    dropWithdrawals: async () => {},
    startNotifications: async () => {},
    writeNotification: async ({ kind }: { kind: string }) => {
      notifications.push(kind);
    },
    writeMail: async (kind: string) => {
      mails.push(kind);
    },
    accounts: { readSpotAccount: () => 7 },
    passkeys: { list: async () => [] },
    hasHadMoney: async () => hasHadMoney,
  } as unknown as AccountParts;
  const email = `bea${count}@example.com`;
  const passwordHash = await hashPassword(PASSWORD);
  user = (await parts.users.create({ email, passwordHash, locale: 'en_US' })) as User;
});

function call(caller: Partial<Caller> = {}) {
  const device = caller.device ?? 'test';
  const person = { ownerId: 0, sessionId: 0, ip: '::1', steppedUpUntilMs: 0, ...caller, device };
  const setHeader = (_name: string, value: string) => {
    [, cookie] = /=([^;]+)/.exec(value) ?? [];
  };
  return { caller: { locale: 'en_US', visitorId: '', requestId: '', ...person }, setHeader };
}

const wordOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { word?: string }) => error.word ?? String(error),
  );

/** Set the factor up as a person does; the code used is spent. */
async function setUp(): Promise<{ secret: string; backupCodes: readonly string[] }> {
  const security = createSecurity(parts);
  const owner = call({ ownerId: user.ownerId, steppedUpUntilMs: nowMs + 1 });
  const { secret, uri } = await security.totpBegin(owner);
  expect(new URL(uri).searchParams.get('secret')).toBe(secret);
  const { backupCodes } = await security.totpConfirm({ code: showCode(secret, nowMs) }, owner);
  await parts.users.change(user.ownerId, { antiPhishingCode: 'blue whale' });
  nowMs += STEP_MS;
  return { secret, backupCodes };
}

/** Sign in with the password and this code. */
async function signIn(code: string, device = 'test'): Promise<string> {
  const login = createLogin(parts);
  const begun = await login.begin({ email: user.email, password: PASSWORD }, call());
  const { next, ticket, codeWord } = begun;
  expect([next, codeWord]).toEqual(['totp', 'blue whale']);
  return wordOf(login.verify({ ticket, code }, call({ device })));
}

const readLock = () => readSecurityLock(database.app, user.ownerId, nowMs);

test('money waits a day after a factor was added or removed', async () => {
  const atMs = nowMs;
  const { secret } = await setUp();
  expect(await readLock()).toBe(atMs + SECURITY_LOCK_MS);
  nowMs = atMs + SECURITY_LOCK_MS;
  expect(await readLock()).toBe(0);
  const security = createSecurity(parts);
  const code = showCode(secret, nowMs);
  await security.totpRemove({ code }, call({ ownerId: user.ownerId }));
  expect(await readLock()).toBe(nowMs + SECURITY_LOCK_MS);
});

test('the first factor of an account without money makes nothing wait', async () => {
  hasHadMoney = false;
  await setUp();
  expect(await readLock()).toBe(0);
});

test('money waits a day after a new password, and nothing is noted without one', async () => {
  const passwords = createPasswords({ ...parts, browsers: createBrowsers(database.app, 'people') });
  const owner = call({ ownerId: user.ownerId });
  const wrong = { password: 'never', newPassword: 'an other horse battery' };
  expect(await wordOf(passwords.change(wrong, owner))).toBe('credentials_wrong');
  expect(await readLock()).toBe(0);
  await passwords.change({ ...wrong, password: PASSWORD }, owner);
  expect(await readLock()).toBe(nowMs + SECURITY_LOCK_MS);
});

test('the link of a mail freezes its reader’s account, and changes no other reason', async () => {
  const { ownerId } = user;
  const freezeLinks = createFreezeLinks(database.app, 'https://example.org', () => nowMs);
  const frozen: { ownerId: number; cancelsOrders: boolean }[] = [];
  let cause: string | null = null;
  const security = createSecurity({
    ...parts,
    freezeLinks,
    readFreeze: () => cause,
    freezeOwn: async (whose: number, cancelsOrders: boolean) => {
      frozen.push({ ownerId: whose, cancelsOrders });
    },
  } as unknown as AccountParts);
  const { hash } = new URL(await freezeLinks.make({ ownerId, locale: 'en_US' }));
  const link = { token: hash.slice(1) };
  expect(await wordOf(security.freezeByLink({ token: 'a'.repeat(43) }, call()))).toBe(
    'ticket_invalid',
  );
  expect(frozen).toEqual([]);
  await security.freezeByLink(link, call());
  expect(frozen).toEqual([{ ownerId, cancelsOrders: false }]);
  expect(mails).toEqual(['account_frozen']);
  cause = 'authority';
  await security.freezeByLink(link, call());
  expect(frozen).toHaveLength(1);
  cause = null;
  nowMs += 7 * 86_400_000;
  expect(await wordOf(security.freezeByLink(link, call()))).toBe('ticket_invalid');
});

test('an authenticator is on only after a code of it was shown', async () => {
  const security = createSecurity(parts);
  const plain = call({ ownerId: user.ownerId });
  expect(await wordOf(security.totpBegin(plain))).toBe('step_up_needed');
  const owner = call({ ownerId: user.ownerId, steppedUpUntilMs: nowMs + 1 });
  expect(await wordOf(security.totpConfirm({ code: '000000' }, owner))).toBe('ticket_invalid');
  const { secret } = await security.totpBegin(owner);
  const wrong = showCode(secret, nowMs + 20 * STEP_MS);
  expect(await wordOf(security.totpConfirm({ code: wrong }, owner))).toBe('code_wrong');
  expect((await parts.users.read(user.ownerId))?.totpSecret).toBeNull();
  const refusal = await security.totpConfirm({ code: wrong }, owner).catch((error) => error);
  expect(refusal).toMatchObject({ word: 'code_wrong', facts: { triesLeft: '3' } });
  const code = showCode(secret, nowMs);
  expect(await wordOf(security.totpConfirm({ code }, owner))).toBe('ok');
  expect(await wordOf(security.totpBegin(owner))).toBe('totp_already_on');
  const stored = (await parts.users.read(user.ownerId))?.totpSecret;
  expect(Buffer.from(stored as never).includes(secret)).toBe(false);
  expect(mails).toEqual(['security_changed']);
});

test('its codes let in once each, early or late by one step, never twice', async () => {
  const { secret } = await setUp();
  expect(await signIn(showCode(secret, nowMs - STEP_MS))).toBe('code_wrong');
  const code = showCode(secret, nowMs);
  expect(await signIn(code)).toBe('ok');
  expect(await signIn(code)).toBe('code_wrong');
  nowMs += 2 * STEP_MS;
  expect(await signIn(showCode(secret, nowMs - STEP_MS))).toBe('ok');
  expect(await signIn(showCode(secret, nowMs + 3 * STEP_MS))).toBe('code_wrong');
  const both = await Promise.all([
    signIn(showCode(secret, nowMs)),
    signIn(showCode(secret, nowMs)),
  ]);
  expect(both.toSorted()).toEqual(['code_wrong', 'ok']);
});

test('a first sign-in after failed tries is welcomed, and its device is told', async () => {
  const { secret } = await setUp();
  expect(await signIn('000000')).toBe('code_wrong');
  mails = [];
  expect(await signIn(showCode(secret, nowMs), 'first')).toBe('ok');
  expect([notifications, mails]).toEqual([['welcome'], ['login_new_device']]);
  nowMs += STEP_MS;
  expect(await signIn(showCode(secret, nowMs), 'first')).toBe('ok');
  nowMs += STEP_MS;
  expect(await signIn(showCode(secret, nowMs), 'second')).toBe('ok');
  expect(notifications).toEqual(['welcome']);
  expect(mails).toEqual(['login_new_device', 'login_new_device']);
});

test('a first sign-in that nobody tried before says nothing of its device', async () => {
  const { secret } = await setUp();
  mails = [];
  expect(await signIn(showCode(secret, nowMs))).toBe('ok');
  expect([notifications, mails]).toEqual([['welcome'], []]);
});

test('each backup code stands for it once, however it is written', async () => {
  const { backupCodes } = await setUp();
  expect(new Set(backupCodes).size).toBe(10);
  const [first, second] = backupCodes;
  expect(await signIn(first.toLowerCase().replace('-', ' '))).toBe('ok');
  expect(await signIn(first)).toBe('code_wrong');
  expect(await signIn(second)).toBe('ok');
  expect(await signIn('AAAAA-AAAAA')).toBe('code_wrong');
});

test('it is removed by a code, and everybody else is signed out', async () => {
  const { secret, backupCodes } = await setUp();
  const here = await sessions.create({ ownerId: user.ownerId, ip: '::1', device: 'here' });
  const there = await sessions.create({ ownerId: user.ownerId, ip: '::1', device: 'there' });
  const { sessionId = 0 } = (await sessions.read(here.token)) ?? {};
  const owner = call({ ownerId: user.ownerId, sessionId });
  const security = createSecurity(parts);
  expect(await wordOf(security.totpRemove({ code: '123' }, owner))).toBe('code_wrong');
  expect(await wordOf(security.totpRemove({ code: showCode(secret, nowMs) }, owner))).toBe('ok');
  expect(await sessions.read(there.token)).toBeUndefined();
  expect(await sessions.read(here.token)).toBeDefined();
  const { next } = await createLogin(parts).begin(
    { email: user.email, password: PASSWORD },
    call(),
  );
  expect(next).not.toBe('totp');
  const step = security.stepUp({ code: backupCodes[3] }, owner);
  expect(await wordOf(step)).toBe('credentials_wrong');
});

test('the history tells of each sign-in, and the end of a session is told at once', async () => {
  const { secret } = await setUp();
  expect(await signIn(showCode(secret, nowMs), 'old phone')).toBe('ok');
  const phone = cookie;
  nowMs += STEP_MS;
  expect(await signIn(showCode(secret, nowMs), 'laptop')).toBe('ok');
  const laptop = (await sessions.read(cookie)) as { sessionId: number };
  const owner = call({ ownerId: user.ownerId, sessionId: laptop.sessionId });
  const security = createSecurity(parts);
  const wrong = createLogin(parts).begin({ email: user.email, password: 'no' }, call());
  expect(await wordOf(wrong)).toBe('credentials_wrong');
  expect(await signIn('000', 'thief')).toBe('code_wrong');
  // Failures are written behind the answers, so that these take the same time for everybody.
  const readLogins = async () =>
    (await security.logins(owner)).map(({ device, outcome }) => [device, outcome]);
  await expect.poll(readLogins).toEqual([
    ['thief', 'wrong_code'],
    ['test', 'wrong_password'],
    ['laptop', 'ok'],
    ['old phone', 'ok'],
  ]);
  const ended: number[] = [];
  sessions.onEnded((ids) => ended.push(...[ids].flat()));
  const listed = await security.sessions(owner);
  const other = listed.find(({ device }) => device === 'old phone');
  expect(listed.filter(({ isCurrent }) => isCurrent).map(({ device }) => device)).toEqual([
    'laptop',
  ]);
  expect(await wordOf(security.revoke(other?.id ?? '', owner))).toBe('ok');
  expect(ended.map(String)).toEqual([other?.id]);
  expect(await sessions.read(phone)).toBeUndefined();
  expect(await wordOf(security.revoke(other?.id ?? '', owner))).toBe('object_not_found');
  expect(await wordOf(security.revoke('9'.repeat(30), owner))).toBe('object_not_found');
});

test('the history tells of a wrong mailed code, and once of a lock', async () => {
  const login = createLogin(parts);
  const right = { email: user.email, password: PASSWORD };
  const { ticket, next } = await login.begin(right, call());
  expect(next).toBe('email_code');
  expect(await wordOf(login.verify({ ticket, code: '' }, call()))).toBe('code_wrong');
  const FEW = { login: { pair: 1, network: 9, account: 9 } };
  parts = { ...parts, throttle: createThrottle(listTryLimits(FEW), () => nowMs) };
  const locked = createLogin(parts);
  const wrong = { email: user.email, password: 'no' };
  expect(await wordOf(locked.begin(wrong, call()))).toBe('credentials_wrong');
  expect(await wordOf(locked.begin(wrong, call()))).toBe('locked');
  expect(await wordOf(locked.begin(right, call()))).toBe('locked');
  // Written behind the answers, so that these take the same time for everybody.
  const read = async () =>
    (await parts.users.listLogins(user.ownerId)).map(({ outcome }) => outcome);
  await expect.poll(read).toEqual(['locked', 'wrong_password', 'wrong_code']);
});
