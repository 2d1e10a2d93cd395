// The positions: a row for each account and contract with lots, open orders or settings of its own.
// Not here: any rule, orders (margin.ts). Called by everything in this folder.
import { assert } from '../../assert.ts';
import { joinWords, readHighWord, readLowWord } from '../../math/index.ts';
import type { Memory } from '../../memory.ts';

/** Words of a row. */
export const positionWords = 16;

/** Places in a row. An amount takes two words, high word first. */
export const PositionWord = {
  /** 0: the row is free. */
  account: 0,
  /** Slot of the contract. */
  contract: 1,
  /** Number of the position, 0 without lots. */
  id: 2,
  /** Below 0 is short. */
  lots: 3,
  entryUnits: 4,
  drawnUnits: 6,
  leverage: 8,
} as const;

const at = PositionWord;
/** Leverage of an account that has set none. */
export const usualLeverage = 20;
/** Contract slots are below this: account and contract make one number. */
const contractsMax = 4_096;

/** The positions of one engine. */
export type PositionTable = ReturnType<typeof createPositionTable>;

/** Reserve the table; row 0 is nobody's. */
export function createPositionTable(memory: Memory, positionsMax: number) {
  const counts = memory.float64('positionCounts', 2, () => 2);
  const usedCount = 0;
  const lastId = 1;
  const rows = memory.float64(
    'positions',
    (positionsMax + 1) * positionWords,
    () => (counts[usedCount] + 1) * positionWords,
  );
  const free: number[] = [];
  const byKey = new Map<number, number>();
  const ofAccount = new Map<number, Set<number>>();
  const ofContract = new Map<number, Set<number>>();
  memory.onLoad(() => {
    free.length = 0;
    for (const map of [byKey, ofAccount, ofContract]) map.clear();
    for (let row = 1; row <= counts[usedCount]; row += 1) {
      if (read(row, at.account) === 0) free.push(row);
      else enter(row);
    }
  });

  function read(row: number, word: number): number {
    return rows[row * positionWords + word];
  }

  function write(row: number, word: number, value: number): void {
    rows[row * positionWords + word] = value;
  }

  function readUnits(row: number, word: number): bigint {
    return joinWords(read(row, word), read(row, word + 1));
  }

  function writeUnits(row: number, word: number, units: bigint): void {
    write(row, word, readHighWord(units));
    write(row, word + 1, readLowWord(units));
  }

  function makeKey(account: number, contract: number): number {
    return account * contractsMax + contract;
  }

  function note(map: Map<number, Set<number>>, key: number, row: number): void {
    const known = map.get(key);
    if (known === undefined) map.set(key, new Set([row]));
    else known.add(row);
  }

  function enter(row: number): void {
    const [account, contract] = [read(row, at.account), read(row, at.contract)];
    byKey.set(makeKey(account, contract), row);
    note(ofAccount, account, row);
    note(ofContract, contract, row);
  }

  function takeRow(): number {
    const row = free.pop();
    if (row !== undefined) return row;
    counts[usedCount] += 1;
    assert(counts[usedCount] <= positionsMax, 'fewer positions are open than there is room for');
    return counts[usedCount];
  }

  /** The row of an account on a contract, 0 when there is none. */
  function find(account: number, contract: number): number {
    return byKey.get(makeKey(account, contract)) ?? 0;
  }

  /** The same, made when there is none. */
  function ensure(account: number, contract: number): number {
    const known = find(account, contract);
    if (known !== 0) return known;
    const row = takeRow();
    rows.fill(0, row * positionWords, (row + 1) * positionWords);
    write(row, at.account, account);
    write(row, at.contract, contract);
    write(row, at.leverage, usualLeverage);
    enter(row);
    return row;
  }

  /** Forget a row. */
  function drop(row: number): void {
    const [account, contract] = [read(row, at.account), read(row, at.contract)];
    byKey.delete(makeKey(account, contract));
    ofAccount.get(account)?.delete(row);
    ofContract.get(contract)?.delete(row);
    write(row, at.account, 0);
    free.push(row);
  }

  const byAccount = (a: number, b: number): number => read(a, at.account) - read(b, at.account);

  return {
    read,
    write,
    readUnits,
    writeUnits,
    find,
    ensure,
    drop,
    /** Rows there are. */
    countRows: (): number => byKey.size,
    /** Take the number of a new position. */
    takeId(): number {
      counts[lastId] += 1;
      return counts[lastId];
    },
    readLastId: (): number => counts[lastId],
    /** Rows of an account, in no order that means anything. */
    readOfAccount: (account: number): Iterable<number> => ofAccount.get(account) ?? [],
    /** Rows of a contract, in no order that means anything. */
    readOfContract: (contract: number): Iterable<number> => ofContract.get(contract) ?? [],
    /** All rows by account. */
    listRows: (): number[] => [...byKey.values()].sort(byAccount),
  };
}
