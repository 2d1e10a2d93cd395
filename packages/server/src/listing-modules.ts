// Puts listing together: the registry, the engine's door, tables, lists and pictures that it stands
// on. It decides nothing. Called by the edge's process.
import type { AuditLog } from './base/audit/index.ts';
import type { Database } from './base/db/index.ts';
import type { ReferenceTables } from './base/reference-tables/index.ts';
import type { EdgeModules } from './edge-modules.ts';
import { waitUntil } from './base/process/wait.ts';
import { readWatermark } from './base/projections/index.ts';
import { refuse } from './base/product/index.ts';
import type { EngineClient } from './engine/index.ts';
import { createMarketPast } from './market-past.ts';
import {
  createListing,
  type Listing,
  type MarketLists,
  listValues,
} from './products/listing/index.ts';
import { readCoinPicture, setCoinPicture } from './products/market/index.ts';
import { lockWebValue, readWebConfig, writeWebConfig } from './products/site/index.ts';
import { ORDERS } from './projections.ts';

const SETTLED_WITHIN_MS = 10_000;

/** Lists of markets, as values that pages read. */
export const listingLists: MarketLists = {
  async read(session) {
    const { recommendedMarkets: recommended, popularMarkets: popular } =
      await readWebConfig(session);
    return { recommended, popular };
  },
  async write(session, name, symbols) {
    await lockWebValue(session, listValues[name]);
    await writeWebConfig(session, listValues[name], symbols);
  },
};

/** Make the room. */
export function createListingRoom(parts: {
  readonly database: Database;
  readonly engine: EngineClient;
  readonly modules: Pick<EdgeModules, 'commandClient' | 'markets'>;
  readonly audit: AuditLog;
  readonly tables: ReferenceTables;
}): Listing {
  const { database, engine, modules, audit, tables } = parts;
  return createListing({
    database,
    commandClient: modules.commandClient,
    markets: modules.markets,
    audit,
    tables,
    lists: listingLists,
    readNowMs: Date.now,
    hasPast: createMarketPast(database, engine),
    setLogo: setCoinPicture,
    cleanLogo: (base64) =>
      readCoinPicture(Buffer.from(base64, 'base64'))?.content.toString('base64'),
    settle: async () => {
      const { durableSequence } = await engine.readStatus();
      const isStored = async () => (await readWatermark(database, ORDERS)) >= durableSequence;
      if (!(await waitUntil(isStored, SETTLED_WITHIN_MS))) throw refuse('behind');
    },
  });
}
