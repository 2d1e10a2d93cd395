// The dialect's questions about orders, fills, lists and prevented matches: by number or time,
// oldest first. Rows come from the projection.
import type { SqlValue } from '../../../base/db/index.ts';
import type { Session } from '../../../base/db/index.ts';
import { BinanceError } from '../../../base/binance-api/index.ts';
import type { MarketReference } from '../open-orders.ts';
import type { AmendmentRecord } from '../orders/amendment-rows.ts';
import type { OrderRecord } from '../orders/order-rows.ts';
import { readFirstNumber } from '../orders/prevented-number.ts';

/** Which rows: of a market when `instrumentId` is given, from a number or between two times. */
export interface HistoryRequest {
  readonly ownerId: number;
  readonly instrumentId?: number | undefined;
  readonly orderId?: number | undefined;
  readonly fromId?: number | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly limit?: number | undefined;
}

/** A row of spot_fills. */
export interface FillRecord {
  readonly fill_id: number;
  readonly order_id: number;
  readonly instrument_id: number;
  readonly trade_id: number;
  readonly side: number;
  readonly is_maker: boolean;
  readonly price_ticks: number;
  readonly size_lots: number;
  readonly quote_units: string;
  readonly fee_units: string;
  readonly at_ms: number;
  readonly list_id: number;
}

/** A row of spot_lists. */
export interface ListRecord {
  readonly list_id: number;
  readonly instrument_id: number;
  readonly list_type: number;
  readonly is_open: boolean;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
}

/** A row of spot_prevented. */
export interface PreventedRecord {
  readonly prevented_id: number;
  readonly instrument_id: number;
  readonly maker_order_id: number;
  readonly taker_order_id: number;
  readonly mode: number;
  readonly price_ticks: number;
  readonly maker_lots: number;
  readonly taker_lots: number;
  readonly at_ms: number;
}

/** A row of spot_amendments with the name of its order. */
export interface AmendedRecord extends AmendmentRecord {
  readonly client_order_id: string;
}

const ROWS = 500;
const HOURS_MAX = 24;

/** Which columns a table is asked by. */
interface Columns {
  readonly table: string;
  readonly id: string;
  readonly time: string;
  readonly select?: string;
}

/** @throws BinanceError -1127 when the two times are more than a day apart. */
export function checkSpan({
  startTime,
  endTime,
}: Pick<HistoryRequest, 'startTime' | 'endTime'>): void {
  if (startTime === undefined || endTime === undefined) return;
  if (endTime - startTime > HOURS_MAX * 3_600_000) {
    throw new BinanceError('lookup_too_long', [HOURS_MAX]);
  }
}

