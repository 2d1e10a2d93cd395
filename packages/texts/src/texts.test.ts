import { expect, test } from 'vitest';
import {
  chooseLocale,
  languageTagOf,
  loadTexts,
  locales,
  measureText,
  namespaces,
  translate,
} from './index.ts';
import { makeLongest } from './longest.ts';
import sameWords from './terms/same-words.json' with { type: 'json' };

/** What is the same in every language: codes and signs. */
const wordsThatStay = /^[^\p{Ll}]*$|^[\w/ ]*\{\w+\}[\w/ ]*$/u;
/** Words that a language has taken over, and names. */
const takenOver: Readonly<Record<string, readonly string[]>> = sameWords;
const complete = locales.filter((locale) => locale !== 'en_US');
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();
const stemOf = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

async function load(locale: Parameters<typeof loadTexts>[0], namespace: (typeof namespaces)[0]) {
  const [own] = await loadTexts(locale, namespace);
  return own?.[1] ?? {};
}

test.each(namespaces)('%s: a complete language has every key and no other', async (namespace) => {
  const english = await load('en_US', namespace);
  for (const locale of complete) {
    const own = await load(locale, namespace);
    const stems = (texts: object) => [...new Set(Object.keys(texts).map(stemOf))].sort();
    expect(stems(own)).toEqual(stems(english));
  }
});

test.each(namespaces)('%s: no translation loses a placeholder', async (namespace) => {
  const english = await load('en_US', namespace);
  for (const locale of locales) {
    const own = await load(locale, namespace);
    for (const [key, text] of Object.entries(own)) {
      const source = english[key] ?? english[`${stemOf(key)}_other`];
      expect(source, `${locale} ${key} has no en_US`).toBeDefined();
      expect(placeholders(text), `${locale} ${key}`).toEqual(placeholders(source ?? ''));
    }
  }
});

test.each(namespaces)('%s: a translation is not the English text', async (namespace) => {
  const english = await load('en_US', namespace);
  for (const locale of complete) {
    for (const [key, text] of Object.entries(await load(locale, namespace))) {
      if (wordsThatStay.test(text) || takenOver[locale]?.includes(text)) continue;
      expect(text, `${locale} ${key}`).not.toBe(english[key]);
    }
  }
});

/** Room for a translation: labels stand in a line and need most beside a short English word. */
const roomFor = (width: number) => (width <= 30 ? width * 1.25 + 16 : width * 1.7);

test.each(complete)('%s: no text is longer than there is room for', async (locale) => {
  const tooLong: string[] = [];
  for (const namespace of namespaces) {
    const english = await load('en_US', namespace);
    for (const [key, text] of Object.entries(await load(locale, namespace))) {
      const source = english[key] ?? english[`${stemOf(key)}_other`] ?? '';
      if (measureText(text) > roomFor(measureText(source))) tooLong.push(`${namespace} ${key}`);
    }
  }
  expect(tooLong).toEqual([]);
});

test.each(complete)('%s: every word on its list of words taken over is one', async (locale) => {
  const same = new Set<string>();
  for (const namespace of namespaces) {
    const english = await load('en_US', namespace);
    for (const [key, text] of Object.entries(await load(locale, namespace))) {
      if (text === english[key]) same.add(text);
    }
  }
  expect(takenOver[locale]?.filter((word) => !same.has(word))).toEqual([]);
});

test.each(namespaces)('%s: every plural form of every language is there', async (namespace) => {
  const english = await load('en_US', namespace);
  const stems = Object.keys(english).filter((key) => key.endsWith('_other'));
  for (const locale of locales) {
    const own = await load(locale, namespace);
    const { pluralCategories } = new Intl.PluralRules(languageTagOf(locale)).resolvedOptions();
    for (const stem of stems.map(stemOf)) {
      for (const form of pluralCategories) {
        expect(own[`${stem}_${form}`], `${locale} ${stem}_${form}`).toBeDefined();
      }
    }
  }
});

test('a missing text falls back to English, an unknown key shows itself', () => {
  const pairs = [
    ['th_TH', {}],
    ['en_US', { trade: 'Trade' }],
  ] as const;
  expect(translate(pairs, 'trade')).toBe('Trade');
  expect(translate(pairs, 'no.such')).toBe('no.such');
});

test('plural forms follow the language', () => {
  const english = { orders_one: '{count} order', orders_other: '{count} orders' };
  const russian = { orders_one: '{count} ордер', orders_few: '{count} ордера', orders_other: '-' };
  expect(translate([['en_US', english]], 'orders', { count: 1 })).toBe('1 order');
  expect(translate([['en_US', english]], 'orders', { count: 3 })).toBe('3 orders');
  expect(translate([['ru_RU', russian]], 'orders', { count: 3 })).toBe('3 ордера');
});

test('the longest text is the widest of all, padded, with its placeholders', () => {
  const longest = makeLongest([
    { a: 'Buy {asset}', b: 'Sell' },
    { a: 'Купить сейчас {asset}' },
    { b: '卖出' },
  ]);
  expect(longest['a']).toContain('Купить сейчас {asset}');
  expect(measureText(longest['b'] ?? '')).toBeGreaterThanOrEqual(6);
  expect(longest['b']).toBe('[Sell~~]');
});

test('the language of a browser', () => {
  expect(chooseLocale('zh-Hant-TW')).toBe('zh_HK');
  expect(chooseLocale('zh')).toBe('zh_CN');
  expect(chooseLocale('tl-PH,en')).toBe('fil_PH');
  expect(chooseLocale('pt-BR')).toBe('pt_PT');
  expect(chooseLocale('xx, de;q=0.4, fr;q=0.9')).toBe('fr_FR');
  expect(chooseLocale('')).toBe('en_US');
});
