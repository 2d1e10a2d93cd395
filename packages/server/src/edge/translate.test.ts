import { expect, test } from 'vitest';
import { loadTranslate } from './translate.ts';

test('a refusal is said in the language of the caller, with its counts', async () => {
  const translate = await loadTranslate();
  const facts = { count: '200', countMax: '200' };
  expect(translate('en_US', 'open_orders_too_many', facts)).toContain('200 open orders');
  expect(translate('zh_CN', 'open_orders_too_many', facts)).toContain('200 个挂单');
  expect(translate('th_TH', 'balance_too_low', {})).not.toBe(
    translate('en_US', 'balance_too_low', {}),
  );
  expect(translate('xx_XX', 'balance_too_low', {})).toBe(translate('en_US', 'balance_too_low', {}));
});

test('bounds of an amount are written as the language writes numbers', async () => {
  const translate = await loadTranslate();
  const facts = { min: '10', max: '50000.5', coin: 'USDT' };
  const say = (locale: string) => translate(locale, 'withdraw_out_of_range', facts);
  expect(say('en_US')).toBe('The amount must be between 10 and 50,000.5 USDT.');
  expect(say('de_DE')).toContain('50.000,5 USDT');
  expect(translate('en_US', 'identity_trader', { uid: '1000001' })).toContain('1000001');
});
