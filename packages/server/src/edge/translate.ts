import { loadTexts, locales, translate } from '@isobath/texts';
import type { Translate } from './answer.ts';

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
    translate(catalogues.get(locale) ?? catalogues.get('en_US') ?? [], word, facts);
}
