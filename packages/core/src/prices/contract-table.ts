// The contracts as rows of numbers beside their instruments' rows: terms, funding, the prices last
// told, basis samples, fee rates, tiers. Not here: any rule. Called by everything in this folder.
import type { ContractTerms, RiskTier } from '../command.ts';
import type { Instruments } from '../instruments/instruments.ts';
import { InstrumentWord, instrumentWords } from '../instruments/instruments.ts';
import { joinWords, readHighWord, readLowWord } from '../math/index.ts';
import type { Memory } from '../memory.ts';

/** Words of one contract's row. */
export const contractWords = 48;

/** Places in a contract's row. An amount takes two words, high word first. */
export const ContractWord = {
  /** Slot of the instrument. */
  market: 0,
  /** Slot of the index. */
  index: 1,
  pool: 2,
  pieceLots: 3,
  expiryAtMs: 4,
  markClampPpm: 5,
  positionLotsMax: 6,
  openInterestLotsMax: 7,
  impactNotionalUnits: 8,
  /** As configured; acts after the next settlement. */
  fundingHours: 10,
  fundingCapE8: 11,
  liquidationFeePpm: 12,
  deliveryFeePpm: 13,
  profitUsePpm: 14,
  withdrawFloorPpm: 15,
  tiersCount: 16,
  /** Hours of the present interval, 0 without funding. */
  activeHours: 17,
  nextFundingAtMs: 18,
  lastRateE8: 19,
  /** Premium samples of the present interval and the sum of k * P_k. */
  samplesCount: 20,
  weightedSum: 21,
  /** Core time of the last mark, 0 before the first. */
  markAtMs: 22,
  /** As last told, from here on. */
  indexSub: 23,
  snapshotId: 24,
  p1Sub: 25,
  p2Sub: 26,
  rawSub: 27,
  markSub: 28,
  premiumE8: 29,
  predictedRateE8: 30,
  flags: 31,
  basisCount: 32,
} as const;

/** Most basis samples that are kept. */
export const basisCountMax = 30;
/** Most tiers of a contract. */
export const tiersCountMax = 20;

const at = ContractWord;
const basisWords = 2;
const tierWords = 4;
const levelsCount = 16;

/** Names of a contract's own terms that are whole numbers, in the order of the command. */
export const termNames = [
  'pieceLots',
  'expiryAtMs',
  'markClampPpm',
  'positionLotsMax',
  'openInterestLotsMax',
  'impactNotionalUnits',
  'fundingHours',
  'fundingCapE8',
  'liquidationFeePpm',
  'deliveryFeePpm',
  'profitUsePpm',
  'withdrawFloorPpm',
] as const;

/** The terms of a contract without the limits that any market has. */
export type OwnTerms = Pick<ContractTerms, (typeof termNames)[number] | 'makerPpm' | 'takerPpm'>;

/** The contracts of one engine. */
export type ContractTable = ReturnType<typeof createContractTable>;

