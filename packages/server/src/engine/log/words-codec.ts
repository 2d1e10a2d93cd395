// Event words in little room: whole numbers as short byte runs, then deflated. It knows no event
// but the head word, which tells where a step begins. Used by the event log and by whoever reads
// it.
import { deflateRaw, inflateRawSync } from 'node:zlib';
import { promisify } from 'node:util';
import { EventKind, eventHeadFactor } from '@isobath/core';

const deflate = promisify(deflateRaw);

/** Where the events of one command lie in a run of words. */
export interface StepPlace {
  readonly sequence: number;
  readonly atMs: number;
  /** Core's reject number, 0 = applied. */
  readonly code: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Find the commands in a run of words.
 *
 * @errors RangeError when the words do not begin with a command or an event has no length.
 */
export function findSteps(words: Float64Array): StepPlace[] {
  const steps: StepPlace[] = [];
  let from = -1;
  const close = (to: number) => {
    if (from < 0) return;
    const [sequence, atMs, code] = [words[from + 1], words[from + 2], words[from + 5]];
    steps.push({ sequence, atMs, code, from, to });
  };
  for (let at = 0; at < words.length; ) {
    const count = Math.floor(words[at] / eventHeadFactor);
    if (!(count > 0)) throw new RangeError(`word ${at} is no head of an event`);
    if (words[at] % eventHeadFactor === EventKind.commandApplied) {
      close(at);
      from = at;
    } else if (from < 0) throw new RangeError('the words do not begin with a command');
    at += count;
  }
  close(words.length);
  return steps;
}

/** Pack words: zigzag numbers of seven bits a byte; what is no such number follows 128, 0 raw. */
export function packWords(words: Float64Array): Uint8Array {
  const bytes = new Uint8Array(words.length * 10);
  const raw = Buffer.from(bytes.buffer);
  let place = 0;
  for (const word of words) {
    const zigzag = word < 0 ? -2 * word - 1 : 2 * word;
    if (!Number.isSafeInteger(word) || zigzag > 2 ** 53 || Object.is(word, -0)) {
      bytes[place] = 128;
      bytes[place + 1] = 0;
      raw.writeDoubleLE(word, place + 2);
      place += 10;
      continue;
    }
    let rest = zigzag;
    while (rest > 127) {
      bytes[place++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    bytes[place++] = rest;
  }
  return bytes.subarray(0, place);
}

/**
 * Unpack words.
 *
 * @errors RangeError when the bytes do not hold so many.
 */
export function unpackWords(bytes: Uint8Array, wordsCount: number): Float64Array {
  const words = new Float64Array(wordsCount);
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let place = 0;
  for (let index = 0; index < wordsCount; index += 1) {
    let byte = raw[place++];
    if (byte === 128 && raw[place] === 0) {
      words[index] = raw.readDoubleLE(place + 1);
      place += 9;
      continue;
    }
    let value = 0;
    let scale = 1;
    while (byte >= 128) {
      value += (byte - 128) * scale;
      scale *= 128;
      byte = raw[place++];
    }
    value += byte * scale;
    words[index] = value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
  if (place !== bytes.length) throw new RangeError('the packed words have another length');
  return words;
}

/** Pack and deflate, away from this thread. */
export async function compressWords(words: Float64Array): Promise<Buffer> {
  return deflate(packWords(words), { level: 4 });
}

/** The words that `compressWords` packed. */
export function expandWords(bytes: Uint8Array, wordsCount: number): Float64Array {
  return unpackWords(inflateRawSync(bytes), wordsCount);
}
