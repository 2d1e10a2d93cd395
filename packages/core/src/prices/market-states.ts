// The states of contracts: what the operator may ask for, and REDUCE_ONLY while an index is frozen
// (docs/rules/contracts.md 4, timer 11). Not here: states of spot markets and what an auction does.
// Called by the engine and by the price step.
import type { SetMarketState, StartAuction } from '../command.ts';
import { type Handlers, StepWord } from '../context.ts';
import type { MarketStateTerms } from '../instruments/commands.ts';
import { auctionChecks, stateChecks } from '../instruments/checks.ts';
import { InstrumentWord, instrumentWords } from '../instruments/instruments.ts';
import { findOffRange } from '../ranges.ts';
import { TimerKind } from '../timers.ts';
import { MarketState, ReduceReason } from '../words.ts';
import { ContractWord } from './contract-table.ts';
import { IndexWord } from './index-table.ts';
import type { PriceParts } from './parts.ts';

const { preOpen, auction, auctionNoCancel, trading, halt, cancelOnly, reduceOnly } = MarketState;
const pause = MarketState.break;
const row = InstrumentWord;

/** States that the operator may move a contract to from each state. */
const transitions: Readonly<Record<number, readonly MarketState[]>> = {
  [preOpen]: [trading, cancelOnly, pause],
  [trading]: [halt, cancelOnly, pause, reduceOnly],
  [halt]: [cancelOnly, pause],
  [auction]: [halt],
  [auctionNoCancel]: [halt],
  [cancelOnly]: [halt, pause],
  [pause]: [halt],
  [reduceOnly]: [trading, halt, cancelOnly, pause],
};

/** Make the states of contracts. */
export function createMarketStates(parts: PriceParts) {
  const { context, instrumentCommands, indexes, contracts, follower } = parts;
  const { instruments, refusal, timers, step } = context;
  const { rows, findSlot } = instruments;
  const { refuse } = refusal;
  const spot = instrumentCommands.handlers;

  function move(market: number, state: MarketState): void {
    const terms: MarketStateTerms = { state, noCancelAtMs: 0, openAtMs: 0 };
    instrumentCommands.moveTo(market, terms);
  }

  /** Set or clear a reason, and follow it where the contract trades. */
  function setReason(market: number, reason: ReduceReason, isSet: boolean): void {
    const at = market * instrumentWords;
    const others = rows[at + row.reduceReasons] & ~reason;
    rows[at + row.reduceReasons] = isSet ? others | reason : others;
    const isReduced = rows[at + row.reduceReasons] !== 0;
    const state = rows[at + row.state];
    if (isReduced && state === trading) move(market, reduceOnly);
    if (!isReduced && state === reduceOnly) move(market, trading);
  }

  /** What follows for the contracts of an index from how long it has been frozen or live. */
  function followIndex(index: number): void {
    const nowMs = step[StepWord.atMs];
    const isStopped = indexes.isStoppedLong(index, nowMs);
    if (!isStopped && !indexes.isLiveLong(index, nowMs)) return;
    for (const slot of contracts.listSlots()) {
      if (contracts.read(slot, ContractWord.index) !== index) continue;
      setReason(contracts.read(slot, ContractWord.market), ReduceReason.indexFrozen, isStopped);
    }
  }

  /** Have the index looked at again when time alone changes what follows. */
  function setDue(index: number): void {
    const dueMs = indexes.calculateDue(index, step[StepWord.atMs]);
    if (indexes.read(index, IndexWord.dueMs) === dueMs) return;
    indexes.write(index, IndexWord.dueMs, dueMs);
    if (dueMs > 0) timers.set(TimerKind.indexState, indexes.read(index, IndexWord.id), dueMs);
  }

  timers.register(TimerKind.indexState, {
    isWanted: (indexId, dueMs) =>
      indexes.read(indexes.findSlot(indexId), IndexWord.dueMs) === dueMs,
    fire(indexId) {
      const index = indexes.findSlot(indexId);
      followIndex(index);
      setDue(index);
    },
  });

  /** A contract opens with a good index, tiers and the house's accounts only. */
  function refuseOpening(contract: number): number {
    const index = contracts.read(contract, ContractWord.index);
    const isGood = indexes.isLiveLong(index, step[StepWord.atMs]);
    if (!isGood) return refuse('index_frozen', indexes.read(index, IndexWord.id));
    const isTiered = contracts.read(contract, ContractWord.tiersCount) > 0;
    if (!isTiered) return refuse('tier_list_wrong', 0);
    return follower.hasHouse(contract) ? 0 : refuse('operator_balance_too_low', 0);
  }

  function setMarketState(command: SetMarketState): number {
    const { instrumentId, state } = command;
    const market = findSlot(instrumentId);
    const contract = contracts.findOfMarket(market);
    if (contract < 0 || findOffRange(command, stateChecks) >= 0)
      return spot.setMarketState(command);
    const from = rows[market * instrumentWords + row.state];
    if (!transitions[from].includes(state)) return refuse('transition_forbidden', from, state);
    const code = state === trading ? refuseOpening(contract) : 0;
    if (code !== 0) return code;
    followIndex(contracts.read(contract, ContractWord.index));
    if (from === reduceOnly && state === trading) {
      setReason(market, ReduceReason.operator, false);
    } else if (state === reduceOnly) setReason(market, ReduceReason.operator, true);
    else move(market, state);
    return 0;
  }

  function startAuction(command: StartAuction): number {
    const contract = contracts.findOfMarket(findSlot(command.instrumentId));
    const isAsked = contract >= 0 && findOffRange(command, auctionChecks) < 0;
    return (isAsked && refuseOpening(contract)) || spot.startAuction(command);
  }

  const handlers: Handlers<'setMarketState' | 'startAuction'> = { setMarketState, startAuction };
  return { handlers, setDue };
}
