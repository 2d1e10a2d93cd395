// Moving one's own money between one's accounts, on the wire. Paths and field names are the
// specification's; where it shows no fields of a body, these are ours.
// Not withdrawals, and not transfers to other people. Read by server, sdk and pages.
import { currencyCode, decimalText, timeMs, wholeText } from '../money.ts';
import { defineRoute } from '../route.ts';
import { timeZoneName } from '../time-zone.ts';
import { z } from '../z.ts';

/** Account types of transfers: 2 spot, 3 C2C, 5 contract, 6 cross margin, 7 isolated margin. */
export const transferTypes = [2, 3, 5, 6, 7] as const;

/** One of the account types of transfers. */
export type TransferType = (typeof transferTypes)[number];

const typeText = z.coerce
  .number()
  .int()
  .refine((value) => transferTypes.includes(value as TransferType), 'account type')
  .transform((value) => value as TransferType);
/** Account types that have a page: those of transfers, and 101 wealth. */
export const accountTypes = [...transferTypes, 101] as const;

/** One of the account types that have a page. */
export type PageAccountType = (typeof accountTypes)[number];

/** The product that each account is for: it is used once the product stands in the list. */
export const accountProducts: Readonly<Record<PageAccountType, string>> = {
  2: 'spot',
  3: 'c2c',
  5: 'contract',
  6: 'margin',
  7: 'margin',
  101: 'wealth',
};

const accountType = z.coerce
  .number()
  .int()
  .refine((value) => accountTypes.includes(value as PageAccountType), 'account type')
  .transform((value) => value as PageAccountType);
const coinId = z.coerce.number().int().min(1).max(1_023);
const tradeId = z.coerce.number().int().min(0).max(65_535).default(0);
const read = { method: 'GET', role: 'user', owner: 'caller', rate: 'read' } as const;

/** A coin as the transfer's picker shows it, with what the source account has of it. */
export const transferCoin = z.object({
  coinId: z.number().int(),
  shortName: z.string(),
  name: z.string(),
  webLogo: z.string(),
  available: decimalText,
  /** In the currency that was asked for, "" when nothing prices the coin. */
  availableCny: z.string(),
  transferPrecision: z.number().int(),
  transferOutAble: z.boolean(),
  transferInAble: z.boolean(),
});
export type TransferCoin = z.infer<typeof transferCoin>;

/** A pair that has isolated accounts. */
export const transferPair = z.object({
  tradeId: z.number().int(),
  base: z.string(),
  quote: z.string(),
  baseTransferinable: z.boolean(),
  quoteTransferinable: z.boolean(),
  baseTransferoutable: z.boolean(),
  quoteTransferoutable: z.boolean(),
});
export type TransferPair = z.infer<typeof transferPair>;

/** A transfer that was made. */
export const transferRow = z.object({
  id: wholeText,
  at: timeMs,
  coinId: z.number().int(),
  shortName: z.string(),
  amount: decimalText,
  source: z.number().int(),
  sourceTradeId: z.number().int(),
  target: z.number().int(),
  targetTradeId: z.number().int(),
});
export type TransferRow = z.infer<typeof transferRow>;

/** Routes of transfers. */
export const transferRoutes = {
  coins: defineRoute({
    ...read,
    path: '/hk-web/v2/wallet/transfer/coins',
    summary: 'Coins of an account type (and pair, for type 7) with what is available of each.',
    query: z.object({ type: typeText, tradeId, currency: currencyCode.default('USD') }),
    answer: z.array(transferCoin),
  }),
  types: defineRoute({
    ...read,
    path: '/hk-web/v1/wallet/transfer/types',
    summary: 'Account types that take and give a coin.',
    query: z.object({ coinId }),
    answer: z.array(
      z.object({
        type: z.number().int(),
        transferOutAble: z.boolean(),
        transferInAble: z.boolean(),
      }),
    ),
  }),
  info: defineRoute({
    ...read,
    path: '/hk-web/transfer/info',
    summary: 'Pairs with isolated accounts, and which of their coins can be moved in and out.',
    answer: z.object({ pairs: z.array(transferPair) }),
  }),
  wallet: defineRoute({
    ...read,
    path: '/hk-web/wallet/info',
    summary: 'What can be moved out of one account, of one coin.',
    query: z.object({ type: typeText, coinId, tradeId }),
    answer: z.object({
      available: decimalText,
      /** What may still be moved today; without a limit all that is available. */
      todayAvailableLimit: decimalText,
      /** Moving out would end a bonus. */
      /**
       * Whether money that leaves the contract account would end a card that was opened there (a
       * bonus that counts as margin). There are no such cards yet: always false.
       */
      transferOpenCardInvalid: z.boolean(),
    }),
  }),
  submit: defineRoute({
    method: 'POST',
    role: 'user',
    owner: 'caller',
    rate: 'order',
    path: '/hk-web/v2/transfer',
    summary: 'Move money between two of the caller’s accounts; `isOpening` opens the target.',
    body: z.object({
      source: typeText,
      target: typeText,
      sourceTradeId: tradeId,
      targetTradeId: tradeId,
      coinId,
      amount: decimalText,
      isOpening: z.boolean().default(false),
    }),
    answer: z.object({
      seq: wholeText,
      coinId: z.number().int(),
      amount: decimalText,
      /** What to show the person, in the caller's language; the envelope says it too. */
      message: z.string(),
    }),
  }),
  history: defineRoute({
    ...read,
    path: '/hk-web/finance/transfer/history/list',
    summary: 'Transfers between the caller’s accounts, newest first.',
    query: z.object({
      source: typeText.optional(),
      target: typeText.optional(),
      coinId: coinId.optional(),
      cursor: wholeText.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    answer: z.object({ rows: z.array(transferRow), nextCursor: z.string() }),
  }),
  historyFile: defineRoute({
    ...read,
    path: '/hk-web/finance/transfer/history/file',
    summary: 'Transfers between the caller’s accounts as CSV, times in a zone and in UTC.',
    query: z.object({
      source: typeText.optional(),
      target: typeText.optional(),
      zone: timeZoneName,
    }),
    answer: z.unknown(),
    isBare: true,
  }),
  account: defineRoute({
    ...read,
    path: '/hk-web/assets/account',
    summary: 'Balances of one account type; type 7 lists every isolated pair, 101 is wealth.',
    query: z.object({ type: accountType }),
    answer: z.object({
      isOpened: z.boolean(),
      totalUsdt: z.string(),
      rows: z.array(
        z.object({
          tradeId: z.number().int(),
          /** The pair of an isolated account, such as "BTC/USDT", else "". */
          pair: z.string(),
          coinId: z.number().int(),
          asset: z.string(),
          name: z.string(),
          available: decimalText,
          held: decimalText,
          valueUsdt: z.string(),
        }),
      ),
    }),
  }),
} as const;
