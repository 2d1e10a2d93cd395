// Rooms beside the trade page, through the screens alone: joining by an invitation, what coins cost
// on the asset page, alerts and stars where markets are listed, the own level among the fees.
import { beforeAll, expect, it } from 'vitest';
import { isTooWide } from '../fixture/browser.ts';
import { call, placeLimit } from '../fixture/exchange.ts';
import {
  askDemoMoney,
  meetPerson,
  type Person,
  registerPerson,
  signUp,
  press,
  waitForLife,
} from '../fixture/person.ts';
import { setFixture } from '../fixture/fixture.ts';

// Nobody else has traded here: what a chart and a book show is this journey's own.
const fixture = setFixture({ ISOBATH_LIQUIDITY: 'off' });
let host: Person;
let guest: Person;

beforeAll(async () => {
  host = await meetPerson(fixture.browser, 'host');
  guest = await meetPerson(fixture.browser, 'guest');
  await signUp(host, fixture.server.address);
});

const go = ({ page }: Person, path: string) => page.goto(`${fixture.server.address}/en_US/${path}`);

it('takes an invitation from the address, refuses a false one, and wants agreement', async () => {
  const { page } = guest;
  const { fid } = await call<{ fid: number }>(host, '/hk-web/account/session');
  await go(guest, `register?inviteCode=${fid}`);
  const code = page.getByRole('textbox', { name: 'Invitation code (optional)' });
  await waitForLife(code);
  await expect.poll(() => code.inputValue()).toBe(String(fid));
  await page.locator('input[name=email]').fill(guest.email);
  await page.locator('input[name=password]').fill(`${guest.email.split('@')[0]}-1234`);
  await page.getByText('It contains your email address.').waitFor();
  await page.locator('input[name=password]').fill(guest.password);
  const submit = page.locator('form.account-form button[type=submit]');
  await submit.click();
  const terms = page.getByRole('checkbox', { name: /I agree to the terms of use/ });
  await expect.poll(() => page.locator('input[name=terms]:invalid').count()).toBe(1);
  await terms.check();
  await code.fill('9999999');
  await submit.click();
  await page.getByText('This invitation code does not exist.').waitFor();
  await code.fill(String(fid));
  await submit.click();
  await page.getByRole('textbox', { name: 'Digit 1 of 6' }).waitFor();
  await registerPerson(guest, fixture.server.address);
});

it('shows what a coin cost and won, opens its movements, hides small ones for good', async () => {
  const { page } = guest;
  await host.page.goto(`${fixture.server.address}/en_US/assetManagement/home`);
  await askDemoMoney(host);
  await page.getByText('No assets yet').waitFor();
  await askDemoMoney(guest);
  await placeLimit(host, 'sell', ['0.02', 50_000]);
  await placeLimit(guest, 'buy', ['0.02', 50_000]);
  await placeLimit(host, 'sell', ['0.0001', 60_000]);
  await placeLimit(guest, 'buy', ['0.0001', 60_000]);
  const row = page.getByRole('row', { name: /Bitcoin/ });
  await expect
    .poll(async () => {
      await page.reload();
      await row.first().waitFor();
      return row.locator('.assets-profit').textContent();
    })
    .toContain('+');
  await press(row.getByRole('button', { name: 'Details of BTC' }));
  const detail = page.locator('.coin-detail');
  await detail.locator('.coin-detail-moves li').nth(4).waitFor();
  await expect.poll(() => detail.locator('.coin-detail-moves li').count()).toBe(5);
  await detail.getByRole('link', { name: 'Deposit' }).waitFor();
  const small = page.getByRole('switch', { name: 'Hide coins below 1 USDT' });
  await page.getByRole('link', { name: 'ETH', exact: true }).waitFor();
  await small.check();
  await page.reload();
  await waitForLife(small);
  await expect.poll(() => small.isChecked()).toBe(true);
  await page.getByRole('link', { name: 'USDT', exact: true }).waitFor();
});

