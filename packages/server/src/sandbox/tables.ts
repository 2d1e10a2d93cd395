import { listMigrations } from '../base/db/index.ts';

/** Tables of this room. */
export const sandboxMigrations = listMigrations('sandbox', import.meta.url, [
  '0001-faucet',
  '0002-seeds',
  '0003-reference',
  '0004-demo-trader',
  '0005-gift-done',
]);
