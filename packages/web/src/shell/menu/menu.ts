// The groups and links of the menus, and when a link is shown and to whom it opens. Plain data and
// one rule; header, side menu and footer show it, texts are `link.<word>` of the shell.
// Not here: the looks of a menu, and the links of those who are signed in (own-links.ts).
import type { TextKey } from '@isobath/texts';
import { loginAddress } from '../../base/address.ts';
import { pathBelowLanguage } from '../../base/page-address.ts';
import { isPathPlanned } from '../../base/planned.ts';
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
  /** The page of the product it belongs to, when that is another one. */
  readonly product?: string;
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

const pathOf = (link: MenuLink, facts: MenuFacts) =>
  typeof link.to === 'string' ? link.to : link.to(facts);

/** The address a link leads this person to; nobody signs in for what is not built yet. */
export function addressOf(link: MenuLink, facts: MenuFacts): string {
  const { locale, isSignedIn } = facts;
  const path = pathOf(link, facts);
  const address = `/${locale}/${path}`;
  if (link.needsSignIn !== true || isSignedIn || isPathPlanned(path)) return address;
  return loginAddress(locale, address);
}

/** Whether a link leads to what is not built yet. */
export function isSoon(link: MenuLink, facts: MenuFacts): boolean {
  return isPathPlanned(link.product ?? pathOf(link, facts));
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
