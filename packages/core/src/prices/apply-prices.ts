// One price step, docs/rules/contracts.md 4 to 6: indexes by number, then contract by contract
// basis, mark and premium. Not here: the formulas (mark.ts, premium.ts), states
// (market-states.ts). Called by the engine for `applyPrices`.
import type { ApplyPrices } from '../command.ts';
import { StepWord } from '../context.ts';
import { EventKind } from '../event.ts';
import type { InstrumentId } from '../ids.ts';
import { InstrumentWord } from '../instruments/instruments.ts';
import { floorDiv } from '../math/index.ts';
import { findOffRange } from '../ranges.ts';
import { applied } from '../refusal.ts';
import { InstrumentKind, MarkFlag, MarketState, Side } from '../words.ts';
import { applyPricesChecks } from './checks.ts';
import { ContractWord } from './contract-table.ts';
import { hourMs, sampleMs } from './funding.ts';
import { IndexWord } from './index-table.ts';
import { calculateMark } from './mark.ts';
import { type PriceParts, PriceStepWord } from './parts.ts';
import { calculateImpactSub, calculatePremiumE8 } from './premium.ts';

const at = ContractWord;
const subticks = 100;
const halfTick = 50;
const secondMs = 1_000;
const lateMs = 10_000;
const earlyMs = 1_000;
const basisLifeMs = 60_000;
const matching: readonly number[] = [MarketState.trading, MarketState.reduceOnly];
/** What an event tells of a contract, in the order in which it is kept. */
const toldWords = [
  at.indexSub,
  at.snapshotId,
  at.p1Sub,
  at.p2Sub,
  at.rawSub,
  at.markSub,
  at.premiumE8,
  at.predictedRateE8,
  at.flags,
] as const;

/** What a price step needs. */
export interface PriceStepParts extends PriceParts {
  readonly calculateRate: (slot: number, atMs: number) => number;
  readonly setDue: (index: number) => void;
}

/** Which samples are due in a step: it is the first of its second, of its five seconds. */
interface Due {
  readonly isSecond: boolean;
  readonly isPremium: boolean;
}

