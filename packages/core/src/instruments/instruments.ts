// The instruments as rows of numbers: decimals, limits, state, prices, counters.
// Not here: their books (book/), rates (ledger/fees.ts), the commands (commands.ts).
// Read by the checks of every order; written by the instruments' commands and by matching.
import * as faultNames from '../fault.ts';
import * as mathNames from '../math/index.ts';
import type { Memory } from '../memory.ts';
import * as memoryNames from '../memory.ts';

const { CoreFault } = faultNames;
const { joinWords } = mathNames;
const { powerAbove } = memoryNames;

/** Words of one instrument's row. */
export const instrumentWords = 64;

/** Places in an instrument's row. An amount takes two words, high word first. */
export const InstrumentWord = {
  id: 0,
  /** Slots of the assets (ledger/assets.ts). */
  baseSlot: 1,
  quoteSlot: 2,
  priceDecimals: 3,
  lotDecimals: 4,
  priceTicksMin: 5,
  priceTicksMax: 6,
  sizeLotsMin: 7,
  sizeLotsMax: 8,
  marketSizeLotsMax: 9,
  notionalUnitsMin: 10,
  bandLowPpm: 12,
  bandHighPpm: 13,
  marketGuardBps: 14,
  openOrdersCountMax: 15,
  stopOrdersCountMax: 16,
  icebergPartsCountMax: 17,
  trailingDeltaBpsMin: 18,
  trailingDeltaBpsMax: 19,
  amendsCountMax: 20,
  closeOutUnitsMax: 21,
  selfTradeModesMask: 23,
  selfTradeModeDefault: 24,
  tradeArea: 25,
  /** 1 when both assets are of the mock world; `noWorld` where no account of spot may trade. */
  mock: 26,
  /** MarketState. */
  state: 27,
  noCancelAtMs: 28,
  openAtMs: 29,
  /** When the next indication of an auction is due, 0 = none. */
  indicationAtMs: 30,
  /** The operator's reference price, 0 = none. */
  referenceTicks: 31,
  /** Price of the last trade, 0 = none yet. */
  lastTradeTicks: 32,
  lastTradeId: 33,
  lastUpdateId: 34,
  /** Open orders of all accounts, dormant and pending ones included; kept by the product. */
  openOrdersCount: 35,
  /** First word that is free for the product's own derived numbers, up to `kind`. */
  free: 36,
  /** InstrumentKind of a contract; 0 = spot. */
  kind: 62,
  /** Bits of ReduceReason. */
  reduceReasons: 63,
} as const;

/** World of a contract's row: with it no spot wallet of any world is found. */
export const noWorld = -1024;

/** Ids below this are found in a table, those above in a map. */
const tableIdLimit = 65536;
const at = InstrumentWord;

/** The instruments of one engine. */
export type Instruments = ReturnType<typeof createInstruments>;

/** Make the list of instruments; each has a slot, 0, 1, 2, ... in order of definition. */
export function createInstruments(memory: Memory, instrumentsMax: number) {
  const count = memory.int32('instrumentCount', 1, () => 1);
  const rows = memory.float64(
    'instruments',
    powerAbove(instrumentsMax) * instrumentWords,
    () => count[0] * instrumentWords,
  );
  const table = new Int32Array(tableIdLimit);
  const slots = new Map<number, number>();
  memory.onLoad(() => {
    table.fill(0);
    slots.clear();
    for (let slot = 0; slot < count[0]; slot += 1) enter(rows[slot * instrumentWords], slot);
  });

  function enter(id: number, slot: number): void {
    if (id < tableIdLimit) table[id] = slot + 1;
    else slots.set(id, slot);
  }

  /** The slot of an instrument, -1 when there is none of that number. */
  function findSlot(instrumentId: number): number {
    if (instrumentId < tableIdLimit) return (table[instrumentId] ?? 0) - 1;
    return slots.get(instrumentId) ?? -1;
  }

  /** Add an empty row for an instrument that does not exist yet; gives its slot. */
  function add(instrumentId: number): number {
    const slot = count[0];
    if (slot === instrumentsMax) throw new CoreFault(`no room for more than ${slot} instruments`);
    rows[slot * instrumentWords + at.id] = instrumentId;
    count[0] = slot + 1;
    enter(instrumentId, slot);
    return slot;
  }

  /**
   * The reference price of a market: the last trade's price, before any trade the operator's; 0
   * when there is neither.
   */
  function readReference(slot: number): number {
    const row = slot * instrumentWords;
    const last = rows[row + at.lastTradeTicks];
    return last === 0 ? rows[row + at.referenceTicks] : last;
  }

  return {
    /** The rows; the row of a slot starts at slot * instrumentWords. */
    rows,
    /** A slot under this mask lies in the rows: it needs no other check of its range. */
    slotMask: powerAbove(instrumentsMax) - 1,
    findSlot,
    add,
    readReference,
    /** Instruments there are; slots are below it. */
    countInstruments: () => count[0],
    /** Slots by rising number of the instrument. */
    listSlots: (): number[] =>
      Array.from({ length: count[0] }, (_, slot) => slot).sort(
        (a, b) => rows[a * instrumentWords] - rows[b * instrumentWords],
      ),
    /** An amount of a row as a wide number; for cold paths. */
    readUnits: (slot: number, word: number): bigint =>
      joinWords(rows[slot * instrumentWords + word], rows[slot * instrumentWords + word + 1]),
  };
}
