// Money without a chain, from the request to the balance: against a real engine process and a real
// database. What two agreed to is done once, whatever falls in between, and nothing else is done.
import { createHash } from 'node:crypto';
import { type AssetId, CommandKind, Source, type OwnerId, unkeyed } from '@isobath/core';
import type { RequestedLine, OperatorRole } from '@isobath/wire';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAccountDirectory } from './base/accounts/index.ts';
import { type Approvals, type ApprovalWorks, createApprovals } from './base/approvals/index.ts';
import { createAuditLog, makeAuditKey } from './base/audit/index.ts';
import { createCommandClient } from './base/commands/index.ts';
import { createSeal } from './base/credentials/index.ts';
import { startTestDatabase } from './base/db/testing.ts';
import { createMarketRegistry } from './base/market/index.ts';
import { makePng } from './base/pictures/testing.ts';
import { readStep } from './engine/index.ts';
import { type EngineFixture, openEngineFixture } from './engine/testing/engine-process.ts';
import { migrations } from './migrations.ts';
import { takeDocument } from './products/office/money/documents.ts';
import { createLineChecks } from './products/office/money/lines.ts';
import { postOfOperatorAccount } from './products/office/money/operator-account.ts';
import { createPostings, type Posting } from './products/office/money/postings.ts';
import { createMoneyRoutes } from './products/office/money/routes.ts';
import { createWorks } from './products/office/works.ts';
import { readUnitsOf } from './composition/unit-balances.ts';

const ANN = 1_000_001;
const BOB = 1_000_002;
const USDT = 52;
const UNIT = 10n ** 8n;
const accounts = createAccountDirectory();
const markets = createMarketRegistry();
let db: Awaited<ReturnType<typeof startTestDatabase>>;
let operatorAccount: EngineFixture;
let approvals: Approvals;
let postings: ReturnType<typeof createPostings>;
let routes: ReturnType<typeof createMoneyRoutes>;
let post: (posting: Posting) => Promise<{ seq: number }>;
/** What happens to a line instead of being sent, once. */
let fall: ((posting: Posting) => Promise<void>) | undefined;

const operator = (operatorId: number, role: OperatorRole = 'finance') => ({
  operatorId,
  role,
  sessionId: operatorId,
  email: `${operatorId}@example.com`,
});
const [maker, decider] = [operator(1), operator(2)];

beforeAll(async () => {
  db = await startTestDatabase({ migrations });
  operatorAccount = await openEngineFixture(db);
  for (const [ownerId, email] of [
    [ANN, 'ann@example.com'],
    [BOB, 'bob@example.com'],
  ]) {
    await db.owner.execute(
      `INSERT INTO users (owner_id, email, nickname, password_hash, locale)
       OVERRIDING SYSTEM VALUE VALUES ($1, $2, 'n', '', 'en_US')`,
      [ownerId, email],
    );
  }
  const asset = {
    kind: CommandKind.defineAsset,
    assetId: USDT as AssetId,
    scale: 8,
    isMock: false,
  } as const;
  const { events } = await operatorAccount.client.submit({
    ...asset,
    actorId: 1 as OwnerId,
    sessionId: 0,
    source: Source.operator,
    issuedAtMs: Date.now(),
    ...unkeyed,
  });
  markets.nameCoin({ coinId: USDT, shortName: 'USDT', name: 'Tether USD' });
  for (const event of events) markets.apply(event);
  open();
});
afterAll(async () => {
  await operatorAccount?.stop();
  await db?.stop();
});
beforeEach(() => {
  fall = undefined;
});

/** Begin anew, as a start after a fall does. */
function open(): void {
  const database = db.app;
  const audit = createAuditLog(database, {
    key: makeAuditKey('ab'.repeat(32)),
    dataFolder: db.folder,
    readNowMs: Date.now,
  });
  const commandClient = createCommandClient(
    (command) => operatorAccount.client.submit(command),
    Date.now,
    (sequence) => readStep({ database, bus: operatorAccount.client }, sequence),
  );
  post = (posting) => postOfOperatorAccount({ accounts, commandClient }, posting);
  const checks = createLineChecks({ database, markets, readAvailable });
  postings = createPostings({
    database,
    audit,
    seal: createSeal('cd'.repeat(32)),
    markets,
    checks,
    approvals: () => approvals,
    async post(posting) {
      const falling = fall;
      fall = undefined;
      await falling?.(posting);
      return post(posting);
    },
  });
  const works = createWorks({ audit, postings } as unknown as Parameters<typeof createWorks>[0]);
  approvals = createApprovals({
    database,
    audit,
    readWorks: () => works as ApprovalWorks,
    readNowMs: Date.now,
    report: () => {},
  });
  routes = createMoneyRoutes({ audit, checks, postings });
}

