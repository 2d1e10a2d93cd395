// The price step of each second: looks at what sources told, writes the snapshots, and only then
// tells the engine. What is in doubt is not told: without a row no price goes out, and a source
// that is silent counts no more after ten seconds. It knows no source. Run by the process that has
// them.
import {
  CommandKind,
  type IndexId,
  type IndexPrice,
  type OwnerId,
  readRejectWord,
  Source,
} from '@isobath/core';
import type { CommandClient } from '../commands/index.ts';
import type { Database } from '../db/index.ts';
import { type IndexComponent, type IndexSnapshot, priceSnapshot } from './components.ts';
import { findLack, type IndexSource, loadIndexes, type PricedIndex } from './indexes.ts';
import { dropSnapshots, readSnapshotRange, writeSnapshots } from './snapshots.ts';

/** What a source told last of an index: a price in its quote coin, and when. */
export interface ToldPrice {
  readonly price: number;
  readonly toldAtMs: number;
}

/** What the loop stands on. */
export interface PriceLoopParts {
  readonly database: Database;
  readonly commandClient: CommandClient;
  /** Who sends: the operator's own account. */
  readonly ownerId: OwnerId;
  readonly isSandbox: boolean;
  /** The last word of a source; undefined when it never told anything, or does not exist. */
  readonly readTold: (source: string, index: PricedIndex, nowMs: number) => ToldPrice | undefined;
  readonly readNowMs: () => number;
  readonly report: (error: unknown) => void;
}

/** A running loop. */
export interface PriceLoop {
  /** Take one step now, if the clock has moved since the last. */
  step(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
  /** Rejects when the engine refuses prices for what they are: it would refuse the next ones. */
  readonly ended: Promise<never>;
}

const EVERY_MS = 1_000;
const ALL_EVERY_MS = 5_000;
const LOAD_EVERY_MS = 10_000;
const DROP_EVERY_MS = 600_000;

/** The largest price that the engine takes, in subticks; what is above it is no price. */
const PRICE_SUB_MAX = (2 ** 31 - 1) * 100;

function toSubticks(price: number, decimals: number): number {
  const priceSub = Math.round(price * 10 ** decimals);
  return priceSub > 0 && priceSub <= PRICE_SUB_MAX ? priceSub : 0;
}

interface Sent {
  readonly priceSub: number;
  readonly liveCount: number;
  readonly atMs: number;
}

/** Make the loop; it waits for `start`. */
export function createPriceLoop(parts: PriceLoopParts): PriceLoop {
  const { database, commandClient, ownerId, readNowMs } = parts;
  let indexes: readonly PricedIndex[] = [];
  let loadedAtMs = Number.NEGATIVE_INFINITY;
  let droppedAtMs = Number.NEGATIVE_INFINITY;
  let lastId: number | undefined;
  /** What the engine surely knows of each index. */
  let sent = new Map<number, Sent>();
  let lacks = '';
  let isFailing = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let stepping = Promise.resolve();
  let failed = (_error: unknown): void => {};
  const ended = new Promise<never>((_resolve, reject) => {
    failed = reject;
  });
  ended.catch(() => {});

  async function load(nowMs: number): Promise<void> {
    if (nowMs - loadedAtMs < LOAD_EVERY_MS && indexes.length > 0) return;
    const all = await loadIndexes(database);
    const found = all.map((index) => findLack(index, parts.isSandbox));
    indexes = all.filter((_index, place) => found[place] === undefined);
    loadedAtMs = nowMs;
    const told = found.filter((lack) => lack !== undefined).join('; ');
    if (told !== lacks && told !== '') parts.report(new Error(`prices: ${told}`));
    lacks = told;
  }

  function observe(index: PricedIndex, { source, weight }: IndexSource, nowMs: number) {
    const told = parts.readTold(source, index, nowMs);
    const component: IndexComponent = {
      source,
      weight,
      priceSub: told === undefined ? 0 : toSubticks(told.price, index.decimals),
      toldAtMs: told?.toldAtMs ?? 0,
    };
    return component;
  }

  function takeSnapshot(index: PricedIndex, nowMs: number): IndexSnapshot {
    const { indexId, componentsMin, outlierPpm, sources } = index;
    return {
      snapshotId: nowMs,
      indexId,
      terms: { componentsMin, outlierPpm },
      components: sources.map((source) => observe(index, source, nowMs)),
    };
  }

  /** What changed since the engine was told, and everything again after five seconds. */
  function isDue({ indexId }: IndexSnapshot, price: Omit<Sent, 'atMs'>, nowMs: number): boolean {
    const before = sent.get(indexId);
    if (before === undefined || nowMs - before.atMs >= ALL_EVERY_MS) return true;
    return before.priceSub !== price.priceSub || before.liveCount !== price.liveCount;
  }

  async function send(observedAtMs: number, prices: readonly IndexPrice[]): Promise<void> {
    const outcome = await commandClient.try(
      { kind: CommandKind.applyPrices, observedAtMs, prices },
      { caller: { ownerId, sessionId: 0 }, idempotencyKey: '', source: Source.system },
    );
    if (outcome.code !== 0) {
      const word = readRejectWord(outcome.code) ?? String(outcome.code);
      const error = new Error(`prices were refused: ${word} ${outcome.facts.join(' ')}`);
      if (word !== 'price_stale') failed(error);
      throw error;
    }
    for (const { indexId, priceSub, liveCount } of prices) {
      sent.set(indexId, { priceSub, liveCount, atMs: observedAtMs });
    }
  }

  async function tell(nowMs: number): Promise<void> {
    const due = indexes
      .map((index) => takeSnapshot(index, nowMs))
      .map((snapshot) => ({ snapshot, price: priceSnapshot(snapshot) }))
      .filter(({ snapshot, price }) => isDue(snapshot, price, nowMs));
    lastId = nowMs;
    await writeSnapshots(
      database,
      due.map(({ snapshot }) => snapshot),
    );
    await send(
      nowMs,
      due.map(({ snapshot: { indexId, snapshotId }, price }) => ({
        indexId: indexId as IndexId,
        snapshotId,
        ...price,
      })),
    );
  }

  async function drop(nowMs: number): Promise<void> {
    if (nowMs - droppedAtMs < DROP_EVERY_MS) return;
    droppedAtMs = nowMs;
    await dropSnapshots(database, nowMs);
  }

  async function look(): Promise<void> {
    const nowMs = readNowMs();
    lastId ??= (await readSnapshotRange(database))?.lastId ?? 0;
    // A clock that went back is waited for: no number is used twice.
    if (nowMs <= lastId) return;
    await load(nowMs);
    if (indexes.length === 0) return;
    // After a failure the engine is asked with an empty step: rows without a price fill disks.
    if (isFailing) return send(nowMs, []);
    await tell(nowMs);
    await drop(nowMs);
  }

  /** What failed may have been done or not: when it goes on, everything is told anew. */
  async function step(): Promise<void> {
    try {
      await look();
      isFailing = false;
    } catch (error) {
      sent = new Map();
      isFailing = true;
      throw error;
    }
  }

  async function tryStep(): Promise<void> {
    const wasFailing = isFailing;
    try {
      await step();
    } catch (error) {
      if (!wasFailing && !isStopped) parts.report(error);
    }
  }

  function plan(): void {
    if (isStopped) return;
    timer = setTimeout(
      () => {
        stepping = tryStep().then(plan);
      },
      EVERY_MS - (readNowMs() % EVERY_MS),
    );
  }

  return {
    step,
    start: plan,
    ended,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await stepping;
    },
  };
}
