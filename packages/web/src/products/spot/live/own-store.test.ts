// My own store against scripted events: lists stay true, news are told once.
import { ApiError, type Client, type Live } from '@isobath/sdk';
import { showPercent } from '@isobath/ui';
import type { BalanceRow, ChannelFrame, FillRow, OrderRow, PrivateEvent } from '@isobath/wire';
import { describe, expect, test } from 'vitest';
import { readAverage, readFilledPercent, rowOfSent } from '../orders/order-rows.ts';
import { readChange } from '../orders/OrderEdit.tsx';
import { type OwnNews, openOwnStore } from './own-store.ts';
import { readRemaining, sendChange, sendIntent, termsOf } from './send.ts';

const body = {
  symbol: 'btc_usdt',
  side: 'buy',
  type: 'limit',
  price: '100',
  quantity: '2',
} as const;

function makeOrder(more: Partial<OrderRow> = {}): OrderRow {
  const { order } = rowOfSent({ key: 'c1', body, state: 'sending', message: '', atMs: 1 });
  return { ...order, orderId: '7', status: 'NEW', ...more };
}

const fill: FillRow = {
  orderId: '7',
  symbol: 'btc_usdt',
  side: 'buy',
  tradeId: '50',
  price: '100',
  quantity: '0.5',
  quoteAmount: '50',
  fee: '0.0005',
  feeAsset: 'BTC',
  isMaker: true,
  at: 5,
};

function start(answers: Record<string, unknown> = {}) {
  let hear: (frame: ChannelFrame) => void = () => {};
  const calls: string[] = [];
  const bodies: unknown[] = [];
  const client: Client = {
    async call(route, options) {
      calls.push(route.path);
      bodies.push(options?.body);
      const answer = answers[route.path];
      if (answer instanceof Error) throw answer;
      return (answer ?? { rows: [], nextCursor: '', seq: '1' }) as never;
    },
  };
  const live = {
    subscribe(_channel: string, onFrame: (frame: ChannelFrame) => void) {
      hear = onFrame;
      return () => {};
    },
  } as unknown as Live;
  const own = openOwnStore(client, live);
  const news: OwnNews[] = [];
  own.listenNews((item) => news.push(item));
  const event = (...events: Omit<PrivateEvent, 'seq' | 'at'>[]) => {
    const data = events.map((each, index) => ({ ...each, seq: index + 1, at: 1 }));
    hear({ ch: 'private', type: 'event', first: 1, last: 1, at: 1, data });
  };
  const told = (rows: BalanceRow[]) => {
    hear({ ch: 'private', type: 'balances', first: 1, last: 1, at: 1, data: rows });
  };
  const snapshot = () => {
    hear({ ch: 'private', type: 'snapshot', first: 1, last: 1, at: 1, data: null });
  };
  return { own, client, calls, bodies, news, event, told, snapshot };
}

test('an order opens, fills in part, fills whole and moves to history', () => {
  const { own, event, news } = start();
  event({ kind: 'order', data: makeOrder() });
  expect(own.open.read().rows).toHaveLength(1);
  const partly = makeOrder({ status: 'PARTIALLY_FILLED', executedQuantity: '0.5' });
  event({ kind: 'fill', data: fill, order: partly });
  expect(own.open.read().rows[0]?.executedQuantity).toBe('0.5');
  event({ kind: 'order', data: makeOrder({ status: 'FILLED' }) });
  expect(own.open.read().rows).toHaveLength(0);
  expect(own.history.read().rows).toHaveLength(1);
  expect(news.map((item) => item.kind)).toEqual(['opened', 'fill', 'closed']);
});

test('the same fill again is no news', () => {
  const { own, event, news } = start();
  event({ kind: 'fill', data: fill });
  event({ kind: 'fill', data: fill });
  expect(own.fills.read().rows).toHaveLength(1);
  expect(news).toHaveLength(1);
});

