// People's open orders as of the newest committed step, in memory, and a way to wait until what a
// person has just done is in here or in the tables. Fed by the private feed, which folds them
// anyway. Read by the trading dialect.
import type { Session } from '../../base/db/index.ts';
import { PassingMap } from '../../base/process/passing-map.ts';
import { type CommittedStep, refuse } from '../../base/product/index.ts';
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

/** Nobody waits longer for what he has just done to be readable. */
export const GIVE_UP_MS = 2_000;
const LOOK_AT_WAITING_EVERY_MS = 500;
const LOOK_AT_TABLES_EVERY_MS = 15;
const OWNERS_COUNT_MAX = 100_000;

/** Make an empty list. @param watermark - name of the projection that writes orders. */
export function createOpenOrders(database: Session, watermark: string): OpenOrders {
  const byOwner = new PassingMap<number, PassingMap<number, OrderRecord>>();
  const newest = new Map<number, number>();
  /** No step of a person up to here is told anew: one that fell out of the tables comes back. */
  let loadedSequence = 0;
  let appliedSequence = 0;
  let storedSequence = 0;
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

  async function readStored(): Promise<number> {
    const rows = await database.query<{ sequence: number }>(
      { name: 'orders-watermark', text: 'SELECT sequence FROM projections WHERE name = $1' },
      [watermark],
    );
    return rows[0]?.sequence ?? 0;
  }

  let looking: Promise<void> | undefined;
  let lookedAtMs = 0;

  /** One look at the tables for all who wait: a late projector is not asked the more for it. */
  function lookAtTables(): Promise<void> {
    const waitMs = Math.max(0, lookedAtMs + LOOK_AT_TABLES_EVERY_MS - performance.now());
    const look = async () => {
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      lookedAtMs = performance.now();
      storedSequence = await readStored();
    };
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  /** A database that fell may have lost rows that were seen: what was seen counts for a moment. */
  function wasJustStored(sequence: number): boolean {
    const isFresh = performance.now() < lookedAtMs + LOOK_AT_TABLES_EVERY_MS;
    return isFresh && storedSequence >= sequence;
  }

  async function waitForStored(sequence: number): Promise<void> {
    if (sequence === 0 || wasJustStored(sequence)) return;
    const untilMs = performance.now() + GIVE_UP_MS;
    do {
      if (performance.now() >= untilMs) throw refuse('behind');
      await lookAtTables();
    } while (storedSequence < sequence);
  }

  async function tryCatchUp(ownerId: number): Promise<boolean> {
    const sequence = newest.get(ownerId) ?? 0;
    return appliedSequence >= sequence || waitFor(sequence);
  }

  return {
    restore(open) {
      byOwner.clear();
      for (const row of open.values()) put(row);
    },
    noteLoaded(sequence) {
      loadedSequence = sequence;
    },
    apply(step, rows) {
      for (const row of rows) put(row);
      appliedSequence = step.sequence;
      wake();
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
    settle: (ownerId) => waitForStored(newest.get(ownerId) ?? loadedSequence),
    waitForStored,
  };
}
