// Deposits over a real node, the real engine and the real database, for tests: people with
// addresses, looks that a cut connection kills, and what chain, rows and ledger say in the end.
// Not part of the product.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AccountId, AccountType } from '@isobath/core';
import { ACCOUNTS } from '@isobath/signer/addresses';
import { createAuditLog, makeAuditKey } from '../base/audit/index.ts';
import {
  DEPOSIT_MOVE,
  DEPOSIT_ROLLBACK,
  finishDepositMove,
  finishDepositRollback,
} from '../base/custody/index.ts';
import { type Database, openDatabase } from '../base/db/index.ts';
import { waitUntil } from '../base/process/wait.ts';
import type { CountParts } from '../custody/deposits/count.ts';
import { lookAtDeposits } from '../custody/index.ts';
import type { ScreenDeposit } from '../custody/deposits/screening.ts';
import type { ScannedNetwork } from '../custody/scanner/own-moves.ts';
import { startProxy } from '../engine/testing/proxy.ts';
import { createDepositWorks, listStops } from '../products/capital/deposits/works.ts';
import { localNetworks, writeNetwork } from '../sandbox/chains/networks.ts';
import { makeAddress, type TrialChain } from '../sandbox/chains/testing.ts';
import { startMoneyFixture } from './money-fixture.ts';

/** Coins of the fixture: number and decimals in the ledger. */
export const coins = { USDT: [52, 8], BTC: [1, 10], ETH: [2, 10] } as const;

const HOUSE = 1;
const GIVE_UP_MS = 20_000;

/** A chain, and how it is listed. */
export interface DepositTrial {
  readonly chain: TrialChain;
  readonly genesisHash: string;
  readonly tokens: Parameters<typeof writeNetwork>[2] extends infer TFound
    ? TFound extends { readonly tokens: infer TTokens }
      ? TTokens
      : never
    : never;
}

/** Deposits of tests. */
export type DepositFixture = Awaited<ReturnType<typeof startDepositFixture>>;

