/** The account room's door. */
export { createMailWriter, writeWord } from './mails.ts';
export type { AccountParts } from './parts.ts';
export { createPhotos } from './profile/photos.ts';
export { createAccountRoutes } from './routes.ts';
export { ensureSpotAccount } from './sign-in.ts';
export { TRIES } from './codes/tries.ts';
export { readVipLevels, vipLevelsTable } from './vip/levels.ts';
export { readOwnStanding } from './vip/own.ts';
export {
  createVipStandings,
  type DayVolume,
  type VipStandings,
  type VolumeWish,
} from './vip/standings.ts';
