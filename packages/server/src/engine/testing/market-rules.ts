// The rules of a market that refuse nothing a test of the writer sends: all but its number and its
// two assets. Not part of the product. Used by tests of this room.
import { SelfTradeMode } from '@isobath/core';

/** Rules of a market. */
export const marketRules = {
  priceDecimals: 2,
  lotDecimals: 4,
  priceTicksMin: 1,
  priceTicksMax: 1_000_000,
  sizeLotsMin: 1,
  sizeLotsMax: 1_000_000,
  marketSizeLotsMax: 1_000_000,
  notionalUnitsMin: 1n,
  bandLowPpm: 200_000,
  bandHighPpm: 5_000_000,
  marketGuardBps: 500,
  openOrdersCountMax: 100,
  stopOrdersCountMax: 10,
  icebergPartsCountMax: 10,
  trailingDeltaBpsMin: 10,
  trailingDeltaBpsMax: 2_000,
  amendsCountMax: 10,
  closeOutUnitsMax: 100n,
  selfTradeModesMask: 126,
  selfTradeModeDefault: SelfTradeMode.expireTaker,
  tradeArea: 1,
};
