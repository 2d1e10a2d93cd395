// The indexes that are to be priced, from rows: what the engine knows of them, their names and
// sources. Not here: prices. Called by the price process and by the calls of prices.
import { EventKind, type IndexDefined } from '@isobath/core';
import type { Session } from '../db/index.ts';

/** Where one component of an index comes from. */
export interface IndexSource {
  /** Such as `sandbox` or `ccxt:kraken`. */
  readonly source: string;
  readonly weight: number;
}

/** An index with its sources, by name. */
export interface PricedIndex extends Omit<IndexDefined, 'kind'> {
  readonly base: string;
  readonly quote: string;
  readonly sources: readonly IndexSource[];
}

interface IndexRow {
  readonly event: Omit<IndexDefined, 'kind'>;
  readonly base: string;
  readonly quote: string;
  readonly source: string | null;
  readonly weight: number | null;
}

/** Every index that is defined and has a name, by rising number. */
export async function loadIndexes(session: Session): Promise<PricedIndex[]> {
  const rows = await session.query<IndexRow>(
    `SELECT event, base, quote, source, weight
     FROM definitions JOIN index_names ON index_id = key LEFT JOIN index_sources USING (index_id)
     WHERE kind = $1 ORDER BY key, source COLLATE "C"`,
    [EventKind.indexDefined],
  );
  const found = new Map<number, PricedIndex & { sources: IndexSource[] }>();
  for (const { event, base, quote, source, weight } of rows) {
    const { indexId, decimals, componentsMin, outlierPpm, isSimulated } = event;
    let index = found.get(indexId);
    if (index === undefined) {
      const terms = { indexId, decimals, componentsMin, outlierPpm, isSimulated };
      index = { ...terms, base, quote, sources: [] };
      found.set(indexId, index);
    }
    if (source !== null && weight !== null) index.sources.push({ source, weight });
  }
  return [...found.values()];
}

const REAL_SOURCES_MIN = 3;
const REAL_LIVE_MIN = 2;

/**
 * Why an index may not be priced here; undefined when it may. Of real money no single venue, and
 * nothing made up, decides.
 */
export function findLack(index: PricedIndex, isSandbox: boolean): string | undefined {
  const { isSimulated, sources, componentsMin, base, quote } = index;
  const name = `the index ${base}/${quote}`;
  if (isSimulated) return isSandbox ? undefined : `${name} is simulated: that is the sandbox's`;
  if (sources.length < REAL_SOURCES_MIN) {
    return `${name} has ${sources.length} sources, not ${REAL_SOURCES_MIN}`;
  }
  if (componentsMin >= REAL_LIVE_MIN) return undefined;
  return `${name} counts with ${componentsMin} live source, not ${REAL_LIVE_MIN}`;
}
