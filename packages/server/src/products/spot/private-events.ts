// What a committed step says to each person it touches: his orders and fills as rows, numbered by
// the engine without gaps. Pure. The projection stores it, the private channel sends it.
import { type CoreEvent, EventKind, Side, type TradeExecuted } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import type { FillRow, PrivateEvent } from '@isobath/wire';
import { type AccountDirectory, PERSON_ID_MIN } from '../../base/accounts/index.ts';
import type { Market, MarketRegistry } from '../../base/market/index.ts';
import type { CommittedStep } from '../../base/product/index.ts';
import type { OrderRecord } from './orders/order-rows.ts';
import { showOrderRow } from './orders/show-order.ts';

/** One event of one person; most are never read, so it is written when it is asked for. */
export interface OwnedEvent {
  readonly ownerId: number;
  /** Number of the event. */
  readonly seq: number;
  /** The event, as of the rows it was told with. */
  readonly write: () => PrivateEvent;
}

/** What naming needs. */
export interface PrivateEventParts {
  readonly accounts: AccountDirectory;
  readonly markets: MarketRegistry;
}

/** Rows as they are after the step, by order number. */
type RowsAfter = ReadonlyMap<number, OrderRecord>;

function showFill(
  trade: TradeExecuted,
  isMaker: boolean,
  { atMs, market }: { readonly atMs: number; readonly market: Market },
): FillRow {
  const isBuyer = isMaker === (trade.takerSide === Side.sell);
  const coin = isBuyer ? market.base : market.quote;
  return {
    orderId: String(isMaker ? trade.makerOrderId : trade.takerOrderId),
    symbol: market.symbol,
    side: isBuyer ? 'buy' : 'sell',
    tradeId: String(trade.tradeId),
    price: formatDecimal(BigInt(trade.priceTicks), market.priceDecimals),
    quantity: formatDecimal(BigInt(trade.sizeLots), market.lotDecimals),
    quoteAmount: formatDecimal(trade.quoteUnits, market.quote.scale),
    fee: formatDecimal(isMaker ? trade.makerFeeUnits : trade.takerFeeUnits, coin.scale),
    feeAsset: coin.shortName,
    isMaker,
    at: atMs,
  };
}

/** Make the teller. */
export function createPrivateTeller(parts: PrivateEventParts) {
  const { accounts, markets } = parts;

  function own(
    accountId: number,
    seq: number,
    writeRest: () => Omit<PrivateEvent, 'seq'>,
  ): OwnedEvent[] {
    const ownerId = accounts.readOwner(accountId);
    if (ownerId < PERSON_ID_MIN) return [];
    return [{ ownerId, seq, write: () => ({ seq, ...writeRest() }) }];
  }

  function tellOrder(
    event: CoreEvent & { orderId: number; accountId: number; ownerNumber: number },
    atMs: number,
    rows: RowsAfter,
  ): OwnedEvent[] {
    const row = rows.get(event.orderId);
    const market = row && markets.marketById(row.instrument_id);
    return own(event.accountId, event.ownerNumber, () => {
      const data = row && market ? showOrderRow(row, market) : null;
      return { kind: 'order', at: atMs, data };
    });
  }

  function tellTrade(trade: TradeExecuted, atMs: number, rows: RowsAfter): OwnedEvent[] {
    const market = markets.marketById(trade.instrumentId);
    if (market === undefined) return [];
    const side = (isMaker: boolean) => {
      const row = rows.get(isMaker ? trade.makerOrderId : trade.takerOrderId);
      const accountId = isMaker ? trade.makerAccountId : trade.takerAccountId;
      const seq = isMaker ? trade.makerOwnerNumber : trade.takerOwnerNumber;
      return own(accountId, seq, () => ({
        kind: 'fill',
        at: atMs,
        data: showFill(trade, isMaker, { atMs, market }),
        ...(row === undefined ? {} : { order: showOrderRow(row, market) }),
      }));
    };
    return [...side(true), ...side(false)];
  }

  function tellBalance(accountId: number, seq: number, atMs: number): OwnedEvent[] {
    return own(accountId, seq, () => ({ kind: 'balance', at: atMs, data: null }));
  }

  function tell(event: CoreEvent, atMs: number, rows: RowsAfter): OwnedEvent[] {
    switch (event.kind) {
      case EventKind.orderOpened:
      case EventKind.orderTriggered:
      case EventKind.orderAmended:
      case EventKind.orderClosed:
        return tellOrder(event, atMs, rows);
      case EventKind.tradeExecuted:
        return tellTrade(event, atMs, rows);
      case EventKind.transferPosted:
        return [
          ...tellBalance(event.fromAccountId, event.fromOwnerNumber, atMs),
          ...tellBalance(event.toAccountId, event.toOwnerNumber, atMs),
        ];
      case EventKind.amountHeld:
      case EventKind.amountReleased:
        return tellBalance(event.accountId, event.ownerNumber, atMs);
      case EventKind.accountOpened:
        return own(event.accountId, event.ownerNumber, () => ({
          kind: 'account',
          at: atMs,
          data: { accountId: event.accountId, accountType: event.accountType },
        }));
      case EventKind.vipLevelSet:
        return event.ownerId < PERSON_ID_MIN
          ? []
          : [
              {
                ownerId: event.ownerId,
                seq: event.ownerNumber,
                write: () => ({
                  seq: event.ownerNumber,
                  kind: 'account',
                  at: atMs,
                  data: { vipLevel: event.vipLevel },
                }),
              },
            ];
      default:
        return [];
    }
  }

  return {
    /** Everything a step says to people. @param rows - orders it touched, as they are after it. */
    tellStep(step: CommittedStep, rows: RowsAfter): OwnedEvent[] {
      return step.events.flatMap((event) => tell(event, step.atMs, rows));
    },
  };
}
