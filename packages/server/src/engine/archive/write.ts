// Writes sealed parts of journal and event log to files and proves what was written. The manifest
// of a part is written last, so that a part with a manifest is a proven one, and one without is
// written anew. It changes nothing in the database (drop.ts does). Called by the operator's tool.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { viewJournal } from '../journal/postgres-journal.ts';
import { readEventLog } from '../log/event-log.ts';
import { PostgresSnapshots } from '../log/snapshots.ts';
import type { JournalRow } from '../ports.ts';
import { genesis, JournalDamaged } from '../recovery.ts';
import type { AuditSource } from '../audit/source.ts';
import { checkPartFiles, readJournalFiles, readLogFiles, readStateFile } from './archive.ts';
import { syncFolder, writeLines, writeWhole } from './files.ts';
import { findSealed, loadProof, needDropped, readWritten, type SealedPart } from './known.ts';
import {
  type Manifest,
  MANIFEST_FILE,
  hashManifest,
  partFolder,
  pointBehind,
  readManifestFile,
  type SealedManifest,
  snapshotOf,
  writeManifest,
} from './manifest.ts';
import { PartProof, type ProofStart, type ProvenState } from './proof.ts';
import { showChunk, showJournalRow, showLogRow } from './rows.ts';

const LOG_PAGE_ROWS = 16;
const PRIVATE = 0o700;

/** A part as the tool tells of it. */
export interface ArchivedPart {
  readonly number: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  /** Of its files. */
  readonly bytes: number;
}

/** What was written, and what lies in the folder and can be dropped. */
export interface ArchiveReport {
  readonly written: readonly ArchivedPart[];
  readonly droppable: readonly ArchivedPart[];
  /** Last step that is no more in the database, 0 = none. */
  readonly droppedSequence: number;
}

/** A part whose rows lie in files that are not proven yet. */
interface Draft {
  readonly part: SealedPart;
  readonly number: number;
  readonly files: Pick<Manifest['files'], 'journal' | 'log'>;
}

/** A part whose rows are proven, and the state behind it. */
interface Proven extends Draft {
  readonly behind: ProvenState;
  readonly state: Manifest['files']['state'];
}

/**
 * Write every sealed part that is not in the folder yet.
 *
 * @param options.nowMs - goes into the manifests.
 * @errors JournalDamaged naming what does not hold; then no manifest is written.
 */
export async function writeArchive(
  source: AuditSource,
  { folder, nowMs }: { folder: string; nowMs: number },
): Promise<ArchiveReport> {
  const dropped = await needDropped(source.database, source);
  const known = await readWritten(source, folder, dropped);
  const before = known.at(-1) ?? dropped.at(-1);
  const parts = await findSealed(source, (before?.number ?? -1) + 1);
  const drafts: Draft[] = [];
  for (const part of parts) drafts.push(await writeRows(source, folder, part));
  const fresh: SealedManifest[] = [];
  if (drafts.length > 0) {
    const proven = await proveDrafts(source, { folder, drafts, before });
    fresh.push(...(await writeManifests(source, { ...proven, folder, before, nowMs })));
  }
  return {
    written: fresh.map(describePart),
    droppable: [...known, ...fresh].map(describePart),
    droppedSequence: dropped.at(-1)?.lastSequence ?? 0,
  };
}

/** A manifest as the tool tells of it. */
export function describePart(manifest: SealedManifest): ArchivedPart {
  const { number, firstSequence, lastSequence, files } = manifest;
  const bytes = files.journal.bytes + files.log.bytes + (files.state?.bytes ?? 0);
  return { number, firstSequence, lastSequence, bytes };
}

async function writeRows(source: AuditSource, folder: string, part: SealedPart): Promise<Draft> {
  const place = partFolder(folder, part.number);
  await mkdir(place, { recursive: true, mode: PRIVATE });
  const journal = await viewJournal(source, part.from, (_head, rows) =>
    writeLines(join(place, 'journal.gz'), showRows(rows, part)),
  );
  const log = await writeLines(join(place, 'event_log.gz'), showLog(source, part));
  await syncFolder(place);
  await syncFolder(folder);
  return { part, number: part.number, files: { journal, log } };
}

async function* showRows(rows: AsyncIterable<JournalRow>, { from, before }: SealedPart) {
  for await (const row of rows) {
    if (row.firstSequence >= before) return;
    if (row.firstSequence >= from) yield showJournalRow(row);
  }
}

async function* showLog({ database, engineId }: AuditSource, { from, before }: SealedPart) {
  for (let sequence = from; ; ) {
    const rows = await readEventLog(database, engineId, { sequence, limit: LOG_PAGE_ROWS });
    for (const row of rows) {
      if (row.firstSequence >= before) return;
      if (row.firstSequence >= from && row.lastSequence >= sequence) yield showLogRow(row);
    }
    const end = rows.at(-1)?.lastSequence ?? 0;
    if (end < sequence) return;
    sequence = end + 1;
  }
}

interface Drafts {
  readonly folder: string;
  readonly drafts: readonly Draft[];
  readonly before: SealedManifest | undefined;
}

