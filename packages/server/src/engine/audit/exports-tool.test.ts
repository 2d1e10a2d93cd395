// What an auditor is handed, as an operator makes it and a stranger checks it: the tool in a
// process of its own on a journal that a real engine wrote, then the checker that stands alone.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOST, createAuditLog, makeAuditKey } from '../../base/audit/index.ts';
import { readSecrets } from '../../base/config/index.ts';
import { startTestDatabase, type TestDatabase } from '../../base/db/testing.ts';
import { migrations } from '../../migrations.ts';
import {
  type EngineFixture,
  fundOperatorAccount,
  makeCommand,
  openEngineFixture,
  openMarkets,
  restingOrder,
} from '../testing/engine-process.ts';
import { CommandKind } from '@isobath/core';
import type { PersonProof } from './liabilities.ts';

const root = fileURLToPath(new URL('../../../../..', import.meta.url));
const PERSON = 1_000_002;

let db: TestDatabase;
let fixture: EngineFixture;
let folder: string;

interface Said {
  readonly code: number;
  readonly lines: string[];
}

function run(file: string, words: readonly string[], env = process.env): Promise<Said> {
  return new Promise((resolve) => {
    execFile(file, words, { cwd: root, env, maxBuffer: 2 ** 26 }, (error, out, said) =>
      resolve({ code: Number(error?.code ?? 0), lines: `${said}${out}`.trim().split('\n') }),
    );
  });
}

/** The operator's tool, without npm. */
function tool(...words: string[]): Promise<Said> {
  const env = { ...process.env, DATA_DIR: fixture.folder, DATABASE_URL: fixture.databaseUrl };
  return run(process.execPath, ['packages/cli/src/main.ts', ...words, '--json'], env);
}

/** The stranger's check. */
const check = (...words: string[]) =>
  run(process.execPath, [join(root, 'tools/verify-export.mjs'), ...words]);

