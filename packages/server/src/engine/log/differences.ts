// Event words in little room: each event as what is different from the event of its kind before.
// Any words come back bit by bit, those of no event as well; a row is read without another.
// Used by words-codec.ts.
import { eventHeadFactor } from '@isobath/core';

/** Bytes that a word takes at most. */
export const WORD_BYTES_MAX = 11;
/** Bytes that a row may take beside those of its words. */
export const ROW_BYTES_MIN = 16;

/** Words of an event that are compared; of a longer one the others are written as they are. */
const COMPARED_WORDS = 64;
/** In place of a kind: no events follow but words, so many, to the end of the row. */
const NO_KIND = 0;
/** Set in a kind's byte: the event has another length than the one before, which follows. */
const OTHER_LENGTH = 128;
/** What the upper half of a large number counts: the lower one has four bytes of seven bits. */
const LOW_HALF = 2 ** 28;
/** In place of words that are compared with: each is as if the one before were 0. */
const NOTHING = -1;
/** No number begins so: eight bytes of a word as it is follow. */
const RAW = [128, 0] as const;

const OTHER_COUNT = 'the packed words have another length';

const raw = new DataView(new ArrayBuffer(8));

/** The last event of each kind, as both sides see it. */
const lastWords = new Float64Array(OTHER_LENGTH * COMPARED_WORDS);

/**
 * Pack words.
 *
 * @param into - where to, from a place on; room as the constants say.
 * @returns the place behind the last byte.
 */
export function packDifferences(words: Float64Array, into: Uint8Array, from: number): number {
  lastWords.fill(0);
  const row = new PackedRow(words, into, from);
  for (let at = 0; at < words.length; ) {
    const head = words[at];
    const kind = head & (eventHeadFactor - 1);
    const end = at + (head >>> 8);
    const isEvent = head === kind + (end - at) * eventHeadFactor && kind > 0 && end <= words.length;
    if (!isEvent || kind >= OTHER_LENGTH || end === at) {
      row.putHead(NO_KIND, words.length - at);
      row.putRun(at, words.length, NOTHING);
      break;
    }
    const last = kind * COMPARED_WORDS;
    if (lastWords[last] === head) row.putKind(kind);
    else row.putHead(kind | OTHER_LENGTH, end - at);
    lastWords[last] = head;
    row.putRun(at + 1, end, end - at > COMPARED_WORDS ? NOTHING : last + 1);
    at = end;
  }
  return row.place;
}

/** A row while it is written. */
class PackedRow {
  place: number;
  readonly #words: Float64Array;
  readonly #into: Uint8Array;

  constructor(words: Float64Array, into: Uint8Array, from: number) {
    this.#words = words;
    this.#into = into;
    this.place = from;
  }

  putKind(kind: number): void {
    this.#into[this.place++] = kind;
  }

  putHead(kind: number, count: number): void {
    this.putKind(kind);
    this.place = packNumber(count, this.#into, this.place);
  }

  /**
   * Words from one place to another, eight a time: a bit for each that is different, then how.
   *
   * @param last - where those lie that they are compared with, or NOTHING.
   */
  putRun(from: number, to: number, last: number): void {
    const words = this.#words;
    const into = this.#into;
    let place = this.place;
    for (let at = from; at < to; ) {
      const bitsPlace = place++;
      let bits = 0;
      const end = at + 8 < to ? at + 8 : to;
      for (let bit = 1; at < end; bit <<= 1, at += 1) {
        const word = words[at];
        const before = last < 0 ? 0 : lastWords[last + at - from];
        const isMinusZero = word === 0 && Object.is(word, -0);
        if (word === before && !isMinusZero) continue;
        bits |= bit;
        if (last >= 0) lastWords[last + at - from] = word;
        const small = (word - before) | 0;
        // What is read again must be the word; of fractions and large numbers not all are.
        if (before + small !== word || isMinusZero) {
          this.place = place;
          this.#putLarge(word, before);
          place = this.place;
          continue;
        }
        let rest = ((small << 1) ^ (small >> 31)) >>> 0;
        while (rest > 127) {
          into[place++] = rest | 128;
          rest >>>= 7;
        }
        into[place++] = rest;
      }
      into[bitsPlace] = bits;
    }
    this.place = place;
  }

  /** A word that is no difference of 32 bits. */
  #putLarge(word: number, before: number): void {
    const into = this.#into;
    const difference = word - before;
    let place = this.place;
    const isExact = Math.abs(difference) < 2 ** 52 && before + difference === word;
    if (!isExact || !Number.isSafeInteger(difference) || Object.is(word, -0)) {
      for (const byte of RAW) into[place++] = byte;
      raw.setFloat64(0, word, true);
      for (let byte = 0; byte < 8; byte += 1) into[place++] = raw.getUint8(byte);
      this.place = place;
      return;
    }
    // In halves of whole numbers of 32 bits: dividing large numbers seven bits a time is slow.
    const zigzag = difference < 0 ? -2 * difference - 1 : 2 * difference;
    const high = Math.floor(zigzag / LOW_HALF);
    const low = (zigzag - high * LOW_HALF) | 0;
    into[place] = low | 128;
    into[place + 1] = (low >>> 7) | 128;
    into[place + 2] = (low >>> 14) | 128;
    into[place + 3] = (low >>> 21) | 128;
    this.place = packNumber(high | 0, into, place + 4);
  }
}

