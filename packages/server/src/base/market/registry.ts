// Which coins and markets there are, with their scales and limits: names from the database, numbers
// from the engine's events. It holds no price and no book. Read by every product that turns text
// into ticks.
import {
  type AssetId,
  type CoreEvent,
  EventKind,
  type InstrumentDefined,
  type InstrumentId,
  MarketState,
  type SpotMarketState,
} from '@isobath/core';
import { calculateUnitsPerLot, calculateUnitsPerTickLot, formatDecimal } from '@isobath/core/math';
import type { MarketInfo } from '@isobath/wire';
import type { Session } from '../db/index.ts';

/** A coin. `scale` = decimals of its base unit. */
export interface Coin {
  readonly coinId: AssetId;
  /** Upper case, such as BTC. */
  readonly shortName: string;
  readonly name: string;
  readonly scale: number;
  readonly isMock: boolean;
  /** Address of its picture, "" when the operator brought none: pages draw it themselves. */
  readonly webLogo: string;
  /** Addresses by place, such as website. */
  readonly links: Readonly<Record<string, string>>;
  /** What it is, by language. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Names given to a number. */
export interface CoinNames {
  readonly coinId: number;
  readonly shortName: string;
  readonly name: string;
  readonly webLogo?: string;
  readonly links?: Coin['links'];
  readonly texts?: Coin['texts'];
}

/** A spot market with what is needed to translate between text and the core's numbers. */
export interface Market extends Omit<InstrumentDefined, 'kind'> {
  /** Lower case, such as btc_usdt. */
  readonly symbol: string;
  readonly base: Coin;
  readonly quote: Coin;
  readonly unitsPerLot: bigint;
  readonly unitsPerTickLot: bigint;
  readonly state: SpotMarketState;
  readonly noCancelAtMs: number;
  readonly openAtMs: number;
  readonly makerPpm: readonly number[];
  readonly takerPpm: readonly number[];
  /** It takes no orders any more and stands in no list; what was traded stays. */
  readonly isDelisted: boolean;
}

/** Coins and markets of this installation. */
export interface MarketRegistry {
  marketBySymbol(symbol: string): Market | undefined;
  marketById(instrumentId: number): Market | undefined;
  coinById(coinId: number): Coin | undefined;
  coinByName(shortName: string): Coin | undefined;
  /** In order of number, without those that are delisted. */
  listMarkets(): readonly Market[];
  /** The same with those that are delisted. */
  listAllMarkets(): readonly Market[];
  /** Rates of new markets, maker then taker; all 0 until they are set. */
  readDefaultRates(): readonly number[];
  listCoins(): readonly Coin[];
  /** Take in an event of the engine; others than definitions, states and fees are ignored. */
  apply(event: CoreEvent): void;
  /** Names given to a number; a coin or market is listed once it has both. */
  nameCoin(coin: CoinNames): void;
  nameMarket(market: { instrumentId: number; symbol: string; isDelisted?: boolean }): void;
}

interface MarketParts {
  definition?: InstrumentDefined;
  symbol?: string;
  state: SpotMarketState;
  noCancelAtMs: number;
  openAtMs: number;
  ratesPpm: readonly number[];
  isDelisted: boolean;
}

const NO_RATES: readonly number[] = Array.from({ length: 32 }, () => 0);

/** Make an empty registry. */
export function createMarketRegistry(): MarketRegistry {
  const coinNames = new Map<number, Omit<Coin, 'coinId' | 'scale' | 'isMock'>>();
  const coinNumbers = new Map<number, { scale: number; isMock: boolean }>();
  const coins = new Map<number, Coin>();
  const coinsByName = new Map<string, Coin>();
  const parts = new Map<number, MarketParts>();
  const markets = new Map<number, Market>();
  const bySymbol = new Map<string, Market>();
  /** Made when it is asked for: a start joins every market several times. */
  let sorted: readonly Market[] | undefined;
  let listed: readonly Market[] | undefined;
  let defaultRates = NO_RATES;

  function joinCoin(coinId: number): void {
    const names = coinNames.get(coinId);
    const numbers = coinNumbers.get(coinId);
    if (names === undefined || numbers === undefined) return;
    const coin = { coinId: coinId as AssetId, ...names, ...numbers };
    coins.set(coinId, coin);
    coinsByName.set(coin.shortName, coin);
    for (const [instrumentId, { definition }] of parts) {
      if (definition?.baseAssetId === coinId || definition?.quoteAssetId === coinId) {
        joinMarket(instrumentId);
      }
    }
  }

  function partsOf(instrumentId: number): MarketParts {
    let found = parts.get(instrumentId);
    if (found === undefined) {
      found = {
        state: MarketState.preOpen,
        noCancelAtMs: 0,
        openAtMs: 0,
        ratesPpm: NO_RATES,
        isDelisted: false,
      };
      parts.set(instrumentId, found);
    }
    return found;
  }

  function joinMarket(instrumentId: number): void {
    const { definition, symbol, ratesPpm, ...rest } = partsOf(instrumentId);
    const base = coins.get(definition?.baseAssetId ?? 0);
    const quote = coins.get(definition?.quoteAssetId ?? 0);
    if (!definition || symbol === undefined || !base || !quote) return;
    const { kind: _kind, ...numbers } = definition;
    const scales = { ...definition, baseScale: base.scale, quoteScale: quote.scale };
    const market: Market = {
      ...numbers,
      ...rest,
      symbol,
      base,
      quote,
      unitsPerLot: calculateUnitsPerLot(scales),
      unitsPerTickLot: calculateUnitsPerTickLot(scales),
      makerPpm: ratesPpm.slice(0, 16),
      takerPpm: ratesPpm.slice(16),
    };
    markets.set(instrumentId, market);
    bySymbol.set(symbol, market);
    sorted = undefined;
    listed = undefined;
  }

  function listAllMarkets(): readonly Market[] {
    sorted ??= [...markets.values()].sort((one, two) => one.instrumentId - two.instrumentId);
    return sorted;
  }

  function listMarkets(): readonly Market[] {
    listed ??= listAllMarkets().filter(({ isDelisted }) => !isDelisted);
    return listed;
  }

  function apply(event: CoreEvent): void {
    switch (event.kind) {
      case EventKind.assetDefined:
        coinNumbers.set(event.assetId, { scale: event.scale, isMock: event.isMock });
        joinCoin(event.assetId);
        break;
      case EventKind.instrumentDefined:
        partsOf(event.instrumentId).definition = event;
        joinMarket(event.instrumentId);
        break;
      case EventKind.feeScheduleSet:
        if (event.instrumentId === 0) {
          defaultRates = event.ratesPpm;
          break;
        }
        partsOf(event.instrumentId).ratesPpm = event.ratesPpm;
        joinMarket(event.instrumentId);
        break;
      case EventKind.marketStateChanged: {
        const { state, noCancelAtMs, openAtMs } = event;
        Object.assign(partsOf(event.instrumentId), { state, noCancelAtMs, openAtMs });
        joinMarket(event.instrumentId);
        break;
      }
      default:
    }
  }

  return {
    marketBySymbol: (symbol) => bySymbol.get(symbol),
    marketById: (instrumentId) => markets.get(instrumentId),
    coinById: (coinId) => coins.get(coinId),
    coinByName: (shortName) => coinsByName.get(shortName),
    listMarkets,
    listAllMarkets,
    readDefaultRates: () => defaultRates,
    listCoins: () => [...coins.values()],
    apply,
    nameCoin({ coinId, shortName, name, webLogo = '', links = {}, texts = {} }) {
      coinNames.set(coinId, { shortName, name, webLogo, links, texts });
      joinCoin(coinId);
    },
    nameMarket({ instrumentId, symbol, isDelisted = false }) {
      Object.assign(partsOf(instrumentId as InstrumentId), { symbol, isDelisted });
      joinMarket(instrumentId);
    },
  };
}

/** Read the names of coins and markets into a registry. */
export async function loadNames(registry: MarketRegistry, session: Session): Promise<void> {
  const coins = await session.query<{
    coin_id: number;
    short_name: string;
    name: string;
    picture_name: string | null;
    links: Coin['links'];
    texts: Coin['texts'];
  }>(
    `SELECT coin_id, short_name, name, picture_name, links, texts
     FROM coins LEFT JOIN coin_pictures USING (coin_id)`,
  );
  for (const { coin_id: coinId, short_name: shortName, picture_name: picture, ...rest } of coins) {
    const webLogo = picture === null ? '' : `/hk-web/public/coin/${picture}`;
    registry.nameCoin({ coinId, shortName, webLogo, ...rest });
  }
  const markets = await session.query<{
    instrument_id: number;
    symbol: string;
    is_delisted: boolean;
  }>('SELECT instrument_id, symbol, delisted_at IS NOT NULL AS is_delisted FROM markets');
  for (const { instrument_id: instrumentId, symbol, is_delisted: isDelisted } of markets) {
    registry.nameMarket({ instrumentId, symbol, isDelisted });
  }
}

const STATE_NAMES = {
  [MarketState.preOpen]: 'PRE_OPEN',
  [MarketState.auction]: 'AUCTION',
  [MarketState.auctionNoCancel]: 'AUCTION_NO_CANCEL',
  [MarketState.trading]: 'TRADING',
  [MarketState.halt]: 'HALT',
  [MarketState.cancelOnly]: 'CANCEL_ONLY',
  [MarketState.break]: 'BREAK',
} as const satisfies Record<SpotMarketState, MarketInfo['state']>;

/** The word of a state. */
export function nameMarketState(state: number): string {
  return STATE_NAMES[state as SpotMarketState];
}

/** The state of a word; undefined when there is none. */
export function readMarketState(word: string): MarketState | undefined {
  const found = Object.entries(STATE_NAMES).find(([, name]) => name === word);
  return found === undefined ? undefined : (Number(found[0]) as MarketState);
}

/** Words of self-trade prevention by number; 0 (the default) has none. */
export const SELF_TRADE_WORDS = [
  '',
  'NONE',
  'EXPIRE_TAKER',
  'EXPIRE_MAKER',
  'EXPIRE_BOTH',
  'DECREMENT',
  'TRANSFER',
] as const;

/** A market as the wire shows it. */
export function showMarket(market: Market): MarketInfo {
  const price = (ticks: number) => formatDecimal(BigInt(ticks), market.priceDecimals);
  const size = (lots: number) => formatDecimal(BigInt(lots), market.lotDecimals);
  return {
    tradeId: market.instrumentId,
    symbol: market.symbol,
    sellSymbol: market.base.shortName,
    buySymbol: market.quote.shortName,
    digit: `${market.priceDecimals}#${market.lotDecimals}`,
    tradeArea: market.tradeArea,
    state: STATE_NAMES[market.state],
    openAt: market.openAtMs,
    noCancelAt: market.noCancelAtMs,
    tickSize: price(1),
    lotSize: size(1),
    minNotional: formatDecimal(market.notionalUnitsMin, market.quote.scale),
    minQuantity: size(market.sizeLotsMin),
    maxQuantity: size(market.sizeLotsMax),
    maxMarketQuantity: size(market.marketSizeLotsMax),
    minPrice: price(market.priceTicksMin),
    maxPrice: price(market.priceTicksMax),
    bandLowPpm: market.bandLowPpm,
    bandHighPpm: market.bandHighPpm,
    marketGuardBps: market.marketGuardBps,
    icebergPartsMax: market.icebergPartsCountMax,
    trailingDeltaBpsMin: market.trailingDeltaBpsMin,
    trailingDeltaBpsMax: market.trailingDeltaBpsMax,
    openOrdersMax: market.openOrdersCountMax,
    stopOrdersMax: market.stopOrdersCountMax,
    selfTradePreventionModes: SELF_TRADE_WORDS.filter(
      (word, mode) => word !== '' && (market.selfTradeModesMask & (1 << mode)) !== 0,
    ),
    selfTradePreventionDefault: SELF_TRADE_WORDS[market.selfTradeModeDefault],
    makerPpm: [...market.makerPpm],
    takerPpm: [...market.takerPpm],
  };
}
