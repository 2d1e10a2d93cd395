// What the commands `hold` and `release` hold for each (account, asset), apart from the holds of
// orders, so that no release can take what an order needs. Not here: the balances.
// Called by the ledger's commands.
import { fail } from '../fault.ts';
import { joinWords, readHighWord, readLowWord } from '../math/index.ts';
import type { Memory } from '../memory.ts';

const rowWords = 4;

/** Make an empty list of plain holds. */
export function createSimpleLimitHolds(memory: Memory, holdsMax: number) {
  const count = memory.int32('plainHoldCount', 1, () => 1);
  const rows = memory.float64('plainHolds', holdsMax * rowWords, () => count[0] * rowWords);
  const places = new Map<number, number>();
  memory.onLoad(() => {
    places.clear();
    for (let place = 0; place < count[0]; place += 1) places.set(rows[place * rowWords], place);
  });

  /** Units held by plain holds in a balance row. */
  function read(balanceRow: number): bigint {
    const place = places.get(balanceRow);
    return place === undefined
      ? 0n
      : joinWords(rows[place * rowWords + 1], rows[place * rowWords + 2]);
  }

  /** Add `units` (signed) to the plain holds of a balance row; the sum stays above or at 0. */
  function add(balanceRow: number, units: bigint): void {
    const next = read(balanceRow) + units;
    if (next < 0n) fail('released more than was plainly held');
    const place = places.get(balanceRow);
    if (place === undefined) addRow(balanceRow, next);
    else if (next === 0n) removeRow(place);
    else writeRow(place, next);
  }

  function writeRow(place: number, units: bigint): void {
    rows[place * rowWords + 1] = readHighWord(units);
    rows[place * rowWords + 2] = readLowWord(units);
  }

  function addRow(balanceRow: number, units: bigint): void {
    if (count[0] === holdsMax) fail(`no room for more than ${holdsMax} plain holds`);
    const place = count[0];
    count[0] = place + 1;
    rows[place * rowWords] = balanceRow;
    places.set(balanceRow, place);
    writeRow(place, units);
  }

  /** The last row takes the place of the one that goes. */
  function removeRow(place: number): void {
    places.delete(rows[place * rowWords]);
    count[0] -= 1;
    if (place === count[0]) return;
    rows.copyWithin(place * rowWords, count[0] * rowWords, (count[0] + 1) * rowWords);
    places.set(rows[place * rowWords], place);
  }

  return { read, add, countHolds: (): number => count[0] };
}
