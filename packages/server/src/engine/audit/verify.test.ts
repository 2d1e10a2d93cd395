import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../base/db/testing.ts';
import { MarkFile } from '../journal/mark-file.ts';
import { engineMigrations } from '../tables.ts';
import { createToyCore } from '../testing/toy-core.ts';
import { makeTransfer, startTestEngine, testKey } from '../testing/fixture.ts';
import { acceptLoss } from './accept-loss.ts';
import { dumpJournal } from './dump.ts';
import { hashAt } from './past-state.ts';
import type { AuditSource } from './source.ts';
import { verifyJournal } from './verify.ts';

let db: TestDatabase;
let lastEngineId = 0;

beforeAll(async () => {
  db = await startTestDatabase({ migrations: engineMigrations });
});
afterAll(() => db.stop());

function makeSource(engineId: number, database = db): AuditSource {
  const core = createToyCore();
  return { database: database.owner, engineId, key: testKey, rulesVersion: 1, core };
}

/** A journal of rows that begin at 1, 2, 12, 22, 32 and 42, and end at 51. */
async function writeJournal(engineId: number, database = db): Promise<string> {
  const engine = await startTestEngine({ db: database, engineId });
  for (let row = 0; row < 5; row += 1) {
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => engine.send(makeTransfer(row * 10 + n))),
    );
  }
  await engine.stop();
  return engine.folder;
}

const flip = (column: string, where = 'first_sequence = 22', table = 'journal') =>
  `UPDATE ${table} SET ${column} = set_bit(${column}, 77, 1 - get_bit(${column}, 77))
   WHERE ${where}`;

const fields = `count, era, codec_version, core_time_ms, commands, event_hash, previous_hash,
  row_hash`;
const copyRow = (from: number, to: number) =>
  `INSERT INTO journal (engine_id, first_sequence, ${fields})
   SELECT engine_id, ${to}, ${fields} FROM journal WHERE first_sequence = ${from}`;

/** Damage, and every sequence that verify must name. */
const damages: readonly [string, string, readonly (readonly [string, number])[]][] = [
  ['a bit of a payload', flip('commands'), [['journal', 22]]],
  ['a bit of a row hash', flip('row_hash'), [['journal', 22]]],
  ['a bit of a previous hash', flip('previous_hash'), [['journal', 22]]],
  ['a bit of an event hash', flip('event_hash'), [['journal', 22]]],
  ['a bit of the last payload', flip('commands', 'first_sequence = 42'), [['journal', 42]]],
  ['a bit of the last row hash', flip('row_hash', 'first_sequence = 42'), [['journal', 42]]],
  ['a core time', 'UPDATE journal SET core_time_ms = 5 WHERE first_sequence = 2', [['journal', 2]]],
  ['a bit of the head', flip('last_hash', 'true', 'journal_heads'), [['head', 51]]],
  ['the end in the head', 'UPDATE journal_heads SET last_sequence = 41 WHERE true', [['head', 51]]],
  [
    'the epoch in the head',
    'UPDATE journal_heads SET epoch = epoch + 1 WHERE true',
    [['head', 51]],
  ],
  [
    'a row deleted in the middle',
    'DELETE FROM journal WHERE first_sequence = 22',
    [['journal', 22]],
  ],
  ['the first row deleted', 'DELETE FROM journal WHERE first_sequence = 1', [['journal', 1]]],
  ['the last row deleted', 'DELETE FROM journal WHERE first_sequence = 42', [['journal', 42]]],
  ['a row appended', copyRow(42, 52), [['journal', 52]]],
  ['a row doubled', copyRow(22, 25), [['journal', 25]]],
  [
    'two rows swapped',
    `UPDATE journal AS one SET commands = other.commands, event_hash = other.event_hash,
       previous_hash = other.previous_hash, row_hash = other.row_hash,
       core_time_ms = other.core_time_ms
     FROM journal AS other WHERE one.engine_id = other.engine_id
       AND (one.first_sequence, other.first_sequence) IN ((12, 32), (32, 12))`,
    [
      ['journal', 12],
      ['journal', 32],
    ],
  ],
  [
    'a bit of the event log',
    flip('event_hash', 'first_sequence = 1', 'event_log'),
    [['event_log', 1]],
  ],
];