async function readAvailable(ownerId: number): Promise<Map<number, bigint>> {
  const account = accounts.readSpotAccount(ownerId);
  const { balances } = await readUnitsOf(operatorAccount.client, account, 0);
  return new Map(balances.map(({ assetId, availableUnits }) => [assetId, availableUnits]));
}
const readUsdt = async (ownerId: number) => ((await readAvailable(ownerId)).get(USDT) ?? 0n) / UNIT;

/** Ask through the call that the console asks with. */
async function call<TAnswer>(path: string, body: object, by = maker): Promise<TAnswer> {
  const handler = routes.find(({ route }) => route.path === path && route.method === 'POST');
  if (handler?.route.body === undefined) throw new Error(path);
  const context = { caller: { operator: by }, query: {}, body: handler.route.body.parse(body) };
  return (await handler.handle(context as never)) as TAnswer;
}
const usdt = (account: string | number, amount: string): RequestedLine => ({
  account: String(account),
  asset: 'USDT',
  amount,
});
let turn = 0;
async function ask(lines: RequestedLine[], direction = 'credit', rest: object = {}) {
  turn += 1;
  const body = { direction, ground: 'bank', lines, reference: `statement ${turn}`, ...rest };
  const { approvalId } = await call<{ approvalId: number }>('/admin/api/money/postings', {
    ...body,
    reason: 'because',
  });
  const row = (await approvals.list()).find((each) => each.approvalId === approvalId);
  return { approvalId, hash: row?.payloadHash ?? '' };
}
async function agree(lines: RequestedLine[], direction = 'credit', rest: object = {}) {
  const { approvalId, hash } = await ask(lines, direction, rest);
  const row = await approvals.approve(decider, approvalId, hash);
  return { ...row, lines: (await postings.view(approvalId)).lines };
}
async function countActions(approvalId: number): Promise<number> {
  const rows = await db.app.query<{ count: number }>(
    `SELECT count(*) AS count FROM audit_log JOIN audit_details USING (detail_id)
     WHERE action IN ('money_credited', 'money_debited')
       AND (detail::jsonb ->> 'approvalId')::bigint = $1`,
    [approvalId],
  );
  return rows[0].count;
}

test('a credit that two approved arrives once, and the sums stay zero', async () => {
  const row = await agree([usdt('Ann@example.com', '125.5')]);
  expect(row).toMatchObject({ state: 'executed', lines: [{ state: 'done', ownerId: ANN }] });
  expect(await readUsdt(ANN)).toBe(125n);
  expect(await countActions(row.approvalId)).toBe(1);
  expect(await operatorAccount.client.ask('total', { assetId: USDT })).toMatchObject({
    units: '0',
  });
});

test('whoever asked may not agree, nor may a role without the right', async () => {
  const { approvalId, hash } = await ask([usdt(ANN, '1')]);
  await expect(approvals.approve(maker, approvalId, hash)).rejects.toThrow('approval_own');
  await expect(approvals.approve(operator(3, 'risk'), approvalId, hash)).rejects.toThrow(
    'forbidden',
  );
  await expect(approvals.reject(decider, approvalId, '')).rejects.toThrow('invalid');
  await approvals.reject(decider, approvalId, 'no such transfer');
  expect(await readUsdt(ANN)).toBe(125n);
});

test('a debit takes what is available and not a unit more', async () => {
  const before = await readUsdt(ANN);
  const unfit = ask([usdt(ANN, '100'), usdt(ANN, '100')], 'debit');
  await expect(unfit).rejects.toMatchObject({
    word: 'posting_unfit',
    facts: { line: '2', problem: 'balance_too_low' },
  });
  const [one, other] = [
    await ask([usdt(ANN, '100')], 'debit'),
    await ask([usdt(ANN, '90')], 'debit'),
  ];
  expect(await approvals.approve(decider, one.approvalId, one.hash)).toMatchObject({
    state: 'executed',
  });
  // It fitted when it was asked for, and does not any more.
  const late = await approvals.approve(decider, other.approvalId, other.hash);
  expect(late).toMatchObject({
    state: 'failed',
    outcome: expect.stringContaining('posting_unfit'),
  });
  expect(await readUsdt(ANN)).toBe(before - 100n);
});

