import { listMigrations } from '../base/db/index.ts';

/** The sandbox's door: what exists only where money is not real. */
export { createFaucetRoute } from './faucet.ts';

/** Tables of this room. */
export const sandboxMigrations = listMigrations('sandbox', import.meta.url, ['0001-faucet']);
