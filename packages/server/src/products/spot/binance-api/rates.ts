import { formatDecimal } from '@isobath/core/math';
import type { Market } from '../../../base/market/index.ts';
import type { SpotBinanceParts } from './parts.ts';

/** Rates with eight decimals: 1000 ppm is 0.00100000. */
const PPM_DECIMALS = 6;

/** Fee rates of an owner on a market, as text. */
export function readRates(
  { accounts }: Pick<SpotBinanceParts, 'accounts'>,
  ownerId: number,
  market: Market,
): { maker: string; taker: string; makerPpm: number; takerPpm: number } {
  const level = accounts.readVipLevel(ownerId);
  const makerPpm = market.makerPpm[level] ?? 0;
  const takerPpm = market.takerPpm[level] ?? 0;
  const show = (ppm: number) => `${formatDecimal(BigInt(ppm), PPM_DECIMALS)}00`;
  return { maker: show(makerPpm), taker: show(takerPpm), makerPpm, takerPpm };
}
