// What a payment pays, in a line of the officers' list.
import { expect, test } from 'vitest';
import { writePaid } from './paid.ts';

test.each([
  ['11999 USDT', 'en-US', '11,999 USDT'],
  ['11999.5 USDT', 'de-DE', '11.999,5 USDT'],
  ['0.000681542264750382 ETH', 'en-US', '0.000681542264750382 ETH'],
  ['something else', 'en-US', 'something else'],
])('%s in %s is %s', (line, locale, written) => {
  expect(writePaid(line, locale).replaceAll('\u00a0', ' ')).toBe(written);
});
