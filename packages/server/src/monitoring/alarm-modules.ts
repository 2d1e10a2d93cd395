// What alarm mails are sent about, put together: disk, engine, tables, sums, backups, the audit
// chain, money over chains, verification that waits, work that did not come to an end. It writes no
// mail (alarm-mails.ts does). Called by the edge's process.
import { createLagJudge, judgeEngine } from './alarm-causes.ts';
import { type AlarmCauses, type AlarmMails, createAlarmMails } from './alarm-mails.ts';
import { type AuditProof, readAuditMark, verifyAudit } from '../base/audit/index.ts';
import { readBackupMark, type Settings } from '../base/config/index.ts';
import { readCustodyFaults } from '../base/custody/index.ts';
import type { Database } from '../base/db/index.ts';
import type { Mail } from '../base/mail/index.ts';
import type { DiskWatch } from './disk-watch.ts';
import { readLastWord } from '../engine/index.ts';
import type { EngineWatch } from './engine-watch.ts';
import type { Translate } from '../edge/answer.ts';
import { readIdentityFaults } from '../products/identity/upkeep/faults.ts';
import { readWebConfig } from '../products/site/index.ts';
import { readGivenUp } from './given-up.ts';
import { readProjectedSequence } from './readiness.ts';
import type { Reconciliation } from './reconciliation.ts';

/** What is looked at. */
export interface AlarmModulesOptions {
  readonly settings: Settings;
  readonly database: Database;
  readonly auditKey: Buffer;
  readonly mail: Mail;
  readonly translateMail: Translate;
  readonly disk: DiskWatch;
  readonly watch: EngineWatch;
  readonly reconciliation: Reconciliation;
  readonly report: (error: unknown) => void;
}

const GIGABYTE = 1_000_000_000;
/** As in deploy/monitoring/rules.yaml; over when there is a little more. */
const DISK_LOW_BYTES = 2 * GIGABYTE;
const DISK_ENOUGH_BYTES = 2.5 * GIGABYTE;
const HOUR_MS = 3_600_000;
/** A backup of a large database takes its time, and one that failed is tried again. */
const BACKUP_LATE_MS = 2 * HOUR_MS;
/** The chain is read from its first act: not at every look. */
const AUDIT_EVERY_MS = HOUR_MS;

/**
 * Whether the last backup is older than it should be.
 * @param times.startedMs - counts before the first.
 */
export function isBackupLate(
  everyHours: number,
  times: { readonly lastMs: number; readonly startedMs: number; readonly nowMs: number },
): boolean {
  const lastMs = times.lastMs || times.startedMs;
  return times.nowMs - lastMs > everyHours * HOUR_MS + BACKUP_LATE_MS;
}

const hasAny = (faults: object) => Object.values(faults).some((count) => count > 0);

function createCauses(options: AlarmModulesOptions): AlarmCauses {
  const { settings, database, disk, watch, reconciliation } = options;
  const startedMs = Date.now();
  const areTablesLate = createLagJudge();
  let isDiskLow = false;
  let proof: { readonly atMs: number; readonly sound: AuditProof['isSound'] } | undefined;
  return {
    disk: () => {
      const freeBytes = disk.readFreeBytes();
      if (freeBytes === undefined) return undefined;
      isDiskLow = freeBytes < (isDiskLow ? DISK_ENOUGH_BYTES : DISK_LOW_BYTES);
      return isDiskLow;
    },
    engine: async () => judgeEngine(watch.readStatus(), await readLastWord(database)),
    async tables() {
      const status = watch.readStatus();
      if (status === undefined) return undefined;
      const { durableSequence } = status;
      const projectedSequence = await readProjectedSequence(database);
      return areTablesLate({ durableSequence, projectedSequence, nowMs: Date.now() });
    },
    sums: () => {
      const found = reconciliation.list();
      return found.length === 0 ? undefined : found.some(({ units }) => units !== 0n);
    },
    async backup() {
      const { folder, everyHours } = settings.backups;
      const lastMs = await readBackupMark(settings.dataFolder);
      // Nobody said that there are any.
      if (folder === undefined && lastMs === 0) return undefined;
      return isBackupLate(everyHours, { lastMs, startedMs, nowMs: Date.now() });
    },
    async audit() {
      if (proof === undefined || Date.now() - proof.atMs >= AUDIT_EVERY_MS) {
        const mark = readAuditMark(settings.dataFolder);
        const { isSound } = await verifyAudit(database, options.auditKey, mark);
        proof = { atMs: Date.now(), sound: isSound };
      }
      return !proof.sound;
    },
    given_up: async () => hasAny(await readGivenUp(database)),
    custody: async () => hasAny(await readCustodyFaults(database)),
    identity: async () => hasAny(await readIdentityFaults(database, Date.now())),
  };
}

/** Begin to look, and to mail. */
export function createAlarmModules(options: AlarmModulesOptions): AlarmMails {
  const { settings, database, mail, translateMail, report } = options;
  return createAlarmMails({
    database,
    mail,
    causes: createCauses(options),
    readAddress: async () => (await readWebConfig(database)).alarmAddress,
    // The address is no account and has no language.
    translateMail: (word, facts) => translateMail('en_US', word, facts),
    publicUrl: settings.publicUrl,
    report,
  });
}
