// The market as a whole: sums of live tickers, and stored candles for the days before.
// Not here: single markets (../routes.ts). Contract calls tell of no contract until there are some.
import { formatDecimal } from '@isobath/core/math';
import { type Dominance, marketOverviewRoutes, type TurnoverDay } from '@isobath/wire';
import type { Database } from '../../../base/db/index.ts';
import {
  formatPercent,
  type Market,
  type MarketRegistry,
  type MarketLive,
} from '../../../base/market/index.ts';
import { type RouteHandler, serve } from '../../../base/product/index.ts';
import { showTicker } from '../show.ts';
import type { Turnover } from './turnover.ts';

/** What the calls stand on. */
export interface OverviewParts {
  readonly database: Database;
  readonly markets: MarketRegistry;
  readonly live: MarketLive;
  readonly turnover: Turnover;
  readonly readNowMs: () => number;
}

const ETF_AREA = 6;
const DAYS = 30;
const DAY_MS = 86_400_000;

interface DayRow {
  instrument_id: number;
  day: string;
  quote_units: string;
  trades_count: number;
}

/** Share as per cent with two decimals. */
function showPercent(part: bigint, whole: bigint): string {
  return whole === 0n ? '0.00' : formatPercent(part, whole, 2);
}

/** Handlers of the overview. */
export function createOverviewRoutes(parts: OverviewParts): RouteHandler[] {
  const { markets, live, turnover, readNowMs } = parts;
  const showMoney = (units: bigint) => formatDecimal(units, turnover.scale());

  function sum(list: readonly Market[], nowMs: number): bigint {
    return list.reduce((total, market) => total + turnover.read(market, nowMs), 0n);
  }

  function readDominance(): Dominance {
    const time = readNowMs();
    const all = markets.listMarkets();
    const bitcoin = all.filter((market) => market.base.shortName === 'BTC');
    const [part, whole] = [sum(bitcoin, time), sum(all, time)];
    return {
      percent: showPercent(part, whole),
      btcTurnoverUsdt: showMoney(part),
      turnoverUsdt: showMoney(whole),
      time,
    };
  }

  function listTickers(nowMs: number) {
    return markets.listMarkets().map((market) => ({
      market,
      ticker: showTicker(market, live.read(market.instrumentId), nowMs),
    }));
  }

  return [
    serve(marketOverviewRoutes.overview, async () => {
      const time = readNowMs();
      const rows = listTickers(time);
      const isUp = (change: string) => !change.startsWith('-') && /[1-9]/.test(change);
      const risersCount = rows.filter(({ ticker }) => isUp(ticker.change)).length;
      const fallersCount = rows.filter(({ ticker }) => ticker.change.startsWith('-')).length;
      return {
        marketsCount: rows.length,
        coinsCount: markets.listCoins().length,
        risersCount,
        fallersCount,
        unchangedCount: rows.length - risersCount - fallersCount,
        turnoverUsdt: showMoney(sum(markets.listMarkets(), time)),
        time,
      };
    }),
    serve(marketOverviewRoutes.spotOverview, async () => ({ days: await readDays(parts) })),
    serve(marketOverviewRoutes.heatmap, async () => {
      const nowMs = readNowMs();
      return listTickers(nowMs)
        .map(({ market, ticker }) => ({ units: turnover.read(market, nowMs), ticker }))
        .filter(({ units }) => units > 0n)
        .sort((one, two) => (one.units > two.units ? -1 : 1))
        .map(({ units, ticker }) => ({
          tradeId: ticker.tradeId,
          symbol: ticker.symbol,
          baseCurrency: ticker.baseCurrency,
          quoteCurrency: ticker.quoteCurrency,
          tradeArea: ticker.tradeArea,
          turnoverUsdt: showMoney(units),
          last: ticker.last,
          change: ticker.change,
        }));
    }),
    serve(marketOverviewRoutes.btcDominance, async () => readDominance()),
    serve(marketOverviewRoutes.etf, async () =>
      listTickers(readNowMs())
        .map(({ ticker }) => ticker)
        .filter((ticker) => ticker.tradeArea === ETF_AREA),
    ),
    ...createContractRoutes(),
  ];
}

/** Turnover of each day from stored hours, oldest first. */
async function readDays(parts: OverviewParts): Promise<TurnoverDay[]> {
  const { database, markets, turnover, readNowMs } = parts;
  const todayMs = Math.floor(readNowMs() / DAY_MS) * DAY_MS;
  const rows = await database.query<DayRow>(
    `SELECT instrument_id, sum(quote_units) AS quote_units,
            sum(trades_count)::bigint AS trades_count,
            to_char(to_timestamp(open_ms / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
     FROM candles WHERE span_s = 3600 AND open_ms >= $1
     GROUP BY instrument_id, day ORDER BY day`,
    [todayMs - (DAYS - 1) * DAY_MS],
  );
  const days = new Map<string, { units: bigint; tradesCount: number }>();
  for (const row of rows) {
    const market = markets.marketById(row.instrument_id);
    if (market === undefined) continue;
    const day = days.get(row.day) ?? { units: 0n, tradesCount: 0 };
    day.units += turnover.value(market, BigInt(row.quote_units));
    day.tradesCount += row.trades_count;
    days.set(row.day, day);
  }
  return [...days].map(([day, { units, tradesCount }]) => ({
    day,
    turnoverUsdt: formatDecimal(units, turnover.scale()),
    tradesCount,
  }));
}

/** No contract is listed in this release, so nothing was traded, is open or was closed by force. */
function createContractRoutes(): RouteHandler[] {
  return [
    serve(marketOverviewRoutes.contractCurrencies, async () => []),
    serve(marketOverviewRoutes.contractVolume, async () => ({
      turnoverUsdt: '0',
      contractsCount: 0,
    })),
    serve(marketOverviewRoutes.contractHistory, async () => []),
    serve(marketOverviewRoutes.contractOpenInterest, async () => []),
    serve(marketOverviewRoutes.contractFunding, async () => []),
    serve(marketOverviewRoutes.contractLiquidations, async () => []),
  ];
}
