// Which reference price the sandbox follows: the seeded walk, a file of candles played back, or
// another venue. It quotes nothing (liquidity.ts) and asks nobody itself (venue/).
// Called by sandbox-process.ts.
import type { ReferenceSettings } from '../base/config/index.ts';
import { coinRows } from './listing.ts';
import type { LiveReference, ReferencePrice } from './liquidity.ts';
import { createReplay, readCandles } from './replay.ts';
import { openCcxtVenue } from './venue/ccxt-venue.ts';
import { followVenue } from './venue/venue-reference.ts';
import { createWalk } from './walk.ts';

/** Seed of the walk: the same curve in every installation. */
export const WALK_SEED = 20_260_101;

/** Before other prices than the walk's a past that it drew would end in a jump. */
export function isWalk({ source, candleFiles }: ReferenceSettings): boolean {
  return source === 'walk' && candleFiles.length === 0;
}

/** A source by its name, and the prices it gives. */
export interface ChosenReference extends LiveReference {
  /** Such as `walk` or `ccxt:binance`. */
  readonly source: string;
}

const FIRST_PRICES_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 50;

/** A source that is always there. */
function alwaysLive(source: string, price: ReferencePrice): ChosenReference {
  return { source, read: price.read, readState: () => 'live', close: async () => {} };
}

/** @errors Refusal 78 for a file without candles. */
async function openReplay(names: readonly string[], speed: number): Promise<ReferencePrice> {
  const files = await Promise.all(names.map((name) => readCandles(name)));
  return createWalk(WALK_SEED, createReplay(files, { speed, startedAtMs: Date.now() }));
}

async function openVenue(
  { source, url }: ReferenceSettings,
  report: (error: unknown) => void,
): Promise<ChosenReference> {
  const venue = await openCcxtVenue(source.slice('ccxt:'.length), url);
  const coins = coinRows.map((row) => row[1]);
  const live = followVenue({ venue, coins, readNowMs: Date.now, report });
  const untilMs = Date.now() + FIRST_PRICES_WITHIN_MS;
  // A venue that is away does not hold up the start: its markets stand empty until it is back.
  while (live.readState(Date.now()) !== 'live' && Date.now() < untilMs) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return { source, ...live };
}

/**
 * The reference of this start: another venue if one is named, else files of candles, else the walk.
 *
 * @param report - told when a venue fails.
 * @errors Refusal 78 when the venue or a file cannot be used.
 */
export async function createReference(
  request: ReferenceSettings,
  report: (error: unknown) => void,
): Promise<ChosenReference> {
  if (request.source !== 'walk') return openVenue(request, report);
  const { candleFiles, playSpeed } = request;
  if (isWalk(request)) return alwaysLive('walk', createWalk(WALK_SEED));
  return alwaysLive('replay', await openReplay(candleFiles, playSpeed));
}
