import { defineRoute, z } from '@isobath/wire';
import { expect, test } from 'vitest';
import type { Caller, RouteHandler } from '../product/index.ts';
import { BinanceError } from './errors.ts';
import { createOrderCounts } from './order-counts.ts';
import { runBinanceCall } from './serving.ts';

test('a signature written otherwise is the same signature, and the same request', async () => {
  const keys: string[] = [];
  const route = defineRoute({
    role: 'key',
    owner: 'caller',
    rate: 'none',
    isBare: true,
    method: 'POST',
    path: '/api/v3/order',
    summary: 'An order.',
    binance: { act: 'place', weight: 1 },
    query: z.any(),
    answer: z.any(),
  });
  const handler = {
    route,
    handle: async ({ idempotencyKey }: { idempotencyKey: string }) => keys.push(idempotencyKey),
  } as unknown as RouteHandler;
  const bytes = Buffer.from(Array.from({ length: 64 }, (_, at) => at * 3 + 1));
  const base64 = bytes.toString('base64');
  const hex = bytes.subarray(32).toString('hex');
  for (const signature of [
    hex,
    hex.toUpperCase(),
    base64,
    bytes.toString('base64url'),
    base64.replace('=', ''),
    `${base64.slice(0, 8)}\n ${base64.slice(8)}`,
  ]) {
    await runBinanceCall({
      handler,
      parameters: { signature },
      caller: { ownerId: 1, sessionId: 9 } as Caller,
      orderCounts: createOrderCounts({ readNowMs: Date.now, readOwner: () => 0 }),
      report: console.error,
    });
  }
  expect(new Set(keys.slice(0, 2)).size).toBe(1);
  expect(new Set(keys.slice(2)).size).toBe(1);
  expect(new Set(keys).size).toBe(2);
});

/** Runs one call of an order with a limit of two, and tells what counts afterwards. */
async function countAfter(
  handle: RouteHandler['handle'],
  { countedBefore = 0, mode }: { countedBefore?: number; mode?: string } = {},
) {
  const route = defineRoute({
    role: 'key',
    owner: 'caller',
    rate: 'none',
    isBare: true,
    method: 'POST',
    path: '/api/v3/order/cancelReplace',
    summary: 'An order.',
    binance: { act: 'place', weight: 1, orders: 1 },
    query: z.any(),
    answer: z.any(),
  });
  const table = { perTenSeconds: 2, perDay: 100 };
  const orderCounts = createOrderCounts({ readNowMs: () => 1, readOwner: () => 0, table });
  orderCounts.add(1, countedBefore);
  const refusal = await runBinanceCall({
    handler: { route, handle },
    parameters: mode === undefined ? {} : { orderRateLimitExceededMode: mode },
    caller: { ownerId: 1, sessionId: 9 } as Caller,
    orderCounts,
    report: console.error,
  }).catch((error: BinanceError) => error);
  return { count: orderCounts.read(1).tenSecondsCount, refusal };
}

test('an order counts when it was placed, may have been, or was never tried', async () => {
  const failing = (error: Error) => async () => {
    throw error;
  };
  const placed = new BinanceError('replace_partly_failed', [], { keepsOrderCount: true });
  expect((await countAfter(async () => ({}))).count).toBe(1);
  expect((await countAfter(failing(placed))).count).toBe(1);
  expect((await countAfter(failing(new BinanceError('outcome_unknown')))).count).toBe(1);
  expect((await countAfter(failing(new BinanceError('would_take')))).count).toBe(0);
  expect((await countAfter(failing(new BinanceError('replace_failed')))).count).toBe(0);
});

test('with too many orders a call goes on only when it asked to cancel all the same', async () => {
  const seen: unknown[] = [];
  const handle: RouteHandler['handle'] = async ({ overLimit }) => seen.push(overLimit);
  const refused = await countAfter(handle, { countedBefore: 2 });
  expect(refused.refusal).toMatchObject({ code: -1015, status: 429 });
  expect(seen).toEqual([]);
  const going = await countAfter(handle, { countedBefore: 2, mode: 'CANCEL_ONLY' });
  expect(seen).toEqual([expect.objectContaining({ code: -1015 })]);
  expect(going.count).toBe(2);
  await countAfter(handle, { countedBefore: 1, mode: 'CANCEL_ONLY' });
  expect(seen[1]).toBeUndefined();
});

test('with the database away a question is refused, and nobody knows of an act', async () => {
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  const reported: unknown[] = [];
  const ask = (act: 'place' | 'cancel' | 'query') =>
    runBinanceCall({
      handler: {
        route: { binance: { act, weight: 1 }, query: z.any() },
        handle: () => Promise.reject(lost),
      } as unknown as RouteHandler,
      parameters: {},
      caller: { ownerId: 1, sessionId: 9 } as Caller,
      orderCounts: createOrderCounts({ readNowMs: Date.now, readOwner: () => 0 }),
      report: (error) => reported.push(error),
    });
  await expect(ask('place')).rejects.toMatchObject({ code: -1007, status: 504 });
  await expect(ask('cancel')).rejects.toMatchObject({ code: -1007, status: 504 });
  await expect(ask('query')).rejects.toMatchObject({ code: -1008, status: 503 });
  expect(reported).toEqual([]);
});
