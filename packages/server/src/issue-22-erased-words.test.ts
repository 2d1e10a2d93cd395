// The words of acts that name a person go with them, those of others stay, and the chain is still
// whole: against the real chain and a real database.
import type { AccountChange } from '@isobath/wire';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Approvals, type ApprovalWorks, createApprovals } from './base/approvals/index.ts';
import {
  type AuditLog,
  createAuditLog,
  HOST,
  makeAuditKey,
  readAuditMark,
  verifyAudit,
} from './base/audit/index.ts';
import { createSeal, erasedAddress } from './base/credentials/index.ts';
import { startTestDatabase } from './base/db/testing.ts';
import { openFreezes } from './base/locks/index.ts';
import { createSessions } from './base/sessions/index.ts';
import { recordCall } from './base/operator/record.ts';
import { EXIT, Refusal } from './base/process/exit.ts';
import { migrations } from './migrations.ts';
import { personTables } from './modules.ts';
import { createAccountChanges } from './products/office/accounts/changes.ts';
import { erasePersonData } from './products/office/accounts/person-erasure.ts';
import { createWorks } from './products/office/works.ts';

type AccountChanges = ReturnType<typeof createAccountChanges>;

const ANN = 1_000_001;
const BOB = 1_000_002;
const key = makeAuditKey('ab'.repeat(32));
let db: Awaited<ReturnType<typeof startTestDatabase>>;
let audit: AuditLog;

let approvals: Approvals;
let changes: AccountChanges;

const operator = (operatorId: number) => ({
  operatorId,
  role: 'risk' as const,
  sessionId: operatorId,
  email: `${operatorId}@office.example`,
});
const [maker, decider] = [operator(1), operator(2)];

beforeAll(async () => {
  db = await startTestDatabase({ migrations });
  audit = createAuditLog(db.app, { key, dataFolder: db.folder, readNowMs: Date.now });
  const freezes = await openFreezes(db.app);
  changes = createAccountChanges({
    database: db.app,
    audit,
    seal: createSeal('cd'.repeat(32)),
    freezes,
    sessions: createSessions(db.app, Date.now),
    keys: { dropWithdrawals: async () => {} } as never,
    approvals: () => approvals,
    publish: async () => {},
    checkEmpty: async () => {},
    erase: (session, request) => erasePersonData(session, { ...request, personTables }),
    close: (ownerId) =>
      db.app.transaction(async (session) => {
        await freezes.write(session, { ownerId, cause: 'erased', atMs: 1 });
      }),
  });
  const works = createWorks({ audit, changes } as unknown as Parameters<typeof createWorks>[0]);
  approvals = createApprovals({
    database: db.app,
    audit,
    readWorks: () => works as ApprovalWorks,
    readNowMs: Date.now,
    report: () => {},
  });
});
afterAll(() => db?.stop());
beforeEach(async () => {
  await db.owner.execute(
    'TRUNCATE users, operators, mails, locks, tickets, approvals, account_freezes CASCADE',
  );
  await db.owner.execute('DELETE FROM audit_details');
  for (const [ownerId, email] of [
    [ANN, 'ann@x.yz'],
    [BOB, 'bob@x.yz'],
  ]) {
    await db.owner.execute(
      `INSERT INTO users (owner_id, email, nickname, password_hash, locale)
       VALUES ($1, $2, 'n', 'hash', 'en_US')`,
      [ownerId, email],
    );
  }
});

const erase = () =>
  db.app.transaction((session) =>
    erasePersonData(session, { ownerId: ANN, approvalId: 0, personTables }),
  );
const ask = (change: AccountChange, address = '') =>
  changes.ask(maker, {
    change,
    ownerId: ANN,
    address,
    document: { name: 'reference.txt', type: 'text/plain', content: Buffer.from('seen') },
    reason: 'ann muell asked',
  });
async function approve(approvalId: number) {
  const row = (await approvals.list()).find((each) => each.approvalId === approvalId);
  return approvals.approve(decider, approvalId, row?.payloadHash ?? '');
}
const agree = async (change: AccountChange, address?: string) =>
  approve(await ask(change, address));
