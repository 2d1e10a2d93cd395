import { listMigrations } from '../db/index.ts';

/** The market room's door: coins, markets and (as it grows) their live data. */
export {
  type Coin,
  createMarketRegistry,
  loadNames,
  type Market,
  type MarketRegistry,
  SELF_TRADE_WORDS,
  showMarket,
} from './registry.ts';

/** Tables of this room. */
export const marketMigrations = listMigrations('market', import.meta.url, [
  '0001-names',
  '0002-candles',
]);
