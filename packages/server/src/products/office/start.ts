// Puts the back office together: operators, requests of two, money without a chain, changes of
// accounts; and removes by the clock what is kept long enough. Called through module.ts by the
// edge's process.
import { AccountType } from '@isobath/core';
import { webValueNames, webValues } from '@isobath/wire';
import { readBackupMark } from '../../base/config/index.ts';
import {
  createBrowsers,
  createPasskeys,
  createThrottle,
  listTryLimits,
} from '../../base/credentials/index.ts';
import type { Platform, RunningModule } from '../../base/modules/index.ts';
import { refuse, type RouteHandler } from '../../base/product/index.ts';
import { createAccountChanges } from './accounts/changes.ts';
import { sendPersonData } from './accounts/person-data.ts';
import { erasePersonData } from './accounts/person-erasure.ts';
import { createPersonView, readBalances } from './accounts/person-view.ts';
import { removeOld } from './accounts/retention.ts';
import { createFirstDayRoutes, readArchivedMs } from './first-day.ts';
import { createLineChecks } from './money/lines.ts';
import { giveOfOperatorAccount } from './money/gifts.ts';
import { postOfOperatorAccount } from './money/operator-account.ts';
import { createPostings } from './money/postings.ts';
import { createOperatorAccountHandlers } from './operator/handlers.ts';
import type { ConfigEntry, OfficeParts } from './parts.ts';
import { createOfficeRoutes } from './routes.ts';
import { OFFICE_TRIES } from './sign-in.ts';
import { createWorks } from './works.ts';

/** Addresses that no operator has are written down so often, then one in six seconds. */
const UNKNOWN_LIMIT = { count: 100, forgetOneMs: 6_000 };
/** Requests that were being carried out at a fall wait until the engine is there again. */
const RESUME_AFTER_MS = 5_000;
const RETENTION_AFTER_MS = 60_000;
const RETENTION_EVERY_MS = 6 * 3_600_000;

/** Make the calls, and what two agree to. */
export async function startOffice(platform: Platform): Promise<RunningModule> {
  const { audit, office, people, tradingControl, report } = platform;
  const { operators, operatorSessions, approvals } = office;
  const { checks, postings } = createMoney(platform);
  const changes = createChanges(platform);
  const config = createConfigEntry(platform);
  const endRetention = startRetention(platform);
  const resumed = setTimeout(() => void approvals.resume().catch(report), RESUME_AFTER_MS);
  return {
    handlers: [
      ...createOfficeRoutes({
        ...office,
        ...platform,
        ...createSignInParts(platform),
        keys: people.keys,
        sessions: people.sessions,
        tables: platform.referenceTables,
        readVipLevel: platform.accounts.readVipLevel,
        readStanding: () => readStanding(platform),
        halt: tradingControl.halt,
        allowCancelsOnly: tradingControl.allowCancelsOnly,
        readHaltNumber: tradingControl.readHaltNumber,
        readPerson: createPersonView(platform),
        config,
        checks,
        postings,
        changes,
        freeze: people.freeze,
        sendPersonData: (ownerId) => sendPersonData(platform, ownerId),
      }),
      ...(await createFirstDay(platform)),
    ],
    approvalWorks: createWorks({
      audit,
      config,
      tables: platform.referenceTables,
      operators,
      operatorSessions,
      resume: tradingControl.resume,
      give: (gift) => giveOfOperatorAccount({ ...platform, users: people.users }, gift),
      postings,
      changes,
    }),
    operatorHandlers: createOperatorAccountHandlers({ operators, operatorSessions, audit }),
    stop: () => {
      clearTimeout(resumed);
      endRetention();
    },
  };
}

async function readStanding({ database, readProgress }: Platform) {
  const [row] = await database.query<{ count: number }>(
    'SELECT count(*) AS count FROM spot_orders WHERE status < 3',
  );
  return { ...(await readProgress()), openOrdersCount: row.count };
}

