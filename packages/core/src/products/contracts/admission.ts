// Whether margin carries an order, when it is placed and again when it is about to be filled
// (docs/rules/contracts.md 9 and 10). It changes nothing. Called by checks.ts and through money.ts.
import { ContractWord } from '../../prices/contract-table.ts';
import * as moneyNames from '../../trading/money.ts';
import { Side } from '../../words.ts';
import type { FillParts } from './fills.ts';
import { PositionWord } from './position-table.ts';
import {
  calculateExposure,
  calculateInitial,
  calculateOpenLoss,
  calculateCost,
  calculateValue,
  type PricedOrder,
  type RiskTerms,
} from './risk.ts';

const { Admission } = moneyNames;
const at = PositionWord;
const subticks = 100;

/** An order that asks for margin. */
export interface AskingOrder extends Omit<PricedOrder, 'markSub'> {
  readonly account: number;
  readonly contract: number;
}

/** What an order would make of its account. */
export interface MarginDemand {
  readonly isRaising: boolean;
  readonly exposureUnits: bigint;
  readonly usableUnits: bigint;
  readonly neededUnits: bigint;
}

/** Make the rules. */
export function createAdmission(parts: FillParts) {
  const { prices, positions, margin, trading, orderMargin, house } = parts;
  const { records, tradingContext } = trading;
  const { contracts } = prices;

  function readLots(account: number, contract: number): number {
    const row = positions.find(account, contract);
    return row === 0 ? 0 : positions.read(row, at.lots);
  }

  /** What new orders of an account may use. */
  function readUsable(account: number, contract: number): bigint {
    const { share } = margin.readSums(account, margin.readSettleSlot(contract));
    return house.readAvailable(account, contract) + share.lossUnits + share.gainUnits;
  }

  function readExposure(account: number, contract: number, leverage: number) {
    const row = positions.find(account, contract);
    if (row !== 0) return margin.readExposure(row);
    return { lots: 0, entryUnits: 0n, leverage, bidUnits: 0n, askUnits: 0n };
  }

  /** What an order would ask for; the leverage is that of an account that has set none. */
  function demand(order: AskingOrder, usualLeverage: number): MarginDemand {
    const { account, contract, side, lots, priceTicks } = order;
    const terms = margin.readTerms(contract);
    const before = readExposure(account, contract, usualLeverage);
    const valueUnits = calculateValue(terms, lots, priceTicks * subticks);
    const after =
      side === Side.buy
        ? { ...before, bidUnits: before.bidUnits + valueUnits }
        : { ...before, askUnits: before.askUnits + valueUnits };
    const [exposedUnits, exposureUnits] = [before, after].map((it) => calculateExposure(terms, it));
    const [requiredUnits, nextUnits] = [exposedUnits, exposureUnits].map((units) =>
      calculateInitial(terms, units, before.leverage),
    );
    const sums = margin.readSums(account, margin.readSettleSlot(contract));
    const costUnits = calculateCost(terms, { ...order, markSub: terms.markSub });
    return {
      isRaising: exposureUnits > exposedUnits,
      exposureUnits,
      usableUnits: readUsable(account, contract),
      neededUnits:
        sums.share.requiredUnits - requiredUnits + nextUnits + sums.costUnits + costUnits,
    };
  }

  /** A resting order that opens, at a price worse than the mark of now, passes the rule anew. */
  function isShort(maker: number, lots: number, terms: RiskTerms): boolean {
    const account = records.readAccount(maker);
    const contract = orderMargin.readContract(maker);
    const isBuy = records.readSide(maker) === Side.buy;
    const beyond = records.readPrice(maker) * subticks - terms.markSub;
    const heldLots = readLots(account, contract) * (isBuy ? -1 : 1);
    if ((isBuy ? beyond : -beyond) <= 0 || lots <= heldLots) return false;
    const order = orderMargin.describe(maker, records.readOpenLots(maker));
    const lossUnits =
      calculateOpenLoss(terms, { ...order, markSub: terms.markSub }) -
      calculateOpenLoss(terms, order);
    const { share, costUnits } = margin.readSums(account, margin.readSettleSlot(contract));
    return readUsable(account, contract) < share.requiredUnits + costUnits + lossUnits;
  }

  function admit(taker: number, maker: number, market: number): number {
    const [lots] = tradingContext.book.takenLots;
    const contract = contracts.findOfMarket(market);
    if (isShort(maker, lots, margin.readTerms(contract))) return Admission.makerCloses;
    const isBuy = records.readSide(taker) === Side.buy;
    const [buyer, seller] = isBuy ? [taker, maker] : [maker, taker];
    const [bought, sold] = [buyer, seller].map((slot) =>
      readLots(records.readAccount(slot), contract),
    );
    const long = Math.max(0, bought + lots) - Math.max(0, bought);
    const opened = long + Math.max(0, sold - lots) - Math.max(0, sold);
    const most = contracts.read(contract, ContractWord.openInterestLotsMax);
    const isFull = opened > 0 && margin.readOpenInterest(contract) + opened > most;
    return isFull ? Admission.takerCloses : Admission.trade;
  }

  /** What may leave an account, of what it has available. */
  function calculateLeaving(account: number, assetSlot: number, availableUnits: bigint): bigint {
    const { share, costUnits } = margin.readSums(account, assetSlot);
    const asked = share.requiredUnits + costUnits;
    const kept = asked > share.floorUnits ? asked : share.floorUnits;
    const left = availableUnits + share.lossUnits - kept;
    const most = left > 0n ? left : 0n;
    return most < availableUnits ? most : availableUnits;
  }

  return { readLots, readUsable, demand, admit, calculateLeaving };
}
