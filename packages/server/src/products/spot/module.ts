// What spot trading brings: orders, fills and movements of balances, live and stored.
// Listed in modules.ts.
import { listMigrations } from '../../base/db/index.ts';
import { defineModule, publishedTable } from '../../base/modules/index.ts';

/** The module of spot trading. */
export const spotModule = defineModule({
  name: 'spot',
  migrations: listMigrations('spot', import.meta.url, [
    '0001-orders',
    '0002-private-events',
    '0003-lists',
    '0004-amendments',
    '0005-private-pieces',
    '0006-list-names',
    '0007-plain-pieces',
    '0008-order-marks',
    '0009-amended-names',
    '0010-triggers',
    '0011-fee-terms',
    '0012-client-ids-by-market',
    '0013-move-values',
  ]),
  personTables: [
    publishedTable(
      'spot_orders',
      'order_id instrument_id side order_type status created_at_ms',
      false,
    ),
    publishedTable('spot_fills', 'fill_id trade_id order_id instrument_id at_ms', false),
    publishedTable('balance_moves', 'move_id at_ms asset_id change_units reason reference', false),
  ],
  orderProjection: async (directories) =>
    (await import('./projection.ts')).createSpotProjection(directories),
  start: async () => (await import('./start.ts')).startSpot,
});
