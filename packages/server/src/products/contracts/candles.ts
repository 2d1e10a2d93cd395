// Candles of prices that change without trades. Not here: rows (projection.ts).

/** What a candle is of. */
export const PriceKind = { index: 1, mark: 2, premium: 3 } as const;
/** One of them. */
export type PriceKind = (typeof PriceKind)[keyof typeof PriceKind];

/** Spans that are stored, in seconds. */
export const PRICE_SPANS_S = [60, 3_600] as const;

/** A candle as its row; `key` is the number of an index or a contract. */
export interface PriceCandle {
  readonly kind: PriceKind;
  readonly key: number;
  readonly span_s: number;
  readonly open_ms: number;
  readonly open: number;
  high: number;
  low: number;
  close: number;
  changes_count: number;
}

/** A price at a time. */
export interface PricePoint {
  readonly kind: PriceKind;
  readonly key: number;
  readonly atMs: number;
  readonly value: number;
}

/** Candles that are being gathered. */
export class PriceCandles {
  #candles = new Map<string, PriceCandle>();
  /** The last value of each line: what is said again is no change. */
  readonly #last = new Map<string, number>();

  /** Take a price in. */
  add({ kind, key, atMs, value }: PricePoint): void {
    const line = `${kind} ${key}`;
    const isSame = this.#last.get(line) === value;
    this.#last.set(line, value);
    for (const span of PRICE_SPANS_S) {
      const openMs = atMs - (atMs % (span * 1_000));
      const place = `${line} ${span} ${openMs}`;
      const candle = this.#candles.get(place);
      if (candle === undefined) {
        this.#candles.set(place, {
          kind,
          key,
          span_s: span,
          open_ms: openMs,
          open: value,
          high: value,
          low: value,
          close: value,
          changes_count: isSame ? 0 : 1,
        });
      } else if (!isSame) {
        candle.high = Math.max(candle.high, value);
        candle.low = Math.min(candle.low, value);
        candle.close = value;
        candle.changes_count += 1;
      }
    }
  }

  /** Hand out what was gathered, and begin anew. */
  take(): PriceCandle[] {
    const taken = [...this.#candles.values()];
    this.#candles = new Map();
    return taken;
  }

  /** Forget everything. */
  clear(): void {
    this.#candles = new Map();
    this.#last.clear();
  }
}
