import { expect, test } from 'vitest';
import { showMessage } from './show.ts';

const row = { notice_id: 1, module_code: 1, submodule_code: 111, at_ms: 1, is_read: false };

test('numbers of a message are written as the reader does, its data as they are', () => {
  const facts = { amount: '10000.5', asset: 'USDT', title: '2026' };
  const said: Record<string, string>[] = [];
  const translate = (_locale: string, key: string, values: Readonly<Record<string, string>>) => {
    said.push({ ...values });
    return key;
  };
  const message = showMessage({ ...row, kind: 'reward', facts }, 'de_DE', translate);
  expect(said[0]).toEqual({ amount: '10.000,5', asset: 'USDT', title: '2026' });
  expect(JSON.parse(message.dataJson)).toEqual(facts);
});

test('what programs count by is a number in the data of a message, what is money is text', () => {
  const facts = { alertType: '1', event: '1', marketPeriod: '1440', currentPrice: '100.50' };
  const message = showMessage({ ...row, kind: 'alert_rise', facts }, 'en_US', () => '');
  expect(JSON.parse(message.dataJson)).toEqual({
    alertType: 1,
    event: 1,
    marketPeriod: 1440,
    currentPrice: '100.50',
  });
});
