// A new person, through the screens alone: account, demo money, orders, fill, restart.
// Nothing here speaks to the server but the browser; only the demo trader, whom nobody has signed
// in as, is asked for by a program.
import { beforeAll, expect, it } from 'vitest';
import { makeKey, sendRaw, signQuery } from '../binance-api/client.ts';
import { operate } from '../fixture/exchange.ts';
import {
  askDemoMoney,
  logIn,
  meetPerson,
  openList,
  openTrade,
  type Person,
  placeOrder,
  registerPerson,
  waitForLife,
} from '../fixture/person.ts';
import { setFixture } from '../fixture/fixture.ts';

const fixture = setFixture();
let person: Person;

beforeAll(async () => {
  person = await meetPerson(fixture.browser, 'newcomer');
});

it('is told below each field, in the words of the page, what is missing', async () => {
  const { page } = person;
  await page.goto(`${fixture.server.address}/en_US/register`);
  const form = page.locator('form.account-form');
  await waitForLife(form);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect
    .poll(() => form.getByRole('alert').allTextContents())
    .toEqual(['This field is required', 'This field is required', 'Tick this box to continue']);
  const email = page.getByRole('textbox', { name: 'Email' });
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('email');
  await email.fill('nobody');
  await page.getByRole('button', { name: 'Create account' }).click();
  await form.getByText('This is not a valid email address').waitFor();
});

it('mends a wrong code: sent once, cleared, told what is left, and sent anew', async () => {
  const { page } = person;
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.locator('input[name=password]').fill(person.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  const digits = page.getByRole('textbox', { name: /^Digit/ });
  await digits.first().waitFor();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/register/verify')) sent.push(request.postData() ?? '');
  });
  const read = () => digits.evaluateAll((cells) => cells.map((cell) => cell['value']).join(''));
  const isAtFirst = () => digits.first().evaluate((cell) => cell.matches(':focus'));
  for (const [at, left] of ['Attempts left: 4.', 'Attempts left: 3.'].entries()) {
    await page.keyboard.type(`00000${at}`);
    await page.getByText(left).waitFor();
    await expect.poll(read).toBe('');
    expect(await isAtFirst()).toBe(true);
  }
  expect(sent.map((body) => JSON.parse(body).code)).toEqual(['000000', '000001']);
  await page.getByText('Resend code in').waitFor();
});

it('registers with the mailed code and gets demo money', async () => {
  const { page } = person;
  await registerPerson(person, fixture.server.address);
  // Every notice that was there, however short.
  await page.evaluate(`(() => {
    window.toldOf = new Set();
    new MutationObserver(() => {
      for (const each of document.querySelectorAll('.ui-toast')) window.toldOf.add(each.innerText);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  })()`);
  await askDemoMoney(person);
  // The welcome, and a message of each coin: the press itself was told once.
  await page.getByRole('button', { name: 'Notifications, 4 unread' }).waitFor();
  const toldOf = () => page.evaluate<string[]>('[...window.toldOf]');
  await expect.poll(async () => (await toldOf()).length).toBeGreaterThan(0);
  expect((await toldOf()).map((each) => each.replaceAll(/\s+/g, ' ').trim())).toEqual([
    'Demo money received 10,000 USDT, 0.1 BTC, 2 ETH',
  ]);
  expect(person.complaints).toEqual([]);
});

it('rests a limit order far from the market and cancels it', async () => {
  await openTrade(person, fixture.server.address, 'btc_usdt');
  const price = Math.round((await readBestBid(person)) * 0.95);
  // In a window 900 high the form stands whole, down to the ways of money in and out, and no line
  // of what the order costs is two.
  await person.page.locator('form.form').getByRole('textbox', { name: 'Size' }).fill('0.01');
  await person.page.locator('.form .ui-delta-mark').waitFor();
  const heights = await person.page.evaluate<number[]>(`(() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const lines = [...document.querySelectorAll('.form .ui-receipt-line:not([data-total])')];
    const tallest = Math.max(...lines.map((line) => line.getBoundingClientRect().height));
    return [box('.foot').top - box('.account-ways').bottom, tallest];
  })()`);
  expect(heights[0]).toBeGreaterThanOrEqual(0);
  expect(heights[1]).toBe(20);
  await placeOrder(person, { side: 'Buy', kind: 'Limit', size: '0.01', price: String(price) });
  const open = await openList(person, 'Open orders');
  await open.getByText('BTC/USDT').waitFor();
  await open.getByText('0 %').waitFor();
  await open.getByRole('button', { name: 'Cancel order' }).click();
  await open.getByText('No open orders').waitFor();
  const history = await openList(person, 'Order history');
  await history.getByText('Canceled').waitFor();
  expect(person.complaints).toEqual([]);
});

