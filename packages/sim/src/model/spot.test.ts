import { expect, test } from 'vitest';
import { users, World } from '../testing/world.ts';

const { a, b, c } = users;

test('a taker meets the best price first and in a level the oldest', () => {
  const world = new World();
  world.sell(a, 101, 5);
  world.sell(b, 100, 3);
  world.sell(a, 100, 4);
  expect(world.buy(c, 101, 9)).toEqual([
    'opened 4 status 0 hold 90900',
    'trade 100 x 3 maker 2 taker 4',
    'closed 2 filled left 0',
    'level sell 100 4',
    'trade 100 x 4 maker 3 taker 4',
    'closed 3 filled left 0',
    'level sell 100 0',
    'trade 101 x 2 maker 1 taker 4',
    'level sell 101 3',
    'closed 4 filled left 0',
  ]);
  expect(world.balance(c, 2)).toBe(`${1_000_000_000 - 90_200} + 0`);
});

test('fees are taken from what is received, rounded up, and a rebate ends with the house', () => {
  const world = new World();
  const makerPpm = Array.from({ length: 16 }, () => -100);
  const takerPpm = Array.from({ length: 16 }, () => 333);
  world.operatorAccount({ kind: 13, instrumentId: 1, makerPpm, takerPpm });
  world.sell(a, 100, 100);
  world.buy(b, 100, 100);
  expect(world.balance(b, 1)).toBe(`${1_000_000 + 1_000 - 1} + 0`);
  expect(world.balance(a, 2)).toBe(`${1_000_000_000 + 1_000_000} + 0`);
  world.buy(b, 100, 100);
  world.sell(a, 100, 100);
  expect(world.balance(a, 2)).toBe(`${1_000_000_000 + 2_000_000 - 333} + 0`);
  expect(world.balance(b, 1)).toBe(`${1_000_000 + 2_000 - 1} + 0`);
});

test('an iceberg shows its next part at the end of its level', () => {
  const world = new World();
  world.place(a, { side: 1, priceTicks: 100, sizeLots: 10, visibleLots: 4 });
  world.sell(b, 100, 5);
  expect(world.buy(c, 100, 6)).toEqual([
    'opened 3 status 0 hold 60000',
    'trade 100 x 4 maker 1 taker 3',
    'level sell 100 9',
    'trade 100 x 2 maker 2 taker 3',
    'level sell 100 7',
    'closed 3 filled left 0',
  ]);
});

test('post-only is refused when the best price is within its limit', () => {
  const world = new World();
  world.sell(a, 101, 5);
  const refused = world.place(a, { timeInForce: 4, priceTicks: 101, sizeLots: 1 });
  expect(refused).toEqual(['post_only_would_take 101 101']);
  expect(world.place(b, { timeInForce: 4, priceTicks: 100, sizeLots: 1 })).toHaveLength(2);
});

test('FOK counts hidden lots, and before its own wall only visible ones of that level', () => {
  const world = new World();
  world.place(a, { side: 1, priceTicks: 100, sizeLots: 10, visibleLots: 2 });
  const fok = { timeInForce: 2, priceTicks: 101, sizeLots: 10 };
  world.sell(b, 100, 5);
  expect(world.place(b, fok)).toContain('closed 3 expiredImmediate left 10');
  expect(world.place(b, { ...fok, selfTradeMode: 3 })).toContain('closed 2 expiredInMatch left 5');
});

test('a market order ends at its guard, its amount, its balance or an empty side', () => {
  const world = new World();
  const market = { orderType: 2, timeInForce: 1 };
  expect(world.place(a, { ...market, sizeLots: 1 })).toEqual(['no_liquidity 1']);
  world.sell(b, 100, 5);
  world.sell(b, 111, 5);
  const guarded = world.place(a, { ...market, sizeLots: 8 });
  expect(guarded.at(-1)).toBe('closed 3 expiredAtGuard left 3');
  const spent = world.place(a, { ...market, quoteAmountUnits: 30_000n });
  expect(spent.slice(1, 2)).toEqual(['trade 111 x 2 maker 2 taker 4']);
  expect(spent.at(-1)).toBe('closed 4 amountSpent left 0');
  const exact = world.place(a, { ...market, quoteAmountUnits: 33_300n });
  expect(exact.at(-1)).toBe('closed 5 amountSpent left 0');
  world.sell(b, 111, 5);
  const empty = world.place(a, { ...market, sizeLots: 8 });
  expect(empty.at(-1)).toBe('closed 7 expiredImmediate left 3');
});

