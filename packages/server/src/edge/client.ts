import { randomUUID } from 'node:crypto';
import { ApiError, type Client } from '@isobath/sdk';
import type { Route } from '@isobath/wire';
import { type Caller, CallRefusal, type RouteHandler } from '../base/product/index.ts';
import { runCall } from './call.ts';
import type { Translate } from './answer.ts';

/**
 * The client of pages rendered in this process: the same handlers and checks, no network.
 * It answers reading calls only, since a page may not change anything by being looked at.
 */
export function createInProcessClient(
  handlers: readonly RouteHandler[],
  caller: Caller,
  translate: Translate,
): Client {
  const byRoute = new Map<Route, RouteHandler>(handlers.map((one) => [one.route, one]));
  return {
    async call(route, input = {}) {
      const handler = byRoute.get(route);
      if (handler === undefined || route.method !== 'GET') {
        throw new Error(`${route.method} ${route.path} is not served to pages`);
      }
      try {
        const data = await runCall(handler, {
          query: input.query ?? {},
          body: {},
          idempotencyKey: '',
          caller: { ...caller, requestId: randomUUID() },
          setHeader: () => {},
        });
        return data as never;
      } catch (error) {
        if (!(error instanceof CallRefusal)) throw error;
        throw new ApiError({
          code: error.code,
          status: error.status,
          message: translate(caller.locale, error.word, error.facts),
          reject: error.word,
          facts: { ...error.facts },
          fields: [...error.fields],
        });
      }
    },
  };
}
