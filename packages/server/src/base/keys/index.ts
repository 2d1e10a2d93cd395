/** The door of the room of API keys. */
export { type ApiKey, type ApiKeys, createApiKeys, type SignedKey } from './keys.ts';
export { checkSignature, openSigningKey } from './signature.ts';
