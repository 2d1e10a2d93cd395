// Numbers of the specification that only a person's screen shows: what is counted, cut, kept and
// asked again, with the page's own clock where time is long. Not those that a journey of its own
// shows on its way (docs/constants.md names each).
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { call, configure, operate } from '../fixture/exchange.ts';
import { type Person, waitForLife } from '../fixture/person.ts';
import { meetTrader, shareFixture } from '../fixture/fixture.ts';

const desk = { width: 1440, height: 900 };

const fixture = shareFixture('live');
let person: Person;

beforeAll(async () => {
  person = await meetTrader(fixture, 'counter');
});

const inEnglish = (path: string) => `${fixture.server.address}/en_US/${path}`;
const go = (path: string) => person.page.goto(inEnglish(path));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A guest's page whose clock stands still from now on. */
async function openStill(path: string): Promise<Page> {
  const context = await fixture.browser.newContext({ viewport: desk });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(inEnglish(path));
  await waitForLife(page.locator('main').first());
  await page.clock.pauseAt(Date.now() + 60_000);
  return page;
}

/** What the exchange would answer with. */
const answerOf = (data: unknown) => ({ json: { code: 200, message: '', data } });

it('hears of scrolling at once, and then 100 ms later', async () => {
  const page = await openStill('market');
  const button = page.getByRole('button', { name: 'Back to top' });
  const scrollTo = (where: string) =>
    page.evaluate(`new Promise((resolve) => {
      addEventListener('scroll', () => resolve(true), { once: true });
      scrollTo(0, ${where});
    })`);
  await scrollTo('innerHeight + 50');
  // The button comes behind the page; it is there before the clock stands still for good.
  const count = () => button.count();
  const countLater = () => page.clock.runFor(200).then(count);
  await expect.poll(countLater).toBe(1);
  await page.clock.runFor(200);
  await scrollTo('0');
  await expect.poll(count).toBe(0);
  await scrollTo('innerHeight + 50');
  await page.clock.runFor(90);
  expect(await count()).toBe(0);
  await page.clock.runFor(20);
  await expect.poll(count).toBe(1);
  await page.context().close();
});

it('keeps the five markets chosen last, each once, the newest in front', async () => {
  const context = await fixture.browser.newContext({ viewport: desk });
  const page = await context.newPage();
  const names = ['ETH', 'SOL', 'XRP', 'DOGE', 'ADA'];
  const kept = names.map((baseCurrency, at) => ({
    tradeId: 9_000 + at,
    symbol: `${baseCurrency.toLowerCase()}_usdt`,
    baseCurrency,
    quoteCurrency: 'USDT',
    tradeArea: 1,
  }));
  const chips = page.locator('.search-panel .search-chip');
  const openSearch = async () => {
    await page.goto(inEnglish('market'));
    await waitForLife(page.locator('.shell-search'));
    await page.locator('.shell-search').hover();
    await chips.first().waitFor();
  };
  const readChips = async () =>
    (await chips.allTextContents()).map((text) => text.replace('/USDT', ''));
  await page.goto(inEnglish('status'));
  const stored = JSON.stringify(JSON.stringify(kept));
  await page.evaluate(`localStorage.setItem('isobath.search.recent', ${stored})`);
  await openSearch();
  await page.locator('.search-panel').getByRole('searchbox').fill('bitcoin');
  await page.locator('.search-row', { hasText: 'BTC/USDT' }).first().click();
  await page.waitForURL('**/trade/exchange/?tradeCode=btc_usdt');
  await openSearch();
  expect(await readChips()).toEqual(['BTC', 'ETH', 'SOL', 'XRP', 'DOGE']);
  await chips.last().click();
  await page.waitForURL('**/trade/exchange/?tradeCode=doge_usdt');
  await openSearch();
  expect(await readChips()).toEqual(['DOGE', 'BTC', 'ETH', 'SOL', 'XRP']);
  await context.close();
});

it('counts unread messages up to 99, and then says 99+', async () => {
  const page = await person.context.newPage();
  const bell = page.locator('.inbox-bell-count');
  for (const [count, shown] of [
    [99, '99'],
    [100, '99+'],
  ] as const) {
    await page.routeWebSocket('**/ws*', (browserSide) => {
      const serverSide = browserSide.connectToServer();
      serverSide.onMessage((message) =>
        browserSide.send(String(message).replace(/"countTotal":\d+/, `"countTotal":${count}`)),
      );
    });
    await page.goto(inEnglish('status'));
    await expect.poll(() => bell.textContent()).toBe(shown);
  }
  await page.close();
});

