// The order streams A1 and A100: the same bytes everywhere, so that engines of any make can be
// compared. Not here: any engine. docs/performance.md has the definition.
// Called by the runs, in each process; the bytes are kept in the system's temporary folder.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  makeSimpleLimitOrder,
  SimpleLimitBook,
  type SimpleLimitOrder,
  type SimpleLimitTerms,
} from './simple-limit-book.ts';
import { createRandom, type Random } from './random.ts';

/** What a stream is made from, and what must come out. */
export interface StreamTerms {
  readonly name: string;
  readonly count: number;
  readonly symbols: number;
  readonly users: number;
  readonly seed: number;
  readonly liveMin: number;
  readonly liveMax: number;
  /** SHA-256 of the bytes, trades and fees, where the definition states them. */
  readonly sha256?: string;
  readonly tradeHash?: number;
  readonly tradesCount?: number;
  readonly feeQuoteUnits?: string;
}

/** One market, a thousand users. */
export const streamA1 = {
  name: 'A1',
  count: 3_000_000,
  symbols: 1,
  users: 1000,
  seed: 12345,
  liveMin: 1000,
  liveMax: 10_000,
  sha256: 'b4a750493b2dc131d882d22b4dccdac8db0141322e7d580e9806cf7e4c39fb6b',
  tradeHash: 183_472_759,
  tradesCount: 491_835,
  feeQuoteUnits: '235810306564336063749',
} as const satisfies StreamTerms;

/** A hundred markets, ten thousand users. */
export const streamA100 = {
  name: 'A100',
  count: 3_000_000,
  symbols: 100,
  users: 10_000,
  seed: 67890,
  liveMin: 200,
  liveMax: 5000,
  sha256: '335aa2be9f9ebcc1b35e6f8b65696ddfc5a72f5095bed5081df3129ad3dc7f11',
  tradeHash: 3_119_232_719,
  tradesCount: 466_041,
  feeQuoteUnits: '214791538852615065310',
} as const satisfies StreamTerms;

/** What a record asks for. */
export const StreamOp = { place: 1, cancel: 2, modify: 3 } as const;
/** Bytes of a record: op, side, tif, 0, then symbol, id, user, price, size in 32 bits each. */
export const recordBytes = 24;

/** The bytes of a stream and the hash of the trades it causes. */
export interface Stream {
  readonly terms: StreamTerms;
  readonly bytes: Buffer;
  readonly tradeHash: number;
  readonly tradesCount: number;
}

/** Add one trade to a trade hash. */
export function hashTrade(hash: number, trade: readonly [number, number, number, number]): number {
  let next = hash;
  for (const value of trade) next = Math.imul(next ^ value, 0x01000193);
  return next;
}

const firstMid = 50_000;
const midMin = 46_000;
const midMax = 54_000;
const driftCount = 300_000;
const recentCount = 256;

class StreamMaker {
  readonly #terms: StreamTerms;
  readonly #random: Random;
  readonly #books: SimpleLimitBook[];
  readonly #mids: number[];
  readonly #weights: number[];
  readonly #bytes: Buffer;
  #lastId = 0;
  #count = 0;
  hash = 0;
  tradesCount = 0;

  constructor(terms: StreamTerms) {
    this.#terms = terms;
    this.#random = createRandom(terms.seed);
    this.#books = Array.from({ length: terms.symbols }, () => new SimpleLimitBook());
    this.#mids = this.#books.map(() => firstMid);
    let sum = 0;
    this.#weights = this.#books.map((_, symbol) => (sum += 1 / (symbol + 1)));
    this.#bytes = Buffer.alloc(terms.count * recordBytes);
  }

