import { listMigrations } from '../db/index.ts';

/** The door of the room of API keys. */
export { type ApiKey, type ApiKeys, createApiKeys, type SignedKey } from './keys.ts';
export { checkSignature, openSigningKey } from './signature.ts';

/** Tables of this room. */
export const keyMigrations = listMigrations('keys', import.meta.url, ['0001-api-keys']);
