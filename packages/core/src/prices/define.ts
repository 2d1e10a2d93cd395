// The operator's commands for indexes, contracts and tiers: 17, 18, 19, 28. Not here: market states
// (market-states.ts), the price step. Called by the engine. Rules: docs/rules/contracts.md 1 to 3.
import type { DefineContract, DefineIndex, SetRiskTiers, UpdateContract } from '../command.ts';
import { StepWord } from '../context.ts';
import { EventKind } from '../event.ts';
import type { AssetId, IndexId, InstrumentId } from '../ids.ts';
import { InstrumentWord, instrumentWords, noWorld } from '../instruments/instruments.ts';
import { safeLimit } from '../math/index.ts';
import { type FieldChecks, findOffRange } from '../ranges.ts';
import { applied } from '../refusal.ts';
import { InstrumentKind, MarketState, ReduceReason } from '../words.ts';
import {
  defineContractChecks,
  defineIndexChecks,
  riskTiersChecks,
  updateContractChecks,
} from './checks.ts';
import { ContractWord } from './contract-table.ts';
import { IndexWord } from './index-table.ts';
import type { PriceParts } from './parts.ts';
import { findWrongTier } from './tier-law.ts';

const row = InstrumentWord;
const subticks = 100;
/** Two decimals of a price are its subticks. */
const subDecimals = 2;
const openValueMax = 1n << 102n;

/** Terms and where they are to stand. */
interface Place {
  readonly settleSlot: number;
  readonly index: number;
  /** The contract that is changed, -1 for a new one. */
  readonly contract: number;
  readonly instrumentKind: number;
}

type Terms = DefineContract | UpdateContract;

