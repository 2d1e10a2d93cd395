// The money of contracts as trading asks for it: orders hold nothing, they count in the sums of
// their accounts. What no contract is ever asked (triggers, lists, auctions) stays with spot.
// Not here: the rules (order-margin.ts, fills.ts, admission.ts). Made by contracts.ts.
import type { Units } from '../../ledger/units.ts';
import type { Money } from '../../trading/money.ts';
import type { OrderMargin } from './order-margin.ts';

/** The calls that trading makes about a contract. */
export type ContractMoney = Pick<
  Money,
  | 'calculateNeed'
  | 'open'
  | 'calculateLive'
  | 'calculateHeld'
  | 'reduce'
  | 'finish'
  | 'fill'
  | 'admit'
  | 'boundGuard'
  | 'countAffordable'
>;

/** What the money of contracts is made of. */
export interface ContractMoneyParts extends Pick<Money, 'admit' | 'boundGuard'> {
  readonly units: Units;
  readonly orderMargin: OrderMargin;
  readonly readOpenLots: (slot: number) => number;
  readonly fill: (taker: number, maker: number, market: number) => void;
}

/** Make the money of contracts. */
export function createContractMoney(parts: ContractMoneyParts): ContractMoney {
  const { units, orderMargin, readOpenLots, fill, admit, boundGuard } = parts;
  return {
    calculateNeed: () => units.clearAmount(),
    open(terms, market, slot) {
      orderMargin.open(terms, market, slot);
      return true;
    },
    calculateLive: () => units.clearAmount(),
    calculateHeld: () => units.clearAmount(),
    reduce(slot, lots) {
      orderMargin.shrink(slot, lots);
      orderMargin.releaseRow(slot);
    },
    finish(slot) {
      orderMargin.shrink(slot, readOpenLots(slot));
      orderMargin.releaseRow(slot);
      units.clearAmount();
    },
    fill(taker, maker, market) {
      fill(taker, maker, market);
      return true;
    },
    admit,
    boundGuard,
    countAffordable: ({ lotsMax }) => lotsMax,
  };
}

/**
 * One money for both kinds of markets: each call asks which kind it is about.
 *
 * @param readContracts - the money of contracts, which is made after trading.
 */
export function chooseMoney(
  spot: Money,
  isContract: (market: number) => boolean,
  { readMarket, readContracts }: LateMoney,
): Money {
  const isOf = (slot: number): boolean => isContract(readMarket(slot));
  return {
    ...spot,
    calculateNeed: (terms, market) =>
      isContract(market)
        ? readContracts().calculateNeed(terms, market)
        : spot.calculateNeed(terms, market),
    open: (terms, market, slot) =>
      isContract(market)
        ? readContracts().open(terms, market, slot)
        : spot.open(terms, market, slot),
    calculateLive: (slot, lots) =>
      isOf(slot) ? readContracts().calculateLive(slot, lots) : spot.calculateLive(slot, lots),
    calculateHeld: (slot) =>
      isOf(slot) ? readContracts().calculateHeld(slot) : spot.calculateHeld(slot),
    reduce: (slot, lots) =>
      isOf(slot) ? readContracts().reduce(slot, lots) : spot.reduce(slot, lots),
    finish: (slot) => (isOf(slot) ? readContracts().finish(slot) : spot.finish(slot)),
    fill: (taker, maker, market) =>
      isContract(market)
        ? readContracts().fill(taker, maker, market)
        : spot.fill(taker, maker, market),
    admit: (taker, maker, market) => readContracts().admit(taker, maker, market),
    boundGuard: (guardTicks, side, market) =>
      isContract(market) ? readContracts().boundGuard(guardTicks, side, market) : guardTicks,
    countAffordable: (offer) =>
      isContract(offer.market)
        ? readContracts().countAffordable(offer)
        : spot.countAffordable(offer),
  };
}

/** What the choice needs of others. */
export interface LateMoney {
  readonly readMarket: (slot: number) => number;
  readonly readContracts: () => ContractMoney;
}
