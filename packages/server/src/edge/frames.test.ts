import { expect, test } from 'vitest';
import { isDialect, readFrame } from './frames.ts';

test('a frame is read whole', () => {
  const frame = { id: 7, op: 'resume', channels: ['book:a_b'], since: { 'book:a_b': 3 } };
  expect(readFrame(JSON.stringify(frame))).toEqual(frame);
});

test.each([
  [7, '{"id":7,"op":"shout"}'],
  [7, '{"id":7}'],
  [7, '{"id":7,"op":"subscribe","channels":["no:such"]}'],
  [7, '{"id":7,"op":"ping","more":1}'],
  [0, '{"op":"ping"}'],
  [0, '{"id":"7","op":"ping"}'],
  [0, '{"id":-7,"op":"ping"}'],
  [0, 'null'],
  [0, '7'],
  [0, '{'],
  [0, ''],
])('the number to answer to is %i for %s', (id, text) => {
  expect(readFrame(text)).toBe(id);
});

test('a first frame with a method and without an op is of the trading dialect', () => {
  expect(isDialect('{"id":1,"method":"SUBSCRIBE"}')).toBe(true);
  for (const other of ['{"id":1,"op":"ping"}', '{"op":"ping","method":"x"}', 'null', '[', '7']) {
    expect(isDialect(other), other).toBe(false);
  }
});
