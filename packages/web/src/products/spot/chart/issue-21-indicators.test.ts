import { expect, it } from 'vitest';
import {
  chooseParameters,
  findIndicators,
  indicators,
  parameterMax,
  readParameters,
} from './indicator-list.ts';

it('finds an indicator by its name or by what it is also called', () => {
  expect(findIndicators('price', 'bol')).toEqual(['BOLL']);
  expect(findIndicators('price', 'Bollinger ')).toEqual(['BOLL']);
  expect(findIndicators('pane', 'strength')).toEqual(['RSI']);
  expect(findIndicators('pane', 'bollinger')).toEqual([]);
  const all = [...findIndicators('price', ''), ...findIndicators('pane', '')];
  expect(all).toEqual(Object.keys(indicators));
});

it('takes the parameters that were kept, and its own where they cannot be', () => {
  expect(readParameters('MA', {})).toEqual([5, 10, 30, 60]);
  expect(readParameters('MA', { MA: [7, 25, 99, 200] })).toEqual([7, 25, 99, 200]);
  for (const wrong of [[7], [0, 1, 2, 3], [1.5, 2, 3, 4], [1, 2, 3, parameterMax + 1]]) {
    expect(readParameters('MA', { MA: wrong })).toEqual([5, 10, 30, 60]);
  }
  expect(readParameters('MA', { MA: 'all' as unknown as number[] })).toEqual([5, 10, 30, 60]);
});

it('applies no part of a number that is no parameter', () => {
  const before = [7, 10, 30, 60];
  const inForce = ['5', '50', '?501'].map((text) =>
    chooseParameters([text, '10', '30', '60'], before),
  );
  expect(inForce).toEqual([[5, 10, 30, 60], [50, 10, 30, 60], before]);
  for (const wrong of ['', '0', '501', '?99999', '?5.5', '?1e2']) {
    expect(chooseParameters(['7', wrong, '30', '60'], before), wrong).toBe(before);
  }
  expect(chooseParameters(['500', '1', '30', '60'], before)).toEqual([500, 1, 30, 60]);
});
