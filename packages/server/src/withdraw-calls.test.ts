// Asking for a withdrawal and taking it back, as the calls do it: real proofs, tables and engine.
// Checks are tested by themselves (products/capital/withdrawals/checks.test.ts).
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import {
  AccountClass,
  type AccountId,
  AccountType,
  type AssetId,
  type Command,
  CommandKind,
  type OwnerId,
  readEvents,
  Source,
  TransferReason,
  unkeyed,
} from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import { apiCapitalRoutes, withdrawRoutes } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withdrawalEnds } from './base/custody/index.ts';
import { createSeal, noteSecurityChange } from './base/credentials/index.ts';
import { readMoneyRights } from './base/identity/index.ts';
import { createIntents } from './base/intents/index.ts';
import type { CallContext } from './base/product/index.ts';
import type { Proving } from './base/proofs/testing.ts';
import { createVault } from './base/vault/index.ts';
import { openCore } from './engine/core.ts';
import { startTestEngine, type TestEngine } from './engine/testing/fixture.ts';
import { createCapitalBinance } from './products/capital/binance-api/index.ts';
import { offerProofs } from './products/capital/book/describe.ts';
import {
  ADDRESSES,
  COINS,
  CONTRACT,
  NETWORKS,
  startMoneyOut,
} from './products/capital/book/testing.ts';
import { readDeclaration } from './products/capital/travel/declarations.ts';
import { readDayUse } from './products/capital/withdrawals/day-use.ts';
import {
  createWithdrawalReader,
  createWithdrawalSearch,
} from './products/capital/withdrawals/records.ts';
import {
  cancelWithdrawal,
  submitWithdrawal,
  type WithdrawParts,
} from './products/capital/withdrawals/submit.ts';
import { readCheck, readTerms, type TermsParts } from './products/capital/withdrawals/terms.ts';

import { readEquity, valueOf } from './products/capital/withdrawals/worth.ts';

const HOUSE = 1;
const HOUR_MS = 3_600_000;
const USDT_UNIT = 10n ** 8n;
let fixture: Awaited<ReturnType<typeof startMoneyOut>>;
let engine: TestEngine;
let parts: WithdrawParts;
let person: Proving;
let clients = 0;

async function send(body: object): Promise<number> {
  const command = {
    ...body,
    ...unkeyed,
    actorId: HOUSE as OwnerId,
    sessionId: 0,
    source: Source.operator,
    issuedAtMs: Date.now(),
  } as Command;
  const { words, code } = await engine.send(command);
  expect(code).toBe(0);
  for (const event of readEvents(words)) {
    if ('accountId' in event && 'accountType' in event) {
      fixture.accounts.apply(event);
      return event.accountId;
    }
  }
  return 0;
}
const open = (ownerId: number, accountType: AccountType, accountClass: AccountClass) =>
  send({
    kind: CommandKind.openAccount,
    ownerId: ownerId as OwnerId,
    accountType,
    scope: 0,
    isMock: false,
    accountClass,
  });

beforeAll(async () => {
  fixture = await startMoneyOut();
  offerProofs(fixture.proofs, fixture);
  const { test: db } = fixture;
  const folder = mkdtempSync(join(db.folder, 'money-'));
  engine = await startTestEngine({ db, engineId: 1, folder, core: openCore(), rulesVersion: 7 });
  await send({
    kind: CommandKind.defineAsset,
    assetId: COINS.usdt as AssetId,
    scale: 8,
    isMock: false,
  });
  const chain = await open(HOUSE, AccountType.chain, AccountClass.contra);
  person = await fixture.addRich();
  const spot = await open(person.ownerId, AccountType.spot, AccountClass.wallet);
  await open(person.ownerId, AccountType.outgoing, AccountClass.wallet);
  await send({
    kind: CommandKind.transfer,
    fromAccountId: chain as AccountId,
    toAccountId: spot as AccountId,
    assetId: COINS.usdt as AssetId,
    amountUnits: 1_000n * USDT_UNIT,
    reason: TransferReason.seed,
    reference: 1,
  });
  const intents = createIntents({
    database: fixture.database,
    consumers: withdrawalEnds,
    nudge: () => engine.nudge(),
    readNowMs: Date.now,
  });
  const { accounts } = fixture;
  const readAccount = (ownerId: number, type: AccountType) =>
    accounts.readAccount(ownerId, type, 0) ?? 0;
  parts = {
    ...fixture,
    configuration: fixture.configuration as WithdrawParts['configuration'],
    intents,
    vault: createVault(fixture.database, createSeal('7'.repeat(64)), Date.now),
    commandClient: {} as never,
    accounts: { ...accounts, readSpotAccount: () => spot as AccountId },
    readAccountUnits: async (ownerId, type) => [
      ...engine.core.readBalances(type === AccountType.spot ? spot : readAccount(ownerId, type)),
    ],
  };
});
afterAll(async () => {
  await engine?.stop();
  await fixture?.test.stop();
});

