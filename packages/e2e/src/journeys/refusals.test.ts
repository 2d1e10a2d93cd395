// What concerns the whole page, as a person meets it: refusals that end a visit, a closed exchange
// that comes back by itself, a network that goes and returns. And what the first page costs.
import { gzipSync } from 'node:zlib';
import type { Page, Response, WebSocketRoute } from 'playwright-core';
import { expect, it } from 'vitest';
import { waitForStillness } from '../fixture/browser.ts';
import { operate } from '../fixture/exchange.ts';
import { meetPerson, openTrade, signUp, waitForLife, waitForPage } from '../fixture/person.ts';
import { setFixture } from '../fixture/fixture.ts';

/** What the scripts of a first visit may weigh, packed with gzip: a little below 170 kB. */
const scriptBytesMax = 160 * 1024;
const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

// What is set here is set for everybody.
const fixture = setFixture({ ISOBATH_LIQUIDITY: 'off' });

async function openPage(path: string, viewport = desk) {
  const context = await fixture.browser.newContext({ viewport });
  const page = await context.newPage();
  await page.goto(`${fixture.server.address}/en_US${path}`);
  await waitForLife(page.locator('main').first());
  return { page, context };
}

/** Answer every search as the exchange refuses it elsewhere: no part asks for identity yet. */
async function refuseSearches(
  page: Page,
  refusal: { code: number; message: string; reject?: string },
): Promise<void> {
  const { code, message, reject = 'refused' } = refusal;
  const body = { code, message, data: { reject, facts: {} } };
  await page.unroute('**/hk-web/market/search/result**').catch(() => {});
  await page.route('**/hk-web/market/search/result**', (route) => route.fulfill({ json: body }));
}

async function search(page: Page, text: string): Promise<void> {
  await page.locator('.shell-search').hover();
  await page.locator('.search-panel').getByRole('searchbox').fill(text);
}

it('loads no more script with the home page than it may', async () => {
  const context = await fixture.browser.newContext({ viewport: phone });
  const page = await context.newPage();
  const scripts = new Map<string, Promise<Buffer>>();
  const hear = (response: Response) => {
    const isScript = new URL(response.url()).pathname.endsWith('.js');
    if (isScript) scripts.set(response.url(), response.body());
  };
  page.on('response', hear);
  await page.goto(`${fixture.server.address}/en_US`);
  await waitForLife(page.locator('main').first());
  await page.waitForLoadState('networkidle');
  const about = page.locator('meta[name=description]');
  await expect
    .poll(() => about.getAttribute('content'))
    .toBe('An exchange that proves its books balance.');
  // What idle time fetches for other pages would be asked for as the browser closes.
  page.off('response', hear);
  const bodies = await Promise.all(scripts.values());
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
  expect(bodies.length).toBeGreaterThan(5);
  expect(bytes).toBeLessThanOrEqual(scriptBytesMax);
  await context.close();
});

it('asks for identity in one dialog; closing goes back, going on leads there', async () => {
  const { page, context } = await openPage('/status');
  await page.locator('header').getByRole('link', { name: 'Isobath, home' }).click();
  await waitForPage(page, /\/en_US\/?$/);
  await refuseSearches(page, { code: 20_101, message: 'Please verify your identity first.' });
  await search(page, 'btc');
  const dialog = page.getByRole('dialog', { name: 'Identity verification needed' });
  await dialog.getByText('Please verify your identity first.').waitFor();
  await expect.poll(() => page.locator('.ui-dialog').count()).toBe(1);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await waitForPage(page, '**/en_US/status');
  await search(page, 'eth');
  await dialog.getByRole('button', { name: 'Go to verification' }).click();
  await page.waitForURL(/\/verifiedIndex|\/login/);
  await context.close();
});

it('stays where it is while answers are due, and leads to the form that asks', async () => {
  const { page, context } = await openPage('/status');
  await page.locator('header').getByRole('link', { name: 'Isobath, home' }).click();
  await waitForPage(page, /\/en_US\/?$/);
  await refuseSearches(page, {
    code: 20_101,
    message: 'Please answer first.',
    reject: 'identity_answers_due',
  });
  await search(page, 'btc');
  const dialog = page.getByRole('dialog', { name: 'Not available' });
  await dialog.getByText('Please answer first.').waitFor();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.waitFor({ state: 'detached' });
  await waitForStillness(page);
  expect(new URL(page.url()).pathname).toMatch(/^\/en_US\/?$/);
  await search(page, 'eth');
  await dialog.getByRole('button', { name: 'Go to verification' }).click();
  // A guest signs in on the way.
  await page.waitForURL((url) => decodeURIComponent(url.href).includes('?source=supplement'));
  await context.close();
});

