// Another venue's prices through ccxt, loaded only when it is asked for: the library is large and
// optional. It asks for public tickers and nothing else. Called by reference.ts.
import { EXIT, Refusal } from '../../base/process/exit.ts';
import type { Venue } from './venue-reference.ts';

/** The few things of a ccxt exchange that are used. */
interface CcxtExchange {
  readonly has: Readonly<Record<string, unknown>>;
  urls: { api: unknown };
  options: Record<string, unknown>;
  timeout: number;
  readonly markets?: Readonly<Record<string, unknown>>;
  loadMarkets(): Promise<unknown>;
  fetchTickers(symbols: readonly string[]): Promise<Record<string, CcxtTicker>>;
  close?(): Promise<unknown>;
}

interface CcxtTicker {
  readonly symbol: string;
  readonly bid?: number;
  readonly ask?: number;
  readonly last?: number;
  readonly timestamp?: number;
}

const REQUEST_MS_MAX = 5_000;
/** A ticker that the venue itself calls older than this is no price of now. */
const TICKER_MS_MAX = 60_000;

/** Put another origin into every address of a nested list, keeping the paths. */
function replaceOrigins(addresses: unknown, origin: string): unknown {
  if (typeof addresses === 'string') {
    return URL.canParse(addresses) ? origin + new URL(addresses).pathname : addresses;
  }
  if (typeof addresses !== 'object' || addresses === null) return addresses;
  const entries = Object.entries(addresses);
  return Object.fromEntries(entries.map(([name, one]) => [name, replaceOrigins(one, origin)]));
}

/** Middle of the best prices, the last trade where there is none; undefined when it is old. */
function readPrice({ bid, ask, last, timestamp }: CcxtTicker, nowMs: number): number | undefined {
  if (timestamp !== undefined && nowMs - timestamp > TICKER_MS_MAX) return undefined;
  const hasBoth = bid !== undefined && ask !== undefined && bid > 0 && bid <= ask;
  const price = hasBoth ? (bid + ask) / 2 : last;
  return price !== undefined && Number.isFinite(price) && price > 0 ? price : undefined;
}

async function loadExchange(name: string): Promise<CcxtExchange> {
  const library = await import('ccxt').catch((error: unknown) => {
    const line = `ISOBATH_REFERENCE=ccxt:${name} needs the package ccxt: run npm install.`;
    throw new Refusal(EXIT.configuration, line, error);
  });
  const { exchanges } = library.default as unknown as { exchanges: readonly string[] };
  if (!exchanges.includes(name)) {
    throw new Refusal(
      EXIT.configuration,
      `ISOBATH_REFERENCE=ccxt:${name}: there is no such venue.`,
    );
  }
  const classes = library.default as unknown as Record<string, new (o: object) => CcxtExchange>;
  const exchange = new classes[name]({ enableRateLimit: true, timeout: REQUEST_MS_MAX });
  if (exchange.has['fetchTickers'] === true) return exchange;
  throw new Refusal(
    EXIT.configuration,
    `ISOBATH_REFERENCE=ccxt:${name}: that venue does not tell all prices at once; choose another.`,
  );
}

/**
 * Open a venue.
 *
 * @param name - as ccxt calls it, such as `binance`.
 * @param url - origin to ask in place of the venue's own, "" for its own.
 * @errors Refusal 78 when there is no such venue or the library is not installed.
 */
export async function openCcxtVenue(name: string, url: string): Promise<Venue> {
  const exchange = await loadExchange(name);
  // Where it can be chosen, only spot: other kinds cost a request each and are not read.
  exchange.options['fetchMarkets'] = { types: ['spot'] };
  if (url !== '') exchange.urls.api = replaceOrigins(exchange.urls.api, new URL(url).origin);
  return {
    async readPrices(coins) {
      await exchange.loadMarkets();
      const pairs = new Map(coins.map((coin) => [`${coin}/USDT`, coin]));
      const symbols = [...pairs.keys()].filter((pair) => exchange.markets?.[pair] !== undefined);
      const tickers = await exchange.fetchTickers(symbols);
      const nowMs = Date.now();
      const prices = new Map<string, number>();
      for (const ticker of Object.values(tickers)) {
        const coin = pairs.get(ticker.symbol);
        const price = readPrice(ticker, nowMs);
        if (coin !== undefined && price !== undefined) prices.set(coin, price);
      }
      return prices;
    },
    close: async () => void (await exchange.close?.()),
  };
}