async function ask(changes: Record<string, unknown> = {}) {
  clients += 1;
  const sent = {
    coinId: COINS.usdt,
    networkId: NETWORKS.evm,
    address: ADDRESSES.other,
    amount: '100',
    clientId: `c${clients}`,
    ...changes,
  };
  const sign = await fixture.prove(person, 'withdraw', JSON.stringify(sent));
  const body = withdrawRoutes.submit.body?.parse(sent) as never;
  return { caller: person.caller, body, proof: { sign, text: JSON.stringify(sent) } };
}
const readUse = () => readDayUse(fixture.database, person.ownerId, fixture.clock.nowMs);

test('a withdrawal is taken with its fee, once for a client id, and given back whole', async () => {
  const call = await ask();
  const first = await submitWithdrawal(parts, call);
  expect(first).toMatchObject({ status: 1, receives: '100.00000000', fee: '1.10000000' });
  expect(await submitWithdrawal(parts, call)).toEqual(first);
  const body = { ...(call.body as object), amount: '101' } as never;
  const other = submitWithdrawal(parts, { ...call, body });
  await expect(other).rejects.toMatchObject({ word: 'key_reused' });
  expect(await readUse()).toBe(10_110_000_000n);
  const owned = { ownerId: person.ownerId, withdrawalId: Number(first.withdrawId) };
  const read = createWithdrawalReader(parts);
  const before = await read(person.ownerId, { limit: 10 });
  expect(before.rows).toMatchObject([{ id: first.withdrawId, amount: '100.00000000', status: 1 }]);
  const foreign = cancelWithdrawal(parts, { ...owned, ownerId: 5 });
  await expect(foreign).rejects.toMatchObject({ word: 'object_not_found' });
  expect(await cancelWithdrawal(parts, owned)).toBe(7);
  expect(await cancelWithdrawal(parts, owned)).toBe(7);
  expect(await readUse()).toBe(0n);
  const after = await parts.readAccountUnits(person.ownerId, AccountType.spot, 0);
  expect(after[0]?.availableUnits).toBe(1_000n * USDT_UNIT);
  const { rows } = await read(person.ownerId, { limit: 10, status: 7 });
  // The fixture's clock and the engine's are two: their order is not looked at.
  const words = rows[0]?.steps.map(({ word }) => word).sort();
  expect(words).toEqual(['cancelled', 'requested', 'taken']);
});

test('what the engine refuses is rejected, and its day is given back', async () => {
  const rich = { ...parts, readAccountUnits: async () => [richUsdt] };
  const refused = await submitWithdrawal(rich, await ask({ amount: '5000', travel: declared }));
  expect(refused.status).toBe(8);
  expect(await readUse()).toBe(0n);
});

const richUsdt = { assetId: COINS.usdt, availableUnits: 10n ** 14n, heldUnits: 0n };
const declared = { beneficiary: 'Ann', purpose: 'savings' };

test('two requests at once of one client id are one withdrawal with its receiver', async () => {
  const call = await ask({ amount: '10', travel: declared });
  const both = await Promise.all([submitWithdrawal(parts, call), submitWithdrawal(parts, call)]);
  expect(both[0].withdrawId).toBe(both[1].withdrawId);
  const kept = readDeclaration(parts.database, parts.vault, Number(both[0].withdrawId));
  expect((await kept).declaration).toEqual(declared);
});

test('terms say what the network takes', async () => {
  expect(await readTerms(parts, COINS.usdt)).toEqual([
    {
      networkId: NETWORKS.evm,
      fee: '1.00000000',
      feePpm: 1_000,
      min: '10.00000000',
      max: '50000.00000000',
      precision: 6,
      arrivalSeconds: 144,
      hotLevel: 'target',
      queueAhead: 0,
      etaSeconds: 144,
    },
  ]);
});

