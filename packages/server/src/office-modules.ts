// Puts the back office together: operators, the audit chain, requests of two, switches, and what
// other rooms tell of a person. It serves nothing itself. Called by the edge's process.
import { AccountType } from '@isobath/core';
import { webValueNames, webValues } from '@isobath/wire';
import type { Freezing } from './account-freezes.ts';
import { type Approvals, createApprovals } from './base/approvals/index.ts';
import {
  type AuditLog,
  createAuditLog,
  makeAuditKey,
  readAuditMark,
  verifyAudit,
} from './base/audit/index.ts';
import { readBackupMark, type Secrets, type Settings } from './base/config/index.ts';
import {
  createBrowsers,
  createPasskeys,
  createThrottle,
  listTryLimits,
} from './base/credentials/index.ts';
import type { Database } from './base/db/index.ts';
import {
  ATTENDED_HEADER,
  createOperators,
  type Operators,
  createOperatorSessions,
  OFFICE_COOKIE,
} from './base/office/index.ts';
import type { ReferenceTables } from './base/reference-tables/index.ts';
import type { ApiKeys } from './base/keys/index.ts';
import { type Freezes, type Locks, openFreezes, openLocks } from './base/locks/index.ts';
import type { LogFile } from './base/log/index.ts';
import type { OperatorHandlers } from './base/operator/index.ts';
import { refuse, type RouteHandler } from './base/product/index.ts';
import type { Sessions } from './base/sessions/index.ts';
import { createSwitches, type Switches } from './base/switches/index.ts';
import { parseCookies } from './edge/cookies.ts';
import type { EdgeOptions } from './edge/http.ts';
import type { EdgeModules } from './edge-modules.ts';
import type { EngineClient, EngineStatus } from './engine/index.ts';
import type { EngineWatch } from './engine-watch.ts';
import { giveOfOperatorAccount } from './operator-account-gifts.ts';
import { postOfOperatorAccount } from './operator-account-postings.ts';
import { sendPersonData } from './person-data.ts';
import { erasePersonData } from './person-erasure.ts';
import type { People } from './people.ts';
import { createPersonView, readBalances } from './person-view.ts';
import { noteActions, noteLocks } from './security-log.ts';
import { createListingRoom } from './listing-modules.ts';
import { createListingHandlers } from './operate-listing.ts';
import {
  createOperator,
  createOperatorAccountHandlers,
  type OperateOperatorsParts,
} from './operate-operators.ts';
import { createListingRoutes } from './products/listing/index.ts';
import {
  type ConfigEntry,
  createAccountChanges,
  createLineChecks,
  createFirstDayRoutes,
  readArchivedMs,
  type FirstDayParts,
  createOfficeRoutes,
  createPostings,
  createWorks,
  OFFICE_TRIES,
  removeOld,
} from './products/office/index.ts';
import {
  checkWebConfig,
  lockWebValue,
  readBrandName,
  readWebConfig,
  writeWebConfig,
} from './products/site/index.ts';

/** What is made before the other rooms, because they stand on it. */
export interface OfficeBase {
  readonly audit: AuditLog;
  readonly switches: Switches;
  readonly auditKey: Buffer;
  readonly locks: Locks;
  readonly freezes: Freezes;
}

/** Open the audit chain and the switches. */
export async function openOfficeBase(parts: {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly database: Database;
  /** Where locks and acts are written down. */
  readonly security: LogFile | undefined;
  readonly report: (error: unknown) => void;
}): Promise<OfficeBase> {
  const { settings, secrets, database, security, report } = parts;
  const auditKey = makeAuditKey(secrets['journal-key']);
  const { dataFolder } = settings;
  const chain = createAuditLog(database, { key: auditKey, dataFolder, readNowMs: Date.now });
  const audit = noteActions(chain, security);
  const switches = createSwitches(database, report);
  await switches.load();
  const locks = noteLocks(await openLocks(database, report), security);
  const freezes = await openFreezes(database);
  return { audit, switches, auditKey, locks, freezes };
}

/** What the rooms stand on. */
export interface OfficeModulesOptions extends OfficeBase {
  readonly settings: Settings;
  readonly database: Database;
  readonly engine: EngineClient;
  readonly sessions: Sessions;
  readonly modules: EdgeModules;
  readonly people: People;
  readonly keys: ApiKeys;
  readonly freezing: Freezing;
  readonly watch: EngineWatch;
  readonly tables: ReferenceTables;
  readonly translateMail: FirstDayParts['translateMail'];
  /** Handlers that tell a person of himself: an operator reads what they say. */
  readonly personal: readonly RouteHandler[];
  readonly readProjectedSequence: () => Promise<number>;
  readonly report: (error: unknown) => void;
}

