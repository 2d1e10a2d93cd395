/** The back office's door. */
export type { PersonParts } from './parts.ts';
export { createOfficeRoutes } from './routes.ts';
export { createWorks, type HouseGift } from './works.ts';
