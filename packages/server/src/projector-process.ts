// The process that writes what was committed into tables people ask: orders, fills, books, candles.
// Nothing depends on it but answers about the past: each projection goes on from its own mark. It
// also tells products how intents ended of which nobody waited for the end.
// Started by the launcher.

import { readSettings } from './base/config/index.ts';
import { openDatabase } from './base/db/index.ts';
import { readDatabaseAddress } from './base/db/of-settings.ts';
import { createFinisher, runFinisher } from './base/intents/index.ts';
import { log, reportError, setLogLevel } from './base/log/index.ts';
import { yieldProcess } from './base/process/background.ts';
import { runChild, type RunningChild } from './base/process/child.ts';
import { runProjections } from './base/projections/index.ts';
import { connectEngine } from './engine/index.ts';
import { consumers } from './modules.ts';
import { listProjections } from './projections.ts';

async function start(): Promise<RunningChild> {
  const settings = readSettings();
  setLogLevel(settings.logs.level);
  const address = await readDatabaseAddress(settings);
  // Who asks for the past waits a little longer, so that nobody who trades waits for the projector.
  yieldProcess();
  const database = openDatabase({
    address,
    role: 'app',
    applicationName: 'isobath projector',
    isBackground: true,
  });
  const engine = await connectEngine(settings.dataFolder);
  const runner = runProjections({
    database,
    bus: engine,
    projections: await listProjections(),
    report: (line) => log.error(line),
  });
  const endFinisher = runFinisher(createFinisher({ database, consumers }), reportError);
  return {
    stop: async () => {
      await endFinisher();
      await runner.stop();
      engine.close();
      await database.close();
    },
  };
}

runChild(start);
