// What verification brings: forms and files of people, the desk that decides on them, and the
// countries that are not taken. The level itself is a table of base (base/identity).
// Listed in modules.ts.
import { listMigrations } from '../../base/db/index.ts';
import { defineModule, publishedTable, silentTable } from '../../base/modules/index.ts';

/** The module of verification. */
export const identityModule = defineModule({
  name: 'identity',
  migrations: listMigrations('identity', import.meta.url, [
    '0002-verification',
    '0003-company',
    '0004-checks',
  ]),
  personTables: [
    publishedTable(
      'identity_supplements',
      'supplement_id items asked_at_ms due_at_ms answered_at_ms closed_at_ms',
      true,
    ),
    publishedTable(
      'identity_decisions',
      'decision_id record_id outcome reason_codes items at_ms',
      true,
    ),
    publishedTable(
      'identity_applications',
      'record_id identity_type created_at_ms reason_codes items decided_at_ms',
      true,
    ),
    publishedTable(
      'identity_files',
      'file_id kind media_type bytes_count created_at_ms used_at_ms',
      true,
    ),
    publishedTable('identity_company_parts', 'part saved_at_ms', true),
    silentTable('identity_checks', true),
    publishedTable('identity_document_ends', 'record_id ends_at_ms told_at_ms', true),
    // A hash: it says for five years that the document stood for an account.
    silentTable('identity_documents', false),
  ],
  jobs: [
    {
      name: 'identity.checks',
      cron: '* * * * *',
      load: async () => (await import('./provider/jobs.ts')).runChecks,
    },
    {
      name: 'identity.read-check',
      load: async () => (await import('./provider/jobs.ts')).readCheck,
    },
    {
      name: 'identity.reminders',
      cron: '7 * * * *',
      load: async () => (await import('./upkeep/jobs.ts')).remindPeople,
    },
    {
      name: 'identity.shredder',
      cron: '37 * * * *',
      load: async () => (await import('./upkeep/jobs.ts')).forgetUnused,
    },
  ],
  start: async () => (await import('./start.ts')).startIdentity,
});
