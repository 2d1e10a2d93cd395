// Pictures of people: taken with a check of kind and size, kept in the database, shown to anybody
// who has the name. Not the picture drawn from a number; pages draw that. Called by routes.ts.
import { randomBytes } from 'node:crypto';
import type { Database } from '../../../base/db/index.ts';
import { cleanPicture, readPicture } from '../../../base/pictures/index.ts';
import { refuse } from '../../../base/product/index.ts';

/** More bytes, or more pixels a side, are not taken. */
const BYTES_MAX = 128 * 1024;
const SIDE_PX_MAX = 1_024;

/** The address of a picture. */
export function photoAddress(name: string): string {
  return name === '' ? '' : `/hk-web/public/photo/${name}`;
}

/** Make the calls' operations. */
export function createPhotos(database: Database) {
  return {
    /**
     * Take a person's picture in place of the last one.
     *
     * @param text - the file in base64.
     * @returns its address.
     */
    async take(ownerId: number, text: string): Promise<string> {
      const brought = Buffer.from(text, 'base64');
      // Everybody may see it: nobody may read from it where it was taken.
      const clean = brought.length > BYTES_MAX ? undefined : cleanPicture(brought);
      const size = clean && readPicture(clean.content);
      const sides = size === undefined ? [0] : [size.widthPx, size.heightPx];
      if (clean === undefined || sides.some((px) => px < 1 || px > SIDE_PX_MAX)) {
        throw refuse('photo_not_allowed');
      }
      const name = randomBytes(16).toString('hex');
      await database.transaction(async (session) => {
        await session.execute(
          `INSERT INTO photos VALUES ($1, $2, $3, $4) ON CONFLICT (owner_id)
           DO UPDATE SET photo_name = $1, media_type = $3, content = $4`,
          [name, ownerId, clean.type, clean.content],
        );
        await session.execute('UPDATE users SET photo_name = $2 WHERE owner_id = $1', [
          ownerId,
          name,
        ]);
      });
      return photoAddress(name);
    },

    async remove(ownerId: number): Promise<void> {
      await database.transaction(async (session) => {
        await session.execute('DELETE FROM photos WHERE owner_id = $1', [ownerId]);
        await session.execute(`UPDATE users SET photo_name = '' WHERE owner_id = $1`, [ownerId]);
      });
    },

    async read(name: string): Promise<{ mediaType: string; content: Buffer }> {
      const rows = await database.query<{ media_type: string; content: Buffer }>(
        'SELECT media_type, content FROM photos WHERE photo_name = $1',
        [name],
      );
      const [row] = rows;
      if (row === undefined) throw refuse('not_found');
      return { mediaType: row.media_type, content: row.content };
    },
  };
}

/** Pictures of people. */
export type Photos = ReturnType<typeof createPhotos>;
