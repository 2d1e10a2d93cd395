// The dialect's calls that move money between one's own accounts, /sapi/v1/asset/transfer. Not
// withdrawals, and not transfers to other people. Names of paths, parameters and fields are those
// of the dialect. Read by server, sdk and the reference.
import { defineRoute } from '../route.ts';
import { untilEndTime } from '../until.ts';
import { z } from '../z.ts';
import {
  binanceCoin,
  binanceDecimal,
  binanceLong,
  binanceSymbol,
  binanceTime,
  signedFields,
} from './values.ts';

/** From which account to which, such as MAIN_MARGIN. */
const kind = z.string().regex(/^[A-Z_]{1,40}$/);
const symbols = { fromSymbol: binanceSymbol.optional(), toSymbol: binanceSymbol.optional() };
const count = (most: number) =>
  binanceLong.refine((value) => value >= 1 && value <= most, 'out of range').optional();

/** Calls about transfers between own accounts. */
export const apiTransferRoutes = {
  transfer: defineRoute({
    method: 'POST',
    role: 'key_transfer',
    owner: 'caller',
    rate: 'none',
    isBare: true,
    path: '/sapi/v1/asset/transfer',
    summary:
      'Move money between two own accounts: MAIN, FUNDING, UMFUTURE, MARGIN, ISOLATEDMARGIN.',
    binance: { weight: 10, act: 'transfer' },
    query: z.strictObject({
      type: kind,
      asset: binanceCoin,
      amount: binanceDecimal,
      ...symbols,
      ...signedFields,
    }),
    answer: z.object({ tranId: z.number().int() }),
  }),
  transfers: defineRoute({
    method: 'GET',
    role: 'key_read',
    owner: 'caller',
    rate: 'none',
    isBare: true,
    until: untilEndTime,
    path: '/sapi/v1/asset/transfer',
    summary: 'Own transfers of one kind, newest first, in pages.',
    binance: { weight: 1 },
    // Clients send more than this here, and mean nothing by it.
    query: z.object({
      type: kind,
      startTime: binanceTime.optional(),
      endTime: binanceTime.optional(),
      current: count(1_000_000),
      size: count(100),
      ...symbols,
      ...signedFields,
    }),
    answer: z.object({
      total: z.number().int(),
      rows: z.array(
        z.object({
          asset: z.string(),
          amount: z.string(),
          type: z.string(),
          status: z.string(),
          tranId: z.number().int(),
          timestamp: z.number().int(),
        }),
      ),
    }),
  }),
} as const;