it('asks for ten messages at a time, 300 ms apart at least, while there are more', async () => {
  const page = await person.context.newPage();
  // All there is has room: whatever is asked is asked at once, were it not for the guard.
  await page.setViewportSize({ width: 1440, height: 5_000 });
  // By the page's own clock: what is heard of here comes late on a busy machine.
  await page.addInitScript(`{
    window.asked = [];
    const { fetch } = window;
    window.fetch = (...words) => {
      if (String(words[0]?.url ?? words[0]).endsWith('/inmail/message/list')) {
        const { pageNum: page, pageSize: size } = JSON.parse(words[1].body);
        window.asked.push({ page, size, atMs: performance.now() });
      }
      return fetch(...words);
    };
  }`);
  const numbers = { bizType: 0, moduleCode: 2, submoduleCode: 0 };
  const plain = { content: 'Words', hasLink: false, jumpLink: '', supportCode: '', dataJson: '{}' };
  const all = Array.from({ length: 35 }, (_, at) => {
    const title = `Message ${at + 1}`;
    return { id: String(1_000 - at), title, createdTime: Date.now() - at, read: true, ...numbers };
  }).map((row) => ({ ...row, ...plain }));
  await page.route('**/hk-web/v2/inmail/message/list', async (route) => {
    const { pageNum } = route.request().postDataJSON() as Record<string, number>;
    const from = ((pageNum ?? 1) - 1) * 10;
    await route.fulfill(answerOf({ list: all.slice(from, from + 10), totalCount: all.length }));
  });
  await page.goto(inEnglish('inMail/noticeNavList'));
  await page.getByText('Message 35', { exact: true }).waitFor();
  const requested = await page.evaluate<{ page: number; size: number; atMs: number }[]>('asked');
  expect(requested[0]?.page).toBe(1);
  expect(requested.every(({ size }) => size === 10)).toBe(true);
  // A message that comes meanwhile has the first page asked for anew, which nothing delays.
  expect([...new Set(requested.map((one) => one.page))]).toEqual([1, 2, 3, 4]);
  for (const [at, one] of requested.entries()) {
    if (one.page > 1) expect(one.atMs - (requested[at - 1]?.atMs ?? 0)).toBeGreaterThanOrEqual(299);
  }
  await page.close();
});

it('shows the way to cashback when the rebate status is 1 or 3, not when it is 2', async () => {
  const page = await person.context.newPage();
  for (const [status, count] of [
    [1, 1],
    [2, 0],
    [3, 1],
  ] as const) {
    await configure(fixture.server, 'rebateStatus', status, 0);
    await page.goto(inEnglish(`status?rebate=${status}`));
    const group = page.locator('.shell-menu').getByRole('button', { name: 'Contract' });
    await waitForLife(group);
    await group.hover();
    const links = page.locator('.ui-nav-popup .ui-nav-link');
    await links.first().waitFor();
    await expect
      .poll(() => links.filter({ hasText: /^Cashback\b/ }).count(), { message: `${status}` })
      .toBe(count);
    await page.mouse.move(700, 850);
  }
  await page.close();
});

it('begins a transfer with coin 52, cuts at eight decimals, and lists five choices', async () => {
  const page = await person.context.newPage();
  // Without a precision, and as if there were a product that uses the margin account.
  await page.route(/transfer\/(coins|types)\?/, async (route) => {
    const body = (await (await route.fetch()).json()) as { data: Record<string, unknown>[] };
    const open = { transferInAble: true };
    const data = body.data.map(({ transferPrecision: _gone, ...one }) => ({ ...one, ...open }));
    await route.fulfill({ json: { ...body, data } });
  });
  const first = page.waitForRequest('**/hk-web/wallet/info?*');
  await page.goto(inEnglish('account/transfer?source=2&target=6'));
  expect(new URL((await first).url()).searchParams.get('coinId')).toBe('52');
  await page.getByText('Available 10,000').waitFor();
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.fill('1.123456789');
  await page.getByText('Decimal places allowed: 8. The rest will be cut.').waitFor();
  await amount.blur();
  await expect.poll(() => amount.inputValue()).toBe('1.12345678');
  await page.getByText('Cut to 8 decimal places.').waitFor();
  const field = page.getByRole('combobox', { name: 'Coin', exact: true });
  const options = page.getByRole('option');
  const chosen = ['BTC', 'ETH', 'SOL', 'XRP', 'BNB', 'DOGE'];
  for (const coin of chosen) {
    await field.click();
    await page.getByRole('combobox', { name: 'Search' }).fill(coin);
    await expect.poll(() => options.count()).toBeLessThan(10);
    await options.filter({ hasText: coin }).first().click();
    await page.locator('.ui-select', { hasText: coin }).waitFor();
    // A list that closes takes what was typed along, and stays for a moment.
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
  }
  await field.click();
  await options.nth(10).waitFor();
  const above = page.getByRole('group', { name: 'Recent' }).getByRole('option');
  const shown = (await above.allTextContents()).map((text) => /^[A-Z]+/.exec(text)?.[0]);
  expect(shown).toEqual(chosen.slice(1).reverse());
  await page.close();
});