  make(): Stream {
    while (this.#count < this.#terms.count) this.#step();
    const { hash, tradesCount } = this;
    return { terms: this.#terms, bytes: this.#bytes, tradeHash: hash >>> 0, tradesCount };
  }

  #pickSymbol(): number {
    if (this.#terms.symbols === 1) return 0;
    const drawn = this.#random.u01() * (this.#weights.at(-1) ?? 0);
    return this.#weights.findIndex((weight) => drawn < weight);
  }

  #moveMid(symbol: number): void {
    const { r32, u01 } = this.#random;
    if ((r32() & 15) !== 0) return;
    const upChance = Math.floor(this.#count / driftCount) % 2 === 0 ? 0.55 : 0.45;
    const next = this.#mids[symbol] + (u01() < upChance ? 1 : -1);
    this.#mids[symbol] = Math.min(midMax, Math.max(midMin, next));
  }

  #step(): void {
    const symbol = this.#pickSymbol();
    this.#moveMid(symbol);
    const book = this.#books[symbol];
    const drawn = this.#random.below(100);
    const { length } = book.live;
    if (drawn < 50) {
      if (length > this.#terms.liveMax) this.#cancel(symbol);
      else this.#place(symbol);
    } else if (drawn < 90) {
      if (length < this.#terms.liveMin) this.#place(symbol);
      else this.#cancel(symbol);
    } else if (drawn < 97) this.#attack(symbol);
    else if (length === 0) this.#place(symbol);
    else this.#modify(symbol);
    this.#count += 1;
  }

  /** A price away from the middle that does not cross the other side. */
  #drawPrice(symbol: number, side: number): number {
    const distance = this.#random.tail(8, 1500);
    const book = this.#books[symbol];
    const price = this.#mids[symbol] + (side === 1 ? distance : -distance);
    const other = book.readBest(1 - side);
    if (other === 0) return price;
    if (side === 0) return price >= other ? other - 1 : price;
    return price <= other ? other + 1 : price;
  }

  #newOrder(terms: Omit<SimpleLimitTerms, 'id'>): SimpleLimitOrder {
    this.#lastId += 1;
    return makeSimpleLimitOrder({ id: this.#lastId, ...terms });
  }

  #place(symbol: number): void {
    const { r32, tail, below } = this.#random;
    const side = r32() & 1;
    const price = this.#drawPrice(symbol, side);
    const size = tail(10, 1000);
    const order = this.#newOrder({ side, price, size, user: below(this.#terms.users) });
    this.#write(symbol, order, { op: StreamOp.place, tif: 0 });
    this.#books[symbol].rest(order);
    this.#books[symbol].enter(order);
  }

  #cancel(symbol: number): void {
    const { r32, below } = this.#random;
    const book = this.#books[symbol];
    const { length } = book.live;
    const isRecent = (r32() & 1) === 1 && length > recentCount;
    const order = book.live[isRecent ? length - 1 - below(recentCount) : below(length)];
    this.#write(symbol, order, { op: StreamOp.cancel, tif: 0 });
    book.leave(order);
    book.strike(order);
  }

  #attack(symbol: number): void {
    const { r32, tail, below } = this.#random;
    const book = this.#books[symbol];
    const [bid, ask] = [book.readBest(0), book.readBest(1)];
    const mid = this.#mids[symbol];
    const middle = bid === 0 || ask === 0 ? mid : (bid + ask) / 2;
    let side = middle < mid ? 0 : 1;
    if ((r32() & 3) === 0) side = 1 - side;
    const other = side === 0 ? ask : bid;
    const slip = tail(2, 50) - 1;
    const price = (other === 0 ? mid : other) + (side === 1 ? -slip : slip);
    const tif = r32() & 1;
    const size = tail(14, 3000);
    const order = this.#newOrder({ side, price, size, user: below(this.#terms.users) });
    this.#write(symbol, order, { op: StreamOp.place, tif });
    book.match(order, (maker, taker, at, lots) => {
      this.hash = hashTrade(this.hash, [maker, taker, at, lots]);
      this.tradesCount += 1;
    });
    if (order.size === 0 || tif === 1) return;
    book.rest(order);
    book.enter(order);
  }

  #modify(symbol: number): void {
    const book = this.#books[symbol];
    const order = book.live[this.#random.below(book.live.length)];
    let price = this.#drawPrice(symbol, order.side);
    if (price === order.price) price += order.side === 1 ? 1 : -1;
    book.leave(order);
    order.price = price;
    this.#write(symbol, order, { op: StreamOp.modify, tif: 0 });
    book.rest(order);
  }

  #write(symbol: number, order: SimpleLimitOrder, { op, tif }: { op: number; tif: number }): void {
    const at = this.#count * recordBytes;
    const bytes = this.#bytes;
    bytes[at] = op;
    bytes[at + 1] = order.side;
    bytes[at + 2] = tif;
    bytes.writeUInt32LE(symbol, at + 4);
    bytes.writeUInt32LE(order.id, at + 8);
    bytes.writeUInt32LE(order.user, at + 12);
    bytes.writeInt32LE(order.price, at + 16);
    bytes.writeUInt32LE(order.size, at + 20);
  }
}

/** Make a stream anew. */
export function makeStream(terms: StreamTerms): Stream {
  return new StreamMaker(terms).make();
}

/** SHA-256 of bytes, hexadecimal. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function loadFile(terms: StreamTerms): { file: string; bytes: Buffer } {
  const { name, count, symbols, users, seed } = terms;
  const file = join(tmpdir(), `isobath-${name}-${count}-${symbols}-${users}-${seed}.stream`);
  if (!existsSync(file)) {
    const { bytes } = makeStream(terms);
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, bytes);
    renameSync(draft, file);
  }
  const bytes = readFileSync(file);
  if (terms.sha256 !== undefined && hashBytes(bytes) !== terms.sha256) {
    throw new Error(`${file} is not stream ${name}: remove it`);
  }
  return { file, bytes };
}

/**
 * The bytes of a stream from the temporary folder, made there when they are not.
 *
 * @throws Error when they are not the bytes that the definition names.
 */
export function loadStream(terms: StreamTerms): Buffer {
  return loadFile(terms).bytes;
}

/** The same for a program that reads the file itself: its path. @throws Error as above. */
export function ensureStreamFile(terms: StreamTerms): string {
  return loadFile(terms).file;
}
