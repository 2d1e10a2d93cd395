// Rows of the event log as bytes: packed words, compressed where there is time, and where their
// steps begin. It knows no event but the head word. Used by the event log and by whoever reads it.
import { inflateRawSync, zstdCompress, zstdDecompressSync } from 'node:zlib';
import { promisify } from 'node:util';
import { EventKind, eventHeadFactor } from '@isobath/core';
import {
  packDifferences,
  ROW_BYTES_MIN,
  unpackDifferences,
  WORD_BYTES_MAX,
} from './differences.ts';

const compress = promisify(zstdCompress);

/**
 * The first byte of a row: differences, as they are or compressed by zstd. No deflated bytes begin
 * so (a kind of block that there is not), and zstd's do not.
 */
const ROW_PACKED = 0x07;
const ROW_COMPRESSED = 0x0f;
/** How older rows of zstd begin; deflated ones never do: their length would not match. */
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

/** Unpack words of an older row: zigzag numbers of seven bits a byte; 128, 0: one as it is. */
function unpackWords(bytes: Uint8Array, wordsCount: number): Float64Array {
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

/** Pack words and leave them so, for those who have no time to compress them. */
export function packRow(words: Float64Array, room?: Uint8Array): Uint8Array {
  const into = room ?? new Uint8Array(countRoom(words.length));
  into[0] = ROW_PACKED;
  return into.subarray(0, packDifferences(words, into, 1));
}

/** Bytes that `packRow` wants for so many words. */
export function countRoom(wordsCount: number): number {
  return 1 + ROW_BYTES_MIN + wordsCount * WORD_BYTES_MAX;
}

/** The bytes of `packRow` compressed, from what zstd made of all but the first. */
export function markCompressed(compressed: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafeSlow(1 + compressed.length);
  bytes[0] = ROW_COMPRESSED;
  bytes.set(compressed, 1);
  return bytes;
}

/** Pack and compress, away from this thread. */
export async function compressWords(words: Float64Array): Promise<Buffer> {
  return markCompressed(await compress(packRow(words).subarray(1)));
}

/** The words of a row of the event log. */
export function expandWords(bytes: Uint8Array, wordsCount: number): Float64Array {
  if (bytes[0] === ROW_PACKED) return unpackDifferences(bytes, 1, wordsCount);
  if (bytes[0] === ROW_COMPRESSED) {
    return unpackDifferences(zstdDecompressSync(bytes.subarray(1)), 0, wordsCount);
  }
  // Rows until 2026-11-24.
  const isZstd = ZSTD_MAGIC.every((byte, at) => bytes[at] === byte);
  return unpackWords(isZstd ? zstdDecompressSync(bytes) : inflateRawSync(bytes), wordsCount);
}
