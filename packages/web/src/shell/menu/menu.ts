// Every group and link of the menus, and when a link is shown and to whom it opens. Plain data and
// one rule; header, side menu and footer show it, texts are `link.<word>` of the shell.
// Not here: the looks of a menu.
import type { TextKey } from '@isobath/texts';
import { loginAddress } from '../../base/address.ts';
import { pathBelowLanguage } from '../../base/page-address.ts';
import type { AnyLocale } from '@isobath/texts';

/** What decides which links there are. */
export interface MenuFacts {
  readonly locale: AnyLocale;
  readonly isSignedIn: boolean;
  readonly rebateStatus: number;
  readonly kolIncentive: boolean;
  readonly perpetualSymbol: string;
  readonly deliverySymbol: string;
  /** Where spot trading goes on, below the language. */
  readonly tradePath: string;
}

/** The name of a link in the shell's texts, without `link.`. */
export type LinkWord =
  TextKey<'shell'> extends infer TKey
    ? TKey extends `link.${infer TWord}`
      ? TWord
      : never
    : never;

/** A link of a menu. */
export interface MenuLink {
  readonly word: LinkWord;
  /** Path below the language, with its query. */
  readonly to: string | ((facts: MenuFacts) => string);
  /** A guest is sent to sign in, and comes back to it. */
  readonly needsSignIn?: boolean;
  readonly isShown?: (facts: MenuFacts) => boolean;
  /** Left out of the side menu of a phone. */
  readonly isHiddenOnPhone?: boolean;
}

/** A group of the main menu; one link only stands in the bar itself. */
export interface MenuGroup {
  readonly word: LinkWord;
  readonly links: readonly MenuLink[];
}

const hasCashback = ({ rebateStatus }: MenuFacts) => rebateStatus === 1 || rebateStatus === 3;

const hasKol = ({ locale, isSignedIn, kolIncentive }: MenuFacts) =>
  kolIncentive && isSignedIn && (locale === 'zh_HK' || locale === 'zh_CN');

const readTradePath = ({ tradePath }: MenuFacts) => tradePath;

/** The trade page of a contract, below the language; without a symbol the page chooses. */
export const contractPath = (tradeName: string) =>
  `contract/exchange/trade/${tradeName === '' ? '' : `?tradeName=${tradeName}`}`;

/** The main menu of the exchange. */
export const mainMenu: readonly MenuGroup[] = [
  {
    word: 'buyCrypto',
    links: [
      { word: 'topUp', to: 'assetManagement/topup', needsSignIn: true },
      { word: 'card', to: 'c2c/trade/creditCardIndex' },
      { word: 'c2c', to: 'c2c/trade' },
    ],
  },
  {
    word: 'market',
    links: [
      { word: 'markets', to: 'market' },
      { word: 'overview', to: 'marketExplore/overview' },
    ],
  },
  {
    word: 'trade',
    links: [
      { word: 'spot', to: readTradePath },
      { word: 'margin', to: 'margin/trade/btc_usdt' },
      { word: 'preMarket', to: 'preMarket' },
    ],
  },
  {
    word: 'contract',
    links: [
      { word: 'perpetual', to: ({ perpetualSymbol }) => contractPath(perpetualSymbol) },
      { word: 'delivery', to: ({ deliverySymbol }) => contractPath(deliverySymbol) },
      { word: 'mock', to: 'contract/mock/trade/?tradeName=f_btcf_usdt', needsSignIn: true },
      { word: 'copy', to: 'chargeBack' },
      { word: 'cashback', to: 'activity/cashback', isShown: hasCashback },
    ],
  },
  { word: 'copy', links: [{ word: 'copy', to: 'chargeBack' }] },
  {
    word: 'financial',
    links: [
      { word: 'wealth', to: 'wealthManagement' },
      { word: 'pledge', to: 'pledgeBorrowMoney', isHiddenOnPhone: true },
      { word: 'dual', to: 'twoCoinsFinalcial' },
    ],
  },
  {
    word: 'more',
    links: [
      { word: 'invite', to: 'user/ic' },
      { word: 'benefits', to: 'benefitsCenter/home' },
      { word: 'pay', to: 'pay/home', needsSignIn: true },
      { word: 'live', to: 'live' },
      { word: 'vip', to: 'vip' },
      { word: 'ieo', to: 'ieo' },
      { word: 'learn', to: 'learn/index' },
      { word: 'nft', to: 'nft/home' },
      { word: 'research', to: 'learn/index/?tab=research' },
      { word: 'help', to: 'support/index' },
      { word: 'notice', to: 'support/notice' },
      { word: 'kol', to: 'activity/kol-incentive-plan', isShown: hasKol },
      { word: 'campaign', to: 'campaign/templateSecond/starHome' },
      { word: 'selection', to: 'selection' },
      { word: 'docs', to: 'docs' },
    ],
  },
];

