// Which assets there are. Not here: balances (balances.ts).
// Called by the ledger's and the instruments' commands.
import { fail } from '../fault.ts';
import type { Memory } from '../memory.ts';

/** Asset ids are 1..1023. */
export const assetIdLimit = 1024;
const rowWords = 3;

/**
 * Make the list of assets. Each has a slot, 0, 1, 2, ... in order of definition, by which its
 * balances are found.
 */
export function createAssets(memory: Memory) {
  const count = memory.int32('assetCount', 1, () => 1);
  const rows = memory.int32('assets', assetIdLimit * rowWords, () => count[0] * rowWords);
  const slots = new Int32Array(assetIdLimit).fill(-1);
  memory.onLoad(() => {
    slots.fill(-1);
    for (let slot = 0; slot < count[0]; slot += 1) slots[rows[slot * rowWords]] = slot;
  });

  /** The slot of an asset; -1 when there is none of that number. */
  function findSlot(assetId: number): number {
    return slots[assetId] ?? -1;
  }

  /** Add an asset; its number is not taken yet. */
  function define(assetId: number, scale: number, isMock: boolean): void {
    if (findSlot(assetId) >= 0) fail(`asset ${assetId} exists`);
    const at = count[0] * rowWords;
    rows[at] = assetId;
    rows[at + 1] = scale;
    rows[at + 2] = isMock ? 1 : 0;
    slots[assetId] = count[0];
    count[0] += 1;
  }

  return {
    findSlot,
    define,
    /** Assets there are; slots are below it. */
    countAssets: () => count[0],
    /** The number of the asset in a slot. */
    readId: (slot: number) => rows[slot * rowWords],
    /** Decimals of the base unit of the asset in a slot. */
    readScale: (slot: number) => rows[slot * rowWords + 1],
    /** 1 when the asset in a slot lives in mock accounts, else 0. */
    readMock: (slot: number) => rows[slot * rowWords + 2],
  };
}
