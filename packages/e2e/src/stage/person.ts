// What people do in the journeys: register, log in, ask for demo money, place orders. Through the
// screens, but for `signUp`, which takes the calls that the screens make. It asserts nothing of its
// own; every wait is for something a person would see.
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { hearComplaints } from './browser.ts';

/** Somebody with a browser of their own. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the page complained about so far. */
  readonly complaints: string[];
}

const desk = { width: 1440, height: 900 };

/** Give a person a browser; nothing is registered yet. */
export async function meetPerson(browser: Browser, name: string): Promise<Person> {
  const context = await browser.newContext({ viewport: desk, colorScheme: 'dark' });
  const page = await context.newPage();
  const complaints = hearComplaints(page);
  // Servers are shared by many files: the same name may have been there before.
  const email = `${name}-${randomUUID().slice(0, 8)}@example.com`;
  return { email, password: 'a sentence beats a puzzle', context, page, complaints };
}

/** Choose from a list that opens; one that closes stays for a moment, and is no other list. */
export async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name }).click();
  await page.getByRole('option', { name: option }).click();
  await page.getByRole('listbox').waitFor({ state: 'hidden' });
}

/** Wait until the browser's code answers for an element: what is typed before is lost. */
export async function waitForLife(element: Locator): Promise<void> {
  await element.waitFor();
  const isAlive = () =>
    element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps')));
  while (!(await isAlive()));
}

/** Press what the server may have drawn, once the page answers for it. */
export async function press(element: Locator): Promise<void> {
  await waitForLife(element);
  await element.click();
}

/** Type address and password where they are asked for, and send them. */
export async function fillCredentials(person: Person): Promise<void> {
  const { page } = person;
  await waitForLife(page.locator('form.account-form'));
  await page.locator('input[name=email]').fill(person.email);
  await page.locator('input[name=password]').fill(person.password);
  await page.locator('form.account-form button[type=submit]').click();
}

/** The newest mail's subject, looked for a few times. */
async function readSubject(page: Page, address: string, triesCount = 6): Promise<string> {
  await page.goto(address);
  const found = page.locator('.account-mail h2').first();
  try {
    await found.waitFor({ timeout: triesCount > 1 ? 10_000 : 120_000 });
  } catch (error) {
    if (triesCount > 1) return readSubject(page, address, triesCount - 1);
    throw error;
  }
  return (await found.textContent()) ?? '';
}

/** In the page: the calls of registering, with the mailed code, and of asking for demo money. */
async function signUpInPage(it: { email: string; password: string; hasDemoMoney: boolean }) {
  const headers = { 'content-type': 'application/json', 'x-requested-with': 'isobath' };
  const ask = async (path: string, body?: object) => {
    const options = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`/hk-web/${path}`, { headers, ...options });
    const told = (await answer.json()) as { code: number; message: string; data: never };
    if (told.code !== 200) throw new Error(`${path}: ${told.code} ${told.message}`);
    return told.data;
  };
  const { email, password } = it;
  const { ticket }: { ticket: string } = await ask('account/register', {
    email,
    password,
    agreesToTerms: true,
  });
  let code: string | undefined;
  while (code === undefined) {
    const mails: { to: string; text: string }[] = await ask('sandbox/outbox');
    const mail = mails.find(({ to }) => to === email);
    code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  }
  await ask('account/register/verify', { ticket, code });
  if (it.hasDemoMoney) await ask('sandbox/faucet', {});
}

/**
 * Make an account by the calls of the site, without its screens; ends on a page of it that has no
 * scripts.
 */
export async function signUp(
  { page, email, password }: Pick<Person, 'page' | 'email' | 'password'>,
  address: string,
  { hasDemoMoney = false }: { hasDemoMoney?: boolean } = {},
): Promise<void> {
  await page.goto(`${address}/robots.txt`);
  await page.evaluate(signUpInPage, { email, password, hasDemoMoney });
}

/** Make an account with the code from the outbox; ends on the page of assets. */
export async function registerPerson(person: Person, address: string): Promise<void> {
  const { page } = person;
  await page.goto(`${address}/en_US/register`);
  await waitForLife(page.locator('form.account-form'));
  await page.getByRole('checkbox').check();
  await fillCredentials(person);
  const firstDigit = page.getByRole('textbox', { name: 'Digit 1 of 6' });
  await firstDigit.waitFor();
  const outbox = await person.context.newPage();
  const subject = await readSubject(outbox, `${address}/en_US/outbox`);
  await outbox.close();
  await firstDigit.fill(/\d{6}/.exec(subject)?.[0] ?? '');
  await page.waitForURL('**/assetManagement/home');
}

/**
 * Ask for a page that needs signing in, log in by password where that leads, on a device that is
 * known already; ends on the page that was asked for.
 */
export async function logIn(person: Person, wanted: string): Promise<void> {
  await person.page.goto(wanted);
  await person.page.waitForURL('**/login?redirect=**');
  await fillCredentials(person);
  await person.page.waitForURL(wanted);
}

/** Log out on the page of settings; ends on the home of the language. */
export async function logOut(person: Person, address: string): Promise<void> {
  const { page } = person;
  await page.goto(`${address}/en_US/user/personSetting`);
  const button = page.getByRole('button', { name: 'Log out' }).last();
  await press(button);
  await page.waitForURL(/\/en_US\/?$/);
}

/** Ask for demo money on the page of assets and wait until it stands there. */
export async function askDemoMoney(person: Person): Promise<void> {
  const button = person.page.getByRole('button', { name: 'Get demo money' });
  await press(button);
  await person.page.getByRole('link', { name: 'USDT', exact: true }).waitFor();
}

/** Open the trade page of a market and wait until orders can be sent. */
export async function openTrade(person: Person, address: string, symbol: string): Promise<void> {
  await person.page.goto(`${address}/en_US/trade/exchange/?tradeCode=${symbol}`);
  // The form comes back on the side it was left on.
  await findForm(person).locator('button:is([data-variant=buy], [data-variant=sell])').waitFor();
  await person.page.getByRole('tab', { name: 'Assets' }).waitFor();
}

const findForm = (person: Person) => person.page.locator('form.form');

/** Fill in an order and send it; a question before it is answered with yes. */
export async function placeOrder(
  person: Person,
  order: { side: 'Buy' | 'Sell'; kind: 'Limit' | 'Market'; size: string; price?: string },
): Promise<void> {
  const form = findForm(person);
  await form.getByRole('radio', { name: order.side, exact: true }).click();
  await form.getByRole('button', { name: order.kind, exact: true }).click();
  if (order.price !== undefined) {
    await form.getByRole('textbox', { name: 'Price', exact: true }).fill(order.price);
  }
  await form.getByRole('textbox', { name: 'Size', exact: true }).fill(order.size);
  const variant = `button[data-variant=${order.side.toLowerCase()}]`;
  await form.locator(variant).click();
  if (order.kind === 'Market') await person.page.locator(`[role=alertdialog] ${variant}`).click();
}

/** One of the lists below the chart, by the name of its tab. */
export async function openList(person: Person, name: string): Promise<Locator> {
  await person.page.getByRole('tab', { name }).click();
  return person.page.getByRole('tabpanel', { name });
}
