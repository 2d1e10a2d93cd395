// Whether two orders of a contract that meet may trade: the product says so for each fill, and who
// may not is closed here. Not here: why (products/contracts). Called by the match files, for
// contracts only.
import * as moneyNames from '../money.ts';
import type { Money } from '../money.ts';
import * as wordsNames from '../../words.ts';
import type { OrderCloser } from '../orders/close-order.ts';

const { Admission } = moneyNames;
const { CloseReason } = wordsNames;

/** What came of asking. */
export const Admitted = { trades: 0, makerIsClosed: 1, takerIsClosed: 2 } as const;

/** Asks for a fill of `book.takenLots`, and closes who may not trade. */
export type Admit = (taker: number, maker: number, market: number) => number;

/** Make the asking. */
export function createAdmission({ admit }: Money, closer: OrderCloser): Admit {
  return (taker, maker, market) => {
    const admission = admit(taker, maker, market);
    if (admission === Admission.makerCloses) {
      closer.closeOpen(maker, CloseReason.marginShort);
      return Admitted.makerIsClosed;
    }
    if (admission === Admission.takerCloses) {
      closer.closeUnqueued(taker, CloseReason.expiredInMatch);
      return Admitted.takerIsClosed;
    }
    return Admitted.trades;
  };
}
