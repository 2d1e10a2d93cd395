// Two operators at work, through the screens: signing in with a second factor, a person found and
// seen, maintenance, money that two must agree to, the chain of acts; and the service desk between
// a person on the site and an operator.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { waitForStillness } from '../fixture/browser.ts';
import { call, operate } from '../fixture/exchange.ts';
import { enterOffice, enterOfficeByPasskey } from '../fixture/office.ts';
import { choose, meetPerson, type Person, signUp, waitForLife } from '../fixture/person.ts';
import { setFixture } from '../fixture/fixture.ts';

// What is set here is set for everybody.
const fixture = setFixture({ ISOBATH_LIQUIDITY: 'off', ISOBATH_SERVICE_HOSTS: 'chat.example.com' });
let person: Person;
let administrator: Person;
let finance: Person;
let passkeyHolder: Person;

/** What somebody else's script tries first of all, and what it is told. */
const theirScript = `
  const say = (text) => {
    const line = document.createElement('p');
    line.textContent = text;
    document.body.append(line);
  };
  const tries = [
    () => document.cookie,
    () => localStorage.length,
    () => parent.document.title,
    () => { top.location.href = 'https://evil.example/'; },
  ];
  window.Chat = {
    unreadCount: 120,
    async open() {
      say('opened');
      for (const attempt of tries) {
        try { say('got ' + attempt()); } catch (error) { say(error.name); }
      }
      const address = location.origin + '/hk-web/account/session';
      await fetch(address).then(() => say('called'), () => say('no call'));
    },
  };
`;
const refusals = [...Array.from({ length: 4 }, () => 'SecurityError'), 'no call'];

const goTo = async (page: Page, name: string) => {
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
};

