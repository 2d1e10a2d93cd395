// What a fill, a reduction or a close of one leg means for the other legs of its list. Legs that
// are to go live are only recorded here (go-live.ts takes them after the unit). Called by matching,
// prevention, cancels and expiry, each after its own LevelChanged.
import * as wordsNames from '../../words.ts';
import type { TradingContext } from '../trading-context.ts';
import type { OrderCloser } from '../orders/close-order.ts';
import type { OrderRecords } from '../orders/order-record.ts';
import * as listTableNames from '../state/list-table.ts';

const { ListType, CloseReason } = wordsNames;
const { legsCountMax } = listTableNames;

/** The effects of one engine. */
export type ListEffects = ReturnType<typeof createListEffects>;

const legBits = 2;
const legMask = 3;

/** Make the effects. */
export function createListEffects(
  tradingContext: TradingContext,
  records: OrderRecords,
  closer: OrderCloser,
) {
  const { lists } = tradingContext;
  const filled: number[] = [];

  /**
   * Which leg of which list an order is, as one number to keep while the order closes; 0 = none.
   */
  function readPlace(slot: number): number {
    const list = records.readList(slot);
    return list === 0 ? 0 : (list << legBits) | records.readLeg(slot);
  }

  function isWorkingLeg(list: number, leg: number): boolean {
    return leg === 0 && lists.readListType(list) !== ListType.oco;
  }

  /** Close every open leg but one, in leg order. */
  function closeOthers(list: number, leg: number, reason: wordsNames.CloseReason): void {
    for (let other = 0; other < legsCountMax; other += 1) {
      const orderId = other === leg ? 0 : lists.readLeg(list, other);
      if (orderId !== 0) closer.closeOpen(records.findOpen(orderId), reason);
    }
  }

  /**
   * A leg was executed in part or whole: its pair's other leg closes; a working leg starts more.
   */
  function afterExecution(place: number, isClosed: boolean): void {
    const [list, leg] = [place >> legBits, place & legMask];
    if (lists.readListId(list) === 0) return;
    if (!isWorkingLeg(list, leg)) closeOthers(list, leg, CloseReason.listSibling);
    else if (isClosed) filled.push(list);
  }

  /** A leg was made smaller by prevention: its pair's other leg closes. */
  function afterReduction(place: number): void {
    const [list, leg] = [place >> legBits, place & legMask];
    if (lists.readListId(list) === 0 || isWorkingLeg(list, leg)) return;
    closeOthers(list, leg, CloseReason.listSibling);
  }

  /** A leg closed otherwise than filled: so do the others. */
  function afterClose(place: number): void {
    const [list, leg] = [place >> legBits, place & legMask];
    if (lists.readListId(list) !== 0) closeOthers(list, leg, CloseReason.listSibling);
  }

  /** Close all open legs in leg order. */
  function closeList(list: number, reason: wordsNames.CloseReason): void {
    closeOthers(list, legsCountMax, reason);
  }

  /** Close an order on request: with its whole list when it is in one. */
  function closeWithList(slot: number, reason: wordsNames.CloseReason): void {
    const list = records.readList(slot);
    if (list === 0) closer.closeOpen(slot, reason);
    else closeList(list, reason);
  }

  return {
    readPlace,
    afterExecution,
    afterReduction,
    afterClose,
    closeOthers,
    closeList,
    closeWithList,
    /** The next list whose working leg was filled, undefined when there is none. */
    takeFilled: (): number | undefined => (filled.length === 0 ? undefined : filled.shift()),
  };
}
