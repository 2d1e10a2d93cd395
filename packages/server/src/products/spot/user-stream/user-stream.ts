// Tells people in the trading dialect what a step did to them: their executions at once and in
// order, then the balances it touched. It follows the same rows as the private channel and stores
// nothing. Driven by the private feed.
import {
  CloseReason,
  type CoreEvent,
  EventKind,
  ListType,
  type SelfTradePrevented,
  type SelfTradeTransferred,
  type TradeExecuted,
} from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import type { AccountDirectory } from '../../../base/accounts/index.ts';
import type { Market } from '../../../base/market/index.ts';
import type { CommittedStep } from '../../../base/product/index.ts';
import type { ListNames } from '../orders/list-names.ts';
import type { OrderTags } from '../orders/order-tags.ts';
import type { OrderRecord } from '../orders/order-rows.ts';
import { showBinanceRow, showOrderStatus } from '../orders/show-order.ts';
import {
  type Execution,
  type ListWord,
  isFill,
  readFill,
  type ReportedPrevention,
  publishBalanceChange,
  publishExecution,
  publishListStatus,
  type PublishedList,
} from './reports.ts';
import { createPositions, type PositionsParts } from './positions.ts';
import { describePrevention, describeTransfer } from './preventions.ts';

/** What the teller stands on. */
export interface UserStreamParts extends PositionsParts {
  readonly accounts: AccountDirectory;
  readonly listNames: ListNames;
  readonly orderTags: OrderTags;
}

/** Follows steps event by event. */
export interface UserStream {
  /** Lists of stored open orders. @param chains - those that began as a chain. */
  restore(open: ReadonlyMap<number, OrderRecord>, chains: ReadonlySet<number>): void;
  begin(step: CommittedStep): void;
  /** Before an event changes any row. @param open - open orders as they are. */
  before(event: CoreEvent, open: ReadonlyMap<number, OrderRecord>): void;
  /** @param rows - that the event changed, as they are after it. */
  after(event: CoreEvent, rows: readonly OrderRecord[]): void;
  end(): void;
}

type Fill = TradeExecuted | SelfTradeTransferred;
type Reported = Pick<Execution, 'word'> & Partial<Execution>;

interface OpenList extends Omit<PublishedList, 'name'> {
  readonly ownerId: number;
  readonly instrumentId: number;
  readonly orders: { orderId: number; clientOrderId: string }[];
}

const CLOSED = 3;

/** Reasons for which a closed order is told as canceled; filled ones were told by their fill. */
const CANCELED: readonly number[] = [
  CloseReason.canceled,
  CloseReason.replaced,
  CloseReason.deadMan,
];
const TERMS: readonly number[] = [EventKind.orderTermsSet, EventKind.clientOrderIdSet];

/** Numbers that a step has for its reports. */
const STEP_REPORTS = 1_000;