test('a fall before the command, or before it is marked, moves it once', async () => {
  const before = await readUsdt(BOB);
  const resumeFrom = async (approvalId: number, state: string) => {
    await db.owner.execute(
      `UPDATE approvals SET state = '${state}', decided_by = 2, decided_at = now()
       WHERE approval_id = ${approvalId}`,
    );
    open();
    await approvals.resume();
    await approvals.resume();
    const row = (await approvals.list()).find((each) => each.approvalId === approvalId);
    expect(row?.state).toBe('executed');
    expect(await countActions(approvalId)).toBe(1);
  };
  const first = await ask([usdt(BOB, '10')]);
  await resumeFrom(first.approvalId, 'approved');
  expect(await readUsdt(BOB)).toBe(before + 10n);

  // The command reached the engine, nobody wrote that down. All of it goes: a second check of what
  // is available would refuse it.
  const second = await ask([usdt(BOB, String(before + 10n))], 'debit');
  fall = async (posting) => {
    await post(posting);
    throw new Error('killed');
  };
  await approvals.approve(decider, second.approvalId, second.hash);
  expect(await readUsdt(BOB)).toBe(0n);
  expect(await countActions(second.approvalId)).toBe(0);
  await resumeFrom(second.approvalId, 'executing');
  expect(await readUsdt(BOB)).toBe(0n);
});

test('a file of opening balances: all lines or none, each once, whatever falls', async () => {
  const people = Array.from({ length: 120 }, (_none, place) => usdt(place % 2 ? ANN : BOB, '1'));
  const [ann, bob] = [await readUsdt(ANN), await readUsdt(BOB)];
  const wrong = [...people, usdt('nobody@example.com', '1')];
  const opening = { ground: 'opening' };
  await expect(ask(wrong, 'credit', opening)).rejects.toMatchObject({ facts: { line: '121' } });
  await expect(ask(people, 'debit', opening)).rejects.toThrow('invalid');
  const { approvalId, hash } = await ask(people, 'credit', opening);
  fall = () => Promise.reject(new Error('killed'));
  expect(await approvals.approve(decider, approvalId, hash)).toMatchObject({ state: 'unknown' });
  await db.owner.execute(
    `UPDATE approvals SET state = 'executing', decided_at = now()
     WHERE approval_id = ${approvalId}`,
  );
  open();
  await approvals.resume();
  expect((await postings.view(approvalId)).row).toMatchObject({
    state: 'executed',
    linesCount: 120,
    doneCount: 120,
  });
  expect([await readUsdt(ANN), await readUsdt(BOB)]).toEqual([ann + 60n, bob + 60n]);
  expect(await countActions(approvalId)).toBe(120);
});

test('what is carried out is what two agreed to, whatever the tables say by then', async () => {
  const { approvalId, hash } = await ask([usdt(ANN, '2')]);
  const change = (units: string) =>
    db.owner.execute(`UPDATE money_lines SET units = ${units} WHERE approval_id = ${approvalId}`);
  await change('900000000');
  const before = await readUsdt(ANN);
  expect(await approvals.approve(decider, approvalId, hash)).toMatchObject({
    state: 'failed',
    outcome: expect.stringContaining('approval_changed'),
  });
  expect(await readUsdt(ANN)).toBe(before);
});

test('the same lines with the same document are not asked for twice', async () => {
  const rest = { reference: 'statement of May' };
  const { approvalId } = await ask([usdt(ANN, '3')], 'credit', rest);
  const again = () => ask([usdt(ANN, '3')], 'credit', rest);
  await expect(again()).rejects.toMatchObject({
    word: 'posting_repeated',
    facts: { approvalId: String(approvalId) },
  });
  await approvals.reject(decider, approvalId, 'wrong month');
  expect((await again()).approvalId).toBeGreaterThan(approvalId);
});

