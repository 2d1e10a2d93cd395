// What was deposited and withdrawn, on the wire. Paths are the specification's; where it shows no
// fields, these are ours.
import { decimalText, signedDecimalText, timeMs, wholeText } from '../../money.ts';
import { defineRoute } from '../../route.ts';
import { z } from '../../z.ts';
import { coinId, read } from './fields.ts';

/**
 * What a record is of: 1 a deposit, 2 a withdrawal, 4 a reward of the house or a correction, whose
 * reason is `reward` or `correction` and whose amount may be negative.
 */
export const capitalRecordTypes = [1, 2, 4] as const;

/** A step of a deposit or withdrawal and when it was reached. */
export const capitalStep = z.object({ word: z.string(), at: timeMs });

/**
 * A deposit or withdrawal. Status of a deposit: 1 seen or confirming, 2 crediting, 3 credited,
 * 4 not counted, 7 rolled back, 10 below the minimum, 11 held; of a withdrawal as withdrawing says.
 */
export const capitalRecord = z.object({
  id: wholeText,
  at: timeMs,
  coinId: z.number().int(),
  networkId: z.number().int(),
  amount: signedDecimalText,
  fee: decimalText,
  address: z.string(),
  memo: z.string(),
  /** "" before there is one. */
  txHash: z.string(),
  confirmations: z.number().int(),
  /** Confirmations after which it counts. */
  needed: z.number().int(),
  status: z.number().int(),
  /** Of deposits below the minimum: what must come until all are credited; else "". */
  missing: z.string(),
  /** Word of the reason, "" when there is none. */
  reason: z.string(),
  steps: z.array(capitalStep),
});
export type CapitalRecord = z.infer<typeof capitalRecord>;

const filter = {
  coinId: coinId.optional(),
  status: z.coerce.number().int().min(1).max(11).optional(),
  from: z.coerce.number().int().min(0).optional(),
  to: z.coerce.number().int().min(0).optional(),
  /** Part of an address, a hash or a client id. */
  text: z.string().trim().max(128).optional(),
  cursor: wholeText.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
} as const;
const recordType = z.coerce
  .number()
  .int()
  .refine((value) => (capitalRecordTypes as readonly number[]).includes(value), 'type');
const records = z.object({ rows: z.array(capitalRecord), nextCursor: z.string() });

/** Routes of what was deposited and withdrawn. */
export const capitalRecordRoutes = {
  deposits: defineRoute({
    ...read,
    path: '/hk-web/finance/recharge/log/list',
    summary: 'Deposits, newest first.',
    query: z.object(filter),
    answer: records,
  }),
  withdrawals: defineRoute({
    ...read,
    path: '/hk-web/finance/withdraw/log/list',
    summary: 'Withdrawals, newest first.',
    query: z.object(filter),
    answer: records,
  }),
  both: defineRoute({
    ...read,
    path: '/hk-web/finance/recharge_withdraw/list',
    summary: 'Records of one type, newest first.',
    query: z.object({ type: recordType.default(1), ...filter }),
    answer: records,
  }),
} as const;
