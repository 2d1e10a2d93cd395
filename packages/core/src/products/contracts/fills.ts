// A fill of a contract: both orders shrink, both positions change, profit and loss go through the
// clearing account, fees to the house (docs/rules/contracts.md 10). Not here: who meets whom
// (trading/matching). Called through money.ts.
import { EventKind } from '../../event.ts';
import type { AccountId, InstrumentId, OrderId } from '../../ids.ts';
import * as orderPoolNames from '../../book/order-pool.ts';
import { calculateFee } from '../../math/index.ts';
import { Side, TransferReason } from '../../words.ts';
import type { House, HouseMoney } from './house.ts';
import type { OrderMargin, OrderMarginParts } from './order-margin.ts';
import { PositionWord } from './position-table.ts';
import { calculateValue } from './risk.ts';

const { orderIntsStride, orderRates } = orderPoolNames;
const at = PositionWord;
const subticks = 100;

/** What fills are made from. */
export interface FillParts extends OrderMarginParts {
  readonly orderMargin: OrderMargin;
  readonly house: HouseMoney;
}

/** One side of a fill. */
interface Part {
  readonly slot: number;
  readonly account: number;
  readonly row: number;
  /** Lots that it gets; below 0 it sells. */
  readonly lots: number;
  readonly ppm: number;
}

/** A part whose position has changed, and what it pays and gets for it. */
interface Settled extends Part {
  readonly pnlUnits: bigint;
  readonly feeUnits: bigint;
}

/** What a fill is about. */
interface Fill {
  readonly contract: number;
  readonly house: House;
  readonly priceSub: number;
}

