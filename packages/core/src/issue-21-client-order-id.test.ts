// A client order id names an order of one account on one market: it was looked up by account alone
// and compared with the market afterwards, so that the same id on a second market was refused.
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { EventKind } from './event.ts';
import { encodeClientOrderId, noClientOrderId } from './math/index.ts';
import { alice, bob, Driver, instrument, order } from './testing/driver.ts';
import { MarketState } from './words.ts';

const one = encodeClientOrderId('one');
const two = encodeClientOrderId('two');
const marketIds: readonly number[] = [7, 8];

/** The venue with a second market of the same coins, number 8. */
function openTwoMarkets(): Driver {
  const driver = new Driver().openVenue();
  expect(driver.ask('defineInstrument', { ...instrument, instrumentId: 8 })).toBe('applied');
  driver.emit('setMarketState', { instrumentId: 8, state: MarketState.trading });
  return driver;
}

/** Who is named: alice's order with an id on a market. */
const named = (clientOrderId: typeof one, instrumentId: number) => ({
  actorId: alice,
  accountId: order.accountId,
  instrumentId,
  orderId: 0,
  clientOrderId,
});
const ask = (driver: Driver, clientOrderId: typeof one, instrumentId: number): string =>
  driver.ask('cancelOrder', { ...named(clientOrderId, instrumentId), condition: 0 });
const listOpen = (driver: Driver): string[] =>
  driver.dump().flatMap((line) => /^order (\d+ \d+ \d+) /.exec(line)?.slice(1) ?? []);

test('an id is free on each market, taken on its own, and finds its market alone', () => {
  const driver = openTwoMarkets();
  for (const instrumentId of marketIds) driver.place({ clientOrderId: one, instrumentId });
  expect(listOpen(driver)).toEqual(['1 3 7', '2 3 8']);
  const again = { actorId: alice, ...order, isTest: false, clientOrderId: one };
  expect(driver.ask('placeOrder', again)).toBe('client_order_id_taken 1');
  expect(driver.ask('placeOrder', { ...again, instrumentId: 8 })).toBe('client_order_id_taken 2');
  expect(ask(driver, one, 9)).toBe('order_not_found 0');
  expect(ask(driver, one, 0)).toBe('order_not_found 0');
  expect(ask(driver, one, 8)).toBe('applied');
  expect(listOpen(driver)).toEqual(['1 3 7']);
  expect(ask(driver, one, 8)).toBe('order_not_found 0');
  expect(ask(driver, one, 7)).toBe('applied');
});

test('an amend finds by market, and a new id need be free on that market only', () => {
  const driver = openTwoMarkets();
  driver.place({ clientOrderId: one });
  driver.place({ clientOrderId: two });
  driver.place({ clientOrderId: one, instrumentId: 8 });
  const amend = (instrumentId: number) =>
    driver.ask('amendOrder', {
      ...named(one, instrumentId),
      sizeLots: 20,
      newClientOrderId: two,
    });
  expect(amend(7)).toBe('client_order_id_taken 2');
  expect(amend(8)).toBe('applied');
  expect(ask(driver, two, 8)).toBe('applied');
  expect(listOpen(driver)).toEqual(['1 3 7', '2 3 7']);
});

test('beside a number the market is not looked at', () => {
  const driver = openTwoMarkets();
  driver.place();
  const reference = { ...named(noClientOrderId, 8), orderId: 1 };
  const [, closed] = driver.emit('cancelOrder', { ...reference, condition: 0 });
  expect(closed).toMatchObject({ kind: EventKind.orderClosed, orderId: 1 });
});

test('many markets share one id, each order is found and closed by it', () => {
  const driver = openTwoMarkets();
  const rest = Array.from({ length: 18 }, (_none, at) => at + 9);
  for (const instrumentId of rest) {
    driver.emit('defineInstrument', { ...instrument, instrumentId });
    driver.emit('setMarketState', { instrumentId, state: MarketState.trading });
  }
  const all = [...marketIds, ...rest];
  for (const instrumentId of all) driver.place({ clientOrderId: one, instrumentId });
  for (const instrumentId of all.toReversed()) {
    expect(ask(driver, one, instrumentId)).toBe('applied');
  }
  expect(listOpen(driver)).toEqual([]);
});

test('a state keeps its ids by market when it is loaded', () => {
  const before = openTwoMarkets();
  for (const instrumentId of marketIds) before.place({ clientOrderId: one, instrumentId });
  const chunks = [...before.engine.saveSnapshot()];
  const driver = new Driver();
  driver.engine.loadSnapshot(chunks);
  expect(driver.dump()).toEqual(before.dump());
  expect(ask(driver, one, 8)).toBe('applied');
  expect(listOpen(driver)).toEqual(['1 3 7']);
});

