// Open order lists: number, type, account, market and the order numbers of their legs (0 = closed).
// It knows no rule of lists (lists/). Called by lists/, dump and restore.
import { assert } from '../../assert.ts';
import type { Memory } from '../../memory.ts';

const rowStride = 8;
const rowId = 0;
const rowType = 1;
const rowAccount = 2;
const rowMarket = 3;
const rowLegs = 4;
/** Most legs of a list. */
export const legsCountMax = 3;

/** What a new list is. */
export interface ListTerms {
  readonly listType: number;
  readonly accountId: number;
  readonly market: number;
}

/** Reserve the table; row 0 is nobody's. */
export function createListTable(memory: Memory, listsCountMax: number) {
  const counts = memory.float64('listCounts', 2, () => 2);
  const usedCount = 0;
  const lastId = 1;
  const rows = memory.float64(
    'lists',
    (listsCountMax + 1) * rowStride,
    () => (counts[usedCount] + 1) * rowStride,
  );
  const free: number[] = [];
  const listsById = new Map<number, number>();
  memory.onLoad(() => {
    free.length = 0;
    listsById.clear();
    for (let list = 1; list <= counts[usedCount]; list += 1) {
      if (rows[list * rowStride + rowId] === 0) free.push(list);
      else listsById.set(rows[list * rowStride + rowId], list);
    }
  });

  function takeRow(): number {
    const list = free.pop();
    if (list !== undefined) return list;
    counts[usedCount] += 1;
    assert(
      counts[usedCount] <= listsCountMax,
      'fewer lists are open than the table has places for',
    );
    return counts[usedCount];
  }

  /** Open a list without legs; gives its place. Numbers rise from 1. */
  function openList(terms: ListTerms): number {
    const list = takeRow();
    counts[lastId] += 1;
    const at = list * rowStride;
    rows.fill(0, at, at + rowStride);
    rows[at + rowId] = counts[lastId];
    rows[at + rowType] = terms.listType;
    rows[at + rowAccount] = terms.accountId;
    rows[at + rowMarket] = terms.market;
    listsById.set(counts[lastId], list);
    return list;
  }

  /** Forget a list. */
  function dropList(list: number): void {
    listsById.delete(rows[list * rowStride + rowId]);
    rows[list * rowStride + rowId] = 0;
    free.push(list);
  }

  return {
    openList,
    dropList,
    /** Open lists there are. */
    countLists: (): number => listsById.size,
    /** Place of an open list, 0 when there is none of this number. */
    findList: (listId: number): number => listsById.get(listId) ?? 0,
    /** Number of a list, 0 when its place is free. */
    readListId: (list: number): number => rows[list * rowStride + rowId],
    /** ListType. */
    readListType: (list: number): number => rows[list * rowStride + rowType],
    /** Whose list it is. */
    readListAccount: (list: number): number => rows[list * rowStride + rowAccount],
    /** Slot of its instrument. */
    readListMarket: (list: number): number => rows[list * rowStride + rowMarket],
    /** Order number of a leg, 0 when it has closed or never was. */
    readLeg: (list: number, leg: number): number => rows[list * rowStride + rowLegs + leg],
    /** Record the order of a leg, 0 when it has closed. */
    setLeg: (list: number, leg: number, orderId: number): void => {
      rows[list * rowStride + rowLegs + leg] = orderId;
    },
    /** Open lists by rising number. */
    readOpenLists: (): number[] =>
      [...listsById.values()].sort(
        (left, right) => rows[left * rowStride] - rows[right * rowStride],
      ),
    /** The number of the next list. */
    readNextListId: (): number => counts[lastId] + 1,
  };
}
