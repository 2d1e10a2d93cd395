// Money of a few accounts over real tables and the real engine, for tests of those who move it by
// intents: a promotion account with demo money, people without any, and an engine that can be
// killed and started again. Not part of the product.
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
  Source,
  TransferReason,
  unkeyed,
} from '@isobath/core';
import { expect } from 'vitest';
import { type AccountDirectory, createAccountDirectory } from '../base/accounts/index.ts';
import type { CommandBody } from '../base/commands/index.ts';
import type { Database } from '../base/db/index.ts';
import { startTestDatabase, type TestDatabase } from '../base/db/testing.ts';
import {
  createFinisher,
  createIntents,
  type IntentConsumer,
  type Intents,
} from '../base/intents/index.ts';
import type { MarketRegistry } from '../base/market/index.ts';
import { waitUntil } from '../base/process/wait.ts';
import { openCore } from '../engine/core.ts';
import { startProxy } from '../engine/testing/proxy.ts';
import { startTestEngine, type TestEngine } from '../engine/testing/fixture.ts';
import { readEvents } from '@isobath/core';
import { migrations } from '../migrations.ts';
import { makeMarketFixture } from './market-fixture.ts';

const ASSETS = { USDT: [52, 8], BTC: [1, 10], ETH: [2, 10] } as const;
type Asset = keyof typeof ASSETS;
const FUND_UNITS = 10n ** 16n;
const ENGINE_ID = 1;
const OPERATOR_ACCOUNT = 1;
/** Time to give up on, not to expect. */
const GIVE_UP_MS = 120_000;

/** A person of the fixture. */
export interface MoneyPerson {
  readonly ownerId: number;
  readonly accountId: AccountId;
}

/** What a test gets. */
export type MoneyFixture = Awaited<ReturnType<typeof startMoneyFixture>>;

async function comeTo(check: () => boolean | Promise<boolean>, what: string): Promise<void> {
  if (!(await waitUntil(check, GIVE_UP_MS))) throw new Error(`Waited 120 s in vain until ${what}.`);
}

