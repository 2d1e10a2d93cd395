import { expect, test } from 'vitest';
import { loadSpeak } from './speak.ts';

test('a refusal is said in the language of the caller, with its counts', async () => {
  const speak = await loadSpeak();
  const facts = { count: '200', countMax: '200' };
  expect(speak('en_US', 'open_orders_too_many', facts)).toContain('200 open orders');
  expect(speak('zh_CN', 'open_orders_too_many', facts)).toContain('200 个挂单');
  expect(speak('th_TH', 'balance_too_low', {})).not.toBe(speak('en_US', 'balance_too_low', {}));
  expect(speak('xx_XX', 'balance_too_low', {})).toBe(speak('en_US', 'balance_too_low', {}));
});
