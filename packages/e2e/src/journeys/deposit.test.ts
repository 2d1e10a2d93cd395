// A newcomer deposits by hand: address, outside wallet, confirmations, credit; then withdraws on a
// phone's screen: what stands against it, the address book, what is refused, the proof, the way of
// the money and its arrival on the chain, and taking it back. On a server of its own: its chains
// are.
import { beforeAll, expect, it } from 'vitest';
import type { LocalChain } from '@isobath/wire';
import { addAuthenticator } from '../fixture/authenticator.ts';
import { call } from '../fixture/exchange.ts';
import { setFixture } from '../fixture/fixture.ts';
import { verifyPerson } from '../fixture/identity.ts';
import { enterOffice } from '../fixture/office.ts';
import { choose, meetPerson, type Person, press, signUp } from '../fixture/person.ts';

const fixture = setFixture({ ISOBATH_LIQUIDITY: 'off', ISOBATH_CHAINS: 'on' });
const coins = { ETH: 2, BTC: 1, LINK: 10, USDT: 52 } as const;
const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };
const GIVE_UP_MS = 120_000;

let newcomer: Person;
let reviewer: Person;

beforeAll(async () => {
  [reviewer, newcomer] = await Promise.all([
    enterOffice(fixture, 'reviewer', 'compliance'),
    meetPerson(fixture.browser, 'depositor'),
  ]);
  await signUp(newcomer, fixture.server.address);
  await addAuthenticator(newcomer);
});

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

const openWithdraw = (query = `name=${coins.USDT}`) =>
  newcomer.page.goto(`${fixture.server.address}/en_US/assetManagement/extract?${query}`);
const button = (name: string) => newcomer.page.getByRole('button', { name, exact: true });
const field = (name: string) => newcomer.page.getByRole('textbox', { name, exact: true });
const elsewhere = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** The chain of Ethereum, as its keeper saw it last. */
async function readChain(): Promise<LocalChain> {
  type Read = { chains: LocalChain[] };
  const { chains } = await call<Read>(newcomer, '/hk-web/sandbox/chains');
  const found = chains.find(({ outsideAddress }) => outsideAddress.startsWith('0x'));
  if (found === undefined) throw new Error('the chain of Ethereum is not there');
  return found;
}
const readOutside = async () => {
  const { holdings } = await readChain();
  return Number(holdings.find(({ coinId }) => coinId === coins.USDT)?.amount);
};
/** Blocks come one by one while something waits; so many at once make a journey shorter. */
async function mine(count: number): Promise<void> {
  const { networkId } = await readChain();
  await call(newcomer, '/hk-web/sandbox/chains/mine', { networkId, count });
}

/** Confirm a request: the code of the newest mail where one is asked for, then the passkey. */
async function prove(hasMailCode: boolean): Promise<void> {
  const { page } = newcomer;
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
  await dialog.waitFor();
  if (hasMailCode) {
    await dialog.getByText('Code from the email').waitFor();
    const mails = await call<{ to: string; text: string }[]>(newcomer, '/hk-web/sandbox/outbox');
    const mail = mails.find(({ to }) => to === newcomer.email);
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
    await dialog.getByRole('textbox', { name: 'Digit 1 of 6' }).fill(code);
  }
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await dialog.waitFor({ state: 'detached' });
}

