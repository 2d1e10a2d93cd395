// A company on a phone's screen: details, two owners, a director, a trader, papers as files and
// from the camera, then the desk, where two must agree. A person's own levels: identity.test.ts.
import { beforeAll, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { setFixture } from '../fixture/fixture.ts';
import { call, operate } from '../fixture/exchange.ts';
import { enterOffice } from '../fixture/office.ts';
import { choose, meetPerson, type Person, signUp, waitForLife } from '../fixture/person.ts';

const fixture = setFixture({ ISOBATH_LIQUIDITY: 'off' });
let person: Person;
let reviewer: Person;
let second: Person;

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const paper = {
  name: 'paper.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
};
const from = '/en_US/assetManagement/home';

beforeAll(async () => {
  [reviewer, second, person] = await Promise.all([
    enterOffice(fixture, 'reviewer', 'compliance'),
    enterOffice(fixture, 'second', 'compliance'),
    meetPerson(fixture.browser, 'company', phone),
  ]);
  await signUp(person, fixture.server.address);
  const user = ['user', 'identity', '--user', person.email];
  await operate(fixture.server, [...user, '--type', 'standard', '--status', 'passed']);
});

const goOn = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click();

async function nameSomebody(page: Page, firstName: string, share = ''): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First names').fill(firstName);
  await dialog.getByLabel('Last name').fill('Damson');
  await dialog.getByLabel('Date of birth').fill('1980-02-03');
  await choose(page, 'Country', 'France');
  await choose(page, 'Kind of document', 'Passport');
  await dialog.getByLabel('Document number').fill(`QX77${firstName}`);
  if (share !== '') await dialog.getByLabel('Share').fill(share);
  await dialog.getByRole('button', { name: 'Done' }).click();
}

/** In the page, until the form gets a document of its own: what is typed before would be lost. */
const watchForInput = `new MutationObserver(() => {
  if (document.querySelector('main input')) sessionStorage.setItem('early', 'yes');
}).observe(document.body, { subtree: true, childList: true })`;

/** In the page: scroll what is below a dialog. @returns how far it went, and an open list. */
const scrollBelow = `(() => {
  const list = document.querySelector('.ui-layer');
  const listTop = list.getBoundingClientRect().top;
  const pageTop = document.scrollingElement.scrollTop;
  document.scrollingElement.scrollTop += 30;
  const moved = list.getBoundingClientRect().top - listTop;
  return { page: document.scrollingElement.scrollTop - pageTop, list: moved };
})()`;

const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

it('says what is missing of owners, and adds their shares up', async () => {
  const { page } = person;
  const way = encodeURIComponent(from);
  await page.goto(`${fixture.server.address}/en_US/verifiedIndex?redirect=${way}`);
  await waitForLife(page.locator('main').first());
  await page.evaluate(watchForInput);
  await page.getByRole('region', { name: 'Company' }).getByText('Get verified').click();
  await page.getByLabel('Name of the company').fill('Damson Trading');
  expect(await page.evaluate(`sessionStorage.getItem('early')`)).toBe(null);
  await page.getByLabel('Number in the register').fill('R 12345');
  await choose(page, 'Country', 'France');
  await page.getByLabel('Registered address').fill('12 Damson Lane, Lyon');
  await page.getByLabel('Business activity').fill('Sale of fruit');
  await goOn(page);
  await goOn(page);
  await page.getByText('Please add an owner, or say that nobody owns 25 %.').waitFor();
  const add = page.getByRole('button', { name: 'Add an owner' });
  await add.click();
  await page.getByRole('combobox', { name: 'Country' }).click();
  await page.getByRole('listbox').waitFor();
  expect(await page.evaluate(scrollBelow)).toEqual({ page: 30, list: 0 });
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'hidden' });
  await nameSomebody(page, 'Anselm', '24.9');
  await page.getByText('An owner has a share of 25 % or more.').waitFor();
  await page.getByRole('dialog').getByLabel('Share').fill('60');
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await add.click();
  await nameSomebody(page, 'Berta', '40.0001');
  await page.getByText('All shares together are more than 100 %.').waitFor();
  await page.getByRole('dialog').getByLabel('Share').fill('40');
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  const owners = page.getByRole('list', { name: 'Owners' });
  await expect.poll(() => owners.getByText('Damson').count()).toBe(2);
  await goOn(page);
  await page.getByRole('button', { name: 'Add a director' }).click();
  await nameSomebody(page, 'Berta');
  await goOn(page);
});