it('raises one dialog when two refusals come at once, and none when that is closed', async () => {
  const { page, context } = await openPage('/status');
  await page.locator('header').getByRole('link', { name: 'Isobath, home' }).click();
  await waitForPage(page, /\/en_US\/?$/);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const requested: Promise<unknown>[] = [];
  for (const path of ['popular', 'result']) {
    const data = { reject: 'refused', facts: {} };
    const body = { code: 20_101, message: 'Identity first.', data };
    requested.push(page.waitForRequest(`**/market/search/${path}*`));
    await page.route(`**/market/search/${path}*`, (route) =>
      held.then(() => route.fulfill({ json: body })),
    );
  }
  await search(page, 'btc');
  await Promise.all(requested);
  const answered = ['popular', 'result'].map((path) =>
    page.waitForResponse(`**/market/search/${path}*`).then((response) => response.finished()),
  );
  letGo();
  await Promise.all(answered);
  const dialog = page.getByRole('dialog', { name: 'Identity verification needed' });
  await dialog.waitFor();
  await waitForStillness(page);
  await expect.poll(() => page.locator('.ui-dialog').count()).toBe(1);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await waitForPage(page, '**/en_US/status');
  await dialog.waitFor({ state: 'detached' });
  await waitForStillness(page);
  expect(await page.locator('.ui-dialog').count()).toBe(0);
  await context.close();
});

it('says that a part is not for this account, with one button', async () => {
  const { page, context } = await openPage('/status');
  await refuseSearches(page, { code: 20_102, message: 'This is not available to your account.' });
  await search(page, 'btc');
  const dialog = page.getByRole('dialog', { name: 'Not available' });
  await dialog.getByText('This is not available to your account.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Go to verification' }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  // Nothing was open before this page.
  await page.waitForURL(/\/en_US\/?$/);
  await context.close();
});

it('goes back to a page of ours that was another load of the site', async () => {
  const { page, context } = await openPage('/rateStandard');
  await page.goto(`${fixture.server.address}/en_US/status`);
  await waitForLife(page.locator('.shell-search'));
  await refuseSearches(page, { code: 20_102, message: 'This is not available to your account.' });
  await search(page, 'btc');
  const dialog = page.getByRole('dialog', { name: 'Not available' });
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL('**/en_US/rateStandard');
  await context.close();
});

it('says on every page when it will be closed, until that moment has come', async () => {
  const hourMs = 3_600_000;
  const startsAtMs = Date.now() + hourMs;
  const plan = async (fromMs: number, toMs: number) => {
    await operate(fixture.server, ['config', 'set', 'maintenanceStartsAtMs', String(fromMs)]);
    await operate(fixture.server, ['config', 'set', 'maintenanceEndsAtMs', String(toMs)]);
  };
  await plan(startsAtMs, startsAtMs + hourMs);
  const { page, context } = await openPage('/market?planned=1');
  const bar = page.getByRole('status').filter({ hasText: 'Maintenance is scheduled' });
  await bar.waitFor();
  const reported = await bar
    .locator('time')
    .evaluateAll((times) => times.map((time) => Date.parse(time.getAttribute('datetime') ?? '')));
  // A day and a time for each end.
  const endsAtMs = startsAtMs + hourMs;
  expect(reported).toEqual([startsAtMs, startsAtMs, endsAtMs, endsAtMs]);
  await page.clock.install();
  await page.goto(`${fixture.server.address}/en_US/rateStandard?planned=1`);
  await bar.waitFor();
  await page.clock.fastForward(hourMs);
  await bar.waitFor({ state: 'detached' });
  await plan(0, 0);
  await context.close();
});

