// Whoever guesses waits; whoever is guessed at does not. Strangers from one network, from a
// hundred, and in the owner's own house, against passwords, second factors, mailed codes and wishes
// for them.
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
  takePressure,
  type User,
} from '../../base/credentials/index.ts';
import { startTestDatabase } from '../../base/db/testing.ts';
import { createMail, createMailCheck, createMailWriter, type Mail } from '../../base/mail/index.ts';
import type { Caller } from '../../base/product/index.ts';
import { createSessions } from '../../base/sessions/index.ts';
import { migrations } from '../../migrations.ts';
import { createLogin } from './login.ts';
import type { AccountParts } from './parts.ts';
import { createPasswords } from './passwords.ts';
import { createRegister } from './register.ts';
import { createSecurity } from './security.ts';
import { createSendAgain } from './codes/send-again.ts';
import { TRIES } from './codes/tries.ts';

const PASSWORD = 'correct horse battery';
const SEED = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const seal = createSeal('7'.repeat(64));
const MINUTE_MS = 60_000;

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let parts: AccountParts;
let mail: Mail;
let user: User;
let nowMs = Date.now();
let count = 0;
/** Statements in turn, and whether history is written at once. */
let sent: string[];
let isHistoryHeld = false;

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
});
afterAll(() => database?.stop());
beforeEach(async () => {
  count += 1;
  sent = [];
  isHistoryHeld = false;
  const { app } = database;
  const readNowMs = () => nowMs;
  const listened: typeof app = {
    ...app,
    query: (statement, values) => {
      sent.push(String(statement));
      return app.query(statement, values);
    },
    execute: (statement, values) => {
      const isHistory = String(statement).includes('INTO login_history');
      if (isHistory && isHistoryHeld) return new Promise(() => {});
      sent.push(String(statement));
      return app.execute(statement, values);
    },
  };
  const report = (error: unknown) => console.error(error);
  mail = createMail({ database: listened, seal, readNowMs });
  parts = {
    users: createUsers(listened, seal),
    sessions: createSessions(app, readNowMs),
    tickets: createTickets(listened, readNowMs),
    throttle: createThrottle(listTryLimits(TRIES), readNowMs),
    browsers: createBrowsers(listened, 'people'),
    seal,
    canSignIn: true,
    readNowMs,
    readBrandName: async () => 'Isobath',
    dropWithdrawals: async () => {},
    startNotifications: async () => {},
    accounts: { readSpotAccount: () => 1 },
    checkMail: createMailCheck(mail),
    writeMail: createMailWriter({
      mail,
      translate: (_locale, key, values) => `${key} ${values.code ?? ''}`,
      writeNotification: async () => {},
      readBrandName: async () => 'Isobath',
      readNowMs,
    }),
    writeNotification: async () => {},
    report,
  } as unknown as AccountParts;
  const passwordHash = await hashPassword(PASSWORD);
  const email = `ann${count}@example.com`;
  user = (await parts.users.create({ email, passwordHash, locale: 'en_US' })) as User;
});

const call = (ip: string, visitorId = '', more: Partial<Caller> = {}) => ({
  caller: {
    ownerId: 0,
    sessionId: 0,
    ip,
    device: 'test',
    locale: 'en_US',
    visitorId,
    steppedUpUntilMs: 0,
    requestId: '',
    ...more,
  },
  setHeader: () => {},
});
const HOME = '203.0.113.7';
const CAFE = '198.51.100.9';
const wordOf = (work: Promise<unknown>) =>
  work.then(
    (answer) => (answer as { next?: string }).next ?? 'ok',
    (error: { word?: string }) => error.word ?? String(error),
  );
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => ({ word: 'ok', waitMs: 0 }),
    (error: { word?: string; facts?: Record<string, string> }) => ({
      word: error.word ?? String(error),
      waitMs: Number(error.facts?.['waitMs'] ?? 0),
    }),
  );
const login = (from: ReturnType<typeof call>, password = PASSWORD) =>
  createLogin(parts).begin({ email: user.email, password }, from);
const lastCode = async () =>
  (await mail.list({ to: user.email, limit: 1 }))[0]?.subject.split(' ')[1] ?? '';

async function signInAt(from: ReturnType<typeof call>): Promise<void> {
  const { ticket } = await login(from);
  expect(await wordOf(createLogin(parts).verify({ ticket, code: await lastCode() }, from))).toBe(
    'done',
  );
}

test('who guesses waits longer each time, and only where they are', async () => {
  for (let at = 0; at < 10; at += 1)
    expect(await wordOf(login(call(CAFE), 'no'))).toBe('credentials_wrong');
  expect(await wordOf(login(call(CAFE)))).toBe('locked');
  expect(await wordOf(login(call(HOME)))).toBe('email_code');
  nowMs += MINUTE_MS;
  expect(await wordOf(login(call(CAFE), 'no'))).toBe('credentials_wrong');
  nowMs += MINUTE_MS;
  expect(await wordOf(login(call(CAFE)))).toBe('locked');
  // An IPv6 line is one network, however many addresses it has.
  for (let at = 0; at < 10; at += 1) await wordOf(login(call(`2001:db8:1:2::${at}`), 'no'));
  expect(await wordOf(login(call('2001:db8:1:2:ffff::1')))).toBe('locked');
  expect(await wordOf(login(call('2001:db8:1:3::1')))).toBe('email_code');
});

