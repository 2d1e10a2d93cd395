// Numbers typed, pasted and written over in the order form, in a market with decimals in its price
// and in one without: nobody's number becomes another one on its way to the exchange. What each
// text means is asked of the reader itself (ui/number); here it is whether a real key reaches it.
import { beforeAll, expect, it } from 'vitest';
import { readOpenOrders, readRoundPrice } from '../fixture/exchange.ts';
import { openTrade, type Person, waitForLife } from '../fixture/person.ts';
import { meetTrader, shareFixture } from '../fixture/fixture.ts';

const fixture = shareFixture();
let person: Person;

beforeAll(async () => {
  person = await meetTrader(fixture, 'typist');
  await person.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
});

const form = () => person.page.locator('form.form');
const field = (name: string) => form().getByRole('textbox', { name, exact: true });
const buy = () => form().locator('button[data-variant=buy]');
const message = () => form().locator('.ui-field-message[data-error]').first();

async function open(symbol: string): Promise<void> {
  await openTrade(person, fixture.server.address, symbol);
  await waitForLife(form());
  await form().getByRole('radio', { name: 'Buy', exact: true }).click();
}

/** What stands in a field, whether it is marked, and what is said of the first one that is. */
async function read(name: string) {
  const isMarked = (await field(name).getAttribute('aria-invalid')) === 'true';
  return {
    text: await field(name).inputValue(),
    says: isMarked ? await message().innerText() : '',
  };
}

async function paste(name: string, text: string): Promise<void> {
  await person.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await field(name).press('ControlOrMeta+a');
  await field(name).press('ControlOrMeta+v');
}

async function type(name: string, text: string): Promise<void> {
  await field(name).press('ControlOrMeta+a');
  await field(name).pressSequentially(text);
}

it('reads a typed text as the same text pasted, in a market without decimals', async () => {
  await open('mkr_usdt');
  await field('Size').fill('0.1');
  for (const enter of [type, paste]) {
    await enter('Price', '1482.5');
    expect(await read('Price')).toEqual({ text: '1482.5', says: 'Whole numbers only' });
    await expect.poll(() => field('Total').inputValue()).toBe('');
    await enter('Price', '1,482');
    expect(await read('Price')).toEqual({ text: '1,482', says: '' });
    await expect
      .poll(async () => (await field('Total').inputValue()).replaceAll(',', ''))
      .toBe('148.2');
    await enter('Price', '1482.00');
    expect(await read('Price')).toEqual({ text: '1482.00', says: '' });
    await expect
      .poll(async () => (await field('Total').inputValue()).replaceAll(',', ''))
      .toBe('148.2');
  }
});

it('has its groups at rest, and takes keys where they are put', async () => {
  await open('mkr_usdt');
  await type('Price', '1482');
  await field('Price').press('Tab');
  await field('Size').fill('0.1');
  await expect.poll(() => field('Price').inputValue()).toBe('1,482');
  // Chosen as a whole by a program or by the Tab key, it gives way to what is written.
  await field('Price').fill('1483');
  await expect.poll(() => field('Price').inputValue()).toBe('1483');
  await field('Size').focus();
  await expect.poll(() => field('Price').inputValue()).toBe('1,483');
  // The two chips of the price stand between.
  for (let press = 0; press < 3; press += 1) await person.page.keyboard.press('Shift+Tab');
  await expect.poll(() => field('Price').inputValue()).toBe('1483');
  await person.page.keyboard.type('15');
  await expect.poll(() => field('Price').inputValue()).toBe('15');
  await field('Price').fill('1482');
  await field('Price').blur();
  await field('Price').click();
  await person.page.keyboard.press('End');
  await person.page.keyboard.type('9');
  expect(await read('Price')).toEqual({ text: '14829', says: expect.any(String) as string });
});

it('waits with what is no number, and sends what was written once it is one', async () => {
  await open('btc_usdt');
  const low = String((await readRoundPrice(person)) - 500);
  await type('Price', low);
  await type('Size', '7');
  // Written over a chosen text, a refused key does not leave the old digits below the new ones.
  await type('Size', '-0.01');
  expect(await read('Size')).toEqual({ text: '-0.01', says: 'It cannot be below zero' });
  for (const text of ['1e9', '$83,500', '0,01', '0.000001']) {
    await type('Size', text);
    expect((await read('Size')).text).toBe(text);
    expect((await read('Size')).says).not.toBe('');
    await buy().click();
    await field('Size').and(person.page.locator(':focus')).waitFor();
  }
  expect(await readOpenOrders(person)).toEqual([]);
  await type('Size', '0.010');
  expect(await read('Size')).toEqual({ text: '0.010', says: '' });
  await buy().click();
  await expect.poll(async () => (await readOpenOrders(person)).length).toBe(1);
  const [order] = await readOpenOrders(person);
  expect([Number(order?.price), Number(order?.quantity)]).toEqual([Number(low), 0.01]);
});
