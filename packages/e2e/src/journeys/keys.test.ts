// The keys of people, through the screen. API keys: none, one made with a confirmation, its secret
// shown once and good for signing, its last use, and its end. A passkey from first to last, with an
// authenticator that lives in the browser's own tools. Backup codes kept by one press, and the part
// of the settings that is read.
import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { sendRaw, signQuery } from '../binance-api/client.ts';
import { addAuthenticator, showCode } from '../fixture/authenticator.ts';
import { waitForStillness } from '../fixture/browser.ts';
import { logOut, meetPerson, type Person, press, signUp, waitForLife } from '../fixture/person.ts';
import { shareFixture } from '../fixture/fixture.ts';

const desk = { width: 1440, height: 900 };
const smallDesk = { width: 1024, height: 768 };
const phone = { width: 390, height: 844 };
const fixture = shareFixture();
let person: Person;
let keyholder: Person;
const keys = { apiKey: '', secret: '' };

const readAccount = async () => {
  const query = signQuery({}, keys);
  const request = { method: 'GET', path: '/api/v3/account', query, key: keys.apiKey } as const;
  return (await sendRaw(fixture.server.address, request)).reported;
};

beforeAll(async () => {
  person = await meetPerson(fixture.browser, 'keeper');
  await signUp(person, fixture.server.address);
  keyholder = await meetPerson(fixture.browser, 'keyholder');
  await addAuthenticator(keyholder);
});

it('makes a key after a confirmation and shows its secret once', async () => {
  const { page } = person;
  await page.goto(`${fixture.server.address}/en_US/user/apiSetting`);
  await page.getByText('No API keys yet').waitFor();
  const make = page.getByRole('button', { name: 'Create key' });
  await press(make);
  const form = page.getByRole('dialog', { name: 'New API key' });
  await form.getByLabel('Name').fill('Grid bot');
  // How long it lives is asked above the foot of the dialog, and nothing of it is cut.
  for (const size of [smallDesk, phone, desk]) {
    await page.setViewportSize(size);
    await waitForStillness(page);
    const asked = await form.getByRole('radiogroup', { name: 'Expires' }).boundingBox();
    const foot = await form.locator('.ui-dialog-foot').boundingBox();
    expect((asked?.y ?? 0) + (asked?.height ?? 0), `${size.width}`).toBeLessThan(foot?.y ?? 0);
  }
  // Rights of what is not built yet are not offered.
  const rights = form.getByRole('group', { name: 'Permissions' }).getByRole('checkbox');
  await expect.poll(() => rights.count()).toBe(4);
  await form.getByRole('button', { name: 'Create key' }).click();
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
  const readFacts = async () => {
    await page.reload();
    return page.locator('.keys-facts').innerText();
  };
  await expect.poll(readFacts).not.toContain('Not used yet');
});

it('ends the key, and what it signs is refused', async () => {
  const { page } = person;
  const end = page.getByRole('button', { name: 'Revoke' });
  await press(end);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No API keys yet').waitFor();
  expect(await readAccount()).toMatchObject({ code: -2015 });
  expect(person.complaints).toEqual([]);
});

it('makes a key of a public half, good from its addresses alone', async () => {
  const { page } = person;
  const pair = generateKeyPairSync('ed25519');
  await press(page.getByRole('button', { name: 'Create key' }));
  const form = page.getByRole('dialog', { name: 'New API key' });
  await form.getByLabel('Name').fill('Far away');
  await form.getByRole('radio', { name: 'Ed25519' }).click();
  const pem = pair.publicKey.export({ format: 'pem', type: 'spki' }).toString();
  await form.getByLabel('Public key (PEM or Base64)').fill(pem);
  await form.getByLabel('IP whitelist').fill('203.0.113.7');
  await form.getByRole('radio', { name: '365 days' }).click();
  await form.getByRole('button', { name: 'Create key' }).click();
  const made = page.getByRole('dialog', { name: 'Your key is ready' });
  await made.waitFor();
  const [key = ''] = (await made.innerText()).match(/[A-Za-z0-9]{64}/g) ?? [];
  await made.getByRole('button', { name: 'I have stored it' }).click();
  const ask = async () => {
    const text = `timestamp=${Date.now()}`;
    const signature = sign(null, Buffer.from(text), pair.privateKey).toString('base64');
    const query = `${text}&signature=${encodeURIComponent(signature)}`;
    const path = '/api/v3/account';
    return (await sendRaw(fixture.server.address, { method: 'GET', path, query, key })).reported;
  };
  expect(await ask()).toMatchObject({ code: -2015 });
  await page.getByRole('button', { name: 'Edit' }).click();
  const change = page.getByRole('dialog', { name: 'Edit key' });
  await change.getByLabel('IP whitelist').fill('203.0.113.7\n127.0.0.0/8');
  await change.getByRole('button', { name: 'Save' }).click();
  await change.waitFor({ state: 'detached' });
  await page.getByText('203.0.113.7, 127.0.0.0/8').waitFor();
  expect(await ask()).toMatchObject({ accountType: 'SPOT' });
  expect(person.complaints).toEqual([]);
});

const findSection = () => keyholder.page.getByRole('region', { name: 'Passkeys' });