it('takes from the live book and sees the fill and the coins', async () => {
  await placeOrder(person, { side: 'Buy', kind: 'Market', size: '0.02' });
  const history = await openList(person, 'Order history');
  await history.getByRole('cell', { name: 'Filled', exact: true }).waitFor();
  const fills = await openList(person, 'Fills');
  await fills.getByText('Taker').first().waitFor();
  const assets = await openList(person, 'Assets');
  await assets.getByText('BTC', { exact: true }).waitFor();
  expect(person.complaints).toEqual([]);
});

it('finds everything again after a restart, without a code on a known device', async () => {
  const wanted = `${fixture.server.address}/en_US/account/transfer?source=2&target=5`;
  await person.page.goto(`${fixture.server.address}/en_US/assetManagement/home`);
  const before = await readCoins(person);
  await person.page.goto('about:blank');
  await fixture.server.restart();
  await person.context.clearCookies({ name: '__Host-session' });
  // Signing in leads back to the page that asked for it.
  await logIn(person, wanted);
  await person.page.goto(`${fixture.server.address}/en_US/assetManagement/home`);
  expect(await readCoins(person)).toEqual(before);
  await openTrade(person, fixture.server.address, 'btc_usdt');
  const history = await openList(person, 'Order history');
  await history.getByRole('cell', { name: 'Filled', exact: true }).waitFor();
  await history.getByText('Canceled').waitFor();
  expect(person.complaints).toEqual([]);
});

it('has a demo trader with one past, also after a restart', async () => {
  const keys = await makeKey(fixture.server.dataFolder, 'demo', { permissions: 'read' });
  const ask = async (path: string, parameters: Readonly<Record<string, string>> = {}) => {
    const query = signQuery(parameters, keys);
    const { reported } = await sendRaw(fixture.server.address, {
      method: 'GET',
      path,
      query,
      key: keys.apiKey,
    });
    return reported as unknown as Readonly<Record<string, unknown>>[];
  };
  const listWaiting = async () => {
    const open = await ask('/api/v3/openOrders');
    return open.map(({ symbol, side }) => [symbol, side].join(' ')).sort();
  };
  // Asked more often, the question comes up against its limit.
  await expect.poll(listWaiting, { interval: 2_000 }).toEqual(['BTCUSDT BUY', 'ETHUSDT SELL']);
  const traded = await Promise.all(
    ['BTCUSDT', 'ETHUSDT'].map((symbol) => ask('/api/v3/myTrades', { symbol })),
  );
  expect(new Set(traded.flat().map(({ isMaker }) => isMaker))).toEqual(new Set([true, false]));
  const orders = await ask('/api/v3/allOrders', { symbol: 'SOLUSDT' });
  expect(orders.map(({ side, type }) => [side, type].join(' '))).toEqual([
    'BUY LIMIT',
    'SELL LIMIT',
    'SELL LIMIT',
  ]);
  expect(orders.map(({ status }) => status)).toContain('CANCELED');
});

it("opens the demo trader's door with the password that was set last, and no other", async () => {
  const setPassword = async () => JSON.parse(await operate(fixture.server, ['user', 'demo']));
  const first = await setPassword();
  const second = await setPassword();
  expect([first.email, second.email]).toEqual(['demo@example.com', 'demo@example.com']);
  const signIn = async (password: string) => {
    const answer = await fetch(`${fixture.server.address}/hk-web/account/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'isobath',
        origin: fixture.server.address,
      },
      body: JSON.stringify({ email: first.email, password }),
    });
    return (await answer.json()) as { code: number; data: { next?: string } };
  };
  expect((await signIn(first.password)).code).not.toBe(200);
  // A device that nobody knows yet is asked for the mailed code.
  expect((await signIn(second.password)).data.next).toBe('email_code');
});

/** What the form's own chip fills in: the best price a buyer offers. */
async function readBestBid({ page }: Person): Promise<number> {
  const form = page.locator('form.form');
  const read = async () => {
    // Before the book is there it says nothing.
    await form.getByRole('button', { name: 'Bid', exact: true }).click();
    const text = await form.getByRole('textbox', { name: 'Price' }).inputValue();
    return Number(text.replaceAll(',', ''));
  };
  await expect.poll(read).toBeGreaterThan(0);
  return read();
}

/** Names and amounts of the coins, without what they are worth at the moment. */
async function readCoins({ page }: Person): Promise<string[]> {
  const rows = page.getByRole('table', { name: 'Spot account' }).locator('[role=row]');
  await rows.nth(1).waitFor();
  const cells = await rows.evaluateAll((all) =>
    all.slice(1).map((row) =>
      [...row.querySelectorAll('[role=cell]')]
        .slice(0, 4)
        .map((cell) => cell.textContent ?? '')
        .join(' '),
    ),
  );
  return cells.sort();
}
