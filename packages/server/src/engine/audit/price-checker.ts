// Calculates every price of the journal again from the rows of its components: price, live count
// and hash must be those that the engine was told. It replays nothing. Used by verify.ts.
//
// The terms of an index are those its snapshot names: an operator's change of them reaches whoever
// makes prices a little later than the engine.
import { type ApplyPrices, CommandKind } from '@isobath/core';
import type { Database } from '../../base/db/index.ts';
import {
  type IndexSnapshot,
  priceSnapshot,
  readSnapshotRange,
  readSnapshots,
  SNAPSHOTS_KEPT_MS,
} from '../../base/prices/index.ts';
import type { Core } from '../core-port.ts';
import { BatchReader } from '../journal/batch-codec.ts';
import type { JournalRow } from '../ports.ts';
import type { AuditFinding } from './source.ts';

const GATHER_STEPS = 500;

interface ToldPrices {
  readonly sequence: number;
  readonly observedAtMs: number;
  readonly prices: ApplyPrices['prices'];
}

/** Follows the price steps of a journal. */
export class PriceChecker {
  readonly #database: Database;
  readonly #core: Pick<Core, 'decode'>;
  readonly #nowMs: number;
  #told: ToldPrices[] = [];
  /** Rows of what was observed before it were dropped. */
  #fromId: number | undefined;

  /** @param nowMs - by the clock: what is older than rows are kept may be gone. */
  constructor(database: Database, core: Pick<Core, 'decode'>, nowMs: number) {
    this.#database = database;
    this.#core = core;
    this.#nowMs = nowMs;
  }

  /** Take a row that is what it was; gives what was found of rows before it. */
  async add(row: JournalRow): Promise<AuditFinding[]> {
    const reader = new BatchReader(row);
    for (let sequence = row.firstSequence; reader.next(); sequence += 1) {
      // The kind stands first, and so small a one in one byte.
      if (reader.bytes[reader.from] !== CommandKind.applyPrices) continue;
      const command = this.#core.decode(reader.bytes, reader);
      if (command.kind !== CommandKind.applyPrices || command.prices.length === 0) continue;
      const { observedAtMs, prices } = command;
      this.#told.push({ sequence, observedAtMs, prices });
    }
    return this.#told.length < GATHER_STEPS ? [] : this.finish();
  }

  /** What was found of the rows since the last time. */
  async finish(): Promise<AuditFinding[]> {
    if (this.#told.length === 0) return [];
    const told = this.#told;
    this.#told = [];
    this.#fromId ??= await this.#findFirst();
    const fromId = this.#fromId;
    const kept = told.filter(({ observedAtMs }) => observedAtMs >= fromId);
    if (kept.length === 0) return [];
    // What came late was refused and stands in the journal all the same, behind what is newer.
    const times = kept.map(({ observedAtMs }) => observedAtMs);
    const [firstId, lastId] = [Math.min(...times), Math.max(...times)];
    const snapshots = await readSnapshots(this.#database, firstId, lastId);
    const found = new Map(snapshots.map((one) => [`${one.snapshotId} ${one.indexId}`, one]));
    return kept.flatMap((one) => checkStep(one, found));
  }

  async #findFirst(): Promise<number> {
    const range = await readSnapshotRange(this.#database);
    return Math.min(range?.firstId ?? Number.POSITIVE_INFINITY, this.#nowMs - SNAPSHOTS_KEPT_MS);
  }
}

function checkStep(
  { sequence, observedAtMs, prices }: ToldPrices,
  snapshots: ReadonlyMap<string, IndexSnapshot>,
): AuditFinding[] {
  return prices.flatMap(({ indexId, snapshotId, ...told }) => {
    const find = (what: string): AuditFinding[] => [{ sequence, part: 'prices', what }];
    const name = `snapshot ${snapshotId} of index ${indexId}`;
    if (snapshotId !== observedAtMs) return find(`${name} is not of when it was observed`);
    const snapshot = snapshots.get(`${snapshotId} ${indexId}`);
    if (snapshot === undefined) return find(`the components of ${name} are missing`);
    const { priceSub, liveCount, componentsHash } = priceSnapshot(snapshot);
    const isSame =
      priceSub === told.priceSub &&
      liveCount === told.liveCount &&
      componentsHash === told.componentsHash;
    return isSame ? [] : find(`the components of ${name} make another price than was told`);
  });
}
