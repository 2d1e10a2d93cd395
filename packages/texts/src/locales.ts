// The languages of the product: codes as addresses spell them, tags as HTML and Intl spell them.
// Not here: the texts. Read by everybody who shows words or builds an address.

/** Every language, in the order of the language menu. */
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

/** A language people can choose. */
export type Locale = (typeof locales)[number];

/** The longest text of all languages, for layout tests; never in production. */
export const longestLocale = 'zz_ZZ';

/** A language of an address: a real one, or the longest text. */
export type AnyLocale = Locale | typeof longestLocale;

/** The language every other falls back to. */
export const defaultLocale = 'en_US' satisfies Locale;

const tags: Partial<Record<AnyLocale, string>> = { zh_HK: 'zh-Hant-HK', zz_ZZ: 'en-US' };

/** The tag of a language for `lang` and Intl: `zh_HK` gives "zh-Hant-HK". */
export function languageTagOf(locale: AnyLocale): string {
  return tags[locale] ?? locale.replace('_', '-');
}

/** The name of a language in itself, for the language menu. */
export const localeNames: Readonly<Record<AnyLocale, string>> = {
  en_US: 'English',
  zh_CN: '简体中文',
  zh_HK: '繁體中文',
  th_TH: 'ไทย',
  fil_PH: 'Filipino',
  es_ES: 'Español',
  ja_JP: '日本語',
  pt_PT: 'Português',
  vi_VN: 'Tiếng Việt',
  fr_FR: 'Français',
  de_DE: 'Deutsch',
  ru_RU: 'Русский',
  it_IT: 'Italiano',
  zz_ZZ: 'Longest',
};

/**
 * Read a language code whatever its case: "EN_us" gives en_US.
 *
 * @param hasLongest - accept the longest-text language too.
 * @returns null when it is none of ours.
 */
export function readLocale(text: string, hasLongest = false): AnyLocale | null {
  const wanted = text.toLowerCase();
  if (hasLongest && wanted === 'zz_zz') return longestLocale;
  return locales.find((locale) => locale.toLowerCase() === wanted) ?? null;
}

const bySpeech: Readonly<Record<string, Locale>> = {
  en: 'en_US',
  zh: 'zh_CN',
  th: 'th_TH',
  fil: 'fil_PH',
  tl: 'fil_PH',
  es: 'es_ES',
  ja: 'ja_JP',
  pt: 'pt_PT',
  vi: 'vi_VN',
  fr: 'fr_FR',
  de: 'de_DE',
  ru: 'ru_RU',
  it: 'it_IT',
};

/**
 * The best language for an Accept-Language header.
 *
 * @returns en_US when none of the wishes is ours.
 */
export function chooseLocale(acceptLanguage: string): Locale {
  const requests = acceptLanguage
    .split(',')
    .map((part, place) => {
      const [tag = '', ...options] = part.trim().split(';');
      const weight = options.map((option) => /^\s*q=([\d.]+)$/.exec(option)?.[1]).find(Boolean);
      return { tag: tag.toLowerCase(), weight: weight === undefined ? 1 : Number(weight), place };
    })
    .filter((request) => request.tag !== '' && request.weight > 0)
    .sort((a, b) => b.weight - a.weight || a.place - b.place);
  for (const { tag } of requests) {
    if (/^zh-(hant|hk|tw|mo)/.test(tag)) return 'zh_HK';
    const locale = bySpeech[tag.split('-')[0] ?? ''];
    if (locale !== undefined) return locale;
  }
  return defaultLocale;
}
