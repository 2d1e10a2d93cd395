// Rows of people's orders, fills and balance movements, from committed events and nothing else.
// Open orders are kept in memory so that a batch is written with one statement a table. Run by the
// projector.
import {
  CloseReason,
  type CoreEvent,
  EventKind,
  type OrderOpened,
  Side,
  type TradeExecuted,
} from '@isobath/core';
import { decodeClientOrderId } from '@isobath/core/math';
import type { AccountDirectory } from '../../base/accounts/index.ts';
import type { Session } from '../../base/db/index.ts';
import type { MarketRegistry } from '../../base/market/index.ts';
import type { CommittedStep } from '../../base/product/index.ts';
import type { Projection } from '../../base/projections/index.ts';
import { loadOpenOrders, type OrderRecord, upsertOrders } from './order-rows.ts';

/** First owner number that is a person's; the house's own orders are not projected. */
const PERSON_ID_MIN = 1_000_001;

/** Reasons of movements beyond the core's transfer reasons. */
export const MoveReason = { trade: 100, tradeFee: 101 } as const;

/** Places for events inside one step's fill and movement numbers. */
const PLACES = 4_096;

interface FillRecord {
  fill_id: number;
  owner_id: number;
  order_id: number;
  instrument_id: number;
  trade_id: number;
  side: number;
  is_maker: boolean;
  price_ticks: number;
  size_lots: number;
  quote_units: string;
  fee_units: string;
  at_ms: number;
}

interface MoveRecord {
  move_id: number;
  owner_id: number;
  account_id: number;
  asset_id: number;
  change_units: string;
  reason: number;
  reference: number;
  sequence: number;
  at_ms: number;
}

interface Pending {
  readonly orders: Map<number, OrderRecord>;
  readonly fills: FillRecord[];
  readonly moves: MoveRecord[];
}

/** What the projection reads beside the events. */
export interface SpotProjectionParts {
  readonly accounts: AccountDirectory;
  readonly markets: MarketRegistry;
}

