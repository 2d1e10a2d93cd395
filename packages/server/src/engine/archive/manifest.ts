// What is known of an archived part: where it begins and ends in the chain, what its files are, how
// it was proven. Each names the one before it, so that they are a chain too. The same text stands
// beside the files and, once the part is dropped, in `journal_archives`, under two different seals.
// It opens no file of rows. Used by this room and by audits.
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { type Session, sqlState } from '../../base/db/index.ts';
import { EXIT, Refusal } from '../../base/process/exit.ts';
import { hashBytes, isSameHash, sealText, type ChainKey } from '../journal/chain.ts';
import type { ReplayPoint } from '../recovery.ts';

const FORMAT = 'isobath-archive-1';
const NO_TABLE = '42P01';
/** The manifest before the first. */
const NO_MANIFEST = '0'.repeat(64);

/** One file of an archived part. */
export interface ArchiveFile {
  readonly name: string;
  readonly bytes: number;
  readonly lines: number;
  /** SHA-256 of its bytes, hexadecimal like every hash here. */
  readonly hash: string;
}

/** All that a manifest says. */
export interface Manifest {
  readonly format: typeof FORMAT;
  readonly engineId: number;
  readonly number: number;
  /** Bounds of the partition. */
  readonly from: number;
  readonly before: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  /** Of the row before the first, and of the last. */
  readonly previousHash: string;
  readonly lastHash: string;
  /** Rules and core time of the last step. */
  readonly era: number;
  readonly coreTimeMs: number;
  /** Of the event log's rows, which may hold steps of the next part's journal. */
  readonly logFirstSequence: number;
  readonly logLastSequence: number;
  /** Journal's rows, log's rows, and the state behind the part where it was replayed to its end. */
  readonly files: {
    readonly journal: ArchiveFile;
    readonly log: ArchiveFile;
    readonly state?: ArchiveFile;
  };
  /** Hash of that state; "" where the part ends under older rules. */
  readonly stateHash: string;
  /** First step of it that was replayed, 0 = none. */
  readonly replayedFrom: number;
  /** Snapshot of the engine's that the replay came to; its hash, "" where it is of older rules. */
  readonly proof: { readonly sequence: number; readonly stateHash: string };
  /** SHA-256 of the text of the manifest before. */
  readonly previousManifest: string;
  /** ISO 8601, UTC. */
  readonly madeAt: string;
}

/** A manifest with the text that is sealed. */
export interface SealedManifest extends Manifest {
  readonly text: string;
}

/** Whose manifests they are. */
export interface ManifestOwner {
  readonly engineId: number;
  readonly key: ChainKey;
}

/** What was found of manifests: a chain from the first part on, and where it is not sound. */
export interface ManifestChain {
  readonly manifests: readonly SealedManifest[];
  readonly faults: readonly { readonly sequence: number; readonly what: string }[];
}

/** Folder of a part below the archive's. */
export const partFolder = (folder: string, number: number): string =>
  join(folder, `part-${number}`);

/** Name of the manifest's file: the text in its first line, the seal in its second. */
export const MANIFEST_FILE = 'manifest';

const sealFile = ({ key, engineId }: ManifestOwner, text: string) =>
  sealText(key, `archive1 ${engineId}`, Buffer.from(text));

/** The seal of a manifest in `journal_archives`, which says that its part was dropped. */
export const sealDropped = ({ key, engineId }: ManifestOwner, text: string): Uint8Array =>
  sealText(key, `archive-dropped1 ${engineId}`, Buffer.from(text));

/** The hash by which the next one names it. */
export const hashManifest = (before: SealedManifest | undefined): string =>
  before === undefined
    ? NO_MANIFEST
    : Buffer.from(hashBytes(Buffer.from(before.text))).toString('hex');

/** The manifest's file. */
export function writeManifest(owner: ManifestOwner, manifest: Omit<Manifest, 'format'>): string {
  const text = JSON.stringify({ format: FORMAT, ...manifest });
  return `${text}\n${Buffer.from(sealFile(owner, text)).toString('hex')}\n`;
}

