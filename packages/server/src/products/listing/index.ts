/** The listing's door: coins, markets, fees, levels and lists, by command, file and page. */
export { createListing, FileRefusal, type Listing } from './listing.ts';
export { createListingRoutes } from './routes.ts';
export { type MarketLists, listValues } from './state.ts';
