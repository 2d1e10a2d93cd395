// Erasing leaves nothing of a person: each text of each row that is theirs, in every table, is a
// mark beforehand, and none of the database's tables has it afterwards.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase } from './base/db/testing.ts';
import { ownerValue } from './base/modules/index.ts';
import { migrations } from './migrations.ts';
import { personTables } from './modules.ts';
import { erasePersonData } from './products/office/accounts/person-erasure.ts';

const ANN = 1_000_001;
const BOB = 1_000_002;
const MARK = 'quince77';
const [NOW, BEFORE] = [`${MARK}@now.example`, `${MARK}@before.example`];
let db: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  db = await startTestDatabase({ migrations });
  // No article is needed for a vote, no network for an address, no withdrawal for what it used.
  const references = await db.owner.query<{ table: string; name: string }>(
    `SELECT conrelid::regclass::text AS "table", conname AS name FROM pg_constraint
     WHERE contype = 'f' AND confrelid::regclass::text IN ('networks', 'withdrawals')`,
  );
  const article = { table: 'content_votes', name: 'content_votes_article_id_fkey' };
  for (const { table, name } of [...references, article]) {
    await db.owner.execute(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  }
  // A mark is none of the words that some columns take.
  const checks = await db.owner.query<{ table: string; name: string }>(
    `SELECT conrelid::regclass::text AS "table", conname AS name FROM pg_constraint
     WHERE contype = 'c' AND connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of checks) {
    await db.owner.execute(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS "${name}"`);
  }
  for (const [ownerId, email] of [
    [ANN, NOW],
    [BOB, 'bob@example.com'],
  ]) {
    await db.owner.execute(
      `INSERT INTO users (owner_id, email, nickname, password_hash, locale, anti_phishing_code)
       VALUES ($1, $2, $3, $3, 'en_US', $3)`,
      [ownerId, email, ownerId === ANN ? MARK : 'bob'],
    );
  }
});
afterAll(() => db?.stop());

/** What stays on purpose: orders' names, hashes of documents, causes, where money came from. */
const KEPT_TABLES = new Set(
  [
    'account_freezes identity_documents spot_orders spot_fills balance_moves account_transfers',
    'money_lines deposit_addresses deposits withdrawals withdrawal_locks',
  ]
    .join(' ')
    .split(' '),
);
/** What numbers refer to. */
const FIXED: Readonly<Record<string, unknown>> = {
  'known_browsers.kind': 'people',
  'feedback_pictures.feedback_id': null,
};
const VALUES: Readonly<Record<string, (text: string) => unknown>> = {
  text: (text) => text,
  jsonb: (text) => JSON.stringify({ text }),
  bytea: (text) => Buffer.from(text),
  ARRAY: (text) => [text],
  boolean: () => false,
  bigint: () => 1,
  uuid: () => '00000000-0000-4000-8000-000000000001',
  integer: () => 1,
  smallint: () => 1,
  numeric: () => '1',
  date: () => '2026-01-01',
  'timestamp with time zone': () => '2026-01-01',
};

interface Column {
  column: string;
  type: string;
  is_made: boolean;
}

/** Put a row into a table: the mark in every text, the person in the owner's column. */
async function fill(table: string, given: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = await db.owner.query<Column>(
    `SELECT column_name AS column, data_type AS type,
       is_identity = 'YES' OR is_generated = 'ALWAYS' AS is_made
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1`,
    [table],
  );
  const filled = columns.filter(({ is_made }) => !is_made);
  const values = filled.map(({ column, type }) => {
    const key = `${table}.${column}`;
    if (column in given) return given[column];
    return key in FIXED ? FIXED[key] : VALUES[type]?.(MARK);
  });
  const names = filled.map(({ column }) => column).join(', ');
  const places = values.map((_value, at) => `$${at + 1}`).join(', ');
  await db.owner.execute(
    `INSERT INTO ${table} (${names}) VALUES (${places})`,
    values as readonly string[],
  );
}