test('balances come whole, behind the news that changed them', () => {
  const { own, event, told } = start();
  const balance = { coinId: 52, asset: 'USDT', available: '1', held: '2' };
  event({ kind: 'balance', data: null });
  expect(own.balances.read().rows).toEqual([]);
  told([balance]);
  expect(own.balances.read().rows).toEqual([balance]);
});

test('a snapshot means that something was missed: everything is loaded anew', () => {
  const { snapshot, calls } = start();
  snapshot();
  expect(calls).toHaveLength(4);
});

test('a refused order stays as a row with its reason, an accepted one leaves', async () => {
  const refusal = Object.assign(new Error('too far'), { code: 40001 });
  const refused = start({ '/hk-web/spot/order/place': refusal });
  const outcome = await sendIntent(refused.client, refused.own, { form: 'order', body });
  expect(outcome.kind).toBe('unknown');
  expect(refused.own.sent.read()[0]?.state).toBe('unknown');

  const good = start({ '/hk-web/spot/order/place': { orderId: '9', status: 'NEW' } });
  const sending = sendIntent(good.client, good.own, { form: 'order', body });
  expect(good.own.sent.read()[0]?.state).toBe('sending');
  await sending;
  const key = good.own.sent.read()[0]?.key ?? '';
  good.event({ kind: 'order', data: makeOrder({ clientOrderId: key }) });
  expect(good.own.sent.read()).toHaveLength(0);
});

test('a change says whether the place in the queue is kept', () => {
  const order = makeOrder({ quantity: '2.000', price: '100.00' });
  const typed = { price: '100', stopPrice: '0', quantity: '2' };
  expect(readChange(order, typed)).toBeNull();
  expect(readChange(order, { ...typed, quantity: '1' })).toEqual({
    quantity: '1',
    isSmaller: true,
  });
  expect(readChange(order, { ...typed, quantity: '3' })?.isSmaller).toBe(false);
  expect(readChange(order, { ...typed, price: '99', quantity: '1' })?.isSmaller).toBe(false);
});

test('terms of an order can be placed again', () => {
  expect(termsOf(makeOrder({ type: 'stop_limit', stopPrice: '101' }))).toEqual({
    symbol: 'btc_usdt',
    side: 'buy',
    type: 'stop_limit',
    price: '100',
    quantity: '2',
    stopPrice: '101',
    selfTradePrevention: 'EXPIRE_TAKER',
    timeInForce: 'GTC',
  });
});

test('an order that takes at any price keeps its slippage limit', () => {
  const stop = makeOrder({ type: 'stop_market', price: '0', stopPrice: '101', slippageBps: 25 });
  expect(termsOf(stop)).toMatchObject({ slippageBps: 25 });
  expect(termsOf(makeOrder())).not.toHaveProperty('slippageBps');
});

describe('a change that is refused', () => {
  const placed = { orderId: '9', status: 'NEW' };
  const to = { price: '1', isSmaller: false };
  const refusal = (code: number, reject: string) =>
    new ApiError({ code, status: 200, message: 'no', reject });
  const poor = refusal(40050, 'balance_too_low');
  const lost = { cancel: { code: 200 }, place: { code: 40050, message: 'no', order: null } };
  const path = (name: string) => `/hk-web/spot/order/${name}`;

  test('leaves the old order where it stands when its terms are wrong', async () => {
    const { client, calls } = start({ [path('test')]: refusal(40037, 'price_outside_band') });
    expect(await sendChange(client, makeOrder(), to)).toMatchObject({ code: 40037 });
    expect(calls).toEqual([path('test')]);
  });
  test('goes on when only the old order itself is in the way', async () => {
    const answer = { ...lost, place: { code: 200, message: '', order: placed } };
    const { client } = start({ [path('test')]: poor, [path('cancelReplace')]: answer });
    expect(await sendChange(client, makeOrder(), to)).toMatchObject({ kind: 'accepted' });
  });
  test('places the old terms again when the old order has gone, or says that it has', async () => {
    const again = start({ [path('cancelReplace')]: lost, [path('place')]: placed });
    const part = makeOrder({ executedQuantity: '0.5' });
    expect(await sendChange(again.client, part, to)).toMatchObject({ code: 40050, old: 'again' });
    expect(again.bodies.at(-1)).toMatchObject({ price: '100', quantity: '1.5' });
    const gone = start({ [path('cancelReplace')]: lost, [path('place')]: poor });
    expect(await sendChange(gone.client, part, to)).toMatchObject({ old: 'gone' });
  });
});

