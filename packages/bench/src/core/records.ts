import { recordBytes } from './stream.ts';

/**
 * A stream's records as 32-bit words: op | side << 8 | tif << 16, symbol, id, user, price, size.
 */
export function readRecordWords(bytes: Buffer): Int32Array {
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return new Int32Array(copy.buffer, 0, bytes.length / 4);
}

/** Words of one record. */
export const recordWords = recordBytes / 4;

/** Places of a record's words. */
export const RecordWord = { head: 0, symbol: 1, id: 2, user: 3, price: 4, size: 5 } as const;
