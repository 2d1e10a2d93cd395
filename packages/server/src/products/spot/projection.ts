// Rows of people's orders, fills and balance movements, from committed events and nothing else;
// each batch is written with one statement a table. Run by the projector.
import { type CoreEvent, EventKind, Side, type TradeExecuted } from '@isobath/core';
import { type AccountDirectory, PERSON_ID_MIN } from '../../base/accounts/index.ts';
import type { Session } from '../../base/db/index.ts';
import type { MarketRegistry } from '../../base/market/index.ts';
import type { CommittedStep } from '../../base/product/index.ts';
import { insertRows, type Projection, type SentTable } from '../../base/projections/index.ts';
import { createAmendmentRows } from './orders/amendment-rows.ts';
import { createFeeTerms } from './orders/fee-terms.ts';
import { createListRows } from './orders/list-rows.ts';
import { createMoveValues } from './orders/move-values.ts';
import { createOrderFold } from './orders/order-fold.ts';
import { createOrderNotifications } from './orders/order-notifications.ts';
import type { OrderReader } from './orders/order-reader.ts';
import { loadOpenOrders, type OrderRecord, writeOrders } from './orders/order-rows.ts';
import { createRowNumbers } from './orders/row-numbers.ts';
import { createTriggerRows } from './orders/trigger-rows.ts';
import { createPrivatePieces } from './orders/private-projection.ts';

/** Reasons of movements beyond the core's transfer reasons. */
export const MoveReason = { trade: 100, tradeFee: 101 } as const;

/** One side of a trade as its table keeps it. */
export interface FillRecord {
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
  /** Units of USDT at that moment, or NULL. */
  value_units: string;
}

const fillTable: SentTable<FillRecord> = {
  table: 'spot_fills',
  columns: [
    ['fill_id', 'bigint'],
    ['owner_id', 'bigint'],
    ['order_id', 'bigint'],
    ['instrument_id', 'bigint'],
    ['trade_id', 'bigint'],
    ['side', 'bigint'],
    ['is_maker', 'boolean'],
    ['price_ticks', 'bigint'],
    ['size_lots', 'bigint'],
    ['quote_units', 'numeric'],
    ['fee_units', 'numeric'],
    ['at_ms', 'bigint'],
  ],
};

const moveTable: SentTable<MoveRecord> = {
  table: 'balance_moves',
  columns: [
    ['move_id', 'bigint'],
    ['owner_id', 'bigint'],
    ['account_id', 'bigint'],
    ['asset_id', 'bigint'],
    ['change_units', 'numeric'],
    ['reason', 'bigint'],
    ['reference', 'bigint'],
    ['sequence', 'bigint'],
    ['at_ms', 'bigint'],
    ['value_units', 'numeric'],
  ],
};

/** One side of a trade, as far as money goes. */
interface TradeSide {
  readonly accountId: number;
  readonly feeUnits: bigint;
  readonly isBuyer: boolean;
}

/** The part of a trade that moves money. */
type MovedTrade = Pick<TradeExecuted, 'instrumentId' | 'sizeLots' | 'quoteUnits' | 'tradeId'>;

/** What the projection reads beside the events. */
export interface SpotProjectionParts {
  readonly accounts: AccountDirectory;
  readonly markets: MarketRegistry;
}

