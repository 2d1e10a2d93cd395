// The process of the sandbox: seeds a new installation and trades as the simulated makers and
// takers. It goes through the same door as everybody. Started by the launcher in sandbox mode only.
import { createCommandClient } from './base/commands/index.ts';
import { readSettings } from './base/config/index.ts';
import { type Database, openDatabase } from './base/db/index.ts';
import { readDatabaseAddress } from './base/db/of-settings.ts';
import { reportError, setLogLevel } from './base/log/index.ts';
import { loadDefinitions } from './base/definitions/index.ts';
import { createMarketRegistry, loadNames, type MarketRegistry } from './base/market/index.ts';
import { runChild, type RunningChild } from './base/process/child.ts';
import { readWatermark } from './base/projections/index.ts';
import { connectEngine, type EngineClient } from './engine/index.ts';
import { ORDERS } from './projections.ts';
import {
  createDemoTrader,
  OperatorAccountOwner,
  createLiquidity,
  createReference,
  createSandboxPrices,
  keepReferenceStatus,
  readSeeded,
  seed,
  seedContracts,
  WALK_SEED,
} from './sandbox/index.ts';

const LOOK_AGAIN_MS = 100;

/** What is read of coins and markets, and how much must be written of them before. */
interface DefinedPlace {
  readonly database: Database;
  readonly markets: MarketRegistry;
  /** After a fall much may be unwritten, of which one hears: no start waits for that. */
  readonly neededSequence: number;
}

/** Read coins and markets as they are written, and say where to follow from. */
async function loadDefined({ database, markets, neededSequence }: DefinedPlace): Promise<number> {
  for (;;) {
    const sequence = await readWatermark(database, ORDERS);
    if (sequence >= neededSequence) {
      await loadDefinitions(database, [markets]);
      return sequence + 1;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/** Available and held units of an account's coin together. */
async function readTotal(
  engine: EngineClient,
  accountId: number,
  assetId: number,
): Promise<bigint> {
  const { balances } = await engine.ask<{
    balances: { assetId: number; availableUnits: string; heldUnits: string }[];
  }>('balances', { accountId });
  const found = balances.find((one) => one.assetId === assetId);
  return BigInt(found?.availableUnits ?? 0) + BigInt(found?.heldUnits ?? 0);
}

async function start(report: (text: string) => void): Promise<RunningChild> {
  const settings = readSettings();
  setLogLevel(settings.logs.level);
  const address = await readDatabaseAddress(settings);
  const database = openDatabase({ address, role: 'app', applicationName: 'isobath sandbox' });
  const engine = await connectEngine(settings.dataFolder);
  const commandClient = createCommandClient((command) => engine.submit(command), Date.now);
  const reference = await createReference(settings.reference, reportError);
  const seeded = await readSeeded(database);
  const accounts =
    seeded ??
    (await seed({
      commandClient,
      database,
      report,
      readTotal: (accountId, assetId) => readTotal(engine, accountId, assetId),
      reference,
    }));
  await seedContracts({ commandClient, database, nowMs: Date.now() });
  const markets = createMarketRegistry();
  await loadNames(markets, database);
  const liquidity = createLiquidity({
    commandClient,
    markets,
    accounts,
    reference,
    seed: WALK_SEED,
    report: reportError,
  });
  const { durableSequence } = await engine.readStatus();
  const fromSequence = await loadDefined({
    database,
    markets,
    neededSequence: seeded === undefined ? durableSequence : 0,
  });
  // Traders who no longer hear what happens would trade on blindly: the process begins anew.
  let failed = (_error: unknown): void => {};
  const ended = new Promise<never>((_resolve, reject) => {
    failed = reject;
  });
  let isStopping = false;
  let caughtUp = () => {};
  /** They know all markets there were at this start. */
  const whenCaughtUp = new Promise<void>((resolve) => (caughtUp = resolve));
  if (fromSequence > durableSequence) caughtUp();
  const follow = () =>
    engine.subscribe({
      fromSequence,
      read: (batch) => {
        for (const step of batch.steps) {
          for (const event of step.events) markets.apply(event);
          liquidity.apply(step);
        }
        if (batch.lastSequence >= durableSequence) caughtUp();
      },
      failed: (error) => failed(error),
    });
  // Without traders nobody here wants to know what happens.
  const unsubscribe = settings.sandbox.liquidity ? follow() : () => {};
  const taker = {
    ownerId: OperatorAccountOwner.liquidityFirst + accounts.length - 1,
    accountId: accounts[accounts.length - 1],
  };
  const trade = async () => {
    await whenCaughtUp;
    if (isStopping) return;
    await liquidity.fill(report);
    await createDemoTrader({ database, commandClient, markets, reference, taker });
    liquidity.start();
  };
  const trading = settings.sandbox.liquidity ? trade() : Promise.resolve();
  // At a later start yesterday's quotes stand until the new ones do: nobody has to wait for them.
  if (seeded === undefined) await trading;
  else trading.catch(reportError);
  const prices = createSandboxPrices({ database, commandClient, reference, report: reportError });
  // Where nobody follows the reference it is no price of anything.
  if (settings.sandbox.liquidity) prices.start();
  const endStatus = keepReferenceStatus(database, reference, reportError);
  return {
    ended: Promise.race([ended, prices.ended]),
    stop: async () => {
      isStopping = true;
      caughtUp();
      endStatus();
      unsubscribe();
      await prices.stop();
      await liquidity.stop();
      await trading.catch(reportError);
      await reference.close();
      engine.close();
      await database.close();
    },
  };
}

runChild(start);
