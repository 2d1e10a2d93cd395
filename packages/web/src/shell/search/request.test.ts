import { expect, test } from 'vitest';
import { markPair, readRequest } from './request.ts';

test.each([
  ['  btc ', 'btc', null],
  ['btc 5x', 'btc', '5x'],
  ['btc/usdt  020X', 'btc/usdt', '20x'],
  ['5x', '5x', null],
  ['btc5x', 'btc5x', null],
  ['btc 0x', 'btc 0x', null],
])('%s', (typed, keyword, leverage) => {
  expect(readRequest(typed)).toEqual({ keyword, leverage });
});

const shown = (...[base, quote, keyword]: Parameters<typeof markPair>) =>
  markPair(base, quote, keyword).map((pieces) =>
    pieces.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join(''),
  );

test('what was searched for is marked in base and quote, across the stroke too', () => {
  expect(shown('BTC', 'USDT', 'bt')).toEqual(['[BT]C', 'USDT']);
  expect(shown('BTC', 'USDT', 'usdt')).toEqual(['BTC', '[USDT]']);
  expect(shown('BTC', 'USDT', 'tc/us')).toEqual(['B[TC]', '[US]DT']);
  expect(shown('BTC3L', 'USDT', '3')).toEqual(['BTC[3]L', 'USDT']);
});

test('a coin that was found by its long name is not marked, nor is anything by nothing', () => {
  expect(shown('BTC', 'USDT', 'bitcoin')).toEqual(['BTC', 'USDT']);
  expect(shown('BTC', 'USDT', ' / ')).toEqual(['BTC', 'USDT']);
});
