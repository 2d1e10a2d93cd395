// Rows of people's orders, fills and balance movements, from committed events and nothing else;
// each batch is written with one statement a table. Run by the projector.
import { type CoreEvent, EventKind, Side, type TradeExecuted } from '@isobath/core';
import { type AccountDirectory, PERSON_ID_MIN } from '../../base/accounts/index.ts';
import type { Session } from '../../base/db/index.ts';
import type { MarketRegistry } from '../../base/market/index.ts';
import type { CommittedStep } from '../../base/product/index.ts';
import type { Projection } from '../../base/projections/index.ts';
import { createAmendmentRows } from './orders/amendment-rows.ts';
import { createListRows } from './orders/list-rows.ts';
import { createOrderFold } from './orders/order-fold.ts';
import { createRowNumbers } from './orders/row-numbers.ts';
import { loadOpenOrders, type OrderRecord, upsertOrders } from './orders/order-rows.ts';

/** Reasons of movements beyond the core's transfer reasons. */
export const MoveReason = { trade: 100, tradeFee: 101 } as const;

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

/** Make the projection. */
export function createSpotProjection(parts: SpotProjectionParts): Projection {
  const fold = createOrderFold(parts.accounts);
  const lists = createListRows(parts.accounts);
  const amendments = createAmendmentRows();
  let orders = new Map<number, OrderRecord>();
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
    name: 'spot',
    tables: [
      'spot_orders',
      'spot_fills',
      'balance_moves',
      'spot_lists',
      'spot_prevented',
      'spot_amendments',
    ],
    async load(session) {
      fold.restore(await loadOpenOrders(session));
      numbers.restore(await loadLastNumber(session));
    },
    async apply(steps, session) {
      orders = new Map();
      fills = [];
      moves = [];
      lists.reset();
      amendments.reset();
      for (const next of steps) {
        step = next;
        for (const event of next.events) {
          amendments.take(event, step, fold.readOpen());
          const touched = fold.apply(event, step);
          for (const row of touched) orders.set(row.order_id, row);
          lists.take(event, { step, touched, nextPlace });
          takeMoney(event);
        }
      }
      await upsertOrders(session, [...orders.values()]);
      await insertRows(session, 'spot_fills', fills);
      await insertRows(session, 'balance_moves', moves);
      await lists.write(session);
      await amendments.write(session);
    },
  };
}

/** The highest number that a row of any kind has. */
async function loadLastNumber(session: Session): Promise<number> {
  const [row] = await session.query<{ last: number | null }>(
    `SELECT greatest((SELECT max(fill_id) FROM spot_fills),
                     (SELECT max(move_id) FROM balance_moves),
                     (SELECT max(prevented_id) FROM spot_prevented)) AS last`,
  );
  return row?.last ?? 0;
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
      text: `INSERT INTO ${table} SELECT * FROM json_populate_recordset(null::${table}, $1)`,
    },
    [JSON.stringify(rows)],
  );
}
