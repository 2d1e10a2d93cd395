// Customers' accounts as operators and their owners close and open them, against a real database:
// frozen means that nothing comes in, a change on evidence takes two, what is erased is gone in
// every table, and whatever is kept of a person can be handed out.
import { text } from 'node:stream/consumers';
import { accountRoutes, inboxRoutes, type OperatorRole, spotRoutes } from '@isobath/wire';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAccountDirectory } from './base/accounts/index.ts';
import { type Approvals, type ApprovalWorks, createApprovals } from './base/approvals/index.ts';
import { type AuditLog, createAuditLog, makeAuditKey } from './base/audit/index.ts';
import { createSeal, createUsers, erasedAddress } from './base/credentials/index.ts';
import { startTestDatabase } from './base/db/testing.ts';
import { type ApiKeys, createApiKeys } from './base/keys/index.ts';
import { createFreezing, type Freezes, type Freezing, openFreezes } from './base/locks/index.ts';
import { ownerValue } from './base/modules/index.ts';
import { type CallContext, refuse, serve } from './base/product/index.ts';
import { createSessions, type Sessions } from './base/sessions/index.ts';
import { guardHandlers } from './base/switches/index.ts';
import { migrations } from './migrations.ts';
import { personTables } from './modules.ts';
import { createAccountChanges } from './products/office/accounts/changes.ts';
import { sendPersonData } from './products/office/accounts/person-data.ts';
import { erasePersonData } from './products/office/accounts/person-erasure.ts';
import { removeOld } from './products/office/accounts/retention.ts';
import { createCustomerRoutes } from './products/office/accounts/routes.ts';
import { createLineChecks } from './products/office/money/lines.ts';
import { createWorks } from './products/office/works.ts';

const ANN = 1_000_001;
const BOB = 1_000_002;
const seal = createSeal('cd'.repeat(32));
let db: Awaited<ReturnType<typeof startTestDatabase>>;
let audit: AuditLog;
let freezes: Freezes;
let freezing: Freezing;
let sessions: Sessions;
let keys: ApiKeys;
let approvals: Approvals;
let changes: ReturnType<typeof createAccountChanges>;
let routes: ReturnType<typeof createCustomerRoutes>;
/** Whether the account still has something. */
let isInUse = false;
const [canceled, published]: [number[], string[]] = [[], []];

const operator = (operatorId: number, role: OperatorRole = 'risk') => ({
  operatorId,
  role,
  sessionId: operatorId,
  email: `${operatorId}@example.com`,
});
const [maker, decider] = [operator(1), operator(2)];

beforeAll(async () => {
  db = await startTestDatabase({ migrations });
  const database = db.app;
  const accounts = createAccountDirectory();
  audit = createAuditLog(database, {
    key: makeAuditKey('ab'.repeat(32)),
    dataFolder: db.folder,
    readNowMs: Date.now,
  });
  freezes = await openFreezes(database);
  sessions = createSessions(database, Date.now);
  const report = () => {};
  keys = createApiKeys({ database, seal, readNowMs: Date.now, report, isFrozen: freezes.isFrozen });
  freezing = createFreezing({
    database,
    freezes,
    sessions,
    keys,
    accounts: { ...accounts, readSpotAccount: (ownerId) => ownerId as never },
    commandClient: {
      send: async (_body: object, { caller }: { caller: { ownerId: number } }) => {
        canceled.push(caller.ownerId);
        return { events: [] };
      },
    } as never,
  });
  changes = createAccountChanges({
    database,
    audit,
    seal,
    freezes,
    sessions,
    keys,
    approvals: () => approvals,
    publish: async (kind, ownerId, address) =>
      void published.push(`${kind} ${ownerId} ${address ?? ''}`),
    checkEmpty: async () => {
      if (isInUse) throw refuse('account_in_use');
    },
    erase: (session, request) => erasePersonData(session, { ...request, personTables }),
    close: async (ownerId) => {
      await freezing.freeze({ ownerId, cause: 'erased', cancelsOrders: false });
    },
  });
  const works = createWorks({ audit, changes } as unknown as Parameters<typeof createWorks>[0]);
  const readWorks = () => works as ApprovalWorks;
  approvals = createApprovals({
    database,
    audit,
    readWorks,
    readNowMs: Date.now,
    report: () => {},
  });
  routes = createCustomerRoutes({
    database,
    audit,
    keys,
    changes,
    readNowMs: Date.now,
    freeze: freezing.freeze,
    sendPersonData: (ownerId) => sendPersonData({ database, personTables }, ownerId),
  });
});
afterAll(() => db?.stop());
beforeEach(async () => {
  await db.owner.execute('TRUNCATE users CASCADE');
  await db.owner.execute('TRUNCATE account_freezes, approvals, sessions');
  await freezes.load();
  for (const [ownerId, email] of [
    [ANN, 'ann@example.com'],
    [BOB, 'bob@example.com'],
  ]) {
    await db.owner.execute(
      `INSERT INTO users (owner_id, email, nickname, password_hash, locale, totp_secret)
       VALUES ($1, $2, 'n', 'hash', 'en_US', '\\x00')`,
      [ownerId, email],
    );
  }
  isInUse = false;
  canceled.length = 0;
  published.length = 0;
});

