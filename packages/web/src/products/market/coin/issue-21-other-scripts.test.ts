// The converter reads the digits and marks of other scripts as every number field does.
import { expect, test } from 'vitest';
import { readRequest } from './convert.ts';

test.each([
  ['０．５ btc in usdt', '0.5'],
  ['１，０００ btc in usdt', '1000'],
  ['٠٫٥ btc in usdt', '0.5'],
  ['１.５　ｂtc', null],
])('%s', (text, amount) => {
  expect(readRequest(text, 'en-US', 'USD')?.amount ?? null).toBe(amount);
});

test('marks of other scripts mean the same in every language, and digits are of one script', () => {
  for (const language of ['en-US', 'de-DE', 'fr-FR']) {
    expect(readRequest('1\u066b500 btc', language, 'USDT')?.amount).toBe('1.500');
    expect(readRequest('1\u066c500 btc', language, 'USDT')?.amount).toBe('1500');
    expect(readRequest('1\u0662 btc', language, 'USDT')).toBeNull();
  }
});
