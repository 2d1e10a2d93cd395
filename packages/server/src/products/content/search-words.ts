// Words for searching: how a language is indexed, and what a typed text asks for. PostgreSQL knows
// the stems of some languages; the others are taken as they are, and scripts without spaces are
// looked for letter by letter. Not here: the query (articles.ts).

/** Text search configurations of PostgreSQL, by language. */
const configurations: Readonly<Record<string, string>> = {
  en_US: 'english',
  es_ES: 'spanish',
  pt_PT: 'portuguese',
  fr_FR: 'french',
  de_DE: 'german',
  ru_RU: 'russian',
  it_IT: 'italian',
};

/** The configuration that a language is indexed and searched with. */
export function searchConfigurationOf(locale: string): string {
  return configurations[locale] ?? 'simple';
}

const WORDS_COUNT_MAX = 12;

/** The words of a typed text, lower case. */
export function splitWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, WORDS_COUNT_MAX);
}

/** What PostgreSQL is asked: all words, each may go on. Letters and digits only, no signs. */
export function makeSearchQuery(words: readonly string[]): string {
  return words.map((word) => `${word}:*`).join(' & ');
}

/** Patterns for LIKE: each word anywhere in the text. */
export function makeSearchPatterns(words: readonly string[]): string[] {
  return words.map((word) => `%${word}%`);
}

const EXCERPT_BEFORE = 60;
const EXCERPT_LENGTH = 180;

/** The place of a text that has the first of the words, with dots where it was cut. */
export function cutExcerpt(plain: string, words: readonly string[]): string {
  const flat = plain.replaceAll(/\s+/g, ' ');
  const low = flat.toLowerCase();
  const places = words.map((word) => low.indexOf(word)).filter((at) => at >= 0);
  const from = Math.max(0, Math.min(...places, flat.length) - EXCERPT_BEFORE);
  if (places.length === 0) return '';
  const start = from === 0 ? 0 : flat.indexOf(' ', from) + 1 || from;
  const cut = flat.slice(start, start + EXCERPT_LENGTH).trim();
  const isCutAfter = start + EXCERPT_LENGTH < flat.length;
  return `${start > 0 ? '… ' : ''}${cut}${isCutAfter ? ' …' : ''}`;
}
