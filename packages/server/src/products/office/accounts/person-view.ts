// A person as an operator sees all of it: what the person's own calls answer, what was written to
// the desk and as feedback. Each look is written down (people.ts). Made by start.ts.
import { AccountType } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import {
  accountRoutes,
  assetsRoutes,
  type FeedbackRow,
  feedbackRoutes,
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
import type { Database } from '../../../base/db/index.ts';
import type { Platform } from '../../../base/modules/index.ts';
import type { Caller } from '../../../base/product/index.ts';
import type { PersonParts } from '../parts.ts';

type BalancePlatform = Pick<Platform, 'accounts' | 'markets' | 'readAccountUnits'>;
type PersonViewPlatform = BalancePlatform &
  Pick<Platform, 'database' | 'people' | 'findHandler' | 'readConversations'>;

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

/** Asks the calls that a person uses, in the person's place: an operator sees what it shows. */
export function createPersonView(platform: PersonViewPlatform) {
  async function ask<TRoute extends Route>(
    route: TRoute,
    caller: Caller,
    input: { query?: object; body?: object } = {},
  ): Promise<RouteAnswer<TRoute>> {
    const handler = platform.findHandler(route);
    if (handler === undefined) throw new Error(`nobody answers ${route.path}`);
    const answer = await handler.handle({
      caller,
      query: (route.query?.parse(input.query ?? {}) ?? {}) as never,
      body: (route.body?.parse(input.body ?? {}) ?? {}) as never,
      idempotencyKey: '',
      setHeader: () => {},
    });
    return answer as RouteAnswer<TRoute>;
  }

  /** What they have, ordered and moved. */
  async function readMoney(caller: Caller, limited: { query: object }) {
    const [balances, orders, closed, fills, moves, transfers] = await Promise.all([
      readBalances(platform, caller.ownerId),
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

  /** How they come in. */
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
    const [money, way, identity, { vipLevel: _level, ...vip }, messages, talks, feedback] =
      await Promise.all([
        readMoney(caller, limited),
        readWay(caller),
        ask(userRoutes.identityStatus, caller),
        ask(userRoutes.ownVip, caller),
        ask(inboxRoutes.messages, caller, { body: { pageSize: LAST_ROWS } }),
        platform.readConversations(ownerId),
        ask(feedbackRoutes.feedback, caller),
      ]);
    const freeze = platform.people.freezes.read(ownerId);
    return {
      frozen: freeze === undefined ? null : { cause: freeze.cause, at: freeze.atMs },
      notes: await readNotes(platform.database, ownerId),
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

function showFeedback({ id, type, state, text, answer, createdTime }: FeedbackRow) {
  return { id, type, state, text, answer, at: createdTime };
}

function showMessage({ id, title, read, createdTime }: MessageRow) {
  return { id, title, read, at: createdTime };
}

/** What a person has in every account that they ever opened. */
export async function readBalances(
  { accounts, markets, readAccountUnits }: BalancePlatform,
  ownerId: number,
): Promise<PersonParts['balances']> {
  const rows: PersonParts['balances'] = [];
  for (const accountType of PERSON_ACCOUNTS) {
    for (const scope of accounts.listScopes(ownerId, accountType)) {
      const balances = await readAccountUnits(ownerId, accountType, scope);
      for (const { assetId, availableUnits, heldUnits } of balances) {
        const coin = markets.coinById(assetId);
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