test.each([
  [2, ['prevented mode 2 maker 0 taker 7', 'closed 2 expiredInMatch left 7']],
  [
    3,
    [
      'prevented mode 3 maker 5 taker 0',
      'closed 1 expiredInMatch left 5',
      'level sell 100 0',
      'level buy 100 7',
    ],
  ],
  [
    4,
    [
      'prevented mode 4 maker 5 taker 7',
      'closed 1 expiredInMatch left 5',
      'closed 2 expiredInMatch left 7',
      'level sell 100 0',
    ],
  ],
  [
    5,
    [
      'prevented mode 5 maker 5 taker 5',
      'closed 1 expiredInMatch left 0',
      'level sell 100 0',
      'level buy 100 2',
    ],
  ],
  [6, ['transferred 100 x 5', 'closed 1 filled left 0', 'level sell 100 0', 'level buy 100 2']],
])('self-trade prevention mode %i', (selfTradeMode, lines) => {
  const world = new World();
  world.place(a, { side: 1, priceTicks: 100, sizeLots: 5, selfTradeMode: 6 });
  const events = world.place(a, { priceTicks: 100, sizeLots: 7, selfTradeMode });
  expect(events.slice(1)).toEqual(lines);
});

test('a group counts as one hand', () => {
  const world = new World();
  world.operatorAccount({ kind: 22, ownerId: 1001, group: 9 });
  world.operatorAccount({ kind: 22, ownerId: 1002, group: 9 });
  world.sell(a, 100, 5);
  expect(world.buy(b, 100, 5)).toContain('prevented mode 2 maker 0 taker 5');
});

test('a stop fires when the price has been there, and spends what it held', () => {
  const world = new World();
  world.sell(a, 105, 5);
  world.sell(a, 106, 50);
  const stop = { orderType: 4, stopPriceTicks: 105, quoteAmountUnits: 21_200n };
  expect(world.place(b, stop)).toEqual(['opened 3 status 1 hold 21200']);
  expect(world.buy(c, 105, 5).slice(4)).toEqual([
    'closed 4 filled left 0',
    'triggered 3 status 0 hold 0',
    'trade 106 x 2 maker 2 taker 3',
    'level sell 106 48',
    'closed 3 amountSpent left 0',
  ]);
});

test('the wrong side of a trigger is refused', () => {
  const world = new World();
  const stop = { orderType: 4, sizeLots: 1 };
  expect(world.place(a, { ...stop, stopPriceTicks: 100 })).toEqual(['stop_would_trigger 100 100']);
  const profit = { orderType: 6, sizeLots: 1, side: 1 };
  expect(world.place(a, { ...profit, stopPriceTicks: 99 })).toEqual(['stop_would_trigger 99 100']);
});

test('a trailing stop follows the best price and fires on the way back', () => {
  const world = new World();
  const trailing = { side: 1, orderType: 7, trailingDeltaBps: 1_000, sizeLots: 2 };
  world.place(a, { ...trailing, activationPriceTicks: 110 });
  world.buy(b, 90, 9);
  world.sell(b, 110, 1);
  expect(world.buy(c, 110, 1)).toContain('trailing 1 at 99');
  world.sell(b, 120, 1);
  expect(world.buy(c, 120, 1)).toContain('trailing 1 at 108');
  world.sell(b, 107, 1);
  const back = world.buy(c, 107, 1);
  expect(back.slice(4)).toEqual([
    'closed 8 filled left 0',
    'triggered 1 status 0 hold 0',
    'trade 90 x 2 maker 2 taker 1',
    'level buy 90 7',
    'closed 1 filled left 0',
  ]);
});

test('OCO: an execution of the limit leg closes the stop leg before the next trade', () => {
  const world = new World();
  const legs = [
    { side: 1, priceTicks: 110, sizeLots: 5 },
    { side: 1, orderType: 4, stopPriceTicks: 90, sizeLots: 5 },
  ];
  expect(world.list(a, 1, legs)).toEqual([
    'opened 1 status 0 hold 50',
    'opened 2 status 1 hold 0',
    'level sell 110 5',
  ]);
  expect(world.buy(b, 110, 2)).toEqual([
    'opened 3 status 0 hold 22000',
    'trade 110 x 2 maker 1 taker 3',
    'level sell 110 3',
    'closed 2 listSibling left 5',
    'closed 3 filled left 0',
  ]);
  expect(world.buy(b, 110, 3)).toContain('list 1 closed');
});

