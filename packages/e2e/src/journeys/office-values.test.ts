// What pages of the site read, set by an operator in the console, and what people then see: the
// cashback entry, the programme for opinion leaders, the lines of service, other domains (once two
// agree) and recommended markets. How a value is checked is a matter of the server's tests.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { enterOffice, enterOfficeByPasskey } from '../fixture/office.ts';
import { choose, meetPerson, type Person, signUp, waitForLife } from '../fixture/person.ts';
import { setFixture } from '../fixture/fixture.ts';

// What is set here is set for everybody.
const fixture = setFixture({ ISOBATH_LIQUIDITY: 'off' });
let person: Person;
let administrator: Person;
let second: Person;

beforeAll(async () => {
  person = await meetPerson(fixture.browser, 'reader');
  await signUp(person, fixture.server.address);
  administrator = await enterOffice(fixture, 'administrator', 'administrator');
  second = await enterOfficeByPasskey(fixture, 'second');
  await administrator.page.goto(`${fixture.server.address}/admin/config`);
});

/** Press the button of the value's own form. */
async function save(page: Page, name: string): Promise<void> {
  const form = page.locator('form').filter({ hasText: name });
  await form.getByRole('button', { name: 'Save' }).click();
}

/** Save, and wait until the server has said yes. */
async function saveAtOnce(page: Page, name: string): Promise<void> {
  const answered = page.waitForResponse(
    (answer) => answer.url().endsWith('/admin/api/config') && answer.request().method() === 'POST',
  );
  await save(page, name);
  expect(await (await answered).json()).toMatchObject({ code: 200, data: { approvalId: 0 } });
}

/** Links of a group of the main menu; each address is another, so that none is a kept page. */
async function listLinks(group: 'Contract' | '更多', path: string): Promise<string[]> {
  const { page } = person;
  await page.goto(`${fixture.server.address}${path}`);
  const button = page.locator('.shell-menu').getByRole('button', { name: group, exact: true });
  await waitForLife(button);
  await button.hover();
  const links = page.locator('.ui-nav-popup .ui-nav-link');
  await links.first().waitFor();
  const ways = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
  return ways.map((way) => way.replace(/[?#].*/, ''));
}

it('shows cashback in the menu from the state on that says so', async () => {
  const { page } = administrator;
  const cashback = '/en_US/activity/cashback';
  expect(await listLinks('Contract', '/en_US/status?a=1')).not.toContain(cashback);
  await choose(page, 'Cashback programme', '3: shown');
  await saveAtOnce(page, 'Cashback programme');
  expect(await listLinks('Contract', '/en_US/status?a=2')).toContain(cashback);
});

it('shows the programme for opinion leaders to who reads Chinese', async () => {
  const { page } = administrator;
  const plan = '/zh_CN/activity/kol-incentive-plan';
  expect(await listLinks('更多', '/zh_CN/status?a=3')).not.toContain(plan);
  await page.getByRole('switch', { name: 'Programme for opinion leaders' }).click();
  await saveAtOnce(page, 'Programme for opinion leaders');
  expect(await listLinks('更多', '/zh_CN/status?a=4')).toContain(plan);
});

it('offers the lines of service in the order that was set', async () => {
  const { page } = administrator;
  await choose(page, 'Service line 1', 'Live chat');
  await choose(page, 'Service line 2', 'Mixed desk');
  await choose(page, 'Service line 3', 'None');
  await saveAtOnce(page, 'Service line');
  await person.page.goto(`${fixture.server.address}/en_US/status?a=5`);
  const button = person.page.getByRole('button', { name: 'Customer service' });
  await waitForLife(button);
  await button.click();
  const names = person.page.locator('.service-menu button > span');
  await names.first().waitFor();
  const shown = await names.evaluateAll((all) =>
    all.map((one) => one.firstChild?.textContent ?? ''),
  );
  expect(shown).toEqual(['Live chat', 'Service desk']);
});

it('tells other domains once a second operator agrees, and not before', async () => {
  const { page } = administrator;
  await page.getByRole('textbox', { name: 'Other domains' }).fill('one.example\ntwo.example');
  await save(page, 'Other domains');
  const dialog = page.locator('.ui-dialog');
  await dialog.getByLabel('Reason').fill('for the journey');
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await dialog.waitFor({ state: 'detached' });
  const readDomains = async () => {
    const answer = await person.page.request.post(
      `${fixture.server.address}/hk-web/v2/common/dowloadUrl`,
      {
        data: {},
        headers: { 'x-requested-with': 'isobath', 'sec-fetch-site': 'same-origin' },
      },
    );
    return ((await answer.json()) as { data: { backupWebsites: string[] } }).data.backupWebsites;
  };
  expect(await readDomains()).toEqual([]);
  await second.page.getByRole('link', { name: 'Approvals' }).click();
  await second.page.getByRole('button', { name: 'Decide' }).click();
  await second.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await second.page.getByText('Carried out', { exact: true }).first().waitFor();
  expect(await readDomains()).toEqual(['one.example', 'two.example']);
});

it('recommends the markets that were named, the first one first', async () => {
  const { page } = administrator;
  const field = page.getByRole('textbox', { name: 'Recommended markets' });
  await field.fill('not a market');
  await save(page, 'Recommended markets');
  await page.getByText(/1: market such as btc_usdt/).waitFor();
  await field.fill('eth_usdt\nbtc_usdt');
  await saveAtOnce(page, 'Recommended markets');
  await person.page.goto(`${fixture.server.address}/en_US/market`);
  const recommended = person.page.locator('.market-recommended li b');
  await recommended.first().waitFor();
  await expect
    .poll(async () => (await recommended.allTextContents()).slice(0, 2))
    .toEqual(['ETH', 'BTC']);
  const complaints = [administrator, second, person].flatMap((one) => one.complaints);
  expect(complaints).toEqual([]);
});
