/** The account room's door. */
export { createMailWriter } from './mails.ts';
export type { AccountParts } from './parts.ts';
export { createPasskeys } from './passkeys.ts';
export { createAccountRoutes } from './routes.ts';
export { ensureSpotAccount } from './sign-in.ts';
