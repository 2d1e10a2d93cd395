// What guessing, asking for mails and changing what protects a person come to, on real rows.
import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createBrowsers,
  createPasskeys,
  createSeal,
  createThrottle,
  createTickets,
  createUsers,
  hashPassword,
  listTryLimits,
  type Throttle,
  type User,
} from '../../base/credentials/index.ts';
import { startTestDatabase } from '../../base/db/testing.ts';
import { createMail, createMailCheck, createMailWriter, type Mail } from '../../base/mail/index.ts';
import type { Caller } from '../../base/product/index.ts';
import { createSessions } from '../../base/sessions/index.ts';
import { migrations } from '../../migrations.ts';
import { createSendAgain } from './codes/send-again.ts';
import { createLogin } from './login.ts';
import type { AccountParts } from './parts.ts';
import { createPasswords } from './passwords.ts';
import { createRegister } from './register.ts';
import { createSecurity } from './security.ts';
import { TRIES } from './codes/tries.ts';

const PASSWORD = 'correct horse battery';
const NEXT = 'another horse, another battery';
const LIMITS = listTryLimits({
  ...TRIES,
  forgot: { pair: 100, network: 300 },
  join: { pair: 100, network: 300 },
});

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let parts: AccountParts;
let mail: Mail;
let user: User;
let noticed: string[];
let count = 0;
let laterMs = 0;

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
});
afterAll(() => database.stop());
beforeEach(async () => {
  count += 1;
  noticed = [];
  laterMs = 0;
  open(createThrottle(LIMITS, Date.now));
  const passwordHash = await hashPassword(PASSWORD);
  const made = await parts.users.create({
    email: `ann${count}@example.com`,
    passwordHash,
    locale: 'en_US',
  });
  user = made as User;
});

function open(throttle: Throttle): void {
  const { app } = database;
  const readNowMs = () => Date.now() + laterMs;
  const tickets = createTickets(app, readNowMs);
  const seal = createSeal('7'.repeat(64));
  mail = createMail({ database: app, seal, readNowMs });
  parts = {
    users: createUsers(app, seal),
    sessions: createSessions(app, readNowMs),
    tickets,
    throttle,
    browsers: createBrowsers(app, 'people'),
    report: console.error,
    canSignIn: true,
    dropWithdrawals: async () => {},
    readNowMs,
    readBrandName: async () => 'Isobath',
    hasHadMoney: async () => false,
    passkeys: createPasskeys(app, tickets, {
      origin: 'http://localhost:4870',
      readName: async () => 'Isobath',
      of: 'people',
    }),
    checkMail: createMailCheck(mail),
    writeMail: createMailWriter({
      mail,
      translate: (locale, key, values) => `${locale} ${key} ${values.code ?? ''}`,
      writeNotification: async ({ kind }) => {
        noticed.push(kind);
      },
      readBrandName: async () => 'Isobath',
      readNowMs,
    }),
  } as unknown as AccountParts;
}

const call = (caller: Partial<Caller> = {}) => ({
  caller: {
    ownerId: 0,
    sessionId: 0,
    ip: '::1',
    device: 'test',
    locale: 'en_US',
    visitorId: '',
    steppedUpUntilMs: 0,
    requestId: '',
    ...caller,
  },
  setHeader: () => {},
});
const owner = (steppedUpUntilMs = 0) => call({ ownerId: user.ownerId, steppedUpUntilMs });

async function readMails(to = user.email): Promise<{ subject: string; code: string }[]> {
  const mails = await mail.list({ to, limit: 100 });
  return mails.toReversed().map(({ subject }) => ({ subject, code: subject.split(' ')[2] }));
}

const wordOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { word?: string }) => error.word ?? String(error),
  );

/** A code that is not this one. */
const missCode = (code: string, at: number) =>
  String((Number(code) + at) % 1_000_000).padStart(6, '0');

test('of many guesses at a code at once no more are judged than are allowed', async () => {
  const content = { purpose: 'password_reset', email: '', ownerId: 1, payload: {} } as const;
  const { ticket, code } = await parts.tickets.create(content, true);
  const guesses = Array.from({ length: 40 }, (_, at) => missCode(code, at + 1));
  const answers = await Promise.all(
    [...guesses, code].map((guess) => parts.tickets.take('password_reset', ticket, guess)),
  );
  const words = answers.map((answer) => ('word' in answer ? answer.word : 'taken'));
  expect(words.at(-1)).toBe('code_expired');
  expect(words.filter((word) => word === 'code_wrong')).toHaveLength(4);
});

test('a new ticket brings no new tries, whether the address is known or not', async () => {
  const passwords = createPasswords(parts);
  for (const email of [user.email, `nobody${count}@example.com`]) {
    const words: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const { ticket } = await passwords.forgot(email, call());
      const { code } = (await readMails(email)).at(-1) ?? { code: '' };
      for (let at = 1; at <= 3; at += 1) {
        const guess = { ticket, code: missCode(code, at), password: NEXT };
        words.push(await wordOf(passwords.reset(guess, call())));
      }
    }
    // The last wrong one locks, and says so.
    expect(words).toEqual([...Array.from({ length: 4 }, () => 'code_wrong'), 'locked', 'locked']);
  }
});