/** Make what writes orders, fills and movements of balances. */
function createOrderRows(parts: SpotProjectionParts): OrderReader {
  const lists = createListRows(parts.accounts);
  const amendments = createAmendmentRows();
  const triggers = createTriggerRows();
  const values = createMoveValues(parts.markets);
  let opened = new Map<number, OrderRecord>();
  let known = new Map<number, OrderRecord>();
  let fills: FillRecord[] = [];
  let moves: MoveRecord[] = [];
  let step: CommittedStep = { sequence: 0, atMs: 0, events: [] };
  const numbers = createRowNumbers();

  function readPerson(accountId: number): number {
    const ownerId = parts.accounts.readOwner(accountId);
    return ownerId >= PERSON_ID_MIN ? ownerId : 0;
  }

  function nextPlace(): number {
    return numbers.next(step.sequence);
  }

  function move(
    accountId: number,
    coin: { assetId: number; units: bigint },
    why: { reason: number; reference: number },
  ): void {
    const ownerId = readPerson(accountId);
    if (ownerId === 0 || coin.units === 0n) return;
    moves.push({
      move_id: nextPlace(),
      owner_id: ownerId,
      account_id: accountId,
      asset_id: coin.assetId,
      change_units: String(coin.units),
      reason: why.reason,
      reference: why.reference,
      sequence: step.sequence,
      at_ms: step.atMs,
      value_units: values.value(coin.assetId, coin.units),
    });
  }

  function moveTrade(trade: MovedTrade, side: TradeSide): void {
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
    const fee = { assetId: side.isBuyer ? base.assetId : quote.assetId, units: -side.feeUnits };
    move(side.accountId, fee, { reason: MoveReason.tradeFee, reference: trade.tradeId });
  }

  function fill(trade: TradeExecuted, isMaker: boolean): void {
    const accountId = isMaker ? trade.makerAccountId : trade.takerAccountId;
    const ownerId = readPerson(accountId);
    if (ownerId === 0) return;
    const feeUnits = isMaker ? trade.makerFeeUnits : trade.takerFeeUnits;
    const isBuyer = isMaker === (trade.takerSide === Side.sell);
    fills.push({
      fill_id: nextPlace(),
      owner_id: ownerId,
      order_id: isMaker ? trade.makerOrderId : trade.takerOrderId,
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

  function takeMoney(event: CoreEvent): void {
    if (event.kind === EventKind.tradeExecuted) {
      fill(event, true);
      fill(event, false);
    } else if (event.kind === EventKind.selfTradeTransferred) {
      const trade = { ...event, tradeId: 0 };
      const isTakerBuyer = event.takerSide === Side.buy;
      const maker = { accountId: event.makerAccountId, feeUnits: 0n, isBuyer: !isTakerBuyer };
      moveTrade(trade, maker);
      moveTrade(trade, { accountId: event.takerAccountId, feeUnits: 0n, isBuyer: isTakerBuyer });
    } else if (event.kind === EventKind.transferPosted) {
      const { assetId, amountUnits, reason, reference } = event;
      move(event.fromAccountId, { assetId, units: -amountUnits }, { reason, reference });
      move(event.toAccountId, { assetId, units: amountUnits }, { reason, reference });
    }
  }

  return {
    tables: [
      'spot_orders',
      'spot_fills',
      'balance_moves',
      'spot_lists',
      'spot_prevented',
      'spot_amendments',
      'spot_triggers',
      'spot_last_prices',
    ],
    async load(session) {
      numbers.restore(await loadLastNumber(session));
      await values.load(session);
    },
    reset() {
      opened = new Map();
      known = new Map();
      fills = [];
      moves = [];
      lists.reset();
      amendments.reset();
      triggers.reset();
      values.reset();
    },
    beforeEvent(event, before, open) {
      amendments.take(event, before, open);
      triggers.take(event, before, open);
    },
    take(read) {
      step = read.step;
      const isOpening = read.event.kind === EventKind.orderOpened;
      for (const row of read.touched) {
        if (isOpening) opened.set(row.order_id, row);
        else if (!opened.has(row.order_id)) known.set(row.order_id, row);
      }
      lists.take(read.event, { step, touched: read.touched });
      values.take(read.event, step.sequence);
      takeMoney(read.event);
    },
    async write(session) {
      await writeOrders(session, { opened: [...opened.values()], known: [...known.values()] });
      await insertRows(session, fillTable, fills);
      await insertRows(session, moveTable, moves);
      await lists.write(session);
      await amendments.write(session);
      await triggers.write(session);
      await values.write(session);
    },
  };
}

/** Make the projection: rows of orders, what private channels said, and messages about orders. */
export function createSpotProjection(parts: SpotProjectionParts): Projection {
  const fold = createOrderFold(parts.accounts);
  // Orders first: whoever reads a message finds its order.
  const readers = [
    createOrderRows(parts),
    createFeeTerms(),
    createPrivatePieces(parts),
    createOrderNotifications(parts),
  ];

  function takeStep(step: CommittedStep): void {
    for (const event of step.events) {
      for (const reader of readers) reader.beforeEvent?.(event, step, fold.readOpen());
      const read = { event, step, touched: fold.apply(event, step) };
      for (const reader of readers) reader.take(read);
    }
    for (const reader of readers) reader.endStep?.(step);
  }

  return {
    name: 'spot',
    tables: readers.flatMap((reader) => reader.tables),
    async load(session) {
      fold.restore(await loadOpenOrders(session));
      for (const reader of readers) await reader.load(session);
    },
    async apply(steps, session) {
      for (const reader of readers) reader.reset();
      for (const step of steps) takeStep(step);
      for (const reader of readers) await reader.write(session);
    },
  };
}

/** The highest number that a row of any kind has. */
async function loadLastNumber(session: Session): Promise<number> {
  const [row] = await session.query<{ last: number | null }>(
    `SELECT greatest((SELECT max(fill_id) FROM spot_fills),
                     (SELECT max(move_id) FROM balance_moves)) AS last`,
  );
  return row?.last ?? 0;
}
