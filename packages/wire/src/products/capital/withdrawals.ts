// Withdrawing, on the wire: whether and where one may, what it costs, asking for it, taking it
// back. Paths are the specification's; where it shows no fields, these are ours.
// Not here: saved addresses (address-book.ts), what was withdrawn (records.ts).
import { decimalText, timeMs, wholeText } from '../../money.ts';
import { defineRoute } from '../../route.ts';
import { z } from '../../z.ts';
import {
  addressText,
  amount,
  coinId,
  flag,
  memoText,
  networkId,
  read,
  rowId,
  write,
} from './fields.ts';

/** A reason why withdrawing is not possible: an error's word, and when it ends (0 = not known). */
export const withdrawReason = z.object({ word: z.string(), untilMs: timeMs });

/** Terms of a network for withdrawing a coin. */
export const withdrawTerms = z.object({
  networkId: z.number().int(),
  /** A fixed part, in the coin. */
  fee: decimalText,
  /** Millionths of what is received. */
  feePpm: z.number().int(),
  min: decimalText,
  max: decimalText,
  /** Decimals that can be sent. */
  precision: z.number().int(),
  arrivalSeconds: z.number().int(),
  /** How well the exchange's open wallet is filled: `low`, `target` or `high`. */
  hotLevel: z.enum(['low', 'target', 'high']),
  /** Withdrawals that wait before a new one. */
  queueAhead: z.number().int(),
  /** About how long a new one takes. */
  etaSeconds: z.number().int(),
});
export type WithdrawTerms = z.infer<typeof withdrawTerms>;

/** Who receives a withdrawal of some value, as the law of some places asks. */
export const travelDeclaration = z.object({
  beneficiary: z.string().trim().min(1).max(140),
  /** Name of the exchange that keeps the address; absent = the beneficiary keeps the key. */
  venue: z.string().trim().min(1).max(140).optional(),
  purpose: z.string().trim().min(1).max(140),
});

/** What a withdrawal is asked for with. */
export const withdrawBody = z
  .object({
    coinId,
    networkId,
    address: addressText.optional(),
    /** A saved address in place of `address` and `memo`. */
    addressId: rowId.optional(),
    memo: memoText,
    amount,
    /** Whether the fee is taken out of `amount`; otherwise it comes on top. */
    isFeeInside: flag.default(false),
    /** The caller's own name for it: the same one again answers the same withdrawal. */
    clientId: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/, 'client id'),
    travel: travelDeclaration.optional(),
  })
  .refine(({ address, addressId }) => (address === undefined) !== (addressId === undefined), {
    message: 'address or addressId',
    path: ['address'],
  });

/** States of a withdrawal: 1 checking, 2 review, 3 waiting for approval, 4 queued, 5 sending,
    6 complete, 7 cancelled, 8 rejected, 9 failed. It can be cancelled in the first four. */
export const withdrawStatus = z.number().int().min(1).max(9);

/** Routes of withdrawing. */
export const withdrawRoutes = {
  check: defineRoute({
    ...read,
    path: '/hk-web/capital/withdrawCheck',
    summary: 'Whether the caller may withdraw a coin, why not, and what is left of the day.',
    query: z.object({ coinId }),
    answer: z.object({
      isAllowed: z.boolean(),
      reasons: z.array(withdrawReason),
      /** Second factors that are set up: `totp`, `passkey`. */
      factors: z.array(z.enum(['totp', 'passkey'])),
      dayLimitUsdt: decimalText,
      dayUsedUsdt: decimalText,
      /** Of the coin: what is available and not locked. */
      withdrawable: decimalText,
      allowlistOnly: z.boolean(),
      /** From this value in USDT on `travel` must be declared. */
      travelFromUsdt: decimalText,
    }),
  }),
  terms: defineRoute({
    ...read,
    path: '/hk-web/v2/capital/coin_withdraw_info',
    summary: 'Fee, bounds and waiting time of each network of a coin.',
    query: z.object({ coinId }),
    answer: z.array(withdrawTerms),
  }),
  networksOfAddress: defineRoute({
    ...read,
    path: '/hk-web/capital/getNetworkByAddr',
    summary: 'Networks that have addresses of this form.',
    query: z.object({ address: addressText }),
    answer: z.object({ networkIds: z.array(z.number().int()) }),
  }),
  validate: defineRoute({
    ...read,
    path: '/hk-web/v2/capital/validateAddress',
    summary: 'Whether an address can be paid on a network, and whether one saved it.',
    query: z.object({ networkId, address: addressText, memo: memoText }),
    answer: z.object({
      isValid: z.boolean(),
      /** Error's word, "" when it is valid. */
      word: z.string(),
      isContract: z.boolean(),
      /** Remark of the saved address, "" when it is not saved. */
      savedAs: z.string(),
    }),
  }),
  submit: defineRoute({
    ...write,
    rate: 'order',
    path: '/hk-web/capital/withdraw',
    needsProof: true,
    summary: 'Withdraw; with a proof of exactly this request in the header `sign`, `bver` 1.',
    body: withdrawBody,
    answer: z.object({
      withdrawId: wholeText,
      status: withdrawStatus,
      fee: decimalText,
      receives: decimalText,
      seq: wholeText,
    }),
  }),
  cancel: defineRoute({
    ...write,
    path: '/hk-web/withdraw/cancel',
    summary: 'Take a withdrawal back that is not signed yet.',
    body: z.object({ withdrawId: wholeText }),
    answer: z.object({ status: withdrawStatus }),
  }),
} as const;
