// Every route there is, by product: what the edge serves, the sdk calls and the reference prints.
import { accountRoutes } from './products/account.ts';
import { assetsRoutes } from './products/assets.ts';
import { keysRoutes } from './products/keys.ts';
import { marketRoutes } from './products/market.ts';
import { siteRoutes } from './products/site.ts';
import { spotRoutes } from './products/spot.ts';

/** Routes by product and name. */
export const routes = {
  account: accountRoutes,
  assets: assetsRoutes,
  keys: keysRoutes,
  market: marketRoutes,
  site: siteRoutes,
  spot: spotRoutes,
} as const;
