// What the engine's events tell of contracts: positions, what they were opened for, profits,
// clearing, prices and rates. Every number that follows from another is calculated here once more
// and must be what is told. Not here: orders of contracts (story.ts).
// Fed by story.ts; compared by stored-rows.ts and ../l1/audit-rows.ts.
import {
  AccountType,
  type ContractDefined,
  type ContractTraded,
  type CoreEvent,
  EventKind,
  type FundingRoundOpened,
  MarkFlag,
  MarketState,
  type MarksSet,
  type PositionChanged,
  type TransferPosted,
} from '@isobath/core';

/** A position as the trades make it. */
export interface ReportedPosition {
  readonly accountId: number;
  readonly instrumentId: number;
  positionId: number;
  /** Below 0 is short. */
  lots: number;
  entryUnits: bigint;
  drawnUnits: bigint;
}

/** A contract with its newest prices. */
export interface ReportedContract {
  terms: ContractDefined;
  readonly definedAtMs: number;
  state: number;
  marks: (MarksSet & { readonly atMs: number }) | undefined;
}

/** A candle of a price: `value open high low close` of it. */
export interface ReportedPrices {
  readonly open: number;
  high: number;
  low: number;
  close: number;
}

/** One side of a trade: signed lots, and what they are worth in all. */
interface Fill {
  readonly accountId: number;
  readonly instrumentId: number;
  readonly lots: number;
  readonly units: bigint;
}

const PRICE_SPANS_S = [60, 3_600];
/** What a candle of prices is of. */
const PriceKind = { index: 1, mark: 2, premium: 3 } as const;

/** Everything told of contracts so far. */
export class ContractStory {
  readonly contracts = new Map<number, ReportedContract>();
  /** By account and contract; none without lots. */
  readonly positions = new Map<string, ReportedPosition>();
  readonly rates: FundingRoundOpened[] = [];
  readonly prices = new Map<string, ReportedPrices>();
  tradesCount = 0;
  /** What the clearing account of a contract has, by the account's number. */
  readonly #clearing = new Map<number, { readonly instrumentId: number; units: bigint }>();
  #isTouched = false;

  /** Read one event. @errors when it contradicts what was told before. */
  take(event: CoreEvent, atMs: number): void {
    switch (event.kind) {
      case EventKind.contractDefined:
        return this.#define(event, atMs);
      case EventKind.marketStateChanged: {
        const contract = this.contracts.get(event.instrumentId);
        if (contract !== undefined) contract.state = event.state;
        return;
      }
      case EventKind.marksSet:
        return this.#mark(event, atMs);
      case EventKind.fundingRoundOpened:
        this.rates.push(event);
        return;
      case EventKind.accountOpened: {
        const { accountId, accountType, scope } = event;
        if (accountType !== AccountType.clearing) return;
        this.#clearing.set(accountId, { instrumentId: scope, units: 0n });
        return;
      }
      case EventKind.transferPosted:
        return this.#move(event);
      case EventKind.contractTraded:
        return this.#trade(event);
      case EventKind.positionChanged:
        return this.#check(event);
      default:
    }
  }

  /** A step is over. @errors when lots or clearing do not cancel out. */
  endStep(): void {
    if (!this.#isTouched) return;
    this.#isTouched = false;
    for (const { instrumentId, units } of this.#clearing.values()) {
      const own = [...this.positions.values()].filter((it) => it.instrumentId === instrumentId);
      const lots = own.reduce((sum, it) => sum + it.lots, 0);
      const entries = own.reduce((sum, it) => sum + BigInt(Math.sign(it.lots)) * it.entryUnits, 0n);
      if (lots !== 0) throw new Error(`positions of ${instrumentId} come to ${lots} lots`);
      if (units !== -entries) {
        throw new Error(`clearing of ${instrumentId} has ${units}, positions ${entries}`);
      }
    }
  }

  #define(event: ContractDefined, atMs: number): void {
    const known = this.contracts.get(event.instrumentId);
    if (known !== undefined) known.terms = event;
    else {
      const contract = { terms: event, definedAtMs: atMs, state: MarketState.preOpen };
      this.contracts.set(event.instrumentId, { ...contract, marks: undefined });
    }
  }

