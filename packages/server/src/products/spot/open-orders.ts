// People's open orders as of the newest committed step, in memory, and a way to wait until what a
// person has just done is in here or in the tables. Fed by the private feed, which folds them
// anyway. Read by the trading dialect.
import type { Session } from '../../base/db/index.ts';
import { PassingMap } from '../../base/process/passing-map.ts';
import { type CommittedStep, refuse } from '../../base/product/index.ts';
import { createStoredSteps, GIVE_UP_MS } from '../../base/projections/index.ts';
import type { OrderRecord } from './orders/order-rows.ts';

/** A number, or a client order id, of an order on one market. */
export interface MarketReference {
  readonly instrumentId: number;
  readonly orderId?: number | undefined;
  readonly clientOrderId?: string | undefined;
}

/** Open orders of people. Rows stay true: one that is kept shows how its order ended. */
export interface OpenOrders {
  restore(open: ReadonlyMap<number, OrderRecord>): void;
  /** Told which step the tables had when everything was read from them. */
  noteLoaded(sequence: number): void;
  /** Told up to which step public data are, too: reads wait until that is as far as was told. */
  noteFollowed(sequence: number): void;
  /** Told of a step that somebody may have heard of, perhaps from an earlier process. */
  noteTold(sequence: number): void;
  /** Rows that a step changed, as they are after it. */
  apply(step: CommittedStep, rows: Iterable<OrderRecord>): void;
  find(ownerId: number, orderId: number): OrderRecord | undefined;
  /** The open order of a market with a client order id. */
  findNamed(ownerId: number, instrumentId: number, name: string): OrderRecord | undefined;
  /** In order of number. */
  list(ownerId: number, instrumentId?: number): OrderRecord[];
  /** Remember the newest step of a person. */
  note(ownerId: number, sequence: number): void;
  /** The newest step of a person that is known here, 0 = none. */
  readNewest(ownerId: number): number;
  /** Wait until a person's newest step is in here. @errors behind after two seconds. */
  catchUp(ownerId: number): Promise<void>;
  /** The same for whoever can go on without: says after two seconds that it did not come. */
  tryCatchUp(ownerId: number): Promise<boolean>;
  /**
   * Wait until every step is in here that was answered or sent to anybody: public data show it.
   * @errors behind after two seconds.
   */
  catchUpWithAll(): Promise<void>;
  /**
   * Wait until a person's newest step is in the tables; while none is known, until what was read
   * from them is there still, or again. @errors behind after two seconds.
   */
  settle(ownerId: number): Promise<void>;
  /** Wait until a step is in the tables. @errors behind after two seconds. */
  waitForStored(sequence: number): Promise<void>;
}

/** Somebody who waits until a step is applied. */
interface Waiting {
  readonly sequence: number;
  readonly resolve: (isHere: boolean) => void;
  readonly untilMs: number;
}

const LOOK_AT_WAITING_EVERY_MS = 500;
const OWNERS_COUNT_MAX = 100_000;

/** Make an empty list. @param watermark - name of the projection that writes orders. */
export function createOpenOrders(database: Session, watermark: string): OpenOrders {
  const byOwner = new PassingMap<number, PassingMap<number, OrderRecord>>();
  const newest = new Map<number, number>();
  /** No step of a person up to here is told anew: one that fell out of the tables comes back. */
  let loadedSequence = 0;
  let appliedSequence = 0;
  /** The newest step that was applied or answered in this process, whoever made it. */
  let toldSequence = 0;
  const stored = createStoredSteps(database, watermark);
  /** Those who wait for a step, in order of its number. */
  const waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;

  function put(row: OrderRecord): void {
    const own = byOwner.get(row.owner_id);
    if (row.status !== 3) {
      const rows = own ?? new PassingMap<number, OrderRecord>();
      if (own === undefined) byOwner.set(row.owner_id, rows);
      rows.set(row.order_id, row);
    } else if (own?.delete(row.order_id) && own.size === 0) byOwner.delete(row.owner_id);
  }

  function wake(): void {
    let dueCount = 0;
    while (dueCount < waiting.length && waiting[dueCount].sequence <= appliedSequence) {
      waiting[dueCount].resolve(true);
      dueCount += 1;
    }
    if (dueCount > 0) waiting.splice(0, dueCount);
  }

  /** One look for all who wait: a timer for each costs an order more than the waiting. */
  function giveUp(): void {
    timer = undefined;
    const nowMs = performance.now();
    const late = waiting.filter(({ untilMs }) => untilMs <= nowMs);
    for (const one of late) {
      waiting.splice(waiting.indexOf(one), 1);
      one.resolve(false);
    }
    lookLater();
  }

  function lookLater(): void {
    if (waiting.length > 0) timer ??= setTimeout(giveUp, LOOK_AT_WAITING_EVERY_MS);
  }

  /** Resolves when the step is applied, or when it took too long: then with false. */
  function waitFor(sequence: number): Promise<boolean> {
    return new Promise((resolve) => {
      // Nearly always it is the newest.
      let place = waiting.length;
      while (place > 0 && waiting[place - 1].sequence > sequence) place -= 1;
      waiting.splice(place, 0, { sequence, resolve, untilMs: performance.now() + GIVE_UP_MS });
      lookLater();
    });
  }

  async function tryCatchUp(ownerId: number): Promise<boolean> {
    const sequence = newest.get(ownerId) ?? 0;
    return appliedSequence >= sequence || waitFor(sequence);
  }

  function noteTold(sequence: number): void {
    toldSequence = Math.max(toldSequence, sequence);
  }

  function noteFollowed(sequence: number): void {
    appliedSequence = sequence;
    noteTold(sequence);
    wake();
  }

  async function catchUpWithAll(): Promise<void> {
    if (appliedSequence >= toldSequence) return;
    if (!(await waitFor(toldSequence))) throw refuse('behind');
  }

  return {
    restore(open) {
      // What is read now may be older than what was told: that is waited for.
      appliedSequence = 0;
      byOwner.clear();
      for (const row of open.values()) put(row);
    },
    noteLoaded(sequence) {
      loadedSequence = sequence;
    },
    noteFollowed,
    noteTold,
    apply(step, rows) {
      for (const row of rows) put(row);
      noteFollowed(step.sequence);
    },
    find: (ownerId, orderId) => byOwner.get(ownerId)?.get(orderId),
    findNamed(ownerId, instrumentId, name) {
      if (name === '') return undefined;
      for (const row of byOwner.get(ownerId)?.readNow().values() ?? []) {
        if (row.instrument_id === instrumentId && row.client_order_id === name) return row;
      }
      return undefined;
    },
    list(ownerId, instrumentId) {
      return [...(byOwner.get(ownerId)?.readNow().values() ?? [])]
        .filter((row) => instrumentId === undefined || row.instrument_id === instrumentId)
        .sort((one, two) => one.order_id - two.order_id);
    },
    note(ownerId, sequence) {
      noteTold(sequence);
      if (newest.size >= OWNERS_COUNT_MAX) {
        newest.clear();
        loadedSequence = sequence;
      }
      newest.set(ownerId, Math.max(sequence, newest.get(ownerId) ?? 0));
    },
    readNewest: (ownerId) => newest.get(ownerId) ?? 0,
    tryCatchUp,
    async catchUp(ownerId) {
      if (!(await tryCatchUp(ownerId))) throw refuse('behind');
    },
    catchUpWithAll,
    settle: (ownerId) => stored.waitFor(newest.get(ownerId) ?? loadedSequence),
    waitForStored: stored.waitFor,
  };
}