it('is told what stands against a withdrawal, and mends it before any money is there', async () => {
  const { page } = newcomer;
  await page.setViewportSize(phone);
  await openWithdraw();
  await page.getByText('Verify your identity first').waitFor({ timeout: GIVE_UP_MS });
  await page.getByRole('link', { name: 'Get verified' }).waitFor();
  await press(page.getByRole('link', { name: 'Set it up' }));
  const section = page.getByRole('region', { name: 'Passkeys' });
  await press(section.getByRole('button', { name: 'Add a passkey' }));
  await section.getByRole('textbox', { name: 'Device name' }).fill('Phone');
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Security verification' });
  await dialog.locator('input').fill(newcomer.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await section.getByText('Phone').waitFor();
  await verifyPerson(newcomer, reviewer);
  await openWithdraw();
  await page.getByText('Used of 24-hour limit').waitFor({ timeout: GIVE_UP_MS });
  expect(await page.getByText('Verify your identity first').count()).toBe(0);
  await page.setViewportSize(desk);
});

it('is led to an address of their own on both chains', async () => {
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
  await mine(12);
  await newest().getByText('Credited', { exact: true }).waitFor({ timeout: GIVE_UP_MS });
  await page.goto(`${fixture.server.address}/en_US/assetManagement/home`);
  await page.getByRole('row', { name: /ETH/ }).getByText('0.5').first().waitFor();
});

it('is told that less than the minimum waits for more, and finds all in the records', async () => {
  const { page } = newcomer;
  await openDeposit(coins.LINK);
  await sendTestCoins('0.05');
  await openDeposit(coins.USDT);
  await sendTestCoins('3000');
  await mine(12);
  await page.goto(`${fixture.server.address}/en_US/assetManagement/financial?type=1`);
  await page.getByText('Below minimum').waitFor({ timeout: GIVE_UP_MS });
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Credited', exact: true }).click();
  await page.waitForURL('**/financial?type=1&status=3');
  const rows = page.getByRole('table', { name: 'Deposits' });
  await rows.getByText('0.5', { exact: true }).waitFor();
  // With as many decimals as the finest amount of its column.
  await rows.getByText('3,000.0', { exact: true }).waitFor({ timeout: GIVE_UP_MS });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('deposits.csv');
  expect(newcomer.complaints).toEqual([]);
});

it('is told what is wrong with an address, declares a large payment, cancels it', async () => {
  const { page } = newcomer;
  await page.setViewportSize(phone);
  await openWithdraw();
  await press(field('Recipient address'));
  await field('Recipient address').fill(`${elsewhere}0`);
  await page.getByText('This is not a valid address.').first().waitFor();
  await field('Recipient address').fill('bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw');
  await page.getByText('This address belongs to another network.').first().waitFor();
  await field('Recipient address').fill(elsewhere);
  await field('Amount').fill('1500');
  await button('Review withdrawal').click();
  await page.getByText('Say who receives it.').waitFor();
  await field('Name of the recipient').fill('Quincella Marmeladova');
  await field('Purpose').fill('Savings');
  await button('Review withdrawal').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm withdrawal' }).click();
  await prove(true);
  await page.getByRole('heading', { name: 'Your withdrawal' }).waitFor();
  await page.getByText('Reviewed by our team').first().waitFor();
  await button('Cancel withdrawal').first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel withdrawal' }).click();
  const rows = page.getByRole('table', { name: 'Withdrawals' });
  await rows.getByText('Canceled', { exact: true }).waitFor();
  await page.getByText('3,000').first().waitFor();
});

it('saves an address with a proof, renames it, and allows saved ones only', async () => {
  const { page } = newcomer;
  const { outsideAddress } = await readChain();
  await page.setViewportSize(phone);
  await openWithdraw('tab=book');
  await page.getByText('No addresses yet').waitFor();
  await press(button('Add address'));
  const dialog = page.getByRole('dialog', { name: 'Add address' });
  await choose(page, 'Network', 'Local Ethereum');
  await dialog.getByRole('textbox', { name: 'Recipient address' }).fill(`${elsewhere}0`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('This is not a valid address').waitFor();
  await dialog.getByRole('textbox', { name: 'Recipient address' }).fill(outsideAddress);
  await dialog.getByRole('textbox', { name: 'Note' }).fill('My wallet');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await prove(true);
  await page.getByText('My wallet').waitFor();
  await button('Edit note').click();
  await page.getByRole('dialog', { name: 'Edit note' }).getByRole('textbox').fill('Cold wallet');
  await page
    .getByRole('dialog', { name: 'Edit note' })
    .getByRole('button', { name: 'Save' })
    .click();
  await page.getByText('Cold wallet').waitFor();
  await page.getByRole('switch', { name: 'Allow saved addresses only' }).click();
  await openWithdraw();
  await page.getByText('Only addresses from your address book are allowed.').waitFor();
  await openWithdraw('tab=book');
  await press(page.getByRole('switch', { name: 'Allow saved addresses only' }));
  await prove(true);
  await page.getByText('Other addresses are allowed again from').waitFor();
});

it('withdraws to the saved address, and it arrives on the chain', async () => {
  const { page } = newcomer;
  const before = await readOutside();
  await openWithdraw();
  await press(page.getByRole('combobox', { name: 'Recipient address' }));
  await page.getByRole('option', { name: 'Cold wallet' }).click();
  await page.getByRole('radio', { name: 'Add fee on top' }).click();
  await field('Amount').fill('0.000001');
  await button('Review withdrawal').click();
  await page.getByText(/^The minimum is /).waitFor();
  await field('Amount').fill('100');
  await button('Review withdrawal').click();
  const sheet = page.getByRole('alertdialog', { name: 'Review withdrawal' });
  await sheet.getByText('Recipient gets').waitFor();
  await sheet.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await prove(false);
  await page.getByRole('heading', { name: 'Your withdrawal' }).waitFor();
  await page.getByText('Sent to the network').first().waitFor();
  await expect.poll(readOutside, { timeout: GIVE_UP_MS }).toBe(before + 100);
  await mine(12);
  const rows = page.getByRole('table', { name: 'Withdrawals' });
  await rows.getByText('Complete', { exact: true }).waitFor({ timeout: GIVE_UP_MS });
});

it('finds it in the records, with its transaction', async () => {
  const { page } = newcomer;
  await page.goto(`${fixture.server.address}/en_US/assetManagement/financial?type=2&status=6`);
  const rows = page.getByRole('table', { name: 'Withdrawals' });
  await press(rows.getByText('Complete', { exact: true }));
  await page.getByText('Arrived').waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), button('Export CSV').click()]);
  expect(file.suggestedFilename()).toBe('withdrawals.csv');
  expect(newcomer.complaints).toEqual([]);
});
