// The call auction in time: cancels end, the market opens with the uncross, and every full second
// until then says what the opening would be. Starting and stopping an auction are commands of
// instruments/. Called by the engine's timers.
import * as eventNames from '../../event.ts';
import * as instrumentsNames from '../../instruments/instruments.ts';
import type { InstrumentId } from '../../ids.ts';
import type { InstrumentCommands } from '../../instruments/commands.ts';
import * as timersNames from '../../timers.ts';
import * as wordsNames from '../../words.ts';
import type { TradingContext } from '../trading-context.ts';
import { createOpeningPrice } from './opening-price.ts';
import { createUncross, type UncrossParts } from './uncross.ts';

const { EventKind } = eventNames;
const { InstrumentWord, instrumentWords } = instrumentsNames;
const { TimerKind } = timersNames;
const { MarketState } = wordsNames;

/** What createAuction needs. */
export interface AuctionParts extends UncrossParts {
  readonly tradingContext: TradingContext;
  /** State changes of markets and the next indication. */
  readonly instrumentCommands: InstrumentCommands;
  readonly finishUnit: (market: number) => void;
}

/** Own the timers of auctions. */
export function createAuction(parts: AuctionParts): void {
  const { tradingContext, instrumentCommands, finishUnit } = parts;
  const { markets, events, timers, instruments } = tradingContext;
  const { moveTo, setIndicationTimer } = instrumentCommands;
  const calculateOpening = createOpeningPrice(tradingContext);
  const uncross = createUncross(parts);

  function read(market: number, word: number): number {
    return instruments.rows[market * instrumentWords + word];
  }

  function endCancels(market: number): void {
    moveTo(market, {
      state: MarketState.auctionNoCancel,
      noCancelAtMs: read(market, InstrumentWord.noCancelAtMs),
      openAtMs: read(market, InstrumentWord.openAtMs),
    });
  }

  function open(market: number): void {
    const opening = calculateOpening(market);
    uncross(market, opening);
    const instrumentId = markets.readInstrumentId(market) as InstrumentId;
    events.write({ kind: EventKind.auctionUncrossed, instrumentId, ...opening });
    moveTo(market, { state: MarketState.trading, noCancelAtMs: 0, openAtMs: 0 });
    finishUnit(market);
  }

  function indicate(market: number): void {
    const instrumentId = markets.readInstrumentId(market) as InstrumentId;
    events.write({ kind: EventKind.auctionIndicated, instrumentId, ...calculateOpening(market) });
    setIndicationTimer(market);
  }

  timers.register(TimerKind.auctionNoCancel, {
    isWanted(instrumentId, dueMs) {
      const market = markets.findSlot(instrumentId);
      const isDue = read(market, InstrumentWord.noCancelAtMs) === dueMs;
      return isDue && markets.readState(market) === MarketState.auction;
    },
    fire: (instrumentId) => endCancels(markets.findSlot(instrumentId)),
  });

  timers.register(TimerKind.auctionOpen, {
    isWanted(instrumentId, dueMs) {
      const market = markets.findSlot(instrumentId);
      return markets.isInAuction(market) && read(market, InstrumentWord.openAtMs) === dueMs;
    },
    fire: (instrumentId) => open(markets.findSlot(instrumentId)),
  });

  timers.register(TimerKind.auctionIndication, {
    isWanted: (instrumentId, dueMs) =>
      read(markets.findSlot(instrumentId), InstrumentWord.indicationAtMs) === dueMs,
    fire: (instrumentId) => indicate(markets.findSlot(instrumentId)),
  });
}