beforeAll(async () => {
  db = await startTestDatabase({ migrations });
  fixture = await openEngineFixture(db);
  await fundOperatorAccount(fixture);
  await openMarkets(fixture);
  const order = { ...restingOrder, expireAtMs: Date.now() + 3_600_000, accountId: 4 };
  const kind = CommandKind.placeOrder;
  const placed = await fixture.client.submit(
    makeCommand({ kind, actorId: PERSON, instrumentId: 7, ...order }),
  );
  expect(placed.code).toBe(0);
  for (let person = 1; person <= 5; person += 1) await fundPerson(person);
  const key = makeAuditKey((await readSecrets(fixture.folder))['journal-key']);
  const log = createAuditLog(db.app, { key, dataFolder: fixture.folder, readNowMs: Date.now });
  for (const name of ['one', 'two', 'three']) {
    await log.write(HOST, { action: 'config_set', detail: { name } });
  }
  folder = await mkdtemp(join(tmpdir(), 'isobath-exports-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await fixture.stop();
  await db.stop();
});

async function fundPerson(person: number): Promise<void> {
  const open = await fixture.client.submit(
    makeCommand({
      kind: CommandKind.openAccount,
      ownerId: 1_000_010 + person,
      accountType: 2,
      accountClass: 1,
      scope: 0,
      isMock: false,
    }),
  );
  const opened = open.events.find((event) => 'accountId' in event) as { accountId: number };
  const { code } = await fixture.client.submit(
    makeCommand({
      kind: CommandKind.transfer,
      fromAccountId: 1,
      toAccountId: opened.accountId,
      assetId: 52,
      amountUnits: BigInt(person * 1_000),
      reason: 1,
      reference: 950 + person,
    }),
  );
  expect(code).toBe(0);
}

test('what people are owed is checked by others, to the unit', async () => {
  const bundle = join(folder, 'bundle');
  const made = await tool('liabilities', 'export', bundle);
  expect(made.code, made.lines.join('\n')).toBe(0);
  const { assets } = JSON.parse(made.lines.at(-1) ?? '') as { assets: object[] };
  // What is held by the resting order counts; the outside and the house do not.
  const owed = { assetId: 52, scale: 6, leaves: 6, sum: '1015000', debts: '0' };
  expect(assets).toMatchObject([owed]);
  expect(await check('liabilities', bundle)).toMatchObject({ code: 0 });
  const again = await tool('liabilities', 'export', bundle);
  expect(again.code).toBe(73);

  const leaves = join(bundle, 'leaves.jsonl');
  const kept = await readFile(leaves, 'utf8');
  const lines = kept.trim().split('\n');
  const spoiled = [
    lines.slice(1).join('\n'),
    kept.replace('"1000"', '"1001"'),
    `${kept}${lines[0]}\n`,
    [lines[1], lines[0], ...lines.slice(2)].join('\n'),
    kept.replace('"1000"', '"-1000"'),
  ];
  for (const text of spoiled) {
    await writeFile(leaves, text);
    expect(await check('liabilities', bundle), text).toMatchObject({ code: 1 });
  }
  await writeFile(leaves, kept);
});

/** Every way to change one thing of a proof that a machine can think of, told apart by a number. */
function spoil(proof: PersonProof, number: number): string {
  const text = JSON.stringify(proof);
  const places = [...text.matchAll(/(?<=[:"])[0-9a-f]+(?=[",}])/g)];
  const { index, 0: word } = places[number % places.length];
  const at = index + (Math.floor(number / places.length) % word.length);
  const other = text[at] === '7' ? '8' : '7';
  return text.slice(0, at) + other + text.slice(at + 1);
}

test('one person is proven, and nobody with one digit changed, of 1,000', async () => {
  const bundle = join(folder, 'of-one');
  await tool('liabilities', 'export', bundle);
  const file = join(folder, 'proof.json');
  const made = await tool('liabilities', 'proof', bundle, String(PERSON), file);
  expect(made.code, made.lines.join('\n')).toBe(0);
  const summary = join(bundle, 'summary.json');
  expect(await check('proof', summary, file)).toMatchObject({ code: 0 });
  const proof = JSON.parse(await readFile(file, 'utf8')) as PersonProof;
  expect(proof.holdings).toMatchObject([{ assetId: 52, units: '1000000' }]);

  const files: string[] = [];
  for (let number = 0; number < 1_000; number += 1) {
    const spoiled = join(folder, `${number}.json`);
    await writeFile(spoiled, spoil(proof, number));
    files.push(spoiled);
  }
  const said = await check('proof', summary, ...files);
  expect(said.code).toBe(1);
  expect(said.lines.filter((line) => line.startsWith('sound'))).toEqual([]);
  expect(said.lines).toHaveLength(1_000);
  expect(await tool('liabilities', 'proof', bundle, '7', file)).toMatchObject({ code: 64 });
});

test('acts of operators are checked by others, against what was written down', async () => {
  const file = join(folder, 'acts.jsonl');
  const made = await tool('audit', 'export', file);
  expect(made.code, made.lines.join('\n')).toBe(0);
  const { lastSum } = JSON.parse(made.lines.at(-1) ?? '') as { lastSum: string };
  const key = makeAuditKey((await readSecrets(fixture.folder))['journal-key']).toString('hex');
  const whole = ['audit', file, '--anchor', `3:${lastSum}`, '--key', key];
  expect(await check(...whole)).toMatchObject({ code: 0 });
  expect(await check('audit', file, '--key', '00')).toMatchObject({ code: 1 });

  const kept = await readFile(file, 'utf8');
  const lines = kept.trim().split('\n');
  const spoiled = {
    'an act is gone': lines.toSpliced(2, 1),
    'the end is gone': lines.slice(0, -2),
    'acts at the end are gone': lines.toSpliced(3, 1),
    'other words': lines.map((line) => line.replace('\\"two\\"', '\\"six\\"')),
    'another action': lines.map((line) => line.replace('config_set', 'switch_set')),
    'an act after the end': [...lines, lines[1]],
  };
  for (const [what, changed] of Object.entries(spoiled)) {
    await writeFile(file, `${changed.join('\n')}\n`);
    expect(await check('audit', file), what).toMatchObject({ code: 1 });
  }
  await writeFile(file, kept);
  expect(await check('audit', file, '--anchor', `2:${lastSum}`)).toMatchObject({ code: 1 });

  await db.owner.execute('UPDATE audit_log SET operator_id = 9 WHERE sequence = 2');
  expect(await tool('audit', 'export', join(folder, 'no.jsonl'))).toMatchObject({ code: 1 });
});
