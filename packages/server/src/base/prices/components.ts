// One price of one index and what it is made of, as pure functions: which components are live, the
// price, the hash that binds both to the journal. The formula itself is core's. Called by the
// price process, by `verify`, and by whoever shows how a price came to be.
import { hash } from 'node:crypto';
import { calculateIndex, type IndexTerms } from '@isobath/core/math';

/** What one source had told of an index when it was observed. */
export interface IndexComponent {
  readonly source: string;
  readonly weight: number;
  /** In subticks; 0 before it has told anything. */
  readonly priceSub: number;
  /** When it was told, UTC milliseconds. */
  readonly toldAtMs: number;
}

/** An index as it was observed at one time. */
export interface IndexSnapshot {
  /** When it was observed, UTC milliseconds: no two snapshots share it. */
  readonly snapshotId: number;
  readonly indexId: number;
  readonly terms: IndexTerms;
  /** By the names of their sources. */
  readonly components: readonly IndexComponent[];
}

/** What follows of a snapshot, as the engine is told. */
export interface SnapshotPrice {
  /** In subticks; 0 = frozen. */
  readonly priceSub: number;
  readonly liveCount: number;
  readonly componentsHash: number;
}

/** What was told longer ago is no price of now. */
const COMPONENT_LIFE_MS = 10_000;
/** Four bits each: 52 of them fit a safe integer. */
const HASH_LETTERS = 13;

/** Whether a component counted at that time: told within ten seconds, above 0, not of later. */
export function isLive({ priceSub, toldAtMs }: IndexComponent, atMs: number): boolean {
  return priceSub > 0 && toldAtMs <= atMs && atMs - toldAtMs <= COMPONENT_LIFE_MS;
}

/** The first 52 bits of the SHA-256 over a snapshot: one line for its head, one a component. */
export function hashComponents({ snapshotId, indexId, terms, components }: IndexSnapshot): number {
  const head = [snapshotId, indexId, terms.componentsMin, terms.outlierPpm];
  const lines = components.map((one) => [one.source, one.weight, one.priceSub, one.toldAtMs]);
  const text = [head, ...lines].map((words) => `${words.join(' ')}\n`).join('');
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, HASH_LETTERS), 16);
}

/** Calculate what the engine is told of a snapshot. */
export function priceSnapshot(snapshot: IndexSnapshot): SnapshotPrice {
  const { snapshotId, terms, components } = snapshot;
  const live = components.filter((one) => isLive(one, snapshotId));
  return {
    priceSub: calculateIndex(live, terms),
    liveCount: live.length,
    componentsHash: hashComponents(snapshot),
  };
}
