import { chooseLocale, type Locale, readLocale } from '@isobath/texts';

/**
 * Choose the language of an answer: the first known wish, then what the browser asks for.
 *
 * @param wishes - in order: `x-locale`, page prefix, cookie; any may be absent or unknown.
 * @param acceptLanguage - the browser's header, "" when absent.
 */
export function chooseAnswerLocale(
  requests: readonly (string | undefined)[],
  acceptLanguage: string,
): Locale {
  for (const request of requests) {
    const locale = readLocale(request ?? '');
    if (locale !== null) return locale as Locale;
  }
  return chooseLocale(acceptLanguage) as Locale;
}
