import { listMigrations } from '../db/index.ts';

/** Tables of this room. */
export const proofMigrations = listMigrations('proofs', import.meta.url, ['0001-proofs']);
