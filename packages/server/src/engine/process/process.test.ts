import { once } from 'node:events';
import {
  CloseReason,
  CommandKind,
  EventKind,
  MarketState,
  type CommandApplied,
  type CoreEvent,
  type TransferPosted,
} from '@isobath/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../base/db/testing.ts';
import { hashAt } from '../audit/past-state.ts';
import { verifyJournal } from '../audit/verify.ts';
import { createEngineHandlers } from '../operator.ts';
import { type Bus, SubmitRefusal } from '../ports.ts';
import { readStep } from '../read-step.ts';
import { engineMigrations } from '../tables.ts';
import {
  type EngineHouse,
  type Saying,
  fundHouse,
  makeCommand,
  moveOne,
  openEngineHouse,
  openMarkets,
  restingOrder,
} from '../testing/engine-process.ts';

/** Processes start slowly where many run. */
const TIMEOUT_MS = 120_000;

let db: TestDatabase;
let house: EngineHouse;

beforeEach(async () => {
  db = await startTestDatabase({ migrations: engineMigrations });
  house = await openEngineHouse(db);
  await fundHouse(house);
});
afterEach(async () => {
  await house.stop();
  await db.stop();
});

/** People who send one command after the other until they are told to rest. */
class Crowd {
  /** Sequence by reference of everything that was acknowledged. */
  readonly acknowledged = new Map<number, number>();
  /** References whose outcome nobody told. */
  readonly unknown: number[] = [];
  #last = 0;
  #isResting = false;
  #people: Promise<void>[] = [];

  begin(peopleCount: number): void {
    this.#isResting = false;
    this.#people = Array.from({ length: peopleCount }, () => this.#live());
  }

