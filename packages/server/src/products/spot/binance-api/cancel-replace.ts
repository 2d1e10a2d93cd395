// The dialect's cancel-replace, onto our own operation: both halves in one step of the engine, told
// half by half. With too many orders it cancels alone when the call asked for that. It decides
// nothing. Called by orders.ts.
import type { apiOrderRoutes, BinanceNewOrder } from '@isobath/wire';
import { readRejectWord } from '@isobath/core';
import {
  BinanceError,
  type BinanceErrorBody,
  translateRefusal,
} from '../../../base/binance-api/index.ts';
import { type CallContext, CallRefusal } from '../../../base/product/index.ts';
import type { OrderRecord } from '../orders/order-rows.ts';
import { placeMarked, readMark } from './marked-place.ts';
import { nameCancel, prepareCancel } from './named-cancel.ts';
import { isAtMarket, readNewOrder } from './new-order.ts';
import { findOpenOrder, nameMarketSize, type SpotBinanceParts } from './parts.ts';
import { readResponse, showPlaced } from './show-placed.ts';

/** An order number that no order has. */
const NO_ORDER = '9007199254740991';

type CancelReplaceCall = CallContext<typeof apiOrderRoutes.cancelReplace>;

/** Part of a cancel-replace that the engine refused, as the dialect tells it. */
function showRefusedPart(
  code: number,
  act: 'cancel' | 'place',
  type?: BinanceNewOrder['type'],
): BinanceErrorBody {
  const refusal = new CallRefusal({ word: readRejectWord(code) ?? 'internal', code });
  const named = type !== undefined && isAtMarket(type) ? nameMarketSize(refusal) : refusal;
  return (translateRefusal(named, act) ?? new BinanceError('unknown')).show();
}

/** The order that a cancel-replace cancels, undefined when there is none. */
async function findReplaced(
  parts: SpotBinanceParts,
  { query, caller }: CancelReplaceCall,
): Promise<OrderRecord | undefined> {
  const which = {
    symbol: query.symbol,
    orderId: query.cancelOrderId,
    origClientOrderId: query.cancelOrigClientOrderId,
  };
  if (which.orderId === undefined && which.origClientOrderId === undefined) {
    throw new BinanceError('either_missing', ['cancelOrigClientOrderId', 'cancelOrderId']);
  }
  try {
    return await findOpenOrder(parts, caller, which);
  } catch (error) {
    const isUnknown = error instanceof BinanceError && error.word === 'order_unknown';
    if (isUnknown) return undefined;
    throw error;
  }
}

/** Reasons for which the engine refuses the cancel, and with it the whole of a cancel-replace. */
const CANCEL_REASONS = new Set([
  'order_not_found',
  'market_state_forbids',
  'cancel_condition_not_met',
]);

/** Too many orders: what is left is the cancel. @returns the refusal, with both halves. */
async function cancelOnly(
  parts: SpotBinanceParts,
  call: CancelReplaceCall,
  overLimit: BinanceError,
): Promise<BinanceError> {
  const { query, caller } = call;
  const { retryAfterS } = overLimit;
  // Stopping at the first failure, this is told as the limit that it is.
  const isStopping = query.cancelReplaceMode === 'STOP_ON_FAILURE';
  const status = isStopping ? overLimit.status : undefined;
  const newOrderResponse = overLimit.show();
  try {
    const row = await findReplaced(parts, call);
    if (row === undefined) throw new BinanceError('order_unknown');
    const cancel = prepareCancel(parts, nameCancel(parts, row, query.cancelNewClientOrderId));
    const condition = query.cancelRestrictions;
    const reference = { orderId: String(row.order_id), condition };
    const { at } = await cancel.send(caller, () => parts.operations.cancel(reference, call));
    const market = parts.symbols.read(query.symbol);
    const data = {
      cancelResult: 'SUCCESS',
      newOrderResult: 'FAILURE',
      cancelResponse: cancel.show(row, { market, at }),
      newOrderResponse,
    };
    return new BinanceError('replace_partly_failed', [], { data, retryAfterS, status });
  } catch (error) {
    const refusal = translateRefusal(error, 'cancel');
    if (refusal === undefined) throw error;
    const data = {
      cancelResult: 'FAILURE',
      newOrderResult: isStopping ? 'NOT_ATTEMPTED' : 'FAILURE',
      cancelResponse: refusal.show(),
      newOrderResponse: isStopping ? null : newOrderResponse,
    };
    return new BinanceError('replace_failed', [], { data, retryAfterS, status });
  }
}

/** Answer the call. */
export async function cancelReplace(parts: SpotBinanceParts, call: CancelReplaceCall) {
  const { query, caller } = call;
  const market = parts.symbols.read(query.symbol);
  const place = readNewOrder(query, market);
  if (call.overLimit instanceof BinanceError) throw await cancelOnly(parts, call, call.overLimit);
  const replaced = await findReplaced(parts, call);
  const body = {
    cancel: { orderId: replaced === undefined ? NO_ORDER : String(replaced.order_id) },
    condition: query.cancelRestrictions ?? ('ANY' as const),
    mode: query.cancelReplaceMode,
    place,
  };
  const mark = readMark(query);
  const { instrumentId } = market;
  const expected = [{ instrumentId, clientOrderId: place.clientOrderId as string, mark }];
  const names =
    replaced === undefined ? new Map() : nameCancel(parts, replaced, query.cancelNewClientOrderId);
  const cancel = prepareCancel(parts, names);
  let answer: Awaited<ReturnType<typeof parts.operations.cancelReplace>>;
  try {
    const send = () => parts.operations.cancelReplace(body, call);
    answer = await placeMarked(
      parts,
      { caller, expected },
      {
        place: () => cancel.send(caller, send),
        listPlaced: ({ place: { order } }) => (order === null ? [] : [order]),
      },
    );
  } catch (error) {
    if (!(error instanceof CallRefusal) || !CANCEL_REASONS.has(error.word)) {
      throw isAtMarket(query.type) ? nameMarketSize(error) : error;
    }
    // An order that was not tried counts all the same: that is the dialect's rule.
    throw new BinanceError('replace_failed', [], {
      keepsOrderCount: true,
      data: {
        cancelResult: 'FAILURE',
        newOrderResult: 'NOT_ATTEMPTED',
        cancelResponse: showRefusedPart(error.code, 'cancel'),
        newOrderResponse: null,
      },
    });
  }
  const isCanceled = answer.cancel.code === 200 && replaced !== undefined;
  const { order } = answer.place;
  const published = {
    cancelResult: isCanceled ? ('SUCCESS' as const) : ('FAILURE' as const),
    newOrderResult: order === null ? ('FAILURE' as const) : ('SUCCESS' as const),
    cancelResponse: isCanceled
      ? cancel.show(replaced, { market, at: answer.at })
      : showRefusedPart(answer.cancel.code, 'cancel'),
    newOrderResponse:
      order === null
        ? showRefusedPart(answer.place.code, 'place', query.type)
        : showPlaced(
            { market, body: place, answer: order, listId: '0', mark },
            readResponse(query),
          ),
  };
  if (isCanceled && order !== null) return published;
  const word = isCanceled || order !== null ? 'replace_partly_failed' : 'replace_failed';
  throw new BinanceError(word, [], { data: published, keepsOrderCount: order !== null });
}
