// Turnover in one money: what was traded against any coin, in USDT at last prices.
import type { Market, MarketRegistry, MarketLive } from '../../../base/market/index.ts';

const MONEY = 'USDT';

/** Turnover in USDT. */
export interface Turnover {
  /** Decimals of its units. */
  readonly scale: () => number;
  /** Of the last 24 hours, in units of USDT; 0 when nothing prices the quote coin. */
  read(market: Market, nowMs: number): bigint;
  /** What an amount of a market's quote coin is worth, in units of USDT. */
  value(market: Market, quoteUnits: bigint): bigint;
}

/** Make it. */
export function createTurnover(markets: MarketRegistry, live: MarketLive): Turnover {
  function value(market: Market, quoteUnits: bigint): bigint {
    const { quote } = market;
    if (quote.shortName === MONEY) return quoteUnits;
    const bridge = markets.marketBySymbol(`${quote.shortName}_${MONEY}`.toLowerCase());
    if (bridge === undefined) return 0n;
    const ticks = BigInt(live.read(bridge.instrumentId).lastTicks);
    return (quoteUnits * ticks * bridge.unitsPerTickLot) / bridge.unitsPerLot;
  }
  return {
    value,
    scale: () => markets.coinByName(MONEY)?.scale ?? 0,
    read: (market, nowMs) =>
      value(market, live.read(market.instrumentId).day.read(nowMs)?.quoteUnits ?? 0n),
  };
}
