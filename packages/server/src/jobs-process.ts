// The process that runs jobs: mails, and what products do by the clock or after the fact. Nothing
// that people wait for depends on it, so it begins when all others are ready, and stands behind
// them where processors are short. Started by the launcher.

import { createAccountDirectory } from './base/accounts/index.ts';
import { createCommandClient } from './base/commands/index.ts';
import { readSecrets, readSettings, type Settings } from './base/config/index.ts';
import { createSeal } from './base/credentials/index.ts';
import { type Database, openDatabase } from './base/db/index.ts';
import { readDatabaseAddress } from './base/db/of-settings.ts';
import { loadDefinitions } from './base/definitions/index.ts';
import { runJobs } from './base/jobs/index.ts';
import { createIntents } from './base/intents/index.ts';
import { reportError, setLogLevel } from './base/log/index.ts';
import { createMailJobs, createSmtp } from './base/mail/index.ts';
import { createMarketRegistry, loadClosingTicks, loadNames } from './base/market/index.ts';
import type { JobPlatform, ReadVolumes } from './base/modules/index.ts';
import { yieldProcess } from './base/process/background.ts';
import { runChild, type RunningChild } from './base/process/child.ts';
import { connectEngine, type EngineClient } from './engine/index.ts';
import { consumers, productJobs } from './modules.ts';
import { createSiteConfiguration } from './products/site/index.ts';
import { createVolumeReader } from './products/spot/index.ts';
import { readProjectedSequence } from './monitoring/readiness.ts';

const DAY_MS = 86_400_000;
const SESSIONS_MAX = 4;

/** Whether all that happened before a time stands in the tables. */
async function isSettled(engine: EngineClient, database: Database, endsMs: number) {
  // Whatever comes behind this sequence comes later than this time.
  const { sequence, timeMs } = await engine.readClock();
  return timeMs >= endsMs && (await readProjectedSequence(database)) >= sequence;
}

const readVolumes: ReadVolumes = async (session, request) => {
  const markets = createMarketRegistry();
  await loadNames(markets, session);
  await loadDefinitions(session, [markets]);
  const readTicks = await loadClosingTicks(session, request.toDay * DAY_MS);
  return createVolumeReader(markets, readTicks)(session, request);
};

function makePlatform(database: Database, engine: EngineClient): JobPlatform {
  return {
    database,
    commandClient: createCommandClient((command) => engine.submit(command), Date.now),
    intents: createIntents({
      database,
      consumers,
      nudge: () => engine.nudgeOutbox(),
      readNowMs: Date.now,
    }),
    async loadAccounts() {
      const accounts = createAccountDirectory();
      await loadDefinitions(database, [accounts]);
      return accounts;
    },
    readVolumes,
    readNowMs: Date.now,
  };
}

async function listMailJobs({ dataFolder, smtp, sandbox }: Settings, database: Database) {
  const { readBrandName } = createSiteConfiguration(database);
  const secrets = await readSecrets(dataFolder);
  return createMailJobs({
    database,
    deliver: smtp && createSmtp(smtp.url, smtp.from, readBrandName),
    seal: createSeal(secrets['credential-key']),
    hasOutbox: sandbox.outbox,
    readNowMs: Date.now,
  });
}

async function start(): Promise<RunningChild> {
  const settings = readSettings();
  setLogLevel(settings.logs.level);
  yieldProcess();
  const address = await readDatabaseAddress(settings);
  const database = openDatabase({
    address,
    role: 'app',
    applicationName: 'isobath jobs',
    sessionsMax: SESSIONS_MAX,
    isBackground: true,
  });
  const engine = await connectEngine(settings.dataFolder);
  const jobs = await runJobs({
    address,
    database,
    jobs: [...(await listMailJobs(settings, database)), ...productJobs],
    platform: makePlatform(database, engine),
    isSettled: (endsMs) => isSettled(engine, database, endsMs),
    readNowMs: Date.now,
    report: reportError,
  });
  return {
    ended: jobs.ended,
    stop: async () => {
      await jobs.stop();
      engine.close();
      await database.close();
    },
  };
}

runChild(start);
