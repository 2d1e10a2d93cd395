import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rejects } from '@isobath/core';
import { errors } from '@isobath/wire';
import { expect, test } from 'vitest';
import { CallRefusal, refuse } from '../product/index.ts';
import { BinanceError, binanceErrors } from './errors.ts';
import { translatedWords, translateRefusal } from './translate.ts';

/** Rejects of commands that no program may send: they are our mistake when one meets them. */
const OURS =
  /^(asset|instrument_exists|account_exists|scale|fee_rates|transition|book_not|auction|same_|leg)/;
const OURS_TOO =
  /^(wallet_world|contra|hold_too|batch|nothing_to|above_close|close_out|operator_balance|supply)/;
/** Of contracts and debts, which no program can name yet. */
const OF_CONTRACTS =
  /^(product_mismatch|index|price_stale|price_beyond|position|reduce_only|leverage|orders_open)/;
const OF_MARGIN =
  /^(margin_(too|out|level_forbids)|open_interest|in_liquidation|transfer_over|deficit|merge)/;
const OF_DEBTS = /^(settings|tier|borrow|pool|debt|pair|reset)/;

test('every reason why the engine refuses an order has a number of its own', () => {
  const lists = [OURS, OURS_TOO, OF_CONTRACTS, OF_MARGIN, OF_DEBTS];
  const words = Object.keys(rejects).filter((word) => !lists.some((list) => list.test(word)));
  expect(words.length).toBeGreaterThan(30);
  expect(words.filter((word) => !translatedWords.includes(word))).toEqual([]);
});

test('every translated word is one of the engine or of the edge', () => {
  const known = new Set([...Object.keys(rejects), ...Object.keys(errors)]);
  expect(translatedWords.filter((word) => !known.has(word))).toEqual([]);
});

test('every refusal of the dialect is given for some cause', () => {
  const cwd = fileURLToPath(new URL('../../', import.meta.url));
  const files = globSync('**/*.ts', { cwd, exclude: ['**/*.test.ts', '**/binance-api/errors.ts'] });
  const text = files.map((file) => readFileSync(cwd + file, 'utf8')).join();
  expect(Object.keys(binanceErrors).filter((word) => !text.includes(`'${word}'`))).toEqual([]);
});

test('the number depends on what was tried', () => {
  const missing = new CallRefusal({ word: 'order_not_found', code: 40_053 });
  expect(translateRefusal(missing, 'cancel')?.code).toBe(-2011);
  expect(translateRefusal(missing, 'amend')?.code).toBe(-2013);
  expect(translateRefusal(refuse('object_not_found'), 'query')?.code).toBe(-2013);
  expect(translateRefusal(refuse('outcome_unknown'))?.code).toBe(-1007);
});

test('what is no refusal is not told as one', () => {
  expect(translateRefusal(new Error('a secret detail'))).toBeUndefined();
  const published = new BinanceError('illegal_characters', ['price', '^[0-9]+$']);
  expect(translateRefusal(published)?.show()).toEqual({
    code: -1100,
    msg: "Illegal characters found in parameter 'price'; legal range is '^[0-9]+$'.",
  });
});
