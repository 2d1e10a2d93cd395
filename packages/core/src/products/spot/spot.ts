// What spot adds to trading: selling dust to the exchange. Its money and its fast path are given to
// trading by engine.ts (money.ts, fast-path.ts). Called by engine.ts; it knows no other product.
import type { LedgerCommands } from '../../ledger/commands.ts';
import type { SpotProduct } from '../../product.ts';
import type { Trading } from '../../trading/trading.ts';
import { createCloseOut } from './close-out.ts';

/** Make the spot product of an engine. */
export function createSpot(trading: Trading, ledgerCommands: LedgerCommands): SpotProduct {
  const closeOut = createCloseOut({ ...trading, ledgerCommands });
  return {
    handlers: { closeOutDust: closeOut.closeOutDust },
    capacity: { countCloseOuts: closeOut.countToday, closeOutsMax: closeOut.rowsMax },
    dumpCloseOuts(writeLine) {
      for (const row of closeOut.listToday()) writeLine(`closeout ${row.join(' ')}`);
    },
  };
}
