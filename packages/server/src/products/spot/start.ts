// Puts spot trading together: its calls, the private channel and the streams of people, which
// follow the engine's steps. Called through module.ts by the edge's process, and by the simulation.
import { formatDecimal } from '@isobath/core/math';
import type { BalanceRow } from '@isobath/wire';
import { createBinanceSymbols } from '../../base/binance-api/index.ts';
import { readMoneyRights } from '../../base/identity/index.ts';
import type { Platform, RunningModule } from '../../base/modules/index.ts';
import { createBinanceHistory, createSpotBinance } from './binance-api/index.ts';
import { createPrivateFeed } from './feed.ts';
import { createOpenOrders } from './open-orders.ts';
import { createSpotOperations } from './operations.ts';
import { createListNames } from './orders/list-names.ts';
import { createOrderTags } from './orders/order-tags.ts';
import { createSpotQueries } from './queries.ts';
import { createSpotRoutes, type ReadSpotBalances } from './routes.ts';
import { createUserStream } from './user-stream/user-stream.ts';

/** What spot stands on. */
export type SpotPlatform = Pick<
  Platform,
  | 'database'
  | 'accounts'
  | 'markets'
  | 'commandClient'
  | 'steps'
  | 'follow'
  | 'hub'
  | 'userHub'
  | 'orderCounts'
  | 'readUnits'
  | 'readSomeUnits'
  | 'loadTranslate'
  | 'readNowMs'
  | 'report'
> & { readonly configuration: Pick<Platform['configuration'], 'readWithdrawLimit'> };

/** Make the calls and the channels. */
export async function startSpot(platform: SpotPlatform): Promise<RunningModule> {
  const { database, accounts, markets, commandClient, steps, orderCounts } = platform;
  const { hub, userHub: users, readNowMs, report } = platform;
  const { readWithdrawLimit } = platform.configuration;
  const openOrders = createOpenOrders(steps);
  const listNames = createListNames(database);
  const orderTags = createOrderTags(database);
  const readBalances = createBalanceReader(platform);
  const userStream = createUserStream({
    users,
    accounts,
    markets,
    listNames,
    orderTags,
    readUnits: platform.readSomeUnits,
    readNowMs,
    report,
  });
  const privateFeed = createPrivateFeed({
    hub,
    database,
    accounts,
    markets,
    readBalances: async (ownerId) => (await readBalances(ownerId)).rows,
    userStream,
    report,
    openOrders,
  });
  platform.follow({
    async load(session) {
      await listNames.load(session);
      await orderTags.load(session);
      await privateFeed.load(session);
      const sequence = await steps.readStored(session);
      steps.noteLoaded(sequence);
      return sequence;
    },
    apply(step) {
      privateFeed.apply(step);
      orderCounts.apply(step);
    },
  });
  const operations = createSpotOperations(
    { commandClient, markets, accounts },
    await platform.loadTranslate('errors'),
  );
  const queries = createSpotQueries(database, markets);
  return {
    handlers: [
      ...createSpotRoutes({ operations, queries, readBalances, openOrders, markets }),
      ...createSpotBinance({
        operations,
        markets,
        accounts,
        symbols: createBinanceSymbols(markets),
        openOrders,
        history: createBinanceHistory(database),
        listNames,
        orderTags,
        orderCounts,
        readBalances,
        readMoneyRights: (ownerId) =>
          readMoneyRights({ database, readWithdrawLimit, readNowMs }, ownerId),
        readNowMs,
      }),
    ],
  };
}

/** Balances as text, by name of the coin. */
function createBalanceReader({
  readUnits,
  markets,
}: Pick<Platform, 'readUnits' | 'markets'>): ReadSpotBalances {
  return async (ownerId, minSequence = 0) => {
    const { sequence, balances } = await readUnits(ownerId, minSequence);
    const rows: BalanceRow[] = [];
    for (const { assetId, availableUnits, heldUnits } of balances) {
      const coin = markets.coinById(assetId);
      if (coin === undefined) continue;
      rows.push({
        coinId: coin.coinId,
        asset: coin.shortName,
        available: formatDecimal(availableUnits, coin.scale),
        held: formatDecimal(heldUnits, coin.scale),
      });
    }
    return { seq: String(sequence), rows };
  };
}
