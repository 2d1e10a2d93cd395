// Client order ids as the engine keeps them: five whole numbers of eight characters each. Words
// without `.`, `:` and `/` are of base 65 as in rules 1 to 5; words with one of them are of base 68
// and stand behind all of those.
// Not here: whether an id is taken. The formula is docs/rules/core.md 5.
// Called by routes and projections, and by the browser's tests of both.

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_.:/';
const simpleLimitBase = 65;
const wideBase = 68;
const charactersPerWord = 8;
const lengthMax = 36;
const simpleLimitWordLimit = 318644812890625;
const wordLimit = 775808052544001;

type FiveWords = readonly [number, number, number, number, number];

/** The words that stand for "no client order id". */
export const noClientOrderId: FiveWords = [0, 0, 0, 0, 0];

/** The greatest word of a client order id. */
export const clientOrderIdWordMax = wordLimit - 1;

/** True for 1..36 characters of `A-Z a-z 0-9 - _ . : /`. */
export function isClientOrderId(text: string): boolean {
  return /^[.A-Z:/a-z0-9_-]{1,36}$/.test(text);
}

/** Digit of each character code; 0 = none. */
const digits = Uint8Array.from({ length: 128 }, (_none, code) => {
  return characters.indexOf(String.fromCharCode(code)) + 1;
});

function encodeWideWord(text: string, from: number): number {
  let word = 0;
  for (let at = from; at < from + charactersPerWord; at += 1) {
    word = word * wideBase + (at < text.length ? (digits[text.charCodeAt(at)] as number) : 0);
  }
  return simpleLimitWordLimit + word;
}

function encodeWord(text: string, index: number): number {
  const from = index * charactersPerWord;
  if (text.length <= from) return 0;
  let word = 0;
  for (let at = from; at < from + charactersPerWord; at += 1) {
    const digit = at < text.length ? (digits[text.charCodeAt(at)] as number) : 0;
    if (digit >= simpleLimitBase) return encodeWideWord(text, from);
    word = word * simpleLimitBase + digit;
  }
  return word;
}

/**
 * Pack a client order id.
 *
 * @param text - 1..36 characters of `A-Z a-z 0-9 - _ . : /`.
 * @throws RangeError when it is anything else.
 */
export function encodeClientOrderId(text: string): FiveWords {
  if (!isClientOrderId(text)) {
    throw new RangeError('a client order id is 1..36 of A-Z a-z 0-9 - _ . : /');
  }
  return [
    encodeWord(text, 0),
    encodeWord(text, 1),
    encodeWord(text, 2),
    encodeWord(text, 3),
    encodeWord(text, 4),
  ];
}

/** A base as halves of a word are read: their arithmetic is of 32 bits, several times as fast. */
interface Scales {
  readonly half: number;
  readonly ofDigits: readonly number[];
}

const scalesOf = (base: number): Scales => ({
  half: base ** 4,
  ofDigits: [base ** 3, base ** 2, base, 1],
});
const simpleLimitScales = scalesOf(simpleLimitBase);
const wideScales = scalesOf(wideBase);

/** Adds the characters of half a word; those it lacks stand at its end. */
function decodeHalf(half: number, scales: Scales, before: string): string {
  let text = before;
  let left = half | 0;
  for (const scale of scales.ofDigits) {
    const digit = (left / scale) | 0;
    left -= digit * scale;
    if (digit === 0) {
      if (left > 0) throw new RangeError('these words are no client order id');
      return text;
    }
    text += characters.charAt(digit - 1);
  }
  return text;
}

function decodeDigits(word: number, scales: Scales): string {
  const high = Math.floor(word / scales.half);
  const low = word - high * scales.half;
  const text = decodeHalf(high, scales, '');
  if (text.length === charactersPerWord / 2) return decodeHalf(low, scales, text);
  if (low !== 0) throw new RangeError('these words are no client order id');
  return text;
}

function decodeWord(word: number): string {
  if (word < simpleLimitWordLimit) return decodeDigits(word, simpleLimitScales);
  const text = decodeDigits(word - simpleLimitWordLimit, wideScales);
  // Without one of the three it is a plain word, so that each text has one word.
  if (!/[.:/]/.test(text)) throw new RangeError('these words are no client order id');
  return text;
}

/**
 * Unpack a client order id; the empty text for "none".
 *
 * @throws RangeError when no text packs to these words.
 */
export function decodeClientOrderId(words: FiveWords): string {
  let text = '';
  let isWhole = true;
  for (const word of words) {
    if (!Number.isInteger(word) || word < 0 || word >= wordLimit) {
      throw new RangeError(`${word} is no word of a client order id`);
    }
    // Most words of most ids are 0.
    const part = word === 0 ? '' : decodeWord(word);
    if (part !== '' && !isWhole) throw new RangeError('these words are no client order id');
    isWhole &&= part.length === charactersPerWord;
    text += part;
  }
  if (text.length > lengthMax) throw new RangeError('these words are no client order id');
  return text;
}

/** True when the five words are those of some client order id, or all 0. */
export function isClientOrderIdWords(words: readonly number[]): boolean {
  if (words.length !== 5) return false;
  try {
    decodeClientOrderId(words as unknown as FiveWords);
    return true;
  } catch {
    return false;
  }
}
