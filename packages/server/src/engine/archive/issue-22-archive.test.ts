// Parts of a journal that a real engine wrote, a few steps each, as they leave the database.
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AuditLog, createAuditLog, makeAuditKey } from '../../base/audit/index.ts';
import { auditMigrations } from '../../base/audit/tables.ts';
import { startTestDatabase, type TestDatabase } from '../../base/db/testing.ts';
import { projectionMigrations } from '../../base/projections/tables.ts';
import { dumpJournal } from '../audit/dump.ts';
import { hashAt } from '../audit/past-state.ts';
import type { AuditSource } from '../audit/source.ts';
import { verifyJournal } from '../audit/verify.ts';
import { MarkFile } from '../journal/mark-file.ts';
import { engineMigrations } from '../tables.ts';
import { createToyCore } from '../testing/toy-core.ts';
import { makeTransfer, startTestEngine, testKey } from '../testing/fixture.ts';
import { verifyWithArchive } from './check-files.ts';
import { type DropSource, dropArchived } from './drop.ts';
import { openSteps } from './follow.ts';
import { writeArchive } from './write.ts';

const ENGINE = 1;
const SPAN = 30;
const LATER_MS = Date.now() + 3 * 24 * 3_600_000;

let db: TestDatabase;
let engineFolder: string;
let archive: string;

const makeSource = (core = createToyCore(), rulesVersion = 1): AuditSource => ({
  database: db.owner,
  engineId: ENGINE,
  key: testKey,
  rulesVersion,
  core,
});
const verify = (folder?: string) =>
  folder === undefined ? verifyJournal(makeSource()) : verifyWithArchive(makeSource(), folder);
const write = (core = createToyCore()) =>
  writeArchive(makeSource(core), { folder: archive, nowMs: Date.now() });

function openLog(): AuditLog {
  const key = makeAuditKey('07'.repeat(32));
  return createAuditLog(db.owner, { key, dataFolder: engineFolder, readNowMs: Date.now });
}

function drop(throughSequence: number, given: Partial<DropSource> = {}, nowMs = LATER_MS) {
  const base = { database: db.owner, engineId: ENGINE, key: testKey };
  const mark = new MarkFile(engineFolder, testKey);
  const source = { ...base, audit: openLog(), mark, projections: ['orders'], ...given };
  return dropArchived(source, { folder: archive, throughSequence, nowMs });
}

/** The function of the product with parts of a few steps, five of them ahead. */
async function makeSmallParts(): Promise<void> {
  const [{ body }] = await db.owner.query<{ body: string }>(
    `SELECT pg_get_functiondef('make_engine_partitions'::regproc) AS body`,
  );
  const small = body
    .replace('10000000', `${SPAN}`)
    .replace('through / span', `(greatest(through, 10000000) - 10000000) / span + 5`);
  expect(small).not.toBe(body);
  await db.owner.execute('DROP TABLE journal_0, event_log_0');
  await db.owner.execute(small);
  await db.owner.query('SELECT make_engine_partitions(1)');
}

/** Let an engine do transfers, ten at once, and make a snapshot. */
async function trade(count: number, { from = 0, rulesVersion = 1 } = {}): Promise<string> {
  const engine = await startTestEngine({
    db,
    engineId: ENGINE,
    rulesVersion,
    ...(engineFolder ? { folder: engineFolder } : {}),
  });
  for (let n = from; n < from + count; n += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, at) => engine.send(makeTransfer(n + at))));
    // The log has what a snapshot was made of: its rows are shorter than a part.
    if (n % 20 === 0) await engine.makeSnapshot();
  }
  await engine.makeSnapshot();
  const { hash } = await engine.hashState();
  await engine.stop();
  engineFolder = engine.folder;
  await db.owner.execute(
    `INSERT INTO projections SELECT 'orders', last_sequence FROM journal_heads
     ON CONFLICT (name) DO UPDATE SET sequence = EXCLUDED.sequence`,
  );
  return hash;
}

const listParts = async () =>
  (
    await db.owner.query<{ name: string }>(
      `SELECT relname::text AS name FROM pg_class
     WHERE relname IN ('journal_0', 'journal_1', 'event_log_0', 'event_log_1') ORDER BY 1`,
    )
  ).map(({ name }) => name);

const countManifests = async () =>
  (await db.owner.query('SELECT 1 AS one FROM journal_archives')).length;

/** Change one byte in the middle of a file. */
async function damage(path: string): Promise<() => Promise<void>> {
  const sound = await readFile(path);
  const bytes = Buffer.from(sound);
  bytes[bytes.length >> 1] ^= 1;
  await writeFile(path, bytes);
  return () => writeFile(path, sound);
}