it('names who trades, and only whoever is verified', async () => {
  const { page } = person;
  const { fid: uid } = await call<{ fid: number }>(person, '/hk-web/account/session');
  const field = page.getByLabel('Account number (UID)');
  await field.fill('987654321');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await goOn(page);
  await page.getByText('No verified person has the account number 987654321.').waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  await field.fill(String(uid));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Please add this number first, or clear the field.').waitFor();
  await field.press('Enter');
  await goOn(page);
});

it('sends papers as files and from the camera, which no other page may use', async () => {
  const { page } = person;
  const [form] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save the form' }).click(),
  ]);
  expect(form.suggestedFilename()).toBe('authorisation.html');
  for (const name of [
    'Extract of the register',
    'Articles of association',
    'List of shareholders',
  ]) {
    await part(page, name).locator('input[type=file]').setInputFiles(paper);
    await part(page, name).getByText('Received: paper.pdf').waitFor();
  }
  const signed = part(page, 'Signed authorisation');
  await signed.getByRole('button', { name: 'Take a photo' }).click();
  const dialog = page.getByRole('dialog');
  const shoot = dialog.getByRole('button', { name: 'Take the picture' });
  await shoot.and(page.locator(':not([aria-disabled=true])')).click();
  await dialog.getByRole('img', { name: 'The picture that was taken' }).waitFor();
  await dialog.getByRole('button', { name: 'Take again' }).click();
  await shoot.click();
  await dialog.getByRole('button', { name: 'Use this picture' }).click();
  await signed.getByText('Received: photo.jpg').waitFor();
  const policyOf = async (path: string) =>
    (await page.request.get(`${fixture.server.address}/en_US/${path}`)).headers()[
      'permissions-policy'
    ];
  expect(await policyOf('personVerified/')).toContain('camera=(self)');
  expect(await policyOf('verifiedIndex')).toContain('camera=()');
});

it('keeps what was saved for another browser tab', async () => {
  const { page } = person;
  await goOn(page);
  // The step is written down as it is shown; one that comes after the clearing would stay.
  await page.getByText('Berta Damson 40 %').waitFor();
  await page.evaluate('sessionStorage.clear()');
  await page.reload();
  await expect
    .poll(() => page.getByLabel('Name of the company').inputValue())
    .toBe('Damson Trading');
  // Each step is whole already.
  for (let step = 0; step < 5; step += 1) {
    const [heading] = await page.locator('[aria-current=step]').allInnerTexts();
    await goOn(page);
    await expect.poll(() => page.locator('[aria-current=step]').innerText()).not.toBe(heading);
  }
  await page.getByText('Berta Damson 40 %').waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Your application is in review').waitFor();
  const back = page.getByRole('link', { name: 'Back to where you were' });
  await expect.poll(() => back.getAttribute('href')).toBe(from);
});

it('is looked at whole by one of the desk, and passed by two', async () => {
  const { page } = reviewer;
  await page.goto(`${fixture.server.address}/admin/identity`);
  await page.getByRole('list', { name: 'Identity checks' }).getByRole('link').first().click();
  await page.getByRole('region', { name: 'Owner: Anselm Damson' }).getByText('60').waitFor();
  await page.getByRole('region', { name: 'Director: Berta Damson' }).waitFor();
  await page.getByRole('region', { name: 'Traders' }).getByText('Verified').waitFor();
  const register = page.getByRole('region', { name: 'Extract of the register' });
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    register.getByRole('button', { name: 'Save the paper' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^registration-\d+\.pdf$/);
  await page.getByRole('button', { name: 'Take', exact: true }).click();
  await page.getByRole('button', { name: 'Pass', exact: true }).click();
  const dialog = page.locator('.ui-dialog');
  await dialog.getByRole('button', { name: 'Pass', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await second.page.goto(`${fixture.server.address}/admin/approvals`);
  await second.page.getByRole('button', { name: 'Decide' }).click();
  await second.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await second.page.getByText('Carried out', { exact: true }).waitFor();
  await person.page.goto(`${fixture.server.address}/en_US/verifiedIndex`);
  await person.page.getByRole('region', { name: 'Company' }).getByText('Verified').waitFor();
  expect([...person.complaints, ...reviewer.complaints]).toEqual([]);
});
