// What the site itself brings: status, configuration, brand.
// Listed in modules.ts.
import { listMigrations } from '../../base/db/index.ts';
import { defineModule } from '../../base/modules/index.ts';

/** The module of the site. */
export const siteModule = defineModule({
  name: 'site',
  migrations: listMigrations('site', import.meta.url, [
    '0001-samples',
    '0002-configuration',
    '0003-service-scripts',
    '0004-official-channels',
    '0005-brand',
    '0006-recommended-markets',
    '0007-popular-markets',
    '0008-travel',
  ]),
  referenceTables: async () => (await import('./configuration/tables.ts')).configurationTables,
  operatorCommands: async () => (await import('./commands.ts')).siteCommands,
  start: async () => (await import('./start.ts')).startSite,
});
