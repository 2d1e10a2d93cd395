// That the rows people ask say what the engine says: orders, fills, prevented matches, trades,
// candles and the private channel against the events, open orders and money against the state that
// a replay of the journal makes, books against that state where they were stored.
// Used by rounds.ts.
import { hashAt, openAudit } from '@isobath/server/engine';
import type { Database } from '@isobath/server/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLOSED, type Story, type ReportedOrder } from './story.ts';
import { contractTables, showPosition } from './contract-lines.ts';
import {
  candleColumns,
  fillColumns,
  listCandles,
  orderColumns,
  showFill,
  showOrder,
  showTrade,
  tradeColumns,
} from './reported-lines.ts';

/** What was compared. */
export interface RowsProof {
  readonly ordersCount: number;
  readonly fillsCount: number;
  readonly balancesCount: number;
}

/** Where rows are, and how to replay what they should say. */
export interface RowsPlace {
  readonly database: Database;
  readonly journalKey: string;
  /** The live state, at rest. */
  readonly live: { readonly sequence: number; readonly hash: string };
  /** Compare everything, not only what is new since the page was turned. */
  readonly isWhole: boolean;
}

/** Time to give up on: all rows may be made again beside other work; nothing says how soon. */
const CAUGHT_UP_WITHIN_MS = 600_000;
/** Behind the names of projections that write at once; books are stored once a minute. */
const PROMPT = ['orders', 'candles', 'contracts'];

/** Where rows are asked: the database, or a transaction on it. */
type Rows = Pick<Database, 'query'>;

/** Rows that are compared. */
interface Compared {
  readonly rows: Rows;
  readonly isWhole: boolean;
}

/** Wait until the projections have come that far. @errors when they do not. */
export async function waitForRows(database: Database, sequence: number): Promise<void> {
  const endMs = performance.now() + CAUGHT_UP_WITHIN_MS;
  for (;;) {
    const rows = await database.query<{ name: string; sequence: number }>(
      'SELECT name, sequence FROM projections WHERE name = ANY($1)',
      [PROMPT],
    );
    if (rows.length === PROMPT.length && rows.every((row) => row.sequence >= sequence)) return;
    if (performance.now() > endMs) {
      throw new Error(`rows stand at ${JSON.stringify(rows)}, the engine at ${sequence}`);
    }
    await sleep(20);
  }
}

/** @errors with the first line that differs. */
export function compareLists(
  what: string,
  reported: readonly string[],
  shown: readonly string[],
): void {
  const at = reported.findIndex((line, place) => line !== shown[place]);
  if (at === -1 && shown.length === reported.length) return;
  const place = at === -1 ? reported.length : at;
  const counts = `${shown.length} of ${reported.length}`;
  throw new Error(`${what}, ${counts}: "${shown[place]}" where "${reported[place]}" was told`);
}

type Row = Readonly<Record<string, unknown>>;

/** Rows as lines of the columns in their order. */
async function readLines(
  from: Rows,
  text: string,
  values: readonly (number | readonly number[])[] = [],
): Promise<string[]> {
  const rows = await from.query<Row>(text, values);
  return rows.map((row) => Object.values(row).join(' '));
}

async function compareOrders(story: Story, { rows, isWhole }: Compared): Promise<number> {
  const people = (order: ReportedOrder) => story.isSpot(order.accountId);
  const all = [...story.orders.values()].filter(people);
  const reported = isWhole ? all : all.filter(({ orderId }) => story.touched.has(orderId));
  const text = `SELECT ${orderColumns.join()} FROM spot_orders
    WHERE order_id = ANY($1) ORDER BY order_id`;
  const ids = reported.map(({ orderId }) => orderId);
  compareLists('orders', reported.map(showOrder), await readLines(rows, text, [ids]));
  const counted = await readLines(rows, 'SELECT count(*) FROM spot_orders');
  compareLists('count of orders', [String(all.length)], counted);
  return reported.length;
}

async function compareFills(story: Story, { rows, isWhole }: Compared): Promise<number> {
  const fills = isWhole ? story.fills : story.listFreshFills();
  const reported = fills.filter(({ accountId }) => story.isPerson(accountId));
  const before = story.fills.filter(({ accountId }) => story.isPerson(accountId)).length;
  const text = `SELECT ${fillColumns.join()} FROM spot_fills ORDER BY fill_id OFFSET $1`;
  const stored = await readLines(rows, text, [before - reported.length]);
  compareLists('fills', reported.map(showFill), stored);
  const trades = fills.filter(({ isMaker }) => !isMaker);
  const shown = await readLines(
    rows,
    `SELECT ${tradeColumns.join()} FROM public_trades
     ORDER BY at_ms, instrument_id, trade_id OFFSET $1`,
    [isWhole ? 0 : story.oldFillsCount / 2],
  );
  const lines = trades
    .toSorted((a, b) => a.atMs - b.atMs || a.instrumentId - b.instrumentId || a.tradeId - b.tradeId)
    .map(showTrade);
  compareLists('public trades', lines, shown);
  return reported.length;
}

