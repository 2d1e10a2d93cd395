// The answer to placing, in the dialect's words: from our own answer and what was asked for. It
// asks no table. Called by the orders and the lists of the dialect.
import { formatDecimal, parseDecimal } from '@isobath/core/math';
import type {
  BinanceNewOrder,
  BinancePlaced,
  OrderRow,
  PlaceOrderAnswer,
  PlaceOrderBody,
} from '@isobath/wire';
import {
  type BinanceRow,
  showListId,
  showPlacedRow,
  showSymbol,
} from '../../../base/binance-api/index.ts';
import { type Market, SELF_TRADE_WORDS } from '../../../base/market/index.ts';
import type { OrderTag } from '../orders/order-tags.ts';

/** A placed order, with the list it belongs to. */
export interface PlacedStory {
  readonly market: Market;
  readonly body: PlaceOrderBody;
  readonly answer: PlaceOrderAnswer;
  /** "0" outside of a list. */
  readonly listId: string;
  readonly mark: OrderTag;
}

const DORMANT: ReadonlySet<PlaceOrderBody['type']> = new Set([
  'stop_limit',
  'stop_market',
  'take_profit_limit',
  'take_profit_market',
  'trailing_stop',
]);

/** The order as a row, as it is at the end of its own step. */
function makeRow({ market, body, answer, listId, mark }: PlacedStory): BinanceRow {
  const fix = (text: string | undefined, decimals: number) =>
    formatDecimal(text === undefined ? 0n : parseDecimal(text, decimals), decimals);
  const price = (text: string | undefined) => fix(text, market.priceDecimals);
  const size = (text: string | undefined) => fix(text, market.lotDecimals);
  const isPending = answer.status === 'PENDING_NEW';
  const isDormant = DORMANT.has(body.type) && answer.status === 'NEW';
  const isTrailing = isDormant && body.trailingDeltaBps !== undefined;
  return {
    ...mark,
    orderId: answer.orderId,
    clientOrderId: answer.clientOrderId,
    symbol: market.symbol,
    side: body.side,
    type: body.type,
    timeInForce: body.timeInForce ?? (body.type === 'market' ? 'IOC' : 'GTC'),
    status: answer.status,
    isDormant,
    price: price(body.price),
    quantity: size(body.quantity),
    quoteAmount: fix(body.quoteAmount, market.quote.scale),
    executedQuantity: answer.executedQuantity,
    executedQuote: answer.executedQuote,
    preventedQuantity: size(answer.prevented?.quantity),
    preventedMatchId: answer.prevented && Number(answer.prevented.matchId),
    stopPrice: price(body.stopPrice),
    trailingDeltaBps: body.trailingDeltaBps ?? 0,
    activationPrice: price(body.activationPrice),
    visibleQuantity: size(body.visibleQuantity),
    slippageBps: body.slippageBps ?? 0,
    selfTradePrevention:
      body.selfTradePrevention ??
      (SELF_TRADE_WORDS[market.selfTradeModeDefault] as OrderRow['selfTradePrevention']),
    expireAt: 0,
    listId,
    closeReason: answer.closeReason ?? '',
    createdAt: answer.at,
    updatedAt: answer.at,
    liveAt: isPending ? 0 : answer.at,
    workingAt: isPending || DORMANT.has(body.type) ? 0 : answer.at,
    trailingAt: isTrailing && body.activationPrice === undefined ? answer.at : 0,
  };
}

/** MARKET and LIMIT tell everything unless asked otherwise, the others only that they are in. */
export function readResponse({
  newOrderRespType,
  type,
}: {
  newOrderRespType?: 'ACK' | 'RESULT' | 'FULL' | undefined;
  type: string;
}) {
  return newOrderRespType ?? (type === 'MARKET' || type === 'LIMIT' ? 'FULL' : 'ACK');
}

/** Write the answer: ACK, RESULT or FULL. */
export function showPlaced(
  story: PlacedStory,
  kind: BinanceNewOrder['newOrderRespType'],
): BinancePlaced {
  const { answer, market } = story;
  if (kind === 'ACK') {
    return {
      symbol: showSymbol(market.symbol),
      orderId: Number(answer.orderId),
      orderListId: showListId(story.listId),
      clientOrderId: answer.clientOrderId,
      transactTime: answer.at,
    };
  }
  const result = showPlacedRow(makeRow(story), answer.at);
  if (kind !== 'FULL') return result;
  const fills = answer.fills.map((fill) => ({
    price: fill.price,
    qty: fill.quantity,
    commission: fill.fee,
    commissionAsset: fill.feeAsset,
    tradeId: Number(fill.tradeId),
  }));
  return { ...result, fills };
}
