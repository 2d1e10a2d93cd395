import { TransferReason } from '@isobath/core';

/** Words of movements that are not transfers; their numbers are the spot projection's. */
const TRADE_WORDS: Readonly<Record<number, string>> = { 100: 'trade', 101: 'trade_fee' };

const WORDS = new Map<number, string>(
  Object.entries(TransferReason).map(([word, number]) => [
    number,
    word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ]),
);

/** Why a balance moved, in one lower-snake word. */
export function showReason(reason: number): string {
  return TRADE_WORDS[reason] ?? WORDS.get(reason) ?? 'other';
}