test('an order that has traded is replaced by what is left of it', () => {
  const order = makeOrder({ executedQuantity: '0.50000', preventedQuantity: '0.25' });
  expect(readRemaining(order)).toBe('1.25');
  expect(readRemaining(order, '1')).toBe('0.25');
  expect(readRemaining(order, '0.5')).toBe('0');
});

test('share and average of what has traded', () => {
  const order = makeOrder({ executedQuantity: '0.50000', executedQuote: '50.05' });
  expect(readFilledPercent(order)).toBe('25.00000000');
  const begun = makeOrder({ executedQuantity: '0.00100' });
  expect(readFilledPercent(begun)).toBe('0.05000000');
  const whole = { locale: 'en-US', isSigned: false, standing: 'own', decimals: 0 } as const;
  const shown = ['0', '0.05', '99.99'].map((share) => showPercent(share, whole).slice(0, -2));
  expect(shown).toEqual(['0', '<1', '99']);
  expect(readAverage(order, 2)).toBe('100.10');
  expect(readAverage(makeOrder(), 2)).toBeNull();
});

describe('what happens while the lists are on their way', () => {
  const open = '/hk-web/spot/orders/open';
  const list = (...rows: unknown[]) => ({ rows, nextCursor: '', seq: '1' });

  function load() {
    let answer: (body: unknown) => void = () => {};
    const answered = new Promise((resolve) => (answer = resolve));
    const started = start({ [open]: answered });
    return { ...started, answer, loaded: started.own.load() };
  }

  test('is kept when their answers are from before it, and told once', async () => {
    const { own, event, news, answer, loaded } = load();
    event({ kind: 'order', data: makeOrder() });
    event({ kind: 'fill', data: fill });
    event({ kind: 'order', data: makeOrder({ orderId: '8', status: 'CANCELED' }) });
    answer(list(makeOrder({ orderId: '8' })));
    await loaded;
    expect(own.open.read().rows.map(({ orderId }) => orderId)).toEqual(['7']);
    expect(own.history.read().rows.map(({ orderId }) => orderId)).toEqual(['8']);
    expect(own.fills.read().rows).toHaveLength(1);
    expect(news.map(({ kind }) => kind)).toEqual(['opened', 'fill', 'closed']);
  });

  test('takes nothing back when their answers are from after it', async () => {
    const { own, event, answer, loaded } = load();
    event({ kind: 'order', data: makeOrder({ updatedAt: 5 }) });
    answer(list(makeOrder({ executedQuantity: '1', updatedAt: 6 })));
    await loaded;
    expect(own.open.read().rows).toMatchObject([{ orderId: '7', executedQuantity: '1' }]);
    event({ kind: 'order', data: makeOrder({ executedQuantity: '1.5', updatedAt: 7 }) });
    expect(own.open.read().rows).toMatchObject([{ executedQuantity: '1.5' }]);
  });

  test('is not brought back from what has ended since', async () => {
    const { own, event, answer, loaded } = load();
    event({ kind: 'order', data: makeOrder({ status: 'FILLED' }) });
    event({ kind: 'order', data: makeOrder({ status: 'PARTIALLY_FILLED' }) });
    answer(list());
    await loaded;
    expect(own.open.read().rows).toEqual([]);
    expect(own.history.read().rows).toMatchObject([{ status: 'FILLED' }]);
  });
});
