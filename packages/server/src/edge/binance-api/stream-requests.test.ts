// Requests on a stream connection: what is refused, and with which of the dialect's numbers.
import { expect, test } from 'vitest';
import { parseStreamRequest, parseStreamText, readRequestId } from './stream-requests.ts';

const read = (text: string) => {
  const fields = parseStreamText(text);
  readRequestId(fields);
  return parseStreamRequest(fields);
};

test.each([
  ['{', 3, 'Invalid JSON'],
  ['[1]', 3, 'Invalid JSON'],
  ['{"id":1}', 2, 'missing field `method`'],
  ['{"method":"LISTEN","id":1}', 2, 'unknown variant LISTEN'],
  ['{"method":{"toString":1},"id":1}', 2, 'unknown variant {"toString":1}'],
  ['{"method":"SUBSCRIBE","params":"a","id":1}', 2, 'expected a sequence'],
  ['{"method":"SUBSCRIBE","params":[1],"id":1}', 2, 'expected a string'],
  ['{"method":"LIST_SUBSCRIPTIONS","id":-1}', 2, 'unsigned integer'],
  ['{"method":"LIST_SUBSCRIPTIONS","id":"a b"}', 2, 'unsigned integer'],
  ['{"method":"GET_PROPERTY","params":[1],"id":1}', 2, 'property name must be a string'],
  ['{"method":"GET_PROPERTY","params":["combined",true],"id":1}', 2, 'too many parameters'],
])('%s is refused with %d: %s', (text, code, words) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code }));
  expect(() => read(text)).toThrow(words);
});

test('requests that are right are read', () => {
  expect(read('{"method":"SUBSCRIBE","params":["a@b"],"id":"x-1"}')).toEqual({
    method: 'SUBSCRIBE',
    names: ['a@b'],
  });
  expect(read('{"method":"SET_PROPERTY","params":["combined",true]}')).toEqual({
    method: 'SET_PROPERTY',
    property: 'combined',
    value: true,
  });
});
