// The process that runs jobs: mails, and what products do by the clock or after the fact. Nothing
// that people wait for depends on it, so it begins when all others are ready, and stands behind
// them where processors are short. Started by the launcher.

import { createAccountDirectory } from './base/accounts/index.ts';
import { createAuditLog, makeAuditKey } from './base/audit/index.ts';
import { type Background, openBackground } from './background.ts';
import { readSecrets } from './base/config/index.ts';
import { createSeal, type Seal } from './base/credentials/index.ts';
import type { Database } from './base/db/index.ts';
import { loadDefinitions } from './base/definitions/index.ts';
import { runJobs } from './base/jobs/index.ts';
import { reportError } from './base/log/index.ts';
import { createMailJobs, createSmtp } from './base/mail/index.ts';
import { createMarketRegistry, loadClosingTicks, loadNames } from './base/market/index.ts';
import type { JobPlatform, ReadVolumes } from './base/modules/index.ts';
import { runChild, type RunningChild } from './base/process/child.ts';
import type { EngineClient } from './engine/index.ts';
import { productJobs } from './modules.ts';
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

type Secrets = Awaited<ReturnType<typeof readSecrets>>;

interface PlatformParts extends Background {
  readonly seal: Seal;
  readonly secrets: Secrets;
}

function makePlatform(parts: PlatformParts): JobPlatform {
  const { settings, seal, secrets, database, commandClient, intents } = parts;
  const { dataFolder } = settings;
  const key = makeAuditKey(secrets['journal-key']);
  return {
    settings,
    seal,
    database,
    audit: createAuditLog(database, { key, dataFolder, readNowMs: Date.now, report: reportError }),
    commandClient,
    intents,
    async loadAccounts() {
      const accounts = createAccountDirectory();
      await loadDefinitions(database, [accounts]);
      return accounts;
    },
    readVolumes,
    readNowMs: Date.now,
    report: (error) => reportError(error),
  };
}

function listMailJobs({ settings: { smtp, sandbox }, seal, database }: PlatformParts) {
  const { readBrandName } = createSiteConfiguration(database);
  return createMailJobs({
    database,
    deliver: smtp && createSmtp(smtp.url, smtp.from, readBrandName),
    seal,
    hasOutbox: sandbox.outbox,
    readNowMs: Date.now,
  });
}

async function start(): Promise<RunningChild> {
  const opened = await openBackground('jobs', SESSIONS_MAX);
  const { settings, address, database, engine } = opened;
  const secrets = await readSecrets(settings.dataFolder);
  const parts = { ...opened, secrets, seal: createSeal(secrets['credential-key']) };
  const jobs = await runJobs({
    address,
    database,
    jobs: [...listMailJobs(parts), ...productJobs],
    platform: makePlatform(parts),
    isSettled: (endsMs) => isSettled(engine, database, endsMs),
    readNowMs: Date.now,
    report: reportError,
  });
  return {
    ended: jobs.ended,
    stop: async () => {
      await jobs.stop();
      await opened.close();
    },
  };
}

runChild(start);