test('what may go is what locks leave of all, in the coin that is asked for', async () => {
  const [{ ownerId }, { test: db }] = [person, fixture];
  const people = { ...fixture, readFreeze: () => null };
  const checking = { ...parts, people } as unknown as TermsParts;
  const check = () => readCheck(checking, ownerId, COINS.usdt);
  const rights = (nowMs = fixture.clock.nowMs) =>
    readMoneyRights({ ...parts, ...fixture.configuration, readNowMs: () => nowMs }, ownerId);
  const [spot] = await parts.readAccountUnits(ownerId, AccountType.spot, 0);
  const ownUnits = spot?.availableUnits ?? 0n;
  expect(await check()).toMatchObject({
    isAllowed: true,
    factors: ['totp'],
    withdrawable: formatDecimal(ownUnits, 8),
    dayUsedUsdt: formatDecimal(await readUse(), 8),
  });
  expect(await rights()).toEqual({ canDeposit: true, canWithdraw: true });
  const untilMs = fixture.clock.nowMs + HOUR_MS;
  const lock = (units: bigint) =>
    db.owner.execute(
      `INSERT INTO withdrawal_locks (owner_id, source, reference, value_units, until_ms)
       VALUES ($1, 'card', 1, $2, $3)
       ON CONFLICT (source, reference) DO UPDATE SET value_units = $2`,
      [ownerId, units, untilMs],
    );
  const equityUnits = await readEquity(checking, valueOf(checking), ownerId);
  await lock(equityUnits - 5n * USDT_UNIT);
  expect(await check()).toMatchObject({ isAllowed: true, withdrawable: '5.00000000' });
  await lock(equityUnits);
  expect(await check()).toMatchObject({
    reasons: [{ word: 'withdrawal_locked', untilMs }],
    withdrawable: '0.00000000',
  });
  await db.owner.execute('DELETE FROM withdrawal_locks');
});

/** A call of the trading dialect, as a key that may withdraw makes it. */
async function callSigned<TAnswer>(name: 'withdraw' | 'withdrawals', query: object) {
  const handlers = createCapitalBinance({
    ...parts,
    readNowMs: () => fixture.clock.nowMs,
    addresses: {} as never,
    readUnits: {} as never,
    readDeposits: {} as never,
    searchWithdrawals: createWithdrawalSearch(parts),
    submit: (call) => submitWithdrawal(parts, call),
  });
  const route = apiCapitalRoutes[name];
  const caller = { ...person.caller, signed: { deadlineMs: 0 } };
  const call = { caller, query: route.query?.parse(query) };
  const handler = handlers.find((one) => one.route === route);
  return route.answer.parse(await handler?.handle(call as CallContext)) as TAnswer;
}
const apply = (changes: object = {}) =>
  callSigned<{ id: string }>('withdraw', {
    coin: 'USDT',
    address: ADDRESSES.other,
    amount: '20',
    ...changes,
  });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 0,
    (error: { code?: number }) => error.code ?? String(error),
  );
type Told = Record<'id' | 'coin' | 'txId', string> & { readonly status: number };
const readHistory = (query: object = {}) => callSigned<Told[]>('withdrawals', query);
const expectState = async (id: string, state: string, status: number) => {
  const set = 'UPDATE withdrawals SET state = $2, family = $3 WHERE withdrawal_id = $1';
  await fixture.test.owner.execute(set, [Number(id), state, 'f']);
  expect(await readHistory({ idList: id })).toMatchObject([{ id, status }]);
  expect(await readHistory({ idList: id, status: String(status) })).toHaveLength(1);
  expect(await readHistory({ idList: id, status: '0' })).toEqual([]);
};

test('a key pays to saved addresses alone, the fee out of the amount', async () => {
  const { owner } = fixture.test;
  expect(await codeOf(apply())).toBe(-4035);
  const usableAtMs = fixture.clock.nowMs + 2 * HOUR_MS;
  await owner.execute(
    `INSERT INTO withdraw_addresses
       (owner_id, network_id, asset_id, address, saved_at_ms, usable_at_ms)
     VALUES ($1, $2, 0, $3, 1, $4)`,
    [person.ownerId, NETWORKS.evm, ADDRESSES.other, usableAtMs],
  );
  await expect(apply()).rejects.toMatchObject({
    code: -4036,
    message: 'The new address needs to be withdrawn in 2 hours.',
  });
  fixture.clock.nowMs = usableAtMs;
  const named = { withdrawOrderId: 'bot-1', network: 'ETH' };
  const { id } = await apply(named);
  expect(await apply(named)).toEqual({ id });
  expect(await codeOf(apply({ ...named, amount: '21' }))).toBe(-4001);
  expect(await readHistory({ withdrawOrderId: 'bot-1' })).toEqual([
    {
      id,
      amount: '18.98101800',
      transactionFee: '1.01898102',
      coin: 'USDT',
      status: 2,
      address: ADDRESSES.other,
      addressTag: '',
      txId: '',
      applyTime: new Date(usableAtMs).toISOString().slice(0, 19).replace('T', ' '),
      network: 'ETH',
      transferType: 0,
      withdrawOrderId: 'bot-1',
      info: '',
      confirmNo: 0,
      walletType: 0,
      txKey: '',
    },
  ]);
});

