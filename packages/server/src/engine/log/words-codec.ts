// Event words in little room: whole numbers as short byte runs, then compressed. It knows no event
// but the head word, which tells where a step begins. Used by the event log and by whoever reads
// it.
import { deflateRaw, inflateRawSync, zstdDecompressSync } from 'node:zlib';
import { promisify } from 'node:util';
import { EventKind, eventHeadFactor } from '@isobath/core';

const deflate = promisify(deflateRaw);

/** Bytes that a packed word takes at most. */
export const WORD_BYTES_MAX = 10;
/** How zstd's bytes begin; deflated ones never do: their length would not match its own check. */
const ZSTD_MAGIC = [0x28, 0xb5, 0x2f, 0xfd] as const;

/** Words as a row of the event log keeps them. */
export interface PackedWords {
  readonly bytes: Uint8Array;
  readonly wordsCount: number;
}

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

/**
 * Pack words: zigzag numbers of seven bits a byte; what is no such number follows 128, 0 raw.
 *
 * @param into - where to; room for ten bytes a word.
 */
export function packWords(
  words: Float64Array,
  into: Uint8Array = new Uint8Array(words.length * WORD_BYTES_MAX),
): Uint8Array {
  let place = 0;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    const small = word | 0;
    if (small !== word || (small === 0 && Object.is(word, -0))) {
      place = packLarge(word, into, place);
      continue;
    }
    let rest = ((small << 1) ^ (small >> 31)) >>> 0;
    while (rest > 127) {
      into[place++] = rest | 128;
      rest >>>= 7;
    }
    into[place++] = rest;
  }
  return into.subarray(0, place);
}

const raw = new DataView(new ArrayBuffer(8));
/** Bits of the lower half of a large number, four bytes of seven, and what the higher counts. */
const LOW_BITS = 28;
const LOW_HALF = 2 ** LOW_BITS;

/** Pack a word of more than 32 bits at a place; gives the place behind it. */
function packLarge(word: number, into: Uint8Array, from: number): number {
  const zigzag = word < 0 ? -2 * word - 1 : 2 * word;
  let place = from;
  if (!Number.isSafeInteger(word) || zigzag > 2 ** 53 || Object.is(word, -0)) {
    into[place++] = 128;
    into[place++] = 0;
    raw.setFloat64(0, word, true);
    for (let byte = 0; byte < 8; byte += 1) into[place++] = raw.getUint8(byte);
    return place;
  }
  // In two halves of whole numbers of 32 bits: dividing large numbers seven bits a time is slow.
  const high = Math.floor(zigzag / LOW_HALF);
  const low = zigzag - high * LOW_HALF;
  for (let bits = 0; bits < LOW_BITS; bits += 7) into[place++] = ((low >>> bits) & 127) | 128;
  let rest = high | 0;
  while (rest > 127) {
    into[place++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  into[place++] = rest;
  return place;
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
    if (byte < 128) {
      words[index] = (byte >>> 1) ^ -(byte & 1);
      continue;
    }
    if (byte === 128 && raw[place] === 0) {
      words[index] = raw.readDoubleLE(place + 1);
      place += 9;
      continue;
    }
    let value = byte - 128;
    let scale = 128;
    do {
      byte = raw[place++];
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    const half = Math.floor(value / 2);
    words[index] = half * 2 === value ? half : -half - 1;
  }
  if (place !== bytes.length) throw new RangeError('the packed words have another length');
  return words;
}

/** Pack and deflate, away from this thread. */
export async function compressWords(words: Float64Array): Promise<Buffer> {
  return deflate(packWords(words), { level: 4 });
}

/** Bytes of a block of zstd at most, and of what stands before it. */
const BLOCK_BYTES_MAX = 128 * 1024;
const BLOCK_HEAD_BYTES = 3;
/** After the magic: one segment, its length in four bytes. */
const FRAME_KIND = 0xa0;
const FRAME_HEAD_BYTES = 9;

/** Bytes as they are in the form of zstd's, for those who have no time to compress them. */
export function frameBytes(bytes: Uint8Array): Buffer {
  const count = Math.max(1, Math.ceil(bytes.length / BLOCK_BYTES_MAX));
  const frame = Buffer.allocUnsafeSlow(FRAME_HEAD_BYTES + count * BLOCK_HEAD_BYTES + bytes.length);
  frame.set([...ZSTD_MAGIC, FRAME_KIND]);
  frame.writeUInt32LE(bytes.length, ZSTD_MAGIC.length + 1);
  let place = FRAME_HEAD_BYTES;
  for (let block = 0; block < count; block += 1) {
    const from = block * BLOCK_BYTES_MAX;
    const part = bytes.subarray(from, from + BLOCK_BYTES_MAX);
    // The lowest bit tells the last block, the next two that its bytes are not compressed.
    frame.writeUIntLE(part.length * 8 + (block === count - 1 ? 1 : 0), place, BLOCK_HEAD_BYTES);
    frame.set(part, place + BLOCK_HEAD_BYTES);
    place += BLOCK_HEAD_BYTES + part.length;
  }
  return frame;
}

/** The words that `compressWords` or the packing thread made into bytes. */
export function expandWords(bytes: Uint8Array, wordsCount: number): Float64Array {
  const isZstd = ZSTD_MAGIC.every((byte, at) => bytes[at] === byte);
  return unpackWords(isZstd ? zstdDecompressSync(bytes) : inflateRawSync(bytes), wordsCount);
}
