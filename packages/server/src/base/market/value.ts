// What an amount is worth in USDT at last prices: directly, or through BTC or ETH. Rounded down,
// since own balances must never look larger than they are.
import { formatDecimal, parseDecimal } from '@isobath/core/math';
import type { Coin, Market, MarketRegistry } from './registry.ts';

const VALUE_COIN = 'USDT';
/** Decimals of a currency's rate. */
const RATE_SCALE = 12;
const BRIDGES = ['BTC', 'ETH'] as const;

/** Values amounts. */
export interface Valuer {
  /** Units of USDT, or undefined when no market prices the coin. */
  value(coin: Coin, units: bigint): bigint | undefined;
  /** Units of another coin that an amount of USDT is worth, undefined without a market. */
  convert(usdtUnits: bigint, shortName: string): bigint | undefined;
  /** Decimal text, "" for undefined. */
  show(units: bigint | undefined, shortName: string): string;
  /**
   * Units of USDT in a currency of daily life, cut to its hundredths.
   *
   * @param rate - what one USDT is worth in it, as text; undefined = not known.
   * @returns "" when amount or rate is not known.
   */
  showInCurrency(usdtUnits: bigint | undefined, rate: string | undefined): string;
}

/** Prices of one moment: each market is read once, so that the parts of an answer agree. */
export function holdPrices(
  readLastTicks: (instrumentId: number) => number,
): (instrumentId: number) => number {
  const held = new Map<number, number>();
  return (instrumentId) => {
    const known = held.get(instrumentId);
    if (known !== undefined) return known;
    const ticks = readLastTicks(instrumentId);
    held.set(instrumentId, ticks);
    return ticks;
  };
}

/** Make a valuer. @param readLastTicks - last price of a market, 0 = none. */
export function createValuer(
  markets: MarketRegistry,
  readLastTicks: (instrumentId: number) => number,
): Valuer {
  function findMarket(base: string, quote: string): Market | undefined {
    return markets.marketBySymbol(`${base}_${quote}`.toLowerCase());
  }

  function toQuote(market: Market, units: bigint): bigint | undefined {
    const ticks = readLastTicks(market.instrumentId);
    if (ticks === 0) return undefined;
    return (units * BigInt(ticks) * market.unitsPerTickLot) / market.unitsPerLot;
  }

  function value(coin: Coin, units: bigint): bigint | undefined {
    if (coin.shortName === VALUE_COIN) return units;
    const direct = findMarket(coin.shortName, VALUE_COIN);
    if (direct !== undefined) return toQuote(direct, units);
    for (const bridge of BRIDGES) {
      const first = findMarket(coin.shortName, bridge);
      const between = first && toQuote(first, units);
      const second = findMarket(bridge, VALUE_COIN);
      if (between !== undefined && second !== undefined) return toQuote(second, between);
    }
    return undefined;
  }

  return {
    value,
    convert(usdtUnits, shortName) {
      const market = findMarket(shortName, VALUE_COIN);
      const ticks = market === undefined ? 0 : readLastTicks(market.instrumentId);
      if (market === undefined || ticks === 0) return undefined;
      return (usdtUnits * market.unitsPerLot) / (BigInt(ticks) * market.unitsPerTickLot);
    },
    show(units, shortName) {
      const coin = markets.coinByName(shortName);
      return units === undefined || coin === undefined ? '' : formatDecimal(units, coin.scale);
    },
    showInCurrency(usdtUnits, rate) {
      const coin = markets.coinByName(VALUE_COIN);
      if (usdtUnits === undefined || rate === undefined || coin === undefined) return '';
      const worth = usdtUnits * parseDecimal(rate, RATE_SCALE);
      return formatDecimal(worth / 10n ** BigInt(coin.scale + RATE_SCALE - 2), 2);
    },
  };
}
