import { expect, test } from 'vitest';
import { writeNumber } from './numbers.ts';

test('a number is written as the language does, to its last digit', () => {
  const text = '12345678901234567890.100';
  expect(writeNumber(text, 'en_US')).toBe('12,345,678,901,234,567,890.100');
  expect(writeNumber(text, 'de_DE')).toBe('12.345.678.901.234.567.890,100');
  expect(writeNumber('-0.00000614', 'ru_RU')).toBe('-0,00000614');
  expect(writeNumber('1234', 'es_ES')).toBe('1234');
});

test('what is no number stays as it is', () => {
  for (const text of ['', '1e5', '2026-07-30', '1.2.3', 'BTC/USDT']) {
    expect(writeNumber(text, 'de_DE')).toBe(text);
  }
});
