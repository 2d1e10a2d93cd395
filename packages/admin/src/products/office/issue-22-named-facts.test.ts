// What a request is about, in words: what is listed by its kind and name, a row by its words.
import { loadTexts } from '@isobath/texts';
import { referenceTables, listingShapes, webValueNames } from '@isobath/wire';
import { expect, test } from 'vitest';
import type { Translate } from '../../base/texts.tsx';
import { listFacts, showPayload } from './facts.tsx';

const t = ((key: string) => `[${key}]`) as unknown as Translate<'admin'>;
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

const [words] = await loadTexts('en_US', 'admin');
const catalogue: Readonly<Record<string, string>> = words?.[1] ?? {};
const say = ((key: string, values?: Record<string, string>) => {
  const text = catalogue[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_all, name: string) => String(values?.[name] ?? ''));
}) as unknown as Translate<'admin'>;
const labelsOf = (payload: object) =>
  listFacts(JSON.stringify(payload), say).map(({ label }) => String(label));
/** A name as programs write it, and the label that says nothing. */
const isNoWord = (label: string) => /^[a-z]/.test(label) || label === say('fact.name');

test('each field that can be listed has a word of its own in its approval', () => {
  for (const [kind, { shape }] of Object.entries(listingShapes)) {
    const after = Object.fromEntries(Object.keys(shape).map((name) => [name, '1']));
    const labels = labelsOf({ kind, key: 'x', before: {}, after });
    expect(labels.filter(isNoWord)).toEqual([]);
    expect(new Set(labels).size).toBe(labels.length);
  }
  const coin = { kind: 'coin', key: 'BTC', before: {}, after: { name: 'Bitcoin' } };
  expect(showPayload(JSON.stringify(coin), say)).toBe('Coin: BTC, Full name: Bitcoin');
});

test('each cell of a table that differs has a word in its approval', () => {
  for (const [table, { columns }] of Object.entries(referenceTables)) {
    const cells = (text: string) =>
      JSON.stringify(Object.fromEntries(Object.keys(columns).map((name) => [name, text])));
    const labels = labelsOf({ table, key: 'x', before: cells('1'), after: cells('2') });
    expect(labels).toHaveLength(2 + Object.keys(columns).length);
    expect(labels.filter(isNoWord)).toEqual([]);
  }
  const before = JSON.stringify({ name: 'Euro', isOffered: 'true' });
  const after = JSON.stringify({ name: 'Euro', isOffered: 'false' });
  const changed = { table: 'currencies', key: 'EUR', before, after };
  expect(showPayload(JSON.stringify(changed), say)).toBe(
    'Table: Currencies, Row: EUR, Offered: Yes → No',
  );
});

test('rates by level stand in one line as the first and the last, equal ones as one', () => {
  const after = { makerPpm: '1000 900 800', takerPpm: '500 500 500' };
  const payload = { kind: 'fees', key: 'default', before: { makerPpm: '1000 950 900' }, after };
  expect(showPayload(JSON.stringify(payload), say)).toContain('1000 … 900 → 1000 … 800');
  expect(showPayload(JSON.stringify(payload), say)).toMatch(/ppm: 500$/);
});

test('each value of the configuration has a name', () => {
  for (const name of webValueNames) expect(say(`config.${name}` as never)).not.toMatch(/^config/);
});
