// Names of pages that say none themselves. A page that is made from data (a market, an article, a
// coin) says its own. Not what search engines are told (page-abouts.ts). Shown by Frame.tsx and,
// of pages after the first, by LaterTitle.tsx.
import type { TextKey } from '@isobath/texts';
import { findPattern } from '../base/address.ts';

/** Names by path below the language; null: the house's alone. */
export const pageNames: Readonly<Record<string, TextKey<'shell'> | null>> = {
  '': null,
  market: 'link.markets',
  'marketExplore/overview': 'title.overview',
  rateStandard: 'link.fees',
  status: 'link.status',
  'app/downLoad': 'link.app',
  apiDocument: 'link.apiDocument',
  docs: 'link.docs',
  login: 'signIn',
  'login/forgot': 'title.forgot',
  register: 'register',
  outbox: null,
  'sandbox/chains': null,
  _ui: null,
  'assetManagement/overView': 'link.assetsOverview',
  'assetManagement/home': 'link.spotAccount',
  'assetManagement/margin': 'link.marginAccount',
  'assetManagement/swaps': 'link.contractAccount',
  'assetManagement/financialAccount': 'link.financialAccount',
  'c2c/account': 'link.c2cAccount',
  'assetManagement/topup': 'link.topUp',
  'assetManagement/extract': 'link.withdraw',
  'assetManagement/financial': 'link.records',
  'orderHome/coinTradeOrder': 'link.spotOrders',
  'orderHome/transferRecord': 'link.transferRecords',
  'account/transfer': 'link.transfer',
  'user/overView': 'link.userOverview',
  'user/personSetting': 'link.settings',
  'user/apiSetting': 'link.apiKeys',
  verifiedIndex: 'link.identity',
  'inMail/noticeNavList': 'link.notices',
  myTask: 'link.tasks',
};

const namedPaths = Object.keys(pageNames);

/** The name of a page; null: the house's alone, undefined: the page says its own. */
export function findPageName(path: string): TextKey<'shell'> | null | undefined {
  return pageNames[findPattern(path, namedPaths) ?? 'none'];
}

/** Paths of pages that say their own name. */
export const ownTitles: readonly string[] = [
  'coinInfo',
  'trade/exchange/',
  'support/index',
  'support/notice',
  'support/article',
  'support/nav/3',
  'support/official-channel',
  'userfeedback',
  'personVerified/',
  'freeze',
  'proofOfReserves',
];