test('a right code resets the password, and registration counts its tries alike', async () => {
  const passwords = createPasswords(parts);
  const { ticket } = await passwords.forgot(user.email, call());
  const [{ code }] = await readMails();
  const body = { ticket, code, password: NEXT };
  expect(await wordOf(passwords.reset(body, call()))).toBe('ok');
  const register = createRegister(parts);
  const words: string[] = [];
  for (let at = 0; at < 6; at += 1) {
    const begun = await register.begin(
      { email: `new${count}@example.com`, password: NEXT },
      call(),
    );
    words.push(await wordOf(register.verify({ ticket: begun.ticket, code: 'wrong' }, call())));
  }
  expect(words.slice(-3)).toEqual(['code_wrong', 'locked', 'locked']);
});

/** How a call is refused: its word and what it says in numbers. */
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => ({ word: 'ok' }),
    ({ word, facts }: { word: string; facts: Record<string, string> }) => ({ word, ...facts }),
  );

test('a wrong code says how many tries are left, the last one how long to wait', async () => {
  const login = createLogin(parts);
  const begun = await login.begin({ email: user.email, password: PASSWORD }, call());
  expect(begun).toMatchObject({ next: 'email_code', resendWaitMs: 60_000 });
  const [{ code }] = await readMails();
  const published = [];
  for (let at = 1; at <= 5; at += 1) {
    const guess = { ticket: begun.ticket, code: missCode(code, at) };
    published.push(await refusalOf(login.verify(guess, call())));
  }
  expect(published.slice(0, 4)).toEqual(
    ['4', '3', '2', '1'].map((triesLeft) => ({ word: 'code_wrong', triesLeft })),
  );
  expect(published[4]).toEqual({
    word: 'locked',
    waitMs: expect.stringMatching(/^(59\d{3}|60000)$/),
  });
});

test('a new code is sent once a minute, and the one before is void', async () => {
  const sendAgain = createSendAgain(parts);
  const passwords = createPasswords(parts);
  const { ticket, resendWaitMs } = await passwords.forgot(user.email, call());
  expect(resendWaitMs).toBe(60_000);
  const early = await refusalOf(sendAgain(ticket, call()));
  expect(early).toEqual({ word: 'code_too_soon', waitMs: expect.stringMatching(/^5\d{4}$/) });
  expect(await readMails()).toHaveLength(1);
  laterMs = 60_000;
  const [{ code: first }] = await readMails();
  const guess = { ticket, code: missCode(first, 1), password: NEXT };
  expect(await refusalOf(passwords.reset(guess, call()))).toMatchObject({ triesLeft: '4' });
  const both = await Promise.all([
    wordOf(sendAgain(ticket, call())),
    wordOf(sendAgain(ticket, call())),
  ]);
  expect(both.toSorted()).toEqual(['code_too_soon', 'ok']);
  const [, { code: second }, ...more] = await readMails();
  expect(more).toEqual([]);
  // By now the first one would be too old.
  laterMs += 9 * 60_000;
  if (first !== second) {
    const old = { ticket, code: first, password: NEXT };
    expect(await wordOf(passwords.reset(old, call()))).toBe('code_wrong');
  }
  expect(await wordOf(passwords.reset({ ticket, code: second, password: NEXT }, call()))).toBe(
    'ok',
  );
  expect(await wordOf(sendAgain(ticket, call()))).toBe('ticket_invalid');
});

test('a new code brings no new tries, and is not sent while none is taken', async () => {
  const sendAgain = createSendAgain(parts);
  const register = createRegister(parts);
  for (const email of [user.email, `new${count}@example.com`]) {
    const { ticket } = await register.begin({ email, password: NEXT }, call());
    const guess = () => refusalOf(register.verify({ ticket, code: 'wrong' }, call()));
    await guess();
    await guess();
    laterMs += 60_000;
    // Whoever has an account gets the mail that says so again; strangers are told nothing.
    expect(await wordOf(sendAgain(ticket, call()))).toBe('ok');
    const kind = email === user.email ? 'register_known' : 'register_code';
    const mails = await readMails(email);
    expect(mails.map(({ subject }) => subject.split(' ')[1])).toEqual([
      `${kind}_subject`,
      `${kind}_subject`,
    ]);
    expect([await guess(), await guess()]).toEqual([
      { word: 'code_wrong', triesLeft: '2' },
      { word: 'code_wrong', triesLeft: '1' },
    ]);
    expect(await guess()).toMatchObject({ word: 'locked' });
    laterMs += 60_000;
    expect(await refusalOf(sendAgain(ticket, call()))).toMatchObject({ word: 'locked' });
    expect(await readMails(email)).toHaveLength(2);
  }
});

