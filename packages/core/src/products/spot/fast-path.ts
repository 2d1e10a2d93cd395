// The fast path of spot: simple limit orders and their cancels. Made by createTrading.
import type { FastPath, FastPathParts } from '../../trading/fast-path.ts';
import { createSimpleLimitCanceler } from './simple-limit-cancel.ts';
import { createSimpleLimitPlacer } from './simple-limit-place.ts';

/** Make the fast path of spot. */
export function createSpotFastPath(parts: FastPathParts): FastPath {
  const placeSimpleLimit = createSimpleLimitPlacer(parts);
  return { placeSimpleLimit, ...createSimpleLimitCanceler(parts.tradingContext) };
}
