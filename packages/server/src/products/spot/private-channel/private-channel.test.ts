// What a person hears over the private channel, and when: every order change and every fill at once
// and in order, balances behind them and merged. The hub and the fold are real; the engine's
// balances come when the test says so.
import { AccountType, type CoreEvent, EventKind, OrderType, Side } from '@isobath/core';
import type { BalanceRow, ChannelFrame, PrivateEvent } from '@isobath/wire';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAccountDirectory } from '../../../base/accounts/index.ts';
import type { Session } from '../../../base/db/index.ts';
import { createHub, type FrameText } from '../../../base/feed/index.ts';
import type { CommittedStep } from '../../../base/product/index.ts';
import { createPublishedSteps } from '../../../base/projections/index.ts';
import { makeMarketFixture } from '../../../testing/market-fixture.ts';
import { createPrivateFeed } from '../feed.ts';
import { createOpenOrders } from '../open-orders.ts';
import type { UserStream } from '../user-stream/user-stream.ts';

const [MAKER, TAKER] = [1_000_001, 1_000_002];
/** One that is written after the head of its frame. */
const HEAD_BYTES = { short: 2, long: 4, longest: 10 };

let nowMs = 0;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'setInterval'] });
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const quiet = () => {};

function readFrame(frame: FrameText): ChannelFrame {
  const length = (frame[1] as number) & 127;
  const longHead = length === 127 ? HEAD_BYTES.longest : HEAD_BYTES.long;
  return JSON.parse(frame.toString('utf8', length < 126 ? HEAD_BYTES.short : longHead));
}

/** A channel to which the taker listens. */
function openChannel() {
  const accounts = createAccountDirectory();
  for (const ownerId of [MAKER, TAKER]) {
    const terms = { accountType: AccountType.spot, scope: 0, isMock: false };
    const accountId = ownerId - 1_000_000;
    accounts.apply({ kind: EventKind.accountOpened, accountId, ownerId, ...terms } as CoreEvent);
  }
  const hub = createHub();
  const questions: PromiseWithResolvers<BalanceRow[]>[] = [];
  const troubles: unknown[] = [];
  const calls = { begin: quiet, before: quiet, after: quiet, end: quiet, restore: quiet };
  const feed = createPrivateFeed({
    hub,
    accounts,
    markets: makeMarketFixture().markets,
    // Nobody begins or goes on here, which is all that reads tables.
    database: {} as Session,
    openOrders: createOpenOrders(createPublishedSteps({} as Session, 'orders')),
    userStream: calls as unknown as UserStream,
    readBalances: () => {
      const question = Promise.withResolvers<BalanceRow[]>();
      questions.push(question);
      return question.promise;
    },
    report: (error) => troubles.push(error),
  });
  const frames: ChannelFrame[] = [];
  const channel = { costMs: 0 };
  const receive = (frame: FrameText) => {
    frames.push(readFrame(frame));
    nowMs += channel.costMs;
  };
  hub.listen(`private:${TAKER}`, { receive, miss: quiet });
  return { feed, frames, questions, troubles, channel };
}

function openOrder(accountId: number, ownerNumber: number): CoreEvent {
  const terms = { orderType: OrderType.limit, timeInForce: 1, selfTradeMode: 1, status: 0 };
  const size = { priceTicks: 100, sizeLots: 1_000_000, listId: 0, ownerNumber };
  const side = accountId === 1 ? Side.sell : Side.buy;
  const order = { orderId: accountId, accountId, instrumentId: 1, side };
  return { kind: EventKind.orderOpened, ...order, ...terms, ...size } as unknown as CoreEvent;
}

function trade(tradeId: number, takerOwnerNumber: number): CoreEvent {
  const orders = { makerOrderId: 1, takerOrderId: 2, makerAccountId: 1, takerAccountId: 2 };
  const amounts = { sizeLots: 1, quoteUnits: 10_000n, makerFeeUnits: 1n, takerFeeUnits: 2n };
  const numbers = { makerOwnerNumber: takerOwnerNumber, takerOwnerNumber };
  return {
    kind: EventKind.tradeExecuted,
    instrumentId: 1,
    tradeId,
    priceTicks: 100,
    takerSide: Side.buy,
    ...orders,
    ...amounts,
    ...numbers,
  } as unknown as CoreEvent;
}

function held(ownerNumber: number): CoreEvent {
  const amount = { assetId: 52, amountUnits: 1n };
  return { kind: EventKind.amountHeld, accountId: 2, ownerNumber, ...amount } as CoreEvent;
}

