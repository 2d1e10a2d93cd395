// Names of pages that say none themselves, and what search engines are told of the public ones.
// A page that is made from data (a market, an article, a coin) says its own. Shown by Frame.tsx.
import type { TextKey } from '@isobath/texts';

/** A page's name, and what it is about. */
export interface PageWords {
  readonly name?: TextKey<'shell'>;
  readonly about?: TextKey<'shell'>;
}

/** Words by path below the language. */
export const pageWords: Readonly<Record<string, PageWords>> = {
  '': { about: 'about.home' },
  market: { name: 'link.markets', about: 'about.markets' },
  'marketExplore/overview': { name: 'title.overview', about: 'about.overview' },
  rateStandard: { name: 'link.fees', about: 'about.fees' },
  status: { name: 'link.status', about: 'about.status' },
  apiDocument: { name: 'link.apiDocument', about: 'about.apiDocument' },
  docs: { name: 'link.docs', about: 'about.docs' },
  login: { name: 'signIn' },
  'login/forgot': { name: 'title.forgot' },
  register: { name: 'register', about: 'about.register' },
  outbox: {},
  _ui: {},
  'assetManagement/overView': { name: 'link.assetsOverview' },
  'assetManagement/home': { name: 'link.spotAccount' },
  'assetManagement/margin': { name: 'link.marginAccount' },
  'assetManagement/swaps': { name: 'link.contractAccount' },
  'assetManagement/financialAccount': { name: 'link.financialAccount' },
  'c2c/account': { name: 'link.c2cAccount' },
  'orderHome/coinTradeOrder': { name: 'link.spotOrders' },
  'orderHome/transferRecord': { name: 'link.transferRecords' },
  'account/transfer': { name: 'link.transfer' },
  'user/overView': { name: 'link.userOverview' },
  'user/personSetting': { name: 'link.settings' },
  'user/apiSetting': { name: 'link.apiKeys' },
  'inMail/noticeNavList': { name: 'link.notices' },
  myTask: { name: 'link.tasks' },
};

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
];
