/** The back door for the simulation: parts of the processes, put together in another world. */
export { openDatabase, type Database, type Session } from './base/db/index.ts';
export { createSignal, createStreamHub, createUserHub } from './base/feed/index.ts';
export { Refusal } from './base/process/exit.ts';
export type { CommittedStep } from './base/product/index.ts';
export { type IndexSnapshot, priceSnapshot, writeSnapshots } from './base/prices/index.ts';
export {
  runProjections,
  type Projection,
  type ProjectionRunner,
} from './base/projections/index.ts';
export { createSessions, SESSION_COOKIE } from './base/sessions/index.ts';
export { createCosts } from './edge/costs.ts';
export { createHosts } from './edge/hosts.ts';
export { createLookups } from './edge/lookups.ts';
export { directPeers } from './edge/peers.ts';
export { serveSockets, type SocketEdge } from './edge/socket.ts';
export { serveUpgrades } from './edge/upgrades.ts';
export { createEdgeModules } from './composition/edge-modules.ts';
export { verifyJournal, type VerifyReport } from './engine/audit/verify.ts';
export { connectEngine, type EngineClient } from './engine/client.ts';
export { openCore, RULES_VERSION } from './engine/core.ts';
export { readBatch } from './engine/journal/batch-codec.ts';
export { MarkFile } from './engine/journal/mark-file.ts';
export { PostgresOutbox } from './engine/journal/outbox.ts';
export { PostgresJournal } from './engine/journal/postgres-journal.ts';
export { PostgresEventLog } from './engine/log/event-log.ts';
export { findSteps, expandWords } from './engine/log/words-codec.ts';
export { PostgresSnapshots } from './engine/log/snapshots.ts';
export {
  SubmitRefusal,
  type CommittedBatch,
  type EngineStatus,
  type Outcome,
} from './engine/ports.ts';
export { listBalanceQuestions } from './engine/process/balance-questions.ts';
export { startEngine, type RunningEngine } from './engine/process/engine.ts';
export { serveEngine } from './engine/process/socket-server.ts';
export { createSystemClock, watchDisk } from './engine/process/system.ts';
export { ENGINE_ID } from './engine/tables.ts';
export { watchEngine } from './monitoring/engine-watch.ts';
export { startMarket } from './products/market/start.ts';
export { startSpot } from './products/spot/start.ts';
export { listProjections, ORDERS } from './projections.ts';
