// A folder of archived parts, as it is read: whether its files are those of the manifests, and then
// their rows in order. It trusts no file before its hash. Used by this room, audits and rebuilds.
import { join } from 'node:path';
import type { LoggedWords } from '../log/event-log.ts';
import type { JournalRow } from '../ports.ts';
import { checkFile, readLines } from './files.ts';
import {
  type ManifestChain,
  type ManifestOwner,
  partFolder,
  readManifestFile,
  type SealedManifest,
} from './manifest.ts';
import { readChunk, readJournalRow, readLogRow } from './rows.ts';

/** What is wrong with the files of a part, undefined when they are as they were written. */
export async function checkPartFiles(
  folder: string,
  { number, files }: Pick<SealedManifest, 'number' | 'files'>,
): Promise<string | undefined> {
  const { journal, log, state } = files;
  for (const file of state === undefined ? [journal, log] : [journal, log, state]) {
    const what = await checkFile(partFolder(folder, number), file);
    if (what !== undefined) return what;
  }
  return undefined;
}

/** What is wrong with the files of dropped parts, and with the manifests beside them. */
export async function checkArchive(
  owner: ManifestOwner,
  folder: string,
  manifests: readonly SealedManifest[],
): Promise<ManifestChain['faults']> {
  const faults: { sequence: number; what: string }[] = [];
  for (const manifest of manifests) {
    const { number, firstSequence: sequence } = manifest;
    const beside = await readManifestFile(owner, folder, number).catch((error: Error) => error);
    if (beside === undefined) {
      faults.push({ sequence, what: `part ${number} is not in ${folder}` });
    } else if (beside instanceof Error) {
      faults.push({ sequence, what: beside.message });
    } else if (beside.text !== manifest.text) {
      faults.push({ sequence, what: `the manifest of part ${number} in ${folder} is another one` });
    } else {
      const what = await checkPartFiles(folder, manifest);
      if (what !== undefined) faults.push({ sequence, what });
    }
  }
  return faults;
}

/** Parts whose files were checked. */
type CheckedParts = readonly Pick<SealedManifest, 'number' | 'files'>[];

async function* readRows<TRow>(
  folder: string,
  parts: CheckedParts,
  { kind, read }: { readonly kind: 'journal' | 'log'; readonly read: (line: string) => TRow },
): AsyncGenerator<TRow> {
  for (const { number, files } of parts) {
    const path = join(partFolder(folder, number), files[kind].name);
    for await (const line of readLines(path)) yield read(line);
  }
}

/** Rows of the journal of parts whose files were checked. */
export const readJournalFiles = (folder: string, parts: CheckedParts): AsyncGenerator<JournalRow> =>
  readRows(folder, parts, { kind: 'journal', read: readJournalRow });

/** Rows of the event log likewise. */
export const readLogFiles = (folder: string, parts: CheckedParts): AsyncGenerator<LoggedWords> =>
  readRows(folder, parts, { kind: 'log', read: readLogRow });

/** The state behind a part whose files were checked; undefined where none was written. */
export async function readStateFile(
  folder: string,
  { number, files }: Pick<SealedManifest, 'number' | 'files'>,
): Promise<Uint8Array[] | undefined> {
  if (files.state === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  const path = join(partFolder(folder, number), files.state.name);
  for await (const line of readLines(path)) chunks.push(readChunk(line));
  return chunks;
}
