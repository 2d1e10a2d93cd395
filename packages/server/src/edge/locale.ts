import { chooseLocale, type Locale, readLocale } from '@isobath/texts';

/**
 * Choose the language of an answer: the first known wish, then what the browser asks for.
 *
 * @param wishes - in order: `x-locale`, page prefix, cookie; any may be absent or unknown.
 * @param acceptLanguage - the browser's header, "" when absent.
 */
export function chooseAnswerLocale(
  wishes: readonly (string | undefined)[],
  acceptLanguage: string,
): Locale {
  for (const wish of wishes) {
    const locale = readLocale(wish ?? '');
    if (locale !== null) return locale as Locale;
  }
  return chooseLocale(acceptLanguage) as Locale;
}
