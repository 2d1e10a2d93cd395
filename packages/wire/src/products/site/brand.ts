// The picture that stands for the house on the wire: taking one in the back office, showing it.
// Which one is worn is a value of the configuration (web-values.ts). Read by site and console.
import { brandPictureName } from '../../brand.ts';
import { bodyBytes, defineRoute } from '../../route.ts';
import { z } from '../../z.ts';

/** A larger picture of the house is not taken. */
export const brandPictureBytesMax = 128 * 1024;

/** Routes of the house's picture. */
export const brandRoutes = {
  brandPicture: defineRoute({
    method: 'GET',
    role: 'public',
    owner: 'none',
    rate: 'read',
    path: '/hk-web/public/brand/:name',
    summary: 'A picture of the house by its random name; the body is the file.',
    query: z.object({ name: brandPictureName }),
    answer: z.unknown(),
    isBare: true,
  }),
  addBrandPicture: defineRoute({
    method: 'POST',
    role: 'admin:config.write',
    owner: 'none',
    rate: 'write',
    path: '/admin/api/config/picture',
    bodyBytesMax: bodyBytes.picture,
    summary:
      'Keep a picture for the house: PNG, JPEG or WebP, 64 to 1,024 pixels a side, at most ' +
      '128 KiB. It is worn once the value `brand` names it.',
    body: z.strictObject({ picture: z.base64().max(180_000) }),
    answer: z.object({ name: z.string() }),
  }),
} as const;
