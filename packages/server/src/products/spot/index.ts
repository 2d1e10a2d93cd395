/** The spot room's door. */
export { readFirsts } from './orders/firsts.ts';
export { createVolumeReader } from './orders/volumes.ts';
export { createSpotProjection } from './projection.ts';
export { createListenKeyRoutes } from './user-stream/listen-key-routes.ts';
