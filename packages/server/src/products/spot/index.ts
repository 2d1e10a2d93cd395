/** The spot room's door. */
export { createPrivateFeed } from './feed.ts';
export { createSpotOperations } from './operations.ts';
export { createPrivateProjection } from './private-projection.ts';
export { createSpotProjection } from './projection.ts';
export { createSpotQueries } from './queries.ts';
export { createSpotRoutes } from './routes.ts';
export { createUserStream } from './user-stream/user-stream.ts';
