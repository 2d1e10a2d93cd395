import { ApiError, NetworkError } from '@isobath/sdk';
import { expect, test } from 'vitest';
import { isCodeRefused, readRefusal } from './use-call.ts';

const refusal = (reject: string, facts: Record<string, string> = {}) =>
  new ApiError({ code: 20_114, status: 200, message: 'words', reject, facts });

test('a lock is known until the moment it ends, other refusals lock nothing', () => {
  const at = (error: unknown) => readRefusal(error, 'offline', 1_000);
  expect(at(refusal('locked', { waitMs: '90000' }))).toEqual({
    refusal: 'words',
    word: 'locked',
    lockedUntilMs: 91_000,
    triesLeft: 0,
  });
  expect(at(refusal('mail_limit', { waitMs: '60000' })).lockedUntilMs).toBe(61_000);
  expect(at(refusal('code_wrong')).lockedUntilMs).toBe(0);
  expect(at(new NetworkError('gone'))).toEqual({
    refusal: 'offline',
    word: 'offline',
    lockedUntilMs: 0,
    triesLeft: 0,
  });
});

test('a refused code says how many tries are left; one that nobody judged stays', () => {
  const wrong = readRefusal(refusal('code_wrong', { triesLeft: '3' }), 'offline', 0);
  expect([wrong.triesLeft, isCodeRefused(wrong)]).toEqual([3, true]);
  const unjudged = [new NetworkError('gone'), refusal('rate_limited'), refusal('password_weak')];
  const judged = unjudged.map((error) => isCodeRefused(readRefusal(error, 'offline', 0)));
  expect(judged).toEqual([false, false, false]);
});