/** A whole number of 32 bits, seven a byte. */
function packNumber(value: number, into: Uint8Array, from: number): number {
  let place = from;
  let rest = value;
  while (rest > 127) {
    into[place++] = rest | 128;
    rest >>>= 7;
  }
  into[place++] = rest;
  return place;
}

/**
 * Unpack words, from a place of the bytes on.
 *
 * @errors RangeError when the bytes do not hold so many.
 */
export function unpackDifferences(
  bytes: Uint8Array,
  from: number,
  wordsCount: number,
): Float64Array {
  lastWords.fill(0);
  const row = new OpenRow(bytes, from, wordsCount);
  const { words } = row;
  for (let at = 0; at < wordsCount; ) {
    const first = bytes[row.place++];
    if (first === NO_KIND) {
      if (row.takeNumber() !== wordsCount - at) throw new RangeError(OTHER_COUNT);
      row.takeRun(at, wordsCount, NOTHING);
      break;
    }
    const kind = first & (OTHER_LENGTH - 1);
    const last = kind * COMPARED_WORDS;
    if (first >= OTHER_LENGTH) lastWords[last] = kind + row.takeNumber() * eventHeadFactor;
    const head = lastWords[last];
    const to = at + Math.floor(head / eventHeadFactor);
    // A length of 0, or of bytes that are not there, is none.
    if (!(to > at) || to > wordsCount) throw new RangeError('the packed words hold no event');
    words[at] = head;
    row.takeRun(at + 1, to, to - at > COMPARED_WORDS ? NOTHING : last + 1);
    at = to;
  }
  if (row.place !== bytes.length) throw new RangeError(OTHER_COUNT);
  return words;
}

/** A row while it is read. */
class OpenRow {
  place: number;
  readonly words: Float64Array;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, from: number, wordsCount: number) {
    this.#bytes = bytes;
    this.place = from;
    this.words = new Float64Array(wordsCount);
  }

  takeNumber(): number {
    const bytes = this.#bytes;
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = bytes[this.place++];
      value += (byte & 127) * scale;
      // Behind the end there is no byte.
      if (!(byte > 127)) return value;
      scale *= 128;
    }
  }

  /** Words as `putRun` wrote them. */
  takeRun(from: number, to: number, last: number): void {
    const bytes = this.#bytes;
    const { words } = this;
    let { place } = this;
    for (let at = from; at < to; ) {
      let bits = bytes[place++];
      const end = at + 8 < to ? at + 8 : to;
      for (; at < end; bits >>>= 1, at += 1) {
        const before = last < 0 ? 0 : lastWords[last + at - from];
        if ((bits & 1) === 0) {
          words[at] = before;
          continue;
        }
        const byte = bytes[place];
        let word: number;
        if (byte < 128) {
          place += 1;
          word = before + ((byte >>> 1) ^ -(byte & 1));
        } else {
          this.place = place;
          word = this.#takeLong(before);
          place = this.place;
        }
        words[at] = word;
        if (last >= 0) lastWords[last + at - from] = word;
      }
    }
    this.place = place;
  }

  #takeLong(before: number): number {
    const bytes = this.#bytes;
    if (bytes[this.place] === RAW[0] && bytes[this.place + 1] === RAW[1]) {
      this.place += RAW.length;
      for (let byte = 0; byte < 8; byte += 1) raw.setUint8(byte, bytes[this.place++]);
      return raw.getFloat64(0, true);
    }
    const value = this.takeNumber();
    if (value < 2 ** 31) return before + ((value >>> 1) ^ -(value & 1));
    const half = Math.floor(value / 2);
    return before + (half * 2 === value ? half : -half - 1);
  }
}
