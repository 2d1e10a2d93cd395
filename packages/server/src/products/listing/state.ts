// What is listed now, as things with fields: coins and markets from their tables and the registry,
// the fees of new markets, VIP levels, lists. A thing that was begun and that the engine does not
// know yet is not done: the same command again completes it. Called by plan, export and the pages.
import { EventKind, MarketState } from '@isobath/core';
import type { ListingFields, ListingKind, WebValueName } from '@isobath/wire';
import type { Session } from '../../base/db/index.ts';
import type { ReferenceTables } from '../../base/reference-tables/index.ts';
import { type Market, type MarketRegistry, nameMarketState } from '../../base/market/index.ts';
import { showMarketFields } from './terms.ts';

/** A thing as it stands. */
export interface Listed {
  readonly kind: ListingKind;
  readonly key: string;
  readonly fields: ListingFields;
  /** State of a market, `DELISTED` included; "" for other things. */
  readonly state: string;
  readonly isDone: boolean;
  /** Of a market that the engine knows. */
  readonly market?: Market;
}

/** Things by `kind key`. */
export type Things = Map<string, Listed>;

/** Lists of markets that pages show, kept elsewhere. */
export interface MarketLists {
  read(session: Session): Promise<Readonly<Record<MarketListName, readonly string[]>>>;
  write(session: Session, name: MarketListName, symbols: readonly string[]): Promise<void>;
}

/** Names of the lists. */
export type MarketListName = 'recommended' | 'popular';

/** The value that pages read for each list. */
export const listValues = {
  recommended: 'recommendedMarkets',
  popular: 'popularMarkets',
} as const satisfies Record<MarketListName, WebValueName>;

/** What reading stands on. */
export interface StateParts {
  readonly database: Session;
  readonly markets: MarketRegistry;
  readonly tables: ReferenceTables;
  readonly lists: MarketLists;
}

/** The name of a thing. */
export const nameThing = (kind: ListingKind, key: string): string => `${kind} ${key}`;

const isSaid = ([, value]: [string, unknown]) => typeof value === 'string' && value !== '';

function spread(group: string, values: Readonly<Record<string, unknown>>): ListingFields {
  return Object.fromEntries(
    Object.entries(values)
      .filter(isSaid)
      .map(([name, value]) => [`${group}.${name}`, String(value)]),
  );
}

interface CoinRow {
  readonly short_name: string;
  readonly name: string;
  readonly links: Record<string, unknown>;
  readonly texts: Record<string, unknown>;
  readonly content: Buffer | null;
}

async function readCoins({ database, markets }: StateParts): Promise<Listed[]> {
  const rows = await database.query<CoinRow>(
    `SELECT short_name, name, links, texts, content
     FROM coins LEFT JOIN coin_pictures USING (coin_id) ORDER BY coin_id`,
  );
  return rows.map(({ short_name: key, name, links, texts, content }) => {
    const coin = markets.coinByName(key);
    const fields = {
      name,
      ...(coin === undefined ? {} : { decimals: String(coin.scale) }),
      ...spread('links', links),
      ...spread('texts', texts),
      ...(content === null ? {} : { logo: content.toString('base64') }),
    };
    return { kind: 'coin', key, fields, state: '', isDone: coin !== undefined };
  });
}

/** Reference prices in ticks by market, as the operator set them last. */
async function readReferences(database: Session): Promise<Map<number, number>> {
  const rows = await database.query<{ key: number; ticks: string }>(
    `SELECT key, event ->> 'priceTicks' AS ticks FROM definitions WHERE kind = $1`,
    [EventKind.referencePriceSet],
  );
  return new Map(rows.map(({ key, ticks }) => [Number(key), Number(ticks)]));
}

async function readMarkets({ database, markets }: StateParts): Promise<Listed[]> {
  const references = await readReferences(database);
  const rows = await database.query<{ symbol: string; is_delisted: boolean }>(
    `SELECT symbol, delisted_at IS NOT NULL AS is_delisted FROM markets ORDER BY instrument_id`,
  );
  return rows.map(({ symbol: key, is_delisted: isDelisted }) => {
    const market = markets.marketBySymbol(key);
    if (market === undefined) {
      return { kind: 'market', key, fields: {}, state: 'PRE_OPEN', isDone: false };
    }
    const shown = showMarketFields(market, references.get(market.instrumentId) ?? 0);
    const fields = isDelisted ? { ...shown, opens: 'delisted' } : shown;
    const state = isDelisted ? 'DELISTED' : nameMarketState(market.state);
    // One that is closed for good and whose orders are not all cancelled yet is not done either.
    const isDone = !isDelisted || market.state === MarketState.break;
    return { kind: 'market', key, fields, state, isDone, market };
  });
}

function readFees({ markets }: StateParts): Listed {
  const rates = markets.readDefaultRates();
  const fields = {
    makerPpm: rates.slice(0, 16).join(' '),
    takerPpm: rates.slice(16).join(' '),
  };
  return { kind: 'fees', key: 'default', fields, state: '', isDone: true };
}

async function readLevels({ tables }: StateParts): Promise<Listed[]> {
  const rows = await tables.list('vipLevels');
  return rows.map(({ key, cells }) => ({
    kind: 'vip',
    key,
    fields: { volumeUsdt: cells['volumeUsdt'] ?? '0' },
    state: '',
    isDone: true,
  }));
}

async function readLists({ database, lists }: StateParts): Promise<Listed[]> {
  const all = await lists.read(database);
  return (['recommended', 'popular'] as const).map((key) => ({
    kind: 'list',
    key,
    fields: { markets: all[key].join(' ') },
    state: '',
    isDone: true,
  }));
}

/** Read everything of some kinds, in the order in which it is made. */
export async function readThings(
  parts: StateParts,
  kinds: readonly ListingKind[],
): Promise<Listed[]> {
  const readers: Record<ListingKind, () => Promise<Listed[]>> = {
    coin: () => readCoins(parts),
    fees: async () => [readFees(parts)],
    vip: () => readLevels(parts),
    market: () => readMarkets(parts),
    list: () => readLists(parts),
  };
  const found: Listed[] = [];
  for (const kind of kinds) found.push(...(await readers[kind]()));
  return found;
}

/** The same by name. */
export async function readAll(parts: StateParts, kinds: readonly ListingKind[]): Promise<Things> {
  const listed = await readThings(parts, kinds);
  return new Map(listed.map((one) => [nameThing(one.kind, one.key), one]));
}