  #mark(event: MarksSet, atMs: number): void {
    const contract = this.contracts.get(event.instrumentId);
    if (contract === undefined) throw new Error(`a mark of ${event.instrumentId}, which is none`);
    contract.marks = { ...event, atMs };
    if ((event.flags & MarkFlag.indexFrozen) !== 0) return;
    this.#draw(PriceKind.index, contract.terms.indexId, { atMs, value: event.indexSub });
    this.#draw(PriceKind.mark, event.instrumentId, { atMs, value: event.markSub });
    this.#draw(PriceKind.premium, event.instrumentId, { atMs, value: event.premiumE8 });
  }

  #draw(kind: number, key: number, { atMs, value }: { atMs: number; value: number }): void {
    for (const spanS of PRICE_SPANS_S) {
      const place = `${kind} ${key} ${spanS} ${atMs - (atMs % (spanS * 1_000))}`;
      const candle = this.prices.get(place);
      if (candle === undefined) {
        this.prices.set(place, { open: value, high: value, low: value, close: value });
        continue;
      }
      candle.high = Math.max(candle.high, value);
      candle.low = Math.min(candle.low, value);
      candle.close = value;
    }
  }

  #move({ fromAccountId, toAccountId, amountUnits }: TransferPosted): void {
    const [from, to] = [this.#clearing.get(fromAccountId), this.#clearing.get(toAccountId)];
    if (from !== undefined) from.units -= amountUnits;
    if (to !== undefined) to.units += amountUnits;
    this.#isTouched ||= from !== undefined || to !== undefined;
  }

  #trade(event: ContractTraded): void {
    const { instrumentId, sizeLots, quoteUnits, takerSide, tradeId } = event;
    const takerLots = takerSide === 0 ? sizeLots : -sizeLots;
    const shared = { instrumentId, units: quoteUnits };
    const maker = { ...shared, accountId: event.makerAccountId, lots: -takerLots };
    const taker = { ...shared, accountId: event.takerAccountId, lots: takerLots };
    for (const [fill, told] of [
      [maker, event.makerPnlUnits],
      [taker, event.takerPnlUnits],
    ] as const) {
      const pnl = this.#fill(fill);
      if (pnl !== told) throw new Error(`trade ${tradeId} tells a profit of ${told}, not ${pnl}`);
    }
    this.tradesCount += 1;
    this.#isTouched = true;
  }

  /** Change a position. @returns the profit of the lots that closed. */
  #fill({ accountId, instrumentId, lots, units }: Fill): bigint {
    const place = `${accountId} ${instrumentId}`;
    const none = { positionId: 0, lots: 0, entryUnits: 0n, drawnUnits: 0n };
    const before = this.positions.get(place) ?? { accountId, instrumentId, ...none };
    const size = Math.abs(lots);
    const isAgainst = before.lots * lots < 0;
    const closed = isAgainst ? Math.min(size, Math.abs(before.lots)) : 0;
    const share = (of: bigint) =>
      closed === 0 ? 0n : (of * BigInt(closed)) / BigInt(Math.abs(before.lots));
    const worth = (count: number) => (units * BigInt(count)) / BigInt(size);
    const [out, drawn] = [share(before.entryUnits), share(before.drawnUnits)];
    const after = {
      ...before,
      lots: before.lots + lots,
      entryUnits: before.entryUnits - out + worth(size - closed),
      drawnUnits: before.drawnUnits - drawn,
    };
    // On the other side of nothing it is another position; its number comes with what follows.
    if (before.lots === 0 || before.lots * after.lots < 0) after.positionId = 0;
    if (after.lots === 0) this.positions.delete(place);
    else this.positions.set(place, after);
    return BigInt(Math.sign(before.lots)) * (worth(closed) - out);
  }

  /** A position is told: it must be what the trades made of it, but for profit drawn from it. */
  #check(event: PositionChanged): void {
    const { accountId, instrumentId, positionId, lots, entryUnits, drawnUnits } = event;
    const place = `${accountId} ${instrumentId}`;
    const told = `${lots} lots for ${entryUnits}, ${drawnUnits} drawn`;
    const found = this.positions.get(place);
    this.#isTouched = true;
    if (found === undefined) {
      if (lots !== 0 || entryUnits !== 0n) throw new Error(`${place} is over, not ${told}`);
      return;
    }
    const moreUnits = drawnUnits - found.drawnUnits;
    const entry = found.entryUnits + BigInt(Math.sign(found.lots)) * moreUnits;
    const isKnown = found.positionId === 0 || found.positionId === positionId;
    if (found.lots !== lots || entry !== entryUnits || moreUnits < 0n || !isKnown) {
      throw new Error(`${place} has ${found.lots} lots for ${found.entryUnits}, not ${told}`);
    }
    Object.assign(found, { positionId, entryUnits, drawnUnits });
  }
}