test('a browser in which they signed in before never waits for strangers', async () => {
  await signInAt(call(HOME, 'their browser'));
  for (let at = 0; at < 40; at += 1) await wordOf(login(call(CAFE, 'theirs'), 'no'));
  expect(await wordOf(login(call(CAFE, 'theirs')))).toBe('locked');
  expect(await wordOf(login(call(CAFE, 'their browser')))).toBe('email_code');
  // They themselves may get it wrong as often as anybody, and what they know no longer counts
  // elsewhere.
  for (let at = 0; at < 10; at += 1) await wordOf(login(call(CAFE, 'their browser'), 'no'));
  expect(await wordOf(login(call(CAFE, 'their browser')))).toBe('locked');
  await createPasswords(parts).change(
    { password: PASSWORD, newPassword: 'another horse, battery' },
    call(HOME, 'new', { ownerId: user.ownerId }),
  );
  expect(await parts.browsers.isKnown(user.ownerId, 'their browser')).toBe(false);
});

test('guessed at from everywhere nobody waits, but a stranger gives one proof more', async () => {
  await signInAt(call(HOME, 'their browser'));
  expect(await wordOf(login(call(HOME)))).toBe('done');
  const stranger = { account: user.email, knownMark: '' };
  for (let at = 0; at < 99; at += 1) {
    takePressure(parts.throttle, 'login', { ...stranger, ip: `192.0.2.${at}` });
  }
  for (let at = 100; at < 103; at += 1) {
    expect(await wordOf(login(call(`192.0.2.${at}`), 'no'))).toBe('credentials_wrong');
  }
  // The same address and kind of browser were enough before.
  expect(await wordOf(login(call(HOME)))).toBe('email_code');
  expect(await wordOf(login(call(HOME, 'their browser')))).toBe('done');
});

test('a right code is taken while many wrong ones come from everywhere', async () => {
  await parts.users.change(user.ownerId, { totpSecret: seal.close(SEED) });
  const steps = createLogin(parts);
  const content = { purpose: 'second_factor', email: user.email, payload: {} } as const;
  const give = async (code: string, from: ReturnType<typeof call>) => {
    const begun = { ...content, ownerId: user.ownerId };
    const { ticket } = await parts.tickets.create(begun, false);
    return steps.verify({ ticket, code }, from);
  };
  for (let at = 0; at < 60; at += 1) {
    expect(await wordOf(give('no', call(`192.0.2.${at}`)))).toBe('code_wrong');
  }
  // It is taken, and a mailed one is wanted too.
  const { next, ticket } = await give(showCode(SEED, nowMs), call(HOME));
  expect(next).toBe('email_code');
  expect(await wordOf(steps.verify({ ticket, code: showCode(SEED, nowMs) }, call(HOME)))).toBe(
    'code_wrong',
  );
  const finished = steps.verify({ ticket, code: await lastCode() }, call(HOME, 'their browser'));
  expect(await wordOf(finished)).toBe('done');
  nowMs += MINUTE_MS / 2;
  expect(await wordOf(give(showCode(SEED, nowMs), call(CAFE, 'their browser')))).toBe('done');
});

test('wishes and codes of strangers use up nothing of theirs', async () => {
  await signInAt(call(HOME, 'their browser'));
  const passwords = createPasswords(parts);
  const ask = (from: ReturnType<typeof call>) => passwords.forgot(user.email, from);
  const words: string[] = [];
  for (let at = 0; at < 40; at += 1) words.push(await wordOf(ask(call(`192.0.2.${at % 8}`))));
  expect(words.filter((word) => word === 'ok')).toHaveLength(20);
  expect(words.filter((word) => word === 'locked').length).toBeLessThan(20);
  // Strangers make their own browser wait for nothing, and them in another one for a minute.
  expect(await refusalOf(ask(call(HOME)))).toEqual({ word: 'mail_limit', waitMs: 60_000 });
  const { ticket } = await ask(call(HOME, 'their browser'));
  const code = await lastCode();
  for (let at = 0; at < 6; at += 1) {
    const other = await parts.tickets.create(
      {
        purpose: 'password_reset',
        email: user.email,
        ownerId: user.ownerId,
        payload: { asked: user.email },
      },
      true,
    );
    await wordOf(
      passwords.reset({ ticket: other.ticket, code: 'no', password: PASSWORD }, call(CAFE)),
    );
  }
  const reset = (from: ReturnType<typeof call>) =>
    wordOf(passwords.reset({ ticket, code, password: 'another horse, battery' }, from));
  expect(await reset(call(CAFE))).toBe('locked');
  expect(await reset(call(HOME))).toBe('ok');
});

