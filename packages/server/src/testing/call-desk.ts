// Asks calls over HTTP, against a real database, as a guest and as one signed-in person.
// Not a test itself. Used by the tests of calls.
import type { Route } from '@isobath/wire';
import { expect } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../base/db/testing.ts';
import type { RouteHandler } from '../base/product/index.ts';
import { createSessions } from '../base/sessions/index.ts';
import { translatePlainly } from '../edge/answer.ts';
import { createEdge } from '../edge/http.ts';
import { migrations } from '../migrations.ts';
import { createAnswerWitness, fillPath } from './answer-witness.ts';

/** Where the calls stand, as their browser sees it. */
export const deskOrigin = 'http://127.0.0.1:4870';
/** The signed-in person. */
export const deskOwner = 1_000_007;

/** What is asked. */
export interface Ask {
  readonly query?: Record<string, string>;
  readonly payload?: unknown;
  readonly isGuest?: boolean;
}

/** Open it. @param makeHandlers - the calls, on this database. */
export async function openCallDesk(
  makeHandlers: (database: TestDatabase) => readonly RouteHandler[],
) {
  const database = await startTestDatabase({ migrations });
  const sessions = createSessions(database.app, Date.now);
  const { token } = await sessions.create({ ownerId: deskOwner, ip: '::1', device: 'test' });
  const guest = {
    origin: deskOrigin,
    'x-requested-with': 'isobath',
    'sec-fetch-site': 'same-origin',
  };
  const headers = { ...guest, cookie: `__Host-session=${token}` };
  const witness = createAnswerWitness();
  const app = createEdge({
    handlers: [...makeHandlers(database)],
    sessions,
    translate: translatePlainly,
    ownOrigin: deskOrigin,
    mode: 'sandbox',
    readNowMs: Date.now,
    report: (error) => console.error(error),
  });
  return {
    database,
    app,
    witness,
    /** Headers of the person's own page. */
    headers,
    /** Call a route; a good answer must have the shape that the route promises. */
    async ask(route: Route, requested: Ask = {}) {
      const { query, payload, isGuest } = requested;
      const answer = await app.inject({
        method: route.method,
        url: fillPath(route, query),
        headers: isGuest === true ? guest : headers,
        ...(query === undefined ? {} : { query }),
        ...(route.method === 'GET' ? {} : { payload: (payload ?? {}) as object }),
      });
      const { code, data } = answer.json();
      if (code === 200) expect(route.answer.parse(data)).toEqual(data);
      witness.hear(route, { ...requested }, { code, data });
      return { code, data };
    },
    async stop() {
      await app.close();
      await database.stop();
    },
  };
}

/** The desk. */
export type CallDesk = Awaited<ReturnType<typeof openCallDesk>>;
