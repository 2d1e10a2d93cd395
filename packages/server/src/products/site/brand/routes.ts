// Calls of the house's picture: an operator brings one, everybody sees it. Called by the edge.
import { brandRoutes } from '@isobath/wire';
import type { AuditLog } from '../../../base/audit/index.ts';
import type { Database } from '../../../base/db/index.ts';
import { refuse, refuseField, type RouteHandler, serve } from '../../../base/product/index.ts';
import { keepBrandPicture } from './brand.ts';

/** A picture's name is never used again, so whoever has it may keep it. */
const KEPT = 'public, max-age=31536000, immutable';

/** Handlers of the house's picture. */
export function createBrandRoutes(database: Database, audit: AuditLog): RouteHandler[] {
  return [
    serve(brandRoutes.brandPicture, async ({ query, setHeader }) => {
      const rows = await database.query<{ media_type: string; content: Buffer }>(
        'SELECT media_type, content FROM brand_pictures WHERE picture_name = $1',
        [query.name],
      );
      const [row] = rows;
      if (row === undefined) throw refuse('not_found');
      setHeader('content-type', row.media_type);
      setHeader('cache-control', KEPT);
      return row.content;
    }),
    serve(brandRoutes.addBrandPicture, async ({ caller: { operator }, body }) => {
      if (operator === undefined) throw refuse('not_signed_in');
      return audit.transaction(operator, async (session, write) => {
        const name = await keepBrandPicture(session, body.picture);
        if (name === undefined) throw refuseField('picture', 'no such kind or size');
        await write({ action: 'brand_picture_added', detail: { name } });
        return { name };
      });
    }),
  ];
}
