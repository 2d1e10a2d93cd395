// Proves the files of dropped parts: that they are those of the manifests, and that their rows lead
// from the first step to the states that the manifests name. Called by verify with a folder.
import type { CheckFiles, FilesCheck } from '../audit/check-archived.ts';
import type { AuditFinding, AuditSource } from '../audit/source.ts';
import { type VerifyReport, verifyJournal } from '../audit/verify.ts';
import { viewJournal } from '../journal/postgres-journal.ts';
import { genesis, JournalDamaged } from '../recovery.ts';
import { checkArchive, readJournalFiles, readLogFiles } from './archive.ts';
import type { SealedManifest } from './manifest.ts';
import { PartProof } from './proof.ts';

/** Verify everything that is kept, and the files of archived parts in a folder. */
export function verifyWithArchive(source: AuditSource, folder: string): Promise<VerifyReport> {
  const checkFiles: CheckFiles = async (_source, manifests) => {
    const faults = await checkArchive(source, folder, manifests);
    if (faults.length === 0) return proveFiles(source, folder, manifests);
    return { findings: faults.map((fault) => ({ part: 'archive', ...fault })), rowsCount: 0 };
  };
  return verifyJournal(source, checkFiles);
}

/** Replay the files, which bear the hashes of their manifests. */
async function proveFiles(
  source: AuditSource,
  folder: string,
  manifests: readonly SealedManifest[],
): Promise<FilesCheck> {
  const start = { point: genesis, logSequence: 1, isLoaded: true };
  const proof = new PartProof(source, start, readLogFiles(folder, manifests));
  let rowsCount = 0;
  try {
    for (const manifest of manifests) {
      for await (const row of readJournalFiles(folder, [manifest])) {
        await proof.add(row);
        rowsCount += 1;
      }
      checkEnd(manifest, proof);
    }
    await finishLog(source, proof, manifests);
  } catch (error) {
    if (!(error instanceof JournalDamaged)) throw error;
    const { sequence, what } = error;
    const finding: AuditFinding = { part: 'archive', sequence, what };
    return { rowsCount, findings: [finding] };
  }
  return { rowsCount, findings: [] };
}

/** The last row of the archived log may hold steps whose journal is in the database. */
async function finishLog(
  source: AuditSource,
  proof: PartProof,
  manifests: readonly SealedManifest[],
): Promise<void> {
  const end = manifests[manifests.length - 1].logLastSequence;
  if (proof.sequence < end) {
    await viewJournal(source, proof.sequence + 1, async (_head, rows) => {
      for await (const row of rows) {
        await proof.add(row);
        if (proof.sequence >= end) return;
      }
    });
  }
  await proof.finishLog();
}

/** @errors JournalDamaged unless the manifest says where the files end, and in which state. */
function checkEnd(manifest: SealedManifest, proof: PartProof): void {
  const { point, stateHash } = proof.readState();
  const hash = Buffer.from(point.chainHash).toString('hex');
  if (point.sequence !== manifest.lastSequence || hash !== manifest.lastHash) {
    throw new JournalDamaged(manifest.lastSequence, 'the files of its part end elsewhere');
  }
  if (stateHash === '' || stateHash === manifest.stateHash) return;
  throw new JournalDamaged(manifest.lastSequence, 'the files of its part end in another state');
}
