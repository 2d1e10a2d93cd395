// Links of those who are signed in: their accounts, orders and settings. Plain data, and what the
// page of simulated contracts offers in their place. Read by parts that come late, so that nobody's
// first page brings them along.
import type { PageAccountType } from '@isobath/wire';
import { accountPages } from '../../base/account-pages.ts';
import type { LinkWord, MenuLink } from './menu.ts';

const accountOf = (type: PageAccountType, word: LinkWord): MenuLink => {
  const { page, product } = accountPages[type];
  return { word, to: page, product, needsSignIn: true };
};

const assetLinks: readonly MenuLink[] = [
  { word: 'spotAccount', to: 'assetManagement/home', needsSignIn: true },
  accountOf(6, 'marginAccount'),
  accountOf(5, 'contractAccount'),
  accountOf(101, 'financialAccount'),
  accountOf(3, 'c2cAccount'),
];

const orderLinks: readonly MenuLink[] = [
  { word: 'spotOrders', to: 'orderHome/coinTradeOrder', needsSignIn: true },
  { word: 'marginOrders', to: 'orderHome/leverOrder?marginMode=cross', needsSignIn: true },
  { word: 'isolatedOrders', to: 'orderHome/leverOrder?marginMode=isolated', needsSignIn: true },
  { word: 'c2cOrders', to: 'c2c/order', needsSignIn: true },
  { word: 'contractOrders', to: 'orderHome/contractOrder?bizType=perpetual', needsSignIn: true },
  { word: 'deliveryOrders', to: 'orderHome/contractOrder?bizType=deliver', needsSignIn: true },
  { word: 'pledgeRecords', to: 'orderHome/ledgeBorrowMoneyRecord', needsSignIn: true },
  { word: 'ieoOrders', to: 'orderHome/ieoOrder', needsSignIn: true },
  { word: 'wealthRecords', to: 'orderHome/wealthManagementRecord', needsSignIn: true },
  { word: 'transferRecords', to: 'orderHome/transferRecord?source=2&target=5', needsSignIn: true },
];

/** The user panel's ways. */
export const userLinks: readonly MenuLink[] = [
  { word: 'userOverview', to: 'user/overView', needsSignIn: true },
  { word: 'settings', to: 'user/personSetting', needsSignIn: true },
  { word: 'identity', to: 'verifiedIndex', needsSignIn: true },
  { word: 'paymentSettings', to: 'c2c/paymentSettings', needsSignIn: true },
  { word: 'apiKeys', to: 'user/apiSetting', needsSignIn: true },
  { word: 'invite', to: 'user/ic' },
  { word: 'vip', to: 'vip' },
];

/** The page of simulated contracts, on which nothing of real money is shown. */
export const isMockTrade = (path: string) => path.startsWith('contract/mock/trade');

/** The assets menu; the page of simulated contracts offers its own account only. */
export function listAssetLinks(path: string): readonly MenuLink[] {
  if (!isMockTrade(path)) return assetLinks;
  return [{ word: 'contractAccount', to: 'simulation/account?type=3', needsSignIn: true }];
}

/** The orders menu; the page of simulated contracts leads to simulated orders only. */
export function listOrderLinks(path: string): readonly MenuLink[] {
  if (!isMockTrade(path)) return orderLinks;
  return [{ word: 'mockOrders', to: 'simulation/order', needsSignIn: true }];
}
