import { inboxRoutes } from '@isobath/wire';
import { expect, test } from 'vitest';
import { makePriceAlert } from './price-alert.ts';

test('below the market an alert waits for a fall, above it for a rise', () => {
  const below = makePriceAlert('btc_usdt', '60000.5', true);
  const above = makePriceAlert('btc_usdt', '70000', false);
  expect([below.alertType, above.alertType]).toEqual([2, 1]);
  for (const body of [below, above]) expect(inboxRoutes.addAlert.body?.parse(body)).toEqual(body);
});
