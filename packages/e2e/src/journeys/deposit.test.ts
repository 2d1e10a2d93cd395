// A newcomer deposits by hand: address, outside wallet, confirmations, credit. On a server of its
// own: its chains are.
import { expect, it } from 'vitest';
import { meetPerson, type Person, press, signUp } from '../fixture/person.ts';
import { setFixture } from '../fixture/fixture.ts';

const fixture = setFixture({ ISOBATH_LIQUIDITY: 'off' });
const coins = { ETH: 2, BTC: 1, LINK: 10 } as const;
const GIVE_UP_MS = 120_000;

let newcomer: Person;

const openDeposit = async (coinId: number) => {
  const { page } = newcomer;
  await page.goto(`${fixture.server.address}/en_US/assetManagement/topup?name=${coinId}`);
  // Chains and the pool of addresses begin after the site: the page asks again by itself.
  await page
    .getByRole('button', { name: 'Copy address', exact: true })
    .waitFor({ timeout: GIVE_UP_MS });
};
const readAddress = async () =>
  (await newcomer.page.locator('.deposit-hash').innerText()).replaceAll(/\s/g, '');
const sendTestCoins = async (amount: string) => {
  const { page } = newcomer;
  await press(page.getByRole('link', { name: 'Send test coins' }));
  const field = page.getByRole('textbox', { name: 'Amount' });
  await field.fill(amount);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const row = page.getByRole('table', { name: 'Requests' }).getByRole('row').nth(1);
  await row.getByText('Done').waitFor({ timeout: GIVE_UP_MS });
};
const newest = () => newcomer.page.getByRole('table', { name: 'Deposits' }).getByRole('row').nth(1);

it('is led to an address of their own on both chains', async () => {
  newcomer = await meetPerson(fixture.browser, 'depositor');
  await signUp(newcomer, fixture.server.address);
  const { page } = newcomer;
  await page.goto(`${fixture.server.address}/en_US/assetManagement/overView`);
  await press(page.getByRole('link', { name: 'Deposit', exact: true }).first());
  await page.waitForURL('**/assetManagement/topup');
  await page.getByText('Choose the coin you want to deposit.').waitFor();
  await page.getByRole('radio', { name: 'ETH' }).click({ timeout: GIVE_UP_MS });
  await page
    .getByRole('button', { name: 'Copy address', exact: true })
    .waitFor({ timeout: GIVE_UP_MS });
  expect(await readAddress()).toMatch(/^0x[0-9a-fA-F]{40}$/);
  await page.getByText('Send only ETH, and only over Local Ethereum.').waitFor();
  await page.getByRole('img', { name: 'QR code of your deposit address' }).waitFor();
  await openDeposit(coins.BTC);
  expect(await readAddress()).toMatch(/^bcrt1q[0-9a-z]{38}$/);
});

it('names a second address and goes back to the first', async () => {
  const { page } = newcomer;
  await openDeposit(coins.ETH);
  const first = await readAddress();
  await page.getByRole('button', { name: 'Your addresses' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your addresses' });
  await dialog.getByText('1 of 10 addresses').waitFor();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('From my hardware wallet');
  await dialog.getByRole('button', { name: 'New address' }).click();
  await dialog.getByText('2 of 10 addresses').waitFor();
  await dialog.getByText('From my hardware wallet').waitFor();
  await expect.poll(readAddress).not.toBe(first);
  await dialog.getByRole('button', { name: 'Use this one' }).click();
  await expect.poll(readAddress).toBe(first);
  await page.keyboard.press('Escape');
});

it('sends test coins and sees them confirmed and credited', async () => {
  const { page } = newcomer;
  await openDeposit(coins.ETH);
  await sendTestCoins('0.5');
  await openDeposit(coins.ETH);
  await newest()
    .getByText(/^\d+ of 12$/)
    .waitFor({ timeout: GIVE_UP_MS });
  await newest().getByText('Seen on the network').waitFor();
  await newest().getByText('Credited', { exact: true }).waitFor({ timeout: GIVE_UP_MS });
  await page.goto(`${fixture.server.address}/en_US/assetManagement/home`);
  await page.getByRole('row', { name: /ETH/ }).getByText('0.5').first().waitFor();
});

it('is told that less than the minimum waits for more, and finds all in the records', async () => {
  const { page } = newcomer;
  await openDeposit(coins.LINK);
  await sendTestCoins('0.05');
  await page.goto(`${fixture.server.address}/en_US/assetManagement/financial?type=1`);
  await newest().getByText('Below minimum').waitFor({ timeout: GIVE_UP_MS });
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Credited', exact: true }).click();
  await page.waitForURL('**/financial?type=1&status=3');
  await newest().getByText('0.5', { exact: true }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('deposits.csv');
  expect(newcomer.complaints).toEqual([]);
});
