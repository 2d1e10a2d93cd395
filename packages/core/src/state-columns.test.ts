// Every word of the core's memory is a field that the state dump tells, is made from such fields,
// or is not in use. The words are taken from the regions themselves: a column that is new and not
// in these tables fails, and one that they call told is changed, and the dump must change.
import { beforeAll, expect, test } from 'vitest';
import { InstrumentWord, instrumentWords } from './instruments/instruments.ts';
import {
  basisCountMax,
  contractWords,
  ContractWord,
  tiersCountMax,
} from './prices/contract-table.ts';
import { IndexWord, indexWords } from './prices/index-table.ts';
import { PositionWord, positionWords } from './products/contracts/position-table.ts';
import { ContractDriver } from './testing/contract-driver.ts';
import { Driver, startMs } from './testing/driver.ts';
import { refused, story } from './testing/full-venue.ts';

/** Named bits of a word, each told by itself. */
type Bits = Readonly<Record<string, number>>;
/**
 * One word: a name is told; `= why` is made from what is told, or says only where something lies;
 * `-` is not in use and 0.
 */
type Column = string | Bits;
/** One word of 64 bits, or two of 32. */
type Cell = Column | readonly [Column, Column];

const repeat = (count: number, ...cells: readonly Cell[]): Cell[] =>
  Array.from({ length: count }, () => cells).flat();
const balance = ['available, high', 'available, low', 'held, high', 'held, low'];
const factor = repeat(4, '= factor, from the decimals');
const untoldFee = [...factor, '= rest, from rate and factor', '= the same rate', '-', '-'];
const describedFee = (name: string) => [...factor, '= rest, from rate and factor', name, '-', '-'];

const madeOfInstruments: Readonly<Record<string, string>> = {
  mock: '= of its assets',
  indicationAtMs: '= the first full second behind the core time',
  openOrdersCount: '= count of its orders',
  kind: 'kind of a contract, none of spot',
  reduceReasons: 'reasons to reduce only, of a contract',
};

function listInstrumentColumns(): Cell[] {
  const columns = repeat(instrumentWords, '-');
  for (const [name, at] of Object.entries(InstrumentWord)) {
    if (name !== 'free') columns[at] = madeOfInstruments[name] ?? name;
    if (name.includes('Units')) columns[at + 1] = `${name}, low`;
  }
  const { free } = InstrumentWord;
  columns.splice(free, 3, ...repeat(3, '= its decimals, and the most that amounts can be'));
  return columns;
}

/** The columns of a table whose places are named. */
function listColumns(places: Readonly<Record<string, number>>, wordsCount: number): Cell[] {
  const columns = repeat(wordsCount, '-');
  for (const [name, at] of Object.entries(places)) {
    columns[at] = name;
    if (name.includes('Units')) columns[at + 1] = `${name}, low`;
  }
  return columns;
}

const meta: Bits = {
  side: 1,
  'has terms': 2,
  'is iceberg': 4,
  'has client id': 8,
  status: 3 << 4,
  'time in force': 7 << 6,
  'self-trade mode': 7 << 9,
  'order type': 7 << 12,
  'has cold words': 1 << 15,
  market: -1 << 16,
};

