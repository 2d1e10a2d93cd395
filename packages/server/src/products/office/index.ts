/** The back office's door. */
export type { ConfigDoor, PersonParts } from './parts.ts';
export { createOfficeRoutes } from './routes.ts';
export { OFFICE_TRIES } from './sign-in.ts';
export { createWorks, type HouseGift } from './works.ts';