test.each([
  ['an unknown coin', { coin: 'NOPE' }, -4018],
  ['a network that is not there', { network: 'NOPE' }, -4019],
  ['a halted network', { coin: 'ETH', network: 'HALTED' }, -4019],
  ['a wrong address', { address: 'somebody' }, -4007],
  ['a memo where none is taken', { addressTag: '7' }, -4008],
  ['a listed contract', { address: CONTRACT }, -4033],
  ['too many decimals', { amount: '20.000000001' }, -4021],
  ['too little', { amount: '9' }, -4022],
  ['too much at once', { amount: '50001' }, -4015],
  ['more than there is', { amount: '40000' }, -4026],
  ['a declaration that is none', { questionnaire: '{}' }, -1135],
] as const)('a program is told of %s', async (_what, changes, code) => {
  expect(await codeOf(apply(changes))).toBe(code);
});

test('who may not withdraw is told why, and a large value wants its receiver', async () => {
  const { owner } = fixture.test;
  const { ownerId } = person;
  const rich = parts.readAccountUnits;
  Object.assign(parts, { readAccountUnits: async () => [richUsdt] });
  expect(await codeOf(apply({ amount: '1500' }))).toBe(-1102);
  const questionnaire = JSON.stringify(declared);
  // The engine has less than the tables were told: it decides.
  expect(await codeOf(apply({ amount: '1500', questionnaire }))).toBe(-4026);
  expect(await codeOf(apply({ amount: '25000', questionnaire }))).toBe(-4023);
  Object.assign(parts, { readAccountUnits: rich });
  const readNowMs = () => fixture.clock.nowMs;
  const readRights = () =>
    readMoneyRights({ ...parts, ...fixture.configuration, readNowMs }, ownerId);
  await noteSecurityChange(owner, { ownerId, what: 'mail', nowMs: fixture.clock.nowMs });
  expect(await codeOf(apply())).toBe(-4016);
  expect(await readRights()).toEqual({ canDeposit: true, canWithdraw: false });
  await owner.execute('UPDATE users SET totp_secret = NULL WHERE owner_id = $1', [ownerId]);
  expect(await codeOf(apply())).toBe(-4013);
  await owner.execute('UPDATE identity_records SET identity_status = 2 WHERE owner_id = $1', [
    ownerId,
  ]);
  expect(await codeOf(apply())).toBe(-4015);
});

test('states, pages and spans of the history', async () => {
  const [{ id }] = await readHistory({ withdrawOrderId: 'bot-1' });
  for (const [state, status] of [
    ['review', 2],
    ['waiting_approval', 2],
    ['queued', 4],
    ['mined', 4],
    ['cancelled', 1],
    ['rejected', 3],
    ['failed', 5],
  ] as const) {
    await expectState(id, state, status);
  }
  const all = await readHistory({ coin: 'USDT' });
  const ids = all.map((row) => row.id);
  expect(await readHistory({ offset: '1', limit: '1' })).toMatchObject([{ id: ids[1] }]);
  expect(await readHistory({ coin: 'ETH' })).toEqual([]);
  const now = fixture.clock.nowMs;
  expect(await readHistory({ startTime: String(now + 1) }).catch((e) => e.code)).toBe(-4047);
  expect(await readHistory({ endTime: '1000' })).toEqual([]);
  const long = { startTime: String(now - 91 * 24 * HOUR_MS), endTime: String(now) };
  expect(await codeOf(readHistory(long))).toBe(-4047);
  const many = Array.from({ length: 46 }, () => id).join(',');
  expect(await codeOf(readHistory({ idList: many }))).toBe(-1130);
});
