// Connecting a wallet in web3 mode: what it is like today, when none can be connected, and what the
// page does with every answer there will be. Those answers are played: nothing gives them yet.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { waitForStillness } from '../fixture/browser.ts';
import { press, waitForLife, waitForPage } from '../fixture/person.ts';
import { shareFixture } from '../fixture/fixture.ts';

const fixture = shareFixture();
const viewport = { width: 1440, height: 900 };
const QR_CALL = '**/web3/wallet/generate/qrcode';
const CHECK_CALL = '**/web3/wallet/scan/login?*';
const wallet = {
  accountId: 'a7',
  accountName: 'Harbour',
  colorId: 3,
  walletName: 'Wallet',
  device: 'Phone',
  ip: '192.0.2.7',
};

async function openPage(path: string): Promise<Page> {
  const context = await fixture.browser.newContext({ viewport });
  const page = await context.newPage();
  await page.goto(`${fixture.server.address}/en_US${path}`);
  await waitForLife(page.locator('header').first());
  return page;
}

const refuse = (code: number, message: string) => ({
  code,
  message,
  data: { reject: 'refused', facts: {} },
});

/** Play the answers of connecting. @returns the tokens that were asked about, in order. */
async function play(page: Page, answers: readonly object[]): Promise<string[]> {
  const requested: string[] = [];
  let tokensCount = 0;
  await page.route(QR_CALL, (route) => {
    tokensCount += 1;
    const data = { qrCodeToken: `token-${tokensCount}` };
    return route.fulfill({ json: { code: 200, message: '', data } });
  });
  await page.route(CHECK_CALL, (route) => {
    const answer = answers[Math.min(requested.length, answers.length - 1)];
    requested.push(new URL(route.request().url()).searchParams.get('qrCodeToken') ?? '');
    return route.fulfill({ json: answer });
  });
  return requested;
}

const connect = (page: Page) => page.getByRole('button', { name: 'Connect wallet' });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Connect a wallet' });

it('says that no wallet can be connected here yet', async () => {
  const page = await openPage('/status');
  await press(page.getByRole('navigation', { name: 'Mode' }).getByRole('link', { name: 'Web3' }));
  await press(connect(page));
  const reported = page.getByRole('dialog', { name: 'Not available' });
  await reported.getByText('Wallets cannot be connected here yet.').waitFor();
  expect(await dialogOf(page).count()).toBe(0);
  await reported.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL('**/en_US/status');
  await page.context().close();
});

it('asks after 2 s and every 30 s whether the code was scanned, until it is too old', async () => {
  const page = await openPage('/web3');
  const requested = await play(page, [refuse(10_005, 'Not scanned.'), refuse(10_029, 'Too old.')]);
  await page.clock.install();
  await press(connect(page));
  const dialog = dialogOf(page);
  await dialog.getByRole('img', { name: 'Code to scan with the wallet' }).waitFor();
  await waitForStillness(page);
  expect((await dialog.boundingBox())?.width).toBe(400);
  expect((await dialog.locator('.shell-qr').boundingBox())?.width).toBe(135);
  // A code of 21 modules, and one more at each side; a module is 10 wide.
  await expect
    .poll(() => dialog.locator('.shell-qr svg').getAttribute('viewBox'))
    .toBe('0 0 230 230');
  await page.clock.fastForward(2_000);
  await expect.poll(() => requested).toEqual(['token-1']);
  await page.clock.fastForward(30_000);
  await dialog.getByText('The code has expired.').waitFor();
  await page.clock.fastForward(120_000);
  expect(requested).toEqual(['token-1', 'token-1']);
  await dialog.getByRole('button', { name: 'New code' }).click();
  await dialog.getByText('The code has expired.').waitFor({ state: 'detached' });
  await page.clock.fastForward(2_000);
  await expect.poll(() => requested).toEqual(['token-1', 'token-1', 'token-2']);
  // Who closes the window is not asked about any more.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.clock.fastForward(120_000);
  expect(requested).toHaveLength(3);
  await page.context().close();
});

it('keeps the wallet that scanned the code, opens its assets, and lets it go', async () => {
  const page = await openPage('/web3');
  await play(page, [{ code: 200, message: '', data: wallet }]);
  await page.clock.install();
  await press(connect(page));
  await dialogOf(page).locator('.shell-qr').waitFor();
  await page.clock.fastForward(2_000);
  await waitForPage(page, '**/en_US/web3/asset/');
  await dialogOf(page).waitFor({ state: 'detached' });
  await page.reload();
  await press(page.getByRole('button', { name: 'Harbour' }));
  const menu = page.getByRole('menu');
  await menu.getByRole('menuitem', { name: 'Disconnect' }).waitFor();
  const names = await menu.getByRole('menuitem').allTextContents();
  expect(names).toEqual(['Wallet assets', 'Support', 'Disconnect']);
  // By the keyboard: a pointer that goes down and up while the list still moves presses nothing.
  await menu.getByRole('menuitem', { name: 'Disconnect' }).press('Enter');
  await connect(page).waitFor();
  await page.waitForURL('**/en_US/web3');
  await page.context().close();
});

it('asks again every 2 s what is not ready yet, eight times, and gives up', async () => {
  const page = await openPage('/market');
  let [requestedCount, readyAfter] = [0, 3];
  await page.route('**/hk-web/market/search/result**', (route) => {
    requestedCount += 1;
    const answer = refuse(50_011, 'Still being read.');
    return requestedCount > readyAfter ? route.continue() : route.fulfill({ json: answer });
  });
  await page.clock.install();
  await page.locator('.shell-search').hover();
  const panel = page.locator('.search-panel');
  await panel.getByRole('searchbox').fill('btc');
  const goOn = async (count: number) => {
    await expect.poll(() => requestedCount).toBe(count);
    await page.clock.fastForward(2_000);
  };
  for (const count of [1, 2, 3]) await goOn(count);
  await panel.getByText('BTC', { exact: true }).first().waitFor();
  [requestedCount, readyAfter] = [0, Number.POSITIVE_INFINITY];
  await panel.getByRole('searchbox').fill('eth');
  for (let count = 1; count <= 8; count += 1) await goOn(count);
  await expect.poll(() => requestedCount).toBe(9);
  await panel.getByRole('button', { name: 'Retry' }).waitFor();
  await page.clock.fastForward(60_000);
  expect(requestedCount).toBe(9);
  await page.context().close();
});
