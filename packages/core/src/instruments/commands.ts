// The operator's commands for instruments: define, update, rates, state, auction, reference price.
// Not here: what an auction does when its time comes, and orders (trading/).
// Called by the engine, one handler for each kind. Rules: docs/rules/spot.md 1 and 3.
import type {
  DefineInstrument,
  InstrumentLimits,
  SetFeeSchedule,
  SetMarketState,
  SetReferencePrice,
  StartAuction,
  UpdateInstrument,
} from '../command.ts';
import { type CoreContext, type Handlers, StepWord } from '../context.ts';
import { EventKind, type InstrumentDefined } from '../event.ts';
import type { InstrumentId } from '../ids.ts';
import { isScaleLawKept, readHighWord, readLowWord } from '../math/index.ts';
import { type FieldChecks, findOffRange } from '../ranges.ts';
import { applied } from '../refusal.ts';
import { TimerKind } from '../timers.ts';
import { AccountClass, AccountType, MarketState } from '../words.ts';
import { InstrumentWord as at, instrumentWords } from './instruments.ts';
import {
  auctionChecks,
  defineChecks,
  limitNames,
  referenceChecks,
  scheduleChecks,
  stateChecks,
  updateChecks,
} from './checks.ts';

const operatorAccount = 1;
const second = 1000;

/** States a market may go to from each state by `setMarketState`. */
const transitions: Readonly<Record<number, readonly number[]>> = {
  [MarketState.preOpen]: [MarketState.trading, MarketState.cancelOnly, MarketState.break],
  [MarketState.trading]: [MarketState.halt, MarketState.cancelOnly, MarketState.break],
  [MarketState.halt]: [MarketState.cancelOnly, MarketState.break],
  [MarketState.auction]: [MarketState.halt],
  [MarketState.auctionNoCancel]: [MarketState.halt],
  [MarketState.cancelOnly]: [MarketState.halt, MarketState.break],
  [MarketState.break]: [MarketState.halt],
};

/** States in which decimals may change. */
const quietStates: readonly number[] = [MarketState.preOpen, MarketState.halt, MarketState.break];

/** A state and, for auctions, its two times. */
export interface MarketStateTerms {
  readonly state: MarketState;
  readonly noCancelAtMs: number;
  readonly openAtMs: number;
}

/** The instruments' commands of one engine. */
export type InstrumentCommands = ReturnType<typeof createInstrumentCommands>;

