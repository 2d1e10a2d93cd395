/** The spot room's door. */
export { createPrivateFeed, type PrivateFeed } from './feed.ts';
export { createSpotOperations, type SpotOperations } from './operations.ts';
export { createPrivateProjection } from './private-projection.ts';
export { createSpotProjection } from './projection.ts';
export { createSpotQueries } from './queries.ts';
export { createSpotRoutes, type ReadSpotBalances } from './routes.ts';
export { spotMigrations } from './tables.ts';
