// Questions about people's orders and fills, answered from the projection. Nothing here decides
// anything.
import { CloseReason, Side } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import type { FillRow, OrderRow, RouteQuery, spotRoutes } from '@isobath/wire';
import type { Database, SqlValue } from '../../base/db/index.ts';
import type { Market, MarketRegistry } from '../../base/market/index.ts';
import { refuse } from '../../base/product/index.ts';
import { showClosedStatus } from './answers.ts';
import { askWithTerms, type FeeTerms, showFeeTerms } from './orders/fee-terms.ts';
import type { OrderRecord } from './orders/order-rows.ts';
import { checkReference, type ReferenceBody } from './operations.ts';
import { readOrderLife } from './orders/order-life.ts';
import { readTypeNumber, showOrderRow } from './orders/show-order.ts';
import type { FillRecord } from './projection.ts';

type ListRequests = RouteQuery<(typeof spotRoutes)['fills']>;
type OpenRequests = RouteQuery<(typeof spotRoutes)['openOrders']>;

const PAGE_ROWS = 50;

/** WHERE parts with their values, numbered as they are added. */
class Conditions {
  readonly texts: string[] = [];
  readonly values: SqlValue[] = [];

  add(text: string, value: SqlValue): void {
    this.values.push(value);
    this.texts.push(text.replace('?', `$${this.values.length}`));
  }
}

/** Reasons of closed rows that have a status. */
function reasonsOf(status: string, hasTakenAmount: boolean): number[] {
  return Object.values(CloseReason).filter(
    (reason) => showClosedStatus(reason, hasTakenAmount) === status,
  );
}

/** isAmountTaken, asked of the table. */
const TAKEN_AMOUNT = '(size_lots = 0 AND executed_lots > 0)';

/** Words of the states of open orders, as conditions. */
const OPEN_STATES: Readonly<Record<string, string>> = {
  PENDING_NEW: 'status = 2',
  NEW: 'status < 2 AND executed_lots = 0',
  PARTIALLY_FILLED: 'status < 2 AND executed_lots > 0',
};

function addOpenState(conditions: Conditions, requests: OpenRequests): void {
  conditions.texts.push('status < 3');
  if (requests.isWaiting === 'true') conditions.texts.push('status > 0');
  if (requests.isWaiting === 'false') conditions.texts.push('status = 0');
  if (requests.status !== undefined) conditions.texts.push(OPEN_STATES[requests.status] ?? 'false');
}

function addClosedState(conditions: Conditions, requests: ListRequests): void {
  conditions.texts.push('status = 3');
  if (requests.status === undefined) return;
  const { status } = requests;
  conditions.add(`(${TAKEN_AMOUNT} OR close_reason = ANY(?))`, reasonsOf(status, false));
  conditions.add(`(NOT ${TAKEN_AMOUNT} OR close_reason = ANY(?))`, reasonsOf(status, true));
}

