import { afterEach, expect, test, vi } from 'vitest';
import { readJump, readQuoted } from './jump.ts';

afterEach(() => vi.restoreAllMocks());

const message = (bizType: number, facts: object = {}, jumpLink = '') => ({
  hasLink: true,
  bizType,
  jumpLink,
  dataJson: JSON.stringify(facts),
});

test.each([
  [1, {}, '/user/personSetting'],
  [4, {}, '/user/personSetting'],
  [12, {}, '/assetManagement/financial?type=1'],
  [13, {}, '/assetManagement/financial?type=2'],
  [17, {}, '/chargeBack/orderDocumentary/myDocumentary?tab=1'],
  [31, { tab: 4 }, '/chargeBack/orderDocumentary/myDocumentary?tab=4'],
  [25, { id: 7 }, '/chargeBack/OrderBearer/homepage?id=7'],
  [26, { id: 7 }, '/chargeBack/OrderBearer/myBearer?id=7'],
  [51, {}, '/benefitsCenter/home'],
  [52, {}, '/myTask'],
  [53, {}, '/myCard'],
  [
    54,
    { cardId: 1, fundId: 2 },
    '/benefitsCenter/tradingFundDetails?cardId=1&fundId=2&cardStatus=4',
  ],
  [112, {}, '/c2c/order'],
  [220, { id: 'a b' }, '/live/room?id=a%20b'],
  [250, {}, '/activity/cashback'],
  [254, { launchId: 3 }, '/activity/cashbackDetails?launchId=3'],
  [270, {}, '/personVerified/?source=supplement'],
  [272, {}, '/personVerified/?source=supplement'],
])('business %i opens its page', (bizType, facts, path) => {
  expect(readJump(message(bizType, facts))).toBe(path);
});

test('others open the link they carry, as long as it stays here', () => {
  for (const link of [
    '/trade/exchange/?tradeCode=btc_usdt',
    '/contract/exchange/trade/?tradeName=btc',
    '/support/article?id=7&code=listing',
    '/userfeedback?tab=feedbackTab',
    '/assetManagement/financial?type=4',
    '/user/apiSetting',
  ]) {
    expect(readJump(message(0, {}, link))).toBe(link);
  }
  for (const bad of ['//evil.example', '/\\evil.example', 'https://evil.example', '']) {
    expect(readJump(message(0, {}, bad))).toBeUndefined();
  }
});

test('a message without a link, or with facts nobody can read, leads nowhere', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(readJump({ ...message(12), hasLink: false })).toBeUndefined();
  expect(warn).not.toHaveBeenCalled();
  expect(readJump({ ...message(12), dataJson: '{' })).toBeUndefined();
  expect(readJump({ ...message(12), dataJson: 'null' })).toBeUndefined();
  expect(warn).toHaveBeenCalledTimes(2);
});

test('a message about a price names its market; others, and unreadable ones, name none', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const facts = { symbol: 'btc_usdt', pair: 'BTC/USDT', alertValue: '65000' };
  const dataJson = JSON.stringify(facts);
  const market = { symbol: 'btc_usdt', pair: 'BTC/USDT' };
  expect(readQuoted({ moduleCode: 20, dataJson })).toEqual(market);
  expect(readQuoted({ moduleCode: 21, dataJson })).toBeUndefined();
  expect(readQuoted({ moduleCode: 20, dataJson: '{"symbol":5}' })).toBeUndefined();
  expect(readQuoted({ moduleCode: 20, dataJson: '[' })).toBeUndefined();
  warn.mockRestore();
});
