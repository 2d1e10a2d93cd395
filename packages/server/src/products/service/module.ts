// What support brings: conversations of people with operators.
// Listed in modules.ts.
import { listMigrations } from '../../base/db/index.ts';
import { defineModule, publishedTable } from '../../base/modules/index.ts';

/** The module of support. */
export const serviceModule = defineModule({
  name: 'service',
  migrations: listMigrations('service', import.meta.url, ['0001-desk', '0002-queue']),
  personTables: [
    publishedTable(
      'service_talks',
      'conversation_id line state created_at_ms answered_at_ms',
      true,
    ),
  ],
  start: async () => (await import('./start.ts')).startService,
});