/** Tables that have the mark anywhere. */
async function findMarked(): Promise<string[]> {
  const tables = await db.owner.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const found: string[] = [];
  const hex = Buffer.from(MARK).toString('hex');
  for (const { name } of tables) {
    const rows = await db.owner.query(
      `SELECT FROM ${name} AS row WHERE row::text ~ $1 OR row::text ~ $2 LIMIT 1`,
      [MARK, hex],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

let actsCount = 0;
async function act(action: string, target: readonly [string, number], detail: object) {
  const [{ detail_id: detailId }] = await db.owner.query<{ detail_id: number }>(
    "INSERT INTO audit_details (salt, detail) VALUES ('', $1) RETURNING detail_id",
    [JSON.stringify(detail)],
  );
  actsCount += 1;
  await db.owner.execute("INSERT INTO audit_log VALUES ($1, 1, 1, 1, $2, $3, $4, $5, '', '', '')", [
    actsCount,
    action,
    target[0],
    target[1],
    detailId,
  ]);
}

async function approval(kind: string, payload: object, state = 'executed'): Promise<number> {
  const [{ approval_id: id }] = await db.owner.query<{ approval_id: number }>(
    `INSERT INTO approvals (kind, payload, payload_hash, reason, note, outcome, made_by, decided_by,
       state, expires_at) VALUES ($1, $2, '', $3, $3, $4, 1, 2, $5, now()) RETURNING approval_id`,
    [
      kind,
      JSON.stringify(payload),
      MARK,
      JSON.stringify({ settledBy: 'o@example.com', reason: MARK }),
      state,
    ],
  );
  await act('approval_made', ['approval', id], { kind, payload, reason: MARK });
  return id;
}

async function posting(id: number, owners: readonly number[], document: string): Promise<void> {
  const given = { approval_id: id, sealed_document: Buffer.from('sealed') };
  await fill('money_postings', { ...given, document_name: document, ...postingWords });
  for (const [line, owner] of owners.entries()) {
    await db.owner.execute(
      `INSERT INTO money_lines (approval_id, line, owner_id, asset_id, units)
       VALUES ($1, $2, $3, 1, 1)`,
      [id, line + 1, owner],
    );
  }
}
const postingWords = {
  direction: 'credit',
  ground: 'bank',
  content_hash: Buffer.from('hash'),
  totals: 'USDT 1',
  document_type: 'text/plain',
};

/**
 * Their requests, and what stands in every table of theirs, under their number and their addresses.
 */
async function fillAll() {
  const agreed = { ownerId: ANN, document: `${MARK}.pdf`, contentHash: 'ab' };
  const moved = { ...agreed, change: 'address', address: BEFORE };
  const change = await approval('account.change', moved);
  const gift = await approval('money.give', { ownerId: ANN, asset: 'USDT', amount: '1' });
  const both = { direction: 'credit', ground: 'bank', totals: 'USDT 2', linesCount: 2 };
  const single = await approval('money.post', { ...both, ...agreed });
  await posting(single, [ANN], `${MARK}.pdf`);
  await posting(
    await approval('money.post', { ...both, ...agreed, ownerId: undefined }),
    [ANN, ANN],
    MARK,
  );
  const erasing = await approval(
    'account.change',
    { ...agreed, change: 'erase', address: '' },
    'executing',
  );
  await fillTables(change, erasing);
  // Of somebody else, and of the books.
  await act('user_frozen', ['user', BOB], { reason: 'kept' });
  await act('money_credited', ['user', ANN], { asset: 'USDT', amount: '1', approvalId: gift });
  const batch = await approval('config.set', { name: 'n', before: '', value: '' });
  await db.owner.execute(
    "UPDATE approvals SET reason = 'kept', note = '', outcome = '' WHERE approval_id = $1",
    [batch],
  );
  await db.owner.execute(
    `DELETE FROM audit_details WHERE detail_id = (SELECT detail_id FROM audit_log
       WHERE target_kind = 'approval' AND target_id = $1)`,
    [batch],
  );
  return { change, gift, erasing, moved };
}

async function fillTables(change: number, erasing: number): Promise<void> {
  // Those that others refer to first.
  for (const one of personTables.toReversed()) {
    const given = { [one.owner]: ownerValue(one, ANN), approval_id: change };
    if (!KEPT_TABLES.has(one.table)) await fill(one.table, given);
  }
  for (const owner of [ANN, BOB]) {
    await fill('content_votes', { article_id: 2, voter: `owner:${owner}`, network: null });
  }
  const evidence = { owner_id: ANN, approval_id: erasing, document_type: 'text/plain' };
  await fill('account_evidence', { ...evidence, sealed_document: Buffer.from('sealed') });
  await fill('service_messages', { conversation_id: 1, author: 'person' });
  await fill('service_files', { message_id: 1 });
  // Under an address of theirs, before they had an account or while somebody tried at it.
  for (const recipient of [NOW, BEFORE]) await fill('mails', { owner_id: 0, recipient });
  await fill('tickets', { owner_id: 0, email: BEFORE, ticket_hash: Buffer.from('1') });
  const asked = { email: '', payload: JSON.stringify({ asked: NOW }) };
  await fill('tickets', { owner_id: 0, ticket_hash: Buffer.from('2'), ...asked });
  await fill('locks', { room: 'people', name: `login.pair:${NOW} 192.0.2.1` });
  await fill('locks', { room: 'people', name: `login.account:${NOW}` });
  for (const action of ['user_frozen', 'user_keys_ended']) {
    await act(action, ['user', ANN], { reason: MARK });
  }
  await act('tool_command_begun', ['none', 0], { parameters: { user: NOW } });
}

test('every text of every row of a person is gone after erasing, others’ stay', async () => {
  const { change, gift, erasing, moved } = await fillAll();
  const marked = await findMarked();
  const filled = personTables.map(({ table }) => table).filter((table) => !KEPT_TABLES.has(table));
  const textless = filled.filter((table) => !marked.includes(table));
  // Numbers and days alone.
  const numbers =
    'identity_document_ends identity_records notice_cursors notice_mails notice_mutes ' +
    'notice_reads residues spot_favourites vip_standings vip_volumes ' +
    'withdraw_address_settings withdraw_day_uses';
  expect(textless.toSorted().join(' ')).toBe(numbers);
  expect(marked).toEqual(expect.arrayContaining(['approvals', 'audit_details', 'locks', 'users']));

  const request = { ownerId: ANN, approvalId: erasing, personTables };
  const erase = () => db.app.transaction((session) => erasePersonData(session, request));
  expect(await erase()).toBeGreaterThan(40);
  expect(await findMarked()).toEqual([]);
  expect(await erase()).toBe(0);
  for (const one of personTables) {
    if (!one.isErased) continue;
    const left = await db.owner.query(`SELECT FROM ${one.table} WHERE ${one.owner} = $1`, [
      ownerValue(one, ANN),
    ]);
    expect([one.table, left]).toEqual([one.table, []]);
  }
  const votes = await db.owner.query('SELECT voter FROM content_votes');
  expect(votes).toEqual([{ voter: `owner:${BOB}` }]);
  const left = await db.owner.query<{ detail: string }>('SELECT detail FROM audit_details');
  expect(left.map(({ detail }) => JSON.parse(detail) as object)).toEqual([
    { reason: 'kept' },
    { asset: 'USDT', amount: '1', approvalId: gift },
  ]);
  const rows = await db.owner.query<{ payload: string }>(
    'SELECT payload FROM approvals WHERE approval_id = $1',
    [change],
  );
  expect(JSON.parse(rows[0]?.payload ?? '')).toEqual({ ...moved, address: '', document: '' });
  const kept = await db.owner.query('SELECT approval_id AS id FROM account_evidence');
  expect(kept).toEqual([{ id: erasing }]);
});
