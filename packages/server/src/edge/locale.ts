// Which language an answer or a page has. One rule for all: prefix of the page, then what was
// chosen before, then what the browser asks for, then English.

/** The thirteen languages, in the specification's order. */
export const locales = [
  'en_US',
  'zh_CN',
  'zh_HK',
  'th_TH',
  'fil_PH',
  'es_ES',
  'ja_JP',
  'pt_PT',
  'vi_VN',
  'fr_FR',
  'de_DE',
  'ru_RU',
  'it_IT',
] as const;

/** One of the thirteen. */
export type LocaleName = (typeof locales)[number];

const known = new Set<string>(locales);

function ofLanguageTag(tag: string): LocaleName | undefined {
  const parts = tag.trim().toLowerCase().split('-');
  if (parts[0] === 'zh') {
    return parts.some((part) => ['hant', 'hk', 'tw', 'mo'].includes(part)) ? 'zh_HK' : 'zh_CN';
  }
  if (parts[0] === 'tl') return 'fil_PH';
  return locales.find((locale) => locale.split('_')[0] === parts[0]);
}

/** The best language of an Accept-Language header, undefined when none of ours is asked for. */
export function parseAcceptLanguage(header: string): LocaleName | undefined {
  const wishes = header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag, quality] = part.split(';q=');
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .sort((one, other) => other.quality - one.quality);
  for (const { tag } of wishes) {
    const locale = ofLanguageTag(tag);
    if (locale !== undefined) return locale;
  }
  return undefined;
}

/**
 * Choose the language of an answer.
 *
 * @param wishes - in order: `x-locale`, page prefix, cookie; any may be absent or unknown.
 * @param acceptLanguage - the browser's header, "" when absent.
 */
export function chooseLocale(
  wishes: readonly (string | undefined)[],
  acceptLanguage: string,
): LocaleName {
  for (const wish of wishes) {
    if (wish !== undefined && known.has(wish)) return wish as LocaleName;
  }
  return parseAcceptLanguage(acceptLanguage) ?? 'en_US';
}
