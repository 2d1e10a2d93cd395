// The golden numbers of indexes, marks, premiums and rates (D23-D43, D76-D80, D96, D97), all but
// the index itself through the engine: commands in, events out.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type CoreEvent, EventKind, type FundingRoundOpened } from '../event.ts';
import { calculateIndex, calculateMedian } from '../math/index.ts';
import { InstrumentKind } from '../words.ts';
import type { Depth } from './contract-book.ts';
import { calculateAverageE8 } from './premium.ts';
import { ContractDriver, dayMs } from '../testing/contract-driver.ts';

const file = new URL('testing/vectors.tsv', import.meta.url);
const hourMs = 3_600_000;
const deep = 10_000_000;

/** `a=1; b=2` by name. */
function readFields(text: string): Record<string, string> {
  return Object.fromEntries(text.split('; ').map((part) => part.split('=') as [string, string]));
}

function readVectors(topic: string) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .filter((cells) => cells[1] === topic)
    .map(([id = '', , given = '', expected = '']) => {
      return { id, given: readFields(given), expected: readFields(expected) };
    });
}

/** A price of the vectors in ticks. */
const toTicks = (price: string): number => Math.round(Number(price) * 10);

/**
 * A book whose impact prices come to a premium over an index of 60 000: one deep level a side. One
 * lot on the other side sets the mid, which impact prices hardly see.
 */
function makeBook(premiumE8: number, mid = 0, lastTicks = 0): Depth {
  const ticks = 600_000 + (premiumE8 * 6) / 1_000;
  const isAbove = premiumE8 >= 0;
  const best: [number, number][] = mid === 0 ? [] : [[2 * mid - ticks, 1]];
  const bids: [number, number][] = isAbove ? [[ticks, deep]] : [...best, [ticks - 1, deep]];
  const asks: [number, number][] = isAbove ? [...best, [ticks + 1, deep]] : [[ticks, deep]];
  return { bids, asks, lastTicks };
}

const findRound = (events: readonly CoreEvent[]): FundingRoundOpened | undefined =>
  events.find((event) => event.kind === EventKind.fundingRoundOpened);

/** Steps in each five seconds up to an instant, and what is settled then. */
function settleAt(driver: ContractDriver, atMs: number): FundingRoundOpened | undefined {
  while (driver.atMs + 5_000 < atMs) driver.tell(60_000_000, 5_000);
  return findRound(driver.passTo(atMs));
}

test.each(readVectors('index'))('$id: an index from its components', ({ given, expected }) => {
  const prices = (given['pricesSub'] ?? '').split(' ').map(Number);
  const weights = (given['weights'] ?? '').split(' ').map(Number);
  const live = prices.map((priceSub, at) => ({ priceSub, weight: weights[at] ?? 0 }));
  const terms = {
    componentsMin: Number(given['componentsMin']),
    outlierPpm: Number(given['outlierPpm']),
  };
  expect(calculateMedian(prices)).toBe(Number(expected['median']));
  const indexSub = expected['indexSub'] === 'frozen' ? 0 : Number(expected['indexSub']);
  expect(calculateIndex(live, terms)).toBe(indexSub);
});

/** A contract whose last settlement, at 08:00, had the rate of a vector. */
function makeSettled(given: Record<string, string>): ContractDriver {
  const rateE8 = Number(given['lastRateE8']);
  const isDelivery = given['kind'] === 'delivery';
  const driver = new ContractDriver().openContracts({
    markClampPpm: Number(given['clampPpm']),
    instrumentKind: isDelivery ? InstrumentKind.delivery : InstrumentKind.perpetual,
    expiryAtMs: isDelivery ? dayMs + 30 * 24 * hourMs : 0,
    fundingHours: 1,
  });
  driver.passTo(dayMs + 7 * hourMs + 1);
  driver.update({ fundingHours: 8 });
  if (rateE8 === 0) return driver;
  driver.openTrading(60_000_000);
  driver.depth = makeBook(premiumOf(rateE8));
  return driver;
}

/** An hour's rate is an eighth, and an average is 50 000 beyond its rate. */
const premiumOf = (rateE8: number): number => rateE8 * 8 + Math.sign(rateE8) * 50_000;

/** The last steps before the one that is looked at, a second each. */
function takeSamples(driver: ContractDriver, given: Record<string, string>): void {
  const previousSub = given['previousBasisSub'];
  const isPrevious = previousSub !== undefined && previousSub !== 'none';
  // The mark before stood so far from an index of 60 000.
  const last = isPrevious ? String(60_000 + Number(previousSub) / 1_000) : (given['last'] ?? '');
  const mid = toTicks(String(60_000 + Number(given['basisEach'])));
  driver.depth = makeBook(premiumOf(Number(given['lastRateE8'])), mid, readLast(last));
  for (let left = Number(given['samples']); left > 1; left -= 1) driver.tell(60_000_000);
}

const readLast = (last: string): number => (last === 'none' ? 0 : toTicks(last));