/** Make the questions. */
export function createSpotQueries(database: Database, markets: MarketRegistry) {
  function addCommon(conditions: Conditions, requests: ListRequests, timeColumn: string): void {
    if (requests.symbol !== undefined) {
      const market = markets.marketBySymbol(requests.symbol);
      if (market === undefined) throw refuse('market_unknown');
      conditions.add('instrument_id = ?', market.instrumentId);
    }
    if (requests.side !== undefined) {
      conditions.add('side = ?', requests.side === 'buy' ? Side.buy : Side.sell);
    }
    if (requests.from !== undefined) conditions.add(`${timeColumn} >= ?`, Number(requests.from));
    if (requests.to !== undefined) conditions.add(`${timeColumn} <= ?`, Number(requests.to));
  }

  function readLimit(requests: ListRequests): number {
    return Number(requests.limit ?? PAGE_ROWS);
  }

  async function listOrders(ownerId: number, requests: OpenRequests, isOpen: boolean) {
    const conditions = new Conditions();
    conditions.add('owner_id = ?', ownerId);
    addCommon(conditions, requests, 'created_at_ms');
    if (requests.type !== undefined)
      conditions.add('order_type = ?', readTypeNumber(requests.type));
    if (isOpen) addOpenState(conditions, requests);
    else addClosedState(conditions, requests);
    if (requests.cursor !== undefined) conditions.add('order_id < ?', requests.cursor);
    const limit = readLimit(requests);
    const rows = await database.query<OrderRecord>(
      `SELECT * FROM spot_orders WHERE ${conditions.texts.join(' AND ')}
       ORDER BY order_id DESC LIMIT ${limit + 1}`,
      conditions.values,
    );
    const page = rows.slice(0, limit);
    return {
      rows: page.map((row) => showOrderRow(row, markets.marketById(row.instrument_id) as Market)),
      nextCursor: rows.length > limit ? String(page.at(-1)?.order_id) : '',
    };
  }

  async function findRecord(
    ownerId: number,
    reference: ReferenceBody,
  ): Promise<{ row: OrderRecord; market: Market }> {
    checkReference(reference);
    const { orderId, symbol = '', clientOrderId = '' } = reference;
    const conditions = new Conditions();
    conditions.add('owner_id = ?', ownerId);
    if (orderId !== undefined) conditions.add('order_id = ?', orderId);
    else {
      addCommon(conditions, { symbol }, 'created_at_ms');
      conditions.texts.push("client_order_id <> ''");
      conditions.add('client_order_id = ?', clientOrderId);
    }
    const rows = await database.query<OrderRecord>(
      `SELECT * FROM spot_orders WHERE ${conditions.texts.join(' AND ')}
       ORDER BY order_id DESC LIMIT 1`,
      conditions.values,
    );
    const market = markets.marketById(rows[0]?.instrument_id ?? 0);
    if (rows.length === 0 || market === undefined) throw refuse('object_not_found');
    return { row: rows[0], market };
  }

  async function findOrder(...requested: Parameters<typeof findRecord>): Promise<OrderRow> {
    const { row, market } = await findRecord(...requested);
    return showOrderRow(row, market);
  }

  async function publishLife(ownerId: number, reference: { orderId: string }) {
    const { row, market } = await findRecord(ownerId, reference);
    const life = await readOrderLife(database, row, market);
    return { order: showOrderRow(row, market), ...life };
  }

  async function listFills(ownerId: number, requests: ListRequests) {
    const conditions = new Conditions();
    conditions.add('owner_id = ?', ownerId);
    addCommon(conditions, requests, 'at_ms');
    if (requests.orderId !== undefined) conditions.add('order_id = ?', requests.orderId);
    if (requests.type !== undefined) {
      conditions.add(
        `EXISTS (SELECT 1 FROM spot_orders
          WHERE spot_orders.order_id = spot_fills.order_id AND order_type = ?)`,
        readTypeNumber(requests.type),
      );
    }
    if (requests.cursor !== undefined) conditions.add('fill_id < ?', requests.cursor);
    const limit = readLimit(requests);
    const rows = await database.query<FillRecord & FeeTerms>(
      askWithTerms(`SELECT * FROM spot_fills WHERE ${conditions.texts.join(' AND ')}
       ORDER BY fill_id DESC LIMIT ${limit + 1}`),
      conditions.values,
    );
    const page = rows.slice(0, limit);
    return {
      rows: page.map((row) => showFillRow(row, markets.marketById(row.instrument_id) as Market)),
      nextCursor: rows.length > limit ? String(page.at(-1)?.fill_id) : '',
    };
  }

  return {
    openOrders: (ownerId: number, requests: OpenRequests) => listOrders(ownerId, requests, true),
    orderHistory: (ownerId: number, requests: ListRequests) => listOrders(ownerId, requests, false),
    findOrder,
    publishLife,
    listFills,
  };
}

/** The questions of spot. */
export type SpotQueries = ReturnType<typeof createSpotQueries>;

function showFillRow(row: FillRecord & FeeTerms, market: Market): FillRow {
  const isBuyer = row.side === Side.buy;
  const coin = isBuyer ? market.base : market.quote;
  const baseUnits = BigInt(row.size_lots) * market.unitsPerLot;
  return {
    orderId: String(row.order_id),
    symbol: market.symbol,
    side: isBuyer ? 'buy' : 'sell',
    tradeId: String(row.trade_id),
    price: formatDecimal(BigInt(row.price_ticks), market.priceDecimals),
    quantity: formatDecimal(BigInt(row.size_lots), market.lotDecimals),
    quoteAmount: formatDecimal(BigInt(row.quote_units), market.quote.scale),
    fee: formatDecimal(BigInt(row.fee_units), coin.scale),
    feeAsset: coin.shortName,
    isMaker: row.is_maker,
    at: row.at_ms,
    ...showFeeTerms(row, {
      isMaker: row.is_maker,
      receivedUnits: isBuyer ? baseUnits : BigInt(row.quote_units),
      feeUnits: BigInt(row.fee_units),
    }),
  };
}
