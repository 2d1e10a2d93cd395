// Every route there is, by product: what the edge serves, the sdk calls and the reference prints.
import { apiAccountRoutes, apiWalletRoutes } from './binance-api/account.ts';
import { apiAssetRoutes } from './binance-api/assets.ts';
import { apiContractRoutes } from './binance-api/contracts.ts';
import { apiListRoutes } from './binance-api/lists.ts';
import { apiMarketRoutes } from './binance-api/market.ts';
import { apiOlderRoutes } from './binance-api/older.ts';
import { apiOrderRoutes } from './binance-api/orders.ts';
import { apiTransferRoutes } from './binance-api/transfers.ts';
import { apiUserStreamRoutes } from './binance-api/user-stream.ts';
import { personViewRoutes } from './person-view.ts';
import { accountRoutes } from './products/account.ts';
import { userRoutes } from './products/account/user.ts';
import { assetsRoutes } from './products/assets.ts';
import { contentRoutes } from './products/content.ts';
import { editingRoutes } from './products/content/editing.ts';
import { feedbackRoutes } from './products/content/feedback.ts';
import { keysRoutes } from './products/keys.ts';
import { inboxRoutes } from './products/inbox.ts';
import { taskRoutes } from './products/inbox/tasks.ts';
import { listingRoutes } from './products/listing.ts';
import { marketRoutes } from './products/market.ts';
import { coinPictureRoutes } from './products/market/coin-pictures.ts';
import { chartRoutes } from './products/market/charts.ts';
import { favouriteRoutes } from './products/market/favourites.ts';
import { marketOverviewRoutes } from './products/market/overview.ts';
import { searchRoutes } from './products/market/search.ts';
import { udfRoutes } from './products/market/udf.ts';
import { officeRoutes } from './products/office.ts';
import { accountOfficeRoutes } from './products/office/accounts.ts';
import { referenceTableRoutes } from './products/office/reference-tables.ts';
import { moneyRoutes } from './products/office/money.ts';
import { ownAccountRoutes } from './products/office/own-account.ts';
import { officeSignInRoutes } from './products/office/sign-in.ts';
import { deskRoutes, serviceRoutes } from './products/service.ts';
import { brandRoutes } from './products/site/brand.ts';
import { configurationRoutes } from './products/site/configuration.ts';
import { walletConnectRoutes } from './products/site/wallet-connect.ts';
import { siteRoutes } from './products/site.ts';
import { spotRoutes } from './products/spot.ts';
import { transferRoutes } from './products/transfer.ts';

/** Routes by product and name. */
export const routes = {
  account: { ...accountRoutes, ...userRoutes },
  'api-account': apiAccountRoutes,
  'api-contracts': apiContractRoutes,
  'api-lists': apiListRoutes,
  'api-market': { ...apiMarketRoutes, ...apiOlderRoutes },
  'api-orders': apiOrderRoutes,
  'api-user-stream': apiUserStreamRoutes,
  'api-wallet': { ...apiWalletRoutes, ...apiAssetRoutes, ...apiTransferRoutes },
  assets: assetsRoutes,
  content: { ...contentRoutes, ...feedbackRoutes, ...editingRoutes },
  inbox: { ...inboxRoutes, ...taskRoutes },
  keys: keysRoutes,
  listing: listingRoutes,
  market: {
    ...marketRoutes,
    ...marketOverviewRoutes,
    ...searchRoutes,
    ...favouriteRoutes,
    ...chartRoutes,
    ...coinPictureRoutes,
    ...udfRoutes,
  },
  office: {
    ...officeSignInRoutes,
    ...ownAccountRoutes,
    ...officeRoutes,
    ...personViewRoutes,
    ...referenceTableRoutes,
    ...moneyRoutes,
    ...accountOfficeRoutes,
  },
  service: { ...serviceRoutes, ...deskRoutes },
  site: { ...siteRoutes, ...configurationRoutes, ...brandRoutes, ...walletConnectRoutes },
  spot: spotRoutes,
  transfer: transferRoutes,
} as const;