/** Written by the release with rules 4: alice's `one` on market 7 and her `two` on market 8. */
const stateOfRules4 =
  'H4sIAAAAAAACA+3dXXeiOBgH8O/idc8Rse7UCy8CRBqmUGMrIHv2osgpjmK7u06r8un3EARTwZlOh87L2f/vohUT' +
  'Ql6e8BKnzp+tO995nq6Gyp3eWYRdK7m6ZbFjTONrnWxtgynMYB0nHgxaZ61Zd5zMdHLODJ5tkj1bIYQwjWnXUY/H' +
  '+zc1jUiy7HdeL40urU7ouU8RdZ4jr6cwg8c2F4UTseegkvPSzquyiOVjXtLilbEZbUhVmU44L16NSFv8Zjq9WtKj' +
  '/XUy13taNV2ij4vG/aPTPF3RrNviAPyyX2b1JuXLJa/sT4hVFE/1+7r0Ay0o0uNhv6Z99e2nNdV/G6n8ov+IRiYT' +
  'o527aPP9q3baNwgciyvxd6RMl+bMhXGR78z4UxnANfH7Il1Sxpf5yPJ0g9PE0Yrxu1eq8VUbn1L8cqtfl34wTIqC' +
  'iK/UtK++/XXVfxup/KL/CNXGfHSIzyJUR4qNyDycnrNT69R30sAfG2HXfYp0ojCDHp2X9znS7Ky9vyQ4Yv+pFO3l' +
  'D6F11gq70VPgW5VyN2W5+xwpM+LYvmXyeb4cxxPMfRzGj/XzQDLJk3VanudPmmf1nnrOQtS5eq3SpF4rcl3asZNd' +
  'p/K3j0u8iYs+0tY6308KjeWTJQvTuFriMPutJbNddsWd1JX6LaO7Gq6nXm8RTKx1qDr/crXfCR+4qHNZcm3O2S4b' +
  'M/IiyRcX5Z2dv40JBPBORnqbOJ8m9L7dvvrKRevi6oKoFh+32xfPfIOu+zm088ms61QvRjrbKJW8STrraOiznzZW' +
  'r+9/03fSCUWX/eCb0vJmpK8GvrUKzX5X3CbmycFquIjM/i6/R6Jq7Z3jiRWCAlsYxVz9ZDvf/oRRS5rsUvnHLRQt' +
  'cJOJ6jwG3rgTmq64t76+nYokEXbiRnGZvWxk+zo2CDEes7vvP4jd0HaD9ZO2m6uftN10f4rtpvsz385WwsxhOjbd' +
  '1dR31xENkuzGu7hj5+UkETFkbufh8kuramWuB3Hzrjovn1RePV9qn/i/32HFTFqRqLf88opZ7YmeLJSGKkr1Ubki' +
  'wvoNnS/qV/y+mzQ+0opkrboVn6/5avtffyE+jI/Uv6fOlyLWk6dZd7yLvE4SPuRrEnYsRTSt7mH13FWyETlT9n4P' +
  'rjRvULn01ch22ZJVv5s/kYs1+CsxC8QkX2c/Ph4unZGZfK5bd6nkyNddNoPX9Ej2KYC5nd95PRaq2+XpVQQ5V351' +
  'JvlSj7UMfIuHan8tBkI+7GE55JAzr9yCNzdcp+/hgqN0XZMCkSakOpU1ixcrnmL/rAVHz2jiAiEPZzyRVnwtLk2B' +
  'crFoIm2YPKuQcdQrXO2vA/FRzLSJnhEfujjJdOXugm5+eWim1NAcLgPT3VWmJyuCOjRdNfC2+TinpPsiFwAAAAAA' +
  'AAAAAAAAAAAAAAAAAAAAAAAAAMAv6vCnX3vy3woBAAAAAAAAAAAAAAAAAAAAAAAAAAC8mfjue+n/fHzxXfkAAAAA' +
  'AAAAAAAAAAAAAAAA8P/UOmvNzOFD4Nuxo5OeEw8GrbPWb9ygRr68Lf+nNvR9a6o1Ugo7tJo3GRXBg5UErjYPVDdl' +
  'Bo9tIiJjpibLfbBsbYMpWc5sD5PrZZN+2e/P05bZz0BUkB7GGQAAAAAAAAAAAOCHEqutU3X7d+D1lBtvnI693lIs' +
  'xPJ8iT6uzcWMOLZv4yYW8TeEWmk3DT9Q9oa952Qz3HQ+3388/6C8bf/WWSvsWsvAtyaBb32e7cg5M/j57/3xBDQg' +
  'iwwzSSPqPEdeT8kjg52OeTFLxB6Xdnytk/eLof2RhmlE+7vAdHc3Hs+OuJWPSEmWKzDdeUA7Sfgpqz3d/Ni43p83' +
  'nmeqO4r8ccrVfid84OJznbImg+Nc4uySv32nur3TO2Wp+bCQQeuv/wDJKIis/rYAAA==';

test('the state that rules 4 ended with is loaded, and its ids are found by market', () => {
  const texts = JSON.parse(gunzipSync(Buffer.from(stateOfRules4, 'base64')).toString());
  const chunks = (texts as string[]).map((text) => new Uint8Array(Buffer.from(text, 'base64')));
  const driver = new Driver();
  driver.engine.loadSnapshot(chunks);
  expect(driver.dump()[0]).toMatch(/^core \d+ \d+ 4 /);
  expect(driver.ask('beginEra', { rulesVersion: 5 })).toBe('applied');
  expect(listOpen(driver)).toEqual(['1 3 7', '2 3 8']);
  expect(ask(driver, one, 8)).toBe('order_not_found 0');
  expect(ask(driver, two, 7)).toBe('order_not_found 0');
  // Free on the other market now.
  driver.place({ clientOrderId: one, instrumentId: 8 });
  expect(listOpen(driver)).toEqual(['1 3 7', '2 3 8', '3 3 8']);
  const ofBob = { ...named(one, 7), actorId: bob, condition: 0 };
  expect(driver.ask('cancelOrder', ofBob)).toBe('account_not_found 3');
  for (const [name, market] of [
    [one, 7],
    [two, 8],
    [one, 8],
  ] as const) {
    expect(ask(driver, name, market)).toBe('applied');
  }
  expect(listOpen(driver)).toEqual([]);
});
