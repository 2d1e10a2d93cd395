// What two operators agree to of coins and markets; asked again, each completes what it began.
// Not the rule of two itself (base/approvals). Made by start.ts.
import { listingKinds, z } from '@isobath/wire';
import { type ApprovalWorks, defineWork } from '../../base/approvals/index.ts';
import type { Listing } from './listing.ts';

const cells = z.record(z.string(), z.string());
const listingPayload = z.object({
  kind: z.enum(listingKinds),
  key: z.string(),
  before: cells,
  after: cells,
});
const delistPayload = z.object({ market: z.string() });
/** Make the works. */
export function createListingWorks(listing: Listing): Partial<ApprovalWorks> {
  return {
    'listing.set': defineWork({
      permission: 'listing.write',
      shape: listingPayload,
      async execute({ kind, key, before, after }, { actor }) {
        await listing.setAgreed({ request: { kind, key, fields: after }, before }, actor);
        return { key };
      },
    }),
    'listing.delist': defineWork({
      permission: 'listing.write',
      shape: delistPayload,
      async execute({ market }, { actor }) {
        const { cancelledCount } = await listing.delist(market, actor);
        return { key: market, cancelledCount };
      },
    }),
  };
}