/** What needs steps that are gone is refused, what begins behind them is read as before. */
async function checkReaders(before: { hash: string }): Promise<void> {
  await expect(hashAt(makeSource(), 10)).rejects.toThrow('were archived');
  expect(await hashAt(makeSource(), 80)).toEqual(before);
  await expect(dumpJournal(makeSource(), {}, () => {})).rejects.toThrow('can begin at');
  const lines: string[] = [];
  await dumpJournal(makeSource(), { fromSequence: 80 }, (line) => void lines.push(line));
  const [dumped] = lines.map((line) => JSON.parse(line) as { events: object[] });
  expect(dumped).toMatchObject({ sequence: 80 });
  expect(dumped.events[0]).toMatchObject({ sequence: 80 });
}

/** Every step that the files of dropped parts tell. */
async function followFiles(): Promise<number[]> {
  const steps = await openSteps(makeSource(), archive);
  const sequences: number[] = [];
  return new Promise((resolve, reject) => {
    steps.subscribe({
      fromSequence: 1,
      read(batch) {
        sequences.push(...batch.steps.map(({ sequence }) => sequence));
        if (batch.lastSequence === steps.lastSequence) resolve(sequences);
      },
      failed: reject,
    });
  });
}

beforeEach(async () => {
  db = await startTestDatabase({
    migrations: [...engineMigrations, ...projectionMigrations, ...auditMigrations],
  });
  engineFolder = '';
  await makeSmallParts();
  archive = await mkdtemp(join(db.folder, 'archive-'));
});
afterEach(() => db.stop());

test('parts leave the database once they are proven, and the engine goes on', async () => {
  const hash = await trade(100);
  const whole = await verify();
  expect(whole).toMatchObject({ isSound: true, archivedSequence: 0, stateHash: hash });
  const { written, droppable } = await write();
  expect(written.map(({ number }) => number)).toEqual([0, 1, 2]);
  expect(droppable).toEqual(written);
  // Nothing was changed so far, and what is written is not written again.
  expect(await countManifests()).toBe(0);
  expect((await write()).written).toEqual([]);
  const [first, second] = written;
  await expect(drop(first.lastSequence - 1)).rejects.toThrow('ends of parts that can be dropped');
  await expect(drop(first.lastSequence, {}, Date.now())).rejects.toThrow('not two days old');
  await expect(drop(first.lastSequence, { projections: ['orders', 'new'] })).rejects.toThrow(
    'The projection new has read to step 0',
  );
  expect(await listParts()).toHaveLength(4);
  await drop(first.lastSequence);
  expect(await listParts()).toEqual(['event_log_1', 'journal_1']);
  const report = await verify();
  expect(report.findings).toEqual([]);
  expect(report).toMatchObject({ archivedSequence: first.lastSequence, stateHash: hash });
  expect(report.rowsCount).toBeLessThan(whole.rowsCount);
  const full = await verify(archive);
  expect(full).toMatchObject({ isSound: true, stateHash: hash });
  expect(full.rowsCount + full.archiveRowsCount).toBe(whole.rowsCount);
  const acts = await db.owner.query<{ action: string }>('SELECT action FROM audit_log');
  expect(acts).toEqual([{ action: 'journal_part_archived' }]);
  // Four snapshots later the state behind the part is still there.
  for (let round = 0; round < 2; round += 1) await trade(20, { from: 200 + round * 20 });
  const sequences = await db.owner.query<{ sequence: number }>(
    'SELECT sequence FROM snapshots ORDER BY sequence',
  );
  expect(sequences).toHaveLength(4);
  expect(sequences[0].sequence).toBe(first.lastSequence);
  expect(await listParts()).toEqual(['event_log_1', 'journal_1']);
  const before = await hashAt(makeSource(), 80);
  await write();
  await drop(second.lastSequence);
  await checkReaders(before);
  const followed = await followFiles();
  expect(followed).toEqual(followed.map((_, at) => at + 1));
  expect(followed.length).toBeGreaterThanOrEqual(second.lastSequence);
  expect(await verify(archive)).toMatchObject({ isSound: true, findings: [] });
  // A start that finds no other state replays from there.
  await db.owner.execute(`DELETE FROM snapshots WHERE sequence > ${second.lastSequence}`);
  const engine = await startTestEngine({ db, engineId: ENGINE, folder: engineFolder });
  expect(engine.recovered.snapshotSequence).toBe(second.lastSequence);
  await engine.stop();
  expect((await verify()).isSound).toBe(true);
});

