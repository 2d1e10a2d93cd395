// The parts of market streams that numbers depend on: names, gathered diffs, candles that close.
import { createMarketLive, east, utc } from '../../../base/market/index.ts';
import { type CoreEvent, EventKind, Side } from '@isobath/core';
import { expect, test } from 'vitest';
import { createStreamHub } from '../../../base/feed/index.ts';
import { makeMarketFixture, trade as makeTrade } from '../../../testing/market-fixture.ts';
import { createCandleWatch } from './candle-watch.ts';
import { createDepthGatherer } from './depth-diffs.ts';
import { parseStreamName } from './names.ts';
import { createMarketStreams } from './streams.ts';

test.each([
  ['btcusdt@depth', { kind: 'diff', symbol: 'btcusdt', everyMs: 1_000 }],
  ['btcusdt@depth@100ms', { kind: 'diff', symbol: 'btcusdt', everyMs: 100 }],
  ['btcusdt@depth20@100ms', { kind: 'partial', symbol: 'btcusdt', levels: 20, everyMs: 100 }],
  ['btcusdt@kline_1M', { kind: 'kline', symbol: 'btcusdt', interval: '1M', zone: utc }],
  ['btcusdt@kline_1d@+08:00', { kind: 'kline', symbol: 'btcusdt', interval: '1d', zone: east }],
  ['btcusdt@ticker_4h', { kind: 'window', symbol: 'btcusdt', window: '4h' }],
  ['!ticker_1d@arr', { kind: 'allWindows', window: '1d' }],
  ['!ticker@arr', { kind: 'allTickers', everyMs: 1_000 }],
  ['!miniTicker@arr@3000ms', { kind: 'allMiniTickers', everyMs: 3_000 }],
  ['!ticker@arr@2000ms', undefined],
  ['!bookTicker', { kind: 'allBookTickers' }],
  ['btcusdt@depth7', undefined],
  ['btcusdt@kline_2m', undefined],
  ['btcusdt@kline_1d@+07:00', undefined],
  ['btcusdt@kline_1d@08:00', undefined],
  ['@trade', undefined],
  ['btcusdt', undefined],
])('%s is read as %o', (name, request) => {
  expect(parseStreamName(name)).toEqual(request);
});

const diff = (firstUpdateId: number, lastUpdateId: number, bids: [number, number][]) => ({
  firstUpdateId,
  lastUpdateId,
  bids: new Map(bids),
  asks: new Map<number, number>(),
});

test('gathered changes are one message, and the last word of each price counts', () => {
  const gatherer = createDepthGatherer();
  expect(gatherer.add(diff(5, 6, [[10, 1]]))).toBeUndefined();
  expect(
    gatherer.add(
      diff(7, 9, [
        [10, 0],
        [11, 4],
      ]),
    ),
  ).toBeUndefined();
  expect(gatherer.take()).toEqual(
    diff(5, 9, [
      [10, 0],
      [11, 4],
    ]),
  );
  expect(gatherer.take()).toBeUndefined();
});

test('changes that do not follow are not joined: the hole stays visible', () => {
  const gatherer = createDepthGatherer();
  gatherer.add(diff(5, 6, [[10, 1]]));
  expect(gatherer.add(diff(8, 8, [[12, 1]]))).toEqual(diff(5, 6, [[10, 1]]));
  expect(gatherer.take()).toEqual(diff(8, 8, [[12, 1]]));
});

const MINUTE_MS = 60_000;
const START_MS = 1_700_000_040_000 - (1_700_000_040_000 % MINUTE_MS);

function startMarket() {
  const live = createMarketLive().read(1);
  let tradeId = 0;
  const trade = (atMs: number, priceTicks: number, takerSide: Side = Side.buy) => {
    tradeId += 1;
    const counted = { atMs, priceTicks, sizeLots: 2, quoteUnits: 20n, takerSide };
    live.trades.push({ tradeId, sequence: tradeId, ...counted });
    live.lastTicks = priceTicks;
    live.candles.add(counted, tradeId);
  };
  return { live, trade };
}