async function compareCandles(story: Story, { rows }: Compared): Promise<void> {
  const shown = await readLines(rows, `SELECT ${candleColumns.join()} FROM candles`);
  compareLists('candles', listCandles(story).toSorted(), shown.toSorted());
  const prevented = await readLines(rows, 'SELECT count(*) FROM spot_prevented');
  compareLists('prevented matches', [String(story.preventedCount)], prevented);
}

/** Lines of the state dump, docs/rules/core.md 8, as fields. */
interface Dump {
  readonly balances: string[];
  readonly openOrders: string[];
  readonly numbers: string[];
  readonly positions: string[];
}

/** The state as a replay makes it. @errors when its hash is another than the live one's. */
async function replay(story: Story, { database, journalKey, live }: RowsPlace): Promise<Dump> {
  const audit = openAudit(database, journalKey);
  const replayed = await hashAt(audit, live.sequence);
  if (replayed.hash !== live.hash) throw new Error(`another state at ${live.sequence}`);
  const dump: Dump = { balances: [], openOrders: [], numbers: [], positions: [] };
  audit.core.dumpState((line) => {
    const [word = '', ...f] = line.split(' ');
    const at = (place: number) => Number(f[place]);
    if (word === 'balance' && story.isPerson(at(0))) {
      dump.balances.push(`${f[0]} ${f[1]} ${BigInt(f[2] ?? 0) + BigInt(f[3] ?? 0)}`);
    }
    // Number, account, market, side, type, status, price, size, executed, prevented.
    const shown = [0, 1, 2, 3, 4, 7, 8, 9, 10, 11].map((place) => f[place]);
    if (word === 'order' && story.isSpot(at(1))) dump.openOrders.push(shown.join(' '));
    if (word === 'position' && at(3) !== 0) dump.positions.push(f.slice(0, 6).join(' '));
    if (word === 'owner' && at(0) > 1_000_000 && at(3) > 0) dump.numbers.push(`${f[0]} ${f[3]}`);
  });
  return dump;
}

/** Rows against the state itself: money, open orders, how much everybody was told. */
async function compareState(dump: Dump, rows: Rows): Promise<void> {
  const money = await readLines(
    rows,
    `SELECT account_id, asset_id, sum(change_units) FROM balance_moves
     GROUP BY 1, 2 HAVING sum(change_units) <> 0`,
  );
  compareLists('money', dump.balances.toSorted(), money.toSorted());
  const open = await readLines(
    rows,
    `SELECT order_id, account_id, instrument_id, side, order_type, status, price_ticks, size_lots,
       executed_lots, prevented_lots FROM spot_orders WHERE status < ${CLOSED} ORDER BY order_id`,
  );
  compareLists('open orders', dump.openOrders, open);
  // Pieces of what a person was told follow each other without a gap up to their last number.
  const numbers = await readLines(
    rows,
    `SELECT owner_id, CASE WHEN min(first_number) = 1 AND
       sum(last_number - first_number + 1) = max(last_number) AND
       sum(json_array_length(events)) = max(last_number) THEN max(last_number) END
     FROM private_pieces GROUP BY 1`,
  );
  compareLists('private channels', dump.numbers.toSorted(), numbers.toSorted());
}

/** Positions against the state, and what is stored of contracts against what was told of them. */
async function compareContracts({ story, dump }: Reported, rows: Rows): Promise<void> {
  const { contracts } = story;
  const positions = [...contracts.positions.values()].map(showPosition);
  compareLists('positions', positions.toSorted(), dump.positions.toSorted());
  for (const { table, columns, list } of contractTables) {
    const stored = await readLines(rows, `SELECT ${columns.join()} FROM ${table}`);
    compareLists(table, list(contracts).toSorted(), stored.toSorted());
  }
}

interface StoredBook {
  readonly sequence: number;
  readonly instrument_id: number;
  readonly bids: readonly (readonly [priceTicks: number, totalLots: number])[];
  readonly asks: readonly (readonly [priceTicks: number, totalLots: number])[];
}

