import { crc32 } from 'node:zlib';

/** Price and size as text. */
type TextLevel = readonly [price: string, size: string];

const LEVELS = 10;

/** Digits without the point and without leading zeros. */
function strip(text: string): string {
  return text.replace('.', '').replace(/^0+/, '');
}

/**
 * Checksum of a book: CRC32 over the best ten asks, then bids, price and size of each.
 *
 * @param asks - lowest first.
 * @param bids - highest first.
 * @source products paper 2.32
 */
export function calculateChecksum(asks: readonly TextLevel[], bids: readonly TextLevel[]): number {
  let text = '';
  for (const side of [asks, bids]) {
    for (const [price, size] of side.slice(0, LEVELS)) text += strip(price) + strip(size);
  }
  return crc32(text);
}