/** The rooms, ready to be served. */
export interface OfficeModules {
  readonly handlers: readonly RouteHandler[];
  readonly operatorHandlers: OperatorHandlers;
  readonly readOperator: NonNullable<EdgeOptions['readOperator']>;
  readonly createOperator: (
    request: Parameters<typeof createOperator>[1],
  ) => ReturnType<typeof createOperator>;
  close(): void;
}

/** Addresses that no operator has are written down so often, then one in six seconds. */
const UNKNOWN_LIMIT = { count: 100, forgetOneMs: 6_000 };

async function readStanding({ database, watch, readProjectedSequence }: OfficeModulesOptions) {
  const [row] = await database.query<{ count: number }>(
    'SELECT count(*) AS count FROM spot_orders WHERE status < 3',
  );
  return {
    ...watch.readMode(),
    lastSequence: watch.readStatus()?.lastSequence ?? 0,
    durableSequence: watch.readStatus()?.durableSequence ?? 0,
    projectedSequence: await readProjectedSequence(),
    openOrdersCount: row.count,
  };
}

function createOfficePasskeys(options: OfficeModulesOptions, readName: () => Promise<string>) {
  const { settings, database, people } = options;
  const origin = settings.officeUrl ?? settings.publicUrl;
  return createPasskeys(database, people.tickets, { origin, readName, of: 'operators' });
}

/** Make the rooms. */
export function createOfficeModules(options: OfficeModulesOptions): OfficeModules {
  const { settings, database, engine, modules, people, audit, switches } = options;
  const { seal, tickets } = people;
  const readName = async () => `${await readBrandName(database)} back office`;
  const operators = createOperators(database);
  const operatorSessions = createOperatorSessions(database, Date.now);
  const config = createConfigEntry(settings.serviceHosts);
  /** @errors halted when it is away for certain, before it was asked. */
  const askEngine = <TAnswer = EngineStatus & { isAnother?: boolean }>(
    name: string,
    parameters: Record<string, unknown> = {},
  ): Promise<TAnswer> => {
    if (!engine.isConnected) throw refuse('halted', { trouble: 'not_connected' });
    return engine.ask<TAnswer>(name, parameters);
  };
  const { checks, postings } = createMoney(options, () => approvals);
  const changes = createChanges(options, () => approvals);
  const listing = createListingRoom({ ...options, database, engine, modules, audit });
  const works = createWorks({
    audit,
    config,
    tables: options.tables,
    operators,
    operatorSessions,
    resume: (haltNumber) => askEngine('resume', { number: haltNumber }),
    give: (gift) => giveOfOperatorAccount({ modules, users: people.users }, gift),
    listing,
    postings,
    changes,
  });
  const { report } = options;
  const requests = { database, audit, works, readNowMs: Date.now, report };
  const approvals: Approvals = createApprovals(requests);
  const endRetention = startRetention(audit, report);
  const resumed = setTimeout(() => void approvals.resume().catch(report), RESUME_AFTER_MS);
  const handlers = createOfficeRoutes({
    database,
    operators,
    operatorSessions,
    audit,
    tickets,
    throttle: createOfficeThrottle(options.locks),
    browsers: createBrowsers(database, 'operators'),
    report,
    seal,
    passkeys: createOfficePasskeys(options, readName),
    readNowMs: Date.now,
    // An address of its own keeps sessions, or the start would have refused it.
    canSignIn: settings.officeUrl !== undefined || settings.canSignIn,
    readBrandName: readName,
    mode: settings.mode,
    sessions: options.sessions,
    approvals,
    switches,
    readVipLevel: modules.accounts.readVipLevel,
    readStanding: () => readStanding(options),
    halt: (reason) => engine.ask<EngineStatus>('halt', { reason }),
    allowCancelsOnly: (reason) => engine.ask<EngineStatus>('cancel-only', { reason }),
    readHaltNumber: async () => (await askEngine<{ number: number }>('operator-mode')).number,
    readPerson: createPersonView(options),
    proveAudit: () => verifyAudit(database, options.auditKey, readAuditMark(settings.dataFolder)),
    config,
    tables: options.tables,
    checks,
    postings,
    changes,
    keys: options.keys,
    freeze: options.freezing.freeze,
    sendPersonData: (ownerId) => sendPersonData(database, ownerId),
  });
  const operating: OperateOperatorsParts = { operators, operatorSessions, audit };
  return {
    handlers: [
      ...handlers,
      ...createListingRoutes(listing, approvals),
      ...createFirstDay(options, operators),
    ],
    operatorHandlers: {
      ...createOperatorAccountHandlers(operating),
      ...createListingHandlers(listing),
    },
    createOperator: (request) => createOperator(operating, request),
    readOperator: (headers) =>
      operatorSessions.read(
        parseCookies(headers.cookie).get(OFFICE_COOKIE) ?? '',
        headers[ATTENDED_HEADER] === '1',
      ),
    close: () => {
      clearTimeout(resumed);
      endRetention();
      switches.close();
    },
  };
}

