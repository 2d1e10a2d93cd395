// Addresses that are the house's own: what its checker answers by, and what stands in the footer.
// Not the brand file's (ui), nor how one is checked when it is set. Read by site and content.
import { z } from './z.ts';

/** An address that is the house's own. */
export const officialChannel = z.object({
  kind: z.enum(['domain', 'mail', 'phone', 'social']),
  value: z.string().min(3).max(200),
  name: z.string().max(60),
});
export type OfficialChannel = z.infer<typeof officialChannel>;

/** Where the house is met, in place of what the brand file says. */
export const siteContact = z.object({
  place: z.enum(['service', 'product', 'business', 'case', 'x', 'youtube', 'telegram', 'whatsapp']),
  address: z.string().max(200),
});
export type SiteContact = z.infer<typeof siteContact>;
