// What names the house in place of the brand file (ui): name, accent, picture. Not the contacts
// (contacts.ts). Read by site, pages and console.
import { z } from './z.ts';

/**
 * Accents that are safe in both themes: each was measured against every surface and against the
 * colours of direction and risk (ui, accents.test.ts). The first one is the brand file's.
 */
export const brandAccents = ['lime', 'aqua', 'violet', 'orchid'] as const;

/** Random name of an uploaded picture. */
export const brandPictureName = z.string().regex(/^[0-9a-f]{32}$/, 'name');

/** Name, accent and picture that an operator set; "" leaves the brand file's. */
export const siteBrand = z.strictObject({
  name: z
    .string()
    .trim()
    .max(24)
    .regex(/^[^\p{C}<>"\\]*$/u, 'a name in plain letters'),
  accent: z.enum(brandAccents),
  picture: z.union([z.literal(''), brandPictureName]),
});
export type SiteBrand = z.infer<typeof siteBrand>;

/** Where pictures are; the name of one follows. */
export const brandPicturePath = '/hk-web/public/brand/';
