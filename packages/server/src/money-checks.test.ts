// Money is held until providers have said what they say: the provider of a sandbox over its port,
// its webhooks over ours, the job that asks, and what custody makes of the rows. What custody does
// with an answer is tested on real nodes (testing/on-chains).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSeal } from './base/credentials/index.ts';
import { CHECK_LATE_MS, readCustodyFaults } from './base/custody/index.ts';
import { installQueue } from './base/jobs/index.ts';
import {
  connectMoneyChecks,
  isProviderNamed,
  readProviderAccess,
  SIGNATURE_HEADER,
  signText,
} from './base/providers/index.ts';
import type { Sessions } from './base/sessions/index.ts';
import { createVault, type Vault } from './base/vault/index.ts';
import { type CreatedScreening, createScreening } from './custody/screening.ts';
import { translatePlainly } from './edge/answer.ts';
import { createEdge } from './edge/http.ts';
import { ADDRESSES, COINS, NETWORKS, startMoneyOut } from './products/capital/book/testing.ts';
import { createMoneyChecks, type MoneyChecks } from './products/capital/checks/asking.ts';
import { createMoneyHearing } from './products/capital/checks/hear.ts';
import { closeDeclaration, writeDeclaration } from './products/capital/travel/declarations.ts';
import { type RunningProvider, runIdentityProvider } from './sandbox/identity-provider/index.ts';

const OWNER = 1_000_001;
let fixture: Awaited<ReturnType<typeof startMoneyOut>>;
let vault: Vault;
let screening: CreatedScreening;
let checks: MoneyChecks;
let provider: RunningProvider | undefined;
let origin: string;
let closeEdge: () => Promise<void>;
let dataFolder: string;
let named = true;
/** How far the clock of the provider is ahead, and ours. */
const ahead = { theirsMs: 0, oursMs: 0 };
const toRead: string[] = [];
const statuses: number[] = [];
const faults: unknown[] = [];

const startProvider = async () => {
  const readNowMs = () => Date.now() + ahead.theirsMs;
  provider = await runIdentityProvider({ dataFolder, origin, readNowMs });
};

beforeAll(async () => {
  fixture = await startMoneyOut();
  const { database, test: db } = fixture;
  await installQueue(db.owner, db.address);
  await db.owner.execute(
    `INSERT INTO coins (coin_id, short_name, name) VALUES (1, 'USDT', 'Tether'),
       (2, 'ETH', 'Ether') ON CONFLICT DO NOTHING`,
  );
  dataFolder = db.folder;
  vault = createVault(database, createSeal('7'.repeat(64)), Date.now);
  const readAccess = (kind: 'screening' | 'travel' | 'identity') =>
    readProviderAccess({ dataFolder, mode: 'sandbox' }, kind);
  const readNowMs = () => Date.now() + ahead.oursMs;
  screening = createScreening({
    database,
    fence: { write: (work: never) => database.transaction(work) } as never,
    isNamed: (kind) => named && isProviderNamed(dataFolder, kind),
    readNowMs,
  });
  checks = createMoneyChecks({
    database,
    vault,
    async readProvider(kind) {
      const access = await readAccess(kind);
      return access && connectMoneyChecks(access);
    },
    readNowMs,
    report: (error) => void faults.push(error),
  });
  const app = createEdge({
    handlers: [
      createMoneyHearing({
        database,
        enqueue: async (_session, { payload }) => void toRead.push(String(payload['reference'])),
        readAccess,
        readNowMs: Date.now,
      }),
    ],
    sessions: { peek: () => undefined, read: async () => undefined } as unknown as Sessions,
    translate: translatePlainly,
    ownOrigin: 'https://x.example',
    mode: 'sandbox',
    readNowMs: Date.now,
    report: (error) => faults.push(error),
  });
  app.addHook('onResponse', async (_request, reply) => void statuses.push(reply.statusCode));
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
  closeEdge = () => app.close();
  await startProvider();
});
afterAll(async () => {
  await provider?.stop();
  await closeEdge?.();
  await fixture?.test.stop();
});
beforeEach(async () => {
  Object.assign(ahead, { theirsMs: 0, oursMs: 0 });
  named = true;
  toRead.length = 0;
  statuses.length = 0;
  faults.length = 0;
  await fixture.test.owner.execute('DELETE FROM chain_checks');
});