test('only what waits for a mailed code is sent another one', async () => {
  const sendAgain = createSendAgain(parts);
  const content = { purpose: 'second_factor', email: '', ownerId: 1, payload: {} } as const;
  const { ticket } = await parts.tickets.create(content, false);
  laterMs = 60_000;
  expect(await wordOf(sendAgain(ticket, call()))).toBe('ticket_invalid');
  expect(await wordOf(sendAgain('nothing', call()))).toBe('ticket_invalid');
});

test('nobody is sent more codes than a person asks for, by hour and by day', async () => {
  const ask = (email: string) => wordOf(createPasswords(parts).forgot(email, call()));
  for (const email of [user.email, `nobody${count}@example.com`]) {
    const words = [];
    for (let at = 0; at < 11; at += 1) words.push(await ask(email));
    expect(words.filter((word) => word === 'ok')).toHaveLength(10);
    expect(words.at(-1)).toBe('mail_limit');
    expect(await readMails(email)).toHaveLength(10);
    // Then each after a longer wait.
    laterMs += 60_000;
    expect([await ask(email), await ask(email)]).toEqual(['ok', 'mail_limit']);
  }
  open(createThrottle(listTryLimits({ ...TRIES, forgot: { pair: 2, network: 9 } }), Date.now));
  const email = `other${count}@example.com`;
  expect([await ask(email), await ask(email), await ask(email)]).toEqual(['ok', 'ok', 'locked']);
});

test('five wrong confirmations, however many come at once, and nobody is asked again', async () => {
  const security = createSecurity(parts);
  const words = await Promise.all(
    Array.from({ length: 8 }, () => wordOf(security.stepUp({ password: 'wrong' }, owner()))),
  );
  expect(words.filter((word) => word === 'credentials_wrong')).toHaveLength(5);
  expect(words.filter((word) => word === 'locked')).toHaveLength(3);
  expect(await wordOf(security.stepUp({ password: PASSWORD }, owner()))).toBe('locked');
  const change = { password: PASSWORD, newPassword: NEXT };
  expect(await wordOf(createPasswords(parts).change(change, owner()))).toBe('locked');
});

test('the word of mails changes after a confirmation only, and its owner is told', async () => {
  const { profile } = createSecurity(parts);
  const body = { antiPhishingCode: 'blue whale' };
  expect(await wordOf(profile(body, owner()))).toBe('step_up_needed');
  expect(noticed).toEqual([]);
  expect(await wordOf(profile(body, owner(Date.now() + 3_600_000)))).toBe('ok');
  expect(noticed).toEqual(['word_changed']);
  // The same word again changes nothing.
  expect(await wordOf(profile(body, owner()))).toBe('ok');
  expect(await readMails()).toHaveLength(1);
});

test('mails follow the language that was saved, which is one of ours', async () => {
  const { profile } = createSecurity(parts);
  expect(await wordOf(profile({ locale: 'tlh' }, owner()))).toBe('invalid');
  await profile({ locale: 'de_DE' }, owner());
  await createPasswords(parts).forgot(user.email, call());
  expect((await readMails())[0].subject).toContain('de_DE password_code');
});

/** A passkey of the person, and a sign-in with it as an authenticator answers. */
async function makePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const part = (text: string) => Buffer.from(text, 'base64url');
  const head = (text: string) => Buffer.from(text, 'hex');
  // A COSE key: kind 2, algorithm -7, curve 1, and the two coordinates.
  const key = Buffer.concat([head('a5010203262001215820'), part(x), head('225820'), part(y)]);
  const id = Buffer.from(`passkey ${count}`).toString('base64url');
  await database.app.execute(
    `INSERT INTO passkeys (credential_id, owner_id, public_key, counter, transports, name)
     VALUES ($1, $2, $3, 0, '{}', 'test')`,
    [id, user.ownerId, key],
  );
  return async (flags: number) => {
    const { ticket, options } = await parts.passkeys.beginLogin();
    const { challenge } = options;
    const client = { type: 'webauthn.get', challenge, origin: 'http://localhost:4870' };
    const clientData = Buffer.from(JSON.stringify(client));
    const data = Buffer.concat([
      hash('sha256', 'localhost', 'buffer'),
      Buffer.from([flags, 0, 0, 0, 0]),
    ]);
    const signed = Buffer.concat([data, hash('sha256', clientData, 'buffer')]);
    return parts.passkeys.finishLogin(ticket, {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      },
    });
  };
}

test('a passkey signs a person in only when it knows who holds it', async () => {
  const { options } = await parts.passkeys.beginLogin();
  expect(options.userVerification).toBe('required');
  const adding = await parts.passkeys.beginAdding(user, Date.now());
  expect(adding.authenticatorSelection).toMatchObject({ userVerification: 'required' });
  const signIn = await makePasskey();
  // Bit 0: somebody was there; bit 2: it was they.
  expect(await wordOf(signIn(0b001))).toBe('passkey_wrong');
  expect(await signIn(0b101)).toBe(user.ownerId);
});
