/** The account room's door. */
export type { AccountParts } from './parts.ts';
export { createPhotos } from './profile/photos.ts';
export { createAccountRoutes } from './routes.ts';
export { readVipLevels, vipLevelsTable } from './vip/levels.ts';
export { readOwnStanding } from './vip/own.ts';
export { countVipDay } from './vip/count.ts';
export { createVipStandings, type VipStandings } from './vip/standings.ts';
