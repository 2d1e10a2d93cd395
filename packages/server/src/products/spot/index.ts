/** The spot room's door. */
export { createSpotOperations, type SpotOperations } from './operations.ts';
export { createSpotProjection } from './projection.ts';
export { createSpotQueries } from './queries.ts';
export { createSpotRoutes, type ReadSpotBalances } from './routes.ts';
export { spotMigrations } from './tables.ts';
