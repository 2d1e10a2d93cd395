// What happens to a person while they look elsewhere reaches them: the bell counts, a toast tells,
// the panel lists, a click leads there. Price alerts are in alerts.test.ts.
import { beforeAll, expect, it } from 'vitest';
import { hearComplaints, waitForStillness } from '../fixture/browser.ts';
import { call, readOpenOrders } from '../fixture/exchange.ts';
import { openTrade, type Person, placeOrder, press } from '../fixture/person.ts';
import { meetTrader, shareFixture } from '../fixture/fixture.ts';

const fixture = shareFixture();
let reader: Person;
let other: Person;

beforeAll(async () => {
  reader = await meetTrader(fixture, 'reader');
  other = await meetTrader(fixture, 'other');
  await reader.page.goto(`${fixture.server.address}/en_US/assetManagement/home`);
  await openTrade(other, fixture.server.address, 'btc_usdt');
});

/** The greeting of a new account, read or not; not the announcement of that name. */
const welcome = /Welcome(?! to)/;

/** The moment of the newest message. */
async function readNewestMs(): Promise<number> {
  const path = '/hk-web/v2/inmail/message/list';
  const requested = { moduleId: 0, pageNum: 1, pageSize: 10 };
  const { list } = await call<{ list: { createdTime: number }[] }>(reader, path, requested);
  return list[0]?.createdTime ?? 0;
}

const bell = (count: number) =>
  reader.page.getByRole('button', {
    name: count === 0 ? 'Notifications' : `Notifications, ${count} unread`,
    exact: true,
  });

it('counts what came, lists it by day, and only what leads somewhere can be pressed', async () => {
  const { page } = reader;
  // A welcome, and three coins from the house.
  await bell(4).waitFor();
  // The reader's day is that of what came, also when midnight lies between coming and reading.
  await page.clock.setFixedTime(await readNewestMs());
  const requested = page.waitForRequest('**/hk-web/v2/inmail/message/list');
  await bell(4).click();
  expect((await requested).postDataJSON()).toMatchObject({ moduleId: 0, pageSize: 10, pageNum: 1 });
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await waitForStillness(page);
  expect((await page.locator('.inbox-panel').boundingBox())?.height).toBeCloseTo(683, 1);
  await panel.getByRole('heading', { name: 'Today' }).waitFor();
  await panel.getByRole('button', { name: welcome }).click();
  await page.waitForURL('**/user/personSetting');
  await bell(3).waitFor();
});

it('brings a fill of an order live, with a toast, and leads to its market', async () => {
  const { page } = reader;
  await openTrade(reader, fixture.server.address, 'btc_usdt');
  await placeOrder(reader, { side: 'Buy', kind: 'Limit', size: '0.01', price: '64000' });
  // A page that is left at once may take its order along.
  await expect.poll(async () => (await readOpenOrders(reader)).length).toBe(1);
  await page.goto(`${fixture.server.address}/en_US/inMail/noticeNavList`);
  const main = page.locator('main');
  await main.getByRole('heading', { name: 'Today' }).waitFor();
  // On the next day they are earlier ones.
  await page.clock.setFixedTime((await readNewestMs()) + 86_400_000);
  await page.reload();
  await main.getByRole('heading', { name: 'Earlier' }).waitFor();
  expect(await main.getByRole('heading', { name: 'Today' }).count()).toBe(0);
  await bell(3).waitFor();
  await placeOrder(other, { side: 'Sell', kind: 'Limit', size: '0.01', price: '64000' });
  await bell(4).waitFor();
  await page.locator('.ui-toast', { hasText: 'Bought 0.01' }).waitFor();
  await main.getByRole('button', { name: /Bought 0\.01/ }).click();
  await page.waitForURL('**/trade/exchange/?tradeCode=btc_usdt');
  await bell(3).waitFor();
});

it('narrows everything to one kind, in the panel and on the page', async () => {
  const { page } = reader;
  await press(bell(3));
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const main = page.locator('main');
  for (const place of [panel, main]) {
    const kinds = place.getByRole('radiogroup', { name: 'All', exact: true });
    const requested = page.waitForRequest(
      (request) => request.postData()?.includes('"submoduleId":114') === true,
    );
    await press(kinds.getByRole('radio', { name: 'Orders', exact: true }));
    expect((await requested).postDataJSON()).toMatchObject({ moduleId: 0, submoduleId: 114 });
    // All of it, and the sixteen kinds of the four modules.
    await expect.poll(() => kinds.getByRole('radio').count()).toBe(17);
    await place.getByRole('button', { name: /Bought 0\.01/ }).waitFor();
    expect(await place.getByRole('button', { name: welcome }).count()).toBe(0);
    await kinds.getByRole('radio', { name: 'Withdrawals' }).click();
    await place.getByText('Nothing in this category yet.').waitFor();
    if (place === panel) await panel.getByRole('link', { name: 'See all notifications' }).click();
  }
});

it('asks for the first messages once when the page is opened', async () => {
  const { page } = reader;
  const requested: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/inmail/message/list')) requested.push(request.postDataJSON());
  });
  await page.goto(`${fixture.server.address}/en_US/inMail/noticeNavList`);
  await bell(3).waitFor();
  await page.locator('main').getByRole('button', { name: welcome }).waitFor();
  await waitForStillness(page);
  expect(requested).toEqual([{ moduleId: 0, submoduleId: 0, pageSize: 10, pageNum: 1 }]);
});

it('narrows to a module, and marks everything read', async () => {
  const { page } = reader;
  await page.goto(`${fixture.server.address}/en_US/inMail/noticeNavList`);
  const main = page.locator('main');
  await press(main.getByRole('tab', { name: 'Trade' }));
  await main.getByText('Bought 0.01').waitFor();
  expect(await main.getByText('Welcome').count()).toBe(0);
  await main.getByRole('tab', { name: 'Quotes' }).click();
  await main.getByText('Nothing in this category yet.').waitFor();
  const readAll = main.getByRole('button', { name: 'Mark all as read' });
  // A failure says nothing.
  const marking = '**/hk-web/v2/inmail/message/status';
  const refusal = { code: 10_008, message: 'Something failed.', data: {} };
  await page.route(marking, (route) => route.fulfill({ json: refusal }));
  const refused = page.waitForResponse(marking);
  await readAll.click();
  await (await refused).finished();
  await waitForStillness(page);
  expect(await page.locator('.ui-toast').count()).toBe(0);
  await page.unroute(marking);
  await readAll.click();
  await page.locator('.ui-toast', { hasText: 'All notifications are read.' }).waitFor();
  await bell(0).waitFor();
});

it('leads nowhere with a message that cannot be read, and says so in the log', async () => {
  const page = await reader.context.newPage();
  const said = hearComplaints(page);
  await page.route('**/hk-web/v2/inmail/message/list', async (route) => {
    const body = (await (await route.fetch()).json()) as { data: { list: object[] } };
    const [newest, ...others] = body.data.list;
    const list = [{ ...newest, dataJson: '{' }, ...others];
    await route.fulfill({ json: { ...body, data: { ...body.data, list } } });
  });
  await page.goto(`${fixture.server.address}/en_US/inMail/noticeNavList`);
  const rows = page.locator('main .inbox-message');
  await rows.nth(4).waitFor();
  const [first, ...rest] = await rows.evaluateAll((all) => all.map(({ tagName }) => tagName));
  expect(first).toBe('DIV');
  expect(rest).toContain('BUTTON');
  expect(said.some((words) => words.includes('facts of a message cannot be read'))).toBe(true);
  await page.close();
});