const readWords = async () =>
  (
    await db.owner.query<{ detail: string }>('SELECT detail FROM audit_details ORDER BY detail_id')
  ).map(({ detail }) => JSON.parse(detail) as object);

test('a search that found them is told without its words, and the chain is whole', async () => {
  const search = (text: string, people: number[]) =>
    audit.write(HOST, { action: 'users_searched', detail: { text, people } });
  await search('annmuell', [ANN]);
  await search('mue', [BOB, ANN]);
  await search('bo', [BOB]);
  await search('10', [ANN * 10, 1]);
  await erase();
  expect(await readWords()).toEqual([
    { text: 'bo', people: [BOB] },
    { text: '10', people: [ANN * 10, 1] },
  ]);
  const proof = await verifyAudit(db.owner, key, readAuditMark(db.folder));
  expect(proof).toMatchObject({ isSound: true, erasedCount: 2 });
});

test('a search by a part of the name that found nobody goes, others stay', async () => {
  await db.owner.execute(`UPDATE users SET nickname = 'Annie' WHERE owner_id = ${ANN}`);
  const search = (text: string) =>
    audit.write(HOST, { action: 'users_searched', detail: { text, people: [] } });
  for (const text of ['ann', 'ANN@', 'n@x.y', 'nie', 'carl', 'anna', 'ann@x.yzz'])
    await search(text);
  await erase();
  expect((await readWords()).map((detail) => (detail as { text: string }).text)).toEqual([
    'carl',
    'anna',
    'ann@x.yzz',
  ]);
});

test('a long text keeps no half of an address, and one of before is found', async () => {
  const record = async (first: string) => {
    const refusal = `${first} ${'x '.repeat(200)}`;
    const work = () => Promise.reject(new Refusal(EXIT.usage, refusal));
    const caller = { systemUser: 'root', systemUid: 0, sudoUser: '', toolVersion: '' };
    const called = { command: 'user create', parameters: {}, caller };
    await recordCall((act) => audit.write(HOST, act), called, work).catch(() => {});
  };
  await record('The forty letters end in the middle of ann@x.yz');
  await record('The forty letters end behind the ann@x.yz');
  const cut = 'The forty letters end in the middle of an... (461 characters)';
  for (const refusal of [cut.replace('an...', 'ann...'), cut.replace('an...', 'joann...')]) {
    await audit.write(HOST, { action: 'tool_command_ended', detail: { refusal } });
  }
  const read = async () =>
    (await readWords()).map((detail) => (detail as { refusal?: string }).refusal ?? '');
  expect((await read()).filter((one) => one !== '')).toEqual([
    'The forty letters end in the middle of... (448 characters)',
    'The forty letters end behind the... (442 characters)',
    'The forty letters end in the middle of ann... (461 characters)',
    'The forty letters end in the middle of joann... (461 characters)',
  ]);
  await erase();
  expect((await read()).filter((one) => one !== '')).toEqual([
    'The forty letters end in the middle of... (448 characters)',
    'The forty letters end behind the... (442 characters)',
    'The forty letters end in the middle of joann... (461 characters)',
  ]);
});

test('an address goes wherever it stands in a sentence, a longer one stays', async () => {
  const refuse = (refusal: string) =>
    audit.write(HOST, {
      action: 'tool_command_ended',
      detail: { command: 'user create', refusal },
    });
  const own = [
    'ann@x.yz is registered already.',
    'Mailed to ann@x.yz.',
    "There is no 'Ann@X.yz'.",
    'user=ann@x.yz, again',
    'first line\nann@x.yz\nlast line',
    'said "ann@x.yz"',
    '<ann@x.yz>',
  ];
  const others = [
    'joann@x.yz is registered already.',
    'jo.ann@x.yz',
    'jo+ann@x.yz',
    "o'ann@x.yz",
    'bj00f6ann@x.yz',
    'ann@x.yz.example',
    'ann@x.yzz',
    'ann@x.yz-b.example',
    'ann@xxyz',
  ];
  for (const refusal of [...own, ...others]) await refuse(refusal);
  await erase();
  expect((await readWords()).map((detail) => (detail as { refusal: string }).refusal)).toEqual(
    others,
  );
});

