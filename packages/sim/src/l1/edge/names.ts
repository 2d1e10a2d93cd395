// What the operator wrote down before the world began: names of coins and markets, to be read by
// the edge and the projector. Called by exchange.ts.
import { settleAssetId } from '../../workload/contract-setup.ts';
import type { Store } from '../database/store.ts';

const FIRST_COIN = 200;
/** More than any run has. */
const COUNT = 40;
const FIRST_MARKET = 101;
/** The last one that is ever listed while a run is under way. */
const LAST_MARKET = 301;

/** Symbol of a market. */
export function nameMarket(instrumentId: number): string {
  return `m${instrumentId}`;
}

/** Write the names. */
export function nameThings(store: Store): void {
  const [coins, markets] = [store.table('coins'), store.table('markets')];
  const named = Array.from({ length: COUNT }, (_, place) => FIRST_COIN + place);
  for (const coinId of [...named, settleAssetId]) {
    const coin = { coin_id: coinId, short_name: `C${coinId}`, name: `Coin ${coinId}` };
    coins.set(coins.keyOf(coin), coins.complete(coin));
  }
  for (let instrumentId = FIRST_MARKET; instrumentId <= LAST_MARKET; instrumentId += 1) {
    const market = { instrument_id: instrumentId, symbol: nameMarket(instrumentId) };
    markets.set(markets.keyOf(market), markets.complete(market));
  }
}
