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
import type { OrderMarks } from '../orders/order-marks.ts';
import type { OrderRecord } from '../orders/order-rows.ts';
import { showDialectRow } from '../orders/show-order.ts';
import {
  type Execution,
  type ListWord,
  isFill,
  readFill,
  type ReportedPrevention,
  tellBalanceChange,
  tellExecution,
  tellList,
  type ToldList,
} from './reports.ts';
import { createPositions, type PositionsParts } from './positions.ts';
import { describePrevention, describeTransfer } from './preventions.ts';

/** What the teller stands on. */
export interface UserStreamParts extends PositionsParts {
  readonly accounts: AccountDirectory;
  readonly listNames: ListNames;
  readonly orderMarks: OrderMarks;
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

type Reported = Pick<Execution, 'word'> & Partial<Execution>;

interface OpenList extends Omit<ToldList, 'name'> {
  readonly ownerId: number;
  readonly instrumentId: number;
  readonly orders: { orderId: number; clientOrderId: string }[];
}

/** Reasons for which a closed order is told as canceled; filled ones were told by their fill. */
const CANCELED: readonly number[] = [
  CloseReason.canceled,
  CloseReason.replaced,
  CloseReason.deadMan,
];
const FILLED: readonly number[] = [CloseReason.filled, CloseReason.amountSpent];
const TERMS: readonly number[] = [EventKind.orderTermsSet, EventKind.clientOrderIdSet];

/** Numbers that a step has for its reports. */
const STEP_REPORTS = 1_000;

/** Make the teller. */
export function createUserStream(parts: UserStreamParts): UserStream {
  const { users, accounts, markets, orderMarks, readNowMs } = parts;
  const lists = new Map<number, OpenList>();
  let step: CommittedStep = { sequence: 0, atMs: 0, events: [] };
  /** Orders of this step whose opening is told when its terms are known. */
  let opening: OrderRecord[] = [];
  /** The last trade or transfer of each order that this step fills. */
  let lastTrades = new Map<number, TradeExecuted | SelfTradeTransferred>();
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

  function tell(row: OrderRecord, reported: Reported): void {
    const market = markets.marketById(row.instrument_id);
    if (market === undefined || !users.hasListeners(row.owner_id)) return;
    // A step with more reports goes on into the numbers of the next one.
    executionId = Math.max(executionId, step.sequence * STEP_REPORTS) + 1;
    const common = { executionId, atMs: step.atMs, nowMs: readNowMs() };
    const asNow = showDialectRow(row, market, orderMarks.read(row.order_id));
    const shown = row.size_lots > 0 ? asNow : { ...asNow, quantity: readCameTo(row, market) };
    users.publish(row.owner_id, tellExecution({ row: shown, ...reported, ...common }));
    positions.touch(row.owner_id, [market.baseAssetId, market.quoteAssetId]);
  }

  function tellTrade(trade: TradeExecuted, row: OrderRecord, market: Market): void {
    const isMaker = row.order_id === trade.makerOrderId;
    const isLast = lastTrades.get(row.order_id) === trade;
    tell(row, {
      word: 'TRADE',
      fill: readFill(trade, isMaker, market),
      ...(isLast ? { status: 'FILLED' } : {}),
    });
  }

  function tellPrevention(event: SelfTradePrevented, row: OrderRecord, market: Market): void {
    const prevention = describePrevention(event, row, { step, market });
    if (prevention === undefined) return;
    preventions.set(row.order_id, prevention);
    tell(row, { word: 'TRADE_PREVENTION', prevention });
  }

  function tellTransfer(event: SelfTradeTransferred, row: OrderRecord, market: Market): void {
    const isLast = lastTrades.get(row.order_id) === event;
    const prevention = describeTransfer(event, row, market);
    tell(row, { word: 'TRADE_PREVENTION', prevention, ...(isLast ? { status: 'FILLED' } : {}) });
  }

  function tellClosed(row: OrderRecord): void {
    if (FILLED.includes(row.close_reason)) return;
    const prevention = preventions.get(row.order_id);
    if (!CANCELED.includes(row.close_reason)) {
      tell(row, { word: 'EXPIRED', prevention });
      return;
    }
    const name = orderMarks.readCancelName(row.order_id);
    const renamed = name === undefined ? undefined : { to: name, from: row.client_order_id };
    tell(row, { word: 'CANCELED', prevention, renamed });
  }

  function tellAmended(row: OrderRecord): void {
    const from = renamed.get(row.order_id);
    const names = from === undefined ? undefined : { to: row.client_order_id, from };
    tell(row, { word: 'REPLACED', renamed: names });
    if (from !== undefined) updated.add(row.list_id);
  }

  function tellRow(event: CoreEvent, row: OrderRecord): void {
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
        tell(row, { word: 'NEW' });
        break;
      case EventKind.orderAmended:
        tellAmended(row);
        break;
      case EventKind.orderClosed:
        tellClosed(row);
        orderMarks.closed(row.order_id);
        break;
      case EventKind.tradeExecuted:
        tellTrade(event, row, market);
        break;
      case EventKind.selfTradePrevented:
        tellPrevention(event, row, market);
        break;
      case EventKind.selfTradeTransferred:
        tellTransfer(event, row, market);
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
    users.publish(ownerId, tellBalanceChange({ word, coin, units: change.units, ...at }));
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
    const told = { ...list, name: listNames.read(listId) };
    if (word === 'ALL_DONE') listNames.closed(listId);
    if (!users.hasListeners(list.ownerId)) return;
    users.publish(list.ownerId, tellList(told, { word, atMs: step.atMs, nowMs: readNowMs() }));
  }

  function tellOpenings(): void {
    const rows = opening;
    opening = [];
    for (const row of rows) {
      orderMarks.opened(row);
      tell(row, { word: 'NEW' });
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
      let trades: typeof lastTrades | undefined;
      for (const event of next.events) {
        if (isFill(event)) {
          trades ??= new Map();
          trades.set(event.makerOrderId, event);
          trades.set(event.takerOrderId, event);
        } else if (event.kind === EventKind.orderClosed && FILLED.includes(event.reason)) {
          const trade = trades?.get(event.orderId);
          if (trade !== undefined) lastTrades.set(event.orderId, trade);
        }
      }
    },
    before(event, open) {
      if (event.kind === EventKind.clientOrderIdSet && opening.length === 0) {
        const row = open.get(event.orderId);
        if (row !== undefined) renamed.set(row.order_id, row.client_order_id);
      }
      if (event.kind === EventKind.orderListOpened) openList(event);
      if (opening.length > 0 && !TERMS.includes(event.kind)) tellOpenings();
    },
    after(event, rows) {
      for (const row of rows) tellRow(event, row);
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
      tellOpenings();
      for (const event of step.events) {
        if (event.kind === EventKind.orderListOpened) publishList(event.listId, 'EXEC_STARTED');
      }
      for (const listId of updated) publishList(listId, 'UPDATED');
      updated.clear();
      positions.flush(step);
    },
  };
}
