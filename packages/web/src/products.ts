// Every page there is, one line each: its address as the specification spells it, its file, and
// what the server and the header need to know of it. Plain data: the route table, the header and
// the address check all read this one list.
import { plannedPages } from './base/planned-pages.ts';

/** One page. */
export interface Page {
  /** Canonical path below the language, without a leading slash; a final slash belongs to it. */
  readonly path: string;
  /** Module of the page, from `src`. */
  readonly file: string;
  /** Who may see it: a guest is sent to sign in from a `user` page. */
  readonly role: 'public' | 'user';
  /** True when the page is the same for every guest, so that the server may keep it. */
  readonly isCacheable: boolean;
  /** Its addresses for search engines come from data, not from this list. */
  readonly isIndexedBy?: 'content';
  /** True for a page that only says what it will be; search engines leave it out. */
  readonly isPlanned?: boolean;
}

/** Pages that are built. */
const builtPages: readonly Page[] = [
  { path: '', file: 'products/market/HomePage.tsx', role: 'public', isCacheable: true },
  { path: 'market', file: 'products/market/MarketPage.tsx', role: 'public', isCacheable: true },
  {
    path: 'marketExplore/overview',
    file: 'products/market/OverviewPage.tsx',
    role: 'public',
    isCacheable: true,
  },
  { path: 'coinInfo', file: 'products/market/CoinInfoPage.tsx', role: 'public', isCacheable: true },
  { path: 'rateStandard', file: 'products/market/FeesPage.tsx', role: 'public', isCacheable: true },
  {
    path: 'trade/exchange/',
    file: 'products/spot/TradePage.tsx',
    role: 'public',
    isCacheable: true,
  },
  {
    path: 'assetManagement/overView',
    file: 'products/assets/overview/OverviewPage.tsx',
    role: 'user',
    isCacheable: false,
  },
  {
    path: 'assetManagement/home',
    file: 'products/assets/AssetsPage.tsx',
    role: 'user',
    isCacheable: false,
  },
  {
    path: 'assetManagement/topup',
    file: 'products/capital/deposit/DepositPage.tsx',
    role: 'user',
    isCacheable: false,
  },
  {
    path: 'assetManagement/extract',
    file: 'products/capital/withdraw/WithdrawPage.tsx',
    role: 'user',
    isCacheable: false,
  },
  {
    path: 'assetManagement/financial',
    file: 'products/capital/records/RecordsPage.tsx',
    role: 'user',
    isCacheable: false,
  },
  {
    path: 'orderHome/coinTradeOrder',
    file: 'products/spot/history/OrdersPage.tsx',
    role: 'user',
    isCacheable: false,
  },
  { path: 'status', file: 'products/site/StatusPage.tsx', role: 'public', isCacheable: true },
  {
    path: 'proofOfReserves',
    file: 'products/solvency/ReservesPage.tsx',
    role: 'public',
    isCacheable: true,
  },
  {
    path: 'apiDocument',
    file: 'products/site/reference/ReferencePage.tsx',
    role: 'public',
    isCacheable: true,
  },
  {
    path: 'docs',
    file: 'products/site/reference/GuidePage.tsx',
    role: 'public',
    isCacheable: true,
  },
  { path: 'app/downLoad', file: 'products/site/AppPage.tsx', role: 'public', isCacheable: true },
  { path: 'login', file: 'products/account/LoginPage.tsx', role: 'public', isCacheable: true },
  {
    path: 'login/forgot',
    file: 'products/account/ForgotPage.tsx',
    role: 'public',
    isCacheable: true,
  },
  {
    path: 'freeze',
    file: 'products/account/security/FreezePage.tsx',
    role: 'public',
    isCacheable: true,
  },
  {
    path: 'register',
    file: 'products/account/RegisterPage.tsx',
    role: 'public',
    isCacheable: true,
  },
  {
    path: 'sandbox/chains',
    file: 'products/capital/chains/ChainsPage.tsx',
    role: 'user',
    isCacheable: false,
  },
  { path: 'outbox', file: 'products/account/OutboxPage.tsx', role: 'public', isCacheable: false },
  {
    path: 'user/overView',
    file: 'products/account/overview/OverviewPage.tsx',
    role: 'user',
    isCacheable: false,
  },
  {
    path: 'user/personSetting',
    file: 'products/account/SettingsPage.tsx',
    role: 'user',
    isCacheable: false,
  },
  {
    path: 'user/apiSetting',
    file: 'products/account/keys/KeysPage.tsx',
    role: 'user',
    isCacheable: false,
  },
  {
    path: 'verifiedIndex',
    file: 'products/identity/LevelsPage.tsx',
    role: 'user',
    isCacheable: false,
  },
  {
    path: 'personVerified/',
    file: 'products/identity/VerifyPage.tsx',
    role: 'user',
    isCacheable: false,
  },
  {
    path: 'inMail/noticeNavList',
    file: 'products/inbox/InboxPage.tsx',
    role: 'user',
    isCacheable: false,
  },
  { path: 'myTask', file: 'products/inbox/tasks/TasksPage.tsx', role: 'user', isCacheable: false },
  {
    path: 'account/transfer',
    file: 'products/transfer/TransferPage.tsx',
    role: 'user',
    isCacheable: false,
  },
  {
    path: 'orderHome/transferRecord',
    file: 'products/transfer/RecordsPage.tsx',
    role: 'user',
    isCacheable: false,
  },
  {
    path: 'assetManagement/margin',
    file: 'products/transfer/AccountPage.tsx',
    role: 'user',
    isCacheable: false,
  },
  {
    path: 'assetManagement/swaps',
    file: 'products/transfer/AccountPage.tsx',
    role: 'user',
    isCacheable: false,
  },
  {
    path: 'assetManagement/financialAccount',
    file: 'products/transfer/AccountPage.tsx',
    role: 'user',
    isCacheable: false,
  },
  {
    path: 'c2c/account',
    file: 'products/transfer/AccountPage.tsx',
    role: 'user',
    isCacheable: false,
  },
  {
    path: 'support/index',
    file: 'products/content/HelpPage.tsx',
    role: 'public',
    isCacheable: true,
  },
  {
    path: 'support/notice',
    file: 'products/content/NoticesPage.tsx',
    role: 'public',
    isCacheable: true,
  },
  {
    path: 'support/article',
    file: 'products/content/ArticlePage.tsx',
    role: 'public',
    isCacheable: true,
    isIndexedBy: 'content',
  },
  {
    path: 'support/nav/3',
    file: 'products/content/CategoryPage.tsx',
    role: 'public',
    isCacheable: true,
  },
  {
    path: 'support/official-channel',
    file: 'products/content/ChannelPage.tsx',
    role: 'public',
    isCacheable: true,
  },
  {
    path: 'userfeedback',
    file: 'products/content/FeedbackPage.tsx',
    role: 'user',
    isCacheable: false,
  },
  { path: '_ui', file: 'shell/GalleryPage.tsx', role: 'public', isCacheable: true },
];

/** All pages: what is built, then what is still to come. */
export const pages: readonly Page[] = [
  ...builtPages,
  ...plannedPages.map(
    ({ path }): Page => ({
      path,
      file: 'shell/planned/PlannedPage.tsx',
      role: 'public',
      isCacheable: true,
      isPlanned: true,
    }),
  ),
];
