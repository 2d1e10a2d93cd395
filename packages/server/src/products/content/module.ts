// What help, announcements and feedback bring. Announcements are published when they are due.
// Listed in modules.ts.
import { listMigrations } from '../../base/db/index.ts';
import { defineModule, publishedTable } from '../../base/modules/index.ts';
import { OWNER_PREFIX } from './votes.ts';

/** The module of help, announcements and feedback. */
export const contentModule = defineModule({
  name: 'content',
  migrations: listMigrations('content', import.meta.url, [
    '0001-content',
    '0002-votes-and-categories',
    '0003-votes-by-network',
  ]),
  personTables: [
    publishedTable('feedback_pictures', 'picture_id type created_at_ms', true),
    publishedTable(
      'feedbacks',
      'feedback_id type text contact page device locale created_at_ms answer',
      true,
    ),
    // Of people, not of guests' browsers.
    {
      table: 'content_votes',
      owner: 'voter',
      ownerPrefix: OWNER_PREFIX,
      columns: ['article_id', 'is_helpful', 'at_ms'],
      isErased: true,
    },
  ],
  start: async () => (await import('./start.ts')).startContent,
});
