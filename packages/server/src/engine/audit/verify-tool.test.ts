// `npm run isobath -- verify` as an operator runs it: a process of its own on a journal that a real
// engine wrote and somebody changed. What each kind of damage is called: verify.test.ts, in short.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../base/db/testing.ts';
import { engineMigrations } from '../tables.ts';
import {
  type EngineFixture,
  fundOperatorAccount,
  moveOne,
  openEngineFixture,
} from '../testing/engine-process.ts';
import type { VerifyReport } from './verify.ts';

const root = fileURLToPath(new URL('../../../../..', import.meta.url));

let db: TestDatabase;
let fixture: EngineFixture;
/** First sequences of the rows, and the one behind the last. */
let firsts: number[];
let endSequence: number;

beforeAll(async () => {
  db = await startTestDatabase({ migrations: engineMigrations });
  fixture = await openEngineFixture(db);
  await fundOperatorAccount(fixture);
  for (let reference = 1; reference <= 8; reference += 1) {
    await fixture.client.submit(moveOne(reference));
  }
  await fixture.kill();
  for (const table of ['journal', 'journal_heads']) {
    await db.owner.execute(`CREATE TABLE ${table}_kept AS SELECT * FROM ${table}`);
  }
  const rows = await db.owner.query<{ first_sequence: number }>(
    'SELECT first_sequence FROM journal ORDER BY first_sequence',
  );
  const heads = await db.owner.query<{ last_sequence: number }>(
    'SELECT last_sequence FROM journal_heads',
  );
  firsts = rows.map((row) => row.first_sequence);
  endSequence = heads[0].last_sequence + 1;
});
afterAll(async () => {
  await fixture.stop();
  await db.stop();
});

/** Put everything back as the engine wrote it. */
async function mend(): Promise<void> {
  for (const table of ['journal', 'journal_heads']) {
    await db.owner.execute(`DELETE FROM ${table}`);
    await db.owner.execute(`INSERT INTO ${table} SELECT * FROM ${table}_kept`);
  }
}

interface Published {
  readonly code: number | null;
  readonly lines: string[];
}

/** Run a program from the top of the repository, for the operator of this journal. */
async function run(program: string, words: readonly string[]): Promise<Published> {
  const child = spawn(program, words, {
    cwd: root,
    env: { ...process.env, DATA_DIR: fixture.folder, DATABASE_URL: fixture.databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, lines: `${error}${out}`.trim().split('\n') };
}

/** What `npm run isobath -- verify` runs, without npm. */
const verify = (...words: string[]) =>
  run(process.execPath, ['packages/cli/src/main.ts', 'verify', ...words]);

const flip = (table: string, column: string) =>
  `UPDATE ${table} SET ${column} = set_bit(${column}, 77, 1 - get_bit(${column}, 77))`;
const fields = `count, era, codec_version, core_time_ms, commands, event_hash, previous_hash,
  row_hash`;
const copyRow = (from: number, to: number) =>
  `INSERT INTO journal (engine_id, first_sequence, ${fields})
   SELECT engine_id, ${to}, ${fields} FROM journal WHERE first_sequence = ${from}`;
const row = (sequence: number) => `WHERE first_sequence = ${sequence}`;

/** What somebody does, and the sequences that must be named. */
interface Damage {
  readonly doIt: string;
  readonly named: readonly string[];
}

/** Kinds of damage to rows in the middle, at the end, and to the head. */
const damages: Readonly<Record<string, () => Damage>> = {
  'a bit of a payload': () => {
    const at = firsts[5];
    return { doIt: `${flip('journal', 'commands')} ${row(at)}`, named: [`journal ${at}`] };
  },
  'a bit of a hash': () => {
    const at = firsts[6];
    return { doIt: `${flip('journal', 'row_hash')} ${row(at)}`, named: [`journal ${at}`] };
  },
  'a bit of the head': () => ({
    doIt: flip('journal_heads', 'last_hash'),
    named: [`head ${endSequence - 1}`],
  }),
  'a row deleted in the middle': () => {
    const at = firsts[4];
    return { doIt: `DELETE FROM journal ${row(at)}`, named: [`journal ${at}`] };
  },
  'the last row deleted': () => {
    const at = firsts[firsts.length - 1];
    return { doIt: `DELETE FROM journal ${row(at)}`, named: [`journal ${at}`] };
  },
  'two rows swapped': () => {
    const [, , , one, , two] = firsts;
    const columns = fields.split(/,\s*/).map((name) => `${name} = other.${name}`);
    const doIt = `UPDATE journal AS mine SET ${columns.join(', ')} FROM journal AS other
      WHERE (mine.first_sequence, other.first_sequence) IN ((${one}, ${two}), (${two}, ${one}))`;
    return { doIt, named: [`journal ${one}`, `journal ${two}`] };
  },
  'a row doubled': () => {
    const doIt = `ALTER TABLE journal DROP CONSTRAINT journal_pkey;
      ${copyRow(firsts[3], firsts[3])}`;
    return { doIt, named: [`journal ${firsts[3]}`] };
  },
  'a row appended': () => ({
    doIt: copyRow(firsts[firsts.length - 1], endSequence),
    named: [`journal ${endSequence}`],
  }),
};

test('a journal that nobody touched is sound: code 0', async () => {
  const { code, lines } = await verify('--json');
  const report = JSON.parse(lines.at(-1) ?? '') as VerifyReport;
  expect(report).toMatchObject({ isSound: true, lastSequence: endSequence - 1, findings: [] });
  expect(code).toBe(0);
});

test.each(Object.entries(damages))('%s: code 1, and its sequence', async (_name, plan) => {
  await mend();
  const { doIt, named } = plan();
  for (const statement of doIt.split(';')) await db.owner.execute(statement);
  const { code, lines } = await verify('--json');
  const { isSound, findings } = JSON.parse(lines.at(-1) ?? '') as VerifyReport;
  expect(isSound).toBe(false);
  expect(findings.map(({ part, sequence }) => `${part} ${sequence}`)).toEqual(named);
  expect(code).toBe(1);
});

test('people are told in lines: what was changed, and where', async () => {
  await mend();
  const at = firsts[5];
  await db.owner.execute(`${flip('journal', 'commands')} ${row(at)}`);
  const { code, lines } = await verify();
  expect(code).toBe(1);
  const said = `the row of sequences ${at} to ${firsts[6] - 1} was changed`;
  expect(lines.map((line) => line.trim().split(/ {2,}/))).toContainEqual([
    String(at),
    'journal',
    said,
  ]);
});
