// Pages that the menus lead to and that are not built yet: the one list of them. Each says what it
// will be and is marked noindex; whoever builds one takes its line away, and all that depends on it
// follows: routes, marks of menus and buttons, rights of keys, accounts of transfers.
// Plain data; whether an address leads to one of them: planned.ts.

/** One page to come. */
export interface PlannedPage {
  /** Path below the language; a part that starts with ":" may be any. */
  readonly path: string;
  /** Its name in the texts: `link.<word>` of the shell, `<word>` of the planned texts. */
  readonly word: PlannedWord;
  /** Who will see it. Everybody is told what it will be, before they are asked to sign in. */
  readonly role: 'public' | 'user';
}

const forAll = [
  ['c2c/trade/creditCardIndex', 'card'],
  ['c2c/trade', 'c2c'],
  ['margin/trade/:tradeCode', 'margin'],
  ['preMarket', 'preMarket'],
  ['contract/exchange/trade/', 'contract'],
  ['chargeBack', 'copy'],
  ['chargeBack/OrderBearer/homepage', 'leader'],
  ['activity/cashback', 'cashback'],
  ['activity/cashbackDetails', 'cashbackDetails'],
  ['activity/kol-incentive-plan', 'kol'],
  ['wealthManagement', 'wealth'],
  ['pledgeBorrowMoney', 'pledge'],
  ['twoCoinsFinalcial', 'dual'],
  ['benefitsCenter/home', 'benefits'],
  ['live', 'live'],
  ['live/room', 'liveRoom'],
  ['vip', 'vip'],
  ['ieo', 'ieo'],
  ['learn/index', 'learn'],
  ['learn/index/', 'learn'],
  ['nft/home', 'nft'],
  ['campaign/templateSecond/starHome', 'campaign'],
  ['selection', 'selection'],
  ['web3', 'web3'],
  ['web3/asset/', 'web3Assets'],
  ['web3/swap', 'web3Swap'],
  ['web3/receive', 'web3Receive'],
  ['c2c/business', 'c2cBusiness'],
] as const;

const forUsers = [
  ['contract/mock/trade/', 'mock'],
  ['simulation/account', 'mockAccount'],
  ['simulation/order', 'mockOrders'],
  ['chargeBack/OrderBearer/myBearer', 'myLead'],
  ['chargeBack/orderDocumentary/myDocumentary', 'myCopies'],
  ['orderHome/leverOrder', 'marginOrders'],
  ['orderHome/contractOrder', 'contractOrders'],
  ['orderHome/ledgeBorrowMoneyRecord', 'pledgeRecords'],
  ['orderHome/ieoOrder', 'ieoOrders'],
  ['orderHome/wealthManagementRecord', 'wealthRecords'],
  ['c2c/order', 'c2cOrders'],
  ['c2c/paymentSettings', 'paymentSettings'],
  ['user/ic', 'invite'],
  ['benefitsCenter/tradingFundDetails', 'fundDetails'],
  ['pay/home', 'pay'],
  ['myCard', 'cards'],
] as const;

/** Name of a page to come in the texts. */
export type PlannedWord = (typeof forAll)[number][1] | (typeof forUsers)[number][1];

/** All of them. */
export const plannedPages: readonly PlannedPage[] = [
  ...forAll.map(([path, word]): PlannedPage => ({ path, word, role: 'public' })),
  ...forUsers.map(([path, word]): PlannedPage => ({ path, word, role: 'user' })),
];
