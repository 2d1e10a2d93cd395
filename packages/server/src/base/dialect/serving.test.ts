import { defineRoute, z } from '@isobath/wire';
import { expect, test } from 'vitest';
import type { Caller, RouteHandler } from '../product/index.ts';
import { createOrderCounts } from './order-counts.ts';
import { runDialectCall } from './serving.ts';

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
    dialect: { act: 'place', weight: 1 },
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
    await runDialectCall({
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
