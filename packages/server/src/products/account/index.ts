import { listMigrations } from '../../base/db/index.ts';

/** The account room's door. */
export { createMailWriter } from './mails.ts';
export type { AccountParts } from './parts.ts';
export { createPhotos } from './profile/photos.ts';
export { createAccountRoutes } from './routes.ts';
export { ensureSpotAccount } from './sign-in.ts';

/** Tables of this room; they stand on people's. */
export const accountMigrations = listMigrations('account', import.meta.url, ['0001-photos']);
