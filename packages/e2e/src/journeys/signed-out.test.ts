// A session that ends elsewhere, as the pages that are open learn of it: signed out in another tab,
// and ended from another device.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../stage/browser.ts';
import {
  logIn,
  logOut,
  meetPerson,
  openTrade,
  type Person,
  registerPerson,
  waitForLife,
} from '../stage/person.ts';
import { type StagedServer, startServer } from '../stage/server.ts';

let server: StagedServer;
let browser: Browser;
let person: Person;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ ISOBATH_LIQUIDITY: 'off' }), openBrowser()]);
  person = await meetPerson(browser, 'leaver');
  await registerPerson(person, server.address);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const assets = () => `${server.address}/en_US/assetManagement/home`;

it('leads from any page to signing in and back when he leaves in another tab', async () => {
  const { page, context } = person;
  await openTrade(person, server.address, 'btc_usdt');
  const other = { ...person, page: await context.newPage() };
  await logOut(other, server.address);
  await other.page.close();
  const dialog = page.getByRole('dialog', { name: 'You have been signed out' });
  await dialog.waitFor();
  await page.getByRole('button', { name: 'Account', exact: true }).waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/login?redirect=**');
  expect(new URL(page.url()).searchParams.get('redirect')).toContain('/trade/exchange');
});

it('leaves a page of his own at once when another device ends it', async () => {
  const { page, context } = person;
  await logIn(person, assets());
  // Another browser, which is known already but not signed in.
  const elsewhere = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const cookies = await context.cookies();
  await elsewhere.addCookies(cookies.filter(({ name }) => !name.endsWith('session')));
  const other = { ...person, context: elsewhere, page: await elsewhere.newPage() };
  await logIn(other, `${server.address}/en_US/user/personSetting`);
  await waitForLife(page.locator('main').first());
  const end = other.page.getByRole('button', { name: 'End all others' });
  await waitForLife(end);
  await end.click();
  await page.waitForURL('**/login?redirect=**');
  expect(new URL(page.url()).searchParams.get('redirect')).toContain('/assetManagement/home');
  await elsewhere.close();
});
