import { expect, test } from 'vitest';
import { fillCode, typeDigit } from './code-digits.ts';

const type = (before: string, place: number, typed: string) =>
  typeDigit(before, { place, typed, count: 6 });

test('a code is whole once: with its last digit, not with each one that is changed later', () => {
  let value = '';
  const whole: boolean[] = [];
  for (const digit of '123456') {
    const entry = type(value, value.length, digit);
    value = entry.value;
    whole.push(entry.isComplete);
  }
  expect(whole).toEqual([false, false, false, false, false, true]);
  // The box holds the old digit and the new one when its text is not replaced.
  expect(type(value, 2, '39')).toEqual({ value: '129456', place: 3, isComplete: false });
  expect(type(value, 5, '7')).toEqual({ value: '123457', place: 5, isComplete: false });
});

test('a code that was shortened is whole again with its missing digit', () => {
  expect(type('12345', 5, '0')).toEqual({ value: '123450', place: 5, isComplete: true });
});

test('a pasted or filled-in code is whole, whatever stood there before', () => {
  const whole = { value: '654321', place: 5, isComplete: true };
  expect(fillCode('654 321', 6)).toEqual(whole);
  expect(type('123456', 0, '654321')).toEqual(whole);
  expect(fillCode('65x', 6)).toEqual({ value: '65', place: 2, isComplete: false });
});

test('what is no digit changes nothing', () => {
  expect(type('12', 2, 'x')).toEqual({ value: '12', place: 2, isComplete: false });
  // Over a digit that was chosen, and beside one.
  for (const typed of ['x', '2x', 'x2']) {
    expect(type('123', 1, typed)).toEqual({ value: '123', place: 1, isComplete: false });
  }
});

test('a digit like the one that stands there is one: the next box waits', () => {
  const same = { value: '123456', place: 2, isComplete: false };
  for (const typed of ['2', '22']) expect(type('123456', 1, typed)).toEqual(same);
});

test('the new digit is found on either side of the old one', () => {
  expect(type('123', 1, '29')).toEqual({ value: '193', place: 2, isComplete: false });
  expect(type('123', 1, '92')).toEqual({ value: '193', place: 2, isComplete: false });
});

test('a deleted digit leaves the caret in its box', () => {
  expect(type('123', 1, '')).toEqual({ value: '13', place: 1, isComplete: false });
});

test('digits of other scripts and of wide keyboards are digits, typed and pasted', () => {
  const whole = { value: '123456', place: 5, isComplete: true };
  for (const text of ['１２３４５６', '١٢٣٤٥٦', '۱۲۳۴۵۶', '１２３ ４５６']) {
    expect(fillCode(text, 6)).toEqual(whole);
  }
  expect(type('12', 2, '３')).toEqual({ value: '123', place: 3, isComplete: false });
  // The old digit and the new one.
  expect(type('123', 1, '2٧')).toEqual({ value: '173', place: 2, isComplete: false });
});
