// Coins as the pages of money in and out read them.
import type { assetsRoutes, RouteAnswer } from '@isobath/wire';

/** A coin, what the caller has of it, and the networks that list it. */
export type OwnCoin = RouteAnswer<typeof assetsRoutes.ownCoins>[number];
