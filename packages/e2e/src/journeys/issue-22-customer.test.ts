// One customer and two operators: money by a document that two approve, seen by its owner; then the
// account is frozen, says so wherever its owner looks, takes nothing, and is thawed by two.
import { beforeAll, expect, it } from 'vitest';
import { type KeyPair, signQuery } from '../binance-api/client.ts';
import { call, operate } from '../fixture/exchange.ts';
import { enterOffice } from '../fixture/office.ts';
import { logIn, meetPerson, type Person, signUp } from '../fixture/person.ts';
import { shareFixture } from '../fixture/fixture.ts';

const fixture = shareFixture();
const causes = 'This account is frozen. Somebody else may have had access.';
const order = { symbol: 'btc_usdt', side: 'buy', type: 'limit', price: '60000', quantity: '0.001' };
let person: Person;
let maker: Person;
let decider: Person;
let keys: KeyPair;

beforeAll(async () => {
  person = await meetPerson(fixture.browser, 'customer');
  await signUp(person, fixture.server.address);
  maker = await enterOffice(fixture, 'maker', 'administrator');
  decider = await enterOffice(fixture, 'decider', 'administrator');
});

/** Approve the one request that has this reason. */
async function approve(reason: string): Promise<void> {
  const { page } = decider;
  await page.goto(`${fixture.server.address}/admin/approvals`);
  const row = page.getByRole('row').filter({ hasText: reason });
  await row.getByRole('button', { name: 'Decide' }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await row.getByText('Carried out', { exact: true }).waitFor();
}

/** Open the person's page in the office, and one of the things that can be done there. */
async function openAction(name: string): Promise<void> {
  const { page } = maker;
  const { fid } = await call<{ fid: number }>(person, '/hk-web/account/session');
  await page.goto(`${fixture.server.address}/admin/people/${fid}`);
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name }).click();
}

const askByKey = async () => {
  const query = signQuery({}, keys);
  const address = `${fixture.server.address}/api/v3/account?${query}`;
  const answer = await fetch(address, { headers: { 'x-mbx-apikey': keys.apiKey } });
  return (await answer.json()) as { code?: number; canTrade?: boolean };
};

it('credits an account by a document that two agree to; an open page shows it', async () => {
  const reason = `statement for ${person.email}`;
  await person.page.goto(`${fixture.server.address}/en_US/assetManagement/home`);
  await person.page.getByText('No assets yet').waitFor();
  const { page } = maker;
  await page.goto(`${fixture.server.address}/admin/money/new`);
  await page.getByRole('textbox', { name: 'Account' }).fill(person.email);
  // What is still missing is said; the coins that are known are offered.
  await page.locator('.office-missing', { hasText: 'Still missing: Coin, Amount' }).waitFor();
  await page.getByRole('combobox', { name: 'Coin' }).fill('usdt');
  await page.getByRole('option', { name: /^USDT/ }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('1250.75');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('cell', { name: '1,250.75' }).first().waitFor();
  const pdf = Buffer.from('%PDF-1.4\n%%EOF\n');
  const file = { name: 'statement.pdf', mimeType: 'application/pdf', buffer: pdf };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('button', { name: 'Ask for approval' }).click();
  await page.getByRole('heading', { name: 'Credit · Bank statement' }).waitFor();
  await approve(reason);
  // Nobody loads the page again: the balance comes by itself.
  await person.page
    .getByRole('row')
    .filter({ hasText: /USDT.*1,250\.75/ })
    .first()
    .waitFor();
});

it('freezes it: the key ends, and each page says why nothing can be ordered', async () => {
  const made = await operate(fixture.server, [
    'keys',
    'create',
    '--user',
    person.email,
    '--permissions',
    'read,spot',
  ]);
  keys = JSON.parse(made) as KeyPair;
  expect(await askByKey()).toMatchObject({ canTrade: true });
  await openAction('Freeze the account');
  const dialog = maker.page.locator('.ui-dialog');
  await dialog.getByLabel('Reason').fill('stolen phone');
  await dialog.getByRole('button', { name: 'Freeze the account' }).click();
  await maker.page.getByText('This account is frozen').waitFor();
  expect(await askByKey()).toMatchObject({ code: -2015 });

  // Their sessions ended; they may come in and look.
  await logIn(person, `${fixture.server.address}/en_US/user/personSetting`);
  const section = person.page.getByRole('region', { name: 'Freeze the account' });
  await section.getByText('Somebody else may have had access.').waitFor();
  await person.page.goto(`${fixture.server.address}/en_US/trade/exchange/?tradeCode=btc_usdt`);
  await person.page.locator('.shell-region').filter({ hasText: causes }).waitFor();
  const buy = person.page.locator('form.form button[data-variant=buy]');
  await expect.poll(() => buy.getAttribute('aria-disabled')).toBe('true');
  await expect(call(person, '/hk-web/spot/order/place', order)).rejects.toThrow(
    '20127 The account is frozen',
  );
});

it('is thawed by two, and goes on', async () => {
  const reason = `identity of ${person.email} seen`;
  await openAction('Thaw the account');
  const dialog = maker.page.locator('.ui-dialog');
  await dialog.getByLabel('Reference in words').fill('passport seen at the desk');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect(call(person, '/hk-web/spot/order/place', order)).rejects.toThrow('20127');
  await approve(reason);
  expect(await askByKey()).toMatchObject({ canTrade: true });
  const { orderId } = await call<{ orderId: string }>(person, '/hk-web/spot/order/place', order);
  await call(person, '/hk-web/spot/order/cancel', { symbol: order.symbol, orderId });
  await person.page.reload();
  await person.page.locator('form.form button[data-variant=buy]').waitFor();
  expect(await person.page.locator('.shell-region').count()).toBe(0);
});

it('complained about nothing in the console', () => {
  expect([maker, decider].flatMap(({ complaints }) => complaints)).toEqual([]);
});
