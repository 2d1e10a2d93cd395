import { listMigrations } from '../../base/db/index.ts';

/** The account room's door. */
export { createMailWriter, writeWord } from './mails.ts';
export type { AccountParts } from './parts.ts';
export { createPhotos } from './profile/photos.ts';
export { createAccountRoutes } from './routes.ts';
export { ensureSpotAccount } from './sign-in.ts';
export { readVipLevels, vipLevelsTable } from './vip/levels.ts';
export { readOwnStanding } from './vip/own.ts';
export {
  createVipStandings,
  type DayVolume,
  type VipStandings,
  type VolumeWish,
} from './vip/standings.ts';

/** Tables of this room; they stand on people's. */
export const accountMigrations = listMigrations('account', import.meta.url, [
  '0001-photos',
  '0002-vip',
]);
