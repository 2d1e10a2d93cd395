// What a request is about, in words: what is listed by its kind and name, a row by its words.
import { expect, test } from 'vitest';
import type { Say } from '../../base/texts.tsx';
import { listFacts, showPayload } from './facts.tsx';

const t = ((key: string) => `[${key}]`) as unknown as Say<'admin'>;
const show = (payload: object) => showPayload(JSON.stringify(payload), t);

test.each([
  ['market', 'btc_usdt', '[kind.market]: BTC/USDT'],
  ['coin', 'BTC', '[kind.coin]: BTC'],
  ['vip', '3', '[kind.vip]: 3'],
  ['fees', 'default', '[kind.fees]: default'],
  ['list', 'popular', '[kind.list]: popular'],
])('what is listed is named by its kind: %s', (kind, key, words) => {
  expect(show({ kind, key })).toBe(words);
});

test('a change of a market says its name and each field before and after', () => {
  const after = { minNotional: '20' };
  const payload = { kind: 'market', key: 'eth_usdt', before: { minNotional: '5' }, after };
  expect(listFacts(JSON.stringify(payload), t).map(({ label }) => label)).toEqual([
    '[kind.market]',
    '[listing.field.minNotional]',
  ]);
  expect(show(payload)).toBe('[kind.market]: ETH/USDT, [listing.field.minNotional]: 5 → 20');
});

test('rows of tables: in words where there are some, else by their key', () => {
  expect(show({ table: 'retention', key: 'mails' })).toBe(
    '[tables.table]: [tables.retention], [tables.key]: [account.mails]',
  );
  expect(show({ table: 'currencies', key: 'EUR' })).toContain('[tables.key]: EUR');
});