async function call<TAnswer>(path: string, body: object, method = 'POST'): Promise<TAnswer> {
  const handler = routes.find(({ route }) => route.path === path && route.method === method);
  const schema = handler?.route.body ?? handler?.route.query;
  if (handler === undefined || schema === undefined) throw new Error(path);
  const input = schema.parse(body);
  const caller = { operator: maker };
  const context = { caller, query: input, body: input, setHeader: () => {} };
  return (await handler.handle(context as never)) as TAnswer;
}
async function agree(body: object) {
  const request = { ownerId: ANN, reason: 'because', reference: 'seen at the desk', ...body };
  const { approvalId } = await call<{ approvalId: number }>('/admin/api/users/change', request);
  const row = (await approvals.list()).find((each) => each.approvalId === approvalId);
  return approvals.approve(decider, approvalId, row?.payloadHash ?? '');
}
const makeKey = async () => {
  const made = await keys.create({
    ownerId: ANN,
    label: 'bot',
    permissions: ['read', 'withdraw'],
    ipList: [],
    expiresAtMs: 0,
  });
  return made?.key.apiKey ?? '';
};
const listActions = async () =>
  (await audit.list({ userId: ANN, limit: 50 })).map((one) => one.action);

test('a frozen account is signed out and its keys are refused until two thaw it', async () => {
  const { token } = await sessions.create({ ownerId: ANN, ip: '::1', device: 'd' });
  const apiKey = await makeKey();
  const freeze = { ownerId: ANN, cause: 'access', reason: 'odd sign-ins' };
  await call('/admin/api/users/freeze', { ...freeze, cancelsOrders: true });
  expect(await sessions.read(token)).toBeUndefined();
  expect([await keys.find(apiKey), await keys.read(apiKey)]).toEqual([undefined, undefined]);
  expect(canceled).toEqual([ANN]);
  await call('/admin/api/users/freeze', { ...freeze, cancelsOrders: false });
  expect(canceled).toEqual([ANN]);

  // A start reads it again.
  expect((await openFreezes(db.app)).read(ANN)).toMatchObject({ cause: 'access' });
  expect(await agree({ change: 'thaw' })).toMatchObject({ state: 'executed' });
  expect(freezes.read(ANN)).toBeUndefined();
  expect((await keys.find(apiKey))?.ownerId).toBe(ANN);
  expect(await listActions()).toEqual(expect.arrayContaining(['user_frozen', 'user_thawed']));
  expect(published).toEqual([`account_thawed ${ANN} `]);
});