/** Make the price step. */
export function createPriceStep(parts: PriceStepParts) {
  const { context, indexes, contracts, book, priceStep, calculateRate, setDue, follower } = parts;
  const { ledger, events, refusal, step } = context;
  const { units } = ledger;
  const { read, write, readMarket } = contracts;
  const { refuse } = refusal;

  function refusePrices({ observedAtMs, prices }: ApplyPrices): number {
    const atMs = step[StepWord.atMs];
    const last = priceStep[PriceStepWord.observedAtMs];
    const isTimely = observedAtMs >= atMs - lateMs && observedAtMs <= atMs + earlyMs;
    if (observedAtMs <= last || !isTimely) return refuse('price_stale', observedAtMs, atMs, last);
    const unknown = prices.find(({ indexId }) => indexes.findSlot(indexId) < 0);
    return unknown === undefined ? applied : refuse('index_not_found', unknown.indexId);
  }

  /** Samples are of a book that matches, beside an index that is live. */
  function takeBasis(slot: number, indexSub: number): void {
    const market = read(slot, at.market);
    const bid = book.readBestTicks(market, Side.buy);
    const ask = book.readBestTicks(market, Side.sell);
    if (bid === 0 || ask === 0) return;
    const basisSub = (bid + ask) * halfTick - indexSub;
    contracts.addBasis(slot, basisSub, step[StepWord.atMs]);
  }

  function readSamples(slot: number): number[] {
    const bases = contracts.readBases(slot);
    const oldestMs = step[StepWord.atMs] - basisLifeMs;
    const samples: number[] = [];
    for (let word = 0; word < bases.length; word += 2) {
      if (bases[word + 1] >= oldestMs) samples.push(bases[word]);
    }
    return samples;
  }

  function readPrevious(slot: number) {
    const markAtMs = read(slot, at.markAtMs);
    if (markAtMs === 0) return undefined;
    const seconds = floorDiv(step[StepWord.atMs] - markAtMs, secondMs);
    return { basisSub: read(slot, at.markSub) - read(slot, at.indexSub), seconds };
  }

  function setMark(slot: number, indexSub: number): void {
    const atMs = step[StepWord.atMs];
    const mark = calculateMark({
      indexSub,
      lastRateE8: read(slot, at.lastRateE8),
      leftMs: Math.max(0, read(slot, at.nextFundingAtMs) - atMs),
      intervalMs: read(slot, at.activeHours) * hourMs,
      basisSubs: readSamples(slot),
      lastSub: book.readLastTicks(read(slot, at.market)) * subticks,
      isDelivery: readMarket(slot, InstrumentWord.kind) === InstrumentKind.delivery,
      clampPpm: read(slot, at.markClampPpm),
      previous: readPrevious(slot),
    });
    write(slot, at.indexSub, indexSub);
    write(slot, at.p1Sub, mark.p1Sub);
    write(slot, at.p2Sub, mark.p2Sub);
    write(slot, at.rawSub, mark.rawSub);
    write(slot, at.markSub, mark.markSub);
    write(slot, at.flags, mark.flags);
    write(slot, at.markAtMs, atMs);
  }

  /** Take a premium sample of the interval, if both sides of the book carry the notional. */
  function takePremium(slot: number, indexSub: number): void {
    const isOver = step[StepWord.atMs] >= read(slot, at.nextFundingAtMs);
    if (read(slot, at.activeHours) === 0 || isOver) return;
    const market = read(slot, at.market);
    const unitsPerSubLot = units.readFactor(units.quoteFactorAt(market)) / BigInt(subticks);
    const notionalUnits = contracts.readImpactUnits(slot);
    const terms = { book, market, notionalUnits, unitsPerSubLot };
    const bidSub = calculateImpactSub({ ...terms, side: Side.buy });
    const askSub = calculateImpactSub({ ...terms, side: Side.sell });
    if (bidSub === 0 || askSub === 0) return;
    const premiumE8 = calculatePremiumE8(indexSub, bidSub, askSub);
    const samplesCount = read(slot, at.samplesCount) + 1;
    write(slot, at.samplesCount, samplesCount);
    write(slot, at.weightedSum, read(slot, at.weightedSum) + samplesCount * premiumE8);
    write(slot, at.premiumE8, premiumE8);
  }

  /** What a step makes of a contract beside a live index. */
  function priceContract(slot: number, indexSub: number, due: Due): void {
    const isMatching = matching.includes(readMarket(slot, InstrumentWord.state));
    if (isMatching && due.isSecond) takeBasis(slot, indexSub);
    setMark(slot, indexSub);
    if (isMatching && due.isPremium) takePremium(slot, indexSub);
    const isFunded = read(slot, at.activeHours) > 0;
    const atMs = step[StepWord.atMs];
    write(slot, at.predictedRateE8, isFunded ? calculateRate(slot, atMs) : 0);
  }

  function emitMarks(slot: number): void {
    events.write({
      kind: EventKind.marksSet,
      instrumentId: contracts.readId(slot) as InstrumentId,
      indexSub: read(slot, at.indexSub),
      snapshotId: read(slot, at.snapshotId),
      p1Sub: read(slot, at.p1Sub),
      p2Sub: read(slot, at.p2Sub),
      rawSub: read(slot, at.rawSub),
      markSub: read(slot, at.markSub),
      premiumE8: read(slot, at.premiumE8),
      predictedRateE8: read(slot, at.predictedRateE8),
      flags: read(slot, at.flags),
    });
  }

  const readTold = (slot: number): number[] => toldWords.map((word) => read(slot, word));

  function updateContract(slot: number, due: Due): void {
    const index = read(slot, at.index);
    const before = readTold(slot);
    if (indexes.isLive(index, step[StepWord.atMs])) {
      priceContract(slot, indexes.read(index, IndexWord.priceSub), due);
      follower.revalue(slot);
    } else write(slot, at.flags, MarkFlag.indexFrozen);
    write(slot, at.snapshotId, indexes.read(index, IndexWord.snapshotId));
    if (readTold(slot).some((value, place) => value !== before[place])) emitMarks(slot);
  }

  return function applyPrices(command: ApplyPrices): number {
    const range = findOffRange(command, applyPricesChecks);
    if (range >= 0) return refuse('value_out_of_range', range);
    const code = refusePrices(command);
    if (code !== applied) return code;
    const atMs = step[StepWord.atMs];
    const isFirstOf = (lengthMs: number): boolean =>
      floorDiv(atMs, lengthMs) > floorDiv(priceStep[PriceStepWord.atMs], lengthMs);
    const due = { isSecond: isFirstOf(secondMs), isPremium: isFirstOf(sampleMs) };
    for (const price of command.prices) {
      const index = indexes.findSlot(price.indexId);
      indexes.tell(index, price, atMs);
      setDue(index);
    }
    for (const slot of contracts.listSlots()) updateContract(slot, due);
    priceStep[PriceStepWord.observedAtMs] = command.observedAtMs;
    priceStep[PriceStepWord.atMs] = atMs;
    return applied;
  };
}
