// What the inbox product brings: price alerts, first tasks, notifications by mail.
// Listed in modules.ts.
import { listMigrations } from '../../base/db/index.ts';
import { defineModule, publishedTable, silentTable } from '../../base/modules/index.ts';

/** The module of the inbox. */
export const inboxModule = defineModule({
  name: 'inbox',
  migrations: listMigrations('inbox', import.meta.url, [
    '0001-alerts',
    '0002-newbie-tasks',
    '0003-by-mail',
  ]),
  personTables: [
    publishedTable(
      'price_alerts',
      'alert_id instrument_id alert_type price_ticks repeat created_at_ms',
      true,
    ),
    publishedTable('newbie_tasks', 'code done_at_ms received_at_ms', true),
    silentTable('notice_mails', true),
  ],
  start: async () => (await import('./start.ts')).startInbox,
});
