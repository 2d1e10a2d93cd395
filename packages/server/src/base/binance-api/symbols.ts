import type { Market, MarketRegistry } from '../market/index.ts';
import { BinanceError } from './errors.ts';

/** The dialect's name of a market: `btc_usdt` is BTCUSDT. */
export function showSymbol(symbol: string): string {
  return symbol.replace('_', '').toUpperCase();
}

/** Finds markets by the dialect's names. */
export interface BinanceSymbols {
  /** @throws BinanceError -1100 for other characters, -1121 for an unknown market. */
  read(name: string): Market;
  /** The market of that name, undefined when there is none. */
  find(name: string): Market | undefined;
}

/** Make the finder; it follows the registry. */
export function createBinanceSymbols(markets: MarketRegistry): BinanceSymbols {
  let known: readonly Market[] | undefined;
  let byName = new Map<string, Market>();

  function find(name: string): Market | undefined {
    // Of a delisted market too: what was ordered and traded there can still be asked for.
    const list = markets.listAllMarkets();
    if (list !== known) {
      known = list;
      byName = new Map(list.map((market) => [showSymbol(market.symbol), market]));
    }
    return byName.get(name);
  }

  return {
    find,
    read(name) {
      if (!/^[A-Z0-9-_.]{1,20}$/.test(name)) {
        throw new BinanceError('illegal_characters', ['symbol', '^[A-Z0-9-_.]{1,20}$']);
      }
      const market = find(name);
      if (market === undefined) throw new BinanceError('symbol_invalid');
      return market;
    },
  };
}
