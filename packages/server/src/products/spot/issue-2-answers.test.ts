// What a caller is told of their own command: what TRANSFER moved counts as executed, and a part of
// a step that was refused says why in numbers, as a whole answer does.
import { AccountType, CloseReason, type CoreEvent, EventKind, rejects, Side } from '@isobath/core';
import { noClientOrderId } from '@isobath/core/math';
import { expect, test } from 'vitest';
import { createAccountDirectory } from '../../base/accounts/index.ts';
import type { CommandClient } from '../../base/commands/index.ts';
import type { Caller } from '../../base/product/index.ts';
import { makeMarketFixture } from '../../testing/market-fixture.ts';
import { showPlacedOrder, type StoryOf } from './answers.ts';
import { createSpotOperations } from './operations.ts';

const ANN = 1_000_001;
const { markets } = makeMarketFixture();
const event = (kind: number, facts: object) => ({ kind, ...facts }) as unknown as CoreEvent;

test('what TRANSFER moves is executed, without a fill since nothing was traded', () => {
  const opened = event(EventKind.orderOpened, { orderId: 8, status: 0 });
  const moved = { makerOrderId: 7, takerOrderId: 8, takerSide: Side.buy, priceTicks: 5_000_000 };
  const sizes = { sizeLots: 20, quoteUnits: 10_000_000_000n };
  const story = {
    market: markets.marketById(1),
    sequence: 5,
    atMs: 1,
    events: [
      opened,
      event(EventKind.selfTradeTransferred, { ...moved, ...sizes }),
      event(EventKind.orderClosed, { orderId: 8, reason: CloseReason.filled }),
    ],
    terms: { clientOrderId: noClientOrderId },
  } as unknown as StoryOf;
  expect(showPlacedOrder(story, opened as never)).toMatchObject({
    status: 'FILLED',
    executedQuantity: '0.0020',
    executedQuote: '100.00000000',
    fills: [],
  });
});

test('what was held is spent: an order by size has expired, one by amount is filled', () => {
  const trade = { makerOrderId: 7, takerOrderId: 8, takerSide: Side.buy, priceTicks: 5_000_000 };
  const fees = { tradeId: 1, makerFeeUnits: 0n, takerFeeUnits: 0n };
  const answer = (sizeLots: number, executedLots: number) => {
    const opened = event(EventKind.orderOpened, { orderId: 8, status: 0, sizeLots });
    const made = { sizeLots: executedLots, quoteUnits: 10_000_000_000n };
    const traded = event(EventKind.tradeExecuted, { ...trade, ...fees, ...made });
    const closed = event(EventKind.orderClosed, { orderId: 8, reason: CloseReason.amountSpent });
    const story = {
      market: markets.marketById(1),
      sequence: 5,
      atMs: 1,
      events: [opened, ...(executedLots === 0 ? [] : [traded]), closed],
      terms: { clientOrderId: noClientOrderId },
    } as unknown as StoryOf;
    const { status, closeReason } = showPlacedOrder(story, opened as never);
    return [status, closeReason];
  };
  expect(answer(30, 20)).toEqual(['EXPIRED', 'amountSpent']);
  expect(answer(0, 20)).toEqual(['FILLED', undefined]);
  expect(answer(0, 0)).toEqual(['EXPIRED', 'amountSpent']);
});

test('a refused part of a batch or a replacing carries its reject with the facts', async () => {
  const accounts = createAccountDirectory();
  const account = { accountType: AccountType.spot, scope: 0, isMock: false, ownerId: ANN };
  accounts.apply(event(EventKind.accountOpened, { accountId: 1, ...account }));
  const [code] = rejects.balance_too_low;
  const events = [
    event(EventKind.itemApplied, { index: 0, code: 0, facts: [] }),
    event(EventKind.itemApplied, { index: 1, code, facts: [0, 4, 0, 9] }),
  ];
  const outcome = { sequence: 3, atMs: 1, code: 0, facts: [], events };
  const commandClient: CommandClient = { try: async () => outcome, send: async () => outcome };
  const operations = createSpotOperations(
    { commandClient, markets, accounts },
    (_locale, word) => `words of ${word}`,
  );
  const caller = { ownerId: ANN, locale: 'en_US' } as Caller;
  const place = {
    symbol: 'btc_usdt',
    side: 'buy',
    type: 'limit',
    price: '50000',
    quantity: '1',
  } as const;
  const body = { cancel: { orderId: '7' }, place };
  const answer = await operations.cancelReplace(body, { caller, idempotencyKey: '' });
  expect(answer).toMatchObject({
    cancel: { code: 200, message: 'OK' },
    place: {
      code,
      message: 'words of balance_too_low',
      reject: 'balance_too_low',
      facts: { availableUnits: '4', neededUnits: '9' },
      order: null,
    },
  });
  expect(answer.cancel).not.toHaveProperty('reject');
});
