// The calls behind market pages that are not one market: overview, search, favourites, kept charts.
// Called by start.ts; it puts their handlers together.
import type { RouteHandler } from '../../base/product/index.ts';
import { createChartRoutes } from './charts/routes.ts';
import { createFavouriteRoutes } from './favourites/routes.ts';
import { createOverviewRoutes, type OverviewParts } from './overview/routes.ts';
import { createTurnover } from './overview/turnover.ts';
import { createCoinPictureRoutes } from './pictures/pictures.ts';
import { createSearchRoutes, type SearchParts } from './search/routes.ts';

/** Handlers of overview, search, favourites and kept charts. */
export function createMarketPageRoutes(
  parts: Omit<OverviewParts & SearchParts, 'turnover'>,
): RouteHandler[] {
  const turnover = createTurnover(parts.markets, parts.live);
  return [
    ...createOverviewRoutes({ ...parts, turnover }),
    ...createSearchRoutes({ ...parts, turnover }),
    ...createFavouriteRoutes(parts),
    ...createChartRoutes(parts),
    ...createCoinPictureRoutes(parts.database),
  ];
}