/** Books are stored now and then: they say what the book was where their mark stands. */
async function compareBooks({ database, journalKey }: RowsPlace): Promise<void> {
  const books = await database.query<StoredBook>(
    `SELECT sequence, stored_books.* FROM projections LEFT JOIN stored_books ON true
     WHERE name = 'books' ORDER BY instrument_id`,
  );
  const [first] = books;
  if (first === undefined) {
    // Emptied, and not their time yet: then no book may be left without a mark.
    const left = await database.query('SELECT FROM stored_books');
    if (left.length > 0) throw new Error('books are stored without a mark');
    return;
  }
  const audit = openAudit(database, journalKey);
  await hashAt(audit, first.sequence);
  const levels = new Map<string, number>();
  audit.core.dumpState((line) => {
    const [word, ...f] = line.split(' ');
    const [market, side, status, priceTicks] = [f[2], f[3], f[7], f[8]];
    if (word !== 'order' || status !== '0') return;
    const level = `${market} ${side} ${priceTicks}`;
    levels.set(level, (levels.get(level) ?? 0) + Number(f[12]));
  });
  const shown = books.flatMap(({ instrument_id: market, bids, asks }) =>
    [bids ?? [], asks ?? []].flatMap((list, side) =>
      list.map(([priceTicks, lots]) => `${market} ${side} ${priceTicks} ${lots}`),
    ),
  );
  const reported = [...levels].map(([level, lots]) => `${level} ${lots}`);
  compareLists('stored books', reported.toSorted(), shown.toSorted());
}

interface Reported {
  readonly story: Story;
  readonly dump: Dump;
}

async function compareAll({ story, dump }: Reported, compared: Compared): Promise<RowsProof> {
  await compareState(dump, compared.rows);
  const ordersCount = await compareOrders(story, compared);
  const fillsCount = await compareFills(story, compared);
  await compareCandles(story, compared);
  await compareContracts({ story, dump }, compared.rows);
  return { ordersCount, fillsCount, balancesCount: dump.balances.length };
}

/** Every row against the engine. @errors with the first one that differs. */
export async function compareRows(story: Story, place: RowsPlace): Promise<RowsProof> {
  const { database, live, isWhole } = place;
  await waitForRows(database, live.sequence);
  const dump = await replay(story, place);
  const proof = await compareAll({ story, dump }, { rows: database, isWhole });
  if (isWhole) await compareBooks(place);
  return proof;
}

const newest = (table: string, id: string, of = 'true') =>
  `${id} = (SELECT max(${id}) FROM ${table} WHERE ${of})`;

/** Lies about rows: each must be seen. */
const lies: readonly string[] = [
  `DELETE FROM spot_orders WHERE ${newest('spot_orders', 'order_id')}`,
  `UPDATE spot_orders SET executed_lots = executed_lots + 1
   WHERE ${newest('spot_orders', 'order_id', 'status = 3')}`,
  `UPDATE spot_orders SET status = 3 WHERE ${newest('spot_orders', 'order_id', 'status = 0')}`,
  `DELETE FROM spot_fills WHERE ${newest('spot_fills', 'fill_id')}`,
  `UPDATE spot_fills SET fee_units = fee_units - 1 WHERE ${newest('spot_fills', 'fill_id')}`,
  `INSERT INTO spot_fills SELECT (fill).* FROM (SELECT jsonb_populate_record(spot_fills,
     jsonb_build_object('fill_id', fill_id + 1)) AS fill FROM spot_fills
   WHERE ${newest('spot_fills', 'fill_id')}) AS again`,
  `DELETE FROM balance_moves WHERE ${newest('balance_moves', 'move_id')}`,
  `DELETE FROM public_trades WHERE instrument_id = 1 AND
     ${newest('public_trades', 'trade_id', 'instrument_id = 1')}`,
  `UPDATE candles SET base_lots = base_lots + 1 WHERE span_s = 60 AND
     ${newest('candles', 'open_ms', 'span_s = 60')}`,
  // Nobody makes prices in that product: a row of them is a lie by itself.
  'INSERT INTO contract_marks VALUES (9, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)',
  'INSERT INTO price_candles VALUES (2, 9, 60, 0, 1, 1, 1, 1, 1)',
  'DELETE FROM private_pieces WHERE first_number = 1',
  `UPDATE private_pieces SET last_number = last_number + 1
   WHERE ${newest('private_pieces', 'last_number')}`,
];

/** Tell each lie in a transaction that is taken back. @returns those that nobody noticed. */
export async function listUnseenLies(story: Story, place: RowsPlace): Promise<string[]> {
  const dump = await replay(story, place);
  const unseen: string[] = [];
  const takenBack = new Error('taken back');
  for (const lie of lies) {
    const telling = place.database.transaction(async (session) => {
      if ((await session.execute(lie)) === 0) throw new Error(`nothing to lie about: ${lie}`);
      const compared = { rows: session, isWhole: true };
      const isSeen = await compareAll({ story, dump }, compared).then(
        () => false,
        () => true,
      );
      if (!isSeen) unseen.push(lie);
      throw takenBack;
    });
    await telling.catch((error: unknown) => {
      if (error !== takenBack) throw error;
    });
  }
  return unseen;
}
