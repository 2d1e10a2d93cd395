// Listing on the wire: coins and markets as operators see them, what a change would do, and asking
// for one, which another operator must approve. Read by server and console.
import { bodyBytes, defineRoute } from '../route.ts';
import { z } from '../z.ts';
import { listingKinds } from './listing/fields.ts';

const reading = { method: 'GET', role: 'admin:listing.read', owner: 'none', rate: 'read' } as const;
const writing = {
  method: 'POST',
  role: 'admin:listing.write',
  owner: 'none',
  rate: 'write',
} as const;

const kind = z.enum(listingKinds);
const key = z.string().trim().min(1).max(40);
const fields = z.record(z.string().max(60), z.string().max(90_000));
const reason = z.string().trim().min(3).max(500);
const made = z.object({ approvalId: z.number().int() });

/** A thing that is listed. */
export const listedThing = z.object({
  kind,
  key,
  /** As commands and files name them; a logo as base64. */
  fields,
  /** State of a market, `DELISTED` included; "" where there is none. */
  state: z.string(),
  /** Whether it is finished; one that was only begun is completed by asking again. */
  isDone: z.boolean(),
});
export type ListedThing = z.infer<typeof listedThing>;

/** What one field is and becomes. */
export const fieldChange = z.object({ field: z.string(), before: z.string(), after: z.string() });
export type FieldChange = z.infer<typeof fieldChange>;

/** What a change would do, and what a trader would meet. */
export const listingPreview = z.object({
  isNew: z.boolean(),
  changes: z.array(fieldChange),
  problems: z.array(z.object({ field: z.string(), problem: z.string() })),
  /** Every field as it would be. */
  fields,
  /** Figures of a market by name; empty where it has none yet. */
  example: z.record(z.string(), z.string()),
});
export type ListingPreview = z.infer<typeof listingPreview>;

/** Calls about listing. */
export const listingRoutes = {
  listThings: defineRoute({
    ...reading,
    path: '/admin/api/listing',
    summary: 'Coins, markets, fees of new markets, VIP levels and lists, with all their fields.',
    query: z.object({ kind }),
    answer: z.array(listedThing),
  }),
  previewThing: defineRoute({
    ...writing,
    path: '/admin/api/listing/preview',
    bodyBytesMax: bodyBytes.article,
    summary: 'What a change would do and what a trader would meet; changes nothing.',
    body: z.object({ kind, key, fields }),
    answer: listingPreview,
  }),
  setThing: defineRoute({
    ...writing,
    path: '/admin/api/listing/set',
    bodyBytesMax: bodyBytes.article,
    summary: 'Ask for a coin or market to be listed or changed: another operator must approve.',
    body: z.object({ kind, key, fields, reason }),
    answer: made,
  }),
  delistMarket: defineRoute({
    ...writing,
    path: '/admin/api/listing/delist',
    summary: 'Ask for a market to be closed and its orders to be cancelled: another must approve.',
    body: z.object({ market: key, reason }),
    answer: made,
  }),
} as const;
