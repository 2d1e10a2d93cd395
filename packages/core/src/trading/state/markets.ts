// What trading reads and counts in a market's row: limits, prices, counters, and the numbers it
// derives from the decimals. The row itself belongs to instruments/. Called by every check and
// every fill.
import type { Instruments } from '../../instruments/instruments.ts';
import * as instrumentsNames from '../../instruments/instruments.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import * as mathNames from '../../math/index.ts';
import * as wordsNames from '../../words.ts';

const { InstrumentWord, instrumentWords } = instrumentsNames;
const { amountUnitsLimit, joinWords, safeLimit } = mathNames;
const { MarketState } = wordsNames;

const stride = instrumentWords;
const at = InstrumentWord;
const derivedKeyWord = InstrumentWord.free;
/** Word of the most tick-lots whose quote amount fits two words. */
export const tickLotsMaxWord = InstrumentWord.free + 1;
/** Word of the most lots whose base amount fits two words. */
export const lotsMaxWord = InstrumentWord.free + 2;
const decimalsBase = 32;

/** Word of a market's row with the slot of the asset that a side (0 buy, 1 sell) pays. */
export function paySlot(side: number): number {
  return at.quoteSlot - side;
}

/** Counts of the side's factor that a lot is worth: its price in ticks, or 1 of a sell. */
export function countPerLot(side: number, priceTicks: number): number {
  return (priceTicks & (side - 1)) | side;
}

/** Make trading's view of the instruments. */
export function createMarkets({ rows, findSlot, readReference }: Instruments, ledger: Ledger) {
  const { units, balances } = ledger;

  function read(market: number, word: number): number {
    return rows[market * stride + word];
  }

  function readUnits(market: number, word: number): bigint {
    return joinWords(rows[market * stride + word], rows[market * stride + word + 1]);
  }

  /** The balance row of an account for what a market trades. */
  function findBaseRow(account: number, market: number): number {
    return balances.ensureRow(account, rows[market * stride + at.baseSlot]);
  }

  /** The balance row of an account for what a market's prices are in. */
  function findQuoteRow(account: number, market: number): number {
    return balances.ensureRow(account, rows[market * stride + at.quoteSlot]);
  }

  /** Largest counts whose amounts fit two words; calculated anew when the decimals change. */
  function derive(market: number): void {
    const row = market * stride;
    const key = 1 + rows[row + at.priceDecimals] * decimalsBase + rows[row + at.lotDecimals];
    if (rows[row + derivedKeyWord] === key) return;
    rows[row + derivedKeyWord] = key;
    rows[row + tickLotsMaxWord] = countUnder(units.readFactor(units.quoteFactorAt(market)));
    rows[row + lotsMaxWord] = countUnder(units.readFactor(units.baseFactorAt(market)));
  }

  function countUnder(factor: bigint): number {
    const count = (amountUnitsLimit - 1n) / factor;
    return count < BigInt(safeLimit) ? Number(count) : safeLimit - 1;
  }

  /** True when the amount in the scratch reaches the market's minimum. */
  function isNotionalReached(market: number, scratch: Float64Array): boolean {
    const row = market * stride + at.notionalUnitsMin;
    const high = rows[row];
    return scratch[0] > high || (scratch[0] === high && scratch[1] >= rows[row + 1]);
  }

  /** Take the market's next trade number. */
  function takeTradeId(market: number): number {
    const place = market * stride + at.lastTradeId;
    const next = rows[place] + 1;
    rows[place] = next;
    return next;
  }

  /** Take the market's next update number. */
  function takeUpdateId(market: number): number {
    const place = market * stride + at.lastUpdateId;
    const next = rows[place] + 1;
    rows[place] = next;
    return next;
  }

  return {
    findSlot,
    findBaseRow,
    findQuoteRow,
    derive,
    isNotionalReached,
    takeTradeId,
    takeUpdateId,
    /** Reference: the last trade's price, else the operator's, else 0. */
    readReferenceTicks: readReference,
    readInstrumentId: (market: number) => read(market, at.id),
    readBaseSlot: (market: number) => read(market, at.baseSlot),
    readQuoteSlot: (market: number) => read(market, at.quoteSlot),
    isContract: (market: number) => read(market, at.kind) !== 0,
    readMock: (market: number) => read(market, at.mock),
    readState: (market: number) => read(market, at.state),
    readPriceTicksMin: (market: number) => read(market, at.priceTicksMin),
    readPriceTicksMax: (market: number) => read(market, at.priceTicksMax),
    readSizeLotsMin: (market: number) => read(market, at.sizeLotsMin),
    readSizeLotsMax: (market: number) => read(market, at.sizeLotsMax),
    readMarketSizeLotsMax: (market: number) => read(market, at.marketSizeLotsMax),
    readNotionalUnitsMin: (market: number) => readUnits(market, at.notionalUnitsMin),
    readCloseOutUnitsMax: (market: number) => readUnits(market, at.closeOutUnitsMax),
    readBandLowPpm: (market: number) => read(market, at.bandLowPpm),
    readBandHighPpm: (market: number) => read(market, at.bandHighPpm),
    readMarketGuardBps: (market: number) => read(market, at.marketGuardBps),
    readOpenOrdersCountMax: (market: number) => read(market, at.openOrdersCountMax),
    readStopOrdersCountMax: (market: number) => read(market, at.stopOrdersCountMax),
    readIcebergPartsCountMax: (market: number) => read(market, at.icebergPartsCountMax),
    readTrailingDeltaBpsMin: (market: number) => read(market, at.trailingDeltaBpsMin),
    readTrailingDeltaBpsMax: (market: number) => read(market, at.trailingDeltaBpsMax),
    readAmendsCountMax: (market: number) => read(market, at.amendsCountMax),
    readSelfTradeModesMask: (market: number) => read(market, at.selfTradeModesMask),
    readSelfTradeModeDefault: (market: number) => read(market, at.selfTradeModeDefault),
    /** Most tick-lots whose quote amount fits. */
    readTickLotsMax: (market: number) => read(market, tickLotsMaxWord),
    /** Most lots whose base amount fits. */
    readLotsMax: (market: number) => read(market, lotsMaxWord),
    /** True in both auction states. */
    isInAuction(market: number): boolean {
      const state = read(market, at.state);
      return state === MarketState.auction || state === MarketState.auctionNoCancel;
    },
    /** True where orders may be cancelled. */
    allowsCancel(market: number): boolean {
      const state = read(market, at.state);
      return state !== MarketState.auctionNoCancel && state !== MarketState.break;
    },
    /** Record the price of a trade. */
    setLastTradeTicks: (market: number, priceTicks: number): void => {
      rows[market * stride + at.lastTradeTicks] = priceTicks;
    },
    /** Count an order in or out of the market. */
    countOpenOrder: (market: number, change: number): void => {
      rows[market * stride + at.openOrdersCount] += change;
    },
  };
}
