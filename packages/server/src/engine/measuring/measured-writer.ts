// The real writer with the real core on a database of its own, to be measured: sequencer, journal,
// event log, marks and socket as the product has them, all in this process. Not part of the
// product. Used by the programs of this folder.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecrets, readSecrets } from '../../base/config/index.ts';
import { startTestDatabase, type TestDatabase } from '../../base/db/testing.ts';
import { migrations } from '../../migrations.ts';
import { openCore, RULES_VERSION } from '../core.ts';
import { MarkFile } from '../journal/mark-file.ts';
import { PostgresOutbox } from '../journal/outbox.ts';
import { PostgresJournal } from '../journal/postgres-journal.ts';
import { PostgresEventLog } from '../log/event-log.ts';
import { PackingThread } from '../log/packer.ts';
import type { SnapshotStore } from '../log/snapshots.ts';
import { startEngine, type RunningEngine } from '../process/engine.ts';
import { serveEngine } from '../process/socket-server.ts';
import { createSystemClock, watchDisk } from '../process/system.ts';
import { ENGINE_ID } from '../tables.ts';

/** Names of what the measured commands define: no projection understands a market without. */
const names = `
  INSERT INTO coins (coin_id, short_name, name) VALUES (1, 'QUOTE', 'Quote'), (2, 'BASE', 'Base');
  INSERT INTO markets (instrument_id, symbol) VALUES (1, 'base_quote');`;

/** A stop would make one as well, and a start go on from it. */
const noSnapshots: SnapshotStore = {
  save: async () => {},
  loadNewest: async () => undefined,
};

/** A database and a data folder that a writer and its readers can be started on. */
export interface MeasuredFixture {
  readonly db: TestDatabase;
  readonly folder: string;
  /** The database's address as settings of another process name it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A writer under measurement. */
export interface MeasuredWriter {
  readonly engine: RunningEngine;
  stop(): Promise<void>;
}

/** Make database and data folder. */
export async function openFixture(): Promise<MeasuredFixture> {
  const db = await startTestDatabase({ migrations });
  const folder = await mkdtemp(join(tmpdir(), 'isobath-durable-'));
  await createSecrets(folder);
  const secrets = await readSecrets(folder);
  const { database, socketFolder = '', port, roles } = db.address;
  await db.owner.execute(
    `CREATE ROLE ${database}_app LOGIN PASSWORD '${secrets['database-app']}'
     IN ROLE ${roles.app.name}`,
  );
  await db.owner.execute(names);
  const url =
    `postgres://${roles.owner.name}:${roles.owner.password}@localhost:${port}/${database}` +
    `?host=${encodeURIComponent(socketFolder)}`;
  const stop = async () => {
    await db.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { db, folder, url, stop };
}

/**
 * Start the writer; it keeps no snapshots, so that a later start replays everything.
 *
 * @errors Refusal as `startEngine`.
 */
export async function startWriter({ db, folder }: MeasuredFixture): Promise<MeasuredWriter> {
  const key = Buffer.from((await readSecrets(folder))['journal-key'], 'hex');
  const base = { database: db.app, engineId: ENGINE_ID, key, writer: randomUUID() };
  const journal = new PostgresJournal(base);
  const packing = new PackingThread();
  const log = new PostgresEventLog({ ...base, pack: packing.pack });
  const core = openCore();
  const engine = await startEngine({
    core,
    rulesVersion: RULES_VERSION,
    journal,
    chain: { key, engineId: ENGINE_ID },
    log,
    snapshots: noSnapshots,
    mark: new MarkFile(folder, key),
    outbox: new PostgresOutbox(db.app, ENGINE_ID),
    clock: createSystemClock(),
    disk: watchDisk(folder),
    report: () => {},
    warn: (text) => console.error(text),
    fatal: (refusal) => {
      throw refusal;
    },
    snapshotIntervalCount: Number.MAX_SAFE_INTEGER,
  });
  const stopServing = await serveEngine(folder, { engine, questions: {} });
  const stop = async () => {
    await engine.stop();
    await stopServing();
    await Promise.all([journal.close(), log.close(), packing.close()]);
  };
  return { engine, stop };
}
