// What guessing, asking for mails and changing what protects a person come to, on real rows.
import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createPasskeys,
  createThrottle,
  createTickets,
  createUsers,
  hashPassword,
  type Throttle,
  type User,
} from '../../base/credentials/index.ts';
import { startTestDatabase } from '../../base/db/testing.ts';
import { createMail } from '../../base/mail/index.ts';
import type { Caller } from '../../base/product/index.ts';
import { createSessions } from '../../base/sessions/index.ts';
import { migrations } from '../../migrations.ts';
import { createMailWriter } from './mails.ts';
import type { AccountParts } from './parts.ts';
import { createPasswords } from './passwords.ts';
import { createRegister } from './register.ts';
import { createSecurity } from './security.ts';

const PASSWORD = 'correct horse battery';
const NEXT = 'another horse, another battery';
const LIMITS = { factor: 5, code: 5, wish: 100 };

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let parts: AccountParts;
let user: User;
let noticed: string[];
let count = 0;

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
});
afterAll(() => database.stop());
beforeEach(async () => {
  count += 1;
  noticed = [];
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
  const readNowMs = Date.now;
  const tickets = createTickets(app, readNowMs);
  parts = {
    users: createUsers(app),
    sessions: createSessions(app, readNowMs),
    tickets,
    throttle,
    canSignIn: true,
    dropWithdrawals: async () => {},
    readNowMs,
    readHouseName: async () => 'Isobath',
    passkeys: createPasskeys(app, tickets, {
      origin: 'http://localhost:4870',
      readName: async () => 'Isobath',
      of: 'people',
    }),
    writeMail: createMailWriter({
      mail: createMail({ database: app, report: console.error, readNowMs }),
      speak: (locale, key, values) => `${locale} ${key} ${values.code ?? ''}`,
      writeNotice: async ({ kind }) => {
        noticed.push(kind);
      },
      readHouseName: async () => 'Isobath',
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
  const rows = await database.app.query<{ subject: string }>(
    'SELECT subject FROM mails WHERE recipient = $1 ORDER BY mail_id',
    [to],
  );
  return rows.map(({ subject }) => ({ subject, code: subject.split(' ')[2] }));
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
  expect(answers.at(-1)).toBe('code_expired');
  expect(answers.filter((answer) => answer === 'code_wrong')).toHaveLength(4);
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
    expect(words).toEqual([...Array.from({ length: 5 }, () => 'code_wrong'), 'locked']);
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
  expect(words.at(-2)).toBe('code_wrong');
  expect(words.at(-1)).toBe('locked');
});

test('nobody is sent more codes than a person asks for, by hour and by day', async () => {
  const ask = (email: string) => wordOf(createPasswords(parts).forgot(email, call()));
  for (const email of [user.email, `nobody${count}@example.com`]) {
    const words = [];
    for (let at = 0; at < 11; at += 1) words.push(await ask(email));
    expect(words.filter((word) => word === 'ok')).toHaveLength(10);
    expect(words.at(-1)).toBe('mail_limit');
    expect(await readMails(email)).toHaveLength(10);
  }
  open(createThrottle({ wish: 2 }, Date.now));
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
  // Bit 0: somebody was there; bit 2: it was he.
  expect(await wordOf(signIn(0b001))).toBe('passkey_wrong');
  expect(await signIn(0b101)).toBe(user.ownerId);
});