test('another order or ground makes no new money of the same lines, a document does', async () => {
  const rest = { reference: 'bank letter 7' };
  const lines = [usdt(ANN, '3'), usdt(BOB, '2'), usdt(ANN, '3')];
  const { approvalId } = await ask(lines, 'credit', { ...rest, ground: 'bank' });
  const repeated = { word: 'posting_repeated', facts: { approvalId: String(approvalId) } };
  const turned = lines.toReversed();
  for (const ground of ['bank', 'opening', 'correction']) {
    const parted = [usdt(BOB, '2.0'), usdt(ANN, '3'), usdt(ANN, '3.00')];
    for (const same of [turned, parted, [usdt(ANN, '6'), usdt(BOB, '2')]]) {
      await expect(ask(same, 'credit', { ...rest, ground })).rejects.toMatchObject(repeated);
    }
  }
  for (const other of [
    lines.slice(1),
    [...lines, usdt(BOB, '2')],
    [usdt(ANN, '2'), usdt(BOB, '3')],
  ]) {
    expect((await ask(other, 'credit', rest)).approvalId).toBeGreaterThan(approvalId);
  }
  await ask(turned, 'credit', { reference: 'bank letter 8' });
});

test('money that was asked for under an earlier release is not asked for again', async () => {
  const rest = { reference: 'bank letter 9' };
  const lines = [usdt(ANN, '3'), usdt(BOB, '2'), usdt(ANN, '4')];
  const { approvalId } = await ask(lines, 'credit', { ...rest, ground: 'bank' });
  const rows = await db.owner.query<{ owner_id: number; asset_id: number; units: string }>(
    `SELECT owner_id, asset_id, units::text FROM money_lines
     WHERE approval_id = ${approvalId} ORDER BY line`,
  );
  const moved = rows.map(({ owner_id, asset_id, units }) => [owner_id, asset_id, units]);
  const { type, content } = takeDocument({ file: undefined, ...rest });
  const hash = (of: string | Buffer) => createHash('sha256').update(of);
  const documentHash = hash(content).digest('hex');
  expect(type).toBe('text/plain');
  const before = hash(JSON.stringify(['credit', 'bank', moved, documentHash])).digest('hex');
  await db.owner.execute(
    `UPDATE money_postings SET content_hash = '\\x${before}' WHERE approval_id = ${approvalId}`,
  );
  const repeated = { word: 'posting_repeated', facts: { approvalId: String(approvalId) } };
  for (const ground of ['bank', 'opening']) {
    for (const same of [lines, lines.toReversed(), [usdt(BOB, '2'), usdt(ANN, '7')]]) {
      await expect(ask(same, 'credit', { ...rest, ground })).rejects.toMatchObject(repeated);
    }
  }
  await ask(lines.slice(1), 'credit', rest);
});

test('a document is a PDF, a picture or words, sealed; who reads it is written down', async () => {
  const take = (data: Buffer | string, name = '../x.html') =>
    takeDocument({ file: { name, data: Buffer.from(data).toString('base64') }, reference: '' });
  expect(take('%PDF-1.7 statement')).toMatchObject({ name: '..x.pdf', type: 'application/pdf' });
  expect(take(makePng(2_000)).type).toBe('image/png');
  for (const wrong of [
    '',
    '<html>',
    makePng(30_000),
    Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(600_000)]),
  ]) {
    expect(() => take(wrong)).toThrow('document_unfit');
  }
  expect(() => takeDocument({ reference: '' })).toThrow('document_unfit');

  const words = 'transfer of Ann, 2 May, DE02 1203';
  const { approvalId } = await ask([usdt(ANN, '4')], 'credit', { reference: words });
  const [row] = await db.owner.query<{ sealed_document: Buffer }>(
    `SELECT sealed_document FROM money_postings WHERE approval_id = ${approvalId}`,
  );
  expect(row.sealed_document.includes(Buffer.from('DE02'))).toBe(false);
  const read = await call<{ data: string }>('/admin/api/money/document', { approvalId }, decider);
  expect(Buffer.from(read.data, 'base64').toString()).toBe(words);
  const [act] = await db.app.query<{ operator_id: number }>(
    `SELECT operator_id FROM audit_log WHERE action = 'money_document_viewed'
       AND target_id = ${approvalId}`,
  );
  expect(act.operator_id).toBe(2);
});

test('a check tells each balance before and after, and changes nothing', async () => {
  const before = await readUsdt(BOB);
  const answer = await call<{ lines: object[]; problemsCount: number }>('/admin/api/money/check', {
    direction: 'debit',
    lines: [usdt(BOB, '1'), usdt(BOB, '0.000000001'), { account: 'x', asset: 'NO', amount: '1' }],
  });
  expect(answer).toMatchObject({
    problemsCount: 2,
    lines: [
      { ownerId: BOB, email: 'bob@example.com', problem: '' },
      { problem: 'amount_unfit' },
      { problem: 'account_unknown', before: '' },
    ],
  });
  expect(await readUsdt(BOB)).toBe(before);
});
