// How a text of a catalogue becomes a sentence: placeholders and plural forms.
// Not here: where catalogues come from (catalogues.ts). Used by server and browser alike.
import type { AnyLocale } from './locales.ts';
import { languageTagOf } from './locales.ts';

/** Texts of one namespace in one language; plural forms stand as `key_one`, `key_other`, ... */
export type Catalogue = Readonly<Record<string, string>>;

/** What fills the placeholders; `count` also chooses the plural form. */
export type TextValues = Readonly<Record<string, string | number>>;

const rules = new Map<string, Intl.PluralRules>();

function choosePlural(locale: AnyLocale, count: number): string {
  const tag = languageTagOf(locale);
  const known = rules.get(tag);
  const rule = known ?? new Intl.PluralRules(tag);
  if (known === undefined) rules.set(tag, rule);
  return rule.select(count);
}

/** Put values into `{name}` placeholders; a placeholder without a value stays as it is. */
export function fillText(text: string, values: TextValues): string {
  return text.replace(/\{([A-Za-z]+)\}/g, (whole, name: string) =>
    values[name] === undefined ? whole : String(values[name]),
  );
}

/**
 * Find and fill a text.
 *
 * @param catalogues - the language first, then what it falls back to.
 * @returns the key itself when no catalogue has it, so that a gap is seen and not blank.
 */
export function translate(
  catalogues: readonly (readonly [AnyLocale, Catalogue])[],
  key: string,
  values: TextValues = {},
): string {
  for (const [locale, catalogue] of catalogues) {
    const { count } = values;
    if (typeof count === 'number') {
      const plural =
        catalogue[`${key}_${choosePlural(locale, count)}`] ?? catalogue[`${key}_other`];
      if (plural !== undefined) return fillText(plural, values);
    }
    const text = catalogue[key];
    if (text !== undefined) return fillText(text, values);
  }
  return key;
}
