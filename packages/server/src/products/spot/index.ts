/** The spot room's door. */
export { createDialectHistory, createSpotDialect } from './dialect/index.ts';
export { createPrivateFeed } from './feed.ts';
export { createOpenOrders, type OpenOrders } from './open-orders.ts';
export { createSpotOperations, type SpotOperations } from './operations.ts';
export { createListNames, type ListNames } from './orders/list-names.ts';
export { createOrderMarks, type OrderMarks } from './orders/order-marks.ts';
export { createSpotProjection } from './projection.ts';
export { createSpotQueries } from './queries.ts';
export { createSpotRoutes, type ReadSpotBalances } from './routes.ts';
export { createListenKeyRoutes } from './user-stream/listen-key-routes.ts';
export { createUserStream } from './user-stream/user-stream.ts';
