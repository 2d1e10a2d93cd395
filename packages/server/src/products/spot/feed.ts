// The private channel: each person's orders, fills and balances as the engine commits them,
// numbered without gaps. After a cut a client goes on from its last number. Run by the edge
// process.
import type { BalanceRow, ChannelFrame, PrivateEvent } from '@isobath/wire';
import type { ChannelSource, Hub } from '../../base/feed/index.ts';
import type { Session } from '../../base/db/index.ts';
import type { CommittedStep } from '../../base/product/index.ts';
import { createOrderFold } from './orders/order-fold.ts';
import { loadOpenChains } from './orders/list-rows.ts';
import type { OpenOrders } from './open-orders.ts';
import { loadOpenOrders, type OrderRecord } from './orders/order-rows.ts';
import { createBalanceNews } from './private-channel/balance-news.ts';
import type { UserStream } from './user-stream/user-stream.ts';
import {
  createPrivatePublisher,
  type OwnedEvent,
  type PrivateEventParts,
  readStoredNumber,
  type StoredEvent,
  writeStored,
} from './private-events.ts';

/** What the channel stands on. */
export interface PrivateFeedParts extends PrivateEventParts {
  readonly hub: Hub;
  readonly database: Session;
  /** Balances as the engine has them now, never older than the person's newest step. */
  readonly readBalances: (ownerId: number) => Promise<BalanceRow[]>;
  /** Tells the same steps in the trading dialect. */
  readonly userStream: UserStream;
  readonly report: (error: unknown) => void;
  /** Told of the open orders that are followed here anyway. */
  readonly openOrders: OpenOrders;
}

/** The running channel. */
export interface PrivateFeed {
  /** Read the open orders. Call before the first `apply`. */
  load(session: Session): Promise<void>;
  /** Take in what was committed; those whom it touches hear of it within milliseconds. */
  apply(step: CommittedStep): void;
}

/**
 * Telling people takes at most a quarter of the process's time: after a turn of it the next one
 * waits three times as long as it took. What happened to one person meanwhile leaves as one frame.
 */
const REST_TIMES = 3;
const KEPT_COUNT = 300;
const RESUME_ROWS_MAX = 5_000;
/**
 * What nobody listens to is kept until the table has it for certain: far longer than that takes.
 */
const UNHEARD_KEPT_MS = 60_000;
const LOOK_EVERY_MS = 20_000;
/** One person's newest events in this process. */
interface Person {
  readonly kept: OwnedEvent[];
  unsent: OwnedEvent[];
  happenedAtMs: number;
}

