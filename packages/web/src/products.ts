// Every page there is, one line each: its address as the specification spells it, its file, and
// what the server and the header need to know of it. Plain data: the route table, the header and
// the address check all read this one list.

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
}

/** All pages. */
export const pages: readonly Page[] = [
  { path: '', file: 'products/market/HomePage.tsx', role: 'public', isCacheable: true },
  { path: 'market', file: 'products/market/MarketPage.tsx', role: 'public', isCacheable: true },
  { path: 'coinInfo', file: 'products/market/CoinInfoPage.tsx', role: 'public', isCacheable: true },
  { path: 'rateStandard', file: 'products/market/FeesPage.tsx', role: 'public', isCacheable: true },
  {
    path: 'trade/exchange/',
    file: 'products/spot/TradePage.tsx',
    role: 'public',
    isCacheable: true,
  },
  {
    path: 'assetManagement/home',
    file: 'products/assets/AssetsPage.tsx',
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
  { path: 'login', file: 'products/account/LoginPage.tsx', role: 'public', isCacheable: true },
  {
    path: 'login/forgot',
    file: 'products/account/ForgotPage.tsx',
    role: 'public',
    isCacheable: true,
  },
  {
    path: 'register',
    file: 'products/account/RegisterPage.tsx',
    role: 'public',
    isCacheable: true,
  },
  { path: 'outbox', file: 'products/account/OutboxPage.tsx', role: 'public', isCacheable: false },
  {
    path: 'user/personSetting',
    file: 'products/account/SecurityPage.tsx',
    role: 'user',
    isCacheable: false,
  },
  { path: '_ui', file: 'shell/GalleryPage.tsx', role: 'public', isCacheable: true },
];

/** An entry of the header: words of the shell's texts and where it leads. */
export interface MenuEntry {
  readonly word: 'menu.markets' | 'menu.trade' | 'menu.assets' | 'menu.orders';
  /** Path below the language, with its query. */
  readonly to: string;
}

/** The header's menu: only pages that exist. */
export const menu: readonly MenuEntry[] = (
  [
    { word: 'menu.markets', to: 'market' },
    { word: 'menu.trade', to: 'trade/exchange/?tradeCode=btc_usdt' },
    { word: 'menu.assets', to: 'assetManagement/home' },
    { word: 'menu.orders', to: 'orderHome/coinTradeOrder' },
  ] as const
).filter((entry) => pages.some((page) => page.path === entry.to.replace(/\?.*$/, '')));
