// An address in the footer that an operator sets in place of the brand file's. Not how it is
// checked when it is set (web-values.ts). Read by the site's calls and pages.
import { z } from '../../z.ts';

/** Where the house is met, in place of what the brand file says. */
export const siteContact = z.object({
  place: z.enum([
    'service',
    'product',
    'business',
    'case',
    'x',
    'youtube',
    'telegram',
    'whatsapp',
  ]),
  address: z.string().max(200),
});
export type SiteContact = z.infer<typeof siteContact>;
