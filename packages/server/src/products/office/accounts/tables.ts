import { listMigrations } from '../../../base/db/index.ts';

/** Tables of what operators do with customers' accounts. */
export const customerMigrations = listMigrations('customers', import.meta.url, ['0001-customers']);