/** Make the handlers of the instruments. */
export function createInstrumentCommands(context: CoreContext) {
  const { ledger, instruments, events, refusal, timers, step } = context;
  const { accounts, assets, balances, fees, settlement, units } = ledger;
  const { rows, findSlot } = instruments;
  const { refuse } = refusal;

  function refuseRange<TShape>(shape: TShape, checks: FieldChecks<TShape>): number {
    const place = findOffRange(shape, checks);
    return place < 0 ? applied : refuse('value_out_of_range', place);
  }

  function writeLimits(slot: number, limits: InstrumentLimits): void {
    const row = slot * instrumentWords;
    for (const name of limitNames) {
      const value = limits[name];
      if (typeof value === 'bigint') {
        rows[row + at[name]] = readHighWord(value);
        rows[row + at[name] + 1] = readLowWord(value);
      } else rows[row + at[name]] = value;
    }
  }

  function writeDecimals(slot: number, priceDecimals: number, lotDecimals: number): void {
    const row = slot * instrumentWords;
    rows[row + at.priceDecimals] = priceDecimals;
    rows[row + at.lotDecimals] = lotDecimals;
    const scales = {
      baseScale: assets.readScale(rows[row + at.baseSlot]),
      quoteScale: assets.readScale(rows[row + at.quoteSlot]),
      priceDecimals,
      lotDecimals,
    };
    const { unitsPerTickLot, unitsPerLot } = ledger.calculateFactors(scales);
    units.setFactors(slot, unitsPerTickLot, unitsPerLot);
    fees.recalculate(slot);
  }

  /** Every limit of an instrument as the shapes of commands and events have them. */
  function readLimits(slot: number): InstrumentLimits {
    const row = slot * instrumentWords;
    const limits: Record<string, number | bigint> = {};
    for (const name of limitNames) {
      const isAmount = name === 'notionalUnitsMin' || name === 'closeOutUnitsMax';
      limits[name] = isAmount ? instruments.readUnits(slot, at[name]) : rows[row + at[name]];
    }
    return limits as unknown as InstrumentLimits;
  }

  function emitInstrument(slot: number): void {
    const row = slot * instrumentWords;
    events.write({
      kind: EventKind.instrumentDefined,
      instrumentId: rows[row + at.id],
      baseAssetId: assets.readId(rows[row + at.baseSlot]),
      quoteAssetId: assets.readId(rows[row + at.quoteSlot]),
      priceDecimals: rows[row + at.priceDecimals],
      lotDecimals: rows[row + at.lotDecimals],
      ...readLimits(slot),
    } as InstrumentDefined);
  }

  function findFeeAccount(mock: number): number {
    const isMock = mock === 1;
    const terms = {
      ownerId: operatorAccount,
      accountType: AccountType.operatorFee,
      scope: 0,
      isMock,
    };
    const account = accounts.find(terms);
    if (account === 0 || accounts.readClass(account) !== AccountClass.wallet) return 0;
    return account;
  }

  function refuseDefine(command: DefineInstrument): number {
    const { instrumentId, baseAssetId, quoteAssetId, priceDecimals, lotDecimals } = command;
    const code = refuseRange(command, defineChecks);
    if (code !== applied) return code;
    const baseSlot = assets.findSlot(baseAssetId);
    if (baseSlot < 0) return refuse('asset_not_found', baseAssetId);
    const quoteSlot = assets.findSlot(quoteAssetId);
    const mock = assets.readMock(baseSlot);
    if (quoteSlot < 0 || assets.readMock(quoteSlot) !== mock) {
      return refuse('asset_not_found', quoteAssetId);
    }
    if (findSlot(instrumentId) >= 0) return refuse('instrument_exists', instrumentId);
    const scales = { priceDecimals, lotDecimals, ...readScales(baseSlot, quoteSlot) };
    if (!isScaleLawKept(scales)) return refuse('scale_law_broken', priceDecimals, lotDecimals);
    return findFeeAccount(mock) === 0 ? refuse('operator_balance_too_low', 0) : applied;
  }

  function readScales(baseSlot: number, quoteSlot: number) {
    return { baseScale: assets.readScale(baseSlot), quoteScale: assets.readScale(quoteSlot) };
  }

  function defineInstrument(command: DefineInstrument): number {
    const code = refuseDefine(command);
    if (code !== applied) return code;
    const baseSlot = assets.findSlot(command.baseAssetId);
    const quoteSlot = assets.findSlot(command.quoteAssetId);
    const slot = instruments.add(command.instrumentId);
    const row = slot * instrumentWords;
    rows[row + at.baseSlot] = baseSlot;
    rows[row + at.quoteSlot] = quoteSlot;
    rows[row + at.mock] = assets.readMock(baseSlot);
    rows[row + at.state] = MarketState.preOpen;
    writeLimits(slot, command);
    writeDecimals(slot, command.priceDecimals, command.lotDecimals);
    const feeAccount = findFeeAccount(rows[row + at.mock]);
    settlement.setFeeRows(
      slot,
      balances.ensureRow(feeAccount, baseSlot),
      balances.ensureRow(feeAccount, quoteSlot),
    );
    emitInstrument(slot);
    applyRates(slot, command.instrumentId, fees.readRates(-1));
    return applied;
  }

  function applyRates(slot: number, instrumentId: number, ratesPpm: readonly number[]): void {
    fees.setRates(slot, ratesPpm);
    const id = instrumentId as InstrumentId;
    events.write({ kind: EventKind.feeScheduleSet, instrumentId: id, ratesPpm });
  }

  function updateInstrument(command: UpdateInstrument): number {
    const { instrumentId, priceDecimals, lotDecimals } = command;
    const code = refuseRange(command, updateChecks);
    if (code !== applied) return code;
    const slot = findSlot(instrumentId);
    if (slot < 0) return refuse('instrument_not_found', instrumentId);
    const row = slot * instrumentWords;
    if (isContract(slot)) return refuse('product_mismatch', instrumentId);
    const scales = readScales(rows[row + at.baseSlot], rows[row + at.quoteSlot]);
    if (!isScaleLawKept({ ...scales, priceDecimals, lotDecimals })) {
      return refuse('scale_law_broken', priceDecimals, lotDecimals);
    }
    const isOther =
      rows[row + at.priceDecimals] !== priceDecimals || rows[row + at.lotDecimals] !== lotDecimals;
    if (isOther && !isQuiet(row)) return refuse('book_not_empty', instrumentId);
    writeLimits(slot, command);
    if (isOther) {
      writeDecimals(slot, priceDecimals, lotDecimals);
      rows[row + at.referenceTicks] = 0;
      rows[row + at.lastTradeTicks] = 0;
    }
    emitInstrument(slot);
    return applied;
  }

  /** Contracts have commands of their own (prices/). */
  function isContract(slot: number): boolean {
    return rows[slot * instrumentWords + at.kind] !== 0;
  }

  function isQuiet(row: number): boolean {
    return rows[row + at.openOrdersCount] === 0 && quietStates.includes(rows[row + at.state]);
  }

  function setFeeSchedule(command: SetFeeSchedule): number {
    const { instrumentId, makerPpm, takerPpm } = command;
    const code = refuseRange(command, scheduleChecks);
    if (code !== applied) return code;
    const slot = instrumentId === 0 ? -1 : findSlot(instrumentId);
    if (slot < 0 && instrumentId !== 0) return refuse('instrument_not_found', instrumentId);
    const lowestMaker = Math.min(...makerPpm);
    const lowestTaker = Math.min(...takerPpm);
    if (lowestMaker + lowestTaker < 0) {
      return refuse('fee_rates_negative', lowestMaker, lowestTaker);
    }
    if (slot >= 0 && isContract(slot)) return refuse('product_mismatch', instrumentId);
    applyRates(slot, instrumentId, [...makerPpm, ...takerPpm]);
    return applied;
  }

  function setMarketState(command: SetMarketState): number {
    const { instrumentId, state } = command;
    const code = refuseRange(command, stateChecks);
    if (code !== applied) return code;
    const slot = findSlot(instrumentId);
    if (slot < 0) return refuse('instrument_not_found', instrumentId);
    const from = rows[slot * instrumentWords + at.state];
    if (!transitions[from].includes(state)) return refuse('transition_forbidden', from, state);
    moveTo(slot, { state, noCancelAtMs: 0, openAtMs: 0 });
    return applied;
  }

  /** A contract that has a reason to be in REDUCE_ONLY does not trade otherwise. */
  function readAllowed(row: number, state: MarketState): MarketState {
    const isReduced = state === MarketState.trading && rows[row + at.reduceReasons] !== 0;
    return isReduced ? MarketState.reduceOnly : state;
  }

  /** Put a market into a state and say so; checks are done. The auction uses it too. */
  function moveTo(slot: number, given: MarketStateTerms): void {
    const row = slot * instrumentWords;
    const terms = { ...given, state: readAllowed(row, given.state) };
    rows[row + at.state] = terms.state;
    rows[row + at.noCancelAtMs] = terms.noCancelAtMs;
    rows[row + at.openAtMs] = terms.openAtMs;
    if (terms.openAtMs === 0) rows[row + at.indicationAtMs] = 0;
    const instrumentId = rows[row + at.id] as InstrumentId;
    events.write({ kind: EventKind.marketStateChanged, instrumentId, ...terms });
  }

  function startAuction(command: StartAuction): number {
    const { instrumentId, noCancelAtMs, openAtMs } = command;
    const code = refuseRange(command, auctionChecks);
    if (code !== applied) return code;
    const slot = findSlot(instrumentId);
    if (slot < 0) return refuse('instrument_not_found', instrumentId);
    const from = rows[slot * instrumentWords + at.state];
    if (from !== MarketState.preOpen && from !== MarketState.halt) {
      return refuse('transition_forbidden', from, MarketState.auction);
    }
    const atMs = step[StepWord.atMs];
    if (atMs >= openAtMs || noCancelAtMs < atMs || noCancelAtMs > openAtMs) {
      return refuse('auction_times_wrong', noCancelAtMs, openAtMs);
    }
    moveTo(slot, { state: MarketState.auction, noCancelAtMs, openAtMs });
    timers.set(TimerKind.auctionNoCancel, instrumentId, noCancelAtMs);
    timers.set(TimerKind.auctionOpen, instrumentId, openAtMs);
    setIndicationTimer(slot);
    return applied;
  }

  /** Set the next indication for the first full second after the core time. */
  function setIndicationTimer(slot: number): void {
    const row = slot * instrumentWords;
    const atMs = step[StepWord.atMs];
    const next = atMs - (atMs % second) + second;
    rows[row + at.indicationAtMs] = next;
    timers.set(TimerKind.auctionIndication, rows[row + at.id], next);
  }

  function setReferencePrice(command: SetReferencePrice): number {
    const { instrumentId, priceTicks } = command;
    const code = refuseRange(command, referenceChecks);
    if (code !== applied) return code;
    const slot = findSlot(instrumentId);
    if (slot < 0) return refuse('instrument_not_found', instrumentId);
    const row = slot * instrumentWords;
    const [low, high] = [rows[row + at.priceTicksMin], rows[row + at.priceTicksMax]];
    if (priceTicks < low || priceTicks > high) {
      return refuse('price_off_range', priceTicks, low, high);
    }
    if (isContract(slot)) return refuse('product_mismatch', instrumentId);
    rows[row + at.referenceTicks] = priceTicks;
    events.write({ kind: EventKind.referencePriceSet, instrumentId, priceTicks });
    return applied;
  }

  const handlers: Handlers<
    | 'defineInstrument'
    | 'updateInstrument'
    | 'setFeeSchedule'
    | 'setMarketState'
    | 'startAuction'
    | 'setReferencePrice'
  > = {
    defineInstrument,
    updateInstrument,
    setFeeSchedule,
    setMarketState,
    startAuction,
    setReferencePrice,
  };

  return { handlers, moveTo, setIndicationTimer, readLimits, writeLimits, isQuiet };
}
