import { readFileSync } from 'node:fs';
import { locales, loadTexts } from '@isobath/texts';
import { expect, test } from 'vitest';
import { findCall, findRefusals, listCalls, type ReferenceDocument } from './reference.ts';

const file = new URL('../../../../../../docs/api/openapi.json', import.meta.url);
const document = JSON.parse(readFileSync(file, 'utf8')) as ReferenceDocument;
const find = (query: string) => listCalls(document, query).map(({ id }) => id);

test('a call is found by its path, its name and its method over the WebSocket API', () => {
  expect(find('api/v3/depth')[0]).toBe('api-market.depth');
  expect(find('order.amend.keepPriority')).toEqual(['api-orders.amend']);
  expect(findCall(document, 'api-orders.place')?.socketMethod).toBe('order.place');
  expect(findCall(document, 'api-user-stream.startUserStream')?.weight).toBe('2');
});

test('a call is found by what it takes, behind those that are called so', () => {
  expect(find('computecommissionrates')).toEqual(['api-orders.test']);
  expect(find('trailingDelta')).toContain('api-lists.placeOldOco');
  expect(find('post trailingdelta')).not.toContain('api-orders.order');
  const ticker = find('interval');
  expect(ticker).toContain('api-market.klines');
  // Fields of a body, too.
  expect(find('expiresInDays')).toEqual(['keys.create']);
  const named = find('symbol').map((id) => /symbol/i.test(id));
  expect(named.lastIndexOf(true)).toBeLessThan(named.length - 1);
});

test('a call is found by the number of a refusal, which is told in words', () => {
  expect(find('-1015')).toEqual(find('1015'));
  expect(find('-1015')).toContain('api-orders.place');
  expect(find('-1015')).not.toContain('api-orders.cancel');
  expect(findRefusals(document, '-1015')).toEqual([
    expect.objectContaining({ code: -1015, status: 429 }),
  ]);
  expect(findRefusals(document, '10002')[0]?.status).toBe(401);
  expect(findRefusals(document, 'order')).toEqual([]);
  expect(find('-9999')).toEqual([]);
});

test.each(locales)('every limit has its words in %s', async (locale) => {
  const [own] = await loadTexts(locale, 'docs');
  const words = Object.keys(own?.[1] ?? {}).filter((key) => key.startsWith('limit.'));
  const names = Object.keys(document['x-limits']).map((name) => `limit.${name}`);
  expect(words.sort()).toEqual(names.sort());
});

test('each group of calls has a name for people', async () => {
  const groups = new Set(listCalls(document, '').map(({ product }) => product));
  const [texts] = await loadTexts('en_US', 'docs');
  const named = Object.keys(texts?.[1] ?? {}).filter((key) => key.startsWith('group.'));
  expect(named.toSorted()).toEqual([...groups].map((group) => `group.${group}`).toSorted());
});
