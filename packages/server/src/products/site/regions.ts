// What callers of a network may do, as the operator's rows say. Kept in memory and read anew every
// two seconds, so that a call pays nothing for it. Which calls a limit closes: base/switches.
import { isInNetworks } from '../../base/addresses/index.ts';
import type { Database } from '../../base/db/index.ts';

/** A region with its limit. */
export interface Region {
  /** As the operator named it, "" for a network without a row. */
  readonly region: string;
  readonly mode: 'open' | 'view_only' | 'closed';
  readonly reason: string;
}

/** The regions as this process knows them. */
export interface Regions {
  /** The narrowest network that holds an address decides. */
  find(ip: string): Region;
  /** Read the rows anew now. */
  load(): Promise<void>;
  close(): void;
}

const NO_REGION: Region = { region: '', mode: 'open', reason: '' };
const LOOK_EVERY_MS = 2_000;

/** Open them; call `load` once before they are asked. */
export function createRegions(database: Database, report: (error: unknown) => void): Regions {
  let rows: readonly (Region & { readonly network: string })[] = [];
  const known = new Map<string, Region>();

  async function load(): Promise<void> {
    rows = await database.query<Region & { network: string }>(
      `SELECT network::text, region, mode, reason FROM network_regions
       ORDER BY masklen(network) DESC`,
    );
    known.clear();
  }

  const timer = setInterval(() => void load().catch(report), LOOK_EVERY_MS);
  timer.unref();
  return {
    find(ip) {
      if (rows.length === 0) return NO_REGION;
      let found = known.get(ip);
      if (found === undefined) {
        found = rows.find(({ network }) => isInNetworks([network], ip)) ?? NO_REGION;
        known.set(ip, found);
      }
      return found;
    },
    load,
    close: () => clearInterval(timer),
  };
}
