// The process of custody: the only one that speaks with the signer and with the nodes of chains.
// Nobody waits for it: it begins when all others are ready. Started by the launcher, which joins
// its descriptor 3 with the signer's.

import { Socket } from 'node:net';
import { openBackground } from './background.ts';
import { reportError } from './base/log/index.ts';
import { isProviderNamed, type ProviderKind } from './base/providers/index.ts';
import { runChild, type RunningChild } from './base/process/child.ts';
import {
  createCustodyMoney,
  createScreening,
  makeMoneyLoops,
  runCustody,
} from './custody/index.ts';
import type { EngineClient } from './engine/index.ts';

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
  const opened = await openBackground('custody', SESSIONS_MAX);
  const { settings, database, engine, commandClient, intents } = opened;
  const money = createCustodyMoney({
    database,
    commandClient,
    intents,
    readAvailableUnits: (accountId, assetId) => readAvailableUnits(engine, accountId, assetId),
  });
  const custody = await runCustody({
    database,
    pipe: new Socket({ fd: SIGNER_PIPE }),
    dataFolder: settings.dataFolder,
    mode: settings.mode,
    readNowMs: Date.now,
    report: reportError,
    makeLoops: (context) => {
      const isNamed = (kind: ProviderKind) => isProviderNamed(settings.dataFolder, kind);
      const { deposits: screening, screenWithdrawal } = createScreening({ ...context, isNamed });
      return makeMoneyLoops(context, money, { screening, screenWithdrawal });
    },
  });
  return {
    ended: custody.ended,
    ...(custody.detail === '' ? {} : { detail: custody.detail }),
    stop: async () => {
      await custody.stop();
      await opened.close();
    },
  };
}

runChild(start);
