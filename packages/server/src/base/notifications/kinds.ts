// Every kind of message: where it stands in the notification centre and what a click opens.
// Not here: its words (texts, namespace `inbox`) and who writes it (the products).
// Codes of modules, submodules and businesses are the specification's.

/** Facts of a message: text by name, ready to stand in a sentence. */
export type NotificationFacts = Readonly<Record<string, string>>;

interface KindRow {
  readonly moduleCode: number;
  readonly submoduleCode: number;
  /** The specification's business code, 0 = none. */
  readonly bizType: number;
  /** Kind whose sentences it shares; left out: it has its own. */
  readonly words?: string;
  /** Path below the language that a click opens, "" = the message leads nowhere. */
  readonly readLink: (facts: NotificationFacts) => string;
}

const ANNOUNCEMENTS = 2;
const SYSTEM = 1;
const QUOTES = 20;
const TRADE = 21;

const REWARDS = 111;
const SERVICE = 112;
const TRADE_OTHER = 113;
const DAY_TRADING = 114;
const AUTHENTICATION = 116;
const PRICE_SUBSCRIPTION = 5;

const security: KindRow = {
  moduleCode: SYSTEM,
  submoduleCode: AUTHENTICATION,
  bizType: 2,
  readLink: () => '/user/personSetting',
};

const level: KindRow = {
  ...security,
  submoduleCode: SERVICE,
  bizType: 0,
  readLink: () => '/rateStandard',
};

const identity: KindRow = { ...security, bizType: 3, readLink: () => '/verifiedIndex' };

const withdrawal: KindRow = {
  moduleCode: TRADE,
  submoduleCode: TRADE_OTHER,
  bizType: 13,
  readLink: () => '/assetManagement/financial?type=2',
};

const readRewards = () => '/assetManagement/financial?type=4';

const claim: KindRow = {
  moduleCode: TRADE,
  submoduleCode: TRADE_OTHER,
  bizType: 0,
  readLink: () => '/assetManagement/topup',
};

const order: KindRow = {
  moduleCode: TRADE,
  submoduleCode: DAY_TRADING,
  bizType: 0,
  readLink: ({ symbol }) => `/trade/exchange/?tradeCode=${symbol}`,
};

const alert: KindRow = { ...order, moduleCode: QUOTES, submoduleCode: PRICE_SUBSCRIPTION };

/** An announcement: its title and its first sentences are facts, in every language it has. */
const announcement: KindRow = {
  moduleCode: ANNOUNCEMENTS,
  submoduleCode: 105,
  bizType: 0,
  words: 'announcement',
  readLink: ({ id, supportCode }) =>
    supportCode === undefined ? '' : `/support/article?id=${id}&code=${supportCode}`,
};

/** Kinds by name. */
export const notificationKinds = {
  welcome: { ...security, submoduleCode: SERVICE, bizType: 1 },
  login_new_device: security,
  password_changed: security,
  security_changed: security,
  account_frozen: security,
  account_thawed: security,
  word_changed: security,
  api_keys_changed: { ...security, bizType: 0, readLink: () => '/user/apiSetting' },
  deposit: {
    moduleCode: TRADE,
    submoduleCode: TRADE_OTHER,
    bizType: 12,
    readLink: () => '/assetManagement/financial?type=1',
  },
  deposit_held: {
    moduleCode: TRADE,
    submoduleCode: TRADE_OTHER,
    bizType: 12,
    readLink: () => '/assetManagement/financial?type=1',
  },
  withdrawal,
  withdrawal_review: withdrawal,
  withdrawal_returned: withdrawal,
  claim_paid: claim,
  claim_refused: claim,
  correction_in: { ...withdrawal, bizType: 0, readLink: readRewards },
  correction_out: { ...withdrawal, bizType: 0, readLink: readRewards },
  reward: {
    moduleCode: SYSTEM,
    submoduleCode: REWARDS,
    bizType: 0,
    readLink: readRewards,
  },
  vip_raised: level,
  vip_lowered: level,
  order_filled_buy: order,
  order_filled_sell: order,
  order_expired: order,
  order_rest_expired: order,
  order_refused: order,
  orders_dead_man: order,
  announcement,
  announcement_maintenance: { ...announcement, submoduleCode: 106 },
  announcement_other: { ...announcement, submoduleCode: 107 },
  announcement_event: { ...announcement, submoduleCode: 109 },
  feedback_answered: {
    ...security,
    submoduleCode: SERVICE,
    bizType: 0,
    readLink: () => '/userfeedback?tab=feedbackTab',
  },
  identity_passed: identity,
  identity_refused: { ...identity, bizType: 4 },
  identity_asked: {
    ...identity,
    bizType: 270,
    readLink: () => '/personVerified/?source=supplement',
  },
  identity_due: {
    ...identity,
    bizType: 272,
    readLink: () => '/personVerified/?source=supplement',
  },
  identity_limited: {
    ...identity,
    bizType: 272,
    readLink: () => '/personVerified/?source=supplement',
  },
  identity_ending: identity,
  alert_rise: alert,
  alert_fall: alert,
  alert_move: alert,
  alert_high: alert,
  alert_low: alert,
} as const satisfies Record<string, KindRow>;

/** Name of a kind. */
export type NotificationKind = keyof typeof notificationKinds;

/** A stored kind, or undefined for one this release does not know. */
export function readKind(kind: string): KindRow | undefined {
  return Object.hasOwn(notificationKinds, kind)
    ? notificationKinds[kind as NotificationKind]
    : undefined;
}

/** Submodules of the tabs that one can go to and mute, by module. */
export const notificationModules: readonly (readonly [number, readonly number[]])[] = [
  [ANNOUNCEMENTS, [105, 106, 107, 109]],
  [SYSTEM, [110, REWARDS, SERVICE, AUTHENTICATION]],
  [QUOTES, [PRICE_SUBSCRIPTION, 6, 7, 108]],
  [TRADE, [TRADE_OTHER, DAY_TRADING, 115, 117]],
];