/** Confirm with the password what was just asked for. */
async function stepUp(): Promise<void> {
  const dialog = keyholder.page.getByRole('dialog', { name: 'Security verification' });
  await dialog.locator('input').fill(keyholder.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.waitFor({ state: 'detached' });
}

it('a passkey is added after the password is given again', async () => {
  await signUp(keyholder, fixture.server.address);
  await keyholder.page.goto(`${fixture.server.address}/en_US/user/personSetting`);
  const add = findSection().getByRole('button', { name: 'Add a passkey' });
  await press(add);
  await findSection().getByRole('textbox', { name: 'Device name' }).fill('My laptop');
  await findSection().getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = keyholder.page.getByRole('dialog', { name: 'Security verification' });
  await dialog.locator('input').fill('another sentence');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('The password is wrong.', { exact: true }).waitFor();
  await stepUp();
  await findSection().getByText('My laptop').waitFor();
  expect(keyholder.complaints).toEqual([]);
});

it('a passkey logs in without a password', async () => {
  const { page } = keyholder;
  await logOut(keyholder, fixture.server.address);
  await page.addInitScript(`(() => {
    const ask = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (asked) => {
      (window.mediations ??= []).push(asked.mediation ?? 'pressed');
      return asked.mediation === 'conditional' ? new Promise(() => {}) : ask(asked);
    };
    PublicKeyCredential.isConditionalMediationAvailable = async () => true;
  })()`);
  // The page's own clock: an hour is over when the test says so.
  await page.clock.install();
  await page.goto(`${fixture.server.address}/en_US/login`);
  await expect.poll(() => page.evaluate('window.mediations')).toEqual(['conditional']);
  const locked = {
    code: 20_114,
    message: 'Too many wrong tries.',
    data: { reject: 'locked', facts: { waitMs: '3600000' } },
  };
  await page.route('**/hk-web/account/login', (route) => route.fulfill({ json: locked }));
  await page.getByRole('textbox', { name: 'Email' }).fill(keyholder.email);
  await page.getByLabel('Password', { exact: true }).fill('not-this-one-77');
  const goOn = page.getByRole('button', { name: 'Continue' });
  await goOn.click();
  await page.getByText(/Try again in (01:00:00|59:\d\d)/).waitFor();
  await expect.poll(() => goOn.getAttribute('aria-disabled')).toBe('true');
  // Counted down to its end, tries are taken again; half of it is not the end.
  await page.clock.fastForward('30:00');
  await page.getByText(/Try again in [0-3]\d:\d\d$/).waitFor();
  await expect.poll(() => goOn.getAttribute('aria-disabled')).toBe('true');
  await page.clock.fastForward('30:00');
  await page.getByText('Try again in').waitFor({ state: 'detached' });
  await expect.poll(() => goOn.getAttribute('aria-disabled')).toBeNull();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/assetManagement/home');
  expect(keyholder.complaints).toEqual([]);
});

it('a passkey is taken away again', async () => {
  await keyholder.page.goto(`${fixture.server.address}/en_US/user/personSetting`);
  const remove = findSection().getByRole('button', { name: 'Remove' });
  await press(remove);
  await stepUp();
  await findSection().getByText('None yet.').waitFor();
  expect(keyholder.complaints).toEqual([]);
});

it('marks the part of the settings that is read, and the one that is chosen', async () => {
  const { page } = keyholder;
  const list = page.getByRole('navigation', { name: 'Settings' });
  const marked = () => list.locator('[aria-current=location]').allTextContents();
  await page.goto(`${fixture.server.address}/en_US/user/personSetting`);
  await waitForLife(list.getByRole('link').first());
  await expect.poll(marked).toEqual(['Profile']);
  await page.evaluate(`document.getElementById('devices').scrollIntoView()`);
  await expect.poll(marked).toEqual(['Devices']);
  // Too near to the end of the page to stand at its top: chosen all the same.
  await list.getByRole('link', { name: 'Notifications' }).press('Enter');
  await expect.poll(marked).toEqual(['Notifications']);
  await list.getByRole('link', { name: 'Security' }).press('Enter');
  await expect.poll(marked).toEqual(['Security']);
  expect(keyholder.complaints).toEqual([]);
});

it('backup codes are copied and saved by one press each, with what they are', async () => {
  const { page, context } = keyholder;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const section = page.getByRole('region', { name: 'Authenticator app' });
  await press(section.getByRole('button', { name: 'Set up' }));
  await stepUp();
  const secret = (await section.locator('.ui-copy-text').textContent()) ?? '';
  await section.getByRole('textbox', { name: 'Digit 1 of 6' }).fill(showCode(secret));
  await section.getByRole('heading', { name: 'Ten backup codes, shown only now' }).waitFor();
  await section.locator('.account-codes li').first().waitFor();
  const codes = await section.locator('.account-codes li').allTextContents();
  expect(codes).toHaveLength(10);
  // As the fixture states it, and not where the page is.
  const host = new URL(fixture.server.address).host.replace('localhost', '127.0.0.1');
  const kept = [
    `Backup codes for ${host}`,
    'Each works once in place of a code. Do not store them on your phone.',
    '',
    ...codes,
    '',
  ].join('\n');
  await section.getByRole('button', { name: 'Copy all' }).press('Enter');
  await page.getByText('Backup codes copied').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(kept);
  const saving = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Save as file' }).press('Enter');
  const file = await saving;
  const name = `backup-codes-${host.replace(':', '-')}.txt`;
  expect(file.suggestedFilename()).toBe(name);
  expect(readFileSync(await file.path(), 'utf8')).toBe(kept);
  await page.getByText(`Download started: ${name}`).waitFor();
  expect(keyholder.complaints).toEqual([]);
});