/** Make these commands. */
export function createDefinitions(parts: PriceParts) {
  const { context, instrumentCommands, indexes, contracts, setFunding, follower } = parts;
  const { ledger, instruments, events, refusal, step } = context;
  const { assets, fees, units } = ledger;
  const { rows, findSlot } = instruments;
  const { refuse } = refusal;

  function refuseRange<TShape>(shape: TShape, checks: FieldChecks<TShape>): number {
    const place = findOffRange(shape, checks);
    return place < 0 ? applied : refuse('value_out_of_range', place);
  }

  /** Units that a lot is worth at one subtick of its price; 0n when the law of scales is broken. */
  function calculateUnits(settleSlot: number, terms: Pick<Terms, 'priceDecimals' | 'lotDecimals'>) {
    const { priceDecimals, lotDecimals } = terms;
    const left = assets.readScale(settleSlot) - priceDecimals - lotDecimals - subDecimals;
    return left < 0 ? 0n : 10n ** BigInt(left);
  }

  /** All that the open interest of a settle asset could be worth, but for one contract's. */
  function sumOpenValue(settleSlot: number, without: number): bigint {
    let sum = 0n;
    for (const slot of contracts.listSlots()) {
      if (slot === without || contracts.readMarket(slot, row.quoteSlot) !== settleSlot) continue;
      const lots = contracts.read(slot, ContractWord.openInterestLotsMax);
      const market = contracts.read(slot, ContractWord.market);
      const perTickLot = units.readFactor(units.quoteFactorAt(market));
      sum += BigInt(lots) * BigInt(contracts.readMarket(slot, row.priceTicksMax)) * perTickLot;
    }
    return sum;
  }

  /** From `scale_law_broken` to `expiry_in_past`. */
  function refuseTerms(terms: Terms, place: Place): number {
    const { settleSlot, index, contract } = place;
    const { priceDecimals, lotDecimals, priceTicksMax, positionLotsMax } = terms;
    const perSubLot = calculateUnits(settleSlot, terms);
    const isIndexLike = indexes.read(index, IndexWord.decimals) === priceDecimals + subDecimals;
    if (perSubLot === 0n || !isIndexLike) {
      return refuse('scale_law_broken', priceDecimals, lotDecimals);
    }
    const [maker, taker] = [Math.min(...terms.makerPpm), Math.min(...terms.takerPpm)];
    if (maker + taker < 0) return refuse('fee_rates_negative', maker, taker);
    const openValue =
      BigInt(terms.openInterestLotsMax) * BigInt(priceTicksMax * subticks) * perSubLot;
    if (openValue + sumOpenValue(settleSlot, contract) > openValueMax) {
      return refuse('supply_too_large', assets.readId(settleSlot));
    }
    if (BigInt(positionLotsMax) * BigInt(priceTicksMax * subticks) >= BigInt(safeLimit)) {
      return refuse('product_too_large', priceTicksMax, positionLotsMax);
    }
    return refuseExpiry(terms.expiryAtMs, place);
  }

  /** `expiry_in_past`: a new instant lies ahead, and a delivery contract has one. */
  function refuseExpiry(expiryAtMs: number, { contract, instrumentKind }: Place): number {
    const atMs = step[StepWord.atMs];
    const before = contract < 0 ? 0 : contracts.read(contract, ContractWord.expiryAtMs);
    const isPast = expiryAtMs !== before && expiryAtMs !== 0 && expiryAtMs <= atMs;
    const isEndless = instrumentKind === InstrumentKind.delivery && expiryAtMs === 0;
    return isPast || isEndless ? refuse('expiry_in_past', expiryAtMs, atMs) : applied;
  }

  function emitContract(slot: number): void {
    const market = contracts.read(slot, ContractWord.market);
    events.write({
      kind: EventKind.contractDefined,
      instrumentId: contracts.readId(slot) as InstrumentId,
      indexId: indexes.read(contracts.read(slot, ContractWord.index), IndexWord.id) as IndexId,
      instrumentKind: contracts.readMarket(slot, row.kind) as InstrumentKind,
      settleAssetId: assets.readId(contracts.readMarket(slot, row.quoteSlot)) as AssetId,
      pool: contracts.read(slot, ContractWord.pool),
      priceDecimals: contracts.readMarket(slot, row.priceDecimals),
      lotDecimals: contracts.readMarket(slot, row.lotDecimals),
      ...instrumentCommands.readLimits(market),
      ...contracts.readTerms(slot),
    });
  }

  function writeTerms(slot: number, terms: Terms): void {
    const market = contracts.read(slot, ContractWord.market);
    const settleSlot = contracts.readMarket(slot, row.quoteSlot);
    instrumentCommands.writeLimits(market, terms);
    rows[market * instrumentWords + row.priceDecimals] = terms.priceDecimals;
    rows[market * instrumentWords + row.lotDecimals] = terms.lotDecimals;
    units.setFactors(market, calculateUnits(settleSlot, terms) * BigInt(subticks), 1n);
    contracts.writeTerms(slot, terms);
    fees.setRates(market, [...terms.makerPpm, ...terms.takerPpm]);
    follower.revalue(slot);
    emitContract(slot);
  }

  function refuseContract(command: DefineContract): number {
    const { instrumentId, indexId, settleAssetId, instrumentKind } = command;
    const code = refuseRange(command, defineContractChecks);
    if (code !== applied) return code;
    const settleSlot = assets.findSlot(settleAssetId);
    if (settleSlot < 0) return refuse('asset_not_found', settleAssetId);
    if (findSlot(instrumentId) >= 0) return refuse('instrument_exists', instrumentId);
    const index = indexes.findSlot(indexId);
    if (index < 0) return refuse('index_not_found', indexId);
    return refuseTerms(command, { settleSlot, index, contract: -1, instrumentKind });
  }

  function defineContract(command: DefineContract): number {
    const code = refuseContract(command);
    if (code !== applied) return code;
    const settleSlot = assets.findSlot(command.settleAssetId);
    const index = indexes.findSlot(command.indexId);
    const market = instruments.add(command.instrumentId);
    const at = market * instrumentWords;
    rows[at + row.baseSlot] = settleSlot;
    rows[at + row.quoteSlot] = settleSlot;
    rows[at + row.mock] = noWorld;
    rows[at + row.state] = MarketState.preOpen;
    rows[at + row.kind] = command.instrumentKind;
    const isStopped = indexes.isStoppedLong(index, step[StepWord.atMs]);
    rows[at + row.reduceReasons] = isStopped ? ReduceReason.indexFrozen : 0;
    const slot = contracts.add(market, index);
    contracts.write(slot, ContractWord.pool, command.pool);
    writeTerms(slot, command);
    if (command.instrumentKind === InstrumentKind.perpetual) setFunding(slot);
    return applied;
  }

  /** The contract of a number, or the code of the refusal; both in one, contracts below 0. */
  function findContract(instrumentId: number): { readonly slot: number; readonly code: number } {
    const market = findSlot(instrumentId);
    if (market < 0) return { slot: -1, code: refuse('instrument_not_found', instrumentId) };
    const slot = contracts.findOfMarket(market);
    return { slot, code: slot < 0 ? refuse('product_mismatch', instrumentId) : applied };
  }

  function refuseUpdate(command: UpdateContract, slot: number): number {
    const { instrumentId, lotDecimals, liquidationFeePpm } = command;
    const market = contracts.read(slot, ContractWord.market);
    const settleSlot = contracts.readMarket(slot, row.quoteSlot);
    const index = contracts.read(slot, ContractWord.index);
    const instrumentKind = contracts.readMarket(slot, row.kind);
    const code = refuseTerms(command, { settleSlot, index, contract: slot, instrumentKind });
    if (code !== applied) return code;
    const isOther = contracts.readMarket(slot, row.lotDecimals) !== lotDecimals;
    if (isOther && !instrumentCommands.isQuiet(market * instrumentWords)) {
      return refuse('book_not_empty', instrumentId);
    }
    if (isOther && follower.hasPositions(slot)) return refuse('position_open', instrumentId);
    const wrong = findWrongTier(contracts.readTiers(slot), liquidationFeePpm);
    return wrong < 0 ? applied : refuse('tier_list_wrong', wrong);
  }

  function updateContract(command: UpdateContract): number {
    const range = refuseRange(command, updateContractChecks);
    if (range !== applied) return range;
    const { slot, code } = findContract(command.instrumentId);
    const refusedCode = code || refuseUpdate(command, slot);
    if (refusedCode !== applied) return refusedCode;
    writeTerms(slot, command);
    return applied;
  }

  function setRiskTiers(command: SetRiskTiers): number {
    const { instrumentId, tiers } = command;
    const range = refuseRange(command, riskTiersChecks);
    if (range !== applied) return range;
    const { slot, code } = findContract(instrumentId);
    if (code !== applied) return code;
    const wrong = findWrongTier(tiers, contracts.read(slot, ContractWord.liquidationFeePpm));
    if (wrong >= 0) return refuse('tier_list_wrong', wrong);
    contracts.writeTiers(slot, tiers);
    follower.revalue(slot);
    const tierWords = contracts.readTierWords(slot);
    events.write({ kind: EventKind.riskTiersSet, instrumentId, tierWords });
    return applied;
  }

  function defineIndex(command: DefineIndex): number {
    const { indexId, decimals, componentsMin, outlierPpm, isSimulated } = command;
    const range = refuseRange(command, defineIndexChecks);
    if (range !== applied) return range;
    const slot = indexes.findSlot(indexId);
    const isSame =
      slot < 0 ||
      (indexes.read(slot, IndexWord.decimals) === decimals &&
        indexes.read(slot, IndexWord.isSimulated) === Number(isSimulated));
    if (!isSame) return refuse('index_exists', indexId);
    indexes.define(command);
    const terms = { indexId, decimals, componentsMin, outlierPpm, isSimulated };
    events.write({ kind: EventKind.indexDefined, ...terms });
    return applied;
  }

  return { defineContract, updateContract, setRiskTiers, defineIndex };
}