describe('damage is named, and a start refused', () => {
  test.each(damages)('%s', async (_name, damage, expected) => {
    const engineId = (lastEngineId += 1);
    const folder = await writeJournal(engineId);
    const sound = await verifyJournal(makeSource(engineId));
    expect(sound).toMatchObject({ isSound: true, lastSequence: 51, rowsCount: 6, findings: [] });
    await db.owner.execute(restrict(damage, engineId));
    const report = await verifyJournal(makeSource(engineId));
    expect(report.isSound).toBe(false);
    expect(report.findings.map(({ part, sequence }) => [part, sequence])).toEqual(expected);
    if (expected[0][0] === 'event_log') return;
    const starting = startTestEngine({ db, engineId, folder });
    await expect(starting).rejects.toMatchObject({ exitCode: 65 });
    if (expected[0][0] !== 'journal') return;
    await expect(startTestEngine({ db, engineId, folder })).rejects.toThrow(
      `sequence ${expected[0][1]}`,
    );
  });

  test('a row that is there twice, number and all', async () => {
    const other = await startTestDatabase({ migrations: engineMigrations });
    await writeJournal(1, other);
    await other.owner.execute('ALTER TABLE journal DROP CONSTRAINT journal_pkey');
    await other.owner.execute(copyRow(22, 22));
    const report = await verifyJournal(makeSource(1, other));
    expect(report.findings).toMatchObject([{ part: 'journal', sequence: 22 }]);
    await other.stop();
  });
});

/** Damage of one engine only. */
function restrict(damage: string, engineId: number): string {
  const column = damage.includes('AS one') ? 'one.engine_id' : 'engine_id';
  return `${damage} AND ${column} = ${engineId}`;
}

test('a journal that was cut short starts only after the loss is accepted by number', async () => {
  const engineId = (lastEngineId += 1);
  const folder = await writeJournal(engineId);
  // What an older copy of the whole database would look like.
  await db.owner.execute(
    `CREATE TABLE older_head AS SELECT * FROM journal_heads WHERE engine_id = ${engineId}`,
  );
  const later = await startTestEngine({ db, engineId, folder });
  await later.send(makeTransfer(100));
  await later.stop();
  for (const table of ['journal', 'event_log']) {
    await db.owner.execute(
      `DELETE FROM ${table} WHERE engine_id = ${engineId} AND first_sequence > 51`,
    );
  }
  await db.owner.execute(
    `UPDATE journal_heads AS now SET epoch = older.epoch, writer = older.writer, mac = older.mac,
       last_sequence = older.last_sequence, last_hash = older.last_hash
     FROM older_head AS older WHERE now.engine_id = older.engine_id`,
  );
  const start = () => startTestEngine({ db, engineId, folder });
  await expect(start()).rejects.toMatchObject({ exitCode: 65 });
  await expect(start()).rejects.toThrow('1 commands are lost');
  const mark = new MarkFile(folder, testKey);
  const source = makeSource(engineId);
  await expect(acceptLoss(source, mark, { sequence: 50, nowMs: 0 })).rejects.toThrow('not 50');
  await expect(start()).rejects.toMatchObject({ exitCode: 65 });
  const accepted = await acceptLoss(source, mark, { sequence: 51, nowMs: 0 });
  expect(accepted).toEqual({ sequence: 51, markedSequence: 52 });
  const engine = await start();
  expect((await engine.send(makeTransfer(101))).sequence).toBe(52);
  await engine.stop();
});

