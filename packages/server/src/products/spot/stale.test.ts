// Reads that a person makes after their own step, with a projector that is held back: they wait for
// the step, or say that it is not there yet; they never answer without it.
import { AccountType, type CoreEvent, EventKind, OrderType, Side } from '@isobath/core';
import { errors, type Route, spotRoutes } from '@isobath/wire';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { waitFor } from '../../../../../tools/testing/wait.ts';
import { createAccountDirectory } from '../../base/accounts/index.ts';
import type { Session } from '../../base/db/index.ts';
import { createHub, type Hub } from '../../base/feed/index.ts';
import type { CommittedStep } from '../../base/product/index.ts';
import { createPublishedSteps, GIVE_UP_MS } from '../../base/projections/index.ts';
import { type CallDesk, deskOwner, openCallDesk } from '../../testing/call-desk.ts';
import { makeMarketFixture } from '../../testing/market-fixture.ts';
import { createPrivateFeed } from './feed.ts';
import { createOpenOrders, type OpenOrders } from './open-orders.ts';
import type { SpotOperations } from './operations.ts';
import { createSpotProjection } from './projection.ts';
import { createSpotQueries } from './queries.ts';
import { createSpotRoutes } from './routes.ts';
import type { UserStream } from './user-stream/user-stream.ts';

const PROJECTION = 'orders';
const { markets } = makeMarketFixture();
const accounts = createAccountDirectory();
const account = { accountType: AccountType.spot, scope: 0, isMock: false, ownerId: deskOwner };
accounts.apply({ kind: EventKind.accountOpened, accountId: 1, ...account } as CoreEvent);

const opened: CoreEvent = {
  kind: EventKind.orderOpened,
  orderId: 7,
  accountId: 1,
  instrumentId: 1,
  side: Side.buy,
  orderType: OrderType.limit,
  timeInForce: 1,
  selfTradeMode: 1,
  status: 0,
  priceTicks: 100,
  sizeLots: 1_000,
  listId: 0,
  ownerNumber: 1,
} as unknown as CoreEvent;
const step: CommittedStep = { sequence: 5, atMs: 1_000, events: [opened] };

let desk: CallDesk;
let openOrders: OpenOrders;
beforeAll(async () => {
  desk = await openCallDesk((database) => {
    openOrders = createOpenOrders(createPublishedSteps(database.app, PROJECTION));
    return createSpotRoutes({
      operations: {} as SpotOperations,
      queries: createSpotQueries(database.app, markets),
      readBalances: async () => ({ seq: '0', rows: [] }),
      openOrders,
      markets,
    });
  });
});
afterAll(() => desk?.stop());
beforeEach(() => desk.database.owner.execute('DELETE FROM projections'));
afterEach(() => void vi.restoreAllMocks());

/** From here on nobody has waited for too long, however slow this machine is, unless told so. */
function stopTime(): { passMs: number } {
  const stoppedMs = performance.now();
  const clock = { passMs: 0 };
  vi.spyOn(performance, 'now').mockImplementation(() => stoppedMs + clock.passMs);
  return clock;
}

/** Do what the projector does with the step. */
async function project(): Promise<void> {
  const projection = createSpotProjection({ accounts, markets });
  await desk.database.app.transaction(async (session) => {
    await projection.load(session);
    await projection.apply([step], session);
    await sayProjected(session);
  });
}

async function sayProjected(session: Session): Promise<void> {
  const row = [PROJECTION, step.sequence];
  await session.execute('INSERT INTO projections (name, sequence) VALUES ($1, $2)', row);
}

const reads: readonly (readonly [Route, Record<string, string>])[] = [
  [spotRoutes.openOrders, {}],
  [spotRoutes.orderHistory, {}],
  [spotRoutes.fills, {}],
  [spotRoutes.order, { orderId: '7' }],
];

test('what is not readable within two seconds is refused, never answered as it was', async () => {
  openOrders.note(deskOwner, 4);
  const caughtUp = expect(openOrders.catchUp(deskOwner)).rejects.toThrow('behind');
  const isHere = openOrders.tryCatchUp(deskOwner);
  const answers = await Promise.all(
    reads.map(([route, query]) => desk.ask(route, { query: { ...query, minSeq: '5' } })),
  );
  await caughtUp;
  expect(await isHere).toBe(false);
  expect(answers.map(({ code }) => code)).toEqual(reads.map(() => errors.behind.code));
  expect(errors.behind.status).toBe(503);
});

