// What programs write on their orders beside what the engine knows: number and kind of a strategy,
// and the names they give to cancels. Marks are kept in a table of their own, those of open orders
// in memory too; the name of a cancel lives only until it is told.
// It places and cancels nothing. Used by the dialect's calls and by the user stream.
import type { Database, Session } from '../../../base/db/index.ts';
import { PassingMap } from '../../../base/process/passing-map.ts';

/** What a program wrote on an order. */
export interface OrderTag {
  readonly strategyId?: number | undefined;
  readonly strategyType?: number | undefined;
}

/** An order that is on its way, by its market and the name that it will have. */
export interface ExpectedMark {
  readonly instrumentId: number;
  readonly clientOrderId: string;
  readonly mark: OrderTag;
}

/** Marks of orders. */
export interface OrderTags {
  /** Read the marks of open orders. */
  load(session: Session): Promise<void>;
  /** Say that these orders are on their way. @returns ends the waiting. */
  expect(ownerId: number, marks: readonly ExpectedMark[]): () => void;
  /** An order was opened and has its name. */
  opened(order: OpenedOrder): void;
  closed(orderId: number): void;
  /** Mark of an open order. */
  read(orderId: number): OrderTag | undefined;
  /** Marks of orders, open or closed, by number. */
  readAll(orderIds: readonly number[]): Promise<ReadonlyMap<number, OrderTag>>;
  /** Keep marks for as long as there are answers about their orders. */
  store(ownerId: number, marks: ReadonlyMap<number, OrderTag>): Promise<void>;
  /** Say what the cancels of orders are called. @returns ends the waiting. */
  expectCancels(names: ReadonlyMap<number, string>): () => void;
  /** Name of the cancel that an order is closed by, undefined when nobody gave one. */
  readCancelName(orderId: number): string | undefined;
}

/** What is asked of an order that was opened. */
interface OpenedOrder {
  readonly order_id: number;
  readonly owner_id: number;
  readonly instrument_id: number;
  readonly client_order_id: string;
}

interface MarkRow {
  readonly order_id: number;
  readonly strategy_id: number | null;
  readonly strategy_type: number | null;
}

function showRow({ strategy_id: id, strategy_type: type }: MarkRow): OrderTag {
  return {
    ...(id === null ? {} : { strategyId: id }),
    ...(type === null ? {} : { strategyType: type }),
  };
}

/** Whether anything was written. */
export function isMarked({ strategyId, strategyType }: OrderTag): boolean {
  return strategyId !== undefined || strategyType !== undefined;
}

/** Make the room. */
export function createOrderTags(database: Database): OrderTags {
  const open = new Map<number, OrderTag>();
  /** By owner, market and name of the order. */
  const expected = new Map<string, OrderTag>();
  const cancels = new PassingMap<number, string>();

  return {
    async load(session) {
      const rows = await session.query<MarkRow>(
        `SELECT marks.* FROM spot_order_marks marks JOIN spot_orders USING (order_id)
         WHERE spot_orders.status < 3`,
      );
      for (const row of rows) open.set(row.order_id, showRow(row));
    },
    expect(ownerId, marks) {
      const keyOf = (one: ExpectedMark) => `${ownerId} ${one.instrumentId} ${one.clientOrderId}`;
      for (const one of marks) expected.set(keyOf(one), one.mark);
      return () => {
        for (const one of marks) expected.delete(keyOf(one));
      };
    },
    opened(order) {
      if (expected.size === 0) return;
      const { owner_id: ownerId, instrument_id: instrumentId, client_order_id: name } = order;
      const mark = expected.get(`${ownerId} ${instrumentId} ${name}`);
      if (mark !== undefined) open.set(order.order_id, mark);
    },
    closed(orderId) {
      open.delete(orderId);
    },
    read: (orderId) => open.get(orderId),
    async readAll(orderIds) {
      if (orderIds.length === 0) return new Map();
      const rows = await database.query<MarkRow>(
        'SELECT * FROM spot_order_marks WHERE order_id = ANY($1)',
        [orderIds],
      );
      return new Map(rows.map((row) => [row.order_id, showRow(row)]));
    },
    async store(ownerId, marks) {
      const rows = [...marks].map(([orderId, { strategyId, strategyType }]) => ({
        order_id: orderId,
        owner_id: ownerId,
        strategy_id: strategyId ?? null,
        strategy_type: strategyType ?? null,
      }));
      await database.execute(
        `INSERT INTO spot_order_marks
         SELECT * FROM jsonb_populate_recordset(null::spot_order_marks, $1)
         ON CONFLICT DO NOTHING`,
        [JSON.stringify(rows)],
      );
    },
    expectCancels(names) {
      for (const [orderId, name] of names) cancels.set(orderId, name);
      return () => {
        for (const orderId of names.keys()) cancels.delete(orderId);
      };
    },
    readCancelName: (orderId) => cancels.get(orderId),
  };
}
