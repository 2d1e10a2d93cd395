// A person on a phone's screen verifies who they are, and the desk decides: refused once with
// reasons, asked for more once, passed; then the advanced level, which takes two of the desk.
import { beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { setFixture } from '../fixture/fixture.ts';
import { enterOffice } from '../fixture/office.ts';
import { choose, meetPerson, type Person, signUp, waitForLife } from '../fixture/person.ts';

const fixture = setFixture({ ISOBATH_LIQUIDITY: 'off' });
let person: Person;
let reviewer: Person;
let second: Person;

/** A picture of one point. */
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8' +
  'z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const picture = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') };

const open = async (path: string) => {
  await person.page.goto(`${fixture.server.address}/en_US/${path}`);
  await waitForLife(person.page.locator('main').first());
};

beforeAll(async () => {
  [reviewer, second, person] = await Promise.all([
    enterOffice(fixture, 'reviewer', 'compliance'),
    enterOffice(fixture, 'second', 'compliance'),
    meetPerson(fixture.browser, 'newcomer'),
  ]);
  await person.page.setViewportSize({ width: 390, height: 844 });
  await signUp(person, fixture.server.address);
});

/** Choose a picture for a part of a form, and wait until the exchange has it. */
async function send(page: Page, name: string): Promise<void> {
  const part = page.getByRole('region', { name, exact: true });
  await part.locator('input[type=file]').first().setInputFiles(picture);
  await part.getByText('Received: photo.png').waitFor();
}

/** Fill in the standard form from what is empty of it, and send it. */
async function applyStandard(): Promise<void> {
  const { page } = person;
  const next = page.getByRole('button', { name: 'Continue' });
  await choose(page, 'Country', 'France');
  await choose(page, 'Kind of document', 'Passport');
  await page.getByLabel('Document number').fill('QX7719203');
  await next.click();
  await page.getByLabel('First names').fill('Quincella');
  await page.getByLabel('Last name').fill('Marmeladova');
  await page.getByLabel('Date of birth').fill('1990-05-17');
  await next.click();
  await send(page, 'Front of the document');
  await send(page, 'You with the document in your hand');
  await next.click();
  await page.getByText('Marmeladova').waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Your application is in review').waitFor();
}

/** Take the case that waits at the desk, and press one of what can be decided. */
async function decide(outcome: string, ...parts: readonly string[]): Promise<void> {
  const { page } = reviewer;
  await page.goto(`${fixture.server.address}/admin/identity`);
  await page.getByRole('list', { name: 'Identity checks' }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Take', exact: true }).click();
  await page.getByRole('button', { name: outcome, exact: true }).click();
  const dialog = page.locator('.ui-dialog');
  for (const part of parts) await dialog.getByLabel(part).check();
  await dialog.getByRole('button', { name: outcome, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

const beginLevel = (name: string) =>
  person.page.getByRole('region', { name }).getByRole('link', { name: 'Get verified' }).click();

it('shows what each level needs before anything is asked for', async () => {
  await open('verifiedIndex');
  const { page } = person;
  await page.getByRole('heading', { name: 'Standard' }).waitFor();
  await page.getByText('Standard first').waitFor();
  const counts = ['Standard', 'Advanced', 'Company'].map((name) =>
    page.getByRole('region', { name }).getByRole('link', { name: 'Get verified' }).count(),
  );
  expect(await Promise.all(counts)).toEqual([1, 0, 1]);
});

it('says what is missing, keeps a draft, and sends', async () => {
  const { page } = person;
  await beginLevel('Standard');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => page.getByText('Please fill this in.').count()).toBe(3);
  await page.getByLabel('Document number').fill('kept 1');
  await page.reload();
  await expect.poll(() => page.getByLabel('Document number').inputValue()).toBe('kept 1');
  await applyStandard();
});

it('is refused with a part and its reason, and applies again', async () => {
  const { page } = person;
  await decide('Refuse', 'Front of the document', 'It cannot be read');
  await open('verifiedIndex');
  await page.getByText('Your application was not accepted').waitFor();
  await page.getByText('It cannot be read: take it again in good light.').waitFor();
  await page.getByRole('link', { name: 'Apply again' }).click();
  await applyStandard();
});

it('is asked for more, answers, and passes', async () => {
  const { page } = person;
  await decide('Ask for more', 'Proof of address');
  await open('verifiedIndex');
  await page.getByRole('link', { name: 'Answer' }).click();
  await page.getByRole('heading', { name: 'Additional documents' }).waitFor();
  await send(page, 'Proof of address');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Your application is in review').waitFor();
  await decide('Pass');
  await open('verifiedIndex');
  await page.locator('.identity-level').first().getByText('Verified').waitFor();
});

it('passes the advanced level when two of the desk agree', async () => {
  const { page } = person;
  await beginLevel('Advanced');
  await page.getByRole('heading', { name: 'Advanced' }).waitFor();
  await choose(page, 'Country', 'France');
  await page.getByLabel('Street and number').fill('12 Damson Lane');
  await page.getByLabel('City').fill('Lyon');
  await page.getByLabel('Postal code').fill('69001');
  await send(page, 'Proof of address');
  await page.getByRole('button', { name: 'Continue' }).click();
  await choose(page, 'Occupation', 'Student');
  await choose(page, 'Source of funds', 'Savings');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Your application is in review').waitFor();
  await decide('Pass');
  await second.page.goto(`${fixture.server.address}/admin/approvals`);
  await second.page.getByRole('button', { name: 'Decide' }).click();
  await second.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await second.page.getByText('Carried out', { exact: true }).waitFor();
  await open('verifiedIndex');
  const cards = page.locator('.identity-level');
  await cards.nth(1).getByText('Verified').waitFor();
  expect([...person.complaints, ...reviewer.complaints]).toEqual([]);
});
