// Pictures of coins on the wire. Which coin has one is told as `webLogo` wherever coins are listed.
import { brandPictureName } from '../../brand.ts';
import { defineRoute } from '../../route.ts';
import { z } from '../../z.ts';

/** Routes of pictures of coins. */
export const coinPictureRoutes = {
  coinPicture: defineRoute({
    method: 'GET',
    role: 'public',
    owner: 'none',
    rate: 'read',
    path: '/hk-web/public/coin/:name',
    summary:
      'The picture of a coin by its random name, as `webLogo` gives it; the body is the file.',
    query: z.object({ name: brandPictureName }),
    answer: z.unknown(),
    isBare: true,
  }),
} as const;