it('sets an alert from the row of a market, and stars a coin', async () => {
  const { page } = guest;
  await go(guest, 'market');
  const row = page.getByRole('row', { name: /BTC\/USDT/ }).first();
  const bell = row.getByRole('button', { name: 'Set a price alert' });
  await press(bell);
  const dialog = page.getByRole('dialog', { name: 'Add alert' });
  await dialog.getByRole('textbox', { name: 'Price' }).fill('70000');
  await dialog.getByRole('button', { name: 'Add alert' }).click();
  await dialog.waitFor({ state: 'detached' });
  const alerts = await call<{ symbol: string }[]>(guest, '/hk-web/inmail/priceAlert');
  expect(alerts.map(({ symbol }) => symbol)).toEqual(['btc_usdt']);
  await go(guest, 'coinInfo?coin=ETH');
  const star = page.locator('.coin-acts').getByRole('button', { name: 'Favorite' });
  await press(star);
  await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true');
  await go(guest, 'coinInfo?coin=BXX');
  await page.getByText('The coin BXX is not listed here').waitFor();
});

it('sends stars of contracts one after the other: the last list knows them all', async () => {
  const { page } = guest;
  const codes = ['btc', 'eth', 'sol'];
  const path = '/swap/v1/portal/collection';
  const adding = codes.map((contractCode) => ({ contractCode, status: 0 }));
  await page.evaluate(`fetch('${path}', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'isobath' },
    body: '${JSON.stringify(adding)}',
  })`);
  await go(guest, 'market?tab=favourites&kind=contract');
  const stars = page.locator('.market-contracts').getByRole('button');
  await waitForLife(stars.nth(2));
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const sent: string[] = [];
  await page.route(`**${path}`, async (route) => {
    const request = route.request();
    if (request.method() === 'POST') {
      sent.push(request.postData() ?? '');
      if (sent.length === 1) await held;
    }
    await route.continue();
  });
  const begun = page.waitForRequest((request) => request.method() === 'POST');
  await stars.first().click();
  await begun;
  await expect.poll(() => stars.count()).toBe(2);
  await stars.first().click();
  await expect.poll(() => stars.count()).toBe(1);
  expect(sent).toHaveLength(1);
  letGo();
  await expect.poll(() => sent.length).toBe(2);
  const left = () => call<{ contractCode: string }[]>(guest, path);
  await expect.poll(async () => (await left()).map((one) => one.contractCode)).toEqual(['sol']);
  await expect.poll(() => stars.count()).toBe(1);
  await page.unrouteAll();
});

