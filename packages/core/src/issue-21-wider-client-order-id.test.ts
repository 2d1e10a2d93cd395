// Client order ids with `.`, `:` and `/`: the engine takes their words, keeps them beside those of
// plain ids, and finds both again in a state that is loaded.
import { expect, test } from 'vitest';
import { encodeClientOrderId } from './math/index.ts';
import { alice, Driver, order } from './testing/driver.ts';

const longest = `grid.0001${':/.'.repeat(9)}`;
const texts = ['abc', 'a.b:c/1', longest, '////////'];

const cancel = (driver: Driver, text: string): string =>
  driver.ask('cancelOrder', {
    actorId: alice,
    accountId: order.accountId,
    instrumentId: order.instrumentId,
    orderId: 0,
    clientOrderId: encodeClientOrderId(text),
    condition: 0,
  });

test('ids of all characters are open side by side, told in the dump and found after a load', () => {
  const before = new Driver().openVenue();
  for (const text of texts) before.place({ clientOrderId: encodeClientOrderId(text) });
  const again = { actorId: alice, ...order, isTest: false };
  expect(
    before.ask('placeOrder', { ...again, clientOrderId: encodeClientOrderId('a.b:c/1') }),
  ).toBe('client_order_id_taken 2');
  const rows = before.dump().filter((line) => line.startsWith('order '));
  expect(rows.map((row) => row.split(' ').at(-1))).toEqual(
    texts.map((text) => encodeClientOrderId(text).join('.')),
  );
  const driver = new Driver();
  driver.engine.loadSnapshot([...before.engine.saveSnapshot()]);
  expect(driver.dump()).toEqual(before.dump());
  expect(cancel(driver, 'a.b:c')).toBe('order_not_found 0');
  for (const text of texts) expect(cancel(driver, text)).toBe('applied');
  for (const text of texts) expect(cancel(driver, text)).toBe('order_not_found 0');
});