/** Make the questions. */
export function createBinanceHistory(database: Session) {
  async function read<TRow extends object>(
    columns: Columns,
    request: HistoryRequest,
  ): Promise<TRow[]> {
    const values: SqlValue[] = [request.ownerId];
    const texts = [`${columns.table}.owner_id = $1`];
    const add = (text: string, value: number | undefined) => {
      if (value === undefined) return;
      values.push(value);
      texts.push(`${columns.table}.${text} $${values.length}`);
    };
    add('instrument_id =', request.instrumentId);
    add('order_id =', request.orderId);
    add(`${columns.id} >=`, request.fromId);
    add(`${columns.time} >=`, request.startTime);
    add(`${columns.time} <=`, request.endTime);
    // From a number or a time on: the oldest. Else the newest, told oldest first all the same.
    const isForward = request.fromId !== undefined || request.startTime !== undefined;
    const rows = await database.query<TRow>(
      `SELECT ${columns.select ?? '*'} FROM ${columns.table}
       WHERE ${texts.join(' AND ')}
       ORDER BY ${columns.table}.${columns.id} ${isForward ? 'ASC' : 'DESC'}
       LIMIT ${request.limit ?? ROWS}`,
      values,
    );
    return isForward ? rows : rows.reverse();
  }

  return {
    listOrders: (request: HistoryRequest) =>
      read<OrderRecord>({ table: 'spot_orders', id: 'order_id', time: 'created_at_ms' }, request),
    listFills: (request: HistoryRequest) =>
      read<FillRecord>(
        {
          table: 'spot_fills',
          id: request.fromId === undefined ? 'fill_id' : 'trade_id',
          time: 'at_ms',
          select: `spot_fills.*, coalesce((SELECT list_id FROM spot_orders
                   WHERE spot_orders.order_id = spot_fills.order_id), 0) AS list_id`,
        },
        request,
      ),
    listLists: (request: HistoryRequest) =>
      read<ListRecord>({ table: 'spot_lists', id: 'list_id', time: 'created_at_ms' }, request),
    async findList(ownerId: number, listId: number): Promise<ListRecord | undefined> {
      const rows = await database.query<ListRecord>(
        'SELECT * FROM spot_lists WHERE owner_id = $1 AND list_id = $2',
        [ownerId, listId],
      );
      return rows[0];
    },
    listOpenLists: (ownerId: number) =>
      database.query<ListRecord>(
        'SELECT * FROM spot_lists WHERE owner_id = $1 AND is_open ORDER BY list_id',
        [ownerId],
      ),
    /** Orders of lists, in the order they were placed. */
    listLegs: (listIds: readonly number[]) =>
      database.query<OrderRecord>(
        'SELECT * FROM spot_orders WHERE list_id = ANY($1) AND list_id <> 0 ORDER BY order_id',
        [listIds],
      ),
    /** The newest order of a market that meets the reference. */
    async findOrder(
      ownerId: number,
      { instrumentId, orderId, clientOrderId = '' }: MarketReference,
    ): Promise<OrderRecord | undefined> {
      const rows = await database.query<OrderRecord>(
        `SELECT * FROM spot_orders WHERE owner_id = $1 AND instrument_id = $2 AND
         ${orderId === undefined ? "client_order_id <> '' AND client_order_id" : 'order_id'} = $3
         ORDER BY order_id DESC LIMIT 1`,
        [ownerId, instrumentId, orderId ?? clientOrderId],
      );
      return rows[0];
    },
    /** What was amended of one order, oldest first, from the number of a step on. */
    listAmendments: (
      request: HistoryRequest & { readonly orderId: number },
    ): Promise<AmendedRecord[]> =>
      database.query<AmendedRecord>(
        `SELECT spot_amendments.*, client_order_id FROM spot_amendments
         JOIN spot_orders USING (order_id)
         WHERE order_id = $1 AND spot_amendments.owner_id = $2
           AND spot_amendments.instrument_id = $3 AND spot_amendments.sequence >= $4
         ORDER BY spot_amendments.sequence LIMIT ${request.limit ?? ROWS}`,
        [request.orderId, request.ownerId, request.instrumentId ?? 0, request.fromId ?? 0],
      ),
    /** The last prevented match of each of an owner's orders that had one, by order. */
    async readPreventedIds(orders: readonly OrderRecord[]): Promise<ReadonlyMap<number, number>> {
      const prevented = orders.filter((row) => row.prevented_lots > 0);
      if (prevented.length === 0) return new Map();
      const rows = await database.query<PreventedRecord>(
        `SELECT * FROM spot_prevented
         WHERE (maker_owner_id = $1 OR taker_owner_id = $1) AND prevented_id >= $2
           AND (maker_order_id = ANY($3) OR taker_order_id = ANY($3)) ORDER BY prevented_id`,
        [
          prevented[0].owner_id,
          readFirstNumber(Math.min(...prevented.map((row) => row.sequence))),
          prevented.map((row) => row.order_id),
        ],
      );
      return new Map(
        rows.flatMap((row): [number, number][] => [
          [row.maker_order_id, row.prevented_id],
          [row.taker_order_id, row.prevented_id],
        ]),
      );
    },
    listPrevented: (
      request: HistoryRequest & { preventedMatchId?: number | undefined },
    ): Promise<PreventedRecord[]> =>
      database.query<PreventedRecord>(
        `SELECT * FROM spot_prevented
         WHERE (maker_owner_id = $1 OR taker_owner_id = $1) AND instrument_id = $2
           AND ($3::bigint IS NULL OR maker_order_id = $3 OR taker_order_id = $3)
           AND ($4::bigint IS NULL OR prevented_id = $4) AND prevented_id >= $5
         ORDER BY prevented_id LIMIT ${request.limit ?? ROWS}`,
        [
          request.ownerId,
          request.instrumentId ?? 0,
          request.orderId ?? null,
          request.preventedMatchId ?? null,
          request.fromId ?? 0,
        ],
      ),
  };
}

/** The questions. */
export type BinanceHistory = ReturnType<typeof createBinanceHistory>;
