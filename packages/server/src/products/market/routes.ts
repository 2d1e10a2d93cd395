// The specification's market-data calls. Each is a look at live state or a question to stored
// candles.
import { formatDecimal, parseDecimal } from '@isobath/core/math';
import { CANDLES_DEFAULT, marketRoutes, type TickerRow, tradeAreas } from '@isobath/wire';
import {
  calculateChecksum,
  groupLevels,
  type Level,
  type Market,
  type MarketRegistry,
  showMarket,
  type MarketLive,
} from '../../base/market/index.ts';
import { refuse, refuseField, type RouteHandler, serve } from '../../base/product/index.ts';
import type { ReadCandles } from './candles.ts';
import { createTurnover } from './overview/turnover.ts';
import { rankTickers } from './ranking.ts';
import { showLevels, showTicker, showTrade } from './show.ts';

/** What the calls stand on. */
export interface MarketRouteParts {
  readonly markets: MarketRegistry;
  readonly live: MarketLive;
  readonly readCandles: ReadCandles;
  /** Symbols that the operator recommends, the first one first. */
  readonly readRecommended: () => Promise<readonly string[]>;
  readonly readNowMs: () => number;
}

const DEPTH_LIMIT = 100;
const TRADES_LIMIT = 100;
const POINTS = 48;
const HALF_HOUR_MS = 1_800_000;
const SYMBOLS_MAX = 100;

/** Names of trade areas; the numbers are the specification's. */
const AREA_NAMES: Readonly<Record<number, string>> = tradeAreas;

