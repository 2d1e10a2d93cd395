// Money moves between one's own accounts: every outcome a person can meet, balances before and
// after, records, and nothing lost or made on the way.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitForStillness } from '../fixture/browser.ts';
import { openAccounts, operate } from '../fixture/exchange.ts';
import type { Person } from '../fixture/person.ts';
import { meetTrader, shareFixture } from '../fixture/fixture.ts';

const fixture = shareFixture();
let mover: Person;
let closeAccounts = async () => {};

beforeAll(async () => {
  mover = await meetTrader(fixture, 'mover');
});
afterAll(() => closeAccounts());

const amount = () => mover.page.getByRole('textbox', { name: 'Amount' });
const submit = () => mover.page.getByRole('button', { name: 'Transfer', exact: true });
const hasMoved = (text: string) => mover.page.locator('.ui-toast', { hasText: text }).waitFor();

it('takes no account that no product uses from an address, until one is opened', async () => {
  const { page } = mover;
  await page.goto(`${fixture.server.address}/en_US/account/transfer?source=2&target=5`);
  await page.getByText('No other account yet').waitFor();
  expect(await page.getByRole('combobox', { name: 'To', exact: true }).count()).toBe(0);
  closeAccounts = await openAccounts(
    fixture.server,
    'contract:USDT',
    'cross:USDT',
    'isolated:USDT',
  );
});

it('moves what is typed, capped at what is there, and shows both accounts', async () => {
  const { page } = mover;
  await page.goto(`${fixture.server.address}/en_US/account/transfer?source=2&target=5`);
  await page.getByText('Available 10,000').waitFor();
  await submit().click();
  await page.getByText('Enter an amount above zero.').waitFor();
  await amount().fill('99999');
  await expect.poll(() => amount().inputValue()).toBe('99999');
  await page.getByText('At most 10,000 USDT can be transferred.').waitFor();
  // The press lowers the amount and says so; nothing is sent before it was seen.
  await submit().click();
  await page.getByText('Reduced to 10,000 USDT, the maximum that can be transferred.').waitFor();
  await expect.poll(async () => (await amount().inputValue()).replaceAll(',', '')).toBe('10000');
  await amount().fill('2500.5x');
  await page.getByText('Not a number: write it like 1,234.55').waitFor();
  await submit().click();
  await expect.poll(() => amount().inputValue()).toBe('2500.5x');
  await amount().fill('2,500.5');
  await page.getByRole('row', { name: /Contracts 0 2,500\.5/ }).waitFor();
  await submit().click();
  await hasMoved('Transferred 2,500.5 USDT.');
  await page.getByText('Available 7,499.5').waitFor();
  await page.getByRole('table', { name: 'Transfer records' }).getByText('2,500.5').waitFor();
});

it('turns the way round with one press, and takes all', async () => {
  const { page } = mover;
  await page.getByRole('button', { name: 'Swap the two accounts' }).click();
  await page.getByText('Available 2,500.5').waitFor();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect.poll(() => amount().inputValue()).toBe('2,500.5');
  await amount().fill('500.5');
  await submit().click();
  await hasMoved('Transferred 500.5 USDT.');
  await page.goto(`${fixture.server.address}/en_US/assetManagement/swaps`);
  await page.getByText('2,000').first().waitFor();
});

it('asks before it opens a margin account, and chooses a pair for an isolated one', async () => {
  const { page } = mover;
  await page.goto(`${fixture.server.address}/en_US/account/transfer?source=2&target=6`);
  await page.getByText('Available 8,000').waitFor();
  await amount().fill('1000');
  await submit().click();
  await page.getByText('You have no cross margin account yet.').waitFor();
  await page.getByRole('button', { name: 'Open and transfer' }).click();
  await hasMoved('Transferred 1,000 USDT.');
  await page.goto(`${fixture.server.address}/en_US/account/transfer?source=2&target=7`);
  await page.getByText('Available 7,000').waitFor();
  await page.getByRole('combobox', { name: 'Coin', exact: true }).click();
  await page.getByRole('option', { name: 'USDT 7,000' }).waitFor();
  await page.keyboard.press('Escape');
  await amount().fill('10');
  await submit().click();
  await page.getByText('You have no isolated margin account for this pair yet.').waitFor();
  await page.getByRole('button', { name: 'Open and transfer' }).click();
  await hasMoved('Transferred 10 USDT.');
});

it('shows what is closed, and keeps to what may still be moved today', async () => {
  const { page } = mover;
  await page.route('**/hk-web/wallet/info?type=2*', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = (await answer.json()) as { data: object };
    await route.fulfill({ json: { ...rest, data: { ...data, todayAvailableLimit: '5' } } });
  });
  await page.goto(`${fixture.server.address}/en_US/account/transfer?source=2&target=5`);
  await page.getByText('Available 6,990').waitFor();
  await page.getByText('Left today 5').waitFor();
  await amount().fill('7');
  await amount().blur();
  await expect.poll(() => amount().inputValue()).toBe('5');
  await page.getByText('Reduced to 5 USDT, the maximum that can be transferred.').waitFor();
  await page.getByRole('button', { name: 'Swap the two accounts' }).click();
  await expect.poll(() => amount().inputValue()).toBe('');
  await page.getByRole('button', { name: 'Swap the two accounts' }).click();
  await page.getByText('Left today 5').waitFor();
  await page.getByRole('combobox', { name: 'Coin' }).click();
  // Contracts take no BTC.
  const closed = page.getByRole('option', { name: 'BTC cannot be transferred here' });
  await closed.waitFor();
  await expect.poll(() => closed.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Escape');
  await page.unrouteAll();
});

