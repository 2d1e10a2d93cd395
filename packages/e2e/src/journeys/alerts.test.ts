// Price alerts of each kind as a person sets them: asked for on the page, kept over a restart,
// fired by real trades, told by a toast and a message. What is a move and what a new high is known
// only after an hour of prices: the server is started again with a clock that is ahead.
import type { MessageRow } from '@isobath/wire';
import { beforeAll, expect, it } from 'vitest';
import { call, tradeAt } from '../fixture/exchange.ts';
import { setClockAhead } from '../fixture/clock-ahead.ts';
import { choose, type Person, press } from '../fixture/person.ts';
import { meetTrader, setFixture } from '../fixture/fixture.ts';

const fixture = setFixture({ ISOBATH_LIQUIDITY: 'off' });
const ALERTS = 'inMail/noticeNavList?tab=alerts';
const laterMs = 70 * 60_000;
let watcher: Person;
let other: Person;

beforeAll(async () => {
  watcher = await meetTrader(fixture, 'watcher');
  other = await meetTrader(fixture, 'other');
  await tradeAt({ buyer: other, seller: watcher }, 64_000);
});

/** Open a page of the watcher's and wait until what arrives is heard there. */
async function openHearing(path: string): Promise<void> {
  await watcher.page.goto(`${fixture.server.address}/en_US/${path}`);
  await watcher.page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).waitFor();
}

/** A trade, and the toasts that it must bring. */
async function tradeAndHear(price: number, reported: readonly string[]): Promise<void> {
  const heard = reported.map((text) =>
    watcher.page.locator('.ui-toast', { hasText: text }).first().waitFor(),
  );
  await tradeAt({ buyer: other, seller: watcher }, price);
  await Promise.all(heard);
}

it('sets an alert of each kind, and lists what each waits for', async () => {
  const { page } = watcher;
  await openHearing(ALERTS);
  const main = page.locator('main');
  await main.getByText('No price alerts').waitFor();
  for (const [type, field, value, words] of [
    ['rises to', 'Price', '65000', 'rises to 65,000 USDT'],
    ['falls to', 'Price', '63000', 'falls to 63,000 USDT'],
    ['moves by', 'Percent', '5', 'moves by 5 % within 1 hour'],
    ['makes a new 24 h high or low', '', '', 'makes a new 24 h high or low'],
  ] as const) {
    await choose(page, 'When the price', type);
    if (field !== '') await main.getByRole('textbox', { name: field }).fill(value);
    await press(main.getByRole('button', { name: 'Add alert' }));
    await main.locator('.inbox-alert', { hasText: words }).waitFor();
  }
  await expect.poll(() => main.getByText('Waiting', { exact: true }).count()).toBe(4);
});

it('fires each by the trade that it waits for, and tells of it by a message', async () => {
  const { page } = watcher;
  await fixture.server.restart(setClockAhead(laterMs));
  await other.page.reload();
  await openHearing(ALERTS);
  // While the server was away, the page said so.
  watcher.complaints.length = 0;
  await tradeAndHear(65_000, ['BTC/USDT rose to 65,000', 'BTC/USDT: new 24 h high']);
  await tradeAndHear(63_000, ['BTC/USDT fell to 63,000']);
  await tradeAndHear(68_000, ['BTC/USDT moved by 6.25 %']);
  await page.reload();
  const main = page.locator('main');
  await expect.poll(() => main.getByText('Done', { exact: true }).count()).toBe(4);

  const requested = { moduleId: 20, pageNum: 1, pageSize: 10 };
  const path = '/hk-web/v2/inmail/message/list';
  const { list } = await call<{ list: MessageRow[] }>(watcher, path, requested);
  const reported = list.map(({ dataJson }) => JSON.parse(dataJson) as Record<string, unknown>);
  const facts = reported.map((one) => [one['alertType'], one['alertValue'], one['currentPrice']]);
  expect(facts.toSorted()).toEqual([
    [1, '65000.00', '65000.00'],
    [2, '63000.00', '63000.00'],
    [3, '5.00', '68000.00'],
    [4, '0', '65000.00'],
  ]);
  // Each message of an alert stands beside what the market is at now.
  await openHearing('inMail/noticeNavList');
  await press(main.getByRole('tab', { name: 'Quotes' }));
  await expect.poll(() => main.locator('.inbox-message').count()).toBe(4);
  await main.locator('.inbox-quote', { hasText: 'BTC/USDT · now68,000' }).first().waitFor();
  expect(watcher.complaints).toEqual([]);
});