test('OCO: the stop leg closes the limit leg and takes its whole hold', () => {
  const world = new World();
  world.list(a, 1, [
    { priceTicks: 90, sizeLots: 5 },
    { orderType: 3, stopPriceTicks: 105, priceTicks: 106, sizeLots: 5 },
  ]);
  expect(world.balance(a, 2)).toBe(`${1_000_000_000 - 53_000} + 53000`);
  world.sell(b, 105, 1);
  expect(world.buy(c, 105, 1).slice(4)).toEqual([
    'closed 4 filled left 0',
    'closed 1 listSibling left 5',
    'level buy 90 0',
    'triggered 2 status 0 hold 53000',
    'level buy 106 5',
  ]);
});

test('OTOCO: the pair goes live when the working leg is filled', () => {
  const world = new World();
  world.list(a, 3, [
    { priceTicks: 99, sizeLots: 5 },
    { side: 1, priceTicks: 110, sizeLots: 5 },
    { side: 1, orderType: 4, stopPriceTicks: 95, sizeLots: 5 },
  ]);
  expect(world.sell(b, 99, 5).slice(1)).toEqual([
    'trade 99 x 5 maker 1 taker 4',
    'closed 1 filled left 0',
    'level buy 99 0',
    'closed 4 filled left 0',
    'triggered 2 status 0 hold 50',
    'triggered 3 status 1 hold 0',
    'level sell 110 5',
  ]);
});

test('OTO: a pending leg that fails its checks closes', () => {
  const world = new World();
  world.list(a, 2, [
    { priceTicks: 99, sizeLots: 5 },
    { side: 1, orderType: 4, stopPriceTicks: 99, sizeLots: 5 },
  ]);
  expect(world.sell(b, 99, 5).slice(5)).toEqual([
    'closed 2 triggerRejected left 5',
    'list 1 closed',
  ]);
});

test('an amended order keeps its place and gives back what it no longer needs', () => {
  const world = new World();
  world.buy(a, 99, 5);
  world.buy(b, 99, 5);
  const none = [0, 0, 0, 0, 0];
  const named = { accountId: a, instrumentId: 0, orderId: 1, clientOrderId: none };
  const amend = { kind: 42, ...named, sizeLots: 2, newClientOrderId: none };
  expect(world.user(a, amend)).toEqual(['amended 1 to 2 released 29700', 'level buy 99 7']);
  expect(world.sell(c, 99, 1)).toContain('trade 99 x 1 maker 1 taker 3');
  expect(world.user(a, { ...amend, sizeLots: 1 })).toEqual(['amend_not_smaller 1 2 1']);
});

test('an amended iceberg loses hidden lots first, and either leg of a pair shrinks both', () => {
  const world = new World();
  const none = [0, 0, 0, 0, 0];
  const named = { accountId: a, instrumentId: 0, clientOrderId: none, newClientOrderId: none };
  const amend = (orderId: number, sizeLots: number) =>
    world.user(a, { kind: 42, ...named, orderId, sizeLots });
  world.place(a, { priceTicks: 99, sizeLots: 9, visibleLots: 4 });
  expect(amend(1, 5)).toEqual(['amended 1 to 5 released 39600']);
  expect(amend(1, 3)).toEqual(['amended 1 to 3 released 19800', 'level buy 99 3']);
  world.list(a, 1, [
    { side: 1, orderType: 5, stopPriceTicks: 110, priceTicks: 111, sizeLots: 4 },
    { side: 1, orderType: 4, stopPriceTicks: 90, sizeLots: 4 },
  ]);
  expect(amend(3, 2).map((line) => line.slice(0, 14))).toEqual([
    'amended 3 to 2',
    'amended 2 to 2',
  ]);
});

