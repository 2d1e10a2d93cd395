// Listen keys of the trading dialect, for programs that read their user stream the older way.
// Not here: the stream's messages, and the newer way over the WebSocket API (socket.ts).
import { defineRoute } from '../route.ts';
import { z } from '../z.ts';

const key = { role: 'key', owner: 'caller', rate: 'none', isBare: true } as const;
const listenKey = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);
const path = '/api/v3/userDataStream';

/** Calls about listen keys. */
export const apiUserStreamRoutes = {
  startUserStream: defineRoute({
    ...key,
    method: 'POST',
    path,
    summary: 'A new listen key, for an hour: a stream of that name tells what happens to you.',
    binance: { weight: 2 },
    query: z.strictObject({}),
    answer: z.object({ listenKey: z.string() }),
  }),
  keepUserStream: defineRoute({
    ...key,
    method: 'PUT',
    path,
    summary: 'One more hour for a listen key.',
    binance: { weight: 2 },
    query: z.strictObject({ listenKey }),
    answer: z.object({}),
  }),
  endUserStream: defineRoute({
    ...key,
    method: 'DELETE',
    path,
    summary: 'End a listen key and its stream.',
    binance: { weight: 2 },
    query: z.strictObject({ listenKey }),
    answer: z.object({}),
  }),
} as const;