/** The columns of every region, in their order. */
const regions: Readonly<Record<string, readonly Cell[]>> = {
  step: ['sequence', 'core time', 'rules version', '-'],
  instrumentCount: ['instruments'],
  instruments: listInstrumentColumns(),
  accountCount: ['next account'],
  accounts: ['owner', { mock: 1, class: 3 << 1, type: -1 << 3 }],
  accountScopes: ['scope'],
  plainHoldCount: ['= how many rows'],
  plainHolds: repeat(4, '= what is held less what orders hold'),
  assetCount: ['assets'],
  assets: ['id', 'scale', 'mock'],
  balanceBlockCount: ['= how many rows'],
  balanceBlocks: repeat(64, '= where balances lie'),
  balances: [...repeat(8, ...balance), ...repeat(2, ...repeat(4, '-'))],
  balanceOverflow: repeat(16, ...balance),
  ownerCount: ['= how many rows'],
  owners: ['id', 'VIP level', 'group', 'last private number'],
  hasDefaultFees: ['is there'],
  feeSchedules: [...repeat(16, 'maker rate'), ...repeat(16, 'taker rate')],
  feePlanCount: ['= how many rows'],
  feePlans: [
    ...describedFee('maker rate'),
    ...untoldFee,
    ...describedFee('taker rate'),
    ...untoldFee,
  ],
  feePlanInstruments: ['= market of the orders that have it'],
  feePlanByVip: repeat(16, '= plan of a rate of the schedule'),
  factors: [...factor, ...factor],
  feeRows: repeat(2, '= where the balances of the house lie'),
  timerCount: ['= how many rows'],
  timers: repeat(3, '= times of orders, switches and auctions'),
  orderPool: repeat(3, '= which records are free'),
  orders: [
    ['next in the queue', '= previous in the queue'],
    ['price', 'is open'],
    ['rates', meta],
    'open lots',
    'id',
    'size',
    repeat(2, '= chain of the account') as [Column, Column],
    ['= level of its price', 'account'],
  ],
  ordersCold: ['prevented lots', 'amends'],
  icebergs: ['visible lots', 'visible lots left'],
  ladder: repeat(2, '= which pages are free'),
  levels: repeat(1_024, '= queues and sums of the orders there'),
  pages: repeat(32, '= prices at which there are orders'),
  freePages: ['= which pages are free'],
  sides: repeat(1_024, '= best prices'),
  clientIdsEnd: ['= how many rows'],
  clientIds: [...repeat(5, 'client id'), '= account of the order'],
  orderTerms: [
    'quote amount, high',
    'quote amount, low',
    'stop',
    'trailing delta',
    'activation',
    'is activated',
    'slippage',
    'expiry',
    'list',
    '= place among the legs of its list',
    'hold, high',
    'hold, low',
    'mark of a contract',
    ...repeat(3, '-'),
  ],
  listCounts: ['= how many rows', 'last id'],
  lists: ['id', 'type', 'account', 'market', 'leg', 'leg', 'leg', '-'],
  deadMen: ['due', 'timeout'],
  closeOutsCount: ['close-outs'],
  closeOuts: ['account', 'asset', 'day'],
  keyCount: ['= how many rows'],
  keys: [
    'actor',
    'high half',
    'low half',
    'body',
    'sequence',
    'code',
    'deadline',
    'count of facts',
    ...repeat(4, 'fact'),
    ...repeat(4, '-'),
  ],
  lastOrderId: ['next order'],
  indexCount: ['indexes'],
  indexes: listColumns(IndexWord, indexWords),
  contractCount: ['contracts'],
  contracts: listColumns(ContractWord, contractWords),
  basisSamples: repeat(basisCountMax, 'basis', 'at'),
  riskTiers: repeat(tiersCountMax, 'cap, high', 'cap, low', 'mmr', 'leverage'),
  contractRates: [...repeat(16, 'maker rate'), ...repeat(16, 'taker rate')],
  priceStep: ['observed at', 'step at'],
  positionCounts: ['= how many rows', 'last position'],
  positions: listColumns(PositionWord, positionWords),
};

/** A region as a snapshot holds it. */
interface Held {
  readonly name: string;
  /** Bytes of a word. */
  readonly wordBytes: number;
  readonly wordsCount: number;
  /** Which chunk of the snapshot its words are. */
  readonly chunk: number;
}

let chunks: readonly Uint8Array[];
let held: readonly Held[];
/** By region: the largest count of words that divides every size it had, so that of one row. */
const rowWords = new Map<string, number>();
let probe: Driver;
let emitted: string;

