// What the operator's tool does by itself with parts of the journal that leave the database: write
// and prove them, drop them, and make projections again from their files. The proofs stand in the
// engine's room. Called by the operator's tool.
import { createAuditLog, makeAuditKey } from '../base/audit/index.ts';
import { readSecrets, type Settings } from '../base/config/index.ts';
import type { Database } from '../base/db/index.ts';
import { type Projection, resetProjection, runProjections } from '../base/projections/index.ts';
import {
  type ArchivedPart,
  type ArchivedSteps,
  type ArchiveReport,
  dropArchivedOf,
  openSteps,
  verifyWithArchive,
  writeArchive,
} from '../engine/archive/index.ts';
import { openAudit, type VerifyReport } from '../engine/index.ts';
import { runOffline, runWithDatabase } from './index.ts';
import { chooseProjections, listProjections } from '../projections.ts';

/** Write sealed parts to a folder and prove them; the server may run. */
export function writeParts(settings: Settings, folder: string): Promise<ArchiveReport> {
  return runWithDatabase(settings, async (database) => {
    const secrets = await readSecrets(settings.dataFolder);
    const source = openAudit(database, secrets['journal-key']);
    return writeArchive(source, { folder, nowMs: Date.now() });
  });
}

/** Verify everything, the files of dropped parts among it; the server may run. */
export function verifyParts(settings: Settings, folder: string): Promise<VerifyReport> {
  return runWithDatabase(settings, async (database) => {
    const secrets = await readSecrets(settings.dataFolder);
    return verifyWithArchive(openAudit(database, secrets['journal-key']), folder);
  });
}

/**
 * Drop written parts from the database of a stopped server.
 *
 * @param throughSequence - the end of the last one, as `archive write` told it.
 */
export function dropParts(
  settings: Settings,
  folder: string,
  throughSequence: number,
): Promise<ArchivedPart[]> {
  const { dataFolder } = settings;
  return runOffline(settings, async (database) => {
    const { 'journal-key': journalKey } = await readSecrets(dataFolder);
    const key = makeAuditKey(journalKey);
    const audit = createAuditLog(database, { key, dataFolder, readNowMs: Date.now });
    const projections = (await listProjections()).map(({ name }) => name);
    const request = { folder, throughSequence };
    return dropArchivedOf({ database, journalKey, dataFolder, audit, projections, ...request });
  });
}

/**
 * Make projections of a stopped server again from the files of all dropped parts; the server goes
 * on from there. Ended before its end it must be done again.
 *
 * @param name - only this one.
 */
export function rebuildFromParts(
  settings: Settings,
  folder: string,
  name: string | undefined,
): Promise<{ rebuilt: string[]; sequence: number }> {
  return runOffline(settings, async (database) => {
    const { 'journal-key': journalKey } = await readSecrets(settings.dataFolder);
    const steps = await openSteps(openAudit(database, journalKey), folder);
    const projections = await chooseProjections(name);
    await runThrough(database, steps, projections);
    return { rebuilt: projections.map((one) => one.name), sequence: steps.lastSequence };
  });
}

/** Empty projections and let them read all steps. @errors at the first failure of one. */
export async function runThrough(
  database: Database,
  bus: ArchivedSteps,
  projections: readonly Projection[],
): Promise<void> {
  for (const projection of projections) await resetProjection(database, projection);
  const failed = Promise.withResolvers<never>();
  const report = (line: string) => failed.reject(new Error(line));
  const runner = runProjections({ database, bus, projections, report });
  try {
    await Promise.race([runner.waitFor(bus.lastSequence), failed.promise]);
  } finally {
    await runner.stop();
  }
}