/** Fill in why, and confirm. */
async function confirm(page: Page, button: string): Promise<void> {
  const dialog = page.locator('.ui-dialog');
  await dialog.getByLabel('Reason').fill('for the journey');
  await dialog.getByRole('button', { name: button }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Look at the one request that waits, and approve it. */
async function approve(page: Page): Promise<void> {
  await goTo(page, 'Approvals');
  await page.getByRole('button', { name: 'Decide' }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  // Earlier ones were carried out, too.
  await page.getByRole('button', { name: 'Decide' }).waitFor({ state: 'detached' });
  await page.getByText('Carried out', { exact: true }).first().waitFor();
}

beforeAll(async () => {
  person = await meetPerson(fixture.browser, 'customer');
  await signUp(person, fixture.server.address);
  administrator = await enterOffice(fixture, 'administrator', 'administrator');
  finance = await enterOffice(fixture, 'finance', 'finance');
});

it('opens what the role opens, with a cookie that goes nowhere else', async () => {
  const menu = finance.page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Approvals' }).waitFor();
  expect(await menu.getByRole('link', { name: 'Operators' }).count()).toBe(0);
  const cookies = await administrator.context.cookies(`${fixture.server.address}/admin`);
  const own = cookies.find(({ name }) => name === '__Secure-office');
  expect(own).toMatchObject({ path: '/admin', httpOnly: true, secure: true, sameSite: 'Strict' });
});

it('finds a person and gives them money that a second operator agrees to', async () => {
  const { page } = administrator;
  await goTo(page, 'People');
  await page.getByRole('searchbox').fill('customer');
  await page.getByText(person.email).click();
  await page.getByRole('heading', { name: person.email }).waitFor();
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Give money' }).click();
  await page.locator('input[name=amount]').fill('125');
  await confirm(page, 'Ask for approval');
  await goTo(page, 'Approvals');
  await page.getByRole('button', { name: 'Decide' }).click();
  const own = page.getByRole('button', { name: /^Approve/ });
  await expect.poll(() => own.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Escape');
  await approve(finance.page);
  const readRows = async () =>
    (await call<{ rows: { asset: string; available: string }[] }>(person, '/hk-web/spot/balances'))
      .rows;
  // The tables follow the engine, on a busy machine by a moment.
  const amount = expect.stringMatching(/^125(\.0*)?$/) as unknown;
  await expect.poll(readRows).toMatchObject([{ asset: 'USDT', available: amount }]);
  // The message about it leads to its record.
  await person.page.goto(`${fixture.server.address}/en_US/assetManagement/financial?type=4`);
  const record = person.page.getByRole('table', { name: 'Rewards' }).getByRole('row').nth(1);
  await record.filter({ hasText: /USDT.*125.*Reward/ }).waitFor();
});

it('puts the exchange under maintenance: nothing can be changed until it is over', async () => {
  const { page } = administrator;
  const order = { symbol: 'btc_usdt', side: 'buy', type: 'limit', price: '1', quantity: '1' };
  await goTo(page, 'Switches');
  await page.getByRole('switch', { name: 'Maintenance' }).click();
  await confirm(page, 'Turn on');
  await expect(call(person, '/hk-web/spot/order/place', order)).rejects.toThrow('10016');
  expect(await call(person, '/hk-web/status')).toMatchObject({ mode: 'maintenance' });
  await page.getByRole('switch', { name: 'Maintenance', checked: true }).click();
  await confirm(page, 'Turn off');
  await page.getByRole('switch', { name: 'Maintenance', checked: false }).waitFor();
  const refusal = await call(person, '/hk-web/spot/order/place', order).then(() => '', String);
  expect(refusal).not.toContain('10016');
});

it('closes one part, which says that it is closed, not that the account may not', async () => {
  const { page } = administrator;
  const move = { source: 2, target: 5, coinId: 52, amount: '1' };
  await page.getByRole('switch', { name: 'Transfers', checked: true }).click();
  await confirm(page, 'Turn off');
  await page.getByRole('switch', { name: 'Transfers', checked: false }).waitFor();
  await expect(call(person, '/hk-web/v2/transfer', move)).rejects.toThrow(
    '20102 This feature is not available at the moment.',
  );
  await page.getByRole('switch', { name: 'Transfers', checked: false }).click();
  await confirm(page, 'Turn on');
  await page.getByRole('switch', { name: 'Transfers', checked: true }).waitFor();
});

it('wrote every act down, in a chain that proves itself', async () => {
  const { page } = administrator;
  await goTo(page, 'Audit log');
  const acts = ['Switch turned', 'Money given', 'Request approved', 'Person viewed'];
  for (const act of acts) await page.getByRole('cell', { name: act }).first().waitFor();
  await page.getByRole('button', { name: 'Prove the chain' }).click();
  await page.getByText(/none missing, none changed/).waitFor();
  expect(JSON.parse(await operate(fixture.server, ['audit', 'verify']))).toMatchObject({
    isSound: true,
  });
});

it('tells what an act was about in the language of the console', async () => {
  const { page } = administrator;
  const translate = async (locale: string, heading: string) => {
    await page.evaluate(`localStorage.setItem('isobath.office.locale', '${locale}')`);
    await page.reload();
    await page.getByRole('heading', { name: heading }).waitFor();
  };
  await translate('de_DE', 'Prüfprotokoll');
  for (const words of ['Coin: USDT, Menge: 125', 'Wert: Wartung, Eingeschaltet: Ja']) {
    await page.getByRole('cell', { name: words }).first().waitFor();
  }
  await page
    .getByRole('cell', { name: /^Person \d+$/ })
    .first()
    .waitFor();
  await translate('en_US', 'Audit log');
});

it('brings a question to the desk and the answer back', async () => {
  const { page } = person;
  await page.goto(`${fixture.server.address}/en_US/`);
  const button = page.getByRole('button', { name: 'Customer service' });
  await waitForLife(button);
  await button.hover();
  const lines = page.locator('.service-menu button');
  await lines.first().waitFor();
  await expect
    .poll(() => lines.allTextContents())
    .toEqual([
      expect.stringContaining('Service desk'),
      expect.stringContaining('Live chat'),
      expect.stringContaining('Web chat'),
    ]);
  await waitForStillness(page);
  await lines.first().click();
  const panel = page.getByRole('region', { name: 'Service desk' });
  await panel.getByRole('textbox').fill('Where is my money?');
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  await panel.getByRole('paragraph').getByText('Where is my money?').waitFor();
  await panel.getByRole('button', { name: 'Close' }).click();

  const desk = administrator.page;
  await goTo(desk, 'Service desk');
  await desk.getByRole('link', { name: /Where is my money/ }).click();
  await desk.getByRole('button', { name: 'Take' }).click();
  await desk.getByRole('textbox').fill('In your spot account.');
  await desk.getByRole('button', { name: 'Send', exact: true }).click();

  const badge = page.locator('.service-button .ui-badge');
  await badge.filter({ hasText: '1' }).waitFor();
  await page.getByRole('button', { name: /^Customer service ?1 unread$/ }).waitFor();
  await page.mouse.move(10, 10);
  await button.hover();
  await lines.first().waitFor();
  await waitForStillness(page);
  await lines.first().click();
  await panel.getByText('In your spot account.').waitFor();
  await badge.waitFor({ state: 'detached' });
});

/** Press what saves something, and read what was saved. */
async function readSaved(page: Page, button: Locator): Promise<string> {
  const [saved] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFile(await saved.path(), 'utf8');
}

it('takes a file into the talk, and hands the whole talk out as words, to both', async () => {
  const panel = person.page.getByRole('region', { name: 'Service desk' });
  const words = 'sent on Monday, not here on Tuesday';
  const file = { name: 'proof.txt', mimeType: 'text/plain', buffer: Buffer.from(words) };
  await panel.locator('input[type=file]').setInputFiles(file);
  const sides = [
    { page: person.page, conversation: panel, save: 'Save this conversation' },
    {
      page: administrator.page,
      conversation: administrator.page.locator('main'),
      save: 'Save as text',
    },
  ];
  for (const { page, conversation, save } of sides) {
    const sent = conversation.getByRole('button', { name: 'proof.txt' });
    await sent.waitFor();
    expect(await readSaved(page, sent)).toBe(words);
    const reported = await readSaved(page, conversation.getByRole('button', { name: save }));
    expect(reported).toMatch(
      /Where is my money\?\n[\s\S]*In your spot account\.\n[\s\S]*\[proof\.txt\]\n$/,
    );
  }
});

it('shows a person whole, each part under its tab and in words', async () => {
  const { page } = administrator;
  await goTo(page, 'People');
  await page.getByText(person.email).click();
  await page.getByRole('heading', { name: person.email }).waitFor();
  const parts: readonly (readonly [string, RegExp])[] = [
    ['Balances', /USDT.*125/],
    ['Sessions', /127\.\d+\.\d+\.\d+/],
    ['Sign-ins', /Logged in/],
    ['Messages', /Welcome/],
    ['Talks with the desk', /Mixed desk.*proof\.txt/],
    ['Acts', /Money given/],
  ];
  for (const [name, row] of parts) {
    const tab = page.getByRole('tab', { name });
    await tab.click();
    const panel = page.getByRole('tabpanel');
    await panel.getByRole('row').filter({ hasText: row }).first().waitFor();
    // The number beside the name counts what stands below, without the head.
    const count = Number(/\d+/.exec((await tab.textContent()) ?? '')?.[0]);
    await expect.poll(() => panel.getByRole('row').count()).toBe(count + 1);
  }
  await page.getByRole('tab', { name: 'API keys' }).click();
  await page.getByText('Nothing here yet').waitFor();
});

it('lets an operator in with a passkey alone, and only where the password was right', async () => {
  const second = await enterOfficeByPasskey(fixture, 'second');
  const { page } = second;
  // What is still asked for when they leave would be refused, and complained of: it is given up.
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  await page.route('**/admin/api/audit**', async (route) => {
    await isOver;
    await route.continue().catch(() => {});
  });
  const requested = page.waitForRequest('**/admin/api/audit**');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await requested;
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Email').fill(second.email);
  end();
  await page.getByLabel('Password', { exact: true }).fill(second.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  passkeyHolder = second;
});

it('lets a script of others answer a line once two agree, apart from everything', async () => {
  const { page } = administrator;
  await page.goto(`${fixture.server.address}/admin/config`);
  const field = page.getByRole('textbox', { name: 'Scripts of others' });
  const save = async (host: string) => {
    await field.fill(`1 | https://${host}/widget.js | Chat`);
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.locator('.ui-dialog');
    await dialog.getByLabel('Reason').fill('for the journey');
    await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  };
  await save('evil.example');
  await page
    .getByText(/evil.example is not among/)
    .first()
    .waitFor();
  // Where people are sent is not for one operator alone either.
  const domains = page.getByRole('textbox', { name: 'Other domains' });
  await domains.fill('thief.example');
  await page.locator('form').filter({ has: domains }).getByRole('button', { name: 'Save' }).click();
  await page.locator('.ui-dialog').getByRole('button', { name: 'Ask for approval' }).waitFor();
  await page.keyboard.press('Escape');
  await page
    .locator('form')
    .filter({ has: domains })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await save('chat.example.com');
  await page.getByText('Sent to a second operator').waitFor();
  await approve(passkeyHolder.page);

  await person.context.route('https://chat.example.com/widget.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: theirScript }),
  );
  await person.page.goto(`${fixture.server.address}/en_US/`);
  const button = person.page.getByRole('button', { name: 'Customer service' });
  await waitForLife(button);
  await button.hover();
  const line = person.page.getByRole('button', { name: /Web chat/ });
  await line.waitFor();
  // While the menu rises a press may fall beside it, which closes it.
  await waitForStillness(person.page);
  await line.click();
  const panel = person.page.getByRole('region', { name: 'Web chat' });
  await panel.getByText('Replies come from chat.example.com').waitFor();
  const found = panel.frameLocator('iframe').locator('body');
  await found.getByText(/^(no call|called)$/).waitFor();
  // No cookie, no storage, no page around it, no call of ours.
  await expect.poll(() => found.locator('p').allTextContents()).toEqual(['opened', ...refusals]);
  const badge = person.page.locator('.service-button .ui-badge');
  await badge.filter({ hasText: '99+' }).waitFor();
  for (const path of ['/admin', '/en_US/']) {
    const policy = (await fetch(fixture.server.address + path)).headers.get(
      'content-security-policy',
    );
    expect(policy).toMatch(/script-src 'self'( 'nonce-[\w-]+')?;/);
    expect(policy).not.toContain('chat.example.com');
  }
});

it('keeps tables row by row: a rate at once, a rule of transfers once two agree', async () => {
  const { page } = administrator;
  await goTo(page, 'Tables');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await choose(page, 'Table', 'Currencies');
  await row('EUR').getByRole('button', { name: 'Change' }).click();
  const dialog = page.locator('.ui-dialog');
  const rate = dialog.getByRole('textbox', { name: 'One USDT is worth' });
  await rate.fill('0');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('above zero, at most 12 decimals').waitFor();
  await rate.fill('0.915');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row('EUR').filter({ hasText: '0.915' }).waitFor();
  const { rates } = await call<{ rates: { currencyCode: string; rate: string }[] }>(
    person,
    '/hk-web/public/currency/rates',
  );
  expect(rates.find(({ currencyCode }) => currencyCode === 'EUR')?.rate).toBe('0.915');

  await choose(page, 'Table', 'Transfer rules');
  await page.getByRole('button', { name: 'Add a row' }).click();
  await dialog.getByRole('textbox', { name: 'Row' }).fill('spot:usdt');
  await dialog.getByRole('textbox', { name: 'A day per person' }).fill('60');
  await confirm(page, 'Ask for approval');
  const readLimit = async () =>
    (
      await call<{ todayAvailableLimit: string }>(
        person,
        '/hk-web/wallet/info?type=2&coinId=52&tradeId=0',
      )
    ).todayAvailableLimit;
  expect(await readLimit()).toMatch(/^125\./);
  await approve(passkeyHolder.page);
  // The page may still show an earlier request that was carried out.
  await expect.poll(readLimit).toMatch(/^60\./);
  const removed = await operate(fixture.server, ['transfer-rules', 'remove', 'spot:USDT']);
  expect(JSON.parse(removed)).toEqual({ removed: 'spot:USDT' });
  expect(await readLimit()).toMatch(/^125\./);
});

it('complained about nothing in the console', () => {
  const people = [administrator, finance, passkeyHolder];
  expect(people.flatMap(({ complaints }) => complaints)).toEqual([]);
});