let sequence = 0;
function step(...events: CoreEvent[]): CommittedStep {
  sequence += 1;
  return { sequence, atMs: 1_000 + sequence, events };
}

function openBoth(): CommittedStep {
  return step(openOrder(1, 1), held(1), openOrder(2, 2));
}

const newsOf = (frame: ChannelFrame | undefined) => (frame?.data ?? []) as PrivateEvent[];
const numbersOf = (frame: ChannelFrame | undefined) => newsOf(frame).map(({ seq }) => seq);
const usdt: BalanceRow = { coinId: 52, asset: 'USDT', available: '1', held: '2' };
const turn = () => vi.advanceTimersByTimeAsync(0);

test('an order and its fill leave with their commit, balances are still asked for', async () => {
  const { feed, frames, questions } = openChannel();
  feed.apply(openBoth());
  await turn();
  // A millisecond later the next commit: it is not gathered with what comes after it.
  nowMs += 1;
  const filled = step(trade(1, 3));
  feed.apply(filled);
  await turn();
  expect(frames.map(({ type, first, last }) => [type, first, last])).toEqual([
    ['event', 1, 2],
    ['event', 3, 3],
  ]);
  const [fill] = newsOf(frames[1]);
  expect(fill).toMatchObject({ kind: 'fill', seq: 3, step: String(filled.sequence) });
  expect(fill?.order).toMatchObject({ orderId: '2' });
  expect(questions).toHaveLength(1);
  questions[0]?.resolve([usdt]);
  await turn();
  expect(frames[2]).toMatchObject({ type: 'balances', first: 2, last: 2, data: [usdt] });
});

test('steps of one commit leave as one frame, each event in it once and in order', async () => {
  const { feed, frames } = openChannel();
  feed.apply(openBoth());
  feed.apply(step(trade(1, 3)));
  feed.apply(step(trade(2, 4)));
  expect(frames).toEqual([]);
  await turn();
  expect(frames.map(numbersOf)).toEqual([[1, 2, 3, 4]]);
});

test('when telling takes long the news gather, and none is left out', async () => {
  const { feed, frames, channel } = openChannel();
  channel.costMs = 20;
  feed.apply(openBoth());
  await turn();
  for (let tradeId = 1; tradeId <= 50; tradeId += 1) feed.apply(step(trade(tradeId, 2 + tradeId)));
  await turn();
  expect(frames.map(numbersOf)).toEqual([[1, 2]]);
  nowMs += 60;
  await vi.advanceTimersByTimeAsync(60);
  const numbers = frames.filter(({ type }) => type === 'event').flatMap(numbersOf);
  expect(numbers).toEqual(Array.from({ length: 52 }, (_none, at) => at + 1));
});

test('balances of a burst are told at its beginning and once for the rest', async () => {
  const { feed, frames, questions } = openChannel();
  feed.apply(openBoth());
  await turn();
  for (let tradeId = 1; tradeId <= 20; tradeId += 1) {
    feed.apply(step(trade(tradeId, 2 + tradeId)));
    nowMs += 1;
    await turn();
  }
  expect(questions).toHaveLength(1);
  questions[0]?.resolve([]);
  await vi.advanceTimersByTimeAsync(9);
  expect(questions).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2);
  expect(questions).toHaveLength(2);
  questions[1]?.resolve([usdt]);
  await vi.advanceTimersByTimeAsync(1_000);
  const told = frames.filter(({ type }) => type === 'balances');
  expect(told.map(({ last, data }) => [last, data])).toEqual([
    [2, []],
    [22, [usdt]],
  ]);
  expect(questions).toHaveLength(2);
});

test('while no engine answers news go on, and balances follow as soon as one does', async () => {
  const { feed, frames, questions, troubles } = openChannel();
  feed.apply(openBoth());
  await turn();
  questions[0]?.reject(new Error('no engine'));
  await turn();
  feed.apply(step(trade(1, 3)));
  await turn();
  await vi.advanceTimersByTimeAsync(1_000);
  questions[1]?.reject(new Error('no engine'));
  await vi.advanceTimersByTimeAsync(1_000);
  questions[2]?.resolve([usdt]);
  await turn();
  expect(frames.map(({ type, last }) => [type, last])).toEqual([
    ['event', 2],
    ['event', 3],
    ['balances', 3],
  ]);
  // Said once: the same trouble goes on.
  expect(troubles).toHaveLength(1);
});
