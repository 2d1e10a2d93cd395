// What open orders and positions ask of their accounts, kept as sums: a change of one contract adds
// its difference, so that a check reads one number (docs/rules/contracts.md 9). Not state: made
// again after a load. Not here: the formulas (risk.ts). Called by everything in this folder.
import type { CoreContext } from '../../context.ts';
import { ContractWord } from '../../prices/contract-table.ts';
import { InstrumentWord } from '../../instruments/instruments.ts';
import type { Prices } from '../../prices/prices.ts';
import { PositionWord, type PositionTable, usualLeverage } from './position-table.ts';
import { calculateShare, type Exposure, type RiskTerms, type Share } from './risk.ts';

const at = PositionWord;
const subticks = 100n;
/** Asset slots are below this. */
const slotsMax = 1_024;

/** The open orders of an account on a contract. */
export interface Orders {
  count: number;
  bidLots: number;
  askLots: number;
  bidUnits: bigint;
  askUnits: bigint;
  costUnits: bigint;
}

/** The sums of an account over the contracts of a settle asset. */
export interface Sums {
  readonly share: Share;
  readonly costUnits: bigint;
}

const noShare: Share = {
  lossUnits: 0n,
  gainUnits: 0n,
  maintenanceUnits: 0n,
  requiredUnits: 0n,
  floorUnits: 0n,
};
const noSums: Sums = { share: noShare, costUnits: 0n };

function addShare(to: Share, one: Share, sign: bigint): Share {
  return {
    lossUnits: to.lossUnits + sign * one.lossUnits,
    gainUnits: to.gainUnits + sign * one.gainUnits,
    maintenanceUnits: to.maintenanceUnits + sign * one.maintenanceUnits,
    requiredUnits: to.requiredUnits + sign * one.requiredUnits,
    floorUnits: to.floorUnits + sign * one.floorUnits,
  };
}

/** What the sums are made from. */
export interface MarginParts {
  readonly context: CoreContext;
  readonly prices: Prices;
  readonly positions: PositionTable;
}

/** The sums of one engine. */
export type Margin = ReturnType<typeof createMargin>;

/** Make the sums. */
export function createMargin({ context, prices, positions }: MarginParts) {
  const { units } = context.ledger;
  const { contracts } = prices;
  const orders = new Map<number, Orders>();
  const shares = new Map<number, Share>();
  const sums = new Map<number, Sums>();
  const terms: (RiskTerms | undefined)[] = [];
  /** Lots of all long positions, by contract. */
  const openInterest: number[] = [];

  function clear(): void {
    for (const map of [orders, shares, sums]) map.clear();
    terms.length = 0;
    openInterest.length = 0;
  }

  function makeTerms(contract: number): RiskTerms {
    const market = contracts.read(contract, ContractWord.market);
    return {
      tiers: contracts.readTiers(contract),
      liquidationFeePpm: contracts.read(contract, ContractWord.liquidationFeePpm),
      profitUsePpm: contracts.read(contract, ContractWord.profitUsePpm),
      withdrawFloorPpm: contracts.read(contract, ContractWord.withdrawFloorPpm),
      unitsPerSubLot: units.readFactor(units.quoteFactorAt(market)) / subticks,
      markSub: contracts.read(contract, ContractWord.markSub),
    };
  }

  /** What a contract's risk is calculated from now. */
  function readTerms(contract: number): RiskTerms {
    return (terms[contract] ??= makeTerms(contract));
  }

  function readOrders(row: number): Orders {
    const known = orders.get(row);
    if (known !== undefined) return known;
    const none = { count: 0, bidLots: 0, askLots: 0, bidUnits: 0n, askUnits: 0n, costUnits: 0n };
    orders.set(row, none);
    return none;
  }

  /** Position and orders of a row as they stand. */
  function readExposure(row: number): Exposure {
    const { bidUnits, askUnits } = readOrders(row);
    return {
      lots: positions.read(row, at.lots),
      entryUnits: positions.readUnits(row, at.entryUnits),
      leverage: positions.read(row, at.leverage),
      bidUnits,
      askUnits,
    };
  }

  /** Slot of the asset that a contract is settled in. */
  function readSettleSlot(contract: number): number {
    return contracts.readMarket(contract, InstrumentWord.quoteSlot);
  }

  function readKey(row: number): number {
    const settleSlot = readSettleSlot(positions.read(row, at.contract));
    return positions.read(row, at.account) * slotsMax + settleSlot;
  }

  function readSums(account: number, assetSlot: number): Sums {
    return sums.get(account * slotsMax + assetSlot) ?? noSums;
  }

  /** Calculate a row's share anew and add what is other to the sums of its account. */
  function revalue(row: number): void {
    const key = readKey(row);
    const { share, costUnits } = sums.get(key) ?? noSums;
    const next = calculateShare(readTerms(positions.read(row, at.contract)), readExposure(row));
    const without = addShare(share, shares.get(row) ?? noShare, -1n);
    shares.set(row, next);
    sums.set(key, { share: addShare(without, next, 1n), costUnits });
  }

  /** Mark, terms or tiers of a contract have changed. */
  function revalueContract(contract: number): void {
    terms[contract] = makeTerms(contract);
    for (const row of positions.readOfContract(contract)) revalue(row);
  }

  /** Change what is reserved for the orders of a row. */
  function addCost(row: number, changeUnits: bigint): void {
    readOrders(row).costUnits += changeUnits;
    const key = readKey(row);
    const known = sums.get(key) ?? noSums;
    sums.set(key, { ...known, costUnits: known.costUnits + changeUnits });
  }

  /** Forget a row that has nothing any more. */
  function release(row: number): void {
    const isEmpty =
      positions.read(row, at.lots) === 0 &&
      readOrders(row).count === 0 &&
      positions.read(row, at.leverage) === usualLeverage;
    if (!isEmpty) return;
    orders.delete(row);
    shares.delete(row);
    positions.drop(row);
  }

  return {
    clear,
    readTerms,
    readOrders,
    readExposure,
    readSettleSlot,
    readSums,
    revalue,
    revalueContract,
    addCost,
    release,
    readOpenInterest: (contract: number): number => openInterest[contract] ?? 0,
    /** Change the lots of all long positions of a contract. */
    addOpenInterest(contract: number, change: number): void {
      openInterest[contract] = (openInterest[contract] ?? 0) + change;
    },
    /** Accounts and assets with rows, by number. */
    listSums(): (Sums & { readonly account: number; readonly assetSlot: number })[] {
      const keys = new Set(positions.listRows().map(readKey));
      return [...keys].map((key) => {
        const [account, assetSlot] = [Math.floor(key / slotsMax), key % slotsMax];
        return { account, assetSlot, ...readSums(account, assetSlot) };
      });
    },
  };
}