test('an address of before is known when the mails to it are gone, and goes as well', async () => {
  await agree('address', 'ann@second.yz');
  await agree('address', 'ann@third.yz');
  await db.owner.execute('DELETE FROM mails');
  const refusal = 'ann@x.yz is registered already.';
  await audit.write(HOST, { action: 'tool_command_ended', detail: { refusal } });
  await db.owner.execute(
    `INSERT INTO locks (room, name, count, until_at)
     VALUES ('people', 'login.account:ann@x.yz', 1, now())`,
  );
  expect(await agree('erase')).toMatchObject({ state: 'executed' });
  const left = JSON.stringify([
    await readWords(),
    await db.owner.query('SELECT * FROM locks'),
    await approvals.list(),
  ]);
  expect(left).not.toMatch(/ann/);
  expect(await verifyAudit(db.owner, key, readAuditMark(db.folder))).toMatchObject({
    isSound: true,
  });
});

test('erasing again takes what an earlier release left and keeps both evidences', async () => {
  const first = await agree('erase');
  expect(first).toMatchObject({ state: 'executed' });
  await audit.write(HOST, { action: 'users_searched', detail: { text: 'muell', people: [ANN] } });
  await db.owner.execute(
    `INSERT INTO login_history (owner_id, ip, device, outcome) VALUES (${ANN}, '', 'hers', 'ok')`,
  );
  const second = await agree('erase');
  expect(second).toMatchObject({ state: 'executed' });
  expect(await db.owner.query('SELECT FROM login_history')).toEqual([]);
  expect(JSON.stringify(await readWords())).not.toContain('muell');
  const acts = await audit.list({ userId: ANN, action: 'user_erased', limit: 2 });
  expect(acts.map(({ detail }) => JSON.parse(detail) as object)).toEqual([
    { approvalId: second.approvalId, erasedCount: expect.any(Number) as number },
    { approvalId: first.approvalId, erasedCount: expect.any(Number) as number },
  ]);
  for (const { approvalId } of [first, second]) {
    expect((await changes.readEvidence(approvalId)).content.toString()).toBe('seen');
  }
  const countActs = async () => (await audit.list({ action: 'user_erased', limit: 9 })).length;
  const actsCount = await countActs();
  // What a fall left behind the erasing is not done a second time.
  await db.owner.execute(
    `UPDATE approvals SET state = 'executing' WHERE approval_id = ${second.approvalId}`,
  );
  await approvals.resume();
  expect((await approvals.list())[0]).toMatchObject({ state: 'executed' });
  expect(await countActs()).toBe(actsCount);
});

