// The one list of products: the packages that have a folder of each, its routes, and what others
// may read of its shapes. Only built products stand here; tidy checks that folders and list agree.
import { personViewRoutes } from './person-view.ts';
import { accountRoutes } from './products/account.ts';
import { userRoutes } from './products/account/user.ts';
import { assetsRoutes } from './products/assets.ts';
import { capitalRoutes } from './products/capital.ts';
import { contentRoutes } from './products/content.ts';
import { editingRoutes } from './products/content/editing.ts';
import { feedbackRoutes } from './products/content/feedback.ts';
import { identityRoutes } from './products/identity.ts';
import { companyRoutes } from './products/identity/company.ts';
import { reviewRoutes } from './products/identity/desk.ts';
import { identityProviderRoutes } from './products/identity/provider.ts';
import { inboxRoutes } from './products/inbox.ts';
import { taskRoutes } from './products/inbox/tasks.ts';
import { keysRoutes } from './products/keys.ts';
import { listingRoutes } from './products/listing.ts';
import { marketRoutes } from './products/market.ts';
import { chartRoutes } from './products/market/charts.ts';
import { coinPictureRoutes } from './products/market/coin-pictures.ts';
import { favouriteRoutes } from './products/market/favourites.ts';
import { marketOverviewRoutes } from './products/market/overview.ts';
import { searchRoutes } from './products/market/search.ts';
import { udfRoutes } from './products/market/udf.ts';
import { officeRoutes } from './products/office.ts';
import { accountOfficeRoutes } from './products/office/accounts.ts';
import { moneyRoutes } from './products/office/money.ts';
import { ownAccountRoutes } from './products/office/own-account.ts';
import { referenceTableRoutes } from './products/office/reference-tables.ts';
import { officeSignInRoutes } from './products/office/sign-in.ts';
import { deskRoutes, serviceRoutes } from './products/service.ts';
import { siteRoutes } from './products/site.ts';
import { brandRoutes } from './products/site/brand.ts';
import { configurationRoutes } from './products/site/configuration.ts';
import { walletConnectRoutes } from './products/site/wallet-connect.ts';
import { solvencyRoutes } from './products/solvency.ts';
import { officerRoutes } from './products/officers.ts';
import { spotRoutes } from './products/spot.ts';
import { accountProducts, type PageAccountType, transferRoutes } from './products/transfer.ts';
import type { Route } from './route.ts';

export * from './products/account.ts';
export * from './products/account/user.ts';
export * from './products/assets.ts';
export * from './products/capital.ts';
export * from './products/capital/address-book.ts';
export * from './products/capital/custody-desk.ts';
export * from './products/capital/claims.ts';
export * from './products/capital/cold-desk.ts';
export * from './products/capital/deposits.ts';
export * from './products/capital/local-chains.ts';
export * from './products/capital/desk.ts';
export * from './products/capital/proofs.ts';
export * from './products/capital/checks/provider.ts';
export * from './products/capital/records.ts';
export * from './products/capital/withdraw-desk.ts';
export * from './products/capital/withdrawals.ts';
export * from './products/content.ts';
export * from './products/content/editing.ts';
export * from './products/content/feedback.ts';
export * from './products/identity.ts';
export * from './products/identity/company.ts';
export * from './products/identity/desk.ts';
export * from './products/identity/provider.ts';
export * from './products/keys.ts';
export * from './products/inbox.ts';
export * from './products/inbox/tasks.ts';
export * from './products/listing.ts';
export * from './products/listing/fields.ts';
export * from './products/market.ts';
export * from './products/market/coin-pictures.ts';
export * from './products/market/charts.ts';
export * from './products/market/favourites.ts';
export * from './products/market/overview.ts';
export * from './products/market/search.ts';
export * from './products/market/udf.ts';
export * from './products/office.ts';
export * from './products/office/accounts.ts';
export * from './products/office/audit-actions.ts';
export * from './products/office/reference-tables.ts';
export * from './products/office/money.ts';
export * from './products/office/own-account.ts';
export * from './products/office/sign-in.ts';
export * from './products/office/tool-actions.ts';
export * from './products/officers.ts';
export * from './products/service.ts';
export * from './products/site.ts';
export * from './products/site/brand.ts';
export * from './products/site/configuration.ts';
export * from './products/site/wallet-connect.ts';
export * from './products/site/web-values.ts';
export * from './products/solvency.ts';
export * from './products/spot.ts';
export * from './products/transfer.ts';
export * from './route.ts';

/** A package that can have folders of products. */
export type ProductRoom = 'core' | 'wire' | 'server' | 'web' | 'admin';

interface Product {
  readonly packages: readonly ProductRoom[];
  readonly routes: Readonly<Record<string, Route>>;
}

/** Products by name. */
export const products = {
  spot: {
    packages: ['core', 'wire', 'server', 'web'],
    routes: spotRoutes,
  },
  account: {
    packages: ['wire', 'server', 'web'],
    routes: { ...accountRoutes, ...userRoutes },
  },
  market: {
    packages: ['wire', 'server', 'web'],
    routes: {
      ...marketRoutes,
      ...marketOverviewRoutes,
      ...searchRoutes,
      ...favouriteRoutes,
      ...chartRoutes,
      ...coinPictureRoutes,
      ...udfRoutes,
    },
  },
  assets: {
    packages: ['wire', 'server', 'web'],
    routes: assetsRoutes,
  },
  transfer: {
    packages: ['wire', 'server', 'web'],
    routes: transferRoutes,
  },
  capital: {
    packages: ['wire', 'server', 'web', 'admin'],
    routes: capitalRoutes,
  },
  officers: {
    packages: ['wire', 'admin'],
    routes: officerRoutes,
  },
  inbox: {
    packages: ['wire', 'server', 'web'],
    routes: { ...inboxRoutes, ...taskRoutes },
  },
  content: {
    packages: ['wire', 'server', 'web', 'admin'],
    routes: { ...contentRoutes, ...feedbackRoutes, ...editingRoutes },
  },
  site: {
    packages: ['wire', 'server', 'web'],
    routes: { ...siteRoutes, ...configurationRoutes, ...brandRoutes, ...walletConnectRoutes },
  },
  keys: {
    packages: ['wire', 'server'],
    routes: keysRoutes,
  },
  office: {
    packages: ['wire', 'server', 'admin'],
    routes: {
      ...officeSignInRoutes,
      ...ownAccountRoutes,
      ...officeRoutes,
      ...personViewRoutes,
      ...referenceTableRoutes,
      ...moneyRoutes,
      ...accountOfficeRoutes,
    },
  },
  identity: {
    packages: ['wire', 'server', 'web', 'admin'],
    routes: { ...identityRoutes, ...companyRoutes, ...reviewRoutes, ...identityProviderRoutes },
  },
  listing: {
    packages: ['wire', 'server', 'admin'],
    routes: listingRoutes,
  },
  service: {
    packages: ['wire', 'server', 'web', 'admin'],
    routes: { ...serviceRoutes, ...deskRoutes },
  },
  solvency: {
    packages: ['wire', 'server', 'web'],
    routes: solvencyRoutes,
  },
  contracts: {
    packages: ['core', 'server'],
    routes: {},
  },
} as const satisfies Record<string, Product>;

/** Name of a product folder. */
export type ProductName = keyof typeof products;

/** Whether there is a product that uses an account: nothing is led to one that none does. */
export function isAccountUsed(type: PageAccountType): boolean {
  return Object.hasOwn(products, accountProducts[type]);
}
