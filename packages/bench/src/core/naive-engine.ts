// The ordinary design, to be compared with: order objects, a Map, sorted prices, BigInt balances.
// It does what the streams need and nothing else; it is also an oracle for trades and fees.
// Not the product. Called by run-naive.ts and tests.
import {
  makeSimpleLimitOrder,
  SimpleLimitBook,
  type SimpleLimitOrder,
} from './simple-limit-book.ts';
import { type StreamTerms, StreamOp } from './stream.ts';

/** Quote units of one tick times one lot; odd on purpose, so that fees round. */
export const unitsPerTickLot = 1000000000001n;
/** Base units of one lot. */
export const unitsPerLot = 100000000000003n;
/** What every user has of every asset at the start. */
export const startUnits = 10n ** 27n;
/** Fee rates of the streams in ppm of what is received. */
export const streamFeesPpm = { maker: 200n, taker: 500n };
const million = 1_000_000n;

interface Balance {
  available: bigint;
  held: bigint;
}

/** One record of a stream. */
export interface StreamRecord {
  readonly op: number;
  readonly side: number;
  readonly tif: number;
  readonly symbol: number;
  readonly id: number;
  readonly user: number;
  readonly price: number;
  readonly size: number;
}

/** Told of each trade, for the trade hash. */
export type OnTrade = (makerId: number, takerId: number, price: number, size: number) => void;

/** An exchange core as it is usually written. */
export class NaiveEngine {
  readonly #books: SimpleLimitBook[];
  readonly #orders = new Map<number, SimpleLimitOrder>();
  readonly #quote: Balance[];
  readonly #bases: Balance[][];
  readonly #onTrade: OnTrade;
  #limitOfTaker = 0;
  /** Quote units of fees so far. */
  feeQuoteUnits = 0n;
  /** Base units of fees so far, all assets. */
  feeBaseUnits = 0n;
  rejectsCount = 0;

  constructor(terms: Pick<StreamTerms, 'symbols' | 'users'>, onTrade: OnTrade) {
    this.#onTrade = onTrade;
    const makeBalances = (): Balance[] =>
      Array.from({ length: terms.users }, () => ({ available: startUnits, held: 0n }));
    this.#books = Array.from({ length: terms.symbols }, () => new SimpleLimitBook());
    this.#quote = makeBalances();
    this.#bases = this.#books.map(makeBalances);
  }

  /** Do one record. */
  apply(record: StreamRecord): void {
    if (record.op === StreamOp.place) this.#place(record);
    else if (record.op === StreamOp.cancel) this.#cancel(record);
    else {
      this.#cancel(record);
      this.#place(record);
    }
  }

  /** Orders that rest now. */
  countResting(): number {
    return this.#orders.size;
  }

  /** Sum of everything of the quote asset, fees included. */
  sumQuote(): bigint {
    return this.#quote.reduce((sum, it) => sum + it.available + it.held, this.feeQuoteUnits);
  }

  #holdOf(record: {
    readonly side: number;
    readonly price: number;
    readonly size: number;
  }): bigint {
    const size = BigInt(record.size);
    return record.side === 0 ? BigInt(record.price) * size * unitsPerTickLot : size * unitsPerLot;
  }

  #balance(record: { readonly side: number; readonly user: number }, symbol: number): Balance {
    return record.side === 0 ? this.#quote[record.user] : this.#bases[symbol][record.user];
  }

  #place(record: StreamRecord): void {
    const { symbol } = record;
    const hold = this.#holdOf(record);
    const balance = this.#balance(record, symbol);
    if (balance.available < hold) {
      this.rejectsCount += 1;
      return;
    }
    balance.available -= hold;
    balance.held += hold;
    const order = makeSimpleLimitOrder(record);
    this.#limitOfTaker = record.price;
    const book = this.#books[symbol];
    book.match(order, (...trade) => this.#settle(order, symbol, trade));
    if (order.size === 0) return;
    if (record.tif === 1) {
      const rest = this.#holdOf(order);
      balance.held -= rest;
      balance.available += rest;
      return;
    }
    book.rest(order);
    book.enter(order);
    this.#orders.set(order.id, order);
  }

  #cancel(record: StreamRecord): void {
    const order = this.#orders.get(record.id);
    if (order === undefined) {
      this.rejectsCount += 1;
      return;
    }
    this.#orders.delete(order.id);
    const book = this.#books[record.symbol];
    book.leave(order);
    book.strike(order);
    const hold = this.#holdOf(order);
    const balance = this.#balance(order, record.symbol);
    balance.held -= hold;
    balance.available += hold;
  }

  #settle(taker: SimpleLimitOrder, symbol: number, trade: [number, number, number, number]): void {
    const [makerId, , price, size] = trade;
    const maker = this.#orders.get(makerId) as SimpleLimitOrder;
    this.#onTrade(...trade);
    const buyer = taker.side === 0 ? taker : maker;
    const seller = taker.side === 0 ? maker : taker;
    const lots = BigInt(size);
    const quote = BigInt(price) * lots * unitsPerTickLot;
    const base = lots * unitsPerLot;
    const paid = this.#quote[buyer.user];
    const held = buyer === taker ? BigInt(this.#limitOfTaker) * lots * unitsPerTickLot : quote;
    paid.held -= held;
    paid.available += held - quote;
    this.#bases[symbol][seller.user].held -= base;
    const { maker: makerPpm, taker: takerPpm } = streamFeesPpm;
    const buyerFee = (base * (buyer === taker ? takerPpm : makerPpm) + million - 1n) / million;
    const sellerFee = (quote * (seller === taker ? takerPpm : makerPpm) + million - 1n) / million;
    this.#bases[symbol][buyer.user].available += base - buyerFee;
    this.#quote[seller.user].available += quote - sellerFee;
    this.feeBaseUnits += buyerFee;
    this.feeQuoteUnits += sellerFee;
    if (maker.size === size) this.#orders.delete(makerId);
  }
}
