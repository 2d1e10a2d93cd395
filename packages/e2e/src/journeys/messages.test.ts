// What a click on a message opens, for every kind the specification names, also those whose product
// is still to come; what is marked by it; and how long a message that arrives is told. The list's
// rows are made up here, one of each kind: what really happened tells of few of them. What comes of
// real events is in notifications.test.ts.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it, vi } from 'vitest';
import { call, configure, operate } from '../fixture/exchange.ts';
import {
  meetPerson,
  type Person,
  press,
  signUp,
  waitForLife,
  waitForPage,
} from '../fixture/person.ts';
import { shareFixture } from '../fixture/fixture.ts';

/** Twenty-two pages are opened, one after the other. */
vi.setConfig({ testTimeout: 400_000 });

const fixture = shareFixture();
let reader: Person;

beforeAll(async () => {
  reader = await meetPerson(fixture.browser, 'jumper');
  await signUp(reader, fixture.server.address);
});

/** Business code, facts, the link that the message carries, and what a click opens. */
const kinds: readonly (readonly [bizType: number, facts: object, link: string, opened: string])[] =
  [
    [51, {}, '', '/benefitsCenter/home'],
    [52, {}, '', '/myTask'],
    [53, {}, '', '/myCard'],
    [
      54,
      { cardId: 5, fundId: 6 },
      '',
      '/benefitsCenter/tradingFundDetails?cardId=5&fundId=6&cardStatus=4',
    ],
    [3, {}, '', '/user/personSetting'],
    [12, {}, '', '/assetManagement/financial?type=1'],
    [13, {}, '', '/assetManagement/financial?type=2'],
    [0, {}, '/assetManagement/financial?type=4', '/assetManagement/financial?type=4'],
    [250, {}, '', '/activity/cashback'],
    [251, { launchId: 9 }, '', '/activity/cashbackDetails?launchId=9'],
    [220, { id: 8 }, '', '/live/room?id=8'],
    [0, {}, '/userfeedback?tab=feedbackTab', '/userfeedback?tab=feedbackTab'],
    [270, {}, '', '/personVerified/?source=supplement'],
    [0, {}, '/support/article?id=1&code=order-types', '/support/article?id=1&code=order-types'],
    [0, {}, '/trade/exchange/?tradeCode=btc_usdt', '/trade/exchange/?tradeCode=btc_usdt'],
    [0, {}, '/contract/exchange/trade/?tradeName=btc', '/contract/exchange/trade/?tradeName=btc'],
    [25, { id: 7 }, '', '/chargeBack/OrderBearer/homepage?id=7'],
    [26, { id: 7 }, '', '/chargeBack/OrderBearer/myBearer?id=7'],
    ...[1, 2, 3, 4].map((tab) => {
      const opened = `/chargeBack/orderDocumentary/myDocumentary?tab=${tab}`;
      return [18, { tab }, '', opened] as const;
    }),
  ];

const numbers = { moduleCode: 1, submoduleCode: 112, supportCode: '', hasLink: true };

/** Answers for the list with one message of each kind, and keeps what is said to be read. */
async function makeUpMessages(page: Page): Promise<object[]> {
  const rows = kinds.map(([bizType, facts, jumpLink], at) => ({
    ...numbers,
    id: String(9_000 - at),
    title: `Message ${at}.`,
    content: 'Words',
    createdTime: Date.now() - at,
    read: false,
    bizType,
    jumpLink,
    dataJson: JSON.stringify(facts),
  }));
  const marked: object[] = [];
  const answer = (data: unknown) => ({ json: { code: 200, message: '', data } });
  await page.route('**/hk-web/v2/inmail/message/list', async (route) => {
    const { pageNum = 1 } = route.request().postDataJSON() as Record<string, number>;
    const list = rows.slice(pageNum * 10 - 10, pageNum * 10);
    await route.fulfill(answer({ list, totalCount: rows.length }));
  });
  await page.route('**/hk-web/v2/inmail/message/status', async (route) => {
    const said = route.request().postDataJSON() as { messageId: string };
    marked.push(said);
    const row = rows.find(({ id }) => id === said.messageId);
    if (row !== undefined) row.read = true;
    await route.fulfill(answer({ countTotal: rows.filter(({ read }) => !read).length }));
  });
  return marked;
}

it('opens by a click what a message of each kind is about, and marks that one read', async () => {
  await configure(fixture.server, 'rebateStatus', 3, 0);
  const page = await reader.context.newPage();
  // Room for all of them, so that no list has to be scrolled again.
  await page.setViewportSize({ width: 1440, height: 4_000 });
  const marked = await makeUpMessages(page);
  const opened: string[] = [];
  page.on('framenavigated', (frame) => {
    const { pathname, search } = new URL(frame.url());
    opened.push(pathname.replace('/en_US', '') + search);
  });
  await page.goto(`${fixture.server.address}/en_US/inMail/noticeNavList`);
  const rows = page.locator('main .inbox-message');
  for (const [at, [, , , target]] of kinds.entries()) {
    const row = rows.filter({ hasText: `Message ${at}.` });
    await row.waitFor();
    await expect.poll(() => row.locator('.inbox-dot').count(), { message: target }).toBe(1);
    await row.click();
    await expect.poll(() => opened.at(-1)).toBe(target);
    await waitForPage(page, `**${target}`);
    await page.goBack();
    await waitForPage(page, '**/inMail/noticeNavList');
    await expect.poll(() => row.locator('.inbox-dot').count(), { message: target }).toBe(0);
  }
  const reported = kinds.map((_kind, at) => ({ messageId: String(9_000 - at), rangeType: 1 }));
  expect(marked).toEqual(reported);
  await page.close();
});

it('reminds of the first steps on the tab of everything, and on no other', async () => {
  const { page } = reader;
  await page.goto(`${fixture.server.address}/en_US/inMail/noticeNavList`);
  const reminder = page.locator('main .inbox-task-reminder');
  await reminder.waitFor();
  for (const name of ['Announcement', 'System', 'Quotes', 'Trade']) {
    await press(page.locator('main').getByRole('tab', { name }));
    await expect.poll(() => reminder.count()).toBe(0);
  }
  await page.locator('main').getByRole('tab', { name: 'All' }).click();
  await reminder.waitFor();
});

it('tells of a message that arrives for three and a half seconds', async () => {
  const page = await reader.context.newPage();
  await page.clock.install();
  await page.goto(`${fixture.server.address}/en_US/status`);
  await waitForLife(page.locator('.inbox-bell'));
  // The first word of the channel is what there was before; only what comes after it is told.
  const before = await call<{ countTotal: number }>(
    reader,
    '/hk-web/v2/inmail/message/unReadCount',
  );
  await page.getByText(String(before.countTotal), { exact: true }).first().waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await operate(fixture.server, ['user', 'vip', '--user', reader.email, '--level', '3']);
  const staying = page.locator('.ui-toast:not([data-ending-style])');
  const stepMs = 50;
  const enoughMs = performance.now() + 120_000;
  // What the page waits for before it draws runs by its clock too, which is moved by hand.
  while ((await staying.count()) === 0) {
    expect(performance.now()).toBeLessThan(enoughMs);
    await page.clock.runFor(stepMs);
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
  await page.clock.runFor(3_500 - 2 * stepMs);
  await expect.poll(() => staying.count()).toBe(1);
  await page.clock.runFor(3 * stepMs);
  await expect.poll(() => staying.count(), { timeout: 120_000 }).toBe(0);
  await page.close();
});
