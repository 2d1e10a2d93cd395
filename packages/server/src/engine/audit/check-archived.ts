// Whether archived parts are what was written: their manifests in the database, and their files
// where somebody reads those (archive/check-files.ts). Used by verify.ts.
import { readDropped, type SealedManifest } from '../archive/manifest.ts';
import type { AuditFinding, AuditSource } from './source.ts';

/** What was found in files. */
export interface FilesCheck {
  readonly findings: readonly AuditFinding[];
  /** Rows of the journal that were read in them. */
  readonly rowsCount: number;
}

/** Checks the files of parts whose manifests are sound; it may use the core up. */
export type CheckFiles = (
  source: AuditSource,
  manifests: readonly SealedManifest[],
) => Promise<FilesCheck>;

/** What was found of archived parts. */
export interface ArchivedCheck extends FilesCheck {
  /** The last one that is sound; what is in the database goes on from it. */
  readonly last: SealedManifest | undefined;
}

/** Check the manifests, and the files if somebody does. */
export async function checkArchived(
  source: AuditSource,
  checkFiles: CheckFiles | undefined,
): Promise<ArchivedCheck> {
  const { manifests, faults } = await readDropped(source.database, source);
  const findings: AuditFinding[] = faults.map((fault) => ({ part: 'archive', ...fault }));
  const last = manifests.at(-1);
  if (checkFiles === undefined || last === undefined) return { last, findings, rowsCount: 0 };
  const files = await checkFiles(source, manifests);
  return { last, findings: [...findings, ...files.findings], rowsCount: files.rowsCount };
}
