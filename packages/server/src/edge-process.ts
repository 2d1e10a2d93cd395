// The process that people and programs talk to: calls, pages, sockets, the operator's socket.
// It keeps no truth and decides nothing about money: the engine's process does.
// Started by the launcher; hands every room what it stands on, and stops them in order.

import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createAlarmModules } from './monitoring/alarm-modules.ts';
import { readGivenUp } from './monitoring/given-up.ts';
import { type Approvals, createApprovals } from './base/approvals/index.ts';
import { readAuditMark, verifyAudit } from './base/audit/index.ts';
import { createMarks } from './base/addresses/index.ts';
import { createAddressLimits, createSigning } from './base/binance-api/index.ts';
import { readSecrets, readSettings, type Settings } from './base/config/index.ts';
import { createSeal } from './base/credentials/index.ts';
import { readCustodyFaults } from './base/custody/index.ts';
import { embeddedFolder, openDatabase } from './base/db/index.ts';
import { readDatabaseAddress } from './base/db/of-settings.ts';
import { createApiKeys } from './base/keys/index.ts';
import { createSignal } from './base/feed/index.ts';
import { createIntents } from './base/intents/index.ts';
import { createJobHandlers, enqueueJob, readQueueState } from './base/jobs/index.ts';
import { createFreezing } from './base/locks/index.ts';
import {
  ATTENDED_HEADER,
  createOperators,
  createOperatorSessions,
  OFFICE_COOKIE,
} from './base/office/index.ts';
import { createReferenceTables, createTableHandlers } from './base/reference-tables/index.ts';
import { openToolEntry } from './base/operator/index.ts';
import { openLogFile, reportError, setLogLevel } from './base/log/index.ts';
import { runChild, type RunningChild } from './base/process/child.ts';
import { EXIT, Refusal } from './base/process/exit.ts';
import { createSessions } from './base/sessions/index.ts';
import { guardHandlers } from './base/switches/index.ts';
import { parseCookies } from './edge/cookies.ts';
import { listEndpoints } from './edge/endpoints.ts';
import { serveHealth } from './edge/health.ts';
import { limitConnections } from './edge/connections.ts';
import { createEdge, type EdgeOptions, type SharedEdge } from './edge/http.ts';
import { createLookups } from './edge/lookups.ts';
import { createEdgeLogs, type EdgeLogFiles } from './edge/logs.ts';
import { createPeers } from './edge/peers.ts';
import { loadTranslate } from './edge/translate.ts';
import { createEdgeModules } from './composition/edge-modules.ts';
import { connectEngine, createEngineHandlers, createTradingControl } from './engine/index.ts';
import { watchDiskRoom } from './monitoring/disk-watch.ts';
import { watchEngine } from './monitoring/engine-watch.ts';
import { createDrawPast, readReferenceStatus } from './sandbox/index.ts';
import { waitForEnds } from './composition/journal-time.ts';
import { openOfficeBase } from './composition/office-base.ts';
import { readLags, readProgress, readReadiness } from './monitoring/readiness.ts';
import { createReconciliation } from './monitoring/reconciliation.ts';
import { noteSignIns } from './composition/security-log.ts';
import { listProbes } from './monitoring/site-probes.ts';
import { createProjectionHandlers } from './operate-projections.ts';
import { servePages } from './composition/page-modules.ts';
import { openPeople } from './composition/people.ts';
import { createVersionReader, type BuiltSite, readSite } from './pages/index.ts';
import {
  createMaintenance,
  createRegions,
  createSiteConfiguration,
  createSiteValues,
  readServiceScript,
} from './products/site/index.ts';
import { readIdentityFaults } from './products/identity/upkeep/faults.ts';
import { readCoinPicture, setCoinPicture } from './products/market/index.ts';
import { listConversationsOf, readUnread } from './products/service/index.ts';
import { readFirsts } from './products/spot/index.ts';
import {
  consumers,
  listReferenceTables,
  loadModules,
  personTables,
  type StartedModules,
  startModules,
} from './modules.ts';
import { openSocketModules } from './composition/socket-modules.ts';
import { createStreamModules } from './composition/stream-modules.ts';

