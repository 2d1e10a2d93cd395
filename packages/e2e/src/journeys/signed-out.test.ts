// A session that ends elsewhere, as the pages that are open learn of it: signed out in another tab,
// and ended from another device. And how whoever is signed out comes to what they wanted.
import { beforeAll, expect, it } from 'vitest';
import { waitForStillness } from '../fixture/browser.ts';
import { readOpenOrders } from '../fixture/exchange.ts';
import {
  fillCredentials,
  logIn,
  logOut,
  meetPerson,
  openTrade,
  type Person,
  signUp,
  press,
  waitForLife,
} from '../fixture/person.ts';
import { shareFixture } from '../fixture/fixture.ts';

const fixture = shareFixture();
let person: Person;

beforeAll(async () => {
  person = await meetPerson(fixture.browser, 'leaver');
  await signUp(person, fixture.server.address, { hasDemoMoney: true });
});

const assets = () => `${fixture.server.address}/en_US/assetManagement/home`;

it('leads from any page to signing in and back when they leave in another tab', async () => {
  const { page, context } = person;
  await openTrade(person, fixture.server.address, 'btc_usdt');
  const other = { ...person, page: await context.newPage() };
  await logOut(other, fixture.server.address);
  await other.page.close();
  const dialog = page.getByRole('dialog', { name: 'You have been logged out' });
  await dialog.waitFor();
  await page.getByRole('button', { name: 'Account', exact: true }).waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/login?redirect=**');
  expect(new URL(page.url()).searchParams.get('redirect')).toContain('/trade/exchange');
});

