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
import { withdrawRoutes } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withdrawalEnds } from './base/custody/index.ts';
import { createIntents } from './base/intents/index.ts';
import type { Proving } from './base/proofs/testing.ts';
import { openCore } from './engine/core.ts';
import { startTestEngine, type TestEngine } from './engine/testing/fixture.ts';
import { offerProofs } from './products/capital/book/describe.ts';
import { ADDRESSES, COINS, NETWORKS, startMoneyOut } from './products/capital/book/testing.ts';
import { readDayUse } from './products/capital/withdrawals/day-use.ts';
import { createWithdrawalReader } from './products/capital/withdrawals/records.ts';
import {
  cancelWithdrawal,
  submitWithdrawal,
  type WithdrawParts,
} from './products/capital/withdrawals/submit.ts';
import { readTerms } from './products/capital/withdrawals/terms.ts';

const HOUSE = 1;
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
  const { clientId } = (call as { body: { clientId: string } }).body;
  const other = submitWithdrawal(parts, await ask({ amount: '101', clientId }));
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

test('two requests at once of one client id are one withdrawal', async () => {
  const call = await ask({ amount: '10' });
  const both = await Promise.all([submitWithdrawal(parts, call), submitWithdrawal(parts, call)]);
  expect(both[0].withdrawId).toBe(both[1].withdrawId);
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
