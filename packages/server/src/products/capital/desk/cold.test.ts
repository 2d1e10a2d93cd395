// Cold storage at the desk: another address only where the signer's policy lists it, levels and
// floors in their order, each carried out for two.
import { coldDeskRoutes, type OperatorRole, type RouteAnswer } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Approvals,
  type ApprovalWorks,
  createApprovals,
} from '../../../base/approvals/index.ts';
import { createAuditLog, makeAuditKey } from '../../../base/audit/index.ts';
import type { CallContext, RouteHandler } from '../../../base/product/index.ts';
import { ADDRESSES, COINS, CONTRACT, NETWORKS, startMoneyOut, wordOf } from '../book/testing.ts';
import { createColdDesk } from './cold.ts';
import { createColdWorks } from './cold-works.ts';

let fixture: Awaited<ReturnType<typeof startMoneyOut>>;
let approvals: Approvals;
let handlers: RouteHandler[];

const operator = (operatorId: number, role: OperatorRole = 'administrator') => ({
  operatorId,
  role,
  sessionId: operatorId,
  email: `${operatorId}@example.com`,
});

beforeAll(async () => {
  fixture = await startMoneyOut();
  const { database, markets, readNowMs, test: db } = fixture;
  const audit = createAuditLog(database, {
    key: makeAuditKey('ab'.repeat(32)),
    dataFolder: db.folder,
    readNowMs,
  });
  const works = createColdWorks({ audit, markets }) as ApprovalWorks;
  const report = (error: unknown) => expect(error).toBeUndefined();
  approvals = createApprovals({ database, audit, readWorks: () => works, readNowMs, report });
  handlers = createColdDesk({ database, markets, approvals: () => approvals, readNowMs });
  const raw = (whole: number) => `${whole}000000`;
  const asset = {
    token: CONTRACT,
    perTransactionRaw: raw(50_000),
    perHourRaw: raw(100_000),
    perDayRaw: raw(500_000),
    perHourCount: 100,
    approveAboveRaw: raw(10_000),
  };
  const policy = {
    officers: [],
    networks: [{ network: NETWORKS.evm, coldAddresses: [ADDRESSES.evm], assets: [asset] }],
  };
  await db.owner.execute(
    `INSERT INTO signer_states (is_frozen, reasons, policy_hash, sequence, policy, at_ms)
     VALUES (false, '{}', 'h', 1, $1, 1)`,
    [JSON.stringify(policy)],
  );
  await db.owner.execute(
    `INSERT INTO cold_refills (network_id, asset_id, units, asked_at_ms)
     VALUES ($1, $2, 150000000, 7)`,
    [NETWORKS.evm, COINS.usdt],
  );
});
afterAll(() => fixture?.test.stop());

async function call<TAnswer>(name: keyof typeof coldDeskRoutes, given: object = {}) {
  const route = coldDeskRoutes[name];
  const body = 'body' in route ? route.body.parse({ reason: 'as planned', ...given }) : undefined;
  const handler = handlers.find((one) => one.route === route);
  const context = { caller: { operator: operator(1) }, body };
  return route.answer.parse(await handler?.handle(context as unknown as CallContext)) as TAnswer;
}
const read = () => call<RouteAnswer<typeof coldDeskRoutes.readCold>>('readCold');
async function approve(approvalId: number): Promise<void> {
  const asked = await approvals.list();
  const { payloadHash = '' } = asked.find((one) => one.approvalId === approvalId) ?? {};
  await approvals.approve(operator(2), approvalId, payloadHash);
}
const limits = {
  networkId: NETWORKS.evm,
  coinId: COINS.usdt,
  low: '10',
  target: '20',
  high: '30',
  hourFloor: '5',
  dayFloor: '50',
};

test('shows what is asked of cold storage, and the caps that the signer keeps', async () => {
  const { addresses, refills, limits: all } = await read();
  expect(addresses[0]).toMatchObject({ networkId: NETWORKS.evm, address: '', isInPolicy: false });
  expect(refills).toMatchObject([{ coin: 'USDT', amount: '1.50000000', askedAt: 7 }]);
  const usdt = all.find((one) => one.coinId === COINS.usdt && one.networkId === NETWORKS.evm);
  expect(usdt).toMatchObject({ low: '', high: '', caps: { hour: '100000.000000' } });
  expect(all.find((one) => one.networkId === NETWORKS.btc)?.caps).toBeNull();
});

test('a cold address is one of the policy, and holds once two agreed', async () => {
  const ask = (address: string, networkId: number = NETWORKS.evm) =>
    call<{ approvalId: number }>('setColdAddress', { networkId, address });
  expect(await wordOf(ask(ADDRESSES.other))).toBe('invalid');
  expect(await wordOf(ask(ADDRESSES.btc))).toBe('invalid');
  expect(await wordOf(ask(ADDRESSES.evm, 99))).toBe('object_not_found');
  const { approvalId } = await ask(ADDRESSES.evm.toLowerCase());
  expect((await read()).addresses[0]).toMatchObject({ address: '', approvalId });
  await approve(approvalId);
  const set = { address: ADDRESSES.evm, isInPolicy: true, approvalId: 0 };
  expect((await read()).addresses[0]).toMatchObject(set);
  await approve((await ask('')).approvalId);
  expect((await read()).addresses[0]).toMatchObject({ address: '' });
});

test('levels rise and are all there or none, and hold once two agreed', async () => {
  const ask = (changed: object) =>
    call<{ approvalId: number }>('setLimits', { ...limits, ...changed });
  expect(await wordOf(ask({ low: '25' }))).toBe('invalid');
  expect(await wordOf(ask({ high: '' }))).toBe('invalid');
  expect(await wordOf(ask({ dayFloor: '1' }))).toBe('invalid');
  expect(await wordOf(ask({ low: '0.000000001' }))).toBe('invalid');
  expect(await wordOf(ask({ coinId: 9 }))).toBe('object_not_found');
  await approve((await ask({})).approvalId);
  const find = async () =>
    (await read()).limits.find(
      (one) => one.coinId === COINS.usdt && one.networkId === NETWORKS.evm,
    );
  expect(await find()).toMatchObject({
    low: '10.00000000',
    high: '30.00000000',
    dayFloor: '50.00000000',
  });
  await approve((await ask({ low: '', target: '', high: '' })).approvalId);
  expect(await find()).toMatchObject({ low: '', target: '', high: '', hourFloor: '5.00000000' });
});
