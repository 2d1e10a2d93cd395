// The process of custody: the only one that speaks with the signer and with the nodes of chains.
// Nobody waits for it: it begins when all others are ready. Started by the launcher, which joins
// its descriptor 3 with the signer's.

import { Socket } from 'node:net';
import { createCommandClient } from './base/commands/index.ts';
import { readSettings } from './base/config/index.ts';
import { openDatabase } from './base/db/index.ts';
import { readDatabaseAddress } from './base/db/of-settings.ts';
import { createIntents } from './base/intents/index.ts';
import { reportError, setLogLevel } from './base/log/index.ts';
import { yieldProcess } from './base/process/background.ts';
import { runChild, type RunningChild } from './base/process/child.ts';
import { createCustodyMoney, makeMoneyLoops, runCustody } from './custody/index.ts';
import { connectEngine, type EngineClient } from './engine/index.ts';
import { consumers } from './modules.ts';

const SIGNER_PIPE = 3;
const SESSIONS_MAX = 2;

/** What an account has that is not held. */
async function readAvailableUnits(
  engine: EngineClient,
  accountId: number,
  assetId: number,
): Promise<bigint> {
  type Balance = { readonly assetId: number; readonly availableUnits: string };
  const { balances } = await engine.ask<{ readonly balances: readonly Balance[] }>('balances', {
    accountId,
  });
  return BigInt(balances.find((one) => one.assetId === assetId)?.availableUnits ?? 0);
}

async function start(): Promise<RunningChild> {
  const settings = readSettings();
  setLogLevel(settings.logs.level);
  yieldProcess();
  const address = await readDatabaseAddress(settings);
  const database = openDatabase({
    address,
    role: 'app',
    applicationName: 'isobath custody',
    sessionsMax: SESSIONS_MAX,
    isBackground: true,
  });
  const engine = await connectEngine(settings.dataFolder);
  const money = createCustodyMoney({
    database,
    commandClient: createCommandClient((command) => engine.submit(command), Date.now),
    intents: createIntents({
      database,
      consumers,
      nudge: () => engine.nudgeOutbox(),
      readNowMs: Date.now,
    }),
    readAvailableUnits: (accountId, assetId) => readAvailableUnits(engine, accountId, assetId),
  });
  const custody = await runCustody({
    database,
    pipe: new Socket({ fd: SIGNER_PIPE }),
    dataFolder: settings.dataFolder,
    mode: settings.mode,
    readNowMs: Date.now,
    report: reportError,
    makeLoops: (context) => makeMoneyLoops(context, money),
  });
  return {
    ended: custody.ended,
    ...(custody.detail === '' ? {} : { detail: custody.detail }),
    stop: async () => {
      await custody.stop();
      engine.close();
      await database.close();
    },
  };
}

runChild(start);