/** Make the teller. */
export function createUserStream(parts: UserStreamParts): UserStream {
  const { users, accounts, markets, orderTags, readNowMs } = parts;
  const lists = new Map<number, OpenList>();
  let step: CommittedStep = { sequence: 0, atMs: 0, events: [] };
  /** Orders of this step whose opening is told when its terms are known. */
  let opening: OrderRecord[] = [];
  /** The last trade or transfer of each order that this step ends, and why it ends. */
  let lastTrades = new Map<number, { fill: Fill; reason: CloseReason }>();
  /** The last prevented match of each order that met its owner's in this step. */
  const preventions = new Map<number, ReportedPrevention>();
  /** What orders were called that this step gives another name. */
  const renamed = new Map<number, string>();
  /** Lists with such an order. */
  const updated = new Set<number>();
  const positions = createPositions(parts);
  let executionId = 0;

  /** The size that an order by amount comes to in this step, from its first report on. */
  function readCameTo({ order_id: orderId }: OrderRecord, market: Market): string {
    let lots = 0;
    for (const event of step.events) {
      if (!isFill(event)) continue;
      if (event.takerOrderId === orderId || event.makerOrderId === orderId) lots += event.sizeLots;
    }
    return formatDecimal(BigInt(lots), market.lotDecimals);
  }

  function publish(row: OrderRecord, reported: Reported): void {
    const market = markets.marketById(row.instrument_id);
    if (market === undefined || !users.hasListeners(row.owner_id)) return;
    // A step with more reports goes on into the numbers of the next one.
    executionId = Math.max(executionId, step.sequence * STEP_REPORTS) + 1;
    const common = { executionId, atMs: step.atMs, nowMs: readNowMs() };
    const asNow = showBinanceRow(row, market, orderTags.read(row.order_id));
    const shown = row.size_lots > 0 ? asNow : { ...asNow, quantity: readCameTo(row, market) };
    users.publish(row.owner_id, publishExecution({ row: shown, ...reported, ...common }));
    positions.touch(row.owner_id, [market.baseAssetId, market.quoteAssetId]);
  }

  /** Status of an order that an event fills to its end, which comes later in the step. */
  function readLast(event: Fill, row: OrderRecord): Pick<Reported, 'status'> {
    const last = lastTrades.get(row.order_id);
    if (last?.fill !== event) return {};
    const closed = { ...row, status: CLOSED, close_reason: last.reason };
    return showOrderStatus(closed) === 'FILLED' ? { status: 'FILLED' } : {};
  }

  function publishTrade(trade: TradeExecuted, row: OrderRecord, market: Market): void {
    const isMaker = row.order_id === trade.makerOrderId;
    publish(row, {
      word: 'TRADE',
      fill: readFill(trade, isMaker, market),
      ...readLast(trade, row),
    });
  }

  function publishPrevention(event: SelfTradePrevented, row: OrderRecord, market: Market): void {
    const prevention = describePrevention(event, row, { step, market });
    if (prevention === undefined) return;
    preventions.set(row.order_id, prevention);
    publish(row, { word: 'TRADE_PREVENTION', prevention });
  }

  function publishTransfer(event: SelfTradeTransferred, row: OrderRecord, market: Market): void {
    const prevention = describeTransfer(event, row, market);
    publish(row, { word: 'TRADE_PREVENTION', prevention, ...readLast(event, row) });
  }

  function publishClosed(row: OrderRecord): void {
    if (showOrderStatus(row) === 'FILLED') return;
    const prevention = preventions.get(row.order_id);
    if (!CANCELED.includes(row.close_reason)) {
      publish(row, { word: 'EXPIRED', prevention });
      return;
    }
    const name = orderTags.readCancelName(row.order_id);
    const renamed = name === undefined ? undefined : { to: name, from: row.client_order_id };
    publish(row, { word: 'CANCELED', prevention, renamed });
  }

  function publishAmended(row: OrderRecord): void {
    const from = renamed.get(row.order_id);
    const names = from === undefined ? undefined : { to: row.client_order_id, from };
    publish(row, { word: 'REPLACED', renamed: names });
    if (from !== undefined) updated.add(row.list_id);
  }

  function publishRow(event: CoreEvent, row: OrderRecord): void {
    const market = markets.marketById(row.instrument_id);
    if (market === undefined) return;
    switch (event.kind) {
      case EventKind.orderOpened:
        opening.push(row);
        lists.get(row.list_id)?.orders.push({ orderId: row.order_id, clientOrderId: '' });
        break;
      case EventKind.clientOrderIdSet:
        for (const one of lists.get(row.list_id)?.orders ?? []) {
          if (one.orderId === row.order_id) one.clientOrderId = row.client_order_id;
        }
        break;
      case EventKind.orderTriggered:
        publish(row, { word: 'NEW' });
        break;
      case EventKind.orderAmended:
        publishAmended(row);
        break;
      case EventKind.orderClosed:
        publishClosed(row);
        orderTags.closed(row.order_id);
        break;
      case EventKind.tradeExecuted:
        publishTrade(event, row, market);
        break;
      case EventKind.selfTradePrevented:
        publishPrevention(event, row, market);
        break;
      case EventKind.selfTradeTransferred:
        publishTransfer(event, row, market);
        break;
      default:
    }
  }

  function changeBalance(
    accountId: number,
    change: { readonly assetId: number; readonly units: bigint; readonly isLock: boolean },
  ): void {
    const ownerId = accounts.readOwner(accountId);
    if (accounts.readSpotAccount(ownerId) !== accountId || !users.hasListeners(ownerId)) return;
    const coin = markets.coinById(change.assetId);
    if (coin === undefined) return;
    const word = change.isLock ? 'externalLockUpdate' : 'balanceUpdate';
    const at = { atMs: step.atMs, nowMs: readNowMs() };
    users.publish(ownerId, publishBalanceChange({ word, coin, units: change.units, ...at }));
    positions.touch(ownerId, [change.assetId]);
  }

  function openList(event: CoreEvent & { kind: typeof EventKind.orderListOpened }): void {
    const market = markets.marketById(event.instrumentId);
    lists.set(event.listId, {
      listId: event.listId,
      ownerId: accounts.readOwner(event.accountId),
      instrumentId: event.instrumentId,
      symbol: market?.symbol ?? '',
      contingency: event.listType === ListType.oco ? 'OCO' : 'OTO',
      orders: [],
    });
  }

  function publishList(listId: number, word: ListWord): void {
    const list = lists.get(listId);
    if (list === undefined) return;
    const { listNames } = parts;
    if (word === 'ALL_DONE') lists.delete(listId);
    else if (word === 'EXEC_STARTED') {
      listNames.opened({ ...list, legNames: list.orders.map((one) => one.clientOrderId) });
    }
    const published = { ...list, name: listNames.read(listId) };
    if (word === 'ALL_DONE') listNames.closed(listId);
    if (!users.hasListeners(list.ownerId)) return;
    users.publish(
      list.ownerId,
      publishListStatus(published, { word, atMs: step.atMs, nowMs: readNowMs() }),
    );
  }

  function publishOpenings(): void {
    const rows = opening;
    opening = [];
    for (const row of rows) {
      orderTags.opened(row);
      publish(row, { word: 'NEW' });
    }
  }

  return {
    restore(open, chains) {
      lists.clear();
      for (const row of open.values()) {
        if (row.list_id === 0) continue;
        const list: OpenList = lists.get(row.list_id) ?? {
          listId: row.list_id,
          ownerId: row.owner_id,
          instrumentId: row.instrument_id,
          symbol: markets.marketById(row.instrument_id)?.symbol ?? '',
          contingency: chains.has(row.list_id) ? 'OTO' : 'OCO',
          orders: [],
        };
        list.orders.push({ orderId: row.order_id, clientOrderId: row.client_order_id });
        lists.set(row.list_id, list);
      }
    },
    begin(next) {
      step = next;
      if (lastTrades.size > 0) lastTrades = new Map();
      if (preventions.size > 0) preventions.clear();
      if (renamed.size > 0) renamed.clear();
      // Most steps trade nothing.
      let trades: Map<number, Fill> | undefined;
      for (const event of next.events) {
        if (isFill(event)) {
          trades ??= new Map();
          trades.set(event.makerOrderId, event);
          trades.set(event.takerOrderId, event);
        } else if (event.kind === EventKind.orderClosed) {
          const fill = trades?.get(event.orderId);
          if (fill !== undefined) lastTrades.set(event.orderId, { fill, reason: event.reason });
        }
      }
    },
    before(event, open) {
      if (event.kind === EventKind.clientOrderIdSet && opening.length === 0) {
        const row = open.get(event.orderId);
        if (row !== undefined) renamed.set(row.order_id, row.client_order_id);
      }
      if (event.kind === EventKind.orderListOpened) openList(event);
      if (opening.length > 0 && !TERMS.includes(event.kind)) publishOpenings();
    },
    after(event, rows) {
      for (const row of rows) publishRow(event, row);
      if (event.kind === EventKind.transferPosted) {
        const { assetId, amountUnits } = event;
        changeBalance(event.fromAccountId, { assetId, units: -amountUnits, isLock: false });
        changeBalance(event.toAccountId, { assetId, units: amountUnits, isLock: false });
      } else if (event.kind === EventKind.amountHeld) {
        const { accountId, assetId, amountUnits } = event;
        changeBalance(accountId, { assetId, units: amountUnits, isLock: true });
      } else if (event.kind === EventKind.amountReleased) {
        const { accountId, assetId, amountUnits } = event;
        changeBalance(accountId, { assetId, units: -amountUnits, isLock: true });
      } else if (event.kind === EventKind.orderListClosed) {
        publishList(event.listId, 'ALL_DONE');
      }
    },
    end() {
      publishOpenings();
      for (const event of step.events) {
        if (event.kind === EventKind.orderListOpened) publishList(event.listId, 'EXEC_STARTED');
      }
      for (const listId of updated) publishList(listId, 'UPDATED');
      updated.clear();
      positions.flush(step);
    },
  };
}
