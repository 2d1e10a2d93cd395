// A person's API keys, through the screen: none, one made with a confirmation, its secret shown
// once and good for signing, its last use, and its end.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendRaw, signQuery } from '../dialect/client.ts';
import { openBrowser } from '../stage/browser.ts';
import { meetPerson, type Person, registerPerson, waitForLife } from '../stage/person.ts';
import { type StagedServer, startServer } from '../stage/server.ts';

let server: StagedServer;
let browser: Browser;
let person: Person;
const keys = { apiKey: '', secret: '' };

const readAccount = async () => {
  const query = signQuery({}, keys);
  const request = { method: 'GET', path: '/api/v3/account', query, key: keys.apiKey } as const;
  return (await sendRaw(server.address, request)).told;
};

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ ISOBATH_LIQUIDITY: 'off' }), openBrowser()]);
  person = await meetPerson(browser, 'keeper');
  await registerPerson(person, server.address);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('makes a key after a confirmation and shows its secret once', async () => {
  const { page } = person;
  await page.goto(`${server.address}/en_US/user/apiSetting`);
  await page.getByText('No API keys yet').waitFor();
  const make = page.getByRole('button', { name: 'Create a key' });
  await waitForLife(make);
  await make.click();
  const form = page.getByRole('dialog', { name: 'New API key' });
  await form.getByLabel('Name').fill('Grid bot');
  await form.getByLabel('Withdraw').check();
  await form.getByText('Withdrawing needs a list of addresses.').waitFor();
  await form.getByLabel('Withdraw').uncheck();
  await form.getByRole('button', { name: 'Create a key' }).click();
  await page.locator('input[type=password]').fill(person.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  const made = page.getByRole('dialog', { name: 'Your key is ready' });
  await made.waitFor();
  const texts = (await made.innerText()).match(/[A-Za-z0-9]{64}/g) ?? [];
  expect(texts).toHaveLength(2);
  [keys.apiKey = '', keys.secret = ''] = texts;
  await made.getByRole('button', { name: 'I have stored it' }).click();
  await page.reload();
  await page.getByRole('heading', { name: 'Grid bot' }).waitFor();
  expect(await page.content()).toContain(keys.apiKey);
  expect(await page.content()).not.toContain(keys.secret);
  expect(person.complaints).toEqual([]);
});

it('signs with the secret, and the page tells of it', async () => {
  expect(await readAccount()).toMatchObject({ accountType: 'SPOT' });
  const { page } = person;
  await expect
    .poll(
      async () => {
        await page.reload();
        return page.locator('.keys-facts').innerText();
      },
      { timeout: 20_000 },
    )
    .not.toContain('Not yet');
});

it('ends the key, and what it signs is refused', async () => {
  const { page } = person;
  const end = page.getByRole('button', { name: 'Revoke' });
  await waitForLife(end);
  await end.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No API keys yet').waitFor();
  expect(await readAccount()).toMatchObject({ code: -2015 });
  expect(person.complaints).toEqual([]);
});
