// Everything the files of this folder share: the parts of the engine they work on and the
// tables of trading. It holds no rule. Made once by trading.ts and handed to every part.
import { createBook } from '../book/book.ts';
import type { CoreContext } from '../context.ts';
import { createAccountOrders } from './state/account-orders.ts';
import { createListTable } from './state/list-table.ts';
import { createMarkets } from './state/markets.ts';
import { createTerms } from './state/terms.ts';

/** What every part of trading is given. */
export type TradingContext = ReturnType<typeof createTradingContext>;

/** Make the tables of trading. */
export function createTradingContext(context: CoreContext) {
  const { memory, ledger, sizes } = context;
  const book = createBook(memory, {
    ordersCountMax: sizes.ordersMax,
    marketsCountMax: sizes.instrumentsMax,
    pagesCountMax: sizes.bookPagesMax,
  });
  return {
    ...context,
    book,
    markets: createMarkets(context.instruments, ledger),
    accountOrders: createAccountOrders({
      memory,
      pool: book.pool,
      accounts: ledger.accounts,
      marketsCountMax: sizes.instrumentsMax,
    }),
    terms: createTerms(memory, sizes.ordersMax, book.pool.readSlotsEnd),
    lists: createListTable(memory, sizes.listsMax),
    /** Number of the last order opened. */
    lastOrderId: memory.float64('lastOrderId', 1, () => 1),
  };
}