test('what a start read in the tables is waited for when a fallen database lost it', async () => {
  let looksCount = 0;
  const { app } = desk.database;
  const query: typeof app.query = async (...words) => {
    const rows = await app.query(...words);
    looksCount += 1;
    return rows as never;
  };
  const clock = stopTime();
  const fresh = createOpenOrders(createPublishedSteps({ ...app, query }, PROJECTION));
  await fresh.settle(deskOwner);
  fresh.noteLoaded(step.sequence);
  let isSettled = false;
  const settled = fresh.settle(deskOwner).then(() => (isSettled = true));
  await waitFor('a second look at the tables', () => looksCount >= 2);
  expect(isSettled).toBe(false);
  await sayProjected(app);
  await settled;
  // Of whom nothing is remembered any more is waited for in the same way.
  for (let ownerId = 1; ownerId <= 100_001; ownerId += 1) fresh.note(ownerId, step.sequence + 1);
  const refused = expect(fresh.settle(deskOwner)).rejects.toThrow('behind');
  clock.passMs = GIVE_UP_MS;
  await refused;
});

const quiet = () => {};

/** What the private channel stands on here, but for the open orders. */
function feedParts(hub: Hub) {
  return {
    hub,
    database: desk.database.app,
    accounts,
    markets,
    readBalances: async () => [],
    userStream: {
      begin: quiet,
      before: quiet,
      after: quiet,
      end: quiet,
      restore: quiet,
    } as unknown as UserStream,
    report: (error: unknown) => expect.unreachable(String(error)),
  };
}

test('a second page begins only when what the first was told is in the tables', async () => {
  stopTime();
  const { app } = desk.database;
  const hub = createHub();
  const feed = createPrivateFeed({ ...feedParts(hub), openOrders });
  hub.listen(`private:${deskOwner}`, { receive: quiet, miss: quiet });
  feed.apply(step);
  await openOrders.catchUp(deskOwner);
  expect(openOrders.readNewest(deskOwner)).toBe(step.sequence);
  let isPublished = false;
  const source = hub.findSource('private');
  const second = Promise.resolve(source?.snapshot('private', { ownerId: deskOwner }));
  void second.then(() => (isPublished = true));
  await app.query('SELECT 1');
  expect(isPublished).toBe(false);
  const known = desk.ask(spotRoutes.order, { query: { orderId: '7', minSeq: '5' } });
  await project();
  expect(await second).toMatchObject({ last: 1 });
  expect(await known).toMatchObject({ code: 200, data: { orderId: '7', status: 'NEW' } });
});

test('who knows of more than ever happened here is told to begin anew', async () => {
  await sayProjected(desk.database.app);
  const hub = createHub();
  createPrivateFeed({ ...feedParts(hub), openOrders });
  const source = hub.findSource('private');
  const resume = async (since: number) =>
    await source?.resume?.('private', since, { ownerId: deskOwner });
  const balances = { type: 'balances', last: 1, data: [] };
  expect(await resume(0)).toMatchObject([{ type: 'event', first: 1, last: 1 }, balances]);
  expect(await resume(1)).toMatchObject([balances]);
  expect(await resume(2)).toBeUndefined();
});

test('public data wait for what anybody was told, before a restart too', async () => {
  const fresh = createOpenOrders(createPublishedSteps(desk.database.app, PROJECTION));
  await fresh.catchUpWithAll();
  const early = new Promise((resolve) => setTimeout(() => resolve('waits'), 50));
  const follows = async (work: () => void) => {
    const caughtUp = fresh.catchUpWithAll().then(() => 'caught up');
    expect(await Promise.race([caughtUp, early])).toBe('waits');
    work();
    expect(await caughtUp).toBe('caught up');
  };
  // Somebody has an answer; its events come over another way.
  fresh.note(deskOwner, 7);
  await follows(() => fresh.noteFollowed(7));
  // What is read from late tables is older than what was sent.
  fresh.restore(new Map());
  fresh.noteFollowed(5);
  await follows(() => fresh.apply({ sequence: 7, atMs: 1, events: [] }, []));
  // A process before this one may have sent it.
  fresh.recordPublished(9);
  await follows(() => fresh.noteFollowed(9));
  fresh.recordPublished(10);
  await expect(fresh.catchUpWithAll()).rejects.toThrow('behind');
});
