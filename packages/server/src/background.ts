// What processes stand on that begin behind the ready line, for which nobody waits: settings, a few
// sessions of the database, the engine, and commands beside rows of a product.
// Called by the processes of custody and of jobs.

import { type CommandClient, createCommandClient } from './base/commands/index.ts';
import { readSettings, type Settings } from './base/config/index.ts';
import { type Database, openDatabase } from './base/db/index.ts';
import { readDatabaseAddress } from './base/db/of-settings.ts';
import { createIntents, type Intents } from './base/intents/index.ts';
import { setLogLevel } from './base/log/index.ts';
import { yieldProcess } from './base/process/background.ts';
import { connectEngine, type EngineClient } from './engine/index.ts';
import { consumers } from './modules.ts';

/** What such a process has. */
export interface Background {
  readonly settings: Settings;
  readonly address: Awaited<ReturnType<typeof readDatabaseAddress>>;
  readonly database: Database;
  readonly engine: EngineClient;
  readonly commandClient: CommandClient;
  readonly intents: Intents;
  readonly close: () => Promise<void>;
}

/**
 * Open it; others go before this process from then on.
 *
 * @param name - as the database lists it: the product's name and this.
 */
export async function openBackground(name: string, sessionsMax: number): Promise<Background> {
  const settings = readSettings();
  setLogLevel(settings.logs.level);
  yieldProcess();
  const address = await readDatabaseAddress(settings);
  const database = openDatabase({
    address,
    role: 'app',
    applicationName: `isobath ${name}`,
    sessionsMax,
    isBackground: true,
  });
  const engine = await connectEngine(settings.dataFolder);
  return {
    settings,
    address,
    database,
    engine,
    commandClient: createCommandClient((command) => engine.submit(command), Date.now),
    intents: createIntents({
      database,
      consumers,
      nudge: () => engine.nudgeOutbox(),
      readNowMs: Date.now,
    }),
    async close() {
      engine.close();
      await database.close();
    },
  };
}
