import { expect, test } from 'vitest';
import { askGift, isOwnGift } from './own-gifts.ts';

const message = (asset: string, amount: string, submoduleCode = 111) => ({
  submoduleCode,
  dataJson: JSON.stringify({ coinId: '1', asset, amount }),
});
const gift = [
  { asset: 'USDT', amount: '10000.00000000' },
  { asset: 'BTC', amount: '0.10000000' },
];

test('each part of a gift that was asked for is told once, before the answer and after it', () => {
  expect(isOwnGift(message('USDT', '10000'))).toBe(false);
  const end = askGift();
  expect(isOwnGift(message('USDT', '10000'))).toBe(true);
  expect(isOwnGift(message('USDT', '10000', 116))).toBe(false);
  end(gift);
  expect(isOwnGift(message('BTC', '0.2'))).toBe(false);
  expect(isOwnGift(message('BTC', '0.1'))).toBe(true);
  expect(isOwnGift(message('BTC', '0.1'))).toBe(false);
  expect(isOwnGift(message('USDT', '10000'))).toBe(false);
});

test('a gift that did not come leaves nothing that is waited for', () => {
  const end = askGift();
  expect(isOwnGift(message('ETH', '2'))).toBe(true);
  end([]);
  expect(isOwnGift(message('ETH', '2'))).toBe(false);
});

test('a message without facts is none of them, and ends nothing', () => {
  const end = askGift();
  expect(isOwnGift({ submoduleCode: 111, dataJson: '' })).toBe(false);
  end([]);
});
