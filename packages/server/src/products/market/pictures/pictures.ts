// Pictures of coins: an operator brings one, everybody sees it by its random name. Pages draw a
// coin without one themselves. Called by routes and by the operator's command.
import { randomBytes } from 'node:crypto';
import { coinPictureBytesMax, coinPictureRoutes } from '@isobath/wire';
import type { Database, Session } from '../../../base/db/index.ts';
import { cleanPicture, readPicture } from '../../../base/pictures/index.ts';
import { refuse, refuseField, type RouteHandler, serve } from '../../../base/product/index.ts';

/** Fewer or more pixels a side are not taken. */
const SIDE_PX = { min: 32, max: 512 };
/** A picture's name is never used again, so whoever has it may keep it. */
const KEPT = 'public, max-age=31536000, immutable';

/** A coin's picture as it is kept, undefined for what is no PNG, JPEG or WebP of that size. */
export function readCoinPicture(picture: Buffer): { type: string; content: Buffer } | undefined {
  const clean = picture.length > coinPictureBytesMax ? undefined : cleanPicture(picture);
  const size = clean && readPicture(clean.content);
  const sides = size === undefined ? [] : [size.widthPx, size.heightPx];
  const isTaken = sides.length > 0 && sides.every((px) => px >= SIDE_PX.min && px <= SIDE_PX.max);
  return isTaken ? clean : undefined;
}

/**
 * Put a picture in place of a coin's last one.
 *
 * @param picture - the file; undefined takes the picture away.
 * @throws invalid for what is no PNG, JPEG or WebP of that size.
 */
export async function setCoinPicture(
  session: Session,
  coinId: number,
  picture: Buffer | undefined,
): Promise<void> {
  await session.execute('DELETE FROM coin_pictures WHERE coin_id = $1', [coinId]);
  if (picture === undefined) return;
  const clean = readCoinPicture(picture);
  if (clean === undefined) {
    throw refuseField('picture', 'PNG, JPEG or WebP, 32 to 512 pixels a side, at most 64 KiB');
  }
  await session.execute('INSERT INTO coin_pictures VALUES ($1, $2, $3, $4)', [
    coinId,
    randomBytes(16).toString('hex'),
    clean.type,
    clean.content,
  ]);
}

/** Handlers of pictures of coins. */
export function createCoinPictureRoutes(database: Database): RouteHandler[] {
  return [
    serve(coinPictureRoutes.coinPicture, async ({ query, setHeader }) => {
      const [row] = await database.query<{ media_type: string; content: Buffer }>(
        'SELECT media_type, content FROM coin_pictures WHERE picture_name = $1',
        [query.name],
      );
      if (row === undefined) throw refuse('not_found');
      setHeader('content-type', row.media_type);
      setHeader('cache-control', KEPT);
      return row.content;
    }),
  ];
}