/** Make the channel and offer it on the hub. */
export function createPrivateFeed(parts: PrivateFeedParts): PrivateFeed {
  const fold = createOrderFold(parts.accounts);
  const publisher = createPrivatePublisher(parts);
  const people = new Map<number, Person>();
  const waiting = new Set<number>();
  let isFlushDue = false;
  let restUntilMs = 0;
  const balanceNews = createBalanceNews({
    read: parts.readBalances,
    publish: (ownerId, rows, last) =>
      parts.hub.publish(`private:${ownerId}`, balanceFrame(last, rows)),
    report: parts.report,
  });

  function readPerson(ownerId: number): Person {
    let person = people.get(ownerId);
    if (person === undefined) {
      person = { kept: [], unsent: [], happenedAtMs: 0 };
      people.set(ownerId, person);
    }
    return person;
  }

  /** Everybody who ever traded would be too many to remember. */
  function forgetUnheard(nowMs: number): void {
    for (const [ownerId, person] of people) {
      const isFresh = nowMs - person.happenedAtMs < UNHEARD_KEPT_MS;
      if (isFresh || waiting.has(ownerId) || parts.hub.hasListeners(`private:${ownerId}`)) continue;
      people.delete(ownerId);
    }
  }

  function frameOf(events: readonly PrivateEvent[]): ChannelFrame {
    return {
      ch: 'private',
      type: 'event',
      first: events[0].seq,
      last: (events.at(-1) as PrivateEvent).seq,
      at: (events.at(-1) as PrivateEvent).at,
      data: events,
    };
  }

  function balanceFrame(last: number, rows: readonly BalanceRow[]): ChannelFrame {
    return { ch: 'private', type: 'balances', first: last, last, at: Date.now(), data: rows };
  }

  /** The step rides on the last event of a frame. */
  function makeFrame(ownerId: number, events: readonly PrivateEvent[]): ChannelFrame {
    const step = String(parts.openOrders.readNewest(ownerId));
    return frameOf([...events.slice(0, -1), { ...(events.at(-1) as PrivateEvent), step }]);
  }

  /** For who goes on from a number: that news were heard says nothing of balances behind them. */
  async function readBalanceFrames(ownerId: number, last: number): Promise<ChannelFrame[]> {
    try {
      return [balanceFrame(last, await parts.readBalances(ownerId))];
    } catch {
      // They are told as soon as the engine answers.
      balanceNews.changed(ownerId, last);
      return [];
    }
  }

  async function beginAt(ownerId: number): Promise<ChannelFrame> {
    const last = await readLastNumber(ownerId);
    return { ch: 'private', type: 'snapshot', first: last, last, at: Date.now(), data: null };
  }

  function flushPerson(ownerId: number): void {
    const person = readPerson(ownerId);
    const unsent = person.unsent;
    person.unsent = [];
    if (!parts.hub.hasListeners(`private:${ownerId}`)) return;
    const frame = makeFrame(
      ownerId,
      unsent.map(({ write }) => write()),
    );
    parts.hub.publish(`private:${ownerId}`, frame);
    balanceNews.changed(ownerId, frame.last);
  }

  function flush(): void {
    const startedMs = performance.now();
    isFlushDue = false;
    for (const ownerId of waiting) {
      waiting.delete(ownerId);
      try {
        flushPerson(ownerId);
      } catch (error) {
        parts.report(error);
      }
    }
    const endedMs = performance.now();
    restUntilMs = endedMs + (endedMs - startedMs) * REST_TIMES;
  }

  async function readLastNumber(ownerId: number): Promise<number> {
    const kept = people.get(ownerId)?.kept.at(-1);
    // Whoever begins here loads lists: what is not told to them any more must be in the tables.
    await parts.openOrders.settle(ownerId);
    if (kept !== undefined) return kept.seq;
    const rows = await parts.database.query<{ last: number | null }>(
      'SELECT max(last_number) AS last FROM private_pieces WHERE owner_id = $1',
      [ownerId],
    );
    return Number(rows[0]?.last ?? 0);
  }

  /**
   * Events after a number: stored ones, then those of this process, without a gap or not at all.
   */
  async function readSince(ownerId: number, since: number): Promise<PrivateEvent[] | undefined> {
    const first = people.get(ownerId)?.kept[0]?.seq;
    if (first === undefined || first > since + 1) await parts.openOrders.settle(ownerId);
    const pieces = await parts.database.query<{ events: StoredEvent[] }>(
      // Numbers have no gap, so this bounds the events that are read, not only the pieces.
      `SELECT events FROM private_pieces
       WHERE owner_id = $1 AND last_number > $2 AND first_number <= $3 ORDER BY last_number`,
      [ownerId, since, since + RESUME_ROWS_MAX + 1],
    );
    const stored = pieces.flatMap((piece) => piece.events);
    const missed = stored.filter((event) => readStoredNumber(event) > since);
    if (missed.length > RESUME_ROWS_MAX) return undefined;
    const events = missed.map((event) => writeStored(event, parts.markets));
    for (const { seq, write } of people.get(ownerId)?.kept ?? []) {
      if (seq > (events.at(-1)?.seq ?? since)) events.push(write());
    }
    const isGapless = events.every((event, at) => event.seq === since + 1 + at);
    if (!isGapless) return undefined;
    // Whoever knows more than ever happened here knew another journal, such as one before a backup
    // was restored: what comes next would look old to them.
    const isAhead = events.length === 0 && since > (await readLastNumber(ownerId));
    return isAhead ? undefined : events;
  }

  const source: ChannelSource = {
    prefix: 'private',
    // Resuming reads tables.
    weigh: () => 20,
    address: (channel, asker) => {
      if (channel !== 'private') return undefined;
      return asker.ownerId === 0 ? null : `private:${asker.ownerId}`;
    },
    snapshot: (_channel, asker) => beginAt(asker.ownerId),
    async resume(_channel, since, asker) {
      const events = await readSince(asker.ownerId, since);
      if (events === undefined) return undefined;
      const missed = events.length === 0 ? [] : [makeFrame(asker.ownerId, events)];
      return [...missed, ...(await readBalanceFrames(asker.ownerId, missed.at(-1)?.last ?? since))];
    },
  };
  parts.hub.addSource(source);
  setInterval(() => forgetUnheard(performance.now()), LOOK_EVERY_MS).unref();

  /** Whom a step touches it touches several times: they are looked for once. */
  let requestedId = 0;
  let isHeard = false;

  /** Whether a person listens; what others were told before has a gap from here on. */
  function hears(ownerId: number, sequence: number): boolean {
    if (ownerId === requestedId) return isHeard;
    requestedId = ownerId;
    isHeard = parts.hub.hasListeners(`private:${ownerId}`);
    parts.openOrders.note(ownerId, sequence);
    if (isHeard) return true;
    people.delete(ownerId);
    waiting.delete(ownerId);
    return false;
  }

  return {
    async load(session) {
      // What is read now follows no number that was told before.
      people.clear();
      waiting.clear();
      balanceNews.clear();
      await publisher.load(session);
      const open = await loadOpenOrders(session);
      parts.userStream.restore(open, await loadOpenChains(session));
      fold.restore(open);
      parts.openOrders.restore(fold.readOpen());
    },
    apply(step) {
      const touched = new Map<number, OrderRecord>();
      const { userStream } = parts;
      userStream.begin(step);
      for (const event of step.events) {
        userStream.before(event, fold.readOpen());
        const rows = fold.apply(event, step);
        for (const row of rows) touched.set(row.order_id, row);
        userStream.after(event, rows);
      }
      userStream.end();
      parts.openOrders.apply(step, touched.values());
      const { sequence } = step;
      requestedId = 0;
      // Rows go on changing; what is told is as of this step.
      const asOfNow = new Map<number, OrderRecord>();
      for (const [orderId, row] of touched) {
        if (hears(row.owner_id, sequence)) asOfNow.set(orderId, { ...row });
      }
      for (const event of publisher.publishStep(step, asOfNow, (ownerId) =>
        hears(ownerId, sequence),
      )) {
        const person = readPerson(event.ownerId);
        person.happenedAtMs = performance.now();
        person.kept.push(event);
        if (person.kept.length > KEPT_COUNT * 2) person.kept.splice(0, KEPT_COUNT);
        person.unsent.push(event);
        waiting.add(event.ownerId);
      }
      if (isFlushDue || waiting.size === 0) return;
      isFlushDue = true;
      const restMs = restUntilMs - performance.now();
      // After the whole batch: its steps go out together.
      if (restMs <= 0) setImmediate(flush);
      else setTimeout(flush, Math.ceil(restMs)).unref();
    },
  };
}
