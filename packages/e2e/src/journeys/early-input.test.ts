// What a person does to a page that is seen and whose scripts are not there yet, on a slow device
// or line: nothing typed is lost, and nothing of it is sent by the browser itself.
import { expect, it } from 'vitest';
import { holdAnswers } from '../fixture/browser.ts';
import { actEarly } from '../fixture/life.ts';
import { meetPerson, signUp, waitForLife } from '../fixture/person.ts';
import { shareFixture } from '../fixture/fixture.ts';

const fixture = shareFixture();

/** Open a page whose scripts come when the test says so. */
async function openEarly(page: Parameters<typeof holdAnswers>[0], path: string) {
  await actEarly(page);
  const bring = await holdAnswers(page, '**/assets/*.js');
  await page.goto(`${fixture.server.address}/en_US/${path}`, { waitUntil: 'commit' });
  return bring;
}

it('registers with what was typed and ticked before the scripts came', async () => {
  const person = await meetPerson(fixture.browser, 'early');
  const { page } = person;
  const bring = await openEarly(page, 'register?inviteCode=');
  await page.locator('input[name=email]').fill(person.email);
  await page.locator('input[name=password]').fill(person.password);
  const terms = page.getByRole('checkbox');
  await terms.check();
  const form = page.locator('form.account-form');
  await form.getByRole('button', { name: 'Create account' }).click();
  // The browser alone would have asked for the page anew, with the password in its address.
  expect(new URL(page.url()).search).toBe('?inviteCode=');
  await bring();
  await waitForLife(form);
  // The page draws its fields anew for what is typed in one of them.
  await page.getByRole('textbox', { name: 'Invitation code (optional)' }).fill('x');
  await page.getByRole('textbox', { name: 'Invitation code (optional)' }).fill('');
  expect(await page.locator('input[name=email]').inputValue()).toBe(person.email);
  expect(await page.locator('input[name=password]').inputValue()).toBe(person.password);
  expect(await terms.isChecked()).toBe(true);
  await form.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('textbox', { name: 'Digit 1 of 6' }).waitFor();
  expect(person.complaints).toEqual([]);
  await person.context.close();
});

it('puts back a switch that was pressed while nobody answered for it', async () => {
  const person = await meetPerson(fixture.browser, 'early');
  const { page } = person;
  await signUp(person, fixture.server.address);
  const bring = await openEarly(page, 'user/personSetting');
  const box = page.getByRole('radiogroup', { name: 'Spacing' });
  await box.getByRole('radio', { name: 'Dense' }).check();
  await bring();
  await waitForLife(box);
  expect(await box.getByRole('radio', { name: 'Automatic' }).isChecked()).toBe(true);
  expect(await page.evaluate('document.documentElement.dataset.density')).toBe('auto');
  expect(person.complaints).toEqual([]);
  await person.context.close();
});