test('a frozen person looks, takes orders back, and changes nothing', async () => {
  await freezing.freeze({ ownerId: ANN, cause: 'own', cancelsOrders: false });
  const done: string[] = [];
  const { place, cancelAll, openOrders } = spotRoutes;
  const { passwordChange, login } = accountRoutes;
  const chosen = [place, cancelAll, openOrders, passwordChange, login, inboxRoutes.messages];
  const handlers = guardHandlers(
    chosen.map((route) => serve(route as never, async () => void done.push(route.path) as never)),
    { isOn: (name) => name !== 'maintenance' },
    {
      readMaintenance: () => ({ endsAtMs: 0 }),
      readFreeze: freezes.readCause,
      onlyWithdraws: () => false,
      findRegion: () => ({ mode: 'open', region: '' }),
    },
  );
  const run = async (ownerId: number) => {
    const refused: string[] = [];
    for (const { route, handle } of handlers) {
      const context = { caller: { ownerId, ip: '' } } as CallContext;
      await handle(context).catch((error: Error & { facts: object }) => {
        expect(error).toMatchObject({ word: 'account_frozen', facts: { cause: 'own' } });
        refused.push(route.path);
      });
    }
    return refused;
  };
  expect(await run(ANN)).toEqual([spotRoutes.place.path, accountRoutes.passwordChange.path]);
  expect(await run(BOB)).toEqual([]);
});

test('whoever freezes their own account has no key left, also once it is thawed', async () => {
  const apiKey = await makeKey();
  await freezing.freeze({ ownerId: ANN, cause: 'own', cancelsOrders: true });
  expect(canceled).toEqual([ANN]);
  await agree({ change: 'thaw' });
  expect(await keys.find(apiKey)).toBeUndefined();
  expect(await keys.list(ANN)).toEqual([]);
});

test('a lost factor goes on evidence; sessions end, keys withdraw no more', async () => {
  const { token } = await sessions.create({ ownerId: ANN, ip: '::1', device: 'd' });
  const apiKey = await makeKey();
  await db.owner.execute(
    `INSERT INTO passkeys (credential_id, owner_id, public_key, counter, transports, name)
     VALUES ('c', ${ANN}, '', 0, '{}', 'p')`,
  );
  const bare = { ownerId: ANN, change: 'factor', reason: 'because' };
  await expect(call('/admin/api/users/change', bare)).rejects.toThrow('document_unfit');
  const row = await agree({ change: 'factor' });
  const [left] = await db.app.query(
    `SELECT totp_secret AS secret, (SELECT count(*) FROM passkeys) AS passkeys FROM users
     WHERE owner_id = ${ANN}`,
  );
  expect(left).toEqual({ secret: null, passkeys: 0 });
  expect(await sessions.read(token)).toBeUndefined();
  expect((await keys.find(apiKey))?.permissions).toEqual(['read']);
  const evidence = await call<{ data: string }>('/admin/api/users/evidence', {
    approvalId: row.approvalId,
  });
  expect(Buffer.from(evidence.data, 'base64').toString()).toBe('seen at the desk');
});

test('evidence that was changed since is not what two agreed to', async () => {
  const body = { ownerId: ANN, change: 'factor', reason: 'because', reference: 'passport 1' };
  const { approvalId } = await call<{ approvalId: number }>('/admin/api/users/change', body);
  await db.owner.execute(
    'UPDATE account_evidence SET sealed_document = $2 WHERE approval_id = $1',
    [approvalId, seal.close(Buffer.from('passport 2').toString('base64'))],
  );
  const [{ payloadHash }] = await approvals.list();
  expect(await approvals.approve(decider, approvalId, payloadHash)).toMatchObject({
    state: 'failed',
    outcome: expect.stringContaining('approval_changed'),
  });
});

