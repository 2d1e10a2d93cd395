// A person and what they own: the panel of the header, nickname and picture, what the operator says
// of them, all accounts in one total with the reasons of its change, and a transfer over the page.
import { beforeAll, expect, it } from 'vitest';
import { findBarriers, isTooWide } from '../fixture/browser.ts';
import { call, openAccounts, operate } from '../fixture/exchange.ts';
import { openTrade, type Person, press, waitForLife } from '../fixture/person.ts';
import { meetTrader, setFixture } from '../fixture/fixture.ts';

// Nobody has traded here before: the book is empty, and no coin has a price.
const fixture = setFixture({ ISOBATH_LIQUIDITY: 'off' });
let person: Person;

beforeAll(async () => {
  person = await meetTrader(fixture, 'diver');
});

const face = () => person.page.getByRole('button', { name: 'Account', exact: true });
const go = (path: string) => person.page.goto(`${fixture.server.address}/en_US/${path}`);

it('shows who is signed in, and copies their number with a tick of two seconds', async () => {
  const { page, context } = person;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await go('assetManagement/home');
  await waitForLife(face());
  // Not by the pointer: resting there opens it as well, and a late press would shut it again.
  await face().press('Enter');
  const panel = page.locator('.user-panel');
  await panel.getByText(person.email.split('@')[0] ?? '', { exact: true }).waitFor();
  await panel.getByText('VIP 0').waitFor();
  await panel.getByText('Not verified').waitFor();
  await panel.getByRole('button', { name: 'Copy UID' }).click();
  await panel.getByRole('button', { name: 'Copied' }).waitFor();
  const { fid } = await call<{ fid: number }>(person, '/hk-web/account/session');
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(String(fid));
  await panel.getByRole('button', { name: 'Copy UID' }).waitFor();
});

it('shows at once what the operator says of them', async () => {
  const user = ['--user', person.email];
  const identify = (type: string, status: string) =>
    operate(fixture.server, ['user', 'identity', ...user, '--type', type, '--status', status]);
  await identify('standard', 'passed');
  await identify('advanced', 'waiting');
  await operate(fixture.server, ['user', 'vip', ...user, '--level', '7', '--type', '2']);
  await go('user/overView');
  const { page } = person;
  const marks = page.locator('.person-marks');
  await marks.getByText('SVIP 7').waitFor();
  await marks.getByText('In review').waitFor();
  expect(await call(person, '/hk-web/identity/status')).toEqual({
    identityLevel: 'progress',
    identityStatus: 0,
    identityType: 2,
  });
  await identify('advanced', 'failed');
  await page.reload();
  await marks.getByText('Standard verified').waitFor();
  await page
    .getByText('1 of 4 security settings are on')
    .or(page.getByText('1/4'))
    .first()
    .waitFor();
  expect(await findBarriers(page)).toEqual([]);
});

it('takes a picture and a nickname, each by its rules', async () => {
  const { page } = person;
  await go('user/personSetting');
  const name = page.getByRole('textbox', { name: 'Nickname' });
  await waitForLife(name);
  await name.fill('Isobath Support');
  await page.locator('#profile').getByRole('button', { name: 'Save' }).click();
  await page.getByText('must not impersonate us').waitFor();
  await name.fill('deep.diver');
  await page.locator('#profile').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Can be changed again from').waitFor();
  await page.locator('input[type=file]').setInputFiles({
    name: 'face.png',
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } }),
  });
  const picture = page.locator('.settings-picture img');
  await picture.waitFor();
  const taken = await page.request.get(
    fixture.server.address + (await picture.getAttribute('src')),
  );
  expect(taken.headers()['content-type']).toBe('image/webp');
  const { code } = (await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'isobath' };
    const body = JSON.stringify({ picture: btoa('<svg onload="alert(1)"/>') });
    const answer = await fetch('/hk-web/account/photo', { method: 'POST', headers, body });
    return answer.json();
  })) as { code: number };
  expect(code).toBe(20123);
  await page.getByRole('button', { name: 'Remove' }).first().click();
  await page.locator('.settings-picture svg').waitFor();
  expect(await findBarriers(page)).toEqual([]);
});