it('narrows the markets letter by letter, without asking for a page', async () => {
  const { page } = guest;
  await go(guest, 'market');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const box = page.locator('.market-head').getByRole('searchbox');
  await waitForLife(box);
  await box.pressSequentially('btc');
  await expect.poll(() => new URL(page.url()).search).toBe('?q=btc');
  await expect.poll(() => box.inputValue()).toBe('btc');
  await page.getByRole('tab', { name: 'BTC', exact: true }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?q=btc&tab=BTC');
  expect(requested.filter((path) => path.endsWith('.data'))).toEqual([]);
});

it('lists contracts that a search finds, folded to four, beside markets and by tab', async () => {
  const { page } = guest;
  await go(guest, 'market');
  await waitForLife(page.locator('.shell-search'));
  // No contract is listed yet: what a search says once some are is said in its place.
  const codes = ['btc', 'btc_d', 'eth', 'sol', 'xrp'];
  await page.route('**/market/search/result?*', async (route) => {
    const body = (await (await route.fetch()).json()) as { data: object };
    const swaps = codes.map((contractCode) => {
      const isDelivery = contractCode.endsWith('_d');
      const kind = {
        contractType: isDelivery ? 'quarter' : 'perpetual',
        instType: isDelivery ? 5 : 4,
      };
      const prices = { last: '61234.5', changepercentage: '-1.25' };
      const names = { contractCode, liquidationDate: '', traceId: contractCode };
      return { ...names, ...kind, ...prices };
    });
    await route.fulfill({ json: { ...body, data: { ...body.data, result: true, swaps } } });
  });
  await page.locator('.shell-search').click();
  const panel = page.locator('.search-panel');
  await panel.getByRole('searchbox').fill('btc');
  const contracts = panel.getByRole('region', { name: 'Contract' });
  const markets = panel.getByRole('region', { name: 'Spot' });
  await expect.poll(() => contracts.locator('.search-row').count()).toBe(4);
  await expect.poll(() => markets.count()).toBe(1);
  await contracts.getByRole('button', { name: 'View more (1)' }).click();
  await expect.poll(() => contracts.locator('.search-row').count()).toBe(5);
  await panel.getByRole('tab', { name: 'Spot' }).click();
  await contracts.waitFor({ state: 'detached' });
  await panel.getByRole('tab', { name: 'Contract' }).click();
  await markets.waitFor({ state: 'detached' });
  const delivery = contracts.getByRole('link', { name: /^BTC_D Delivery/ });
  await delivery.getByText('61,234.5').waitFor();
  await delivery.click();
  await page.waitForURL('**/contract/exchange/trade/?tradeName=btc_d');
  // What a page to come will be is said to whoever comes by a link, too.
  await page.getByText('Here you will trade perpetual and delivery contracts').waitFor();
  // What was chosen from results is offered again.
  await press(page.locator('.shell-search'));
  await panel.getByRole('link', { name: 'BTC_D Contract', exact: true }).click();
  await page.waitForURL('**/contract/exchange/trade/?tradeName=btc_d');
  await page.unrouteAll();
});

it('leads from no stablecoin to a contract: there is none', async () => {
  const { page } = guest;
  await page.route('**/market/search/popular', async (route) => {
    const body = (await (await route.fetch()).json()) as { data: object[] };
    const stable = ['USDT', 'USDC', 'F_USDT', 'F_USDC'].map((baseCurrency, at) => {
      return { ...body.data[0], baseCurrency, tradeId: 9_000 + at };
    });
    await route.fulfill({ json: { ...body, data: [...stable, ...body.data] } });
  });
  await go(guest, 'market');
  await press(page.locator('.shell-search'));
  const panel = page.locator('.search-panel');
  const names = panel.locator('.search-row .search-name b');
  await panel.getByText('F_USDC').waitFor();
  const popular = (await names.allTextContents()).filter((name) => !/^(F_)?USD[TC]$/.test(name));
  await panel.getByRole('searchbox').fill('zzzz');
  await panel.getByText('No matching market or contract').waitFor();
  await expect.poll(() => names.allTextContents()).toEqual(popular.slice(0, 3));
  const found = page.waitForResponse('**/market/search/result?*');
  await panel.getByRole('searchbox').fill('usdc 5x');
  await (await found).finished();
  await panel.getByText('USDC').first().waitFor();
  expect(await panel.locator('.search-offer').count()).toBe(0);
  await page.unrouteAll();
});

it('shows the own level among the fees, and where it begins to a visitor', async () => {
  await go(guest, 'rateStandard');
  const own = guest.page.getByRole('region', { name: 'Your level' });
  await own.getByText('VIP 0, your level').waitFor();
  await own.getByText('Remaining volume for VIP 1').waitFor();
  const visitor = await meetPerson(fixture.browser, 'visitor');
  await go(visitor, 'rateStandard');
  await visitor.page
    .getByRole('region', { name: 'Your level' })
    .getByRole('link', { name: 'Log in' })
    .waitFor();
});

it('leads on from the end of home', async () => {
  const { page } = guest;
  await go(guest, '');
  await waitForLife(page.locator('main').first());
  const place = page.locator('.home-map-room');
  await place.scrollIntoViewIfNeeded();
  await place.getByRole('link', { name: /Fees/ }).waitFor();
  await place.getByRole('img', { name: 'Scan to open the app page on a phone' }).waitFor();
});

it.each(['en_US', 'de_DE', 'es_ES'])(
  'has cards of fees of one height on a phone, in %s',
  async (locale) => {
    const { page } = guest;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${fixture.server.address}/${locale}/rateStandard`);
    const cards = page.locator('.fees-levels .ui-table-body > .ui-table-row');
    await cards.nth(15).waitFor();
    // The name of the own level may be longer than those of the others.
    const heights = await cards.evaluateAll((all) =>
      all.slice(1).map((one) => Math.round(one.getBoundingClientRect().height)),
    );
    expect(new Set(heights).size, heights.join(' ')).toBe(1);
  },
);

it('fits a phone', async () => {
  const { page } = guest;
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['assetManagement/home', 'market', 'coinInfo?coin=BTC', 'rateStandard', '']) {
    await go(guest, path);
    await waitForLife(page.locator('main').first());
    expect(await isTooWide(page), path).toBe(false);
  }
  expect(guest.complaints).toEqual([]);
});