/** Start them on a chain that runs. */
export async function startDepositFixture({ chain, genesisHash, tokens }: DepositTrial) {
  const money = await startMoneyFixture([
    { name: DEPOSIT_MOVE, load: async () => finishDepositMove },
    { name: DEPOSIT_ROLLBACK, load: async () => finishDepositRollback },
  ]);
  const proxy = await startProxy(money.address);
  const through = (applicationName: string): Database =>
    openDatabase({ address: proxy.address, role: 'app', applicationName, sessionsMax: 2 });
  const scanners = [through('test scanner 1'), through('test scanner 2')] as const;
  const name = chain.port.family === 'evm' ? 'evm' : 'bitcoin';
  const networkId = localNetworks[name];
  const family = name === 'evm' ? 'evm' : 'btc_regtest';
  const { height } = await chain.port.readHead();
  await writeNetwork(money.database, name, { genesisHash, tokens });
  await money.owner.execute(`UPDATE networks SET state = 'open', first_height = $1`, [height]);
  const hot = makeAddress(chain);
  const network: ScannedNetwork = {
    networkId,
    family,
    needed: name === 'evm' ? 12 : 3,
    port: chain.port,
    isConfirmed: async () => true,
    house: [{ address: hot, account: ACCOUNTS.hot, change: 0, index: 0 }],
  };
  const reports: string[] = [];
  let screenDeposit: ScreenDeposit = async () => ({ kind: 'pass' });
  let nowMs = Date.now();
  const makeParts = (database: Database): CountParts => ({
    database,
    fence: { epoch: 1, write: (work) => database.transaction(work) },
    readNowMs: () => nowMs,
    report: (error) => reports.push(String(error)),
    screenDeposit: (receipt) => screenDeposit(receipt),
    money: {
      intents: { write: money.intents.write, nudge: money.nudge },
      findAccount: ({ ownerId, accountType, scope }) =>
        money.findAccount(ownerId, accountType, scope),
      readScale: async (assetId) =>
        Object.values(coins).find(([number]) => number === assetId)?.[1] ?? 0,
      readAvailableUnits: async (accountId, assetId) => money.readUnits(accountId)[assetId] ?? 0n,
    },
  });
  const parts = scanners.map(makeParts);
  const dataFolder = mkdtempSync(join(tmpdir(), 'isobath-audit-'));
  const audit = createAuditLog(money.database, {
    key: makeAuditKey('0'.repeat(64)),
    dataFolder,
    readNowMs: () => nowMs,
  });
  const works = createDepositWorks({
    audit,
    accounts: money.accounts,
    intents: money.intents,
    readNowMs: () => nowMs,
  });
  const agreed = { approvalId: 1, actor: { operatorId: 1, sessionId: 1 }, madeAtMs: 0 };
  const look = async () => lookAtDeposits(parts[0] as CountParts, network);
  let addressIndex = 0;

  /** Tell rows of every move that has ended; all of them end. */
  async function settle(): Promise<void> {
    const isStill = async () => {
      await money.settle();
      money.nudge();
      await money.finishAll();
      const moving = await money.database.query(`SELECT FROM deposits WHERE moving_to <> ''`);
      return moving.length === 0;
    };
    if (!(await waitUntil(isStill, GIVE_UP_MS))) throw new Error('moves do not end');
  }

  return {
    money,
    chain,
    network,
    reports,
    hot,
    look,
    settle,
    /** Of the first scanner's sessions and the second's. */
    cutAt: proxy.cutAt,
    countCuts: () => proxy.cutsCount,
    /** Two scanners look at one time; what one of them throws is left to its next look. */
    lookTwice: () => Promise.allSettled(parts.map((own) => lookAtDeposits(own, network))),
    /** Look until a look goes through. */
    async lookThrough(): Promise<void> {
      let last: unknown;
      const isDone = async () => {
        last = await look().catch((error: unknown) => error);
        return last === undefined;
      };
      if (!(await waitUntil(isDone, GIVE_UP_MS))) throw last;
    },
    /** What two agreed to. */
    async rollBack(depositId: number): Promise<void> {
      await money.findAccount(HOUSE, AccountType.operatorInsurance);
      await works['deposit.rollback']?.execute({ depositId }, agreed);
    },
    async openNetwork(number: number): Promise<void> {
      const reasons = await listStops(money.database, number);
      await works['network.open']?.execute({ networkId: number, reasons }, agreed);
    },
    /** Somebody spends of what they have; it goes to the house's dust account. */
    async spend(ownerId: number, assetId: number, units: bigint): Promise<void> {
      const from = await money.findAccount(ownerId, AccountType.spot);
      const to = await money.findAccount(HOUSE, AccountType.operatorDust);
      await money.transferUnits(assetId, [from, to], units);
    },
    /** The house pays into its insurance what it has in its dust account. */
    async insure(assetId: number, units: bigint): Promise<void> {
      const from = await money.findAccount(HOUSE, AccountType.operatorDust);
      const to = await money.findAccount(HOUSE, AccountType.operatorInsurance);
      await money.transferUnits(assetId, [from, to], units);
    },
    setScreening: (screening: ScreenDeposit) => void (screenDeposit = screening),
    passTime: (ms: number) => void (nowMs += ms),
    /** An address of a person; of nobody without one. */
    async giveAddress(ownerId: number | null): Promise<string> {
      const address = makeAddress(chain);
      addressIndex += 1;
      await money.owner.execute(
        `INSERT INTO deposit_addresses (family, index, address, statement, owner_id, given_at_ms)
         VALUES ($1, $2, $3, 'none', $4, $5)`,
        [family, addressIndex, address, ownerId, ownerId === null ? 0 : 1],
      );
      return address;
    },
    /** Look, end the moves, and look on until nothing waits. */
    async finish(): Promise<void> {
      for (let round = 0; round < 3; round += 1) {
        await look();
        await settle();
      }
    },
    readDeposits: () =>
      money.database.query<{
        deposit_id: number;
        tx_hash: string;
        place: string;
        status: number;
        reason: string;
        units: string | null;
        height: number | null;
        held_in: string;
        needed: number;
        taken_units: string;
      }>(
        `SELECT deposit_id, tx_hash, place, status, reason, units::text, height, held_in, needed,
           taken_units::text FROM deposits ORDER BY deposit_id`,
      ),
    readUnits: async (ownerId: number, accountType: AccountType, assetId: number) => {
      const scope = accountType === AccountType.chain ? networkId : 0;
      const accountId = await money.findAccount(ownerId, accountType, scope);
      return readBalance(money, accountId, assetId);
    },
    readHouseUnits: async (accountType: AccountType, assetId: number) => {
      const scope = accountType === AccountType.chain ? networkId : 0;
      return readBalance(money, await money.findAccount(HOUSE, accountType, scope), assetId);
    },
    readRecons: () =>
      money.database.query<{
        asset_id: number;
        height: number;
        terms: Record<string, string>;
        difference: string;
        hot_level: string;
      }>(
        `SELECT asset_id, height, terms, difference::text, hot_level FROM chain_recons
         ORDER BY asset_id`,
      ),
    async stop(): Promise<void> {
      await Promise.all(scanners.map((one) => one.close()));
      await proxy.stop();
      await money.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Also of a contra account, whose balance is below zero. */
function readBalance(
  money: Awaited<ReturnType<typeof startMoneyFixture>>,
  accountId: AccountId,
  assetId: number,
): bigint {
  return money.readUnits(accountId)[assetId] ?? 0n;
}