/** Writes down how the page stands at each frame, from the first one on. */
const watchDensity = `(() => {
  window.roomsSeen = new Set();
  const look = () => {
    const part = document.querySelector('.trade');
    const { density, motion } = document.documentElement?.dataset ?? {};
    const high = part && getComputedStyle(part).getPropertyValue('--row-height');
    if (part) window.roomsSeen.add([density, motion, high].join(' '));
    requestAnimationFrame(look);
  };
  look();
})()`;

it('stands as close as was chosen, and keeps still, from the first picture on', async () => {
  const { page, context } = person;
  const seenOnTrade = async () => {
    const other = await context.newPage();
    await other.addInitScript(watchDensity);
    await other.goto(`${fixture.server.address}/en_US/trade/exchange/?tradeCode=btc_usdt`);
    await other.locator('.book').first().waitFor();
    const seen = await other.evaluate<string[]>('[...roomsSeen]');
    await other.close();
    return seen;
  };
  expect(await seenOnTrade()).toEqual(['auto full 32px']);
  await go('user/personSetting');
  const spacing = page.getByRole('radiogroup', { name: 'Spacing' });
  await waitForLife(spacing);
  await spacing.getByRole('radio', { name: 'Dense' }).click();
  await page
    .getByRole('radiogroup', { name: 'Animations' })
    .getByRole('radio', { name: 'Reduced' })
    .click();
  expect(await seenOnTrade()).toEqual(['dense calm 26px']);
  await spacing.getByRole('radio', { name: 'Comfortable' }).click();
  expect(await seenOnTrade()).toEqual(['comfortable calm 44px']);
  expect(await findBarriers(page)).toEqual([]);
  await spacing.getByRole('radio', { name: 'Automatic' }).click();
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${fixture.server.address}/ru_RU/user/personSetting`);
  await waitForLife(page.getByRole('radiogroup', { name: 'Интервалы' }));
  expect(await isTooWide(page)).toBe(false);
  if (size !== null) await page.setViewportSize(size);
});

/** A gain of zero with its per cent, after whatever names it. */
const nothingWon = /\s0\sUSDT\s+0\.00\s%$/;

/** By the call of the screens; the page of contracts, which would lead there, is to come. */
async function moveToContracts(amount: string): Promise<void> {
  const close = await openAccounts(fixture.server, 'contract:USDT');
  const ids = { sourceTradeId: 0, targetTradeId: 0, coinId: 52 };
  const body = JSON.stringify({ source: 2, target: 5, ...ids, amount, isOpening: true });
  await person.page.evaluate(`fetch('/hk-web/v2/transfer', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'isobath',
      'idempotency-key': crypto.randomUUID(),
    },
    body: ${JSON.stringify(body)},
  })`);
  await close();
}

it('moves money over the page, and tells the new total of each account', async () => {
  const { page } = person;
  await go('assetManagement/overView');
  const open = page.getByRole('link', { name: 'Transfer', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Transfer' });
  await press(open);
  // There is spot alone: no account without a product is offered.
  await dialog.getByText('No other account yet').waitFor();
  await page.keyboard.press('Escape');
  await moveToContracts('5000');
  await press(open);
  await dialog.getByText('Available 5,000').waitFor();
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('2500');
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.locator('.ui-toast', { hasText: 'Transferred 2,500 USDT.' }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  const accounts = page.locator('.overview-accounts');
  await accounts
    .getByRole('listitem')
    .filter({ hasText: 'Contracts' })
    .getByText('2,500')
    .waitFor();
  expect(new URL(page.url()).pathname).toBe('/en_US/assetManagement/overView');
  const overview = await call<{ totalUsdt: string }>(person, '/hk-web/assets/overview');
  expect(Number(overview.totalUsdt)).toBe(10_000);
  const change = await call<{ reasons: unknown }>(person, '/hk-web/assets/change?days=7');
  await expect.poll(() => page.locator('.overview-gain').innerText()).toMatch(nothingWon);
  expect(change.reasons).toEqual([{ reason: 'promotion', usdt: '10000.00000000' }]);
  await page.getByText('Demo money').first().waitFor();
  expect(await findBarriers(page)).toEqual([]);
});

it('remembers unit and hiding, on every page that shows a total', async () => {
  const { page } = person;
  await page.getByRole('button', { name: 'Hide amounts' }).first().click();
  await page.locator('.assets-sum', { hasText: '*****' }).waitFor();
  await page.locator('.overview-total').getByRole('radio', { name: 'USD', exact: true }).click();
  await page.reload();
  await page.locator('.assets-sum', { hasText: '*****' }).waitFor();
  await press(page.getByRole('button', { name: 'Hide amounts' }).first());
  await page.locator('.assets-sum', { hasText: /10,000\.00.*USD$/ }).waitFor();
});

it('counts money that was given to them as no gain at home', async () => {
  const { page } = person;
  await go('');
  await page.locator('.home-sum', { hasText: '10,000.00' }).waitFor();
  await expect.poll(() => page.locator('.home-day').innerText()).toMatch(nothingWon);
});

it('brings missing money to the order form from where it lies', async () => {
  const { page } = person;
  await openTrade(person, fixture.server.address, 'btc_usdt');
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer' });
  await dialog.getByText('Available 2,500').waitFor();
  await dialog.getByRole('button', { name: 'All', exact: true }).click();
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.locator('.ui-toast', { hasText: 'Transferred 2,500 USDT.' }).waitFor();
  await page.locator('.form-available', { hasText: '10,000' }).waitFor();
});

it('offers the KOL plan to people in Chinese once it is configured, to nobody else', async () => {
  const { page } = person;
  const context = await fixture.browser.newContext({ viewport: { width: 1440, height: 900 } });
  const visitor = await context.newPage();
  const plan = '.ui-nav-popup a[href$="/activity/kol-incentive-plan"]';
  for (const [kolIncentive, locale, who, count] of [
    [false, 'zh_CN', page, 0],
    [true, 'zh_CN', page, 1],
    [true, 'zh_HK', page, 1],
    [true, 'en_US', page, 0],
    [true, 'zh_CN', visitor, 0],
  ] as const) {
    await operate(fixture.server, ['config', 'set', 'kolIncentive', String(kolIncentive)]);
    // Another address each time: guests are given pages that were kept.
    await who.goto(`${fixture.server.address}/${locale}/status?kol=${kolIncentive}`);
    const more = who.locator('.shell-menu button').last();
    await waitForLife(more);
    await more.hover();
    await who.locator('.ui-nav-popup a[href$="/docs"]').waitFor();
    await expect
      .poll(() => who.locator(plan).count(), { message: `${locale} ${kolIncentive}` })
      .toBe(count);
    await who.mouse.move(700, 850);
  }
  await context.close();
});

/** Measures by the page's own clock how long it stands after the answer to who logs out. */
const watchLeaving = `(() => {
  const ask = window.fetch;
  let answeredAtMs;
  window.fetch = async (...asked) => {
    const answer = await ask(...asked);
    if (answer.url.endsWith('/v2/logout')) answeredAtMs = performance.now();
    return answer;
  };
  navigation.addEventListener('navigate', () => {
    if (answeredAtMs === undefined) return;
    sessionStorage.setItem('stoodMs', String(performance.now() - answeredAtMs));
  });
})()`;

it('opens as a side navigation on a small screen, and in the menu of a phone', async () => {
  const { page } = person;
  await page.setViewportSize({ width: 1024, height: 768 });
  await go('user/overView');
  await press(face());
  const side = page.getByRole('dialog', { name: 'Account' });
  await side.getByText('deep.diver').waitFor();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(watchLeaving);
  for (const path of ['user/overView', 'assetManagement/overView', 'user/personSetting']) {
    await go(path);
    await page.locator('main').waitFor();
    expect(await isTooWide(page), path).toBe(false);
  }
  const menu = page.locator('.shell-side-tool button');
  await press(menu);
  await page.getByRole('dialog').getByText('deep.diver').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(/\/en_US\/?$/);
  const stoodMs = Number(await page.evaluate("sessionStorage.getItem('stoodMs')"));
  // A second; a browser may round it down by one of its own steps.
  expect(stoodMs).toBeGreaterThanOrEqual(990);
  expect(await call(person, '/hk-web/account/session')).toBeNull();
  expect(person.complaints).toEqual([]);
});