/** Handlers of market data. */
export function createMarketRoutes(parts: MarketRouteParts): RouteHandler[] {
  const { markets, live, readNowMs } = parts;
  const turnover = createTurnover(markets, live);
  const readTurnoverUsdt = ({ tradeId }: { readonly tradeId: number }) =>
    Number(formatDecimal(turnover.read(readMarket(tradeId), readNowMs()), turnover.scale()));
  const readTradesCount = ({ tradeId }: { readonly tradeId: number }) =>
    live.read(tradeId).day.read(readNowMs())?.tradesCount ?? 0;

  function readMarket(tradeId: number): Market {
    const market = markets.marketById(tradeId);
    if (market === undefined) throw refuse('market_unknown');
    return market;
  }

  function listTickers(): TickerRow[] {
    const nowMs = readNowMs();
    return markets
      .listMarkets()
      .map((market) => showTicker(market, live.read(market.instrumentId), nowMs));
  }

  function readSide(
    market: Market,
    side: { isBid: boolean; limit: number; stepTicks: number },
  ): Level[] {
    const { book } = live.read(market.instrumentId);
    if (side.stepTicks <= 1) return book.list(side.isBid, side.limit);
    return groupLevels(book.list(side.isBid, Number.MAX_SAFE_INTEGER), side);
  }

  function readStep(market: Market, grouping: string | undefined): number {
    if (grouping === undefined) return 1;
    const fraction = grouping.split('.')[1] ?? '';
    if (/[1-9]/.test(fraction.slice(market.priceDecimals))) {
      throw refuse('price_off_tick', { decimals: String(market.priceDecimals) });
    }
    const steps = Number(parseDecimal(grouping, market.priceDecimals));
    if (!Number.isSafeInteger(steps) || steps < 1) throw refuseField('grouping', 'not a step');
    return steps;
  }

  const closesOf = new Map<number, { readonly key: string; readonly closes: readonly string[] }>();

  /** Last prices of the day's closed half hours: read once in each, as none of them changes. */
  async function readCloses(market: Market): Promise<readonly string[]> {
    const { instrumentId } = market;
    const readKey = () =>
      `${Math.floor(readNowMs() / HALF_HOUR_MS)} ${live.read(instrumentId).firstMs}`;
    const key = readKey();
    const known = closesOf.get(instrumentId);
    if (known?.key === key) return known.closes;
    const rows = await parts.readCandles(market, {
      interval: '30m',
      fromMs: undefined,
      toMs: undefined,
      limit: POINTS - 1,
    });
    const closes = rows.slice(0, -1).map((row) => row[4]);
    // Rows that were read across the border may be those of either side.
    if (readKey() === key) closesOf.set(instrumentId, { key, closes });
    return closes;
  }

  /**
   * The line of the ticker's own day: it begins at the ticker's first price, goes through its
   * candles and ends at its last, so that line, change and chart never disagree. Before the first
   * candle of a market it is flat.
   */
  async function readTrendline(market: Market) {
    const { symbol } = market;
    const liveMarket = live.read(market.instrumentId);
    if (liveMarket.lastTicks === 0) return { symbol, points: [] };
    const closes = await readCloses(market);
    const { open, last } = showTicker(market, liveMarket, readNowMs());
    const before = Array.from({ length: POINTS - 1 - closes.length }, () => open);
    return { symbol, points: [...before, ...closes, last] };
  }

  return [
    serve(marketRoutes.fullDepth, async ({ query }) => {
      const market = readMarket(query.tradeId);
      const limit = query.limit ?? DEPTH_LIMIT;
      const stepTicks = readStep(market, query.grouping);
      const asks = showLevels(market, readSide(market, { isBid: false, limit, stepTicks }));
      const bids = showLevels(market, readSide(market, { isBid: true, limit, stepTicks }));
      return {
        tradeId: market.instrumentId,
        lastUpdateId: live.read(market.instrumentId).book.lastUpdateId,
        time: readNowMs(),
        asks,
        bids,
        checksum: calculateChecksum(asks, bids),
      };
    }),
    serve(marketRoutes.tradeInfo, async ({ query }) => showMarket(readMarket(query.tradeId))),
    serve(marketRoutes.markets, async () => markets.listMarkets().map(showMarket)),
    serve(marketRoutes.recentTrades, async ({ query }) => {
      const market = readMarket(query.tradeId);
      const { trades } = live.read(market.instrumentId);
      return trades
        .slice(-(query.limit ?? TRADES_LIMIT))
        .reverse()
        .map((trade) => showTrade(market, trade));
    }),
    serve(marketRoutes.tickers, async () => listTickers()),
    serve(marketRoutes.trendlines, async ({ query }) => {
      const symbols = query.symbols.split(',').slice(0, SYMBOLS_MAX);
      const known = symbols
        .map((symbol) => markets.marketBySymbol(symbol))
        .filter((market) => market !== undefined);
      return Promise.all(known.map(readTrendline));
    }),
    serve(marketRoutes.candles, async ({ query }) => {
      const market = markets.marketBySymbol(query.symbol);
      if (market === undefined) throw refuse('market_unknown');
      return parts.readCandles(market, {
        interval: query.interval,
        fromMs: query.from,
        toMs: query.to,
        limit: query.limit ?? CANDLES_DEFAULT,
      });
    }),
    serve(marketRoutes.ranking, async ({ query }) => {
      const recommended = query.name === 'recommends' ? await parts.readRecommended() : [];
      const measures = { readTurnoverUsdt, readTradesCount, recommended };
      return rankTickers(query.name, listTickers(), measures).slice(0, query.limit ?? 20);
    }),
    serve(marketRoutes.tradeAreas, async () => {
      const byArea = new Map<number, number[]>();
      for (const market of markets.listMarkets()) {
        byArea.set(market.tradeArea, [
          ...(byArea.get(market.tradeArea) ?? []),
          market.instrumentId,
        ]);
      }
      return [...byArea]
        .sort(([one], [two]) => one - two)
        .map(([area, tradeIds]) => ({ area, name: AREA_NAMES[area] ?? String(area), tradeIds }));
    }),
    serve(marketRoutes.coins, async ({ caller }) =>
      markets.listCoins().map((coin) => ({
        coinId: coin.coinId,
        shortName: coin.shortName,
        name: coin.name,
        decimals: coin.scale,
        isTestMoney: coin.isMock,
        webLogo: coin.webLogo,
        links: { ...coin.links },
        text: coin.texts[caller.locale] ?? coin.texts['en_US'] ?? '',
      })),
    ),
  ];
}
