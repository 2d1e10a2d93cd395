// A passkey from first to last, with an authenticator that lives in the browser's own tools.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addAuthenticator } from '../stage/authenticator.ts';
import { openBrowser } from '../stage/browser.ts';
import { logOut, meetPerson, type Person, registerPerson, waitForLife } from '../stage/person.ts';
import { type StagedServer, startServer } from '../stage/server.ts';

let server: StagedServer;
let browser: Browser;
let person: Person;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  person = await meetPerson(browser, 'keyholder');
  await addAuthenticator(person);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const findSection = () => person.page.getByRole('region', { name: 'Passkeys' });

/** Confirm with the password what was just asked for. */
async function stepUp(): Promise<void> {
  const dialog = person.page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.locator('input').fill(person.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.waitFor({ state: 'detached' });
}

it('is added after the password is given again', async () => {
  await registerPerson(person, server.address);
  await person.page.goto(`${server.address}/en_US/user/personSetting`);
  const add = findSection().getByRole('button', { name: 'Add a passkey' });
  await waitForLife(add);
  await add.click();
  await findSection().getByRole('textbox', { name: 'Name of the device' }).fill('My laptop');
  await findSection().getByRole('button', { name: 'Add a passkey' }).click();
  await stepUp();
  await findSection().getByText('My laptop').waitFor();
  expect(person.complaints).toEqual([]);
});

it('logs in without a password', async () => {
  const { page } = person;
  await logOut(person, server.address);
  await page.goto(`${server.address}/en_US/login`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/assetManagement/home');
  expect(person.complaints).toEqual([]);
});

it('is taken away again', async () => {
  await person.page.goto(`${server.address}/en_US/user/personSetting`);
  const remove = findSection().getByRole('button', { name: 'Remove' });
  await waitForLife(remove);
  await remove.click();
  await stepUp();
  await findSection().getByText('None yet.').waitFor();
  expect(person.complaints).toEqual([]);
});
