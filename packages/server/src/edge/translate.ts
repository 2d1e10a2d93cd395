import { loadTexts, locales, type TextValues, translate, writeNumber } from '@isobath/texts';
import type { Translate } from './answer.ts';

/** Bounds of an amount, as the language writes numbers; numbers of accounts and lines stay. */
function writeBounds(facts: TextValues, locale: string): TextValues {
  const bounds = ['min', 'max'].flatMap((name) => {
    const value = facts[name];
    return typeof value === 'string' ? [[name, writeNumber(value, locale)]] : [];
  });
  return bounds.length === 0 ? facts : { ...facts, ...Object.fromEntries(bounds) };
}

/**
 * Load the sentences of every refusal (or mail, message, transfer) in every language, once at
 * start.
 *
 * @returns puts a refusal's word into the caller's language, English when that has no sentence.
 */
export async function loadTranslate(
  namespace: 'errors' | 'mail' | 'inbox' | 'transfer' = 'errors',
): Promise<Translate> {
  const loaded = await Promise.all(
    locales.map(async (locale) => [locale, await loadTexts(locale, namespace)] as const),
  );
  const catalogues = new Map<string, (typeof loaded)[number][1]>(loaded);
  return (locale, word, facts) =>
    translate(
      catalogues.get(locale) ?? catalogues.get('en_US') ?? [],
      word,
      writeBounds(facts, locale),
    );
}
