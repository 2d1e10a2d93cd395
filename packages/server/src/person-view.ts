// A person as an operator sees him whole: what his own calls tell him, what he wrote to the desk
// and what he told the house. Each look is written down by the office (products/office/people.ts).
// Called by office-modules.ts.
import { AccountType } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import {
  accountRoutes,
  assetsRoutes,
  inboxRoutes,
  keysRoutes,
  type MessageRow,
  type OrderRow,
  type Route,
  type RouteAnswer,
  spotRoutes,
  transferRoutes,
  userRoutes,
} from '@isobath/wire';
import type { Database } from './base/db/index.ts';
import type { Freezes } from './base/locks/index.ts';
import type { Caller, RouteHandler } from './base/product/index.ts';
import type { EdgeModules } from './edge-modules.ts';
import { listFeedback } from './products/content/index.ts';
import type { PersonParts } from './products/office/index.ts';
import { listConversationsOf } from './products/service/index.ts';

/** What the view stands on. */
export interface PersonViewParts {
  readonly database: Database;
  readonly modules: EdgeModules;
  /** Handlers that tell a person of himself: an operator reads what they say. */
  readonly personal: readonly RouteHandler[];
  readonly freezes: Freezes;
}

const LAST_ROWS = 20;
const NOTES_ROWS = 100;
const PERSON_ACCOUNTS = [
  AccountType.spot,
  AccountType.c2c,
  AccountType.contract,
  AccountType.crossMargin,
  AccountType.isolatedMargin,
  AccountType.other,
  AccountType.wealth,
];

/** Asks the calls that a person himself uses, in his place: an operator sees what he sees. */
export function createPersonView(options: PersonViewParts) {
  const handlers = new Map<Route, RouteHandler>(options.personal.map((one) => [one.route, one]));

  async function ask<TRoute extends Route>(
    route: TRoute,
    caller: Caller,
    input: { query?: object; body?: object } = {},
  ): Promise<RouteAnswer<TRoute>> {
    const handler = handlers.get(route);
    if (handler === undefined) throw new Error(`${route.path} is not among a person's calls`);
    const answer = await handler.handle({
      caller,
      query: (route.query?.parse(input.query ?? {}) ?? {}) as never,
      body: (route.body?.parse(input.body ?? {}) ?? {}) as never,
      idempotencyKey: '',
      setHeader: () => {},
    });
    return answer as RouteAnswer<TRoute>;
  }

  /** What he has, ordered and moved. */
  async function readMoney(caller: Caller, limited: { query: object }) {
    const [balances, orders, closed, fills, moves, transfers] = await Promise.all([
      readBalances(options, caller.ownerId),
      ask(spotRoutes.openOrders, caller, limited),
      ask(spotRoutes.orderHistory, caller, limited),
      ask(spotRoutes.fills, caller, limited),
      ask(assetsRoutes.moves, caller, limited),
      ask(transferRoutes.history, caller, limited),
    ]);
    return {
      balances,
      openOrders: orders.rows.map(showOrder),
      closedOrders: closed.rows.map(showOrder),
      fills: fills.rows,
      moves: moves.rows,
      transfers: transfers.rows.map(({ id, shortName, amount, source, target, at }) => ({
        id,
        asset: shortName,
        amount,
        source,
        target,
        at,
      })),
    };
  }

  /** How he comes in. */
  async function readWay(caller: Caller) {
    const [keys, sessions, logins] = await Promise.all([
      ask(keysRoutes.list, caller),
      ask(accountRoutes.sessions, caller),
      ask(accountRoutes.logins, caller),
    ]);
    return { keys, sessions, logins: logins.slice(0, LAST_ROWS) };
  }

  return async (ownerId: number, locale: string): Promise<PersonParts> => {
    const caller: Caller = {
      ownerId,
      sessionId: 0,
      ip: '',
      device: '',
      locale,
      visitorId: '',
      steppedUpUntilMs: 0,
      requestId: '',
    };
    const limited = { query: { limit: LAST_ROWS } };
    const { database } = options;
    const [money, way, identity, { vipLevel: _level, ...vip }, messages, talks, feedback] =
      await Promise.all([
        readMoney(caller, limited),
        readWay(caller),
        ask(userRoutes.identityStatus, caller),
        ask(userRoutes.ownVip, caller),
        ask(inboxRoutes.messages, caller, { body: { pageSize: LAST_ROWS } }),
        listConversationsOf(database, ownerId),
        listFeedback(database, ownerId),
      ]);
    const freeze = options.freezes.read(ownerId);
    return {
      frozen: freeze === undefined ? null : { cause: freeze.cause, at: freeze.atMs },
      notes: await readNotes(database, ownerId),
      ...money,
      ...way,
      messages: messages.list.map(showMessage),
      identity: { level: identity.identityLevel, identityStatus: identity.identityStatus },
      vip,
      talks,
      feedback: feedback.slice(0, LAST_ROWS).map(showFeedback),
    };
  };
}

function showOrder(row: OrderRow) {
  return { ...row, executed: row.executedQuantity, at: row.createdAt };
}

/** What operators wrote about a person, newest first. */
function readNotes(database: Database, ownerId: number): Promise<PersonParts['notes']> {
  return database.query<PersonParts['notes'][number]>(
    `SELECT note_id AS id, COALESCE(email, '') AS operator, text, at_ms AS at
     FROM account_notes LEFT JOIN operators USING (operator_id)
     WHERE owner_id = $1 ORDER BY note_id DESC LIMIT ${NOTES_ROWS}`,
    [ownerId],
  );
}

function showFeedback(row: Awaited<ReturnType<typeof listFeedback>>[number]) {
  const { id, type, state, text, answer, createdTime } = row;
  return { id, type, state, text, answer, at: createdTime };
}

function showMessage({ id, title, read, createdTime }: MessageRow) {
  return { id, title, read, at: createdTime };
}

/** What a person has in every account that he ever opened. */
export async function readBalances(
  { modules }: Pick<PersonViewParts, 'modules'>,
  ownerId: number,
): Promise<PersonParts['balances']> {
  const rows: PersonParts['balances'] = [];
  for (const accountType of PERSON_ACCOUNTS) {
    for (const scope of modules.accounts.listScopes(ownerId, accountType)) {
      const balances = await modules.readAccountUnits(ownerId, accountType, scope);
      for (const { assetId, availableUnits, heldUnits } of balances) {
        const coin = modules.markets.coinById(assetId);
        if (coin === undefined) continue;
        rows.push({
          accountType,
          scope,
          asset: coin.shortName,
          available: formatDecimal(availableUnits, coin.scale),
          held: formatDecimal(heldUnits, coin.scale),
        });
      }
    }
  }
  return rows;
}