test('strangers keep nobody from a mail for longer than a minute after their last', async () => {
  const steps = createRegister(parts);
  const newcomer = `carl${count}@example.com`;
  const join = (email: string, from: ReturnType<typeof call>) =>
    steps.begin({ email, password: 'meadow signal quartz' }, from);
  const asks: [string, (from: ReturnType<typeof call>) => Promise<unknown>][] = [
    ['register_code', (from) => join(newcomer, from)],
    ['register_known', (from) => join(user.email, from)],
    ['password_code', (from) => createPasswords(parts).forgot(user.email, from)],
    ['login_code', (from) => login(from)],
  ];
  for (const [kind, ask] of asks) {
    const to = kind === 'register_code' ? newcomer : user.email;
    for (let at = 0; at < 20; at += 1) {
      const limited = { kind, requestedBy: `192.0.2.${at % 8}`, freeCount: 10 };
      await mail.send({ to, subject: '', text: '', visitorId: '', limited });
    }
    const first = await refusalOf(ask(call(HOME)));
    expect(first).toEqual({ word: 'mail_limit', waitMs: MINUTE_MS });
    // A network that had its mails waits longer for the next, so it takes nobody's turn for ever.
    const theirs = await refusalOf(ask(call('192.0.2.1')));
    expect(theirs).toEqual({ word: 'mail_limit', waitMs: 8 * MINUTE_MS });
    nowMs += MINUTE_MS;
    // Who was refused has no claim to the minute: one from another new place can take it.
    const another = { kind, requestedBy: '198.51.100.7', freeCount: 10, freeCountOfAll: 20 };
    expect(await mail.send({ to, subject: '', text: '', visitorId: '', limited: another })).toBe(
      true,
    );
    expect(await refusalOf(ask(call(HOME)))).toEqual({ word: 'mail_limit', waitMs: MINUTE_MS });
    nowMs += MINUTE_MS;
    expect(await wordOf(ask(call(HOME)))).toMatch(/^(ok|email_code)$/);
    // Never for a day, wherever they are.
    nowMs += 60 * MINUTE_MS;
    expect(await wordOf(ask(call('192.0.2.1')))).toMatch(/^(ok|email_code)$/);
  }
});

test('an IPv6 line of many networks counts as one stranger', async () => {
  const steps = createRegister(parts);
  const email = `erna${count}@example.com`;
  const join = (ip: string) =>
    refusalOf(steps.begin({ email, password: 'meadow signal quartz' }, call(ip)));
  for (let at = 0; at < 10; at += 1) await join(`2001:db8:1:${at}::1`);
  expect(await join('2001:db8:1:99::1')).toEqual({ word: 'mail_limit', waitMs: MINUTE_MS });
  expect(await join('2001:db8:2::1')).toEqual({ word: 'ok', waitMs: 0 });
});

test('a code that cannot be sent again stays good', async () => {
  const steps = createRegister(parts);
  const email = `dora${count}@example.com`;
  const from = call(HOME);
  const join = (at: number) =>
    steps.begin({ email, password: 'meadow signal quartz' }, call(`192.0.2.${at}`));
  for (let at = 0; at < 19; at += 1) await join(at);
  const { ticket } = await steps.begin({ email, password: 'meadow signal quartz' }, from);
  nowMs += MINUTE_MS;
  expect(await wordOf(createSendAgain(parts)(ticket, from))).toBe('mail_limit');
  const [{ subject }] = await mail.list({ to: email, limit: 1 });
  const code = subject.split(' ')[1] ?? '';
  expect(await wordOf(steps.verify({ ticket, code }, from))).toBe('done');
});

test('each purpose has a count of its own', async () => {
  const owner = { ownerId: user.ownerId, sessionId: 7 };
  for (let at = 0; at < 10; at += 1) await wordOf(login(call(CAFE), 'no'));
  const { stepUp } = createSecurity(parts);
  expect(await wordOf(stepUp({ password: PASSWORD }, call(CAFE, '', owner)))).toBe('ok');
  for (let at = 0; at < 5; at += 1) await wordOf(stepUp({ password: 'no' }, call(CAFE, '', owner)));
  expect(await wordOf(stepUp({ password: PASSWORD }, call(CAFE, '', owner)))).toBe('locked');
  expect(await wordOf(createPasswords(parts).forgot(user.email, call(CAFE)))).toBe('ok');
});

test('a known and an unknown name are answered after the same work', async () => {
  isHistoryHeld = true;
  const work: Record<string, string[]> = {};
  const unknown = `nobody${count}@example.com`;
  for (const email of [user.email, unknown]) {
    sent = [];
    await wordOf(createLogin(parts).begin({ email, password: 'no' }, call(CAFE)));
    for (let at = 0; at < 10; at += 1) parts.throttle.take([`login.pair:${email} ${CAFE}`]);
    expect(await wordOf(createLogin(parts).begin({ email, password: 'no' }, call(CAFE)))).toBe(
      'locked',
    );
    await createPasswords(parts).forgot(email, call(CAFE));
    // History stands behind the answer.
    work[email] = sent.filter((statement) => !statement.includes('login_history'));
  }
  expect(work[user.email]).toEqual(work[unknown]);
  expect(work[unknown]?.length).toBeGreaterThan(6);
});
