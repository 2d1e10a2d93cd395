// The answer to placing, in the dialect's words: from our own answer and what was asked for.
import { formatDecimal, parseDecimal } from '@isobath/core/math';
import type {
  DialectNewOrder,
  DialectPlaced,
  OrderRow,
  PlaceOrderAnswer,
  PlaceOrderBody,
} from '@isobath/wire';
import { showListId, showPlacedRow, showSymbol } from '../../../base/dialect/index.ts';
import { type Market, SELF_TRADE_WORDS } from '../../../base/market/index.ts';

/** A placed order, with the list it belongs to. */
export interface PlacedStory {
  readonly market: Market;
  readonly body: PlaceOrderBody;
  readonly answer: PlaceOrderAnswer;
  /** "0" outside of a list. */
  readonly listId: string;
}

const DORMANT: ReadonlySet<PlaceOrderBody['type']> = new Set([
  'stop_limit',
  'stop_market',
  'take_profit_limit',
  'take_profit_market',
  'trailing_stop',
]);

/** The order as a row, as it is at the end of its own step. */
function makeRow({ market, body, answer, listId }: PlacedStory): OrderRow {
  const fix = (text: string | undefined, decimals: number) =>
    formatDecimal(text === undefined ? 0n : parseDecimal(text, decimals), decimals);
  const price = (text: string | undefined) => fix(text, market.priceDecimals);
  const size = (text: string | undefined) => fix(text, market.lotDecimals);
  return {
    orderId: answer.orderId,
    clientOrderId: answer.clientOrderId,
    symbol: market.symbol,
    side: body.side,
    type: body.type,
    timeInForce: body.timeInForce ?? (body.type === 'market' ? 'IOC' : 'GTC'),
    status: answer.status,
    isDormant: DORMANT.has(body.type) && answer.status === 'NEW',
    price: price(body.price),
    quantity: size(body.quantity),
    quoteAmount: fix(body.quoteAmount, market.quote.scale),
    executedQuantity: answer.executedQuantity,
    executedQuote: answer.executedQuote,
    preventedQuantity: size('0'),
    stopPrice: price(body.stopPrice),
    trailingDeltaBps: body.trailingDeltaBps ?? 0,
    activationPrice: price(body.activationPrice),
    visibleQuantity: size(body.visibleQuantity),
    selfTradePrevention:
      body.selfTradePrevention ??
      (SELF_TRADE_WORDS[market.selfTradeModeDefault] as OrderRow['selfTradePrevention']),
    expireAt: 0,
    listId,
    closeReason: '',
    createdAt: answer.at,
    updatedAt: answer.at,
  };
}

/** Write the answer: ACK, RESULT or FULL. */
export function showPlaced(
  story: PlacedStory,
  kind: DialectNewOrder['newOrderRespType'],
): DialectPlaced {
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