let rows = 0;
async function addWithdrawal(address: string, venue?: string): Promise<number> {
  rows += 1;
  const clientId = `c${rows}`;
  const [{ id: withdrawalId }] = await fixture.test.owner.query<{ id: number }>(
    `INSERT INTO withdrawals (owner_id, client_id, body_hash, asset_id, network_id, address,
       amount_units, taken_units, fee_units, receives_units, receives_raw, value_units, state,
       take_intent_id, asked_at_ms, changed_at_ms)
     VALUES ($1, $2, '\\x00', $3, $4, $5, 1, 1, 0, 1, 2500000, 1, 'screening', $6, 1, 1)
     RETURNING withdrawal_id AS id`,
    [OWNER, clientId, COINS.usdt, NETWORKS.evm, address, rows],
  );
  if (venue !== undefined) {
    const travel = { beneficiary: 'Quincella Marmeladova', venue, purpose: 'rent' };
    const closed = await closeDeclaration(vault, travel, { ownerId: OWNER, clientId });
    await writeDeclaration(fixture.database, closed, { withdrawalId, ownerId: OWNER, nowMs: 1 });
  }
  return withdrawalId;
}
async function addDeposit(raw: number): Promise<number> {
  rows += 1;
  const [{ id }] = await fixture.test.owner.query<{ id: number }>(
    `INSERT INTO deposits (network_id, tx_hash, place, kind, owner_id, asset_id, address,
       from_address, block_hash, height, raw, status, needed, seen_at_ms)
     VALUES ($1, $2, 'log:0', 'chain', $3, $4, $5, $6, '0xb10c', 90, $7, 1, 12, 1)
     RETURNING deposit_id AS id`,
    [NETWORKS.evm, `0x${rows}`, OWNER, COINS.usdt, ADDRESSES.deposit, ADDRESSES.other, raw],
  );
  return id;
}

const addressOf = (end: string) => `0x${'1'.repeat(40 - end.length)}${end}`;
const screen = (withdrawalId: number) =>
  screening.screenWithdrawal({
    withdrawalId,
    ownerId: OWNER,
    networkId: NETWORKS.evm,
    assetId: COINS.usdt,
    address: '',
    receivesRaw: 1n,
  });
const receive = (depositId: number) =>
  screening.deposits.screenDeposit({
    depositId,
    ownerId: OWNER,
    from: [ADDRESSES.other],
    networkId: NETWORKS.evm,
    assetId: COINS.usdt,
    raw: 1n,
  });
/** Read back what webhooks told of. */
async function hear(): Promise<void> {
  for (const reference of toRead.splice(0)) await checks.readBack(reference);
}
const countJobs = async () =>
  (
    await fixture.test.owner.query('SELECT FROM jobs.jobs WHERE task_identifier = $1', [
      'capital.checks',
    ])
  ).length;

test.each([
  ['one of which nothing is known', addressOf('good'.replace(/[^0-9a-f]/g, '0')), 'pass'],
  ['one of a list', addressOf('bad1'), 'refuse'],
  ['one to look at', addressOf('bad2'), 'hold'],
  ['one of whom a forged webhook says it is good', addressOf('bad5'), 'refuse'],
  ['one whose webhooks come twice and out of order', addressOf('bad6'), 'pass'],
])('%s is asked about once, and waits for its answer', async (_what, address, answer) => {
  const withdrawalId = await addWithdrawal(address);
  expect(await screen(withdrawalId)).toBe('wait');
  expect(await screen(withdrawalId)).toBe('wait');
  // The question and the job that asks it were written together.
  expect(await countJobs()).toBe(1);
  await checks.run();
  expect(await screen(withdrawalId)).toBe('wait');
  await expect
    .poll(async () => {
      await hear();
      return screen(withdrawalId);
    })
    .toBe(answer);
  if (address.endsWith('bad5')) expect(statuses).toContain(401);
  const [row] = await fixture.test.owner.query<{ text: string; count: number }>(
    `SELECT string_agg(own::text, '') AS text, count(*)::int AS count FROM chain_checks AS own`,
  );
  expect(row?.count).toBe(1);
  expect(row?.text).not.toContain(address);
  expect(faults).toEqual([]);
});

test('one that is late passes once answered, what is never answered wants people', async () => {
  const [late, silent] = [
    await addWithdrawal(addressOf('bad3')),
    await addWithdrawal(addressOf('bad4')),
  ];
  await Promise.all([screen(late), screen(silent)]);
  await checks.run();
  expect([await screen(late), await screen(silent)]).toEqual(['wait', 'wait']);
  ahead.theirsMs = 30_000;
  await expect
    .poll(async () => {
      await hear();
      return screen(late);
    })
    .toBe('pass');
  ahead.oursMs = CHECK_LATE_MS - 5_000;
  expect(await screen(silent)).toBe('wait');
  expect((await readCustodyFaults(fixture.database)).unanswered_checks).toBe(0);
  ahead.oursMs = CHECK_LATE_MS;
  expect(await screen(silent)).toBe('late');
  await fixture.test.owner.execute('UPDATE chain_checks SET made_at_ms = made_at_ms - $1', [
    CHECK_LATE_MS,
  ]);
  expect((await readCustodyFaults(fixture.database)).unanswered_checks).toBe(1);
});