describe('snapshots', () => {
  const options = (engineId: number, folder?: string) => ({
    db,
    engineId,
    snapshotIntervalCount: 10,
    ...(folder ? { folder } : {}),
  });
  const countSnapshots = async (engineId: number) =>
    (
      await db.app.query<{ sequence: number }>(
        'SELECT sequence FROM snapshots WHERE engine_id = $1 ORDER BY sequence',
        [engineId],
      )
    ).map((row) => row.sequence);

  test('the last three are kept, a broken one is passed over, and state is the same', async () => {
    const engineId = (lastEngineId += 1);
    const engine = await startTestEngine(options(engineId));
    for (let n = 0; n < 60; n += 1) {
      await engine.send(makeTransfer(n));
      if (n % 10 === 9) await engine.makeSnapshot();
    }
    const { hash } = await engine.hashState();
    await engine.stop();
    const kept = await countSnapshots(engineId);
    expect(kept).toHaveLength(3);
    await db.owner.execute(
      `UPDATE snapshot_chunks SET bytes = set_byte(bytes, 3, 255 - get_byte(bytes, 3))
       WHERE engine_id = ${engineId} AND sequence = ${kept[2]}`,
    );
    const again = await startTestEngine(options(engineId, engine.folder));
    expect(again.recovered.snapshotSequence).toBe(kept[1]);
    expect(again.warnings.join()).toContain(`snapshot at sequence ${kept[2]} is broken`);
    expect((await again.hashState()).hash).toBe(hash);
    await again.stop();
    const report = await verifyJournal(makeSource(engineId));
    expect(report).toMatchObject({ isSound: true, stateHash: hash });
    expect(report.warnings).toEqual([`the snapshot at sequence ${kept[2]} is broken`]);
  });

  test('the event log has all up to a kept snapshot, and is filled up behind it', async () => {
    const engineId = (lastEngineId += 1);
    const engine = await startTestEngine(options(engineId));
    for (let n = 0; n < 25; n += 1) await engine.send(makeTransfer(n));
    await engine.makeSnapshot();
    for (let n = 0; n < 5; n += 1) await engine.send(makeTransfer(n));
    await engine.abandon();
    const [last] = (await countSnapshots(engineId)).slice(-1);
    const logged = await db.app.query<{ last: number }>(
      'SELECT max(last_sequence) AS last FROM event_log WHERE engine_id = $1',
      [engineId],
    );
    expect(logged[0].last).toBeGreaterThanOrEqual(last);
    // A crash of the database may lose what of the log was not flushed.
    await db.owner.execute(
      `DELETE FROM event_log WHERE engine_id = ${engineId} AND first_sequence > ${last}`,
    );
    const again = await startTestEngine(options(engineId, engine.folder));
    await again.stop();
    expect(await verifyJournal(makeSource(engineId))).toMatchObject({ isSound: true });
    const lines: { sequence: number; events?: object[] }[] = [];
    await dumpJournal(makeSource(engineId), {}, (line) => void lines.push(JSON.parse(line)));
    expect(lines.map((line) => line.sequence)).toEqual(lines.map((_, index) => index + 1));
    expect(lines.every((line) => line.events !== undefined)).toBe(true);
  });

  test('the hash as of any sequence is that of a replay from the first command', async () => {
    const engineId = (lastEngineId += 1);
    const engine = await startTestEngine(options(engineId));
    const hashes = new Map<number, string>();
    for (let round = 0; round < 8; round += 1) {
      await Promise.all([1, 2, 3, 4, 5].map((n) => engine.send(makeTransfer(round * 5 + n))));
      const { sequence, hash } = await engine.hashState();
      hashes.set(sequence, hash);
    }
    await engine.makeSnapshot();
    await engine.stop();
    for (const [sequence, hash] of hashes) {
      expect(await hashAt(makeSource(engineId), sequence)).toEqual({ sequence, hash });
    }
    const inside = await hashAt(makeSource(engineId), 9);
    const core = createToyCore();
    await dumpJournal(makeSource(engineId), { toSequence: 9 }, (line) => {
      const { sequence, atMs } = JSON.parse(line) as { sequence: number; atMs: number };
      core.apply(
        sequence === 1 ? ({ ...makeTransfer(0), kind: 1 } as never) : makeTransfer(0),
        sequence,
        atMs,
      );
    });
    expect(inside.hash).toBe(core.hashState());
    await expect(hashAt(makeSource(engineId), 1000)).rejects.toMatchObject({ exitCode: 64 });
  });
});
