// Rows of people's order lists and of prevented matches, gathered from committed events and written
// with a batch. No rule. Used by the projection of orders.
import { type CoreEvent, EventKind, ListType, type SelfTradePrevented } from '@isobath/core';
import { type AccountDirectory, PERSON_ID_MIN } from '../../../base/accounts/index.ts';
import type { Session } from '../../../base/db/index.ts';
import type { CommittedStep } from '../../../base/product/index.ts';
import type { OrderRecord } from './order-rows.ts';
import { numberPrevented } from './prevented-number.ts';

/** Where an event stands, and the rows of orders it touched. */
export interface EventPlace {
  readonly step: CommittedStep;
  readonly touched: readonly OrderRecord[];
}

/** Numbers of open lists whose orders follow each other. */
export async function loadOpenChains(session: Session): Promise<ReadonlySet<number>> {
  const rows = await session.query<{ list_id: number }>(
    'SELECT list_id FROM spot_lists WHERE is_open AND list_type <> $1',
    [ListType.oco],
  );
  return new Set(rows.map((row) => row.list_id));
}

interface OpenedList {
  readonly list_id: number;
  readonly owner_id: number;
  readonly instrument_id: number;
  readonly list_type: number;
  readonly is_open: boolean;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
}

/** Gathers and writes. */
export interface ListRows {
  /** Forget what was gathered and not written. */
  reset(): void;
  take(event: CoreEvent, place: EventPlace): void;
  /** Write what was gathered since the last time. */
  write(session: Session): Promise<void>;
}

function describePrevented(event: SelfTradePrevented, place: EventPlace): object | undefined {
  const { step, touched } = place;
  const maker = touched.find((row) => row.order_id === event.makerOrderId);
  const taker = touched.find((row) => row.order_id === event.takerOrderId);
  if (maker === undefined && taker === undefined) return undefined;
  return {
    prevented_id: numberPrevented(step, event),
    instrument_id: event.instrumentId,
    maker_owner_id: maker?.owner_id ?? 0,
    taker_owner_id: taker?.owner_id ?? 0,
    maker_order_id: event.makerOrderId,
    taker_order_id: event.takerOrderId,
    mode: event.mode,
    price_ticks: event.priceTicks,
    maker_lots: event.makerLots,
    taker_lots: event.takerLots,
    at_ms: step.atMs,
  };
}

/** Make an empty gatherer. */
export function createListRows(accounts: AccountDirectory): ListRows {
  let opened: OpenedList[] = [];
  let closed: { list_id: number; at_ms: number }[] = [];
  let prevented: object[] = [];

  function reset(): void {
    opened = [];
    closed = [];
    prevented = [];
  }

  return {
    reset,
    take(event, place) {
      const atMs = place.step.atMs;
      if (event.kind === EventKind.orderListOpened) {
        const ownerId = accounts.readOwner(event.accountId);
        if (ownerId < PERSON_ID_MIN) return;
        opened.push({
          list_id: event.listId,
          owner_id: ownerId,
          instrument_id: event.instrumentId,
          list_type: event.listType,
          is_open: true,
          created_at_ms: atMs,
          updated_at_ms: atMs,
        });
      } else if (event.kind === EventKind.orderListClosed) {
        closed.push({ list_id: event.listId, at_ms: atMs });
      } else if (event.kind === EventKind.selfTradePrevented) {
        const row = describePrevented(event, place);
        if (row !== undefined) prevented.push(row);
      }
    },
    async write(session) {
      if (opened.length > 0) {
        await session.execute(
          `INSERT INTO spot_lists SELECT * FROM jsonb_populate_recordset(null::spot_lists, $1)`,
          [JSON.stringify(opened)],
        );
      }
      if (closed.length > 0) {
        await session.execute(
          `UPDATE spot_lists SET is_open = false, updated_at_ms = done.at_ms
           FROM jsonb_to_recordset($1) AS done (list_id bigint, at_ms bigint)
           WHERE spot_lists.list_id = done.list_id`,
          [JSON.stringify(closed)],
        );
      }
      if (prevented.length > 0) {
        await session.execute(
          `INSERT INTO spot_prevented
           SELECT * FROM jsonb_populate_recordset(null::spot_prevented, $1)`,
          [JSON.stringify(prevented)],
        );
      }
      reset();
    },
  };
}
