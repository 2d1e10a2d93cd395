// What happened to one order, from the rows that its events made: its beginning, what it waited
// for, changes of its size, fills, prevented matches, its end. Reads, decides nothing.
import { formatDecimal } from '@isobath/core/math';
import type { OrderMoment } from '@isobath/wire';
import type { Session } from '../../../base/db/index.ts';
import type { Market } from '../../../base/market/index.ts';
import type { OrderRecord } from './order-rows.ts';

/** Moments of one kind that are told; an order has so many only when it sweeps a book of crumbs. */
const MOMENTS_MAX = 500;

interface Happening {
  readonly kind: OrderMoment['kind'];
  readonly atMs: number;
  readonly priceTicks?: number;
  readonly lots?: number;
  readonly quoteUnits?: string;
}

interface TradedRow {
  readonly at_ms: number;
  readonly price_ticks: number;
  readonly lots: number;
  readonly quote_units: string;
}

interface ChangeRow {
  readonly at_ms: number;
  readonly from: number;
  readonly to: number;
}

const CLOSED = 3;
const PENDING = 2;

/** Within one millisecond things stand in the order in which a step does them. */
const RANKS: readonly OrderMoment['kind'][] = [
  'placed',
  'released',
  'triggered',
  'amended',
  'prevented',
  'filled',
  'closed',
];

function readFills(database: Session, order: OrderRecord): Promise<TradedRow[]> {
  return database.query<TradedRow>(
    `SELECT at_ms, price_ticks, size_lots AS lots, quote_units FROM spot_fills
     WHERE order_id = $1 AND owner_id = $2 ORDER BY fill_id LIMIT ${MOMENTS_MAX + 1}`,
    [order.order_id, order.owner_id],
  );
}

async function readPrevented(database: Session, order: OrderRecord): Promise<TradedRow[]> {
  // Found by owner, for there is no index by order: most orders need not be asked for at all.
  if (order.prevented_lots === 0) return [];
  return database.query<TradedRow>(
    `SELECT at_ms, price_ticks, '0' AS quote_units,
       CASE WHEN maker_order_id = $1 THEN maker_lots ELSE taker_lots END AS lots
     FROM spot_prevented
     WHERE (maker_owner_id = $2 AND maker_order_id = $1)
        OR (taker_owner_id = $2 AND taker_order_id = $1)
     ORDER BY prevented_id LIMIT ${MOMENTS_MAX + 1}`,
    [order.order_id, order.owner_id],
  );
}

function readChanges(database: Session, sql: string, order: OrderRecord): Promise<ChangeRow[]> {
  return database.query<ChangeRow>(`${sql} WHERE order_id = $1 ORDER BY sequence`, [
    order.order_id,
  ]);
}

function describeTraded(kind: 'filled' | 'prevented', rows: readonly TradedRow[]): Happening[] {
  return rows.slice(0, MOMENTS_MAX).map((row) => ({
    kind,
    atMs: row.at_ms,
    priceTicks: row.price_ticks,
    lots: row.lots,
    quoteUnits: row.quote_units,
  }));
}

function describeEnds(order: OrderRecord, amended: readonly ChangeRow[]): Happening[] {
  const placed: Happening = {
    kind: 'placed',
    atMs: order.created_at_ms,
    lots: amended[0]?.from ?? order.size_lots,
  };
  if (order.status !== CLOSED) return [placed];
  return [placed, { kind: 'closed', atMs: order.updated_at_ms }];
}

/** The moments of an order's life, oldest first. */
export async function readOrderLife(
  database: Session,
  order: OrderRecord,
  market: Market,
): Promise<{ moments: OrderMoment[]; isWhole: boolean }> {
  const [fills, prevented, amended, triggered] = await Promise.all([
    readFills(database, order),
    readPrevented(database, order),
    readChanges(
      database,
      'SELECT at_ms, from_lots AS "from", to_lots AS "to" FROM spot_amendments',
      order,
    ),
    readChanges(
      database,
      'SELECT at_ms, from_status AS "from", 0 AS "to" FROM spot_triggers',
      order,
    ),
  ]);
  const happenings: Happening[] = [
    ...describeEnds(order, amended),
    ...triggered.map((row): Happening => {
      return { kind: row.from === PENDING ? 'released' : 'triggered', atMs: row.at_ms };
    }),
    ...amended.map((row): Happening => ({ kind: 'amended', atMs: row.at_ms, lots: row.to })),
    ...describeTraded('prevented', prevented),
    ...describeTraded('filled', fills),
  ];
  const inOrder = happenings.toSorted(
    (one, two) => one.atMs - two.atMs || RANKS.indexOf(one.kind) - RANKS.indexOf(two.kind),
  );
  return {
    moments: inOrder.map((happening) => showMoment(happening, market)),
    isWhole: fills.length <= MOMENTS_MAX && prevented.length <= MOMENTS_MAX,
  };
}

function showMoment(happening: Happening, market: Market): OrderMoment {
  return {
    kind: happening.kind,
    at: happening.atMs,
    price: formatDecimal(BigInt(happening.priceTicks ?? 0), market.priceDecimals),
    quantity: formatDecimal(BigInt(happening.lots ?? 0), market.lotDecimals),
    quoteAmount: formatDecimal(BigInt(happening.quoteUnits ?? 0), market.quote.scale),
  };
}
