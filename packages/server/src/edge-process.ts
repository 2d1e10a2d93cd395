// The process that people and programs talk to: calls, pages, sockets, the operator's socket.
// It keeps no truth and decides nothing about money: the engine's process does.
// Started by the launcher; hands every room what it stands on, and stops them in order.

import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createAccountRooms } from './account-rooms.ts';
import { createAlarmRooms } from './alarm-rooms.ts';
import { createMarks } from './base/addresses/index.ts';
import { readSecrets, readSettings, type Settings } from './base/config/index.ts';
import { embeddedFolder, openDatabase } from './base/db/index.ts';
import { readDatabaseAddress } from './base/db/of-settings.ts';
import { createKeptTables } from './base/kept/index.ts';
import { openToolDoor } from './base/operator/index.ts';
import { openLogFile, reportError, setLogLevel } from './base/log/index.ts';
import { runChild, type RunningChild } from './base/process/child.ts';
import { EXIT, Refusal } from './base/process/exit.ts';
import { createSessions } from './base/sessions/index.ts';
import { guardHandlers } from './base/switches/index.ts';
import { createFreezing } from './account-freezes.ts';
import { listEndpoints } from './edge/endpoints.ts';
import { serveHealth } from './edge/health.ts';
import { limitConnections } from './edge/connections.ts';
import { createEdge, type EdgeOptions } from './edge/http.ts';
import { createEdgeLogs, type EdgeLogFiles } from './edge/logs.ts';
import { createPeers, type Peers } from './edge/peers.ts';
import { loadSpeak } from './edge/speak.ts';
import { createEdgeRooms } from './edge-rooms.ts';
import { createKeyRooms, openKeys } from './key-rooms.ts';
import { connectEngine, createEngineHandlers } from './engine/index.ts';
import { watchDiskRoom } from './disk-watch.ts';
import { watchEngine } from './engine-watch.ts';
import { createSimulatedPast, isWalk, readReferenceStatus, WALK_SEED } from './sandbox/index.ts';
import { createContentRooms } from './content-rooms.ts';
import { createInboxRooms } from './inbox-rooms.ts';
import { createOfficeRooms, openOfficeBase } from './office-rooms.ts';
import { createTransferRulesTable } from './products/transfer/index.ts';
import { createTransferRooms } from './transfer-rooms.ts';
import { readLags, readProjectedSequence, readReadiness } from './readiness.ts';
import { createReconciliation } from './reconciliation.ts';
import { noteSignIns } from './security-log.ts';
import { createSiteRooms } from './site-rooms.ts';
import { createCoinHandlers } from './operate-coins.ts';
import { createMarketPast } from './market-past.ts';
import { createMarketHandlers } from './operate-markets.ts';
import { createConfigurationHandlers } from './operate-configuration.ts';
import { createProfileHandlers } from './operate-profiles.ts';
import { createProjectionHandlers } from './operate-projections.ts';
import { createTableHandlers } from './operate-tables.ts';
import { createUserHandlers } from './operate-users.ts';
import { servePages } from './page-rooms.ts';
import { createVersionReader, type BuiltSite, readSite } from './pages/index.ts';
import { vipLevelsTable } from './products/account/index.ts';
import { retentionTable } from './products/office/index.ts';
import { configurationTables, createMaintenance } from './products/site/index.ts';
import { listHandlers } from './products.ts';
import { createDeskRoutes, createServiceRoutes, createTalks } from './products/service/index.ts';
import { openSocketRooms } from './socket-rooms.ts';
import { createStreamRooms } from './stream-rooms.ts';
import { createVipRooms } from './vip-rooms.ts';

