// A mark outside the database: the last act and its hash. Whoever cuts the end of the chain off in
// the database leaves a chain that looks whole; the mark says that it is not.
// Written after every act, read by verify.ts.
import { chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The last act that was written. */
export interface AuditMark {
  readonly sequence: number;
  readonly hash: Buffer;
}

const path = (dataFolder: string) => join(dataFolder, 'audit.mark');

/** Write the mark. Root's belongs to whom the folder belongs: the server must read it. */
export function writeAuditMark(dataFolder: string, { sequence, hash }: AuditMark): void {
  const fresh = `${path(dataFolder)}.new`;
  writeFileSync(fresh, `${sequence} ${hash.toString('hex')}\n`, { mode: 0o600 });
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(dataFolder);
    chownSync(fresh, uid, gid);
  }
  renameSync(fresh, path(dataFolder));
}

/** Read the mark; undefined before the first act. */
export function readAuditMark(dataFolder: string): AuditMark | undefined {
  if (!existsSync(path(dataFolder))) return undefined;
  const [sequence, hash = ''] = readFileSync(path(dataFolder), 'utf8').trim().split(' ');
  return { sequence: Number(sequence), hash: Buffer.from(hash, 'hex') };
}
