// Whether a word may stand in a form of identity, as the exchange will judge it: browsers get no
// shapes of bodies. A test holds both together.

/** Judges one word. */
export type Judge = (word: string) => boolean;

const between = (shortest: number, longest: number, pattern: RegExp): Judge => {
  return (word) => {
    const { length } = word.trim();
    return length >= shortest && length <= longest && pattern.test(word.trim());
  };
};

/** Two letters of a country. */
export const isCountryCode: Judge = (word) => /^[A-Z]{2}$/.test(word);
/** A name of a person, in letters of any script. */
export const isName = between(1, 80, /^[\p{L}\p{M}][\p{L}\p{M}\p{Zs}'’.,-]*$/u);
/** A number of a document. */
export const isDocumentNumber = between(4, 40, /^[\p{L}\p{N}][\p{L}\p{N} ./-]*$/u);
/** A street with its number. */
export const isAddress = between(2, 160, /^[^\p{Cc}]+$/u);
/** A place. */
export const isCity = between(2, 80, /^[^\p{Cc}]+$/u);
/** A postal code. */
export const isPostalCode = between(1, 16, /./);
/** A day of the calendar. */
export const isDay: Judge = (word) => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(word) ? Date.parse(`${word}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(word);
};
/** One of a list. */
export const isOneOf =
  (list: readonly string[]): Judge =>
  (word) =>
    list.includes(word);