it.each(['before', 'after'])(
  'tells in one dialog that a session is over, whatever is refused %s it ends',
  async (order) => {
    const { page, context } = person;
    await logIn(person, assets());
    await page.goto(`${fixture.server.address}/en_US/market`);
    const data = { reject: 'refused', facts: {} };
    const body = { code: 20_101, message: 'Identity first.', data };
    await page.route('**/market/search/result?*', (route) => route.fulfill({ json: body }));
    const identity = page.getByRole('dialog', { name: 'Identity verification needed' });
    const over = page.getByRole('dialog', { name: 'You have been logged out' });
    const search = page.locator('.shell-search');
    await waitForLife(search);
    await search.hover();
    const box = page.locator('.search-panel').getByRole('searchbox');
    await box.waitFor();
    const end = async () => {
      const other = { ...person, page: await context.newPage() };
      await logOut(other, fixture.server.address);
      await other.page.close();
    };
    if (order === 'before') {
      await box.fill('btc');
      await identity.waitFor();
      await end();
      await over.waitFor();
    } else {
      await end();
      await over.waitFor();
      await page.evaluate(`{
        const detail = { code: 20101, message: 'Identity first.', facts: {} };
        dispatchEvent(new CustomEvent('isobath-business-error', { detail }));
      }`);
    }
    await waitForStillness(page);
    await expect.poll(() => page.locator('.ui-dialog').count()).toBe(1);
    await over.getByRole('button', { name: 'Continue as a guest' }).click();
    await over.waitFor({ state: 'detached' });
    await waitForStillness(page);
    expect(await page.locator('.ui-dialog').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/en_US/market');
    await page.unrouteAll();
  },
);

it('leaves a page of their own at once when another device ends it', async () => {
  const { page, context } = person;
  await logIn(person, assets());
  // Another browser, which is known already but not signed in.
  const elsewhere = await fixture.browser.newContext({ viewport: { width: 1440, height: 900 } });
  const cookies = await context.cookies();
  await elsewhere.addCookies(cookies.filter(({ name }) => !name.endsWith('session')));
  const other = { ...person, context: elsewhere, page: await elsewhere.newPage() };
  await logIn(other, `${fixture.server.address}/en_US/user/personSetting`);
  await waitForLife(page.locator('main').first());
  const end = other.page.getByRole('button', { name: 'Log out all others' });
  await press(end);
  await page.waitForURL('**/login?redirect=**');
  expect(new URL(page.url()).searchParams.get('redirect')).toContain('/assetManagement/home');
  await elsewhere.close();
});

it('says that another account has signed in by another tab, and keeps nothing typed', async () => {
  await logIn(person, assets());
  await openTrade(person, fixture.server.address, 'btc_usdt');
  const { page, context } = person;
  const amount = page.locator('form.form').getByRole('textbox', { name: 'Size' });
  await amount.fill('0.01');
  await page.evaluate(`sessionStorage.setItem('isobath.identity.standard', '{"words":{}}')`);
  const second = await meetPerson(fixture.browser, 'second');
  await second.context.close();
  const other = { ...second, context, page: await context.newPage() };
  await signUp(other, fixture.server.address);
  const dialog = page.getByRole('dialog', { name: 'This tab now shows another account' });
  // A page that asks between the end of one session and the start of the other is a guest's.
  const over = page.getByRole('dialog', { name: 'You have been logged out' });
  await dialog.or(over).first().waitFor();
  if (await over.isVisible()) await over.getByRole('button', { name: 'Log in' }).click();
  await dialog.waitFor();
  const reloaded = page.waitForEvent('load');
  const name = second.email.replace(/@.*/, '');
  await dialog.getByRole('button', { name: `Continue as ${name}` }).click();
  await reloaded;
  await amount.waitFor();
  await expect.poll(() => amount.inputValue()).toBe('');
  expect(await page.evaluate(`sessionStorage.getItem('isobath.identity.standard')`)).toBe(null);
  await dialog.waitFor({ state: 'detached' });
  await other.page.close();
});

it.each(['line', 'call'])(
  'takes nothing from a page whose account has changed, first noticed by a %s',
  async (first) => {
    await person.context.clearCookies({ name: '__Host-session' });
    await logIn(person, assets());
    const page = await person.context.newPage();
    const lines: { end: () => Promise<void> }[] = [];
    let mayConnect = true;
    await page.routeWebSocket('**/ws*', (line) => {
      if (!mayConnect) return void line.close();
      line.connectToServer();
      lines.push({ end: () => line.close() });
    });
    const before = { ...person, page };
    await openTrade(before, fixture.server.address, 'btc_usdt');
    const form = page.locator('form.form');
    await form.getByRole('button', { name: 'Limit', exact: true }).click();
    await form.getByRole('textbox', { name: 'Price', exact: true }).fill('50000');
    await form.getByRole('textbox', { name: 'Size', exact: true }).fill('0.01');
    // The page hears of nothing while the account changes.
    mayConnect = false;
    for (const line of lines) await line.end();
    const next = await meetPerson(fixture.browser, `next-${first}`);
    await next.context.close();
    const other = { ...next, context: person.context, page: await person.context.newPage() };
    await signUp(other, fixture.server.address, { hasDemoMoney: true });
    if (first === 'line') mayConnect = true;
    else await form.locator('button[data-variant=buy]').click();
    await page.getByRole('dialog', { name: 'This tab now shows another account' }).waitFor();
    expect(await readOpenOrders(other)).toEqual([]);
    await page.close();
    await other.page.close();
  },
);

it('leads a guest who presses a link of own pages there, once they have signed in', async () => {
  const { page, context } = person;
  await context.clearCookies({ name: '__Host-session' });
  await page.goto(`${fixture.server.address}/en_US/market`);
  await press(page.locator('footer').getByRole('link', { name: 'Feedback', exact: true }));
  await page.waitForURL('**/login?redirect=**');
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/en_US/userfeedback');
  await fillCredentials(person);
  await page.waitForURL('**/en_US/userfeedback');
  await page.getByRole('heading', { level: 1 }).waitFor();
});

it('is told which address to check by the exchange, never by where the page is', async () => {
  const context = await fixture.browser.newContext();
  const page = await context.newPage();
  const { address } = fixture.server;
  await page.goto(`${address}/en_US/login`);
  await waitForLife(page.locator('form.account-form'));
  expect(await page.evaluate<string>('location.hostname')).toBe('localhost');
  // What the fixture states as PUBLIC_URL.
  const stated = address.replace('localhost', '127.0.0.1');
  await expect.poll(() => page.locator('.account-side-address').innerText()).toBe(stated);
  await context.close();
});

it('lets whoever is signed in already on to what the address of the login wants', async () => {
  const { page } = person;
  const login = `${fixture.server.address}/en_US/login`;
  await page.goto(`${login}?redirect=${encodeURIComponent('/en_US/status?seen=1')}`);
  await page.waitForURL('**/en_US/status?seen=1');
  // What is no page of ours is never followed.
  await page.goto(`${login}?redirect=${encodeURIComponent('//elsewhere.example')}`);
  expect(new URL(page.url()).pathname).toBe('/en_US/login');
});
