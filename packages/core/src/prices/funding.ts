// When funding is settled and at which rate, docs/rules/contracts.md 6: timer 6 at each multiple of
// the interval. Not here: the formulas (premium.ts), samples (apply-prices.ts), payments. Fired by
// the engine inside the command `time`.
import { EventKind } from '../event.ts';
import type { InstrumentId } from '../ids.ts';
import { floorDiv } from '../math/index.ts';
import { StepWord } from '../context.ts';
import { TimerKind } from '../timers.ts';
import { ContractWord } from './contract-table.ts';
import type { PriceParts } from './parts.ts';
import { calculateRateE8 } from './premium.ts';

const at = ContractWord;
/** Milliseconds of an hour. */
export const hourMs = 3_600_000;
/** A premium sample is due in each so many milliseconds. */
export const sampleMs = 5_000;

/** Make the settlement of rates. */
export function createFunding(parts: Pick<PriceParts, 'context' | 'contracts'>) {
  const { context, contracts } = parts;
  const { events, instruments, timers, step } = context;
  const { read, write } = contracts;

  /** Begin an interval: its hours are those configured, its end the next multiple of them. */
  function begin(slot: number, fromMs: number): void {
    const intervalMs = read(slot, at.fundingHours) * hourMs;
    const nextMs = (floorDiv(fromMs, intervalMs) + 1) * intervalMs;
    write(slot, at.activeHours, read(slot, at.fundingHours));
    write(slot, at.nextFundingAtMs, nextMs);
    write(slot, at.samplesCount, 0);
    write(slot, at.weightedSum, 0);
    timers.set(TimerKind.funding, contracts.readId(slot), nextMs);
  }

  /** The rate that the samples of the present interval come to at an instant of it. */
  function calculateRate(slot: number, atMs: number): number {
    const hours = read(slot, at.activeHours);
    const startMs = read(slot, at.nextFundingAtMs) - hours * hourMs;
    const scheduledCount = Math.max(0, floorDiv(atMs - startMs, sampleMs));
    const samplesCount = read(slot, at.samplesCount);
    const sums = { samplesCount, weightedSum: read(slot, at.weightedSum), scheduledCount };
    return calculateRateE8(sums, { hours, capE8: read(slot, at.fundingCapE8) });
  }

  /** Settle the instant that has come; rate and mark are those of the last price step. */
  function settle(slot: number, fundingAtMs: number): void {
    const rateE8 = calculateRate(slot, fundingAtMs);
    const samplesCount = read(slot, at.samplesCount);
    write(slot, at.lastRateE8, rateE8);
    begin(slot, fundingAtMs);
    events.write({
      kind: EventKind.fundingRoundOpened,
      instrumentId: contracts.readId(slot) as InstrumentId,
      fundingAtMs,
      rateE8,
      markSub: read(slot, at.markSub),
      samplesCount,
      nextFundingAtMs: read(slot, at.nextFundingAtMs),
    });
  }

  const findSlot = (instrumentId: number): number =>
    contracts.findOfMarket(instruments.findSlot(instrumentId));

  timers.register(TimerKind.funding, {
    isWanted: (instrumentId, dueMs) => read(findSlot(instrumentId), at.nextFundingAtMs) === dueMs,
    fire: (instrumentId, dueMs) => settle(findSlot(instrumentId), dueMs),
  });

  return { setFunding: (slot: number): void => begin(slot, step[StepWord.atMs]), calculateRate };
}
