// Which steps people were told of, and a way to wait until what a person has just done has been
// followed by this process or is in the tables. It follows nothing itself: whoever does says how
// far that is. Made by the edge's process.
import type { Session } from '../db/index.ts';
import { refuse } from '../product/index.ts';
import { createStoredSteps, GIVE_UP_MS } from './stored-steps.ts';
import { readWatermark } from './watermark.ts';

/** How far this process is, and what was told. */
export interface PublishedSteps {
  /** Read the newest step that the tables have. */
  readStored(session: Session): Promise<number>;
  /** Told which step the tables had when everything was read from them. */
  noteLoaded(sequence: number): void;
  /** Told that tables are read anew: what is read may be older than what was told. */
  noteReadAnew(): void;
  /** Told up to which step public data are, too: reads wait until that is as far as was told. */
  noteFollowed(sequence: number): void;
  /** Told of a step that somebody may have heard of, perhaps from an earlier process. */
  recordPublished(sequence: number): void;
  /** Remember the newest step of a person. */
  note(ownerId: number, sequence: number): void;
  /** The newest step of a person that is known here, 0 = none. */
  readNewest(ownerId: number): number;
  /** Wait until a person's newest step was followed. @errors behind after two seconds. */
  catchUp(ownerId: number): Promise<void>;
  /** The same for whoever can go on without: says after two seconds that it did not come. */
  tryCatchUp(ownerId: number): Promise<boolean>;
  /**
   * Wait until every step was followed that was answered or sent to anybody: public data show it.
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

/** Nothing was told yet. @param watermark - name of the projection whose tables are waited for. */
export function createPublishedSteps(database: Session, watermark: string): PublishedSteps {
  const newest = new Map<number, number>();
  /** No step of a person up to here is told anew: one that fell out of the tables comes back. */
  let loadedSequence = 0;
  let appliedSequence = 0;
  /** The newest step that was applied or answered in this process, whoever made it. */
  let publishedSequence = 0;
  const stored = createStoredSteps(database, watermark);
  /** Those who wait for a step, in order of its number. */
  const waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;

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

  function recordPublished(sequence: number): void {
    publishedSequence = Math.max(publishedSequence, sequence);
  }

  function noteFollowed(sequence: number): void {
    appliedSequence = sequence;
    recordPublished(sequence);
    wake();
  }

  async function catchUpWithAll(): Promise<void> {
    if (appliedSequence >= publishedSequence) return;
    if (!(await waitFor(publishedSequence))) throw refuse('behind');
  }

  return {
    readStored: (session) => readWatermark(session, watermark),
    noteLoaded(sequence) {
      loadedSequence = sequence;
    },
    noteReadAnew() {
      appliedSequence = 0;
    },
    noteFollowed,
    recordPublished,
    note(ownerId, sequence) {
      recordPublished(sequence);
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