it('is closed for maintenance and comes back by itself, with what was typed', async () => {
  const { page, context } = await openPage('/market');
  const box = page.locator('main').getByRole('searchbox');
  await box.fill('btc');
  await operate(fixture.server, ['maintenance', 'on', '--until', '+600']);
  const requested = await fetch(`${fixture.server.address}/zh_CN/market`);
  expect([requested.status, requested.headers.get('retry-after')]).toEqual([503, '30']);
  expect(await requested.text()).toContain('系统维护中');
  const called = await page.evaluate(async () => {
    const answer = await fetch('/hk-web/account/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'isobath' },
      body: JSON.stringify({
        email: 'late@example.com',
        password: 'a sentence beats a puzzle',
        agreesToTerms: true,
      }),
    });
    return { status: answer.status, body: (await answer.json()) as unknown };
  });
  expect(called).toMatchObject({ status: 503, body: { code: 10_016 } });
  expect((await fetch(`${fixture.server.address}/en_US/status`)).status).toBe(200);
  const screen = page.getByRole('heading', { name: 'Under maintenance' });
  await screen.waitFor();
  const other = await context.newPage();
  await other.goto(`${fixture.server.address}/en_US/rateStandard`);
  await other.getByRole('heading', { name: 'Under maintenance' }).waitFor();
  await expect.poll(() => other.locator('time').textContent()).toMatch(/\d:\d\d/);
  await operate(fixture.server, ['maintenance', 'off']);
  await screen.waitFor({ state: 'detached' });
  await expect.poll(() => box.inputValue()).toBe('btc');
  await other.getByRole('heading', { name: 'Fees' }).waitFor();
  await context.close();
});

it('says that there is no network, and when it is back', async () => {
  const { page, context } = await openPage('/market');
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(100);
  await context.setOffline(true);
  const bar = page.getByText('Offline: showing data from');
  await bar.waitFor();
  // However far one has scrolled, it stands right below the header.
  const header = await page.locator('header').first().boundingBox();
  expect((await bar.boundingBox())?.y).toBe(header?.height);
  // It is there for a moment only: who looks afterwards may come too late.
  const isBack = page.getByText('Back online').waitFor();
  await context.setOffline(false);
  await isBack;
  await page.getByText('Back online').waitFor({ state: 'detached' });
  await context.close();
});

it('says that its line is lost while there is a network, and when it is live again', async () => {
  const context = await fixture.browser.newContext({ viewport: desk });
  const page = await context.newPage();
  const lines: WebSocketRoute[] = [];
  let [isCut, heardCount] = [false, 0];
  await page.routeWebSocket('**/ws*', async (line) => {
    if (isCut) return line.close({ code: 1012 });
    lines.push(line);
    line.connectToServer().onMessage((message) => {
      heardCount += 1;
      line.send(message);
    });
  });
  await page.goto(`${fixture.server.address}/en_US/market?line=1`);
  await expect.poll(() => heardCount).toBeGreaterThan(0);
  isCut = true;
  for (const line of lines) await line.close({ code: 1012 });
  const lost = page.getByRole('status').filter({ hasText: 'Connection lost. Reconnecting.' });
  await lost.waitFor();
  // It is there for a moment only: who looks afterwards may come too late.
  const isBack = page.getByText('Back online').waitFor();
  isCut = false;
  await isBack;
  await lost.waitFor({ state: 'detached' });
  await context.close();
});

it('says where it is not offered, and refuses there what it says', async () => {
  const person = await meetPerson(fixture.browser, 'looker');
  await signUp(person, fixture.server.address);
  const networks = ['127.0.0.0/8', '::1/128'];
  for (const network of networks) {
    const row = ['--set', 'region=Here', '--set', 'mode=view_only', '--set', 'reason=By law.'];
    await operate(fixture.server, ['regions', 'set', network, ...row]);
  }
  const { page, context } = await openPage('/market');
  const register = () =>
    page.evaluate<{ code: number; message: string }>(`fetch('/hk-web/account/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'isobath' },
      body: JSON.stringify({
        email: 'here@example.com',
        password: 'a sentence beats a puzzle',
        agreesToTerms: true,
      }),
    }).then((answer) => answer.json())`);
  // Not asked for by registering: each that comes too early is one, and there is a limit.
  const notification = page.getByText('From Here you can view everything');
  await expect.poll(() => page.reload().then(() => notification.count())).toBe(1);
  await page.getByText('By law.').waitFor();
  expect(await register()).toMatchObject({
    code: 20_102,
    message: 'This is not available in your region (Here).',
  });
  await openTrade(person, fixture.server.address, 'btc_usdt');
  const send = person.page.locator('form.form button[data-variant=buy]');
  await expect.poll(() => send.getAttribute('aria-disabled')).toBe('true');
  await expect
    .poll(() => send.getAttribute('title'))
    .toContain('From Here you can view everything');
  for (const network of networks) await operate(fixture.server, ['regions', 'remove', network]);
  await expect.poll(async () => (await register()).code).toBe(200);
  await page.reload();
  await waitForLife(page.locator('main').first());
  expect(await page.locator('.shell-region').count()).toBe(0);
  await context.close();
});
