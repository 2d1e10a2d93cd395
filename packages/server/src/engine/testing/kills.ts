// An engine in a process of its own that is killed under load, during a snapshot, and when timers
// are due, and the proof that nothing was lost or doubled. Not part of the product. Used by
// process.test.ts, once each, and by process.prove.ts, again and again.
import { setTimeout as pause } from 'node:timers/promises';
import {
  CloseReason,
  CommandKind,
  EventKind,
  MarketState,
  type CommandApplied,
  type CoreEvent,
  type TransferPosted,
} from '@isobath/core';
import { expect } from 'vitest';
import { hashAt } from '../audit/past-state.ts';
import { verifyJournal } from '../audit/verify.ts';
import { SubmitRefusal } from '../ports.ts';
import {
  type EngineFixture,
  makeCommand,
  moveOne,
  openMarkets,
  restingOrder,
  type Saying,
} from './engine-process.ts';

/** People who send one command after the other until they are told to rest. */
export class Crowd {
  /** Sequence by reference of everything that was acknowledged. */
  readonly acknowledged = new Map<number, number>();
  /** References whose outcome nobody told. */
  readonly unknown: number[] = [];
  readonly #house: EngineFixture;
  #last = 0;
  #isResting = false;
  #people: Promise<void>[] = [];

  constructor(fixture: EngineFixture) {
    this.#house = fixture;
  }

  /** Let so many of them begin. */
  begin(peopleCount: number): void {
    this.#isResting = false;
    this.#people = Array.from({ length: peopleCount }, () => this.#live());
  }

  /** Let them end what they are at. */
  async rest(): Promise<void> {
    this.#isResting = true;
    await Promise.all(this.#people);
  }

  /** Wait until so many more were acknowledged. */
  async waitForMore(count: number): Promise<void> {
    const wanted = this.acknowledged.size + count;
    while (this.acknowledged.size < wanted) await pause(5);
  }

  async #live(): Promise<void> {
    while (!this.#isResting) {
      const reference = (this.#last += 1);
      try {
        const outcome = await this.#house.client.submit(moveOne(reference));
        expect(outcome.code).toBe(0);
        this.acknowledged.set(reference, outcome.sequence);
      } catch (error) {
        if (!(error instanceof SubmitRefusal)) throw error;
        if (error.code === 10010) this.unknown.push(reference);
        else await pause(5);
      }
    }
  }
}

/** Everything that was ever committed, as a reader from the beginning sees it. */
async function readAll(
  fixture: EngineFixture,
): Promise<{ sequence: number; events: readonly CoreEvent[] }[]> {
  const { durableSequence } = await fixture.client.readStatus();
  const steps: { sequence: number; events: readonly CoreEvent[] }[] = [];
  await new Promise<void>((resolve, reject) => {
    const stop = fixture.client.subscribe({
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
export async function checkCrowd(fixture: EngineFixture, crowd: Crowd): Promise<void> {
  const found = new Map<number, number>();
  for (const { sequence, events } of await readAll(fixture)) {
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
  const live = await fixture.client.ask<{ sequence: number; hash: string }>('hash');
  expect(await hashAt(await fixture.openAudit(), live.sequence)).toEqual(live);
}

/** What the clock alone has done so far: dead-man switches, expiries, phases of auctions. */
async function countFired(fixture: EngineFixture): Promise<number[]> {
  const fired = (await readAll(fixture))
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
 * @param options - `isHalted`: market 8 stands still already.
 * @returns the moment.
 */
async function setTimers(
  fixture: EngineFixture,
  fired: number[],
  { leadMs = 2_500, isHalted = false } = {},
): Promise<number> {
  const dueAtMs = Date.now() + leadMs;
  if (!isHalted) {
    const halted = { instrumentId: 8, state: MarketState.halt };
    const halt = makeCommand({ kind: CommandKind.setMarketState, ...halted });
    expect(await fixture.client.submit(halt)).toMatchObject({ code: 0 });
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
    sayings.map((saying) => fixture.client.submit(makeCommand(saying))),
  );
  const taken = outcomes.map(({ code }) => Number(code === 0));
  // The auction has two timers.
  for (const [at, one] of [...taken, taken[2]].entries()) fired[at] += one;
  if (Math.min(...taken) === 1) return dueAtMs;
  expect(Date.now(), 'refused in time').toBeGreaterThanOrEqual(dueAtMs);
  await expect.poll(() => countFired(fixture)).toEqual(fired);
  return setTimers(fixture, fired, { leadMs: leadMs * 2, isHalted: taken[2] === 0 });
}

/** Kill it under load so many times: what was acknowledged is there once. */
export async function killUnderLoad(fixture: EngineFixture, timesCount: number): Promise<void> {
  const crowd = new Crowd(fixture);
  for (let times = 0; times < timesCount; times += 1) {
    crowd.begin(200);
    await crowd.waitForMore(400);
    await pause(Math.random() * 20);
    await fixture.kill();
    await crowd.rest();
    await fixture.start();
  }
  expect(crowd.acknowledged.size).toBeGreaterThanOrEqual(400 * timesCount);
  await checkCrowd(fixture, crowd);
  // What was unknown can be found by its key: done before, or done now, never twice.
  for (const reference of crowd.unknown.splice(0)) {
    const outcome = await fixture.client.submit(moveOne(reference));
    const { repeatOfSequence } = outcome.events[0] as CommandApplied;
    crowd.acknowledged.set(reference, repeatOfSequence || outcome.sequence);
  }
  await checkCrowd(fixture, crowd);
  expect(await verifyJournal(await fixture.openAudit())).toMatchObject({ isSound: true });
}

/** Kill it so long after it was asked for a snapshot: the next start comes to the same state. */
export async function killDuringSnapshots(
  fixture: EngineFixture,
  delaysMs: readonly number[],
): Promise<void> {
  const crowd = new Crowd(fixture);
  for (const delayMs of delaysMs) {
    crowd.begin(20);
    await crowd.waitForMore(100);
    const making = fixture.client.ask('snapshot').catch(() => {});
    await pause(delayMs);
    await fixture.kill();
    await Promise.all([crowd.rest(), making]);
    await fixture.start();
  }
  await fixture.client.ask('snapshot');
  await checkCrowd(fixture, crowd);
  await fixture.kill();
  await fixture.start();
  await checkCrowd(fixture, crowd);
}

/** Kill it so long after timers are due, or before: each fires once. */
export async function killAtTimers(
  fixture: EngineFixture,
  afterMs: readonly number[],
): Promise<void> {
  await openMarkets(fixture);
  const fired = [0, 0, 0, 0];
  for (const [at, lateMs] of afterMs.entries()) {
    const dueAtMs = await setTimers(fixture, fired);
    await pause(dueAtMs - Date.now() + lateMs);
    await fixture.kill();
    await fixture.start();
    await fixture.client.submit(moveOne(at + 1));
    await expect.poll(() => countFired(fixture), { interval: 200 }).toEqual(fired);
  }
  expect(await countFired(fixture)).toEqual(fired);
}