/**
 * Read the manifest of an archived part.
 *
 * @returns undefined when there is none.
 * @errors Refusal 65 when it was changed.
 */
export async function readManifestFile(
  owner: ManifestOwner,
  folder: string,
  number: number,
): Promise<SealedManifest | undefined> {
  const path = join(partFolder(folder, number), MANIFEST_FILE);
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (content === undefined) return undefined;
  const [text, seal, rest] = content.split('\n');
  const isSealed = seal === Buffer.from(sealFile(owner, text)).toString('hex') && rest === '';
  const manifest = isSealed ? readText(text) : undefined;
  if (manifest?.number === number) return manifest;
  throw new Refusal(EXIT.journalDamaged, `${path} was changed, or is another installation's.`);
}

/** @param text - whose seal is good: it was written by `writeManifest`. */
function readText(text: string): SealedManifest | undefined {
  const manifest = JSON.parse(text) as Manifest;
  return manifest.format === FORMAT ? { ...manifest, text } : undefined;
}

/** What is wrong with a manifest behind another one, undefined when nothing is. */
export function checkFollows(
  manifest: Manifest,
  before: SealedManifest | undefined,
): string | undefined {
  const isNext =
    manifest.number === (before?.number ?? -1) + 1 &&
    manifest.firstSequence === (before?.lastSequence ?? 0) + 1 &&
    manifest.logFirstSequence === (before?.logLastSequence ?? 0) + 1 &&
    manifest.previousHash === (before?.lastHash ?? NO_MANIFEST) &&
    manifest.previousManifest === hashManifest(before);
  return isNext ? undefined : `the manifest of part ${manifest.number} does not follow`;
}

interface TableRow {
  readonly number: number;
  readonly snapshot_sequence: number;
  readonly manifest: string;
  readonly seal: Buffer;
}

/** The manifests of dropped parts, as far as they are sound. */
export async function readDropped(
  session: Pick<Session, 'query'>,
  owner: ManifestOwner,
): Promise<ManifestChain> {
  const rows = await session
    .query<TableRow>(
      `SELECT number, snapshot_sequence, manifest, seal FROM journal_archives
       WHERE engine_id = $1 ORDER BY number`,
      [owner.engineId],
    )
    .catch(noTable);
  const manifests: SealedManifest[] = [];
  for (const row of rows) {
    const before = manifests.at(-1);
    const what = checkRow(owner, row, before);
    if (typeof what !== 'string') manifests.push(what);
    else return { manifests, faults: [{ sequence: (before?.lastSequence ?? 0) + 1, what }] };
  }
  return { manifests, faults: [] };
}

/** Nothing was dropped from a database that this release has not opened yet. */
export function noTable(error: unknown): never[] {
  if (sqlState(error) === NO_TABLE) return [];
  throw error;
}

function checkRow(
  owner: ManifestOwner,
  row: TableRow,
  before: SealedManifest | undefined,
): SealedManifest | string {
  const isSealed = isSameHash(row.seal, sealDropped(owner, row.manifest));
  const manifest = isSealed ? readText(row.manifest) : undefined;
  if (manifest === undefined) return `the manifest of part ${row.number} was changed`;
  const isSame = row.number === manifest.number && row.snapshot_sequence === snapshotOf(manifest);
  if (!isSame) return `the row of part ${row.number} was changed`;
  return checkFollows(manifest, before) ?? manifest;
}

/** Sequence of the snapshot that is kept behind a part, 0 = none. */
export const snapshotOf = ({ stateHash, lastSequence }: Manifest): number =>
  stateHash === '' ? 0 : lastSequence;

/** Where a replay that begins behind a part stands. */
export const pointBehind = (manifest: Manifest): ReplayPoint => ({
  sequence: manifest.lastSequence,
  era: manifest.era,
  coreTimeMs: manifest.coreTimeMs,
  chainHash: Buffer.from(manifest.lastHash, 'hex'),
});
