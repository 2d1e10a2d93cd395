// Officers of custody through the screens: two links of the host, two passkeys, the appointment,
// and a freeze by one that two thaw. The signer and its chain are those of the sandbox.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { operate } from '../fixture/exchange.ts';
import { setFixture } from '../fixture/fixture.ts';
import { enterOfficeByPasskey } from '../fixture/office.ts';
import type { Person } from '../fixture/person.ts';

const fixture = setFixture({ ISOBATH_LIQUIDITY: 'off', ISOBATH_CHAINS: 'on' });
let first: Person;
let second: Person;

const tool = async (...words: string[]) =>
  JSON.parse(await operate(fixture.server, ['custody', ...words])) as Record<string, string>;

async function openOfficers(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Custody officers', exact: true }).click();
  await page.getByRole('heading', { name: 'Custody officers' }).waitFor();
}

/** Make a passkey by a link of the host, and say its fingerprint there. */
async function enrol({ page }: Person, officer: string): Promise<Record<string, string>> {
  const { page: link = '' } = await tool('officer', 'add', officer);
  await page.goto(link);
  await page.getByRole('button', { name: 'Make the passkey' }).click();
  const shown = (await page.locator('[data-fingerprint]').textContent()) ?? '';
  expect(shown).toMatch(/^[0-9A-F]{4}( [0-9A-F]{4}){4}$/);
  return tool('officer', 'add', officer, '--fingerprint', shown);
}

/** Sign what waits, once the browser has checked the signer's words. */
async function sign(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByText('this browser has checked it').waitFor();
  await dialog.getByRole('button', { name: 'Sign with the passkey' }).click();
  await dialog.waitFor({ state: 'detached' });
}

beforeAll(async () => {
  first = await enterOfficeByPasskey(fixture, 'ann');
  second = await enterOfficeByPasskey(fixture, 'ben');
});

it('makes two officers by links and fingerprints', async () => {
  // The signer begins behind the ready line, once the chains have said what is on them; nodes that
  // a busy machine lets wait are started anew before.
  const readSigner = () => tool('status').then(({ signer }) => signer, String);
  await expect.poll(readSigner, { timeout: 300_000 }).toBe('signs');
  expect(await enrol(first, 'ann')).toMatchObject({ officer: 'ann' });
  expect(await enrol(second, 'ben')).toMatchObject({ appointed: 'ann, ben' });
  await expect.poll(async () => (await tool('status'))['officersCount']).toBe(2);
  await openOfficers(first.page);
  const row = first.page.getByRole('row').filter({ hasText: first.email });
  await row.getByText('Officer', { exact: true }).waitFor();
});

it('freezes by one officer, and thaws by two', async () => {
  const { page } = first;
  await page.getByRole('button', { name: 'Freeze', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze', exact: true }).click();
  await sign(page);
  await page.getByText('An officer froze it').waitFor();
  await page.getByRole('button', { name: 'Thaw', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Thaw', exact: true }).click();
  await sign(page);
  await openOfficers(second.page);
  await second.page.getByRole('button', { name: 'Sign with the passkey' }).click();
  const words = second.page.getByLabel("In the signer's words");
  await words.filter({ hasText: 'next nonce' }).waitFor();
  await sign(second.page);
  await second.page.getByText('Signs payments').waitFor();
  expect((await tool('status'))['signer']).toBe('signs');
});
