// How a number stands in a sentence of a language. Not for tables and forms: those have the number
// kit of ui. Used by the server, whose sentences arrive whole.
import { defaultLocale, languageTagOf, readLocale } from './locales.ts';

const writers = new Map<string, Intl.NumberFormat>();

/**
 * Write a decimal with the marks of a language, every digit kept: "10000.50" in German is
 * "10.000,50". A text that is no plain decimal is given back as it is; a language that is none of
 * ours is English.
 */
export function writeNumber(text: string, locale: string): string {
  const decimals = /^-?\d+(?:\.(\d+))?$/.exec(text);
  if (decimals === null) return text;
  const count = decimals[1]?.length ?? 0;
  const name = `${locale} ${count}`;
  let writer = writers.get(name);
  if (writer === undefined) {
    writer = new Intl.NumberFormat(languageTagOf(readLocale(locale) ?? defaultLocale), {
      minimumFractionDigits: count,
      maximumFractionDigits: count,
      numberingSystem: 'latn',
    });
    writers.set(name, writer);
  }
  // Given as text, it never becomes a float on the way.
  return writer.format(text as Intl.StringNumericLiteral);
}
