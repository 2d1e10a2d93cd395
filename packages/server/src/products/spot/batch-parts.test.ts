// A batch answers for each of its parts: one that cannot be read keeps no other from the engine.
import { AccountType, type CoreEvent, EventKind, rejects } from '@isobath/core';
import { errors, spotRoutes } from '@isobath/wire';
import { expect, test } from 'vitest';
import { createAccountDirectory } from '../../base/accounts/index.ts';
import type { CommandBody, CommandClient } from '../../base/commands/index.ts';
import type { Caller } from '../../base/product/index.ts';
import { makeMarketFixture } from '../../testing/market-fixture.ts';
import { createSpotOperations } from './operations.ts';

const ANN = 1_000_001;
const caller = { ownerId: ANN, locale: 'en_US' } as Caller;
const event = (kind: number, facts: object) => ({ kind, ...facts }) as unknown as CoreEvent;
const place = {
  symbol: 'btc_usdt',
  side: 'buy',
  type: 'limit',
  price: '50000',
  quantity: '1',
} as const;

/** Operations on an engine that refuses every part it gets, and what it was sent. */
function makeOperations() {
  const sent: CommandBody[] = [];
  const accounts = createAccountDirectory();
  const account = { accountType: AccountType.spot, scope: 0, isMock: false, ownerId: ANN };
  accounts.apply(event(EventKind.accountOpened, { accountId: 1, ...account }));
  const [code] = rejects.balance_too_low;
  const send: CommandClient['send'] = async (body) => {
    sent.push(body);
    const { items } = body as Extract<CommandBody, { items: unknown }>;
    const events = items.map((_item, index) =>
      event(EventKind.itemApplied, { index, code, facts: [0, index, 0, 9] }),
    );
    return { sequence: 3, atMs: 1, code: 0, facts: [], events };
  };
  const { markets } = makeMarketFixture();
  const parts = { commandClient: { send, try: send }, markets, accounts };
  return { sent, operations: createSpotOperations(parts, (_locale, word) => `words of ${word}`) };
}

test('parts that cannot be read keep their place, the others are sent in order', async () => {
  const { sent, operations } = makeOperations();
  const items = [
    { place: { ...place, price: '50000.123456789' } },
    { cancel: { orderId: '7' } },
    { place: { ...place, symbol: 'no_such' } },
    { place },
    { cancel: {} },
  ];
  const answer = await operations.batch({ items }, { caller, idempotencyKey: '' });
  expect(spotRoutes.batch.answer.parse(answer)).toEqual(answer);
  expect(answer.seq).toBe('3');
  const tooLow = { reject: 'balance_too_low', order: null };
  expect(answer.items.map(({ reject, facts, order }) => ({ reject, facts, order }))).toEqual([
    { reject: 'price_off_tick', facts: { decimals: '2' }, order: null },
    { ...tooLow, facts: { availableUnits: '0', neededUnits: '9' } },
    { reject: 'market_unknown', facts: {}, order: null },
    { ...tooLow, facts: { availableUnits: '1', neededUnits: '9' } },
    { reject: 'invalid', facts: {}, order: null },
  ]);
  const [invalid] = answer.items.slice(-1);
  expect(invalid).toMatchObject({ code: errors.invalid.code, message: 'words of invalid' });
  expect(invalid?.fields).toEqual([{ path: 'orderId', problem: 'give orderId or clientOrderId' }]);
  expect(sent).toMatchObject([{ items: [{ action: 'cancel' }, { action: 'place' }] }]);
});

test('a batch of which nothing can be read is answered without the engine', async () => {
  const { sent, operations } = makeOperations();
  const items = [{ place: { ...place, quantity: '0.00000000001' } }];
  const answer = await operations.batch({ items }, { caller, idempotencyKey: '' });
  expect(answer).toMatchObject({ seq: '0', items: [{ reject: 'size_off_lot', order: null }] });
  expect(sent).toEqual([]);
});
