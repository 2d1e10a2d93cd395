import { expect, test } from 'vitest';
import { toMicros, wantsMicroAnswer } from './micros.ts';

test('times become microseconds at every depth, other numbers and no time stay', () => {
  const ms = 1_700_000_000_123;
  const micros = ms * 1_000;
  const candle = [ms, '1', '2', '0.5', '1', '3', ms + 1, '4', 5, '1', '1', '0'];
  const answer = {
    orderId: 7,
    transactTime: ms,
    workingTime: -1,
    fills: [{ tradeId: 3, price: '1' }],
    data: { cancelResponse: { transactTime: ms } },
    candles: [candle],
  };
  expect(toMicros(answer)).toEqual({
    ...answer,
    transactTime: micros,
    data: { cancelResponse: { transactTime: micros } },
    candles: [[micros, ...candle.slice(1, 6), micros + 1_000, ...candle.slice(7)]],
  });
  expect(toMicros([{ T: ms, time: ms, a: 1 }])).toEqual([{ T: micros, time: micros, a: 1 }]);
});

test('only calls of the spot API know the wish', () => {
  const headers = { 'x-mbx-time-unit': 'microsecond' };
  expect(wantsMicroAnswer(headers, '/api/v3/time')).toBe(true);
  expect(wantsMicroAnswer({ 'x-mbx-time-unit': 'MICROSECOND' }, '/api/v3/time')).toBe(true);
  expect(wantsMicroAnswer({ 'x-mbx-time-unit': 'MILLISECOND' }, '/api/v3/time')).toBe(false);
  expect(wantsMicroAnswer(headers, '/sapi/v1/system/status')).toBe(false);
  expect(wantsMicroAnswer({}, '/api/v3/time')).toBe(false);
});
