import { expect, test } from 'vitest';
import { isBinance, readFrame } from './frames.ts';

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
  expect(isBinance('{"id":1,"method":"SUBSCRIBE"}')).toBe(true);
  for (const other of ['{"id":1,"op":"ping"}', '{"op":"ping","method":"x"}', 'null', '[', '7']) {
    expect(isBinance(other), other).toBe(false);
  }
});

const many = (value: unknown) =>
  Object.fromEntries(Array.from({ length: 1_700 }, (_, at) => [`k${at}`, value]));
const nested = (count: number) => '['.repeat(count) + ']'.repeat(count);
test.each([
  ['1,700 names it was up to', 7, JSON.stringify({ id: 7, op: 'ping', since: many(1) })],
  ['1,700 of another kind', 7, JSON.stringify({ id: 7, op: 'resume', since: many('x') })],
  ['1,700 fields', 7, JSON.stringify({ id: 7, op: 'ping', ...many(1) })],
  [
    '201 channels',
    7,
    JSON.stringify({ id: 7, op: 'ping', channels: Array.from({ length: 201 }, () => 'status') }),
  ],
  ['eight lists in each other', 7, `{"id":7,"op":${nested(8)}}`],
  // Not parsed: so it has no number either.
  ['eight thousand lists in each other', 0, `{"id":7,"op":${nested(8_000)}}`],
])('a frame with %s is none', (_what, id, text) => {
  expect(readFrame(text)).toBe(id);
});