/** Make the projection. */
export function createSpotProjection(parts: SpotProjectionParts): Projection {
  let open = new Map<number, OrderRecord>();
  let pending: Pending = { orders: new Map(), fills: [], moves: [] };
  let step: CommittedStep = { sequence: 0, atMs: 0, events: [] };
  let place = 0;

  function readPerson(accountId: number): number {
    const ownerId = parts.accounts.readOwner(accountId);
    return ownerId >= PERSON_ID_MIN ? ownerId : 0;
  }

  function change(orderId: number, edit: (row: OrderRecord) => void): void {
    const row = open.get(orderId);
    if (row === undefined) return;
    edit(row);
    row.updated_at_ms = step.atMs;
    pending.orders.set(orderId, row);
  }

  function nextPlace(): number {
    place += 1;
    return step.sequence * PLACES + place;
  }

  function move(
    accountId: number,
    coin: { assetId: number; units: bigint },
    why: { reason: number; reference: number },
  ): void {
    const ownerId = readPerson(accountId);
    if (ownerId === 0 || coin.units === 0n) return;
    pending.moves.push({
      move_id: nextPlace(),
      owner_id: ownerId,
      account_id: accountId,
      asset_id: coin.assetId,
      change_units: String(coin.units),
      reason: why.reason,
      reference: why.reference,
      sequence: step.sequence,
      at_ms: step.atMs,
    });
  }

  function openOrder(event: OrderOpened): void {
    const ownerId = readPerson(event.accountId);
    if (ownerId === 0) return;
    const row: OrderRecord = {
      order_id: event.orderId,
      owner_id: ownerId,
      account_id: event.accountId,
      instrument_id: event.instrumentId,
      side: event.side,
      order_type: event.orderType,
      time_in_force: event.timeInForce,
      self_trade_mode: event.selfTradeMode,
      status: event.status,
      close_reason: 0,
      price_ticks: event.priceTicks,
      size_lots: event.sizeLots,
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
      list_id: event.listId,
      sequence: step.sequence,
      created_at_ms: step.atMs,
      updated_at_ms: step.atMs,
    };
    open.set(event.orderId, row);
    pending.orders.set(event.orderId, row);
  }

  function executeSide(trade: TradeExecuted, isMaker: boolean): void {
    const accountId = isMaker ? trade.makerAccountId : trade.takerAccountId;
    const ownerId = readPerson(accountId);
    if (ownerId === 0) return;
    const orderId = isMaker ? trade.makerOrderId : trade.takerOrderId;
    const feeUnits = isMaker ? trade.makerFeeUnits : trade.takerFeeUnits;
    const isBuyer = isMaker === (trade.takerSide === Side.sell);
    change(orderId, (row) => {
      row.executed_lots += trade.sizeLots;
      row.executed_quote_units = String(BigInt(row.executed_quote_units) + trade.quoteUnits);
    });
    pending.fills.push({
      fill_id: nextPlace(),
      owner_id: ownerId,
      order_id: orderId,
      instrument_id: trade.instrumentId,
      trade_id: trade.tradeId,
      side: isBuyer ? Side.buy : Side.sell,
      is_maker: isMaker,
      price_ticks: trade.priceTicks,
      size_lots: trade.sizeLots,
      quote_units: String(trade.quoteUnits),
      fee_units: String(feeUnits),
      at_ms: step.atMs,
    });
    moveTrade(trade, { accountId, feeUnits, isBuyer });
  }

  function moveTrade(
    trade: Pick<TradeExecuted, 'instrumentId' | 'sizeLots' | 'quoteUnits'> & { tradeId: number },
    side: { accountId: number; feeUnits: bigint; isBuyer: boolean },
  ): void {
    const market = parts.markets.marketById(trade.instrumentId);
    if (market === undefined) throw new Error(`instrument ${trade.instrumentId} is not known`);
    const baseUnits = BigInt(trade.sizeLots) * market.unitsPerLot;
    const base = { assetId: market.baseAssetId, units: side.isBuyer ? baseUnits : -baseUnits };
    const quote = {
      assetId: market.quoteAssetId,
      units: side.isBuyer ? -trade.quoteUnits : trade.quoteUnits,
    };
    const why = { reason: MoveReason.trade, reference: trade.tradeId };
    move(side.accountId, base, why);
    move(side.accountId, quote, why);
    const feeAssetId = side.isBuyer ? market.baseAssetId : market.quoteAssetId;
    const fee = { assetId: feeAssetId, units: -side.feeUnits };
    move(side.accountId, fee, { reason: MoveReason.tradeFee, reference: trade.tradeId });
  }

  function close(orderId: number, reason: CloseReason): void {
    change(orderId, (row) => {
      row.status = 3;
      row.close_reason = reason;
    });
    open.delete(orderId);
  }

  function takeOrderEvent(event: CoreEvent): void {
    switch (event.kind) {
      case EventKind.orderOpened:
        openOrder(event);
        break;
      case EventKind.orderTermsSet:
        change(event.orderId, (row) => {
          row.quote_amount_units = String(event.quoteAmountUnits);
          row.stop_price_ticks = event.stopPriceTicks;
          row.trailing_delta_bps = event.trailingDeltaBps;
          row.activation_price_ticks = event.activationPriceTicks;
          row.visible_lots = event.visibleLots;
          row.slippage_bps = event.slippageBps;
          row.expire_at_ms = event.expireAtMs;
        });
        break;
      case EventKind.clientOrderIdSet:
        change(event.orderId, (row) => {
          row.client_order_id = decodeClientOrderId(event.clientOrderId);
        });
        break;
      case EventKind.orderTriggered:
        change(event.orderId, (row) => {
          row.status = event.status;
        });
        break;
      case EventKind.trailingMoved:
        change(event.orderId, (row) => {
          row.stop_price_ticks = event.stopPriceTicks;
        });
        break;
      case EventKind.orderAmended:
        change(event.orderId, (row) => {
          row.size_lots = event.sizeLots;
        });
        break;
      case EventKind.orderClosed:
        close(event.orderId, event.reason);
        break;
      default:
        takeMoney(event);
    }
  }

  function takeMoney(event: CoreEvent): void {
    switch (event.kind) {
      case EventKind.tradeExecuted:
        executeSide(event, true);
        executeSide(event, false);
        break;
      case EventKind.selfTradePrevented:
        if (event.mode !== 5) break;
        change(event.makerOrderId, (row) => (row.prevented_lots += event.makerLots));
        change(event.takerOrderId, (row) => (row.prevented_lots += event.takerLots));
        break;
      case EventKind.selfTradeTransferred: {
        const trade = { ...event, tradeId: 0 };
        const isTakerBuyer = event.takerSide === Side.buy;
        for (const orderId of [event.makerOrderId, event.takerOrderId]) {
          change(orderId, (row) => (row.executed_lots += event.sizeLots));
        }
        const maker = { accountId: event.makerAccountId, feeUnits: 0n, isBuyer: !isTakerBuyer };
        moveTrade(trade, maker);
        moveTrade(trade, { accountId: event.takerAccountId, feeUnits: 0n, isBuyer: isTakerBuyer });
        break;
      }
      case EventKind.transferPosted: {
        const { assetId, amountUnits, reason, reference } = event;
        const why = { reason, reference };
        move(event.fromAccountId, { assetId, units: -amountUnits }, why);
        move(event.toAccountId, { assetId, units: amountUnits }, why);
        break;
      }
      default:
    }
  }

  return {
    name: 'spot-orders',
    tables: ['spot_orders', 'spot_fills', 'balance_moves'],
    async load(session) {
      open = await loadOpenOrders(session);
    },
    async apply(steps, session) {
      pending = { orders: new Map(), fills: [], moves: [] };
      for (const next of steps) {
        step = next;
        place = 0;
        for (const event of next.events) takeOrderEvent(event);
      }
      await upsertOrders(session, [...pending.orders.values()]);
      await insertRows(session, 'spot_fills', pending.fills);
      await insertRows(session, 'balance_moves', pending.moves);
    },
  };
}

async function insertRows(
  session: Session,
  table: 'spot_fills' | 'balance_moves',
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return;
  await session.execute(
    {
      name: `project-${table}`,
      text: `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(null::${table}, $1)`,
    },
    [JSON.stringify(rows)],
  );
}
