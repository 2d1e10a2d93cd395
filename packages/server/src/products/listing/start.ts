// Puts listing together: the registry, the command client, tables, lists and pictures that it
// stands on. It decides nothing. Called through module.ts by the edge's process.
import type { Platform, RunningModule } from '../../base/modules/index.ts';
import { waitUntil } from '../../base/process/wait.ts';
import { refuse } from '../../base/product/index.ts';
import { createListing } from './listing.ts';
import { createCoinHandlers } from './operator/coins.ts';
import { createListingHandlers } from './operator/listing.ts';
import { createMarketPast } from './operator/market-past.ts';
import { createMarketHandlers } from './operator/markets.ts';
import { createListingRoutes } from './routes.ts';
import { listValues, type MarketLists } from './state.ts';
import { createListingWorks } from './works.ts';

const SETTLED_WITHIN_MS = 10_000;

/** Lists of markets, as values that pages read. */
export function createMarketLists({ siteValues }: Pick<Platform, 'siteValues'>): MarketLists {
  return {
    async read(session) {
      const { recommendedMarkets: recommended, popularMarkets: popular } =
        await siteValues.read(session);
      return { recommended, popular };
    },
    async write(session, name, symbols) {
      await siteValues.lock(session, listValues[name]);
      await siteValues.write(session, listValues[name], symbols);
    },
  };
}

/** Make the calls, the commands, and what two agree to. */
export function startListing(platform: Platform): RunningModule {
  const { database, commandClient, markets, audit, coinPictures, office } = platform;
  const { readDurable, steps, readNowMs } = platform;
  const hasPast = createMarketPast(platform);
  const listing = createListing({
    database,
    commandClient,
    markets,
    audit,
    tables: platform.referenceTables,
    lists: createMarketLists(platform),
    readNowMs,
    hasPast,
    setLogo: coinPictures.set,
    cleanLogo: (base64) =>
      coinPictures.read(Buffer.from(base64, 'base64'))?.content.toString('base64'),
    settle: async () => {
      const durableSequence = await readDurable();
      const isStored = async () => (await steps.readStored(database)) >= durableSequence;
      if (!(await waitUntil(isStored, SETTLED_WITHIN_MS))) throw refuse('behind');
    },
  });
  return {
    handlers: createListingRoutes(listing, office.approvals),
    approvalWorks: createListingWorks(listing),
    operatorHandlers: {
      ...createMarketHandlers({ commandClient, markets, readNowMs, hasPast }),
      ...createListingHandlers(listing),
      ...createCoinHandlers(platform),
    },
  };
}
