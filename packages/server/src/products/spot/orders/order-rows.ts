// Reading and writing rows of spot_orders as they are; no rule. Used by the projection and the
// queries.
import type { Session, Statement } from '../../../base/db/index.ts';

/** A row of spot_orders; numeric columns as text. */
export interface OrderRecord {
  order_id: number;
  owner_id: number;
  account_id: number;
  instrument_id: number;
  side: number;
  order_type: number;
  time_in_force: number;
  self_trade_mode: number;
  status: number;
  close_reason: number;
  price_ticks: number;
  size_lots: number;
  executed_lots: number;
  prevented_lots: number;
  executed_quote_units: string;
  quote_amount_units: string;
  stop_price_ticks: number;
  trailing_delta_bps: number;
  activation_price_ticks: number;
  visible_lots: number;
  slippage_bps: number;
  expire_at_ms: number;
  client_order_id: string;
  list_id: number;
  sequence: number;
  created_at_ms: number;
  updated_at_ms: number;
  /** Since when it is no pending leg; 0 = it still is, or never was more. */
  live_at_ms: number;
  /** Since when it works in the book, 0 = not. */
  working_at_ms: number;
  /** Since when it trails the price, 0 = not. */
  trailing_at_ms: number;
}

/** Columns that change after an order was opened. */
const CHANGING = [
  'status',
  'close_reason',
  'size_lots',
  'executed_lots',
  'prevented_lots',
  'executed_quote_units',
  'quote_amount_units',
  'stop_price_ticks',
  'trailing_delta_bps',
  'activation_price_ticks',
  'visible_lots',
  'slippage_bps',
  'expire_at_ms',
  'client_order_id',
  'updated_at_ms',
  'live_at_ms',
  'working_at_ms',
  'trailing_at_ms',
] as const satisfies readonly (keyof OrderRecord)[];

/** Columns that are no whole numbers, and as what they are sent. */
const SENT_AS: Readonly<Partial<Record<keyof OrderRecord, string>>> = {
  executed_quote_units: 'numeric',
  quote_amount_units: 'numeric',
  client_order_id: 'text',
};

/** All columns, in the order they are sent. */
const COLUMNS = [
  'order_id',
  'owner_id',
  'account_id',
  'instrument_id',
  'side',
  'order_type',
  'time_in_force',
  'self_trade_mode',
  'price_ticks',
  'list_id',
  'sequence',
  'created_at_ms',
  ...CHANGING,
] as const satisfies readonly (keyof OrderRecord)[];

/** Every order that is not closed, by number. */
export async function loadOpenOrders(session: Session): Promise<Map<number, OrderRecord>> {
  const rows = await session.query<OrderRecord>('SELECT * FROM spot_orders WHERE status < 3');
  return new Map(rows.map((row) => [row.order_id, row]));
}

/** A column as the text of a list; a client order id has no letter that would end its quotes. */
function listColumn(column: keyof OrderRecord, rows: readonly OrderRecord[]): string {
  const isText = SENT_AS[column] === 'text';
  const values = rows.map((row) => (isText ? `"${row[column]}"` : row[column]));
  return `{${values.join(',')}}`;
}

/** Columns that a limit order without a fill or a trigger has 0 in: the table fills them. */
const RARE: ReadonlySet<keyof OrderRecord> = new Set([
  'list_id',
  'executed_lots',
  'prevented_lots',
  'executed_quote_units',
  'quote_amount_units',
  'stop_price_ticks',
  'trailing_delta_bps',
  'activation_price_ticks',
  'visible_lots',
  'slippage_bps',
  'expire_at_ms',
  'trailing_at_ms',
]);
const RARE_COLUMNS = [...RARE];
const PLAIN_COLUMNS = COLUMNS.filter((column) => !RARE.has(column));

type Columns = readonly (keyof OrderRecord)[];

const writeInsert = (columns: Columns) => `INSERT INTO spot_orders (${columns.join(', ')})
  SELECT * FROM unnest(${columns
    .map((column, at) => `$${at + 1}::${SENT_AS[column] ?? 'bigint'}[]`)
    .join(', ')})`;

const insertOrders = writeInsert(COLUMNS);
const insertPlainOrders = writeInsert(PLAIN_COLUMNS);

const upsertOrders = `${insertOrders} ON CONFLICT (order_id) DO UPDATE SET
  ${CHANGING.map((column) => `${column} = EXCLUDED.${column}`).join(', ')}`;

const plainOpened = {
  name: 'project-plain-orders',
  text: insertPlainOrders,
  columns: PLAIN_COLUMNS,
};
const anyOpened = { name: 'project-opened-orders', text: insertOrders, columns: COLUMNS };
const anyKnown = { name: 'project-known-orders', text: upsertOrders, columns: COLUMNS };

/** A list a column: the database reads them several times as fast as rows with names. */
async function sendOrders(
  session: Session,
  { columns, ...statement }: Statement & { readonly columns: Columns },
  rows: readonly OrderRecord[],
): Promise<void> {
  if (rows.length === 0) return;
  await session.execute(
    statement,
    columns.map((column) => listColumn(column, rows)),
  );
}

function isPlain(row: OrderRecord): boolean {
  return RARE_COLUMNS.every((column) => row[column] === 0 || row[column] === '0');
}

/**
 * Write orders as they are now.
 *
 * @param rows.opened - orders that no row is there of: the database need not look for one.
 */
export async function writeOrders(
  session: Session,
  rows: { readonly opened: readonly OrderRecord[]; readonly known: readonly OrderRecord[] },
): Promise<void> {
  const { opened, known } = rows;
  // One statement for all: a second one costs as much as the columns that it spares.
  await sendOrders(session, opened.every(isPlain) ? plainOpened : anyOpened, opened);
  await sendOrders(session, anyKnown, known);
}
