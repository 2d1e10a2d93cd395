// The process of a sandbox's local chains. Nobody waits for it: it begins when all others are
// ready, and ends its nodes with itself. Started by the launcher in sandbox mode only.

import { readSettings } from './base/config/index.ts';
import { openDatabase } from './base/db/index.ts';
import { readDatabaseAddress } from './base/db/of-settings.ts';
import { log, reportError, setLogLevel } from './base/log/index.ts';
import { yieldProcess } from './base/process/background.ts';
import { runChild, type RunningChild } from './base/process/child.ts';
import { runLocalChains } from './sandbox/chains/index.ts';

async function start(): Promise<RunningChild> {
  const settings = readSettings();
  setLogLevel(settings.logs.level);
  yieldProcess();
  const address = await readDatabaseAddress(settings);
  const database = openDatabase({
    address,
    role: 'app',
    applicationName: 'isobath chains',
    sessionsMax: 1,
    isBackground: true,
  });
  const chains = await runLocalChains({
    database,
    dataFolder: settings.dataFolder,
    publicUrl: settings.officeUrl ?? settings.publicUrl,
    report: (text, error) => {
      if (error === undefined) log.warn(text);
      else reportError(error);
    },
  });
  return {
    stop: async () => {
      await chains.stop();
      await database.close();
    },
  };
}

runChild(start);
