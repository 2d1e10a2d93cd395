// What search engines are told of a page, as a sentence. Only loaders ask: the browser's texts do
// not have it (bundle/browser-texts.ts). Not names of pages (shell/page-titles.ts).
import { loadTexts, readLocale, type TextKey, translate } from '@isobath/texts';

/**
 * The sentence of a page, in its language.
 *
 * @param values - names that stand in it: of a coin, of a pair.
 */
export async function describePage(
  locale: string,
  key: TextKey<'about'>,
  values: Readonly<Record<string, string>> = {},
): Promise<string> {
  return translate(await loadTexts(readLocale(locale, true) ?? 'en_US', 'about'), key, values);
}