/** Credits and debits without a chain, over the engine's own balances. */
function createMoney(options: OfficeModulesOptions, approvals: () => Approvals) {
  const { database, modules, people, audit } = options;
  const { markets } = modules;
  const checks = createLineChecks({
    database,
    markets,
    async readAvailable(ownerId) {
      const balances = await modules.readAccountUnits(ownerId, AccountType.spot, 0);
      return new Map(balances.map(({ assetId, availableUnits }) => [assetId, availableUnits]));
    },
  });
  const postings = createPostings({
    database,
    audit,
    seal: people.seal,
    markets,
    checks,
    approvals,
    post: (posting) => postOfOperatorAccount({ modules }, posting),
  });
  return { checks, postings };
}

/** Remove what is older than the rules say, now and then. @returns ends it. */
function startRetention(audit: AuditLog, report: (error: unknown) => void): () => void {
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

/** Changes of customers' accounts that two agree to. */
function createChanges(options: OfficeModulesOptions, approvals: () => Approvals) {
  const { database, audit, people, freezes, freezing, keys, sessions } = options;
  const { users, writeMail, seal } = people;
  const nobody = { visitorId: '', ip: '', device: '' };
  return createAccountChanges({
    database,
    audit,
    seal,
    freezes,
    sessions,
    keys,
    approvals,
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
        readBalances(options, ownerId),
      ]);
      if (orders.length > 0 || balances.length > 0) throw refuse('account_in_use');
    },
    erase: erasePersonData,
    close: async (ownerId) => {
      await freezing.freeze({ ownerId, cause: 'erased', cancelsOrders: false });
    },
  });
}

/** What is left to do before people are let in, and the mail that proves that mails arrive. */
function createFirstDay(options: OfficeModulesOptions, operators: Operators): RouteHandler[] {
  const { settings, database, audit, modules, people, translateMail } = options;
  return createFirstDayRoutes({
    database,
    operators,
    audit,
    readNowMs: Date.now,
    markets: modules.markets,
    mail: people.mail,
    hasMailServer: settings.smtp !== undefined,
    translateMail,
    readBackupMs: () =>
      settings.databaseUrl === undefined
        ? readBackupMark(settings.dataFolder)
        : readArchivedMs(database),
    readAlarmAddress: async () => (await readWebConfig(database)).alarmAddress,
  });
}

/** Who waits for wrong tries at the office's door. */
function createOfficeThrottle(locks: Locks) {
  return createThrottle(
    { ...listTryLimits(OFFICE_TRIES), unknown: UNKNOWN_LIMIT },
    Date.now,
    locks.of('operators'),
  );
}

/** Requests that were being carried out at a fall wait until the engine is there again. */
const RESUME_AFTER_MS = 5_000;
const RETENTION_AFTER_MS = 60_000;
const RETENTION_EVERY_MS = 6 * 3_600_000;

function createConfigEntry(serviceHosts: readonly string[]): ConfigEntry {
  const find = (name: string) => webValueNames.find((each) => each === name);
  return {
    check: (name, value) => {
      const known = find(name);
      return known === undefined ? 'no such value' : checkWebConfig(known, value, serviceHosts);
    },
    needsTwo: (name) => {
      const known = find(name);
      return known !== undefined && webValues[known].needsTwo === true;
    },
    lock: async (session, name) => {
      const known = find(name);
      return known === undefined ? '' : JSON.stringify(await lockWebValue(session, known));
    },
    write: async (session, name, value) => {
      const known = find(name);
      if (known !== undefined) await writeWebConfig(session, known, value);
    },
  };
}
