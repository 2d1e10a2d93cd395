// The process of custody: the only one that speaks with the signer and with the nodes of chains.
// Nobody waits for it: it begins when all others are ready. Started by the launcher, which joins
// its descriptor 3 with the signer's.

import { Socket } from 'node:net';
import { readSettings } from './base/config/index.ts';
import { openDatabase } from './base/db/index.ts';
import { readDatabaseAddress } from './base/db/of-settings.ts';
import { reportError, setLogLevel } from './base/log/index.ts';
import { yieldProcess } from './base/process/background.ts';
import { runChild, type RunningChild } from './base/process/child.ts';
import { runCustody } from './custody/index.ts';

const SIGNER_PIPE = 3;
const SESSIONS_MAX = 2;

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
  const custody = await runCustody({
    database,
    pipe: new Socket({ fd: SIGNER_PIPE }),
    dataFolder: settings.dataFolder,
    mode: settings.mode,
    readNowMs: Date.now,
    report: reportError,
  });
  return {
    ended: custody.ended,
    ...(custody.detail === '' ? {} : { detail: custody.detail }),
    stop: async () => {
      await custody.stop();
      await database.close();
    },
  };
}

runChild(start);
