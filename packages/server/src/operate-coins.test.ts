// Pictures of coins: the tool's command, and what the calls of people and programs tell after it.
import { coinPictureRoutes, searchRoutes } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuditLog, makeAuditKey } from './base/audit/index.ts';
import { makePng } from './base/pictures/testing.ts';
import { createCoinHandlers } from './products/listing/operator/coins.ts';
import {
  createMarketPageRoutes,
  readCoinPicture,
  setCoinPicture,
} from './products/market/index.ts';
import { type CallDesk, openCallDesk } from './testing/call-desk.ts';
import { makeMarketFixture } from './testing/market-fixture.ts';

let desk: CallDesk;
const fixture = makeMarketFixture();

beforeAll(async () => {
  desk = await openCallDesk(({ app }) =>
    createMarketPageRoutes({
      database: app,
      ...fixture,
      readNowMs: Date.now,
      mark: () => Buffer.from('x'),
      readPopular: async () => [],
    }),
  );
  for (const { coinId, shortName, name } of fixture.markets.listCoins()) {
    await desk.database.app.execute('INSERT INTO coins VALUES ($1, $2, $3)', [
      coinId,
      shortName,
      name,
    ]);
  }
});
afterAll(() => desk.stop());

function set(coin: string, picture?: string) {
  const database = desk.database.app;
  const kept = { key: makeAuditKey('00'), dataFolder: desk.database.folder, readNowMs: Date.now };
  const handlers = createCoinHandlers({
    database,
    audit: createAuditLog(database, kept),
    markets: fixture.markets,
    coinPictures: { read: readCoinPicture, set: setCoinPicture },
  });
  return handlers['coin.picture']?.({ coin, ...(picture === undefined ? {} : { picture }) });
}
const readLogo = async () => {
  const { data } = await desk.ask(searchRoutes.search, { query: { keyword: 'btcusdt' } });
  return data.spots[0].webLogo as string;
};

test('a coin has the picture that was brought, and none when it was taken away', async () => {
  expect(await readLogo()).toBe('');
  const picture = makePng(64).toString('base64');
  const answer = await set('btc', picture);
  const logo = await readLogo();
  expect(answer).toEqual({ coin: 'BTC', webLogo: logo });
  expect(logo).toMatch(/^\/hk-web\/public\/coin\/[0-9a-f]{32}$/);
  const shown = await desk.app.inject({ method: 'GET', url: logo });
  expect(shown.headers['content-type']).toBe('image/png');
  expect(shown.rawPayload.length).toBeGreaterThan(50);
  await set('BTC', picture);
  expect(await readLogo()).not.toBe(logo);
  expect((await desk.app.inject({ method: 'GET', url: logo })).statusCode).toBe(404);
  await set('BTC');
  expect(await readLogo()).toBe('');
  expect(coinPictureRoutes.coinPicture.path).toContain('/public/');
});

test('what is no picture of a good size changes nothing', async () => {
  await set('ETH', makePng(64).toString('base64'));
  const before = fixture.markets.coinByName('ETH')?.webLogo;
  for (const text of [
    Buffer.from('<svg/>').toString('base64'),
    makePng(16).toString('base64'),
    makePng(600).toString('base64'),
  ]) {
    await expect(set('ETH', text)).rejects.toMatchObject({ exitCode: 64 });
  }
  await expect(set('NONE')).rejects.toThrow('There is no coin NONE');
  expect(fixture.markets.coinByName('ETH')?.webLogo).toBe(before);
  expect(before).not.toBe('');
});
