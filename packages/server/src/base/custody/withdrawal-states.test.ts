import { expect, test } from 'vitest';
import {
  canMove,
  isCancelable,
  isOver,
  isRelease,
  listSources,
  listStatesOf,
  readWithdrawStatus,
  type WithdrawalState,
  withdrawalStates,
} from './withdrawal-states.ts';

/** Every arrow there is, written down once more. */
const allowed: readonly string[] = [
  'requested taken',
  'requested rejected',
  'taken screening',
  'taken cancelled',
  'taken rejected',
  'screening review',
  'screening waiting_approval',
  'screening queued',
  'screening cancelled',
  'screening rejected',
  'review waiting_approval',
  'review queued',
  'review cancelled',
  'review rejected',
  'waiting_approval queued',
  'waiting_approval cancelled',
  'waiting_approval rejected',
  'queued signing',
  'queued review',
  'queued cancelled',
  'queued rejected',
  'signing signed',
  'signing queued',
  'signing review',
  'signing complete',
  'signed sent',
  'sent mined',
  'sent failed',
  'mined sent',
  'mined complete',
  'mined failed',
];
const pairs = withdrawalStates.flatMap((from) =>
  withdrawalStates.map((to): readonly [WithdrawalState, WithdrawalState] => [from, to]),
);

test.each(pairs)('%s to %s is as it is written', (from, to) => {
  expect(canMove(from, to)).toBe(allowed.includes(`${from} ${to}`));
});

test('a way back from the signature on is given by the chain alone', () => {
  const sources = new Set([...listSources('cancelled'), ...listSources('rejected')]);
  expect([...sources]).toEqual([
    'taken',
    'screening',
    'review',
    'waiting_approval',
    'queued',
    'requested',
  ]);
  expect(listSources('failed')).toEqual(['sent', 'mined']);
});

test('every state ends, and four are ends', () => {
  const ends = withdrawalStates.filter(isOver);
  expect(ends).toEqual(['complete', 'cancelled', 'rejected', 'failed']);
  for (const state of withdrawalStates) {
    const reached = new Set<WithdrawalState>([state]);
    for (const from of reached) {
      for (const to of withdrawalStates) if (canMove(from, to)) reached.add(to);
    }
    expect(ends.some((end) => reached.has(end))).toBe(true);
  }
});

test('nine numbers on the wire, and the first four can be taken back', () => {
  const numbers = withdrawalStates.map(readWithdrawStatus);
  expect(numbers).toEqual([1, 1, 1, 2, 3, 4, 5, 5, 5, 5, 6, 7, 8, 9]);
  expect(withdrawalStates.map(isCancelable)).toEqual(numbers.map((number) => number <= 4));
  expect(listStatesOf(5)).toEqual(['signing', 'signed', 'sent', 'mined']);
  expect(listStatesOf(6)).toEqual(['complete']);
});

test('what was taken is given back, what never was is not', () => {
  expect(isRelease('requested', 'rejected')).toBe(false);
  expect(isRelease('queued', 'cancelled')).toBe(true);
  expect(isRelease('mined', 'failed')).toBe(true);
  expect(isRelease('mined', 'complete')).toBe(false);
});
