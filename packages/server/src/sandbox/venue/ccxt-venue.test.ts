// The real library against a server on this machine that speaks a venue's dialect.
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitFor } from '../../../../../tools/testing/wait.ts';
import { findFreePort } from '../../base/process/free-port.ts';
import { openCcxtVenue } from './ccxt-venue.ts';
import { followVenue } from './venue-reference.ts';

interface Published {
  readonly bid: string;
  readonly ask: string;
  readonly last: string;
  readonly atMs?: number;
}

let server: Server;
let port: number;
let url: string;
let published: Record<string, Published>;
let requested: string[];

function showTicker(symbol: string, { bid, ask, last, atMs = Date.now() }: Published) {
  return {
    symbol,
    bidPrice: bid,
    bidQty: '1',
    askPrice: ask,
    askQty: '1',
    lastPrice: last,
    openPrice: last,
    highPrice: last,
    lowPrice: last,
    volume: '1',
    quoteVolume: '1',
    openTime: atMs - 86_400_000,
    closeTime: atMs,
  };
}

const showSymbol = (base: string) => ({
  symbol: `${base}USDT`,
  status: 'TRADING',
  baseAsset: base,
  quoteAsset: 'USDT',
  baseAssetPrecision: 8,
  quotePrecision: 8,
  orderTypes: ['LIMIT'],
  isSpotTradingAllowed: true,
  permissions: ['SPOT'],
  permissionSets: [['SPOT']],
  filters: [
    { filterType: 'PRICE_FILTER', minPrice: '0.01', maxPrice: '1000000', tickSize: '0.01' },
    { filterType: 'LOT_SIZE', minQty: '0.00001', maxQty: '9000', stepSize: '0.00001' },
  ],
});

beforeEach(async () => {
  published = {
    BTC: { bid: '90000.00', ask: '90010.00', last: '89000.00' },
    ETH: { bid: '0', ask: '0', last: '3000.50' },
    USDC: { bid: '0.9990', ask: '1.0010', last: '1' },
  };
  requested = [];
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://venue');
    requested.push(pathname);
    const answers: Record<string, () => unknown> = {
      '/api/v3/exchangeInfo': () => ({ symbols: Object.keys(published).map(showSymbol) }),
      '/api/v3/ticker/24hr': () =>
        Object.entries(published).map(([base, one]) => showTicker(`${base}USDT`, one)),
    };
    response.setHeader('content-type', 'application/json');
    const answer = answers[pathname];
    if (answer === undefined) response.statusCode = 404;
    response.end(JSON.stringify(answer?.() ?? { code: -1, msg: 'unknown' }));
  });
  // One that stays free while the venue is away.
  port = await findFreePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test('a middle where there are two sides, else the last trade, and nothing untold', async () => {
  published['SOL'] = { bid: '140', ask: '141', last: '140', atMs: Date.now() - 120_000 };
  const venue = await openCcxtVenue('binance', url);
  const prices = await venue.readPrices(['BTC', 'ETH', 'SOL', 'BTC3L', 'USDT']);
  expect([...prices].sort()).toEqual([
    ['BTC', 90_005],
    ['ETH', 3_000.5],
  ]);
  expect(new Set(requested)).toEqual(new Set(['/api/v3/exchangeInfo', '/api/v3/ticker/24hr']));
  await venue.close();
});

test('when the venue goes away prices are late, then gone, and never made up', async () => {
  const venue = await openCcxtVenue('binance', url);
  let nowMs = Date.now();
  const readNowMs = () => nowMs;
  const failures: unknown[] = [];
  const reference = followVenue({
    venue,
    coins: ['BTC', 'ETH', 'USDC'],
    readNowMs,
    report: (error) => failures.push(error),
    everyMs: 20,
  });
  const isLive = () => waitFor('live prices', () => reference.readState(readNowMs()) === 'live');
  expect(reference.readState(readNowMs())).toBe('away');
  expect(reference.read('BTC', 'USDT', readNowMs())).toBeUndefined();
  await isLive();
  expect(reference.read('BTC', 'USDT', readNowMs())).toBe(90_005);
  expect(reference.read('ETH', 'BTC', readNowMs())).toBe(3_000.5 / 90_005);
  expect(reference.read('BTC', 'USDC', readNowMs())).toBe(90_005);
  expect(reference.read('BTC3L', 'USDT', readNowMs())).toBeUndefined();

  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await waitFor('the failure', () => failures.length === 1);
  nowMs += 7_000;
  expect(reference.readState(readNowMs())).toBe('late');
  expect(reference.read('BTC', 'USDT', readNowMs())).toBe(90_005);
  nowMs += 15_000;
  expect(reference.readState(readNowMs())).toBe('away');
  expect(reference.read('BTC', 'USDT', readNowMs())).toBeUndefined();

  published['BTC'] = { bid: '91000', ask: '91000', last: '91000' };
  server.listen(port, '127.0.0.1');
  await isLive();
  expect(reference.read('BTC', 'USDT', readNowMs())).toBe(91_000);
  expect(failures).toHaveLength(1);
  await reference.close();
});

test('a venue that nobody knows is refused by name', async () => {
  await expect(openCcxtVenue('nowhere', url)).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringContaining('ccxt:nowhere'),
  });
});
