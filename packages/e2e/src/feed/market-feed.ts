// A market that moves as fast as one likes: book changes, trades, tickers and candles from a seed.
// Not the product's market: it stands in front of it for the browser's bench only.
import type { BookData, ChannelFrame, PublicTrade, TickerRow } from '@isobath/wire';

/** What frames are made of. */
export interface FeedMarket {
  readonly symbol: string;
  readonly priceDecimals: number;
  readonly lotDecimals: number;
  readonly midTicks: number;
  readonly ticker: TickerRow;
}

/** A market in motion. */
export interface MovingMarket {
  /** The frame that begins a channel, or null for one that this market does not have. */
  begin(channel: string): ChannelFrame | null;
  /** One change of the book. */
  moveBook(): ChannelFrame;
  trade(): ChannelFrame;
  tick(): ChannelFrame;
  candle(interval: string): ChannelFrame;
}

const levelsCount = 200;
const changesCount = 6;

function showWhole(value: number, decimals: number): string {
  if (decimals === 0) return String(value);
  const digits = String(value).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Set a market in motion. */
export function moveMarket(market: FeedMarket, seed: number): MovingMarket {
  const { symbol, priceDecimals, lotDecimals } = market;
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  const mid = market.midTicks;
  const numbers = new Map<string, number>();
  const next = (channel: string) => {
    const number = (numbers.get(channel) ?? 0) + 1;
    numbers.set(channel, number);
    return number;
  };
  const price = (ticks: number) => showWhole(Math.max(1, ticks), priceDecimals);
  const size = () => showWhole(1 + Math.floor(random() ** 4 * 500_000), lotDecimals);
  const frame = (ch: string, type: ChannelFrame['type'], data: unknown): ChannelFrame => {
    const number = type === 'snapshot' ? (numbers.get(ch) ?? 0) : next(ch);
    return { ch, type, first: number, last: number, at: Date.now(), data };
  };
  const makeTrade = (): PublicTrade => ({
    id: String((numbers.get(`trades:${symbol}`) ?? 0) + 1),
    time: Date.now(),
    price: price(mid),
    amount: size(),
    side: random() < 0.5 ? 'buy' : 'sell',
  });
  const makeCandle = (interval: string) => {
    const spanMs = interval === '1m' ? 60_000 : 900_000;
    const openMs = Math.floor(Date.now() / spanMs) * spanMs;
    const close = price(mid);
    return [openMs, close, price(mid + 40), price(mid - 40), close, '1.5', '100', 9, false];
  };
  function wholeBook(): BookData {
    const steps = Array.from({ length: levelsCount }, (_, step) => step + 1);
    return {
      asks: steps.map((step) => [price(mid + step), size()]),
      bids: steps.map((step) => [price(mid - step), size()]),
    };
  }
  return {
    begin(channel) {
      const [kind, , interval = '1m'] = channel.split(':');
      if (kind === 'book') return frame(channel, 'snapshot', wholeBook());
      if (kind === 'trades') return frame(channel, 'snapshot', [makeTrade()]);
      if (kind === 'ticker') return frame(channel, 'snapshot', market.ticker);
      if (kind === 'candle') return frame(channel, 'snapshot', [makeCandle(interval)]);
      return null;
    },
    moveBook() {
      const data: BookData = { asks: [], bids: [] };
      for (let change = 0; change < changesCount; change += 1) {
        const step = 1 + Math.floor(random() ** 2 * 60);
        const isGone = random() < 0.15;
        const isAsk = random() < 0.5;
        const level: [string, string] = [
          price(isAsk ? mid + step : mid - step),
          isGone ? '0' : size(),
        ];
        (isAsk ? data.asks : data.bids).push(level);
      }
      return frame(`book:${symbol}`, 'diff', data);
    },
    trade() {
      return frame(`trades:${symbol}`, 'event', [makeTrade()]);
    },
    tick: () => frame(`ticker:${symbol}`, 'event', { ...market.ticker, last: price(mid) }),
    candle: (interval) => frame(`candle:${symbol}:${interval}`, 'event', [makeCandle(interval)]),
  };
}