test('a new address is told to the old one too, and is nobody else’s', async () => {
  await expect(agree({ change: 'address', address: 'bob@example.com' })).rejects.toThrow(
    'address_taken',
  );
  await expect(agree({ change: 'address', address: 'nothing' })).rejects.toThrow('invalid');
  await agree({ change: 'address', address: 'Ann@new.example' });
  const [row] = await db.app.query(`SELECT email FROM users WHERE owner_id = ${ANN}`);
  expect(row).toEqual({ email: 'ann@new.example' });
  expect(published).toEqual([
    `security_changed ${ANN} ann@example.com`,
    `security_changed ${ANN} `,
  ]);
});

test('every table that names a person says what becomes of it', async () => {
  const columns = await db.owner.query<{ table: string; column: string }>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name LIKE '%owner_id'`,
  );
  // Numbers without a name: engine's rows, sums of money, counters of limits, operators' passkeys.
  const others = (
    'balance_point_heads balance_points cost_heads cost_points faucet_gifts ' +
    'operator_passkeys private_pieces sandbox_demo_trader spot_amendments ' +
    'spot_list_names spot_lists spot_order_marks spot_prevented spot_triggers ' +
    'spot_vip_levels transfer_days transfer_uses users'
  ).split(' ');
  const listed = new Set(personTables.map(({ table }) => table));
  const unlisted = columns.map(({ table }) => table).filter((table) => !listed.has(table));
  expect([...new Set(unlisted)].toSorted()).toEqual(others);
});

test('erasing waits for an empty account, takes every name and leaves the books', async () => {
  isInUse = true;
  await expect(agree({ change: 'erase' })).rejects.toThrow('account_in_use');
  isInUse = false;
  await sessions.create({ ownerId: ANN, ip: '203.0.113.7', device: 'd' });
  await makeKey();
  await call('/admin/api/users/notes', { ownerId: ANN, text: 'called on Monday' });
  await db.owner.execute(
    `INSERT INTO balance_moves (move_id, owner_id, account_id, asset_id, change_units, reason,
       reference, sequence, at_ms) VALUES (1, ${ANN}, 7, 52, 5, 1, 1, 1, 1)
     ON CONFLICT DO NOTHING`,
  );
  expect(await agree({ change: 'erase' })).toMatchObject({ state: 'executed' });
  for (const one of personTables.filter(({ isErased }) => isErased)) {
    const where = `${one.owner} = $1 AND ${one.only ?? 'true'}`;
    const owner = ownerValue(one, ANN);
    const left = await db.owner.query(`SELECT FROM ${one.table} WHERE ${where}`, [owner]);
    expect([one.table, left]).toEqual([one.table, []]);
  }
  const [row] = await db.owner.query(
    `SELECT email, nickname, password_hash AS hash FROM users WHERE owner_id = ${ANN}`,
  );
  expect(row).toEqual({ email: erasedAddress(ANN), nickname: '', hash: '' });
  const moves = await db.owner.query(`SELECT FROM balance_moves WHERE owner_id = ${ANN}`);
  expect(moves).toHaveLength(1);
  expect(freezes.read(ANN)?.cause).toBe('erased');
});

test('who was erased is nobody any more: no thaw, freeze, change, note, no way in', async () => {
  await agree({ change: 'erase' });
  for (const change of ['thaw', 'factor'] as const) {
    await expect(agree({ change })).rejects.toThrow('account_in_use');
  }
  const address = { change: 'address', address: 'ann@new.example' };
  await expect(agree(address)).rejects.toThrow('account_in_use');
  const freeze = { ownerId: ANN, cause: 'review', cancelsOrders: false, reason: 'again' };
  await expect(call('/admin/api/users/freeze', freeze)).rejects.toThrow('account_in_use');
  const own = freezing.freeze({ ownerId: ANN, cause: 'own', cancelsOrders: false });
  await expect(own).rejects.toThrow('account_in_use');
  const note = { ownerId: ANN, text: 'called again' };
  await expect(call('/admin/api/users/notes', note)).rejects.toThrow('account_in_use');
  expect(freezes.read(ANN)?.cause).toBe('erased');
  const users = createUsers(db.app, seal);
  expect(await users.read(ANN)).toBeUndefined();
  expect(await users.findByEmail(erasedAddress(ANN))).toBeUndefined();
  const taken = { email: erasedAddress(BOB), passwordHash: '', locale: 'en_US' };
  expect(await users.create(taken)).toBeUndefined();
  // A credit finds nobody, and one that was asked for before is not carried out.
  const checks = createLineChecks({
    database: db.app,
    markets: { coinByName: () => undefined } as never,
    readAvailable: async () => new Map(),
  });
  const lines = [{ account: String(ANN), asset: 'USDT', amount: '1' }];
  expect((await checks.check('credit', lines)).shown[0]?.problem).toBe('account_unknown');
  const agreed = [BOB, ANN].map((ownerId) => ({ ownerId, assetId: 52, units: 1n }));
  expect(await checks.findGone(agreed)).toBe(2);
});

test('what was asked for before somebody was erased is not done after it', async () => {
  const request = { ownerId: ANN, reason: 'because', reference: 'seen', change: 'factor' };
  const { approvalId } = await call<{ approvalId: number }>('/admin/api/users/change', request);
  await agree({ change: 'erase' });
  const row = (await approvals.list()).find((each) => each.approvalId === approvalId);
  const late = approvals.approve(decider, approvalId, row?.payloadHash ?? '');
  await expect(late).rejects.toThrow('approval_over');
});

test('the file of a person has their rows, in pages, and no secret', async () => {
  await sessions.create({ ownerId: ANN, ip: '203.0.113.7', device: 'd' });
  await makeKey();
  await db.owner.execute(
    `INSERT INTO login_history (owner_id, ip, device, outcome)
     SELECT ${ANN}, '::1', 'd', 'ok' FROM generate_series(1, 2100);
     ALTER TABLE content_votes DROP CONSTRAINT content_votes_article_id_fkey;
     INSERT INTO content_votes VALUES (7, 'owner:${ANN}', true, 1), (7, 'owner:${BOB}', false, 1)`,
  );
  const of = { ownerId: String(ANN) };
  const stream = await call<NodeJS.ReadableStream>('/admin/api/users/export', of, 'GET');
  const file = await text(stream);
  const data = JSON.parse(file) as Record<string, object[]>;
  expect(data['profile']).toMatchObject({ email: 'ann@example.com', has_totp: true });
  expect(data['login_history']).toHaveLength(2_100);
  expect(data['sessions']).toMatchObject([{ ip: '203.0.113.7' }]);
  expect(data['content_votes']).toEqual([{ article_id: 7, is_helpful: true, at_ms: 1 }]);
  expect(data['api_keys']).toMatchObject([{ label: 'bot' }]);
  expect(file).not.toMatch(/token_hash|sealed|password|totp_secret|public_key/);
  expect(file).not.toContain('bob@example.com');
  expect(await listActions()).toContain('user_exported');
});

test('what is older than the rules say goes, counted and written down', async () => {
  await db.owner.execute('TRUNCATE login_history, sessions');
  await db.owner.execute(
    `INSERT INTO login_history (owner_id, at, ip, device, outcome) VALUES
       (${ANN}, now() - interval '366 days', '', '', 'ok'), (${ANN}, now(), '', '', 'ok')`,
  );
  const { token } = await sessions.create({ ownerId: ANN, ip: '', device: '' });
  expect(await removeOld(audit, Date.now())).toEqual({ logins: 1 });
  expect(await sessions.read(token)).toBeDefined();
  const [act] = await audit.list({ limit: 1 });
  expect(act).toMatchObject({ action: 'retention_done', detail: '{"logins":1}' });
  expect(await removeOld(audit, Date.now())).toEqual({});
  await db.owner.execute(`UPDATE retention_rules SET days = 0`);
  expect(await removeOld(audit, Date.now() + 4e12)).toEqual({});
});