async function start(_report: unknown, builtSite: BuiltSite): Promise<RunningChild> {
  const settings = readSettings();
  setLogLevel(settings.logs.level);
  const files = openLogFiles(settings);
  const address = await readDatabaseAddress(settings);
  const database = openDatabase({ address, role: 'app', applicationName: 'isobath edge' });
  const sessions = noteSignIns(createSessions(database, Date.now), files.security);
  const engine = await connectEngine(settings.dataFolder);
  const speak = await loadSpeak();
  const report = (error: unknown) => reportError(error, '');
  const secrets = await readSecrets(settings.dataFolder);
  const officeBase = await openOfficeBase({
    settings,
    secrets,
    database,
    security: files.security,
    report,
  });
  const watch = watchEngine(engine, {
    isMaintained: () => officeBase.switches.isOn('maintenance'),
    onChange: () => rooms.publishStatus(),
  });
  const disk = watchDiskRoom([settings.dataFolder, embeddedFolder(settings.dataFolder)]);
  const readHealth = () => readReadiness(watch, database, disk);
  officeBase.switches.onChange(() => rooms.publishStatus());
  const { readMode } = watch;
  const secret = secrets['credential-key'];
  const streamRooms = createStreamRooms({ database, secret, report });
  const mark = createMarks(secrets['credential-key'], Date.now);
  const rooms = createEdgeRooms({
    database,
    mark,
    engine,
    streams: streamRooms.streams,
    users: streamRooms.users,
    readMode,
    speak,
    readNowMs: Date.now,
    drawPast:
      settings.mode === 'sandbox' && isWalk(settings.reference)
        ? createSimulatedPast(WALK_SEED)
        : undefined,
    report,
  });
  const { freezes } = officeBase;
  const keys = openKeys({ database, secrets, report, isFrozen: freezes.isFrozen });
  const freezing = createFreezing({ database, freezes, sessions, keys, rooms });
  const speakMail = await loadSpeak('mail');
  const accounts = createAccountRooms({
    ...officeBase,
    freezing,
    settings,
    secrets,
    database,
    sessions,
    rooms,
    keys,
    speakMail,
    report,
  });
  const keyRooms = createKeyRooms({ keys, account: accounts.parts, locks: officeBase.locks });
  streamRooms.followKeys(keys);
  const site = createSiteRooms({
    settings,
    database,
    rooms,
    accounts,
    watch,
    readProjectedSequence: () => readProjectedSequence(database),
    switches: officeBase.switches,
    report,
  });
  const transfers = createTransferRooms({
    database,
    rooms,
    speak: await loadSpeak('transfer'),
    report,
  });
  const talks = createTalks(database, Date.now);
  const inbox = await createInboxRooms({
    readDesk: talks.readUnread,
    database,
    rooms,
    account: accounts.parts,
    hasFaucet: settings.sandbox.faucet,
    mail: accounts.mail,
    speakMail,
    publicUrl: settings.publicUrl,
    speak: await loadSpeak('inbox'),
    report,
  });
  const content = await createContentRooms({
    database,
    mark,
    audit: officeBase.audit,
    mode: settings.mode,
    report,
  });
  const { publish } = inbox;
  const desk = { ...officeBase, database, talks, readNowMs: Date.now, publish };
  const service = {
    handlers: [...createServiceRoutes({ talks, publish }), ...createDeskRoutes(desk)],
  };
  const tables = createKeptTables(database, [
    createTransferRulesTable(rooms.markets),
    ...configurationTables,
    vipLevelsTable,
    retentionTable,
  ]);
  const vip = createVipRooms({
    database,
    rooms,
    watch,
    readProjectedSequence: () => readProjectedSequence(database),
    report,
  });
  const office = createOfficeRooms({
    ...officeBase,
    speakMail,
    settings,
    database,
    engine,
    sessions,
    rooms,
    accounts,
    keys,
    freezing,
    watch,
    tables,
    personal: [rooms, accounts, keyRooms, inbox, transfers].flatMap(({ handlers }) => handlers),
    readProjectedSequence: () => readProjectedSequence(database),
    report,
  });
  const maintenance = createMaintenance(database, officeBase.switches);
  await Promise.all([
    rooms.open(),
    streamRooms.open(),
    maintenance.load(),
    site.regions.load(),
    accounts.parts.users.sealCodeWords(),
  ]);
  const handlers = listHandlers({
    database,
    rooms: [
      rooms,
      accounts,
      keyRooms,
      streamRooms,
      site,
      inbox,
      content,
      transfers,
      office,
      service,
    ],
  });
  const peers = createPeers(settings.trustedProxies);
  const edge: EdgeOptions & { readonly peers: Peers } = {
    handlers: guardHandlers(handlers, officeBase.switches, {
      readMaintenance: maintenance.read,
      findRegion: site.regions.find,
      readFreeze: freezes.readCause,
    }),
    readOperator: office.readOperator,
    sessions,
    speak,
    ownOrigin: settings.publicUrl,
    officeOrigin: settings.officeUrl,
    peers,
    mode: settings.mode,
    dialect: {
      signing: keyRooms.signing,
      limits: keyRooms.limits,
      orderCounts: rooms.orderCounts,
    },
    readNowMs: Date.now,
    report: reportError,
    logs: createEdgeLogs(files, Date.now),
  };
  let measure: EdgeOptions['measure'];
  const app = createEdge({ ...edge, measure: (...call) => measure?.(...call) });
  limitConnections(app.server, { trusted: settings.trustedProxies });
  const isClosed = () => maintenance.read().isOn;
  const listenToDesk = talks.listen;
  const doors = { server: app.server, edge, rooms, keyRooms, streamRooms, listenToDesk, isClosed };
  const sockets = openSocketRooms(doors);
  maintenance.onTurn((isOn) => {
    if (isOn) sockets.dismiss();
  });
  const reconciliation = createReconciliation({
    engine,
    markets: rooms.markets,
    readNowMs: Date.now,
    report,
  });
  const alarms = createAlarmRooms({
    ...officeBase,
    settings,
    database,
    mail: accounts.mail,
    speakMail,
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
    readVersion: createVersionReader(),
    endpoints: listEndpoints(edge.handlers.map(({ route }) => route)),
  });
  servePages(app, {
    built: builtSite,
    edge,
    sessions,
    handlers,
    readUser: (ownerId) => accounts.parts.users.read(ownerId),
    readMaintenance: maintenance.read,
    findRegion: site.regions.find,
    outside: { hosts: settings.serviceHosts, readScript: site.readOutsideScript },
  });
  await listen(app, settings);
  const endOperator = await openToolDoor(settings.dataFolder, officeBase.audit, {
    ...createEngineHandlers(engine),
    ...accounts.operatorHandlers,
    ...keyRooms.operatorHandlers,
    ...createMarketHandlers({
      commander: rooms.commander,
      markets: rooms.markets,
      readNowMs: Date.now,
      hasPast: createMarketPast(database, engine),
    }),
    ...createUserHandlers({
      account: accounts.parts,
      markets: rooms.markets,
      mode: settings.mode,
      createOperator: office.createOperator,
    }),
    ...createProfileHandlers(accounts.parts, officeBase.audit, vip.standings),
    ...office.operatorHandlers,
    ...createProjectionHandlers(database),
    ...createCoinHandlers(database, officeBase.audit, rooms.markets),
    ...createTableHandlers(tables, officeBase.audit),
    ...createConfigurationHandlers(database, officeBase.audit, {
      serviceHosts: settings.serviceHosts,
      closing: { switches: officeBase.switches, maintenance },
    }),
    'server.status': async () => ({
      address: settings.publicUrl,
      kind: settings.mode,
      ...(await readHealth()),
      ...(settings.sandbox.liquidity
        ? { reference: await readReferenceStatus(database, Date.now()) }
        : {}),
    }),
  });
  return {
    stop: async () => {
      await endOperator();
      await sockets.close();
      await app.close();
      office.close();
      vip.close();
      alarms.close();
      reconciliation.close();
      inbox.close();
      content.close();
      site.close();
      accounts.close();
      rooms.close();
      streamRooms.close();
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

runChild(start, readSite);
