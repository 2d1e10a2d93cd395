// What somebody owns follows the prices of the market on every page that says it, without a step of
// their own and without a press.
import { beforeAll, expect, it } from 'vitest';
import { placeLimit, readRoundPrice } from '../fixture/exchange.ts';
import type { Person } from '../fixture/person.ts';
import { meetTrader, shareFixture } from '../fixture/fixture.ts';

const fixture = shareFixture('live');
let person: Person;

beforeAll(async () => {
  person = await meetTrader(fixture, 'owner');
  const price = await readRoundPrice(person);
  await placeLimit(person, 'buy', ['0.05', Math.round(price * 1.01)]);
});

it.each([
  ['assetManagement/home', '.assets-sum'],
  ['assetManagement/overView', '.assets-sum'],
  ['user/overView', '.person-sum'],
  ['', '.home-sum'],
])('on the page %j', async (path, place) => {
  const { page } = person;
  await page.goto(`${fixture.server.address}/en_US/${path}`);
  const sum = page.locator(place);
  await expect.poll(() => sum.innerText()).toMatch(/USDT$/);
  const first = await sum.innerText();
  await expect.poll(() => sum.innerText()).not.toBe(first);
});