  async rest(): Promise<void> {
    this.#isResting = true;
    await Promise.all(this.#people);
  }

  async #live(): Promise<void> {
    while (!this.#isResting) {
      const reference = (this.#last += 1);
      try {
        const outcome = await house.client.submit(moveOne(reference));
        expect(outcome.code).toBe(0);
        this.acknowledged.set(reference, outcome.sequence);
      } catch (error) {
        if (!(error instanceof SubmitRefusal)) throw error;
        if (error.code === 10010) this.unknown.push(reference);
        else await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
  }
}

/** Everything that was ever committed, as a reader from the beginning sees it. */
async function readAll(): Promise<{ sequence: number; events: readonly CoreEvent[] }[]> {
  const { durableSequence } = await house.client.readStatus();
  const steps: { sequence: number; events: readonly CoreEvent[] }[] = [];
  await new Promise<void>((resolve, reject) => {
    const stop = house.client.subscribe({
      fromSequence: 1,
      read: (batch) => {
        steps.push(...batch.steps);
        if (batch.lastSequence < durableSequence) return;
        stop();
        resolve();
      },
      failed: reject,
    });
  });
  expect(steps.map((step) => step.sequence)).toEqual(steps.map((_, index) => index + 1));
  return steps;
}

/** Nothing acknowledged is lost or there twice, and the state is what a replay makes. */
async function checkCrowd(crowd: Crowd): Promise<void> {
  const found = new Map<number, number>();
  for (const { sequence, events } of await readAll()) {
    const posted = events.find(
      (event): event is TransferPosted => event.kind === EventKind.transferPosted,
    );
    if (posted === undefined) continue;
    expect(found.has(posted.reference)).toBe(false);
    found.set(posted.reference, sequence);
  }
  for (const [reference, sequence] of crowd.acknowledged) {
    expect(found.get(reference)).toBe(sequence);
  }
  const foreign = [...found.keys()].filter((reference) => !crowd.acknowledged.has(reference));
  expect(crowd.unknown).toEqual(expect.arrayContaining(foreign));
  const live = await house.client.ask<{ sequence: number; hash: string }>('hash');
  expect(await hashAt(await house.openAudit(), live.sequence)).toEqual(live);
}

test('kill -9 under load, again and again: what was acknowledged is there once', {
  timeout: TIMEOUT_MS,
}, async () => {
  const crowd = new Crowd();
  for (let round = 0; round < 3; round += 1) {
    const before = crowd.acknowledged.size;
    crowd.begin(200);
    while (crowd.acknowledged.size < before + 400) {
      await new Promise((resolve) => setTimeout(resolve, 3 + Math.random() * 20));
    }
    await house.kill();
    await crowd.rest();
    await house.start();
  }
  expect(crowd.acknowledged.size).toBeGreaterThanOrEqual(1_200);
  await checkCrowd(crowd);
  // What was unknown can be found by its key: done before, or done now, never twice.
  for (const reference of crowd.unknown.splice(0)) {
    const outcome = await house.client.submit(moveOne(reference));
    const { repeatOfSequence } = outcome.events[0] as CommandApplied;
    crowd.acknowledged.set(reference, repeatOfSequence || outcome.sequence);
  }
  await checkCrowd(crowd);
  expect(await verifyJournal(await house.openAudit())).toMatchObject({ isSound: true });
});

test('killed sessions and killed backends of the database cost no acknowledged command', {
  timeout: TIMEOUT_MS,
}, async () => {
  const crowd = new Crowd();
  crowd.begin(20);
  for (const how of ['session', 'backend'] as const) {
    const before = crowd.acknowledged.size;
    while (crowd.acknowledged.size < before + 100) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const rows = await db.owner.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'isobath engine'
         AND query LIKE '%journal%' ORDER BY query_start DESC LIMIT 1`,
    );
    // A backend that is killed takes all others with it: the server starts anew.
    if (how === 'backend') process.kill(rows[0].pid, 'SIGKILL');
    else await db.owner.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
  }
  const before = crowd.acknowledged.size;
  while (crowd.acknowledged.size < before + 100) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await crowd.rest();
  expect(house.child.exitCode).toBe(null);
  await checkCrowd(crowd);
});

test('a kill during a snapshot never keeps the next start from the same state', {
  timeout: TIMEOUT_MS,
}, async () => {
  const crowd = new Crowd();
  for (let round = 0; round < 3; round += 1) {
    crowd.begin(20);
    const before = crowd.acknowledged.size;
    while (crowd.acknowledged.size < before + 100) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const making = house.client.ask('snapshot').catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, round * 15));
    await house.kill();
    await Promise.all([crowd.rest(), making]);
    await house.start();
  }
  await house.client.ask('snapshot');
  await checkCrowd(crowd);
  await house.kill();
  await house.start();
  await checkCrowd(crowd);
});

/** What the clock alone has done so far: dead-man switches, expiries, phases of auctions. */
async function countFired(): Promise<number[]> {
  const fired = (await readAll())
    .filter(({ events }) => (events[0] as CommandApplied).commandKind === CommandKind.time)
    .flatMap(({ events }) => events);
  const count = (isWanted: (event: CoreEvent) => boolean) => fired.filter(isWanted).length;
  const countState = (state: MarketState) =>
    count((event) => event.kind === EventKind.marketStateChanged && event.state === state);
  return [
    count((event) => event.kind === EventKind.deadManSet && event.dueAtMs === 0),
    count(
      (event) => event.kind === EventKind.orderClosed && event.reason === CloseReason.expiredAtTime,
    ),
    countState(MarketState.auctionNoCancel),
    countState(MarketState.trading),
  ];
}

/**
 * Have all four timers set for one moment. On a machine so slow that the moment came first, some
 * are refused: those that were taken fire, and another moment, twice as far away, is chosen.
 *
 * @param fired - how often each has been taken so far, counted on.
 * @param isHalted - market 8 stands still already.
 * @returns the moment.
 */
async function setTimers(fired: number[], leadMs = 2_500, isHalted = false): Promise<number> {
  const dueAtMs = Date.now() + leadMs;
  if (!isHalted) {
    const halted = { instrumentId: 8, state: MarketState.halt };
    const halt = makeCommand({ kind: CommandKind.setMarketState, ...halted });
    expect(await house.client.submit(halt)).toMatchObject({ code: 0 });
  }
  const auction = { kind: CommandKind.startAuction, instrumentId: 8, openAtMs: dueAtMs };
  const resting = { ...restingOrder, actorId: 1_000_002, accountId: 4, instrumentId: 7 };
  const timeoutMs = Math.max(1_000, dueAtMs - Date.now());
  const sayings: Saying[] = [
    { kind: CommandKind.setDeadMan, actorId: 1_000_001, accountId: 2, timeoutMs },
    { kind: CommandKind.placeOrder, ...resting, expireAtMs: dueAtMs },
    { ...auction, noCancelAtMs: dueAtMs - 1 },
  ];
  const outcomes = await Promise.all(
    sayings.map((saying) => house.client.submit(makeCommand(saying))),
  );
  const taken = outcomes.map(({ code }) => Number(code === 0));
  // The auction has two timers.
  for (const [at, one] of [...taken, taken[2]].entries()) fired[at] += one;
  if (Math.min(...taken) === 1) return dueAtMs;
  expect(Date.now(), 'refused in time').toBeGreaterThanOrEqual(dueAtMs);
  await vi.waitFor(async () => expect(await countFired()).toEqual(fired), { timeout: 60_000 });
  return setTimers(fired, leadMs * 2, taken[2] === 0);
}

test('a timer fires once, also when the process dies at that instant', {
  timeout: TIMEOUT_MS,
}, async () => {
  await openMarkets(house);
  const fired = [0, 0, 0, 0];
  for (let round = 0; round < 3; round += 1) {
    const dueAtMs = await setTimers(fired);
    // Each round the blow falls a little later, the last one after what was due.
    await new Promise((resolve) => setTimeout(resolve, dueAtMs - Date.now() - 1 + round));
    await house.kill();
    await house.start();
    await house.client.submit(moveOne(round + 1));
    const areAll = async () => expect(await countFired()).toEqual(fired);
    await vi.waitFor(areAll, { timeout: 60_000, interval: 200 });
  }
  expect(await countFired()).toEqual(fired);
});

test('a second process takes over from a first, which ends', { timeout: TIMEOUT_MS }, async () => {
  const first = house.child;
  const gone = once(first, 'exit');
  // Held, so that it does not notice by itself, as one at rest does soon.
  first.kill('SIGSTOP');
  await house.start();
  // The connection still leads to the first: what it is sent now is refused, and that ends it.
  const refused = expect(house.client.submit(moveOne(1))).rejects.toThrow(SubmitRefusal);
  first.kill('SIGCONT');
  await refused;
  expect(await gone).toEqual([1, null]);
  while (!house.client.isConnected) await new Promise((resolve) => setTimeout(resolve, 5));
  const outcome = await house.client.submit(moveOne(1));
  expect(outcome.sequence).toBe(5);
  expect((outcome.events[0] as CommandApplied).repeatOfSequence).toBe(0);
});

test('the process ends with its parent, and commits first what it had taken', {
  timeout: TIMEOUT_MS,
}, async () => {
  const gone = once(house.child, 'exit');
  const blocker = await db.owner.openSession();
  await blocker.execute('BEGIN');
  await blocker.execute('LOCK TABLE journal_heads IN EXCLUSIVE MODE');
  const sent = Promise.all([1, 2, 3].map((reference) => house.client.submit(moveOne(reference))));
  await expect
    .poll(() => db.owner.query('SELECT pid FROM pg_locks WHERE NOT granted'))
    .toHaveLength(1);
  house.child.disconnect();
  await blocker.close();
  expect((await sent).map((outcome) => outcome.code)).toEqual([0, 0, 0]);
  expect(await gone).toEqual([0, null]);
});

test('what the operator said of trading outlives the process, until he says otherwise', {
  timeout: TIMEOUT_MS,
}, async () => {
  const startAnew = async () => {
    await house.kill();
    await house.start();
    const { mode, reason } = await house.client.readStatus();
    return { mode, reason };
  };
  await house.client.ask('halt', { reason: 'a doubt' });
  expect(await startAnew()).toEqual({ mode: 'halted', reason: 'a doubt' });
  await expect(house.client.submit(moveOne(1))).rejects.toMatchObject({ trouble: 'halted' });
  // Of a resumption and a halt at once the halt stays, in memory and in the next process.
  await Promise.all([house.client.ask('resume'), house.client.ask('cancel-only')]);
  expect(await house.client.readStatus()).toMatchObject({ mode: 'cancel-only' });
  expect(await startAnew()).toEqual({ mode: 'cancel-only', reason: 'operator' });
  const { number } = await house.client.ask<{ number: number }>('operator-mode');
  const ofAnother = await house.client.ask('resume', { number: number - 1 });
  expect(ofAnother).toMatchObject({ mode: 'cancel-only', isAnother: true });
  expect(await house.client.ask('resume', { number })).toMatchObject({ mode: 'normal' });
  expect(await startAnew()).toEqual({ mode: 'normal', reason: '' });
  expect((await house.client.submit(moveOne(1))).code).toBe(0);
});

test('one question lets nothing but cancels pass, and one ends it', {
  timeout: TIMEOUT_MS,
}, async () => {
  const handlers = createEngineHandlers(house.client);
  const closed = await handlers['engine.cancelOnly']?.({ reason: 'drill' });
  expect(closed).toMatchObject({ mode: 'cancel-only', reason: 'drill' });
  await expect(house.client.submit(moveOne(1))).rejects.toMatchObject({ trouble: 'cancel_only' });
  expect(await handlers['engine.resume']?.({})).toMatchObject({ mode: 'normal' });
  expect((await house.client.submit(moveOne(2))).code).toBe(0);
});

test('a step is told again from its place in the log, or from memory before it is there', {
  timeout: TIMEOUT_MS,
}, async () => {
  const references = Array.from({ length: 20 }, (_none, at) => at + 1);
  const outcomes = await Promise.all(
    references.map((reference) => house.client.submit(moveOne(reference))),
  );
  const nobody: Bus = {
    subscribe: () => {
      throw new Error('the log has it');
    },
  };
  const lastSequence = Math.max(...outcomes.map(({ sequence }) => sequence));
  await vi.waitFor(
    async () => {
      const { loggedSequence } = await house.client.readStatus();
      expect(loggedSequence).toBeGreaterThanOrEqual(lastSequence);
    },
    { timeout: 60_000 },
  );
  const emptyLog = { query: async () => [] };
  for (const { sequence, atMs, events } of outcomes) {
    const told = { sequence, atMs, events };
    expect(await readStep({ database: db.app, bus: nobody }, sequence)).toEqual(told);
    expect(await readStep({ database: emptyLog, bus: house.client }, sequence)).toEqual(told);
  }
});