/** Make the list of contracts; each has a slot, 0, 1, 2, ... in order of definition. */
export function createContractTable(memory: Memory, instruments: Instruments, countMax: number) {
  const { rows: markets } = instruments;
  const count = memory.int32('contractCount', 1, () => 1);
  const table = (name: string, words: number) =>
    memory.float64(name, countMax * words, () => count[0] * words);
  const rows = table('contracts', contractWords);
  const bases = table('basisSamples', basisCountMax * basisWords);
  const tiers = table('riskTiers', tiersCountMax * tierWords);
  const rates = table('contractRates', levelsCount * 2);
  const slots = new Map<number, number>();
  memory.onLoad(() => {
    slots.clear();
    for (let slot = 0; slot < count[0]; slot += 1) slots.set(read(slot, at.market), slot);
  });

  function read(slot: number, word: number): number {
    return rows[slot * contractWords + word];
  }

  function write(slot: number, word: number, value: number): void {
    rows[slot * contractWords + word] = value;
  }

  /** A word of the instrument's row. */
  function readMarket(slot: number, word: number): number {
    return markets[read(slot, at.market) * instrumentWords + word];
  }

  function readImpactUnits(slot: number): bigint {
    const word = at.impactNotionalUnits;
    return joinWords(read(slot, word), read(slot, word + 1));
  }

  /** Add an empty row for the contract of a market; gives its slot. */
  function add(market: number, index: number): number {
    const slot = count[0];
    count[0] = slot + 1;
    write(slot, at.market, market);
    write(slot, at.index, index);
    slots.set(market, slot);
    return slot;
  }

  function writeTerms(slot: number, terms: OwnTerms): void {
    for (const name of termNames) {
      const value = terms[name];
      if (typeof value === 'bigint') {
        write(slot, at[name], readHighWord(value));
        write(slot, at[name] + 1, readLowWord(value));
      } else write(slot, at[name], value);
    }
    rates.set([...terms.makerPpm, ...terms.takerPpm], slot * levelsCount * 2);
  }

  function readTerms(slot: number): OwnTerms {
    const terms: Record<string, unknown> = {};
    for (const name of termNames) terms[name] = read(slot, at[name]);
    const from = slot * levelsCount * 2;
    return {
      ...terms,
      impactNotionalUnits: readImpactUnits(slot),
      makerPpm: [...rates.subarray(from, from + levelsCount)],
      takerPpm: [...rates.subarray(from + levelsCount, from + levelsCount * 2)],
    } as unknown as OwnTerms;
  }

  /** The tiers as the event tells them, four words each. */
  function readTierWords(slot: number): number[] {
    const from = slot * tiersCountMax * tierWords;
    return [...tiers.subarray(from, from + read(slot, at.tiersCount) * tierWords)];
  }

  function writeTiers(slot: number, list: readonly RiskTier[]): void {
    const from = slot * tiersCountMax * tierWords;
    tiers.fill(0, from, from + tiersCountMax * tierWords);
    const words = list.flatMap(({ capUnits, mmrPpm, maxLeverage }) => {
      return [readHighWord(capUnits), readLowWord(capUnits), mmrPpm, maxLeverage];
    });
    tiers.set(words, from);
    write(slot, at.tiersCount, list.length);
  }

  function readTiers(slot: number): RiskTier[] {
    const words = readTierWords(slot);
    return Array.from({ length: read(slot, at.tiersCount) }, (_, tier) => {
      const [high, low, mmrPpm, maxLeverage] = words.slice(tier * tierWords);
      return { capUnits: joinWords(high, low), mmrPpm, maxLeverage };
    });
  }

  /** Keep a basis sample as the newest; the oldest goes when there are too many. */
  function addBasis(slot: number, basisSub: number, atMs: number): void {
    const from = slot * basisCountMax * basisWords;
    let kept = read(slot, at.basisCount);
    if (kept === basisCountMax) {
      bases.copyWithin(from, from + basisWords, from + kept * basisWords);
      kept -= 1;
    }
    bases.set([basisSub, atMs], from + kept * basisWords);
    write(slot, at.basisCount, kept + 1);
  }

  /** Basis and core time of each sample in turn, oldest first. */
  function readBases(slot: number): Float64Array {
    const from = slot * basisCountMax * basisWords;
    return bases.subarray(from, from + read(slot, at.basisCount) * basisWords);
  }

  const readId = (slot: number): number => readMarket(slot, InstrumentWord.id);

  return {
    read,
    write,
    readMarket,
    readId,
    readImpactUnits,
    add,
    writeTerms,
    readTerms,
    readTierWords,
    readTiers,
    writeTiers,
    addBasis,
    readBases,
    /** The contract of a market's slot, -1 when that is none. */
    findOfMarket: (market: number): number => slots.get(market) ?? -1,
    /** Slots by rising number of the instrument. */
    listSlots: (): number[] => [...slots.values()].sort((a, b) => readId(a) - readId(b)),
  };
}
