// The checksum of a book: CRC32 over the best ten asks, then the best ten bids; price and size
// as whole ticks and lots, without point and leading zeros.
import type { Levels } from './levels.ts';

const levelsCount = 10;
const polynomial = 0xedb88320;

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) {
    value = (value & 1) === 0 ? value >>> 1 : (value >>> 1) ^ polynomial;
  }
  return value >>> 0;
});

/** CRC32 of an ASCII text, unsigned. */
export function calculateCrc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index += 1) {
    crc = (table[(crc ^ text.charCodeAt(index)) & 0xff] as number) ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** The checksum that the server sends with snapshots and once a second. */
export function calculateChecksum(asks: Levels, bids: Levels): number {
  let text = '';
  for (const levels of [asks, bids]) {
    for (const priceTicks of levels.pricesTicks.slice(0, levelsCount)) {
      text += `${priceTicks}${levels.readSize(priceTicks)}`;
    }
  }
  return calculateCrc32(text);
}
