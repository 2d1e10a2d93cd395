// Every route there is, by product: what the edge serves, the sdk calls and the reference prints.
import { apiAccountRoutes, apiWalletRoutes } from './binance-api/account.ts';
import { apiAssetRoutes } from './binance-api/assets.ts';
import { apiCapitalRoutes } from './binance-api/capital.ts';
import { apiContractRoutes } from './binance-api/contracts.ts';
import { apiListRoutes } from './binance-api/lists.ts';
import { apiMarketRoutes } from './binance-api/market.ts';
import { apiOlderRoutes } from './binance-api/older.ts';
import { apiOrderRoutes } from './binance-api/orders.ts';
import { apiTransferRoutes } from './binance-api/transfers.ts';
import { apiUserStreamRoutes } from './binance-api/user-stream.ts';
import { type ProductName, products } from './products.ts';

const binanceRoutes = {
  'api-account': apiAccountRoutes,
  'api-contracts': apiContractRoutes,
  'api-lists': apiListRoutes,
  'api-market': { ...apiMarketRoutes, ...apiOlderRoutes },
  'api-orders': apiOrderRoutes,
  'api-user-stream': apiUserStreamRoutes,
  'api-wallet': {
    ...apiWalletRoutes,
    ...apiCapitalRoutes,
    ...apiAssetRoutes,
    ...apiTransferRoutes,
  },
} as const;

type ProductRoutes = { readonly [TName in ProductName]: (typeof products)[TName]['routes'] };

function listRoutes(): ProductRoutes & typeof binanceRoutes {
  const ofProducts = Object.entries(products).map(
    ([name, { routes: own }]) => [name, own] as const,
  );
  const all = [...Object.entries(binanceRoutes), ...ofProducts];
  return Object.fromEntries(all.toSorted(([one], [two]) => (one < two ? -1 : 1))) as never;
}

/** Routes by product and name, in the order of names. */
export const routes = /* @__PURE__ */ listRoutes();