test('what an operator with the same address has stays, what the customer has goes', async () => {
  const email = 'ann@x.yz';
  await db.owner.execute(
    `INSERT INTO operators (email, role, password_hash) VALUES ('${email}', 'risk', 'hash');
     INSERT INTO operator_passkeys (credential_id, owner_id, public_key, counter, transports, name)
       SELECT 'c', operator_id, '', 0, '{}', 'p' FROM operators;
     INSERT INTO mails (recipient, kind, owner_id, visitor_id) VALUES
       ('${email}', 'alarm_disk', 0, ''), ('${email}', 'register', 0, ''),
       ('${email}', 'new_device', ${ANN}, '');
     INSERT INTO locks (room, name, count, until_at) VALUES
       ('operators', 'login.pair:${email} ::1', 1, now()),
       ('people', 'login.pair:${email} ::1', 1, now());
     INSERT INTO tickets (ticket_hash, purpose, email, owner_id, payload, expires_at) VALUES
       ('1', 'operator_sign_in', '${email}', 1, '{}', now()),
       ('2', 'register', '${email}', 0, '{}', now())`,
  );
  const target = { kind: 'operator', id: 1 } as const;
  const made = { command: 'operator.create', arguments: { email } };
  const kept = [
    { action: 'operator_created', target, detail: { email } },
    { action: 'operator_sign_in_failed', detail: { part: 'password', email } },
    { action: 'tool_command_begun', detail: made },
    { action: 'config_set', detail: { name: 'alarmAddress', value: email } },
  ] as const;
  const gone = [
    { action: 'tool_command_begun', detail: { command: 'user.create', arguments: { email } } },
    { action: 'users_searched', detail: { text: email, people: [] } },
    { action: 'user_frozen', target: { kind: 'user', id: ANN }, detail: { reason: 'ann' } },
  ] as const;
  for (const act of [...kept, ...gone]) await audit.write(HOST, act);
  await erase();
  expect(await readWords()).toEqual(kept.map(({ detail }) => detail));
  const left = await db.owner.query(
    `SELECT (SELECT string_agg(password_hash, ' ') FROM operators) AS hash,
       (SELECT string_agg(name, ' ') FROM operator_passkeys) AS passkeys,
       (SELECT string_agg(kind, ' ') FROM mails) AS mails,
       (SELECT string_agg(room, ' ') FROM locks) AS locks,
       (SELECT string_agg(purpose, ' ') FROM tickets) AS tickets,
       (SELECT email FROM users WHERE owner_id = ${ANN}) AS email`,
  );
  expect(left).toEqual([
    {
      hash: 'hash',
      passkeys: 'p',
      mails: 'alarm_disk',
      locks: 'operators',
      tickets: 'operator_sign_in',
      email: erasedAddress(ANN),
    },
  ]);
});

/** A request to move money; its lines wait. */
async function askMoney(owners: readonly number[]): Promise<number> {
  const of = owners.length === 1 ? { ownerId: owners[0] } : { linesCount: owners.length };
  const payload = { direction: 'credit', ground: 'bank', totals: '1', document: 'd', ...of };
  const id = await approvals.make(
    { ...maker, role: 'finance' },
    { kind: 'money.post', payload: { ...payload, contentHash: '00' }, reason: 'for ann muell' },
  );
  await db.owner.execute(
    `INSERT INTO money_postings (approval_id, direction, ground, content_hash, totals,
       document_name, document_type, sealed_document)
     VALUES (${id}, 'credit', 'bank', '', '1', 'd', 'text/plain', '')`,
  );
  for (const [line, owner] of owners.entries()) {
    await db.owner.execute(
      `INSERT INTO money_lines (approval_id, line, owner_id, asset_id, units)
       VALUES (${id}, ${line + 1}, ${owner}, 52, 1)`,
    );
  }
  return id;
}

test('a request of before is over after erasing, so that no words come to it', async () => {
  const requests = [await askMoney([ANN]), await ask('factor')];
  await agree('erase');
  for (const approvalId of requests) {
    const finance = { ...decider, role: 'administrator' as const };
    const late = approvals.reject(finance, approvalId, 'ann muell is gone');
    await expect(late).rejects.toThrow('approval_over');
    await expect(approve(approvalId)).rejects.toThrow('approval_over');
  }
  expect(JSON.stringify(await approvals.list())).not.toContain('muell');
});

test('nobody is erased while the outcome of money for them is open', async () => {
  const before = await ask('erase');
  const batch = await askMoney([BOB, ANN]);
  for (const state of ['approved', 'executing', 'unknown']) {
    await db.owner.execute(
      `UPDATE approvals SET state = '${state}', decided_by = 2 WHERE approval_id = ${batch}`,
    );
    await expect(ask('erase')).rejects.toThrow('approval_unsettled');
  }
  expect(await approve(before)).toMatchObject({
    state: 'failed',
    outcome: expect.stringContaining('approval_unsettled') as string,
  });
  // It was refused before the account was closed for good.
  expect(await db.owner.query('SELECT FROM account_freezes')).toEqual([]);
  const found = { isDone: false, note: 'looked' };
  await approvals.settle({ ...decider, role: 'finance' }, batch, found);
  expect(await agree('erase')).toMatchObject({ state: 'executed' });
});