test('a part stays in the database whatever fails before its end', async () => {
  await trade(100);
  // The proof fails in the middle of the replay: no manifest, so all is written anew.
  const failing = createToyCore();
  const { apply } = failing;
  failing.apply = (command, sequence, atMs) => {
    if (sequence === 25) throw new Error('killed');
    return apply(command, sequence, atMs);
  };
  await expect(write(failing)).rejects.toThrow('killed');
  const place = join(archive, 'part-0');
  expect(await readdir(place)).toEqual(['event_log.gz', 'journal.gz']);
  await writeFile(join(place, 'journal.gz'), 'cut');
  const [{ lastSequence }] = (await write()).written;
  // The transaction ends before each of its statements in turn.
  let failures = 0;
  for (let at = 0; ; at += 1) {
    const log = openLog();
    let count = 0;
    const meet = () => {
      if (count++ === at) throw new Error('killed');
    };
    const audit: DropSource['audit'] = {
      transaction: (actor, work) =>
        log.transaction(actor, async (session, act) => {
          const result = await work(
            {
              query: async (...words) => (meet(), session.query(...words)),
              execute: async (...words) => (meet(), session.execute(...words)),
            },
            async (written) => (meet(), act(written)),
          );
          meet();
          return result;
        }),
    };
    const dropped = await drop(lastSequence, { audit }).catch((error: Error) => error);
    if (!(dropped instanceof Error)) break;
    expect(dropped.message).toBe('killed');
    expect(await listParts()).toHaveLength(4);
    expect(await countManifests()).toBe(0);
    failures += 1;
  }
  expect(failures).toBeGreaterThan(15);
  expect(await listParts()).toEqual(['event_log_1', 'journal_1']);
  expect(await countManifests()).toBe(1);
  expect(await verify(archive)).toMatchObject({ isSound: true, findings: [] });
});

test('a changed byte is found before a part is dropped and afterwards', async () => {
  await trade(60);
  const flipLog = `UPDATE event_log SET events = set_bit(events, 99, 1 - get_bit(events, 99))
    WHERE first_sequence = (SELECT max(first_sequence) FROM event_log_0)`;
  await db.owner.execute(flipLog);
  await expect(write()).rejects.toThrow('The journal is damaged');
  expect(await readdir(join(archive, 'part-0'))).not.toContain('manifest');
  await db.owner.execute(flipLog);
  const [{ lastSequence }] = (await write()).written;
  const place = join(archive, 'part-0');
  const names = await readdir(place);
  expect(names.sort()).toEqual(['event_log.gz', 'journal.gz', 'manifest', 'state.gz']);
  for (const name of names) {
    const mend = await damage(join(place, name));
    await expect(drop(lastSequence), name).rejects.toMatchObject({ exitCode: 65 });
    await mend();
  }
  expect(await listParts()).toHaveLength(4);
  await drop(lastSequence);
  for (const name of names) {
    const mend = await damage(join(place, name));
    expect((await verify(archive)).findings, name).toMatchObject([{ part: 'archive' }]);
    expect((await verify()).isSound).toBe(true);
    await mend();
  }
  expect((await verify(archive)).isSound).toBe(true);
  await rm(join(place, 'state.gz'));
  expect((await verify(archive)).findings).toMatchObject([{ part: 'archive', sequence: 1 }]);
  const change = (column: string, value: string) =>
    db.owner.execute(`UPDATE journal_archives SET ${column} = ${value}`);
  await change('seal', 'set_bit(seal, 3, 1 - get_bit(seal, 3))');
  expect((await verify()).findings[0]).toMatchObject({ part: 'archive', sequence: 1 });
  await change('seal', 'set_bit(seal, 3, 1 - get_bit(seal, 3))');
  await change('manifest', `replace(manifest, '"number":0', '"number":1')`);
  expect((await verify()).findings[0]).toMatchObject({ part: 'archive', sequence: 1 });
  await db.owner.execute('DELETE FROM journal_archives');
  expect((await verify()).findings[0]).toMatchObject({ part: 'journal', sequence: 1 });
});

test('parts of older rules are archived by their chain, and the era goes on', async () => {
  await trade(60);
  const [first] = (await write()).written;
  const engine = await startTestEngine({ db, engineId: ENGINE, folder: engineFolder });
  await engine.closeEra();
  await engine.stop();
  const hash = await trade(60, { from: 100, rulesVersion: 2 });
  const newer = () => makeSource(createToyCore(), 2);
  // The first part was written under the rules before, with a state that is not for this core.
  const { written } = await writeArchive(newer(), { folder: archive, nowMs: Date.now() });
  expect(written.length).toBeGreaterThan(1);
  await drop(first.lastSequence);
  for (const { lastSequence: archivedSequence } of written) {
    const sound = { isSound: true, stateHash: hash, archivedSequence };
    await drop(archivedSequence);
    expect(await verifyJournal(newer())).toMatchObject(sound);
    expect(await verifyWithArchive(newer(), archive)).toMatchObject(sound);
  }
  const again = await startTestEngine({
    db,
    engineId: ENGINE,
    folder: engineFolder,
    rulesVersion: 2,
  });
  expect((await again.hashState()).hash).toBe(hash);
  await again.stop();
});
