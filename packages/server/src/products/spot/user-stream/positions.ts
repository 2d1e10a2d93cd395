// Tells people's streams the balances that a step has changed, as of that step or later. While no
// engine says them it asks again. Called by user-stream.ts.
import type { UserHub } from '../../../base/feed/index.ts';
import type { MarketRegistry } from '../../../base/market/index.ts';
import type { CommittedStep } from '../../../base/product/index.ts';
import { type ReportedBalance, publishPosition } from './reports.ts';

/** Balances that are wanted of one person. */
export interface RequestedBalances {
  readonly ownerId: number;
  readonly assetIds: readonly number[];
}

/** Balances of one person in base units. */
export type UnitBalances = readonly {
  readonly assetId: number;
  readonly availableUnits: bigint;
  readonly heldUnits: bigint;
}[];

/** What positions stand on. */
export interface PositionsParts {
  readonly users: UserHub;
  readonly markets: MarketRegistry;
  /** Balances of spot accounts as of a step or later, in the order asked, without zero ones. */
  readonly readUnits: (
    requested: readonly RequestedBalances[],
    minSequence: number,
  ) => Promise<readonly UnitBalances[]>;
  readonly readNowMs: () => number;
  readonly report: (error: unknown) => void;
}

/** Gathers what steps touch. */
export interface Positions {
  touch(ownerId: number, assetIds: readonly number[]): void;
  /** Tell what a step has touched once the steps of its commit are all here. */
  flush(step: CommittedStep): void;
}

/** Balances of one person that are waiting to be told. */
interface Waiting {
  readonly assets: Set<number>;
  atMs: number;
}

/**
 * After positions were told, others gather: for each person who was told so long. One alone hears
 * at once, with fifty each position stands for what happened in 10 ms.
 */
const REST_PERSON_MS = 0.2;
const REST_MAX_MS = 20;
/** So often it is asked again while no engine says balances that are new enough. */
const OWED_AGAIN_MS = 1_000;

/** Make the teller of balances. */
export function createPositions(parts: PositionsParts): Positions {
  const { users, markets, readNowMs } = parts;
  let waiting = new Map<number, Waiting>();
  let isReading = false;
  /** The newest step that changed a balance somebody waits for. */
  let newestSequence = 0;
  let touched = new Map<number, Set<number>>();

  function touch(ownerId: number, assetIds: readonly number[]): void {
    const assets = touched.get(ownerId) ?? new Set();
    for (const assetId of assetIds) assets.add(assetId);
    touched.set(ownerId, assets);
  }

  function sendPosition(
    { ownerId, assetIds }: RequestedBalances,
    published: UnitBalances,
    atMs: number,
  ) {
    const shown = assetIds.flatMap((assetId): ReportedBalance[] => {
      const coin = markets.coinById(assetId);
      const found = published.find((one) => one.assetId === assetId);
      const { availableUnits, heldUnits } = found ?? { availableUnits: 0n, heldUnits: 0n };
      return coin === undefined ? [] : [{ coin, availableUnits, heldUnits }];
    });
    users.publish(ownerId, publishPosition(shown, { atMs, nowMs: readNowMs() }));
  }

  function wait(ownerId: number, assets: Iterable<number>, atMs: number): void {
    const entry = waiting.get(ownerId) ?? { assets: new Set(), atMs: 0 };
    waiting.set(ownerId, entry);
    for (const assetId of assets) entry.assets.add(assetId);
    entry.atMs = Math.max(entry.atMs, atMs);
  }

  /** Nothing tells them again by itself: who was owed them is asked for later. */
  function owe(entries: readonly (readonly [number, Waiting])[]): void {
    for (const [ownerId, { assets, atMs }] of entries) wait(ownerId, assets, atMs);
    setTimeout(() => {
      if (!isReading) void sendPositions();
    }, OWED_AGAIN_MS).unref();
  }

  /** One question for everybody at a time; what changes meanwhile is told by the next one. */
  async function sendPositions(): Promise<void> {
    isReading = true;
    try {
      while (waiting.size > 0) {
        const entries = [...waiting].filter(([ownerId]) => users.hasListeners(ownerId));
        waiting = new Map();
        if (entries.length === 0) return;
        const requested = entries.map(([ownerId, { assets }]) => ({
          ownerId,
          assetIds: [...assets],
        }));
        let published: readonly UnitBalances[];
        try {
          published = await parts.readUnits(requested, newestSequence);
        } catch (error) {
          parts.report(error);
          return owe(entries);
        }
        for (const [at, one] of requested.entries()) {
          sendPosition(one, published[at] ?? [], entries[at][1].atMs);
        }
        await new Promise((resolve) => {
          setTimeout(resolve, Math.min(requested.length * REST_PERSON_MS, REST_MAX_MS));
        });
      }
    } finally {
      isReading = false;
    }
  }

  function flush(step: CommittedStep): void {
    if (touched.size === 0) return;
    for (const [ownerId, assets] of touched) wait(ownerId, assets, step.atMs);
    touched = new Map();
    newestSequence = step.sequence;
    if (isReading) return;
    isReading = true;
    // After all steps of one commit: they share the question.
    queueMicrotask(() => void sendPositions());
  }

  return { touch, flush };
}
