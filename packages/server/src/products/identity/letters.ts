// Names and numbers as they are compared: however they were typed, the same letters and digits are
// the same. Nothing of it is shown or kept. Called by whoever makes hashes of them.

const DIGIT = /\p{Nd}/u;

/** Digits of every script stand in runs of ten, from nought on. */
function readDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(point - value - 1))) value += 1;
  return String(value);
}

/**
 * Letters and digits alone, in capitals: wide and composed forms are as plain ones, digits of any
 * script as those of ours.
 *
 * @example readLetters('zx 900-１０٠') // 'ZX900100'
 */
export const readLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
    .replaceAll(/\p{Nd}/gu, readDigit);
