// Who works in the back office, and how he comes in: made by the operator's tool, then through the
// screens alone. Called by the journeys with a part in the office.
import { addAuthenticator, showCode } from './authenticator.ts';
import { operate } from './exchange.ts';
import { meetPerson, type Person } from './person.ts';
import type { Stage } from './stage.ts';

async function givePassword({ browser, server }: Stage, name: string, role: string) {
  const operator = await meetPerson(browser, name);
  const words = ['--email', operator.email, '--role', role, '--password', operator.password];
  await operate(server, ['operator', 'create', ...words]);
  return operator;
}

async function enterByPassword({ page, email, password }: Person, address: string): Promise<void> {
  await page.goto(`${address}/admin`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** An operator who signs in for the first time: password, then an authenticator is set up. */
export async function enterOffice(stage: Stage, name: string, role: string): Promise<Person> {
  const operator = await givePassword(stage, name, role);
  const { page } = operator;
  await enterByPassword(operator, stage.server.address);
  await page.getByRole('button', { name: 'Authenticator app' }).click();
  const secret = (await page.locator('.ui-copy-text').textContent()) ?? '';
  await page.getByRole('textbox', { name: 'Digit 1 of 6' }).fill(showCode(secret));
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  return operator;
}

/** The same with a passkey of a device that lives in the browser's own tools. */
export async function enterOfficeByPasskey(stage: Stage, name: string): Promise<Person> {
  const operator = await givePassword(stage, name, 'administrator');
  const { page } = operator;
  await addAuthenticator(operator);
  await enterByPassword(operator, stage.server.address);
  await page.getByRole('button', { name: 'Passkey of this device' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  return operator;
}