it('shows totals with two decimals in each unit, and in the currency that is chosen', async () => {
  const { page } = person;
  await go('assetManagement/overView');
  const sum = page.locator('.assets-sum');
  const units = page.locator('.overview-total');
  await waitForLife(units.getByRole('radio').first());
  for (const unit of ['USDT', 'BTC', 'ETH']) {
    await units.getByRole('radio', { name: unit, exact: true }).click();
    await expect.poll(() => sum.innerText()).toMatch(new RegExp(`^[\\d,]+\\.\\d{2}\\s*${unit}$`));
  }
  await units.getByRole('radio', { name: 'USD', exact: true }).click();
  const { rates } = await call<{ rates: { currencyCode: string; rate: string }[] }>(
    person,
    '/hk-web/public/currency/rates',
  );
  for (const currency of ['EUR', 'JPY']) {
    const choose = page.locator('header').getByRole('button', { name: 'Language and currency' });
    await choose.click();
    await page.getByRole('dialog').getByRole('button', { name: currency }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const rate = Number(rates.find((one) => one.currencyCode === currency)?.rate);
    const { totalUsdt } = await call<{ totalUsdt: string }>(person, '/hk-web/assets/overview');
    await expect.poll(() => sum.innerText()).toMatch(new RegExp(`${currency}$`));
    const shown = Number((await sum.innerText()).replaceAll(/[^\d.]/g, ''));
    // What is owned moves with the market between the two looks.
    expect(Math.abs(shown / (Number(totalUsdt) * rate) - 1)).toBeLessThan(0.01);
  }
});

it('knows the levels from 0 to 15, and no sixteenth', async () => {
  const { page } = person;
  const user = ['--user', person.email];
  await operate(fixture.server, ['user', 'vip', ...user, '--level', '15']);
  await expect(
    operate(fixture.server, ['user', 'vip', ...user, '--level', '16']),
  ).rejects.toThrow();
  await go('user/overView');
  await page.locator('.person-marks').getByText('VIP 15', { exact: true }).waitFor();
  await go('rateStandard');
  const levels = page.locator('main .ui-table-body [role=row] [role=cell]:first-child');
  await expect
    .poll(() => levels.allTextContents())
    .toEqual([...Array.from({ length: 15 }, (_, level) => `VIP ${level}`), 'VIP 15, your level']);
});

/** What a frame of somebody else's script says, in place of the script. */
const frameThat = (first: 'loaded' | 'failed') => `<script>
  const say = (step) => parent.postMessage({ step, isReady: false, unreadCount: 0 }, '*');
  addEventListener('message', () => say('state'));
  say('${first}');
</script>`;

/** A page of this person with a clock of its own: all pages of a context share theirs. */
async function openOwnPage(): Promise<Page> {
  const storageState = await person.context.storageState();
  return (await fixture.browser.newContext({ viewport: desk, storageState })).newPage();
}

/** A page on which one line of service is somebody else's, its words counted. */
async function openLine(page: Page, line: 1 | 2): Promise<{ read: () => Promise<number> }> {
  const script = { line, address: 'https://chat.example.com/widget.js', name: 'Chat' };
  await page.route('**/hk-web/public/service/get-config', (route) =>
    route.fulfill(answerOf({ serviceLines: [line], scripts: [script] })),
  );
  await page.addInitScript(`addEventListener('message', (event) => {
    if (event.data?.step) window.wordsCount = (window.wordsCount ?? 0) + 1;
  })`);
  await page.clock.install();
  await page.goto(inEnglish('status'));
  await waitForLife(page.locator('main').first());
  await page.clock.pauseAt(Date.now() + 60_000);
  // The widget comes a moment after the page.
  const wait = async () => {
    await page.clock.runFor(500);
    return serviceButton(page).count();
  };
  await expect.poll(wait).toBe(1);
  return { read: () => page.evaluate<number>('window.wordsCount ?? 0') };
}

/** How often a line is asked in each tenth of a second of the page. */
async function readTenths(page: Page, read: () => Promise<number>, count: number) {
  const tenths: number[] = [];
  let before = await read();
  for (let tenth = 0; tenth < count; tenth += 1) {
    await page.clock.runFor(100);
    // Words between two documents take real time: each has done what it was told by then.
    for (const frame of page.frames()) await frame.evaluate('0');
    await pause(25);
    const now = await read();
    tenths.push(now - before);
    before = now;
  }
  return tenths;
}

const serviceButton = (page: Page): Locator => page.locator('.service-button');

/** Press it. A part that comes late is shown when a moment of the page's clock has passed. */
async function askForLine(page: Page, isRequested: () => boolean): Promise<void> {
  await serviceButton(page).click();
  const look = async () => {
    if (!isRequested()) await page.clock.runFor(20);
    return isRequested();
  };
  await expect.poll(look).toBe(true);
}

it('tries a script of service three times more, 2 s apart, and asks in tenths', async () => {
  const page = await openOwnPage();
  let frame = frameThat('failed');
  let tries = 0;
  await page.route('**/outside/1', async (route) => {
    tries += 1;
    await route.fulfill({ contentType: 'text/html', body: frame });
  });
  const { read } = await openLine(page, 1);
  await askForLine(page, () => tries > 0);
  for (const count of [1, 2, 3, 4]) {
    await expect.poll(() => tries).toBe(count);
    // The frame has said that it failed.
    await expect.poll(read).toBe(count);
    await pause(50);
    await page.clock.runFor(1_950);
    await pause(100);
    expect(tries).toBe(count);
    await page.clock.runFor(100);
  }
  await page.clock.runFor(5_000);
  const again = page.locator('.service-menu').getByText('Not reachable. Click to try again');
  await again.waitFor();
  expect(tries).toBe(4);
  frame = frameThat('loaded');
  await again.click();
  await expect.poll(read).toBeGreaterThan(5);
  const tenths = await readTenths(page, read, 50);
  // Three seconds long in each tenth, after that once a second.
  expect(tenths.slice(0, 30).filter((count) => count > 0).length).toBeGreaterThan(26);
  const after = tenths.slice(32).reduce((sum, count) => sum + count, 0);
  expect(after).toBeGreaterThanOrEqual(1);
  expect(after).toBeLessThanOrEqual(3);
  await again.waitFor();
  await page.context().close();
});

it('asks the live line every half second, five seconds long', async () => {
  const page = await openOwnPage();
  let isRequested = false;
  await page.route('**/outside/2', async (route) => {
    isRequested = true;
    await route.fulfill({ contentType: 'text/html', body: frameThat('loaded') });
  });
  const { read } = await openLine(page, 2);
  await askForLine(page, () => isRequested);
  await expect.poll(read).toBeGreaterThan(1);
  const tenths = await readTenths(page, read, 48);
  const busy = tenths.filter((count) => count > 0).length;
  // Ten looks of the start and five of each second, some of which fall together.
  expect(busy).toBeGreaterThanOrEqual(9);
  expect(busy).toBeLessThanOrEqual(16);
  expect(await page.locator('.service-menu').getByText('Not reachable').count()).toBe(0);
  await page.clock.runFor(1_000);
  await page.locator('.service-menu').getByText('Not reachable').waitFor();
  await page.context().close();
});

it('offers the desk, the live line and web chat, the live line to people only', async () => {
  const guest = await (await fixture.browser.newContext({ viewport: desk })).newPage();
  const lines = ['Service desk', 'Live chat', 'Web chat'];
  for (const [page, expected] of [
    [person.page, lines],
    [guest, lines.filter((line) => line !== 'Live chat')],
  ] as const) {
    await page.goto(inEnglish('status'));
    await serviceButton(page).click();
    const names = page.locator('.service-menu button > span');
    await names.first().waitFor();
    const shown = await names.evaluateAll((all) =>
      all.map((one) => one.firstChild?.textContent ?? ''),
    );
    expect(shown).toEqual(expected);
  }
  await guest.context().close();
});