/** Make the fills. */
export function createContractFills(parts: FillParts) {
  const { context, prices, positions, margin, trading, orderMargin, house } = parts;
  const { records, tradingContext } = trading;
  const { book, markets } = tradingContext;
  const { fees, owners } = context.ledger;

  /** Lots of a position that trades of the other sign close. */
  function countClosing(heldLots: number, lots: number): number {
    const isOther = heldLots < 0 !== lots < 0;
    return isOther ? Math.min(Math.abs(heldLots), Math.abs(lots)) : 0;
  }

  /** Take lots out of a position; gives their profit at a price. */
  function closeLots(row: number, lots: number, { contract, priceSub }: Fill): bigint {
    const heldLots = positions.read(row, at.lots);
    const isShort = heldLots < 0;
    const part = (units: bigint): bigint => (units * BigInt(lots)) / BigInt(Math.abs(heldLots));
    const entryUnits = positions.readUnits(row, at.entryUnits);
    const drawnUnits = positions.readUnits(row, at.drawnUnits);
    const entryOut = part(entryUnits);
    positions.writeUnits(row, at.entryUnits, entryUnits - entryOut);
    positions.writeUnits(row, at.drawnUnits, drawnUnits - part(drawnUnits));
    positions.write(row, at.lots, isShort ? heldLots + lots : heldLots - lots);
    if (positions.read(row, at.lots) === 0) positions.write(row, at.id, 0);
    const valueUnits = calculateValue(margin.readTerms(contract), lots, priceSub);
    return isShort ? entryOut - valueUnits : valueUnits - entryOut;
  }

  /** Put signed lots into a position of their sign, or into none. */
  function openLots(row: number, lots: number, { contract, priceSub }: Fill): void {
    if (lots === 0) return;
    const heldLots = positions.read(row, at.lots);
    if (heldLots === 0) positions.write(row, at.id, positions.takeId());
    const valueUnits = calculateValue(margin.readTerms(contract), Math.abs(lots), priceSub);
    positions.write(row, at.lots, heldLots + lots);
    positions.writeUnits(row, at.entryUnits, positions.readUnits(row, at.entryUnits) + valueUnits);
  }

  /** Change the position of one side; gives the profit of what closed. */
  function move({ row, lots }: Part, fill: Fill): bigint {
    const heldLots = positions.read(row, at.lots);
    const closing = countClosing(heldLots, lots);
    const pnlUnits = closing === 0 ? 0n : closeLots(row, closing, fill);
    openLots(row, lots < 0 ? lots + closing : lots - closing, fill);
    const long = Math.max(0, positions.read(row, at.lots)) - Math.max(0, heldLots);
    margin.addOpenInterest(fill.contract, long);
    margin.revalue(row);
    return pnlUnits;
  }

  /** A fee; a rebate is at most what the house has before the fill. */
  function readFee({ ppm, lots }: Part, { contract, house: own, priceSub }: Fill): bigint {
    const terms = margin.readTerms(contract);
    const feeUnits = calculateFee(calculateValue(terms, Math.abs(lots), priceSub), ppm);
    const funds = house.readAvailable(own.fee, contract);
    return feeUnits < -funds ? -funds : feeUnits;
  }

  /** Pay what a side has won or lost and its fee, and tell its position. */
  function settle({ account, row, pnlUnits, feeUnits }: Settled, fill: Fill): void {
    const { contract, house: own } = fill;
    const won = pnlUnits > 0n ? pnlUnits : 0n;
    const lost = pnlUnits < 0n ? -pnlUnits : 0n;
    const owed = feeUnits > 0n ? feeUnits : 0n;
    const { pnl, fee } = TransferReason;
    const { clearing, fee: feeAccount } = own;
    house.pay({ contract, from: clearing, to: account, amountUnits: won, reason: pnl });
    if (lost + owed > 0n) house.cover(account, contract, lost + owed);
    house.pay({ contract, from: account, to: clearing, amountUnits: lost, reason: pnl });
    house.pay({ contract, from: account, to: feeAccount, amountUnits: owed, reason: fee });
    const rebate = owed - feeUnits;
    house.pay({ contract, from: feeAccount, to: account, amountUnits: rebate, reason: fee });
    house.emitPosition(row);
  }

  function describe(slot: number, lots: number, isMaker: boolean): Part {
    const account = records.readAccount(slot);
    const row = positions.ensure(account, orderMargin.readContract(slot));
    const plan = book.pool.orderInts[slot * orderIntsStride + orderRates];
    const ppm = isMaker ? fees.readMakerPpm(plan) : fees.readTakerPpm(plan);
    return { slot, account, row, lots: records.readSide(slot) === Side.buy ? lots : -lots, ppm };
  }

  function emitTrade(taker: Settled, maker: Settled, fill: Fill): void {
    const market = records.readMarket(maker.slot);
    const lots = Math.abs(taker.lots);
    context.events.write({
      kind: EventKind.contractTraded,
      instrumentId: markets.readInstrumentId(market) as InstrumentId,
      tradeId: markets.takeTradeId(market),
      priceTicks: records.readPrice(maker.slot),
      sizeLots: lots,
      takerSide: taker.lots < 0 ? Side.sell : Side.buy,
      makerOrderId: records.readOrderId(maker.slot) as OrderId,
      takerOrderId: records.readOrderId(taker.slot) as OrderId,
      makerAccountId: maker.account as AccountId,
      takerAccountId: taker.account as AccountId,
      quoteUnits: calculateValue(margin.readTerms(fill.contract), lots, fill.priceSub),
      makerFeeUnits: maker.feeUnits,
      takerFeeUnits: taker.feeUnits,
      makerPnlUnits: maker.pnlUnits,
      takerPnlUnits: taker.pnlUnits,
      makerOwnerNumber: owners.takeNumberOf(maker.account),
      takerOwnerNumber: owners.takeNumberOf(taker.account),
    });
  }

  /** Trade `book.takenLots` at the maker's price. */
  return function fill(taker: number, maker: number, market: number): void {
    const [lots] = book.takenLots;
    const contract = prices.contracts.findOfMarket(market);
    const own = house.find(contract) as House;
    const about: Fill = { contract, house: own, priceSub: records.readPrice(maker) * subticks };
    const both = [describe(maker, lots, true), describe(taker, lots, false)];
    for (const { slot } of both) orderMargin.shrink(slot, lots);
    const feesUnits = both.map((part) => readFee(part, about));
    const [settledMaker, settledTaker] = both.map((part, place): Settled => {
      return { ...part, feeUnits: feesUnits[place], pnlUnits: move(part, about) };
    });
    emitTrade(settledTaker, settledMaker, about);
    settle(settledMaker, about);
    settle(settledTaker, about);
    margin.release(settledMaker.row);
    if (settledTaker.row !== settledMaker.row) margin.release(settledTaker.row);
  };
}