test.each(readVectors('mark'))('$id: a mark and what it is made of', ({ given, expected }) => {
  const driver = makeSettled(given);
  const rateE8 = Number(given['lastRateE8']);
  const samplesMs = (Number(given['samples']) - 1) * 1_000;
  const lookMs = dayMs + 16 * hourMs - Number(given['minutesLeft']) * 60_000;
  const isAtSettlement = lookMs === dayMs + 8 * hourMs;
  if (rateE8 !== 0)
    settleAt(driver, isAtSettlement ? lookMs - samplesMs - 1_000 : dayMs + 8 * hourMs);
  if (rateE8 === 0) driver.passTo(lookMs - samplesMs - 12_000);
  if (rateE8 === 0) driver.openTrading(60_000_000);
  driver.passTo(lookMs - samplesMs - 1_000);
  takeSamples(driver, given);
  const index = Number(given['index']);
  const mid = toTicks(String(index + Number(given['basisEach'])));
  driver.depth = makeBook(premiumOf(rateE8), mid, readLast(given['last'] ?? ''));
  const marks = driver.tellMarks(index * 1_000);
  expect(driver.atMs).toBe(lookMs);
  expect(marks).toMatchObject({
    p1Sub: Number(expected['P1']),
    p2Sub: Number(expected['P2']),
    markSub: Number(expected['markSub']),
  });
  if (given['kind'] === 'perpetual') expect(marks?.rawSub).toBe(Number(expected['median']));
});

/** A contract in trading at the beginning of an interval, its index 60 000. */
function makeOpen(fundingHours = 8, fundingCapE8 = 100_000_000): ContractDriver {
  const driver = new ContractDriver().openContracts({ fundingHours, fundingCapE8 });
  return driver.openTrading(60_000_000);
}

test.each(readVectors('premium'))('$id: a premium', ({ given, expected }) => {
  const driver = makeOpen();
  const [bid, ask] = [toTicks(given['impactBid'] ?? ''), toTicks(given['impactAsk'] ?? '')];
  driver.depth = { bids: [[bid, deep]], asks: [[ask, deep]], lastTicks: 0 };
  const marks = driver.tellMarks(60_000_000, 5_000);
  expect(marks?.premiumE8).toBe(Number(expected['premiumE8']));
});

test.each(readVectors('impactPrice'))('$id: an impact price', ({ given, expected }) => {
  const impactNotionalUnits = BigInt(given['impactNotional'] ?? '') * 100_000_000n;
  const driver = new ContractDriver().openContracts({ impactNotionalUnits });
  const levels = (given['levels'] ?? '').split(' ').map((level): [number, number] => {
    const [lots = '', price = ''] = level.split('@');
    return [toTicks(price), Number(lots)];
  });
  // An index below the book: the premium tells how far above it the impact price is.
  driver.openTrading(59_000_000);
  driver.depth = { bids: levels, asks: [[700_000, deep]], lastTicks: 0 };
  const marks = driver.tellMarks(59_000_000, 5_000);
  const impactSub = expected['impactSub'] === 'none' ? 59_000_000 : Number(expected['impactSub']);
  const premiumE8 = (BigInt(impactSub - 59_000_000) * 100_000_000n) / 59_000_000n;
  expect(BigInt(marks?.premiumE8 ?? 0)).toBe(premiumE8);
});

test.each(readVectors('averagePremium'))('$id: an average premium', ({ given, expected }) => {
  const driver = makeOpen();
  for (const premiumE8 of (given['premiumsE8'] ?? '').split(' ').map(Number)) {
    driver.depth = makeBook((Math.round((premiumE8 * 6) / 1_000) * 1_000) / 6);
    const told = driver.tellMarks(60_000_000, 5_000)?.premiumE8;
    if (told !== undefined) expect(told).toBe(premiumE8);
  }
  const line = driver.dump().find((text) => text.startsWith('mark 9 ')) ?? '';
  const [samplesCount = 0, weightedSum = 0] = line.split(' ').slice(5, 7).map(Number);
  const average = calculateAverageE8({ samplesCount, weightedSum, scheduledCount: 0 });
  expect(average).toBe(Number(expected['weightedE8']));
});

test.each(readVectors('fundingRate'))('$id: a rate of funding', ({ given, expected }) => {
  const hours = Number(given['hours']);
  const cap = given['capE8'];
  const driver = makeOpen(hours, cap === 'none' ? 100_000_000 : Number(cap));
  driver.depth = makeBook(Number(given['averagePremiumE8']));
  // A few samples more than half of those that are scheduled.
  const steps = (hours * hourMs) / 10_000 + 10;
  for (let step = 0; step < steps; step += 1) driver.tell(60_000_000, 5_000);
  const round = findRound(driver.passTo(dayMs + hours * hourMs));
  expect(round).toMatchObject({ rateE8: Number(expected['rateE8']) });
  expect(round?.samplesCount).toBeGreaterThan((hours * 720) / 2);
});
