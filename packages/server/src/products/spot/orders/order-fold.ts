// People's open orders as the events tell them, one row each. Pure: it writes nothing. The
// projection stores the rows it touches, the private feed sends them.
import {
  AccountType,
  type CoreEvent,
  EventKind,
  type OrderOpened,
  type TradeExecuted,
} from '@isobath/core';
import { decodeClientOrderId } from '@isobath/core/math';
import { type AccountDirectory, PERSON_ID_MIN } from '../../../base/accounts/index.ts';
import { PassingMap } from '../../../base/process/passing-map.ts';
import type { CommittedStep } from '../../../base/product/index.ts';
import type { OrderRecord } from './order-rows.ts';

/** Follows orders. */
export interface OrderFold {
  /** Start from stored open orders. */
  restore(open: ReadonlyMap<number, OrderRecord>): void;
  /** Take in one event. @returns rows that changed; a closed one is forgotten afterwards. */
  apply(event: CoreEvent, step: CommittedStep): readonly OrderRecord[];
  /** Open orders by number, as they are now. */
  readOpen(): ReadonlyMap<number, OrderRecord>;
}

const NO_TERMS = {
  close_reason: 0,
  executed_lots: 0,
  prevented_lots: 0,
  executed_quote_units: '0',
  quote_amount_units: '0',
  stop_price_ticks: 0,
  trailing_delta_bps: 0,
  activation_price_ticks: 0,
  visible_lots: 0,
  slippage_bps: 0,
  expire_at_ms: 0,
  client_order_id: '',
  trailing_at_ms: 0,
} as const;

const Status = { live: 0, dormant: 1, pending: 2, closed: 3 } as const;

function makeRow(event: OrderOpened, ownerId: number, step: CommittedStep): OrderRecord {
  return {
    ...NO_TERMS,
    order_id: event.orderId,
    owner_id: ownerId,
    account_id: event.accountId,
    instrument_id: event.instrumentId,
    side: event.side,
    order_type: event.orderType,
    time_in_force: event.timeInForce,
    self_trade_mode: event.selfTradeMode,
    status: event.status,
    price_ticks: event.priceTicks,
    size_lots: event.sizeLots,
    list_id: event.listId,
    sequence: step.sequence,
    created_at_ms: step.atMs,
    updated_at_ms: step.atMs,
    live_at_ms: event.status === Status.pending ? 0 : step.atMs,
    working_at_ms: event.status === Status.live ? step.atMs : 0,
  };
}

function execute(row: OrderRecord, trade: Pick<TradeExecuted, 'sizeLots' | 'quoteUnits'>): void {
  row.executed_lots += trade.sizeLots;
  row.executed_quote_units = String(BigInt(row.executed_quote_units) + trade.quoteUnits);
}

/** A pending leg or a stop goes on: it lives, and works in the book unless it waits for a price. */
function trigger(row: OrderRecord, status: number, atMs: number): void {
  row.status = status;
  if (row.live_at_ms === 0) row.live_at_ms = atMs;
  if (status === Status.live) row.working_at_ms = atMs;
}

/** An order trails from the first stop price on that the engine tells of it. */
function trail(row: OrderRecord, stopPriceTicks: number, atMs: number): void {
  row.stop_price_ticks = stopPriceTicks;
  if (stopPriceTicks > 0 && row.trailing_at_ms === 0) row.trailing_at_ms = atMs;
}

/** What an event about one order changes in its row. */
function editRow(row: OrderRecord, event: CoreEvent, atMs: number): void {
  switch (event.kind) {
    case EventKind.orderTermsSet:
      row.quote_amount_units = String(event.quoteAmountUnits);
      row.stop_price_ticks = event.stopPriceTicks;
      row.trailing_delta_bps = event.trailingDeltaBps;
      row.activation_price_ticks = event.activationPriceTicks;
      row.visible_lots = event.visibleLots;
      row.slippage_bps = event.slippageBps;
      row.expire_at_ms = event.expireAtMs;
      if (event.trailingDeltaBps > 0) trail(row, event.stopPriceTicks, atMs);
      break;
    case EventKind.clientOrderIdSet:
      row.client_order_id = decodeClientOrderId(event.clientOrderId);
      break;
    case EventKind.orderTriggered:
      trigger(row, event.status, atMs);
      break;
    case EventKind.trailingMoved:
      trail(row, event.stopPriceTicks, atMs);
      break;
    case EventKind.orderAmended:
      row.size_lots = event.sizeLots;
      row.visible_lots = Math.min(row.visible_lots, event.sizeLots);
      break;
    case EventKind.orderClosed:
      row.status = Status.closed;
      row.close_reason = event.reason;
      break;
    case EventKind.tradeExecuted:
    case EventKind.selfTradeTransferred:
      execute(row, event);
      break;
    case EventKind.selfTradePrevented:
      row.prevented_lots += row.order_id === event.makerOrderId ? event.makerLots : event.takerLots;
      break;
    default:
  }
}

/** Most events are about no order that is followed: one list for all of them. */
const NONE: readonly OrderRecord[] = [];

/** Make an empty fold. */
export function createOrderFold(accounts: AccountDirectory): OrderFold {
  const open = new PassingMap<number, OrderRecord>();

  function edit(orderId: number, event: CoreEvent, step: CommittedStep): readonly OrderRecord[] {
    const row = open.get(orderId);
    if (row === undefined) return NONE;
    editRow(row, event, step.atMs);
    row.updated_at_ms = step.atMs;
    if (event.kind === EventKind.orderClosed) open.delete(orderId);
    return [row];
  }

  return {
    restore(stored) {
      open.hold(stored);
    },
    readOpen: () => open.readNow(),
    apply(event, step) {
      switch (event.kind) {
        case EventKind.orderOpened: {
          const ownerId = accounts.readOwner(event.accountId);
          const { accountType } = accounts.readPlace(event.accountId) ?? {};
          // Contracts keep their own orders.
          if (ownerId < PERSON_ID_MIN || accountType === AccountType.contract) return NONE;
          const row = makeRow(event, ownerId, step);
          open.set(event.orderId, row);
          return [row];
        }
        case EventKind.orderTermsSet:
        case EventKind.clientOrderIdSet:
        case EventKind.orderTriggered:
        case EventKind.trailingMoved:
        case EventKind.orderAmended:
        case EventKind.orderClosed:
          return edit(event.orderId, event, step);
        case EventKind.tradeExecuted:
        case EventKind.selfTradePrevented:
        case EventKind.selfTradeTransferred:
          return [
            ...edit(event.makerOrderId, event, step),
            ...edit(event.takerOrderId, event, step),
          ];
        default:
          return NONE;
      }
    },
  };
}
