// Limits of the one market of a scene: small, so that a few lines reach them. Used by scene.ts.
import { SelfTradeMode } from '../../../words.ts';

/** Limits as the command that makes the market carries them. */
export const sceneLimits: Readonly<Record<string, unknown>> = {
  priceTicksMin: 1,
  priceTicksMax: 1_000_000,
  sizeLotsMin: 1,
  sizeLotsMax: 1000,
  marketSizeLotsMax: 500,
  notionalUnitsMin: 10n,
  bandLowPpm: 500_000,
  bandHighPpm: 2_000_000,
  marketGuardBps: 1000,
  openOrdersCountMax: 5,
  stopOrdersCountMax: 3,
  icebergPartsCountMax: 5,
  trailingDeltaBpsMin: 100,
  trailingDeltaBpsMax: 2000,
  amendsCountMax: 2,
  closeOutUnitsMax: 8n,
  selfTradeModesMask: 0b111_1110,
  selfTradeModeDefault: SelfTradeMode.expireMaker,
  tradeArea: 1,
};