/** Start database and engine. */
export async function startMoneyFixture(consumers: readonly IntentConsumer[]) {
  const db: TestDatabase = await startTestDatabase({ migrations });
  const proxy = await startProxy(db.address);
  const folder = mkdtempSync(join(db.folder, 'money-'));
  const accounts: AccountDirectory = createAccountDirectory();
  const { markets }: { markets: MarketRegistry } = makeMarketFixture();
  let engine: TestEngine | undefined;
  let ownersCount = 0;

  async function start(): Promise<void> {
    engine = await startTestEngine({
      db,
      address: proxy.address,
      engineId: ENGINE_ID,
      folder,
      core: openCore(),
      rulesVersion: 7,
      logGatherMs: 0,
    });
  }
  const running = (): TestEngine => engine as TestEngine;

  /** A writer in doubt reads its end back before it goes on. */
  const settle = () =>
    comeTo(() => running().readStatus().mode === 'normal', 'the engine is ready');

  async function send(body: CommandBody): Promise<void> {
    await settle();
    const command = {
      ...body,
      ...unkeyed,
      actorId: OPERATOR_ACCOUNT as OwnerId,
      sessionId: 0,
      source: Source.operator,
      issuedAtMs: Date.now(),
    } as Command;
    const { words, code } = await running().send(command);
    expect(code).toBe(0);
    for (const event of readEvents(words)) accounts.apply(event);
  }
  const openAccount = (
    ownerId: number,
    accountType: AccountType,
    { accountClass = AccountClass.wallet as AccountClass, scope = 0 } = {},
  ) =>
    send({
      kind: CommandKind.openAccount,
      ownerId: ownerId as OwnerId,
      accountType,
      scope,
      isMock: false,
      accountClass,
    });
  const operatorAccount = (type: AccountType): AccountId => {
    const accountId = accounts.readOperatorAccount(type);
    if (accountId === undefined) throw new Error(`no account of type ${type}`);
    return accountId;
  };
  const transferUnits = (
    assetId: number,
    [fromAccountId, toAccountId]: readonly [AccountId, AccountId],
    units: bigint,
  ) =>
    send({
      kind: CommandKind.transfer,
      fromAccountId,
      toAccountId,
      assetId: assetId as AssetId,
      amountUnits: units,
      reason: TransferReason.seed,
      reference: 1,
    });
  const transfer = (asset: Asset, between: readonly [AccountId, AccountId], units: bigint) =>
    transferUnits(ASSETS[asset][0], between, units);
  const move = (asset: Asset, [from, to]: readonly [AccountType, AccountType], units: bigint) =>
    transfer(asset, [operatorAccount(from), operatorAccount(to)], units);
  const readUnits = (accountId: number): Record<string, bigint> => {
    const found = running().core.readBalances(accountId);
    return Object.fromEntries(
      found
        .filter(({ availableUnits }) => availableUnits !== 0n)
        .map(({ assetId, availableUnits }) => [String(assetId), availableUnits]),
    );
  };
  const fund = (asset: Asset) =>
    move(asset, [AccountType.chain, AccountType.operatorPromotions], FUND_UNITS);

  await start();
  for (const [assetId, scale] of Object.values(ASSETS)) {
    await send({
      kind: CommandKind.defineAsset,
      assetId: assetId as AssetId,
      scale,
      isMock: false,
    });
  }
  await openAccount(OPERATOR_ACCOUNT, AccountType.chain, { accountClass: AccountClass.contra });
  await openAccount(OPERATOR_ACCOUNT, AccountType.operatorPromotions);
  for (const asset of Object.keys(ASSETS) as Asset[]) await fund(asset);

  const intents: Intents = createIntents({
    database: db.app,
    consumers,
    nudge: () => engine?.nudge(),
    readNowMs: Date.now,
  });
  return {
    database: db.app as Database,
    owner: db.owner,
    proxy,
    accounts,
    markets,
    intents,
    /** Where its files lie. */
    folder: db.folder,
    transfer,
    /** One gift of the faucet, by number of the coin. */
    gift: { '52': 10_000n * 10n ** 8n, '1': 10n ** 9n, '2': 2n * 10n ** 10n },
    readUnits,
    fund,
    transferUnits,
    /** Address of the database, for sessions beside the fixture's own. */
    address: db.address,
    /** Account of the house or of a person; opened when it is not there. */
    async findAccount(ownerId: number, accountType: AccountType, scope = 0): Promise<AccountId> {
      const isHouse = ownerId === OPERATOR_ACCOUNT;
      const find = () =>
        isHouse
          ? accounts.readOperatorAccount(accountType, scope)
          : accounts.readAccount(ownerId, accountType, scope);
      const isContra = accountType === AccountType.chain;
      const accountClass = isContra ? AccountClass.contra : AccountClass.wallet;
      if (find() === undefined) await openAccount(ownerId, accountType, { accountClass, scope });
      return find() as AccountId;
    },
    /** The engine heard of an intent. */
    nudge: () => engine?.nudge(),
    async openPerson(): Promise<MoneyPerson> {
      ownersCount += 1;
      const ownerId = 1_000_000 + ownersCount;
      await openAccount(ownerId, AccountType.spot);
      return { ownerId, accountId: accounts.readSpotAccount(ownerId) as AccountId };
    },
    /** Give a person USDT of the promotion account. */
    give: ({ accountId }: MoneyPerson, units: bigint) =>
      transfer('USDT', [operatorAccount(AccountType.operatorPromotions), accountId], units),
    /** Tell products of all that ended, as the projector does. */
    finishAll: () => createFinisher({ database: db.app, consumers }).finishAll([]),
    /** Take all that the promotion account has of a coin. */
    async drain(asset: Asset): Promise<void> {
      await settle();
      const from = AccountType.operatorPromotions;
      const units = readUnits(operatorAccount(from))[String(ASSETS[asset][0])] ?? 0n;
      await move(asset, [from, AccountType.chain], units);
    },
    /** What every account has of every coin adds up to nothing. */
    expectSumsZero(): void {
      const sums = running().core.readTotals();
      expect(sums.every(({ totalUnits }) => totalUnits === 0n)).toBe(true);
    },
    /** End the engine without a word, as a killed process does. */
    async kill(): Promise<void> {
      const killed = running();
      engine = undefined;
      await killed.abandon();
    },
    start,
    settle,
    /** Wait until the event log has ended an intent. */
    async waitForEnd(intentId: number): Promise<void> {
      const hasEnded = async () => {
        const rows = await db.app.query(
          `SELECT 1 FROM command_outbox WHERE intent_id = $1 AND state IN ('done', 'rejected')`,
          [intentId],
        );
        return rows.length === 1;
      };
      await comeTo(hasEnded, 'the intent has ended');
      await settle();
    },
    async stop(): Promise<void> {
      await engine?.stop();
      await proxy.stop();
      await db.stop();
    },
  };
}
