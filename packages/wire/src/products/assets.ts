// Asset overview on the wire.
import { decimalText, signedDecimalText, timeMs, wholeText } from '../money.ts';
import { defineRoute } from '../route.ts';
import { z } from '../z.ts';

const read = { method: 'GET', role: 'user', owner: 'caller', rate: 'read' } as const;

/** One balance with its value in USDT ("" when no market prices it). */
export const assetRow = z.object({
  coinId: z.number().int(),
  asset: z.string(),
  name: z.string(),
  total: decimalText,
  available: decimalText,
  held: decimalText,
  valueUsdt: z.string(),
});
export type AssetRow = z.infer<typeof assetRow>;

/** Routes of asset pages. */
export const assetsRoutes = {
  spotAssets: defineRoute({
    ...read,
    path: '/hk-web/assets/spot',
    summary: 'Spot balances with values and the total.',
    answer: z.object({
      seq: wholeText,
      totalUsdt: z.string(),
      totalBtc: z.string(),
      rows: z.array(assetRow),
    }),
  }),
  moves: defineRoute({
    ...read,
    path: '/hk-web/assets/moves',
    summary: 'Every movement of one coin or of all, newest first.',
    query: z.object({
      coinId: z.coerce.number().int().min(1).max(1_023).optional(),
      cursor: wholeText.optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
    }),
    answer: z.object({
      rows: z.array(
        z.object({
          seq: wholeText,
          at: timeMs,
          coinId: z.number().int(),
          asset: z.string(),
          change: signedDecimalText,
          reason: z.string(),
          reference: z.string(),
        }),
      ),
      nextCursor: z.string(),
    }),
  }),
} as const;