/** The reduced menu of the web3 wallet. */
export const web3Menu: readonly MenuLink[] = [
  { word: 'web3Swap', to: 'web3/swap' },
  { word: 'web3Assets', to: 'web3/asset/' },
  { word: 'web3Receive', to: 'web3/receive' },
];

const assetLinks: readonly MenuLink[] = [
  { word: 'spotAccount', to: 'assetManagement/home', needsSignIn: true },
  { word: 'marginAccount', to: 'assetManagement/margin', needsSignIn: true },
  { word: 'contractAccount', to: 'assetManagement/swaps', needsSignIn: true },
  { word: 'financialAccount', to: 'assetManagement/financialAccount', needsSignIn: true },
  { word: 'c2cAccount', to: 'c2c/account', needsSignIn: true },
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

/** The address a link leads this person to. */
export function addressOf(link: MenuLink, facts: MenuFacts): string {
  const { locale, isSignedIn } = facts;
  const address = `/${locale}/${typeof link.to === 'string' ? link.to : link.to(facts)}`;
  return link.needsSignIn === true && !isSignedIn ? loginAddress(locale, address) : address;
}

/** Whether a link leads to the page that is shown; one that asks a guest to sign in never does. */
export function leadsHere(link: MenuLink, facts: MenuFacts, here: string): boolean {
  if (link.needsSignIn === true && !facts.isSignedIn) return false;
  const path = addressOf(link, facts).replace(/\?.*$/, '');
  return pathBelowLanguage(path) === here;
}

/** The links that this person sees. */
export function listShown(
  links: readonly MenuLink[],
  facts: MenuFacts,
  isOnPhone = false,
): readonly MenuLink[] {
  return links.filter(
    (link) => (link.isShown?.(facts) ?? true) && !(isOnPhone && link.isHiddenOnPhone === true),
  );
}

/** The four columns of the footer. */
export const footerColumns: readonly MenuGroup[] = [
  {
    word: 'aboutUs',
    links: [
      { word: 'notice', to: 'support/notice' },
      { word: 'officialChannel', to: 'support/official-channel' },
      { word: 'status', to: 'status' },
      { word: 'live', to: 'live' },
      { word: 'campaign', to: 'campaign/templateSecond/starHome' },
    ],
  },
  {
    word: 'products',
    links: [
      { word: 'spot', to: readTradePath },
      { word: 'margin', to: 'margin/trade/btc_usdt' },
      { word: 'contract', to: ({ perpetualSymbol }) => contractPath(perpetualSymbol) },
      { word: 'copy', to: 'chargeBack' },
      { word: 'wealth', to: 'wealthManagement' },
      { word: 'c2c', to: 'c2c/trade' },
    ],
  },
  {
    word: 'services',
    links: [
      { word: 'fees', to: 'rateStandard' },
      { word: 'coinInfo', to: 'coinInfo' },
      { word: 'vip', to: 'vip' },
      { word: 'c2cBusiness', to: 'c2c/business' },
      { word: 'invite', to: 'user/ic' },
      { word: 'app', to: 'app/downLoad' },
    ],
  },
  {
    word: 'support',
    links: [
      { word: 'help', to: 'support/index' },
      { word: 'learn', to: 'learn/index' },
      { word: 'feedback', to: 'userfeedback', needsSignIn: true },
      { word: 'identity', to: 'verifiedIndex', needsSignIn: true },
      { word: 'apiDocument', to: 'apiDocument' },
      { word: 'docs', to: 'docs' },
    ],
  },
];
