// Two people trade with each other: what one does stands on the other's screen without a reload.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../stage/browser.ts';
import {
  askDemoMoney,
  meetPerson,
  openList,
  openTrade,
  type Person,
  placeOrder,
  registerPerson,
} from '../stage/person.ts';
import { type StagedServer, startServer } from '../stage/server.ts';

let server: StagedServer;
let browser: Browser;
let maker: Person;
let taker: Person;

beforeAll(async () => {
  // Nobody else trades here: whoever fills this order is the other person.
  const settings = { ISOBATH_LIQUIDITY: 'off' };
  [server, browser] = await Promise.all([startServer(settings), openBrowser()]);
  maker = await meetPerson(browser, 'maker');
  taker = await meetPerson(browser, 'taker');
  for (const person of [maker, taker]) {
    await registerPerson(person, server.address);
    await askDemoMoney(person);
    await openTrade(person, server.address, 'btc_usdt');
  }
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('fills the order of one with the order of the other, live on both screens', async () => {
  const bottom = await openList(maker, 'Open orders');
  await placeOrder(maker, { side: 'Buy', kind: 'Limit', size: '0.01', price: '64000' });
  await bottom.getByText('BTC/USDT').waitFor();

  await placeOrder(taker, { side: 'Sell', kind: 'Limit', size: '0.01', price: '64000' });
  await bottom.getByText('No open orders').waitFor();
  const made = await openList(maker, 'Fills');
  await made.getByText('Maker').waitFor();
  const taken = await openList(taker, 'Fills');
  await taken.getByText('Taker').waitFor();
  for (const list of [made, taken]) await list.getByText('64,000').first().waitFor();

  expect(maker.complaints).toEqual([]);
  expect(taker.complaints).toEqual([]);
});

it('places an order once, however often the same request comes', async () => {
  const place = () =>
    maker.page.evaluate(async () => {
      const answer = await fetch('/hk-web/spot/order/place', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-requested-with': 'isobath',
          'idempotency-key': 'one wish',
        },
        body: JSON.stringify({
          symbol: 'btc_usdt',
          side: 'buy',
          type: 'limit',
          price: '30000',
          quantity: '0.01',
        }),
      });
      return (await answer.json()) as { code: number; data: { orderId: string } };
    });
  const first = await place();
  const again = await place();
  expect(first.code).toBe(200);
  expect(again).toEqual(first);
});
