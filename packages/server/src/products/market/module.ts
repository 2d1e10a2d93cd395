// What market pages bring: public channels, choices in the search, favourites, charts of people.
// Listed in modules.ts.
import { listMigrations } from '../../base/db/index.ts';
import { defineModule, publishedTable } from '../../base/modules/index.ts';

/** The module of market pages. */
export const marketModule = defineModule({
  name: 'market',
  migrations: listMigrations('market-pages', import.meta.url, [
    '0001-search-and-favourites',
    '0002-search-choosers',
    '0003-kept-charts',
  ]),
  personTables: [
    publishedTable('spot_favourites', 'trade_id added_at', true),
    publishedTable('contract_favourites', 'contract_code added_at', true),
    publishedTable('kept_charts', 'trade_id indicators drawings kept_at', true),
  ],
  start: async () => (await import('./start.ts')).startMarket,
});