async function start(_report: unknown, builtSite: BuiltSite): Promise<RunningChild> {
  const settings = readSettings();
  setLogLevel(settings.logs.level);
  const files = openLogFiles(settings);
  const address = await readDatabaseAddress(settings);
  const database = openDatabase({ address, role: 'app', applicationName: 'isobath edge' });
  const sessions = noteSignIns(createSessions(database, Date.now), files.security);
  const engine = await connectEngine(settings.dataFolder);
  const translate = await loadTranslate();
  const report = (error: unknown) => reportError(error, '');
  const secrets = await readSecrets(settings.dataFolder);
  const officeBase = await openOfficeBase({
    settings,
    secrets,
    database,
    security: files.security,
    report,
  });
  const { freezes, switches } = officeBase;
  const modeChanged = createSignal<void>();
  const publishMode = () => void modeChanged.publish().catch(report);
  const watch = watchEngine(engine, {
    isMaintained: () => switches.isOn('maintenance'),
    onChange: publishMode,
  });
  const disk = watchDiskRoom([settings.dataFolder, embeddedFolder(settings.dataFolder)]);
  const readHealth = () => readReadiness(watch, database, disk);
  switches.onChange(publishMode);
  const { readMode } = watch;
  const secret = secrets['credential-key'];
  const seal = createSeal(secret);
  const { isFrozen } = freezes;
  const keys = createApiKeys({ database, seal, readNowMs: Date.now, report, isFrozen });
  const streamModules = createStreamModules({ database, keys, secret, report });
  const mark = createMarks(secret, Date.now);
  const modules = createEdgeModules({
    database,
    engine,
    streams: streamModules.streams,
    users: streamModules.users,
    readNowMs: Date.now,
    drawPast: createDrawPast(settings),
    report,
  });
  const freezing = createFreezing({ ...modules, database, freezes, sessions, keys });
  const translateMail = await loadTranslate('mail');
  const configuration = createSiteConfiguration(database);
  const { readBrandName } = configuration;
  const { audit } = officeBase;
  const people = openPeople({
    settings,
    database,
    audit,
    seal,
    sessions,
    keys,
    freezes,
    freezing,
    translateMail,
    readBrandName,
  });
  const regions = createRegions(database, report);
  const maintenance = createMaintenance(database, switches);
  const deskChanged = createSignal<void>();
  const operatorSessions = createOperatorSessions(database, Date.now);
  const approvals: Approvals = createApprovals({
    database,
    audit,
    readWorks: () => products.approvalWorks,
    readNowMs: Date.now,
    report,
  });
  const tables = createReferenceTables(database, await listReferenceTables(modules.markets));
  const intents = createIntents({
    database,
    consumers,
    nudge: () => engine.nudgeOutbox(),
    readNowMs: Date.now,
  });
  const products: StartedModules = await startModules({
    ...modules,
    settings,
    database,
    audit,
    enqueue: enqueueJob,
    intents,
    people,
    office: {
      operators: createOperators(database),
      operatorSessions,
      approvals,
      proveAudit: () =>
        verifyAudit(database, officeBase.auditKey, readAuditMark(settings.dataFolder)),
    },
    tradingControl: createTradingControl(engine),
    coinPictures: { read: readCoinPicture, set: setCoinPicture },
    referenceTables: tables,
    personTables,
    findHandler: (route) => products.handlers.find((handler) => handler.route === route),
    trades: {
      readFirsts: (ownerId) => readFirsts(database, ownerId),
    },
    configuration,
    siteValues: createSiteValues(settings.serviceHosts),
    switches,
    gate: { findRegion: regions.find, loadMaintenance: maintenance.load },
    locks: officeBase.locks,
    mark,
    readMode,
    readProgress: () => readProgress(watch, database),
    modeChanged,
    probes: listProbes({ settings, database, modules, watch, switches }),
    loadTranslate,
    readDeskUnread: (ownerId) => readUnread(database, ownerId),
    readConversations: (ownerId) => listConversationsOf(database, ownerId),
    deskChanged,
    unreadChanged: createSignal<number>(),
    readNowMs: Date.now,
    report,
  });
  await Promise.all([
    modules.open(),
    streamModules.open(),
    maintenance.load(),
    regions.load(),
    people.users.sealCodeWords(),
  ]);
  const handlers = [...streamModules.handlers, ...products.handlers];
  const binance = {
    keys,
    signing: createSigning(keys, Date.now),
    limits: createAddressLimits(Date.now, undefined, officeBase.locks.of('addresses')),
    orderCounts: modules.orderCounts,
  };
  const peers = createPeers(settings.trustedProxies);
  const readOperator = (headers: IncomingHttpHeaders) =>
    operatorSessions.read(
      parseCookies(headers.cookie).get(OFFICE_COOKIE) ?? '',
      headers[ATTENDED_HEADER] === '1',
    );
  const edge: SharedEdge = {
    handlers: guardHandlers(waitForEnds(handlers, { ...modules, readNowMs: Date.now }), switches, {
      readMaintenance: maintenance.read,
      findRegion: regions.find,
      readFreeze: freezes.readCause,
      onlyWithdraws: products.onlyWithdraws,
    }),
    readOperator,
    sessions,
    lookups: createLookups({ sessions, readOperator, peers, readNowMs: Date.now }),
    translate,
    ownOrigin: settings.publicUrl,
    officeOrigin: settings.officeUrl,
    peers,
    mode: settings.mode,
    binance,
    readNowMs: Date.now,
    report: reportError,
    logs: createEdgeLogs(files, Date.now),
  };
  let measure: EdgeOptions['measure'];
  const app = createEdge({ ...edge, measure: (...call) => measure?.(...call) });
  limitConnections(app.server, { trusted: settings.trustedProxies });
  const isClosed = () => maintenance.read().isOn;
  const entries = {
    server: app.server,
    edge,
    modules,
    binance,
    streamModules,
    deskChanged,
    isClosed,
  };
  const sockets = openSocketModules(entries);
  maintenance.onTurn((isOn) => {
    if (isOn) sockets.dismiss();
  });
  const reconciliation = createReconciliation({
    engine,
    markets: modules.markets,
    readNowMs: Date.now,
    report,
  });
  const alarms = createAlarmModules({
    ...officeBase,
    settings,
    database,
    mail: people.mail,
    translateMail,
    disk,
    watch,
    reconciliation,
    report,
  });
  measure = serveHealth(app, {
    readHealth,
    disk,
    countSockets: sockets.countOpen,
    countSlowClosed: sockets.countSlowClosed,
    peers,
    readDifferences: reconciliation.list,
    readDifferencesAge: reconciliation.readAge,
    readLags: () => readLags(watch, database),
    readQueue: () => readQueueState(database),
    readGivenUp: () => readGivenUp(database),
    readCustodyFaults: () => readCustodyFaults(database),
    readIdentityFaults: () => readIdentityFaults(database, Date.now()),
    readVersion: createVersionReader(),
    endpoints: listEndpoints(edge.handlers.map(({ route }) => route)),
  });
  servePages(app, {
    built: builtSite,
    edge,
    handlers,
    readUser: (ownerId) => people.users.read(ownerId),
    readMaintenance: maintenance.read,
    findRegion: regions.find,
    outside: {
      hosts: settings.serviceHosts,
      readScript: (line) => readServiceScript(database, settings.serviceHosts, line),
    },
  });
  await listen(app, settings);
  const toolHandlers = {
    ...createEngineHandlers(engine),
    ...products.operatorHandlers,
    ...createProjectionHandlers(database),
    ...createJobHandlers(database),
    ...createTableHandlers(tables, audit),
    'server.status': async () => ({
      address: settings.publicUrl,
      kind: settings.mode,
      ...(await readHealth()),
      ...(settings.sandbox.liquidity
        ? { reference: await readReferenceStatus(database, Date.now()) }
        : {}),
    }),
  };
  const toolEntry = { handlers: toolHandlers, report };
  const endOperator = await openToolEntry(settings.dataFolder, audit, toolEntry);
  return {
    stop: async () => {
      await endOperator();
      await sockets.close();
      await app.close();
      alarms.close();
      reconciliation.close();
      products.stop();
      switches.close();
      regions.close();
      modules.close();
      streamModules.close();
      watch.close();
      disk.close();
      engine.close();
      await database.close();
      files.access?.close();
      files.security?.close();
    },
  };
}

/** Files beside the process's own log, as far as they are wanted. */
function openLogFiles({ dataFolder, logs }: Settings): EdgeLogFiles {
  const open = (name: string) => openLogFile(join(dataFolder, 'logs', name));
  return {
    access: logs.hasAccess ? open('access.log') : undefined,
    security: logs.hasSecurity ? open('security.log') : undefined,
  };
}

async function listen(app: FastifyInstance, settings: Settings): Promise<void> {
  try {
    await app.listen({ host: settings.host, port: settings.port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Refusal(
      EXIT.inUse,
      `Port ${settings.port} on ${settings.host} was taken meanwhile: stop what uses it.`,
    );
  }
}

/** Code and the built site, while the database and the engine come up. */
async function prepare(): Promise<BuiltSite> {
  const [site] = await Promise.all([readSite(), loadModules()]);
  return site;
}

runChild(start, prepare);
