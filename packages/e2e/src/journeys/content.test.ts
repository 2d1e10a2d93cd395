// What the house says and hears: a guest finds an answer and checks an address, a person sends a
// picture with their words, an editor changes an article and answers, and both reach the person.
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { findBarriers } from '../fixture/browser.ts';
import { call, operate } from '../fixture/exchange.ts';
import { enterOffice } from '../fixture/office.ts';
import { meetPerson, type Person, signUp, press, waitForLife } from '../fixture/person.ts';
import { setFixture } from '../fixture/fixture.ts';

/** A picture of one dot. */
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk' +
  '+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

// What is set here is set for everybody.
const fixture = setFixture({ ISOBATH_LIQUIDITY: 'off' });
let reader: Person;
let editor: Person;

beforeAll(async () => {
  reader = await meetPerson(fixture.browser, 'reader');
});

it('a guest finds an answer, whole from the server, with what search engines ask for', async () => {
  const { page } = reader;
  await page.goto(`${fixture.server.address}/en_US/support/index`);
  const box = page.getByRole('searchbox', { name: 'Search help and announcements' });
  await waitForLife(box);
  await box.fill('trailing');
  await box.press('Enter');
  await page.getByRole('link', { name: /Order types/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Order types' }).waitFor();
  const html = await (await fetch(page.url())).text();
  expect(html).toContain('<title>Order types - Isobath</title>');
  expect(html).toContain('Waits until the price reaches its trigger price');
  // Thirteen languages, and the one for everybody else.
  expect(html.match(/rel="alternate"/g)).toHaveLength(14);
  const facts = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '';
  expect(JSON.parse(facts)).toMatchObject({ headline: 'Order types', inLanguage: 'en-US' });
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await page.getByText('Thank you. You can change this').waitFor();
  const gone = await fetch(`${fixture.server.address}/en_US/support/article?code=no-such-article`);
  expect(gone.status).toBe(404);
});

it('a guest is told what is ours and what is not', async () => {
  const { page } = reader;
  await page.goto(`${fixture.server.address}/en_US/support/official-channel`);
  const box = page.getByRole('textbox', { name: 'Domain, email, phone or account' });
  await waitForLife(box);
  const check = async (text: string, verdict: string) => {
    await box.fill(text);
    await page.getByRole('button', { name: 'Check' }).click();
    const judgement = page.locator('.content-verdict', { hasText: text });
    await judgement.getByText(verdict, { exact: true }).waitFor();
  };
  const ours = await page.locator('.content-channels code').first().textContent();
  expect(ours).toBe('support@isobath.example');
  await check('support@isobath.example', 'Official: this is ours');
  await check('http://evil.example/', 'Not official');
  // Nobody has stated an address of this server: where the page is speaks for no page.
  await check(`${fixture.server.address}/en_US/login`, 'Not official');
});

it('a person sends their words with a picture and finds them again', async () => {
  const { page } = reader;
  await signUp(reader, fixture.server.address);
  await page.goto(`${fixture.server.address}/en_US/userfeedback`);
  const words = page.getByRole('textbox', { name: 'Description' });
  await waitForLife(words);
  await words.fill('A calendar of listings would help me.');
  await page.locator('input[type=file]').setInputFiles({
    name: 'dot.png',
    mimeType: 'image/png',
    buffer: Buffer.from(dot, 'base64'),
  });
  await page.getByRole('img', { name: 'dot.png' }).waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL('**/userfeedback?tab=feedbackTab');
  await page.getByText('A calendar of listings would help me.').waitFor();
  await page.getByRole('img', { name: 'Image 1' }).waitFor();
});

it('a newcomer is reminded of the first steps until each is ticked off', async () => {
  const { page } = reader;
  await page.goto(`${fixture.server.address}/en_US`);
  const card = page.locator('.home-steps', { hasText: '1/4' });
  await expect.poll(() => card.locator('li a').count()).toBe(3);
  await card.getByRole('link', { name: 'Getting started' }).click();
  await page.waitForURL('**/myTask');
  const requested = page.waitForRequest('**/hk-web/v2/task/newbie/list?*');
  await page.goto(`${fixture.server.address}/en_US/inMail/noticeNavList`);
  const { searchParams } = new URL((await requested).url());
  expect([searchParams.get('pageSize'), searchParams.get('bver')]).toEqual(['1000', '3']);
  await page.getByRole('link', { name: /^1\/4 Getting started/ }).click();
  await page.getByText('1 of 4 done').waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Go', exact: true }).count()).toBe(3);
  const tick = page.getByRole('button', { name: 'Confirm' });
  await press(tick);
  await tick.waitFor({ state: 'detached' });
  expect(await findBarriers(page)).toEqual([]);
});

it('an editor changes an article beside its preview, and readers see it', async () => {
  editor = await enterOffice(fixture, 'editor', 'administrator');
  const { page } = editor;
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Articles' }).click();
  await page.getByText('1 of 1', { exact: true }).waitFor();
  await page.getByText('Order types', { exact: true }).first().click();
  const body = page.getByRole('textbox', { name: 'Text in Markdown' });
  await body.fill('## Anew\n\nWritten by an **editor**.\n\n<img src=x onerror=alert(1)>');
  await page.locator('.editor-beside strong', { hasText: 'editor' }).waitFor();
  expect(await page.locator('.editor-beside img').count()).toBe(0);
  await page.getByRole('button', { name: 'Keep as a new version' }).click();
  await page.getByText('Version 2').waitFor();
  const article = `${fixture.server.address}/en_US/support/article?code=order-types&x=1`;
  expect(await (await fetch(article)).text()).not.toContain('Written by an');
  await page.getByRole('button', { name: 'Show to readers' }).first().click();
  await page.locator('li', { hasText: 'Version 2' }).getByText('Shown now').waitFor();
  const shown = await (await fetch(`${article}&y=1`)).text();
  expect(shown).toContain('Written by an');
  expect(shown).toContain('&lt;img src=x onerror=alert(1)&gt;');
});

it('an announcement is marked until it is opened, in the list as among the messages', async () => {
  const { page } = reader;
  const make = <TData>(path: string, body: object) =>
    call<TData>(editor, `/admin/api/content/${path}`, body);
  const categories = await call<{ id: number; code: string }[]>(
    editor,
    '/hk-web/content/categories?kind=notice',
  );
  const categoryId = categories.find(({ code }) => code === 'rules')?.id;
  const words = {
    locale: 'en_US',
    title: 'New rules',
    summary: 'Read them.',
    body:
      'From 2098-01-02T10:00Z to 2098-01-02T12:00Z. ' +
      '[BTC](page:trade/exchange/?tradeCode=btc_usdt) is traded all the time.',
  };
  const { articleId } = await make<{ articleId: number }>('article', {
    code: 'new-rules',
    categoryId,
    ...words,
  });
  await make('term', { articleId, publishAt: Date.now(), takeDownAt: 0 });
  await make('show', { articleId, locale: 'en_US', version: 1 });
  const countUnread = async () =>
    (await call<{ countTotal: number }>(reader, '/hk-web/v2/inmail/message/unReadCount'))
      .countTotal;
  const readReported = async () => {
    const body = { moduleId: 2 };
    const answer = await call<{ list: { supportCode: string; read: boolean }[] }>(
      reader,
      '/hk-web/v2/inmail/message/list',
      body,
    );
    return answer.list.find(({ supportCode }) => supportCode === 'new-rules')?.read;
  };
  await expect.poll(readReported).toBe(false);
  const before = await countUnread();
  await page.goto(`${fixture.server.address}/en_US/support/notice`);
  await expect
    .poll(() => page.getByRole('link', { name: /Rules of the demo market/ }).count())
    .toBe(1);
  await page.getByRole('link', { name: /^Unread ?New rules/ }).click();
  await page.getByRole('heading', { level: 1, name: 'New rules' }).waitFor();
  // What it announces can be put into a calendar; its markets stand with their prices.
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Add to calendar' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('new-rules.ics');
  expect(await readFile(await file.path(), 'utf8')).toMatch(
    /DTSTART:20980102T100000Z\r\nDTEND:20980102T120000Z\r\nSUMMARY:New rules\r\n/,
  );
  const market = page.getByRole('list', { name: 'Current prices' }).getByRole('link');
  await expect.poll(() => market.textContent()).toContain('BTC/USDT');
  await expect
    .poll(() => market.getAttribute('href'))
    .toBe('/en_US/trade/exchange/?tradeCode=btc_usdt');
  await expect.poll(readReported).toBe(true);
  expect(await countUnread()).toBe(before - 1);
  const requested = page.waitForResponse('**/inmail/message/list');
  await page.goto(`${fixture.server.address}/en_US/support/notice`);
  await (await requested).finished();
  await page.getByRole('link', { name: /^New rules/ }).waitFor();
});

it('an answer reaches the person in the inbox and beside the question', async () => {
  const { page } = editor;
  await page.getByRole('link', { name: 'Feedback of people' }).click();
  await page.getByText('Choose what somebody told us').waitFor();
  await page.getByRole('list', { name: 'Feedback of people' }).getByRole('link').click();
  await page.getByRole('textbox', { name: 'Answer' }).fill('It will come.');
  await page.getByRole('button', { name: 'Send the answer' }).click();
  await page.getByText('Nothing waits').waitFor();
  await reader.page.goto(`${fixture.server.address}/en_US/inMail/noticeNavList`);
  const main = reader.page.locator('main');
  await main.getByRole('button', { name: /Your feedback was answered/ }).click();
  await reader.page.waitForURL('**/userfeedback?tab=feedbackTab');
  await reader.page.getByText('It will come.').waitFor();
  expect([...reader.complaints, ...editor.complaints]).toEqual([]);
});

it('the site is the app: how to install it, a code for this host, stores when named', async () => {
  const { page } = reader;
  await page.goto(`${fixture.server.address}/en_US/app/downLoad`);
  await waitForLife(page.locator('main').first());
  await page.getByRole('heading', { level: 1, name: 'App' }).waitFor();
  await page.getByText('There is no app of this exchange in any app store.').waitFor();
  const link = page.locator('.app-code > a');
  await expect.poll(() => link.getAttribute('href')).toMatch(/\/en_US\/app\/downLoad$/);
  await page.evaluate(`{
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    offer.prompt = async () => { window.wasAsked = true; };
    dispatchEvent(offer);
  }`);
  await page.getByRole('button', { name: 'Install the app' }).click();
  await expect.poll(() => page.evaluate('window.wasAsked')).toBe(true);
  await operate(fixture.server, [
    'config',
    'set',
    'androidUrl',
    '"https://apps.example.com/a.apk"',
  ]);
  await page.goto(`${fixture.server.address}/en_US/app/downLoad?x=1`);
  const app = page.getByRole('link', { name: 'App for Android' });
  await expect.poll(() => app.getAttribute('href')).toBe('https://apps.example.com/a.apk');
  expect(await page.getByText('There is no app of this exchange').count()).toBe(0);
});

it('the house wears what its operator set, from the first byte on', async () => {
  const read = async (path: string) => (await fetch(fixture.server.address + path)).text();
  expect(await read('/de_DE/market')).toContain('<title>Märkte - Isobath</title>');
  const value = '{"name": "Fairlead", "accent": "aqua", "picture": ""}';
  await operate(fixture.server, ['config', 'set', 'brand', value]);
  // An address that nobody asked for yet: guests' pages are kept for a moment.
  const html = await read('/de_DE/market?tab=1');
  expect(html).toContain('<title>Märkte - Fairlead</title>');
  expect(html).toMatch(/<html[^>]* data-accent="aqua"/);
  expect(html).not.toContain('Isobath');
  expect(JSON.parse(await read('/manifest.webmanifest'))).toMatchObject({ name: 'Fairlead' });
  expect(await read('/icon.svg')).toContain('#5ceff0');
  const { page, complaints } = reader;
  await page.goto(`${fixture.server.address}/en_US/market?tab=1`);
  await page.locator('.shell-brand', { hasText: 'Fairlead' }).waitFor();
  expect(complaints).toEqual([]);
});
