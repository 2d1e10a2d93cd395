// Nobody keeps an operator out: neither wrong passwords from their own network nor wrong codes from
// many by who has their password.
import { beforeEach, expect, test } from 'vitest';
import { showCode } from '../../../../../tools/testing/authenticator.ts';
import {
  createSeal,
  createThrottle,
  hashPassword,
  listTryLimits,
  makeTotp,
} from '../../base/credentials/index.ts';
import type { OfficeSignInParts } from './parts.ts';
import { createOfficeSignIn, OFFICE_TRIES } from './sign-in.ts';

const PASSWORD = 'correct horse battery';
const seal = createSeal('7'.repeat(64));
const passwordHash = await hashPassword(PASSWORD);
const known = new Set<string>();
let signIn: ReturnType<typeof createOfficeSignIn>;
let secret = '';
let lastStep = 0;
let nowMs = 1_900_000_000_000;

beforeEach(async () => {
  known.clear();
  secret = makeTotp('o@x.example', 'Isobath').secret;
  lastStep = 0;
  const operator = {
    operatorId: 7,
    email: 'o@x.example',
    role: 'viewer',
    isDisabled: false,
    passwordHash,
    totpSecret: seal.close(secret),
    get totpLastStep() {
      return lastStep;
    },
    passkeysCount: 1,
  };
  signIn = createOfficeSignIn({
    operators: {
      findByEmail: async (email: string) => (email === operator.email ? operator : undefined),
      read: async () => operator,
      takeTotpStep: async (_id: number, step: number) => {
        lastStep = step;
        return true;
      },
    },
    operatorSessions: {
      create: async () => ({ token: 't', sessionId: 1 }),
      endAll: async () => 0,
    },
    audit: {
      write: async () => {},
      transaction: (_actor: object, work: (session: object, write: object) => unknown) =>
        work({}, async () => {}),
    },
    tickets: {
      create: async () => ({ ticket: 'begun', code: '' }),
      read: async () => ({ ownerId: 7 }),
      countWrong: async () => 1,
      remove: async () => true,
    },
    throttle: createThrottle(
      { ...listTryLimits(OFFICE_TRIES), unknown: { count: 100, forgetOneMs: 6_000 } },
      () => nowMs,
    ),
    browsers: {
      isKnown: async (id: number, mark: string) => id === 7 && known.has(mark),
      remember: async (_id: number, mark: string) => void known.add(mark),
    },
    passkeys: {
      finishLogin: async (_ticket: string, { owner }: { owner: number }) => owner,
    },
    seal,
    canSignIn: true,
    mode: 'production',
    readNowMs: () => nowMs,
    report: (error: unknown) => console.error(error),
  } as unknown as OfficeSignInParts);
});

const call = (ip: string, visitorId = '') =>
  ({ caller: { ip, visitorId, device: 'test' }, setHeader: () => {} }) as unknown as Parameters<
    typeof signIn.begin
  >[1];
const wordOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { word?: string }) => error.word ?? String(error),
  );
const show = () => showCode(secret, nowMs);
const later = () => (nowMs += 30_000);
const begin = (from: ReturnType<typeof call>, password = PASSWORD) =>
  wordOf(signIn.begin({ email: 'o@x.example', password }, from));
const give = (given: string, from: ReturnType<typeof call>) =>
  wordOf(signIn.verifyTotp({ ticket: 'begun', code: given }, from));
const touch = (owner: number, from: ReturnType<typeof call>) =>
  wordOf(signIn.verifyPasskey({ ticket: 'begun', ceremonyTicket: 'c', response: { owner } }, from));

test('ten wrong passwords make only who gave them wait', async () => {
  for (let at = 0; at < 10; at += 1)
    expect(await begin(call('192.0.2.1'), 'no')).toBe('credentials_wrong');
  expect(await begin(call('192.0.2.1'))).toBe('locked');
  expect(await begin(call('192.0.2.2'))).toBe('ok');
  expect(await give(show(), call('192.0.2.2', 'their browser'))).toBe('ok');
  expect(await begin(call('192.0.2.1', 'their browser'))).toBe('ok');
});

test('who has the password guesses no code and keeps no browser or passkey out', async () => {
  expect(await give(show(), call('192.0.2.2', 'their browser'))).toBe('ok');
  for (let at = 0; at < 50; at += 1) {
    expect(await give('no', call(`198.51.100.${at}`))).toBe('code_wrong');
  }
  // From here on an unknown browser gives two codes, and learns of neither which one was wrong.
  expect(await give('no', call('198.51.100.77'))).toBe('second_code_needed');
  later();
  expect(await give(show(), call('198.51.100.77'))).toBe('code_wrong');
  later();
  expect(await give(show(), call('198.51.100.78'))).toBe('second_code_needed');
  expect(await give(show(), call('198.51.100.78'))).toBe('code_wrong');
  later();
  expect(await give(show(), call('198.51.100.78'))).toBe('second_code_needed');
  later();
  expect(await give('no', call('198.51.100.78'))).toBe('code_wrong');
  // A known browser and a passkey notice nothing of it.
  expect(await give(show(), call('192.0.2.2', 'their browser'))).toBe('ok');
  expect(await touch(8, call('198.51.100.79'))).toBe('passkey_wrong');
  expect(await touch(7, call('192.0.2.3'))).toBe('ok');
  // Whoever holds the authenticator gets in from anywhere while it lasts.
  later();
  expect(await give(show(), call('192.0.2.4'))).toBe('second_code_needed');
  later();
  expect(await give(show(), call('192.0.2.4'))).toBe('ok');
});
