import { listMigrations } from '../../base/db/index.ts';

/** Tables of spot. */
export const spotMigrations = listMigrations('spot', import.meta.url, [
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
]);