/** Read the files back, prove them, and replay on to a snapshot of the engine's behind them. */
async function proveDrafts(
  source: AuditSource,
  { folder, drafts, before }: Drafts,
): Promise<{ proven: readonly Proven[]; proof: Manifest['proof'] }> {
  for (const { number, files } of drafts) {
    const fault = await checkPartFiles(folder, { number, files });
    if (fault !== undefined) throw new Error(fault);
  }
  const start = await loadStart(source, folder, before);
  const proof = new PartProof(source, start, readLogFiles(folder, drafts));
  const proven: Proven[] = [];
  for (const draft of drafts) {
    for await (const row of readJournalFiles(folder, [draft])) await proof.add(row);
    const behind = proof.readState();
    const { lastSequence } = draft.part.end;
    if (behind.point.sequence !== lastSequence) {
      throw new JournalDamaged(lastSequence, 'the file of its part ends elsewhere');
    }
    proven.push({ ...draft, behind, state: await writeState(folder, draft, behind) });
  }
  const { end } = drafts[drafts.length - 1].part;
  const snapshot = await loadProof(source, Math.max(end.lastSequence, end.logLastSequence));
  if (proof.sequence < snapshot.sequence) {
    await viewJournal(source, proof.sequence + 1, async (_head, rows) => {
      for await (const row of rows) {
        await proof.add(row);
        if (proof.sequence >= snapshot.sequence) return;
      }
    });
  }
  const stateHash = await proof.finish(snapshot);
  return { proven, proof: { sequence: snapshot.sequence, stateHash } };
}

/** The state behind the part before the first draft. */
async function loadStart(
  source: AuditSource,
  folder: string,
  before: SealedManifest | undefined,
): Promise<ProofStart> {
  const { core } = source;
  core.loadSnapshot(undefined);
  if (before === undefined) return { point: genesis, logSequence: 1, isLoaded: true };
  const start = { point: pointBehind(before), logSequence: before.logLastSequence + 1 };
  // A state of other rules is not for this core: it goes on where the era opens.
  const isOurs = before.stateHash !== '' && before.era === source.rulesVersion;
  if (!isOurs) return { ...start, isLoaded: false };
  const chunks = await loadState(source, folder, before);
  if (chunks !== undefined) core.loadSnapshot(chunks);
  if (chunks === undefined || core.hashState() !== before.stateHash) {
    throw new JournalDamaged(before.lastSequence, 'the state behind its part is missing');
  }
  return { ...start, isLoaded: true };
}

/** From the folder where the part lies there still, from the database otherwise. */
async function loadState(
  source: AuditSource,
  folder: string,
  before: SealedManifest,
): Promise<readonly Uint8Array[] | undefined> {
  const sequence = snapshotOf(before);
  const snapshot = await new PostgresSnapshots(source).loadNewest(sequence, () => {});
  if (snapshot?.sequence === sequence) return snapshot.chunks;
  const beside = await readManifestFile(source, folder, before.number);
  return beside?.text === before.text ? readStateFile(folder, before) : undefined;
}

async function writeState(
  folder: string,
  { number }: Draft,
  { stateHash, chunks }: ProvenState,
): Promise<Manifest['files']['state']> {
  if (stateHash === '') return undefined;
  const lines = chunks.map(showChunk);
  return writeLines(join(partFolder(folder, number), 'state.gz'), lines);
}

interface Finished {
  readonly folder: string;
  readonly proven: readonly Proven[];
  readonly proof: Manifest['proof'];
  readonly before: SealedManifest | undefined;
  readonly nowMs: number;
}

async function writeManifests(
  source: AuditSource,
  { folder, proven, proof, before, nowMs }: Finished,
): Promise<readonly SealedManifest[]> {
  const written: SealedManifest[] = [];
  for (const { part, files, state, behind } of proven) {
    const previous = written.at(-1) ?? before;
    const { point, stateHash, replayedFrom } = behind;
    const text = writeManifest(source, {
      engineId: source.engineId,
      number: part.number,
      from: part.from,
      before: part.before,
      firstSequence: (previous?.lastSequence ?? 0) + 1,
      lastSequence: point.sequence,
      previousHash: previous?.lastHash ?? Buffer.from(genesis.chainHash).toString('hex'),
      lastHash: Buffer.from(point.chainHash).toString('hex'),
      era: point.era,
      coreTimeMs: point.coreTimeMs,
      logFirstSequence: (previous?.logLastSequence ?? 0) + 1,
      logLastSequence: part.end.logLastSequence,
      files: state === undefined ? files : { ...files, state },
      stateHash,
      replayedFrom,
      proof,
      previousManifest: hashManifest(previous),
      madeAt: new Date(nowMs).toISOString(),
    });
    const place = partFolder(folder, part.number);
    await syncFolder(place);
    await writeWhole(join(place, MANIFEST_FILE), text);
    const manifest = await readManifestFile(source, folder, part.number);
    if (manifest === undefined) throw new Error(`${place} lost its manifest`);
    written.push(manifest);
  }
  return written;
}