test('a provider that is away, or of which the file is wrong, holds', async () => {
  await provider?.stop();
  const withdrawalId = await addWithdrawal(addressOf('0000'));
  expect(await screen(withdrawalId)).toBe('wait');
  await checks.run();
  expect(faults.map(String)).toEqual(['ProviderFault: not reached: ECONNREFUSED']);
  expect(await screen(withdrawalId)).toBe('wait');
  // Not named any more: who was asked about is waited for.
  named = false;
  expect(await screen(withdrawalId)).toBe('wait');
  expect(await screen(await addWithdrawal(addressOf('bad1')))).toBe('pass');
  await startProvider();
  ahead.oursMs = 120_000;
  await checks.run();
  await expect
    .poll(async () => {
      await hear();
      return screen(withdrawalId);
    })
    .toBe('pass');
});

test.each([
  [2_500_000, { kind: 'pass' }],
  [2_006_600, { kind: 'refuse', code: 'screening_refused' }],
  [2_001_300, { kind: 'hold' }],
] as const)('a deposit of %i is asked about when it is seen', async (raw, answer) => {
  await fixture.test.owner.execute('UPDATE deposits SET status = 4, reason = $1', ['over']);
  const depositId = await addDeposit(raw);
  await screening.deposits.begin(NETWORKS.evm);
  await screening.deposits.begin(NETWORKS.evm);
  expect(await receive(depositId)).toEqual({ kind: 'wait' });
  await checks.run();
  await expect
    .poll(async () => {
      await hear();
      return receive(depositId);
    })
    .toEqual(answer);
});

test('a deposit that nobody answers about is held as one that nobody could look at', async () => {
  await fixture.test.owner.execute('UPDATE deposits SET status = 4, reason = $1', ['over']);
  const depositId = await addDeposit(2_009_900);
  expect(await receive(depositId)).toEqual({ kind: 'wait' });
  await checks.run();
  ahead.oursMs = CHECK_LATE_MS;
  expect(await receive(depositId)).toEqual({ kind: 'hold', isDown: true });
});

test.each([
  ['Damson Bourse', 'pass'],
  ['Unknown Bourse', 'travel_refused'],
  ['Impostor Bourse', 'travel_refused'],
])('%s is told who receives before anything leaves', async (venue, answer) => {
  const withdrawalId = await addWithdrawal(addressOf('0000'), venue);
  expect(await screen(withdrawalId)).toBe('wait');
  await checks.run();
  await expect
    .poll(async () => {
      await hear();
      return screen(withdrawalId);
    })
    .toBe(answer);
  const store = readFileSync(join(dataFolder, 'identity-provider', 'checks.json'), 'utf8');
  expect(store).toContain('travel');
  expect(store).not.toContain('Quincella');
  // A wallet of one's own has nobody who is told.
  const own = await addWithdrawal(addressOf('0000'));
  await screen(own);
  const asked = await fixture.database.query<{ kind: string }>(
    'SELECT kind FROM chain_checks WHERE subject_id = $1',
    [own],
  );
  expect(asked).toEqual([{ kind: 'address' }]);
});

test('a silent exchange wants people; what was erased is told to nobody', async () => {
  const [silent, erased] = [
    await addWithdrawal(addressOf('0000'), 'Silent Bourse'),
    await addWithdrawal(addressOf('0000'), 'Damson Bourse'),
  ];
  await Promise.all([screen(silent), screen(erased)]);
  const gone = 'DELETE FROM withdrawal_declarations WHERE withdrawal_id = $1';
  await fixture.test.owner.execute(gone, [erased]);
  await checks.run();
  await expect
    .poll(async () => {
      await hear();
      const open = "SELECT FROM chain_checks WHERE kind = 'address' AND state <> 'passed'";
      return (await fixture.database.query(open)).length;
    })
    .toBe(0);
  ahead.oursMs = CHECK_LATE_MS;
  expect(await screen(silent)).toBe('travel_late');
});

test('an event of somebody else is refused, one of theirs is taken once', async () => {
  const { secrets } = JSON.parse(
    readFileSync(join(dataFolder, 'providers', 'travel.json'), 'utf8'),
  ) as { secrets: [string] };
  const text = JSON.stringify({ eventId: 'e1', reference: crypto.randomUUID() });
  const tell = async (secret: string, name = 'sandbox') => {
    const response = await fetch(`${origin}/hk-web/capital/webhook/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: signText(secret, Math.floor(Date.now() / 1000), text),
      },
      body: text,
    });
    return response.status;
  };
  expect(await tell('whsec_of_somebody_else')).toBe(401);
  expect(await tell(secrets[0], 'another')).toBe(401);
  expect([await tell(secrets[0]), await tell(secrets[0])]).toEqual([200, 200]);
  expect(toRead).toHaveLength(1);
});