test('cancel-replace keeps a good cancel when the place is refused', () => {
  const world = new World();
  world.buy(a, 99, 5);
  const cancel = { accountId: a, instrumentId: 0, orderId: 1, clientOrderId: [0, 0, 0, 0, 0] };
  const place = { ...world.model.orders[0], priceTicks: 1, clientOrderId: [0, 0, 0, 0, 0] };
  const replace = { kind: 43, cancel, condition: 0, allowFailure: false, place };
  expect(world.user(a, replace)).toEqual([
    'item 0 ok',
    'closed 1 replaced left 5',
    'level buy 99 0',
    'item 1 price_outside_band',
  ]);
  expect(world.user(a, replace)).toEqual(['order_not_found 1']);
});

test('time fires expiries and the dead-man switch, exactly once', () => {
  const world = new World();
  world.place(a, { timeInForce: 3, expireAtMs: 2_000, priceTicks: 99, sizeLots: 1 });
  world.buy(a, 98, 1);
  world.user(a, { kind: 48, accountId: a, timeoutMs: 1_500 });
  expect(world.pass(1_999)).toEqual([]);
  expect(world.pass(2_600)).toEqual([
    'closed 1 expiredAtTime left 1',
    'level buy 99 0',
    'dead man 0',
    'closed 2 deadMan left 1',
    'level buy 98 0',
  ]);
  expect(world.pass(9_000)).toEqual([]);
});

test('a known key answers again and does nothing', () => {
  const world = new World();
  const keyed = { keyHigh: 1, keyLow: 2, bodyHash: 3, deadlineMs: 5_000 };
  const order = { priceTicks: 99, sizeLots: 5 };
  expect(world.place(a, { ...order, ...keyed })).toHaveLength(2);
  expect(world.place(a, { ...order, ...keyed })).toEqual([]);
  expect(world.place(a, { ...order, ...keyed, bodyHash: 4 })[0]).toMatch(/^key_reused/);
  expect(world.model.orders).toHaveLength(1);
});

test('the golden auction', () => {
  const world = new World({ bandLowPpm: 1, bandHighPpm: 10_000_000 });
  world.operatorAccount({ kind: 14, instrumentId: 1, state: 5 });
  const open = { noCancelAtMs: 1_500, openAtMs: 3_500 };
  world.operatorAccount({ kind: 15, instrumentId: 1, ...open });
  const bids = [
    [105, 10],
    [103, 20],
    [102, 15],
    [100, 30],
  ] as const;
  const asks = [
    [99, 12],
    [101, 18],
    [102, 10],
    [104, 40],
  ] as const;
  for (const [price, size] of bids) world.buy(a, price, size);
  for (const [price, size] of asks) world.sell(b, price, size);
  expect(world.pass(1_600)).toEqual(['state 3']);
  expect(world.pass(2_000)).toEqual(['indicated 102 x 40 surplus 5']);
  const events = world.pass(3_700);
  const trades = events.filter((line) => line.startsWith('trade'));
  expect(trades).toEqual([
    'trade 102 x 10 maker 1 taker 5',
    'trade 102 x 2 maker 2 taker 5',
    'trade 102 x 18 maker 2 taker 6',
    'trade 102 x 10 maker 3 taker 7',
  ]);
  expect(events.slice(-2)).toEqual(['uncrossed 102 x 40 surplus 5', 'state 4']);
});

test('the fields of a command are checked first, and named by their place', () => {
  const world = new World();
  expect(world.place(a, { timeInForce: 9 })).toEqual(['value_out_of_range 4']);
  expect(world.place(a, { trailingDeltaBps: 10_001 })).toEqual(['value_out_of_range 9']);
  expect(world.operatorAccount({ kind: 21, ownerId: 1001, vipLevel: 16 })).toEqual([
    'value_out_of_range 1',
  ]);
});

test('dust below the minimum is bought by the house once a day', () => {
  const world = new World({ notionalUnitsMin: 20_000n });
  const move = { kind: 23, assetId: 1, reason: 5, reference: 0 };
  world.operatorAccount({ ...move, fromAccountId: a, toAccountId: 1, amountUnits: 999_985n });
  const closeOut = { kind: 49, accountId: a, instrumentId: 1 };
  expect(world.user(a, closeOut)).toEqual(['operator_balance_too_low 3']);
  world.operatorAccount({
    ...move,
    assetId: 2,
    fromAccountId: 1,
    toAccountId: 3,
    amountUnits: 9_999_999n,
  });
  world.user(a, closeOut);
  expect(world.balance(a, 1)).toBe('0 + 0');
  expect(world.balance(a, 2)).toBe(`${1_000_000_000 + 15_000} + 0`);
});
