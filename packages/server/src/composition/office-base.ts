// Opens what the back office and the tool are held to: the audit chain, switches, locks, frozen
// accounts. Called by the edge's process before anything else stands.
import { type AuditLog, createAuditLog, makeAuditKey } from '../base/audit/index.ts';
import type { Secrets, Settings } from '../base/config/index.ts';
import type { Database } from '../base/db/index.ts';
import { type Freezes, type Locks, openFreezes, openLocks } from '../base/locks/index.ts';
import type { LogFile } from '../base/log/index.ts';
import { createSwitches, type Switches } from '../base/switches/index.ts';
import { noteActions, noteLocks } from './security-log.ts';

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