it('takes the first open pair for an isolated account, and shows what is closed', async () => {
  const { page } = mover;
  const closed = { quoteTransferinable: false, baseTransferinable: false };
  let names: string[] = [];
  await page.route('**/hk-web/transfer/info', async (route) => {
    const body = (await (await route.fetch()).json()) as { data: { pairs: Pair[] } };
    const pairs = body.data.pairs.map((pair, at) => (at < 2 ? { ...pair, ...closed } : pair));
    names = pairs.map(({ base, quote }) => `${base}/${quote}`);
    await route.fulfill({ json: { ...body, data: { ...body.data, pairs } } });
  });
  await page.goto(`${fixture.server.address}/en_US/account/transfer?source=2&target=7`);
  const field = page.getByRole('combobox', { name: 'Pair', exact: true });
  await field.waitFor();
  await expect.poll(() => field.innerText()).toContain(names[2]);
  await field.click();
  const options = page.getByRole('option');
  await options.nth(3).waitFor();
  const states = await options.evaluateAll((all) =>
    all.slice(0, 3).map((one) => one.getAttribute('aria-disabled') === 'true'),
  );
  expect(states).toEqual([true, true, false]);
  await page.keyboard.press('Escape');
  await page.unrouteAll();
});

/** What is read of a pair here. */
interface Pair {
  readonly base: string;
  readonly quote: string;
}

it('answers every outcome as the specification says, and warns before a bonus ends', async () => {
  const { page } = mover;
  const refuse = async (code: number, message: string) => {
    const body = { code, message, data: { reject: 'refused', facts: {} } };
    await page.unroute('**/hk-web/v2/transfer');
    await page.route('**/hk-web/v2/transfer', (route) => route.fulfill({ json: body }));
  };
  await page.route('**/hk-web/wallet/info?type=2*', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = (await answer.json()) as { data: object };
    await route.fulfill({ json: { ...rest, data: { ...data, transferOpenCardInvalid: true } } });
  });
  await page.goto(`${fixture.server.address}/en_US/account/transfer?source=2&target=5`);
  await page.getByText('Available 6,990').waitFor();
  const send = async () => {
    await amount().fill('1');
    await submit().click();
    const warning = page.getByRole('alertdialog', { name: 'This ends your bonus' });
    await warning.getByRole('button', { name: 'Transfer anyway' }).click();
  };
  for (const [code, words] of [
    [30_705, 'Your margin would be too thin.'],
    [40_001, 'Something of its own.'],
    // What other calls tell the whole page is answered by the form here.
    [20_101, 'Identity comes first.'],
    [20_102, 'Not for this account.'],
  ] as const) {
    await refuse(code, words);
    const readAnew = page.waitForRequest('**/hk-web/wallet/info?*');
    await send();
    await page.locator('.ui-banner', { hasText: words }).waitFor();
    await readAnew;
    await page.locator('[role=alertdialog]').waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').count(), words).toBe(0);
  }
  await refuse(20_351, 'It is on its way.');
  await send();
  const dialog = page.getByRole('alertdialog', { name: 'Being processed' });
  await dialog.getByText('It is on its way.').waitFor();
  await dialog.getByRole('button', { name: 'View records' }).click();
  await page.waitForURL('**/orderHome/transferRecord?source=2&target=5');
  await page.unrouteAll();
});

it('shows the records that were chosen last, and ends the reading of those before', async () => {
  const { page } = mover;
  await page.goto(`${fixture.server.address}/en_US/orderHome/transferRecord`);
  const table = page.getByRole('table', { name: 'Transfer records' });
  await table.getByText('2,500.5').waitFor();
  // Its answer never comes.
  const ofSpot = '**/hk-web/finance/transfer/history/list?*source=2*';
  const asked = page.waitForRequest(ofSpot);
  await page.route(ofSpot, () => {});
  const chooseFrom = async (account: string) => {
    await page.getByRole('combobox', { name: 'From', exact: true }).click();
    await page.locator('[role=option]', { hasText: new RegExp(`^${account}$`) }).click();
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
  };
  await chooseFrom('Spot');
  const late = await asked;
  // The rows before stay until others have come.
  await expect.poll(() => table.getByText('2,500.5').count()).toBe(1);
  const ended = page.waitForEvent('requestfailed', (request) => request === late);
  await chooseFrom('Contracts');
  await ended;
  await table.getByText('2,500.5').waitFor({ state: 'detached' });
  await waitForStillness(page);
  expect(await table.getByText('2,500.5').count()).toBe(0);
  await expect.poll(() => table.getByText('500.5').count()).toBe(1);
  await page.unroute(ofSpot);
});

it('keeps records that can be narrowed, and the books balance', async () => {
  const { page } = mover;
  const refusal = { code: 10_008, message: 'Something failed.', data: {} };
  const failing = '**/hk-web/finance/transfer/history/list?*';
  await page.route(failing, (route) => route.fulfill({ json: refusal }));
  await page.goto(`${fixture.server.address}/en_US/orderHome/transferRecord?source=2&target=5`);
  const again = page.getByRole('button', { name: 'Retry' });
  await again.waitFor();
  await page.unroute(failing);
  await again.click();
  await page.getByRole('table', { name: 'Transfer records' }).getByText('2,500.5').waitFor();
  await page.goto(`${fixture.server.address}/en_US/orderHome/transferRecord?source=2&target=6`);
  const table = page.getByRole('table', { name: 'Transfer records' });
  await table.getByText('1,000').waitFor();
  expect(await table.getByText('2,500.5').count()).toBe(0);
  const report = JSON.parse(await operate(fixture.server, ['verify'])) as { isSound?: boolean };
  expect(report.isSound).toBe(true);
  expect(mover.complaints).toEqual([]);
});
