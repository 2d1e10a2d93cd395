// The books of contracts as prices read them: the engine's own, or in simulations and tests others.
// Not here: what is made of them (premium.ts). Made by engine.ts.
import type { Book } from '../book/book.ts';
import { sidesPerMarket } from '../book/ladder.ts';
import { type CoreContext, StepWord } from '../context.ts';
import { InstrumentWord, instrumentWords } from '../instruments/instruments.ts';
import { Side } from '../words.ts';
import type { ContractBook } from './premium.ts';

/** A price and the lots shown there. */
export type DepthLevel = readonly [ticks: number, lots: number];

/** A book at one moment, both sides best price first. */
export interface Depth {
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
  /** Price of the last trade, 0 before the first. */
  readonly lastTicks: number;
}

/** What a contract's book is read from. */
export interface ContractBookParts {
  readonly context: CoreContext;
  readonly book: Book;
  /** In place of the engine's own books. */
  readonly readDepth: ((instrumentId: number, atMs: number) => Depth | undefined) | undefined;
}

/** The engine's own books: what they show, hidden lots are not counted. */
function readOwn({ context, book }: ContractBookParts): ContractBook {
  const { rows } = context.instruments;
  const { readBestPrice, readNextPrice } = book.ladder;
  return {
    readBestTicks: (market, side) => readBestPrice(market * sidesPerMarket + side),
    readNextTicks: (market, side, ticks) => readNextPrice(market * sidesPerMarket + side, ticks),
    readLots: book.readLevelTotal,
    readLastTicks: (market) => rows[market * instrumentWords + InstrumentWord.lastTradeTicks],
  };
}

/** Make what prices read of books. */
export function createContractBook(parts: ContractBookParts): ContractBook {
  const { context, readDepth } = parts;
  const own = readOwn(parts);
  if (readDepth === undefined) return own;
  const { rows } = context.instruments;
  const readAt = (market: number): Depth | undefined =>
    readDepth(rows[market * instrumentWords + InstrumentWord.id], context.step[StepWord.atMs]);
  function readSide(market: number, side: number): readonly DepthLevel[] | undefined {
    const depth = readAt(market);
    return side === Side.buy ? depth?.bids : depth?.asks;
  }
  return {
    readBestTicks(market, side) {
      const levels = readSide(market, side);
      return levels === undefined ? own.readBestTicks(market, side) : (levels[0]?.[0] ?? 0);
    },
    readNextTicks(market, side, ticks) {
      const levels = readSide(market, side);
      if (levels === undefined) return own.readNextTicks(market, side, ticks);
      return levels[levels.findIndex(([price]) => price === ticks) + 1]?.[0] ?? 0;
    },
    readLots(market, side, ticks) {
      const levels = readSide(market, side);
      if (levels === undefined) return own.readLots(market, side, ticks);
      return levels.find(([price]) => price === ticks)?.[1] ?? 0;
    },
    readLastTicks: (market) => readAt(market)?.lastTicks ?? own.readLastTicks(market),
  };
}
