// The trade has its own words in every language, and one thing has one name: where an English text
// uses a word of the list, the translation uses one of the forms listed for its language.
// The list stands in terms/: English as patterns, the other languages as pieces of a word.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Locale, loadTexts, locales, measureText, namespaces } from './index.ts';

type Forms = Readonly<Record<string, readonly string[]>>;

const others = locales.filter((locale) => locale !== 'en_US');

function readList<TList>(locale: Locale): TList {
  const text = readFileSync(new URL(`terms/${locale}.json`, import.meta.url), 'utf8');
  return JSON.parse(text) as TList;
}

const english = Object.entries(readList<Record<string, string>>('en_US')).map(
  ([term, pattern]) => [term, new RegExp(`\\b(?:${pattern})\\b`, 'i')] as const,
);

/** Every text of a language beside its English one. */
async function pairTexts(locale: Locale) {
  const pairs: { name: string; source: string; own: string }[] = [];
  for (const namespace of namespaces) {
    const [source] = await loadTexts('en_US', namespace);
    const [own] = await loadTexts(locale, namespace);
    for (const [key, text] of Object.entries(own?.[1] ?? {})) {
      const stem = key.replace(/_(zero|one|two|few|many|other)$/, '');
      const first = source?.[1][key] ?? source?.[1][`${stem}_other`] ?? '';
      pairs.push({ name: `${namespace}.${key}`, source: first, own: text });
    }
  }
  return pairs;
}

function usesOneOf(text: string, forms: readonly string[]): boolean {
  return forms.some((form) => new RegExp(form, 'iu').test(text));
}

test.each(others)("%s uses the trade's own words", async (locale) => {
  const list = readList<Forms>(locale);
  expect(Object.keys(list)).toEqual(english.map(([term]) => term));
  const wrong = (await pairTexts(locale)).flatMap(({ name, source, own }) =>
    english
      .filter(([term, pattern]) => pattern.test(source) && !usesOneOf(own, list[term] ?? []))
      .map(([term]) => `${name}: ${term} is not in "${own}"`),
  );
  expect(wrong).toEqual([]);
});

test('most words of the list are used by some text', async () => {
  const sources = (await pairTexts('en_US')).map(({ source }) => source);
  const used = english.filter(([, pattern]) => sources.some((source) => pattern.test(source)));
  expect(used.length).toBeGreaterThan(30);
});

/** Room for a longer language: labels grow more than sentences do. */
const roomFor = (source: string) => measureText(source) * 1.5 + 12;

test.each(others)('%s is no longer than a layout can take', async (locale) => {
  const long = (await pairTexts(locale)).filter(
    ({ source, own }) => measureText(own) > roomFor(source),
  );
  expect(long.map(({ name, own }) => `${name}: "${own}"`)).toEqual([]);
});
