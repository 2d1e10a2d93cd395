import { listMigrations } from '../../../base/db/index.ts';

/** Tables of money without a chain. */
export const moneyMigrations = listMigrations('money', import.meta.url, [
  '0001-postings',
  '0002-gifts',
]);
