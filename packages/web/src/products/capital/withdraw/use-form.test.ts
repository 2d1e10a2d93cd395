import type { Client } from '@isobath/sdk';
import { errors } from '@isobath/wire';
import { expect, test } from 'vitest';
import { findField, isLess, isTravelDue } from './use-form.ts';
import { readBook } from './use-payee.ts';

test('a refusal about what was typed goes to its field, every other to the form', () => {
  const places = Object.keys(errors).map((reject) => [reject, findField({ reject })]);
  const placed = places.filter(([, field]) => field !== undefined);
  expect(Object.fromEntries(placed)).toEqual({
    network_suspended: 'network',
    address_invalid: 'address',
    address_other_network: 'address',
    memo_wrong: 'memo',
    address_own: 'address',
    address_not_listed: 'address',
    address_too_new: 'address',
    withdraw_out_of_range: 'amount',
    withdraw_balance_low: 'amount',
    withdraw_day_limit: 'amount',
    travel_rule_needed: 'travel',
    address_no_payee: 'address',
    address_refuses: 'address',
    amount_not_raw: 'amount',
  });
});

test('amounts are compared as numbers', () => {
  expect([isLess('9', '10'), isLess('10.0', '10'), isLess('', '10')]).toEqual([true, false, false]);
});

test('from the value that the exchange names it is asked who receives it', () => {
  const asked = [999.99, 1_000].map((value) => isTravelDue(value, '1000.00000000'));
  expect(asked).toEqual([false, true]);
  // 0: each one, as soon as there is an amount.
  expect([isTravelDue(0, '0'), isTravelDue(0.01, '0')]).toEqual([false, true]);
});

test('every saved address of a coin can be chosen, not those of the first page alone', async () => {
  const pages: Readonly<Record<string, object>> = {
    first: { rows: [{ id: 3 }, { id: 2 }], nextCursor: '2' },
    2: { rows: [{ id: 1 }], nextCursor: '' },
  };
  const asked: object[] = [];
  const call = async (_route: object, { body }: { body: { cursor?: string } }) => {
    asked.push(body);
    return pages[body.cursor ?? 'first'];
  };
  const client = { call } as unknown as Client;
  const book = await readBook(client, 52, new AbortController().signal);
  expect(book.map(({ id }) => id)).toEqual([3, 2, 1]);
  expect(asked).toEqual([{ coinId: 52 }, { coinId: 52, cursor: '2' }]);
});