test('a candle is told while it grows, then closed with its last numbers, then the next', () => {
  const { live, trade } = startMarket();
  const watch = createCandleWatch({ interval: '1m', zone: utc }, START_MS + 1_000);
  expect(watch.take(live, START_MS + 5_000)).toEqual([]);
  trade(START_MS + 5_000, 100);
  const [growing, ...none] = watch.take(live, START_MS + 6_000);
  expect([growing.bucket.openTicks, growing.isClosed, none.length]).toEqual([100, false, 0]);
  trade(START_MS + 59_990, 103, Side.sell);
  trade(START_MS + 60_001, 104);
  const [closed, next] = watch.take(live, START_MS + 60_200);
  expect(closed).toMatchObject({
    isClosed: true,
    lastTradeId: 2,
    bucket: { openMs: START_MS, closeTicks: 103, tradesCount: 2, baseLots: 4, takerBuyLots: 2 },
  });
  expect(next).toMatchObject({
    isClosed: false,
    lastTradeId: 3,
    bucket: { openMs: START_MS + MINUTE_MS, openTicks: 104, tradesCount: 1 },
  });
});

test('a candle without trades closes too, at the last price', () => {
  const { live, trade } = startMarket();
  trade(START_MS + 1, 100);
  const watch = createCandleWatch({ interval: '1m', zone: utc }, START_MS + 1_000);
  watch.take(live, START_MS + MINUTE_MS + 200);
  const [closed] = watch.take(live, START_MS + 2 * MINUTE_MS + 200);
  expect(closed.isClosed).toBe(true);
  expect(closed.bucket).toMatchObject({ openMs: START_MS + MINUTE_MS, closeTicks: 100 });
  expect(closed.bucket.tradesCount).toBe(0);
});

test('a day eight hours ahead closes at 16:00 UTC, with just the trades of that day', () => {
  const HOUR_MS = 60 * MINUTE_MS;
  const closeMs = Date.UTC(2023, 10, 14, 16);
  const { live, trade } = startMarket();
  const watch = createCandleWatch({ interval: '1d', zone: east }, closeMs - HOUR_MS);
  trade(closeMs - 25 * HOUR_MS, 90);
  trade(closeMs - 3 * HOUR_MS, 100);
  trade(closeMs - 1, 103);
  trade(closeMs, 104);
  const [closed, next] = watch.take(live, closeMs + 200);
  const dayMs = 24 * HOUR_MS;
  expect(closed).toMatchObject({
    isClosed: true,
    nextOpenMs: closeMs,
    lastTradeId: 3,
    bucket: { openMs: closeMs - dayMs, openTicks: 100, closeTicks: 103, tradesCount: 2 },
  });
  expect(next).toMatchObject({
    lastTradeId: 4,
    bucket: { openMs: closeMs, openTicks: 104, tradesCount: 1 },
  });
  // Hours that begin alike in both zones are the same candles.
  const hours = live.candles.read('4h', east);
  expect(hours.at(-1)).toBe(live.candles.read('4h', utc).at(-1));
});

test('tickers of all markets come each second or each three, best prices as they change', () => {
  let nowMs = START_MS;
  const { markets, live, happen } = makeMarketFixture(() => nowMs);
  const hub = createStreamHub();
  const streams = createMarketStreams({ hub, markets, live, readNowMs: () => nowMs });
  streams.flush(live.takeChanges());
  const heard: Record<string, unknown[]> = {};
  for (const name of [
    '!ticker@arr',
    '!miniTicker@arr@3000ms',
    '!ticker@arr@3000ms',
    '!bookTicker',
  ]) {
    heard[name] = [];
    const write = (frame: Buffer) => heard[name].push(frame.toString('latin1'));
    hub.join(name, { write }, { isCombined: false, isMicro: false });
  }
  const counts = () => Object.values(heard).map((messages) => messages.length);
  happen(makeTrade(1, 2, 80_100));
  happen({
    kind: EventKind.levelChanged,
    instrumentId: 1,
    side: Side.buy,
    priceTicks: 8_000_000,
    totalLots: 5,
    updateId: 1,
  } as CoreEvent);
  nowMs += 1_000;
  streams.flush(live.takeChanges());
  expect(counts()).toEqual([1, 0, 0, 1]);
  expect(heard['!bookTicker'][0]).toContain('"s":"BTCUSDT"');
  nowMs += 2_000;
  streams.flush(live.takeChanges());
  expect(counts()).toEqual([1, 1, 1, 1]);
  nowMs += 3_000;
  streams.flush(live.takeChanges());
  expect(counts()).toEqual([1, 1, 1, 1]);
});
