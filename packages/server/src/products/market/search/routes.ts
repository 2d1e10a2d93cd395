// The search's calls: find, count what was chosen, list what many choose.
// Not here: the order of what is found (find.ts). Contracts join when contract markets exist.
import { searchRoutes } from '@isobath/wire';
import type { MarkCounted } from '../../../base/addresses/index.ts';
import type { Database } from '../../../base/db/index.ts';
import type { Market, MarketRegistry, MarketLive } from '../../../base/market/index.ts';
import { refuse, type RouteHandler, serve } from '../../../base/product/index.ts';
import { showTicker } from '../show.ts';
import type { Turnover } from '../overview/turnover.ts';
import { compareTurnover, findMarkets, type Searchable } from './find.ts';

/** What the calls stand on. */
export interface SearchParts {
  readonly database: Database;
  readonly markets: MarketRegistry;
  readonly live: MarketLive;
  readonly turnover: Turnover;
  readonly readNowMs: () => number;
  readonly mark: MarkCounted;
  /** Symbols that the operator wants to be offered first. */
  readonly readPopular: () => Promise<readonly string[]>;
}

const FOUND_MAX = 50;
const POPULAR_COUNT = 10;
/** A choice counts half after so many days. */
const HALF_LIFE_DAYS = 3;
const REMEMBERED_DAYS = 30;
const CHOICES_DAY_MAX = 10;

/** The day of a moment, as the tables write it. */
const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** Trade ids by how often they were chosen, newer choices counting more. */
async function readChoices(database: Database, today: string): Promise<number[]> {
  const rows = await database.query<{ trade_id: number }>(
    `SELECT trade_id FROM search_choices WHERE day > $1::date - ${REMEMBERED_DAYS}
     GROUP BY trade_id
     ORDER BY sum(choices_count * 0.5 ^ (($1::date - day) / ${HALF_LIFE_DAYS}.0)) DESC, trade_id
     LIMIT ${POPULAR_COUNT}`,
    [today],
  );
  return rows.map((row) => row.trade_id);
}

/**
 * Count a choice: of each person, or each network of guests, once a day for a market, and ten
 * markets a day; whoever chooses more moves nothing.
 */
async function countChoice(
  database: Database,
  today: string,
  { chooser, tradeId }: { readonly chooser: Buffer; readonly tradeId: number },
): Promise<void> {
  await database.transaction(async (session) => {
    await session.execute('DELETE FROM search_choosers WHERE day < $1::date', [today]);
    const isNew = await session.execute(
      `INSERT INTO search_choosers (day, chooser, trade_id) SELECT $1::date, $2, $3
       WHERE (SELECT count(*) FROM search_choosers WHERE day = $1::date AND chooser = $2)
         < ${CHOICES_DAY_MAX}
       ON CONFLICT DO NOTHING`,
      [today, chooser, tradeId],
    );
    if (isNew === 0) return;
    await session.execute(
      `INSERT INTO search_choices (trade_id, day, choices_count) VALUES ($1, $2::date, 1)
       ON CONFLICT (day, trade_id)
       DO UPDATE SET choices_count = search_choices.choices_count + 1`,
      [tradeId, today],
    );
  });
}

/** Handlers of the search. */
export function createSearchRoutes(parts: SearchParts): RouteHandler[] {
  const { database, markets, live, turnover, readNowMs } = parts;

  function describe(market: Market, nowMs: number): Searchable {
    const ticker = showTicker(market, live.read(market.instrumentId), nowMs);
    const { tradeId, symbol, baseCurrency, quoteCurrency, tradeArea, last, change } = ticker;
    return {
      coinName: market.base.name,
      turnoverUnits: turnover.read(market, nowMs),
      found: {
        tradeId,
        symbol,
        baseCurrency,
        quoteCurrency,
        webLogo: market.base.webLogo,
        digit: `${market.priceDecimals}#${market.lotDecimals}`,
        tradeArea,
        isMarginTrade: false,
        marginRatio: '0',
        last,
        change,
      },
    };
  }

  function describeAll(): Searchable[] {
    const nowMs = readNowMs();
    return markets.listMarkets().map((market) => describe(market, nowMs));
  }

  function search(keyword: string) {
    const spots = findMarkets(describeAll(), keyword).slice(0, FOUND_MAX);
    return { result: spots.length > 0, spots, swaps: [] };
  }

  return [
    serve(searchRoutes.search, async ({ query }) => search(query.keyword)),
    serve(searchRoutes.choose, async ({ body, caller }) => {
      const { tradeId, keyword } = body;
      if (tradeId !== undefined) {
        if (markets.marketById(tradeId) === undefined) throw refuse('market_unknown');
        const chooser = parts.mark(caller);
        await countChoice(database, dayOf(readNowMs()), { chooser, tradeId });
      }
      return search(keyword);
    }),
    serve(searchRoutes.popular, async () => {
      const named = (await parts.readPopular()).map(
        (symbol) => markets.marketBySymbol(symbol)?.instrumentId ?? 0,
      );
      const chosen = [...named, ...(await readChoices(database, dayOf(readNowMs())))];
      const rank = (tradeId: number) => {
        const place = chosen.indexOf(tradeId);
        return place === -1 ? chosen.length : place;
      };
      return describeAll()
        .sort((one, two) => {
          const byChoice = rank(one.found.tradeId) - rank(two.found.tradeId);
          return byChoice || compareTurnover(one, two);
        })
        .slice(0, POPULAR_COUNT)
        .map(({ found }) => found);
    }),
  ];
}
