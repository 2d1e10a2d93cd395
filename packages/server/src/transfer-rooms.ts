// Puts transfers between one's own accounts together with what they stand on.
// It serves nothing itself. Called by the edge's process.
import { writeNumber } from '@isobath/texts';
import type { Database } from './base/db/index.ts';
import { createDialectSymbols } from './base/dialect/index.ts';
import { createValuer } from './base/market/index.ts';
import type { RouteHandler } from './base/product/index.ts';
import type { Speak } from './edge/answer.ts';
import type { EdgeRooms } from './edge-rooms.ts';
import { readCurrencyRate } from './products/site/index.ts';
import { createTransferRoutes } from './products/transfer/index.ts';

/** What the rooms stand on. */
export interface TransferRoomsOptions {
  readonly database: Database;
  readonly rooms: EdgeRooms;
  /** Says what pages say about transfers. */
  readonly speak: Speak;
  readonly report: (error: unknown) => void;
}

/** Make the rooms. */
export function createTransferRooms(options: TransferRoomsOptions): {
  readonly handlers: readonly RouteHandler[];
} {
  const { database, rooms, speak, report } = options;
  const { accounts, commander, markets } = rooms;
  return {
    handlers: createTransferRoutes({
      database,
      commander,
      accounts,
      markets,
      symbols: createDialectSymbols(markets),
      settle: rooms.settle,
      readNowMs: Date.now,
      sayDone: (locale, { amount, asset }) =>
        speak(locale, 'done', { amount: writeNumber(amount, locale), asset }),
      report,
      readUnits: rooms.readAccountUnits,
      readCurrencyRate: (currencyCode) => readCurrencyRate(database, currencyCode),
      valuer: createValuer(markets, rooms.readLastTicks),
    }),
  };
}
