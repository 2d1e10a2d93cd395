import { expect, test, vi } from 'vitest';
import { createThrottle, hashPassword, listTryLimits } from '../../base/credentials/index.ts';
import type { OfficeSignInParts } from './parts.ts';
import { createOfficeSignIn } from './sign-in.ts';

const LIMITS = {
  ...listTryLimits({ login: { pair: 3, network: 30 } }),
  unknown: { count: 100, forgetOneMs: 1_000 },
};

test('guesses that come at once are judged no more often than guesses one by one', async () => {
  let judged = 0;
  const operators = { findByEmail: async () => undefined };
  const signIn = createOfficeSignIn({
    operators,
    audit: {
      write: async () => {
        judged += 1;
      },
    },
    throttle: createThrottle(LIMITS, Date.now),
    browsers: { isKnown: async () => false },
    report: console.error,
    canSignIn: true,
  } as unknown as OfficeSignInParts);
  const call = { caller: { ip: '::1', device: 'test' } } as Parameters<typeof signIn.begin>[1];
  const guesses = Array.from({ length: 8 }, (_, at) =>
    signIn.begin({ email: 'a@example.com', password: `guess ${at}` }, call),
  );
  const outcomes = await Promise.allSettled(guesses);
  const words = outcomes.map((one) => (one.status === 'rejected' ? one.reason.message : 'in'));
  expect(judged).toBe(3);
  expect(words.toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => 'credentials_wrong'),
    ...Array.from({ length: 5 }, () => 'locked'),
  ]);
});

test('an address that nobody has is answered with the same work as one that is known', async () => {
  const operator = { operatorId: 7, isDisabled: false, passwordHash: await hashPassword('right') };
  const write = vi.fn(async () => {});
  const signIn = createOfficeSignIn({
    operators: { findByEmail: async (email: string) => (email === 'a@b.c' ? operator : undefined) },
    audit: { write },
    throttle: createThrottle(LIMITS, Date.now),
    browsers: { isKnown: async () => false },
    report: console.error,
    canSignIn: true,
  } as unknown as OfficeSignInParts);
  const call = { caller: { ip: '::1', device: 'test' } } as Parameters<typeof signIn.begin>[1];
  for (const email of ['a@b.c', 'nobody@b.c']) {
    await expect(signIn.begin({ email, password: 'wrong' }, call)).rejects.toThrow(
      'credentials_wrong',
    );
  }
  expect(write.mock.calls).toEqual(
    [
      [7, 'password'],
      [0, 'address'],
    ].map(([operatorId, part]) => [
      { operatorId, sessionId: 0 },
      { action: 'operator_sign_in_failed', detail: { part, ip: '::1' } },
    ]),
  );
});