/** What signing in stands on. */
function createSignInParts({ settings, database, people, locks, configuration }: Platform) {
  const readBrandName = async () => `${await configuration.readBrandName()} back office`;
  const origin = settings.officeUrl ?? settings.publicUrl;
  return {
    tickets: people.tickets,
    seal: people.seal,
    throttle: createThrottle(
      { ...listTryLimits(OFFICE_TRIES), unknown: UNKNOWN_LIMIT },
      Date.now,
      locks.of('operators'),
    ),
    browsers: createBrowsers(database, 'operators'),
    passkeys: createPasskeys(database, people.tickets, {
      origin,
      readName: readBrandName,
      of: 'operators',
    }),
    // An address of its own keeps sessions, or the start would have refused it.
    canSignIn: settings.officeUrl !== undefined || settings.canSignIn,
    readBrandName,
    mode: settings.mode,
  } satisfies Partial<OfficeParts>;
}

/** Credits and debits without a chain, over the engine's own balances. */
function createMoney(platform: Platform) {
  const { database, markets, people, audit, office } = platform;
  const checks = createLineChecks({
    database,
    markets,
    async readAvailable(ownerId) {
      const balances = await platform.readAccountUnits(ownerId, AccountType.spot, 0);
      return new Map(balances.map(({ assetId, availableUnits }) => [assetId, availableUnits]));
    },
  });
  const postings = createPostings({
    database,
    audit,
    seal: people.seal,
    markets,
    checks,
    approvals: () => office.approvals,
    post: (posting) => postOfOperatorAccount(platform, posting),
  });
  return { checks, postings };
}

/** Changes of customers' accounts that two agree to. */
function createChanges(platform: Platform) {
  const { database, audit, people, office, personTables } = platform;
  const { users, writeMail } = people;
  const nobody = { visitorId: '', ip: '', device: '' };
  return createAccountChanges({
    ...people,
    database,
    audit,
    approvals: () => office.approvals,
    async publish(kind, ownerId, address) {
      const user = await users.read(ownerId);
      if (user === undefined) return;
      await writeMail(kind, address === undefined ? user : { ...user, email: address }, nobody);
    },
    async checkEmpty(ownerId) {
      const [orders, balances] = await Promise.all([
        database.query('SELECT FROM spot_orders WHERE owner_id = $1 AND status < 3 LIMIT 1', [
          ownerId,
        ]),
        readBalances(platform, ownerId),
      ]);
      if (orders.length > 0 || balances.length > 0) throw refuse('account_in_use');
    },
    erase: (session, request) => erasePersonData(session, { ...request, personTables }),
    close: async (ownerId) => {
      await people.freeze({ ownerId, cause: 'erased', cancelsOrders: false });
    },
  });
}

/** Values that pages read, by the name that an operator gives. */
function createConfigEntry({ siteValues }: Platform): ConfigEntry {
  const find = (name: string) => webValueNames.find((each) => each === name);
  return {
    check: (name, value) => {
      const known = find(name);
      return known === undefined ? 'no such value' : siteValues.check(known, value);
    },
    needsTwo: (name) => {
      const known = find(name);
      return known !== undefined && webValues[known].needsTwo === true;
    },
    lock: async (session, name) => {
      const known = find(name);
      return known === undefined ? '' : JSON.stringify(await siteValues.lock(session, known));
    },
    write: async (session, name, value) => {
      const known = find(name);
      if (known !== undefined) await siteValues.write(session, known, value);
    },
  };
}

/** What is left to do before people are let in, and the mail that proves that mails arrive. */
async function createFirstDay(platform: Platform): Promise<RouteHandler[]> {
  const { settings, database, audit, markets, people, office, siteValues } = platform;
  return createFirstDayRoutes({
    database,
    operators: office.operators,
    audit,
    readNowMs: Date.now,
    markets,
    mail: people.mail,
    hasMailServer: settings.smtp !== undefined,
    translateMail: await platform.loadTranslate('mail'),
    readBackupMs: () =>
      settings.databaseUrl === undefined
        ? readBackupMark(settings.dataFolder)
        : readArchivedMs(database),
    readAlarmAddress: async () => (await siteValues.read(database)).alarmAddress,
  });
}

/** Remove what is older than the rules say, now and then. @returns ends it. */
function startRetention({ audit, report }: Platform): () => void {
  const run = () => void removeOld(audit, Date.now()).catch(report);
  const first = setTimeout(run, RETENTION_AFTER_MS);
  const timer = setInterval(run, RETENTION_EVERY_MS);
  first.unref();
  timer.unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