function listHeld(snapshot: readonly Uint8Array[]): Held[] {
  const found: Held[] = [];
  for (let at = 1; at < snapshot.length; at += 1) {
    const [name, wordBytes, wordsCount] = String.fromCharCode(...snapshot[at]).split(' ');
    if (Number(wordsCount) > 0) at += 1;
    found.push({
      name,
      wordBytes: Number(wordBytes),
      wordsCount: Number(wordsCount),
      chunk: at,
    });
  }
  return found;
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

/** A changed queue may lead round in circles. */
const LINES_MAX = 10_000;

function readDump(driver: Driver): string {
  const lines: string[] = [];
  driver.engine.dumpState((line) => {
    if (lines.push(line) > LINES_MAX) throw new Error('the dump does not end');
  });
  return lines.join('\n');
}

/** Whether the dump of a state with other bytes is another one; none at all is another one. */
function isOtherWith(chunk: number, change: (bytes: DataView) => void): boolean {
  const bytes = chunks[chunk].slice();
  change(new DataView(bytes.buffer));
  try {
    probe.engine.reset();
    probe.engine.loadSnapshot(chunks.with(chunk, bytes));
    return readDump(probe) !== emitted;
  } catch {
    probe = new Driver();
    return true;
  }
}

beforeAll(() => {
  const driver = new ContractDriver().openVenue();
  driver.atMs = startMs;
  driver.depth = { bids: [[600_000, 900_000]], asks: [[600_002, 900_000]], lastTicks: 0 };
  const record = () => {
    for (const { name, wordsCount } of listHeld(driver.engine.saveSnapshot())) {
      rowWords.set(name, greatestDivisor(rowWords.get(name) ?? 0, wordsCount));
    }
  };
  for (const [at, step] of story.entries()) {
    const answer = step(driver);
    expect(answer, `step ${at}`).toBe('applied');
    record();
  }
  expect(refused(driver)).toMatch(/^balance_too_low/);
  record();
  chunks = driver.engine.saveSnapshot();
  held = listHeld(chunks);
  emitted = readDump(driver);
  probe = new Driver();
});

test('every region is known, and every row of it has the columns that are known', () => {
  expect(held.map(({ name }) => name).sort()).toEqual(Object.keys(regions).sort());
  const known = held.map(({ name, wordBytes }) => {
    const words = regions[name].reduce(
      (sum, cell) => sum + (Array.isArray(cell) ? 8 : wordBytes),
      0,
    );
    return [name, words / wordBytes];
  });
  expect(held.map(({ name }) => [name, rowWords.get(name)])).toEqual(known);
});

/** The words of a row: what is known of each, where it begins, how long it is. */
function listWords({ name, wordBytes }: Held) {
  let from = 0;
  return regions[name].flatMap((cell) => {
    const parts = (Array.isArray(cell) ? cell : [cell]) as readonly Column[];
    const bytes = Array.isArray(cell) ? 4 : wordBytes;
    return parts.map((column) => {
      const word = { column, from, bytes };
      from += bytes;
      return word;
    });
  });
}

/** The first byte of a word in every row. */
function listPlaces({ name, wordBytes, wordsCount }: Held, from: number): number[] {
  const rowBytes = (rowWords.get(name) ?? 0) * wordBytes;
  const rowsCount = (wordsCount * wordBytes) / rowBytes;
  return Array.from({ length: rowsCount }, (_none, row) => row * rowBytes + from);
}

/** Changes of one word, each of one field. */
function listChanges(column: Column, bytes: number) {
  if (bytes === 8) {
    const add = (view: DataView, at: number) =>
      view.setFloat64(at, view.getFloat64(at, true) + 1, true);
    return [{ field: String(column), change: add }];
  }
  const fields = typeof column === 'string' ? { [column]: 1 } : column;
  return Object.entries(fields).map(([field, mask]) => ({
    field,
    change: (view: DataView, at: number) =>
      view.setInt32(at, view.getInt32(at, true) ^ (mask & -mask), true),
  }));
}

test('the dump, and so the state hash, changes with every field that is changed alone', () => {
  const untold: string[] = [];
  let count = 0;
  for (const region of held) {
    for (const { column, from, bytes } of listWords(region)) {
      if (typeof column === 'string' && /^[-=]/.test(column)) continue;
      for (const { field, change } of listChanges(column, bytes)) {
        count += 1;
        const isOther = (at: number) => isOtherWith(region.chunk, (view) => change(view, at));
        if (!listPlaces(region, from).some(isOther))
          untold.push(`${region.name}: ${field} at ${from}`);
      }
    }
  }
  expect(untold).toEqual([]);
  expect(count).toBeGreaterThan(200);
});

test('words and bits that are said to be out of use are 0', () => {
  const used: string[] = [];
  for (const region of held) {
    for (const { column, from, bytes } of listWords(region)) {
      const isUnused = column === '-';
      if (!isUnused && typeof column === 'string') continue;
      const known = isUnused ? 0 : Object.values(column).reduce((sum, mask) => sum | mask, 0);
      const view = new DataView(chunks[region.chunk].slice().buffer);
      for (const at of listPlaces(region, from)) {
        const value = bytes === 8 ? view.getFloat64(at, true) : view.getInt32(at, true) & ~known;
        if (value !== 0) used.push(`${region.name} at ${at}: ${value}`);
      }
    }
  }
  expect(used).toEqual([]);
});
