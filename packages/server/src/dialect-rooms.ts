// Puts the calls of the trading dialect together: the products' calls and what they share. It
// serves nothing itself and decides nothing. Called by edge-rooms.ts.
import type { AccountDirectory } from './base/accounts/index.ts';
import type { Database } from './base/db/index.ts';
import {
  createDialectSymbols,
  createOrderCounts,
  defaultAddressLimits,
  type OrderCounts,
} from './base/dialect/index.ts';
import type { MarketRegistry } from './base/market/index.ts';
import { refuse, type RouteHandler } from './base/product/index.ts';
import { GIVE_UP_MS, type StoredSteps } from './base/projections/index.ts';
import { type CandleQuery, createMarketDialect, type MarketLive } from './products/market/index.ts';
import {
  createDialectHistory,
  createSpotDialect,
  type ListNames,
  type OpenOrders,
  type OrderMarks,
  type ReadSpotBalances,
  type SpotOperations,
} from './products/spot/index.ts';

/** What the calls stand on. */
export interface DialectRoomsOptions {
  readonly database: Database;
  readonly markets: MarketRegistry;
  readonly accounts: AccountDirectory;
  readonly live: MarketLive;
  /** Trades and candles that are in the tables. */
  readonly storedTrades: StoredSteps;
  readonly candles: CandleQuery;
  readonly operations: SpotOperations;
  readonly openOrders: OpenOrders;
  readonly listNames: ListNames;
  readonly orderMarks: OrderMarks;
  readonly readBalances: ReadSpotBalances;
  /** The newest step that is durable. */
  readonly readDurable: () => Promise<number>;
  readonly readMode: () => { mode: string };
  readonly readNowMs: () => number;
}

/** Make the calls. */
export function createDialectRooms(options: DialectRoomsOptions): {
  readonly handlers: readonly RouteHandler[];
  readonly orderCounts: OrderCounts;
} {
  const { database, markets, accounts, readNowMs } = options;
  const catchUp = createCatchUp(options);
  const symbols = createDialectSymbols(markets);
  const orderCounts = createOrderCounts({ readNowMs, readOwner: accounts.readOwner });
  const history = createDialectHistory(database);
  const limits = defaultAddressLimits;
  const market = createMarketDialect({ ...options, symbols, orderCounts, limits });
  const handlers = [
    ...market.map((one) => afterWhatWasTold(one, catchUp)),
    ...createSpotDialect({ ...options, symbols, orderCounts, history }),
  ];
  return { handlers, orderCounts };
}

/** An engine that stands still answers nothing: nobody waits for ever. @errors behind. */
function orBehind(work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(refuse('behind')), GIVE_UP_MS);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Waits for what was answered or sent to anybody, by this process or by one before it. */
export function createCatchUp({
  openOrders,
  readDurable,
}: {
  readonly openOrders: Pick<OpenOrders, 'noteTold' | 'catchUpWithAll'>;
  readonly readDurable: () => Promise<number>;
}): () => Promise<void> {
  let isNoted = false;
  let noting: Promise<void> | undefined;
  // Of what others were told before this process began, all is durable. Without an engine nothing
  // is newer than what it gives when it is back; then it is asked again.
  const noteEarlier = () =>
    readDurable().then(
      (sequence) => {
        openOrders.noteTold(sequence);
        isNoted = true;
      },
      () => void (noting = undefined),
    );
  return async () => {
    if (!isNoted) await orBehind((noting ??= noteEarlier()));
    await openOrders.catchUpWithAll();
  };
}

/** Public data are never older than what was answered or sent to anybody before. */
function afterWhatWasTold(
  { route, handle }: RouteHandler,
  catchUp: () => Promise<void>,
): RouteHandler {
  return {
    route,
    async handle(context) {
      await catchUp();
      return handle(context);
    },
  };
}
