// A mark outside the database: the last act and its hash. Whoever cuts the end of the chain off in
// the database leaves a chain that looks whole; the mark says that it is not.
// Written after every act, read by verify.ts.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The last act that was written. */
export interface AuditMark {
  readonly sequence: number;
  readonly hash: Buffer;
}

const path = (dataFolder: string) => join(dataFolder, 'audit.mark');

/** Write the mark. */
export function writeAuditMark(dataFolder: string, { sequence, hash }: AuditMark): void {
  const fresh = `${path(dataFolder)}.new`;
  writeFileSync(fresh, `${sequence} ${hash.toString('hex')}\n`, { mode: 0o600 });
  renameSync(fresh, path(dataFolder));
}

/** Read the mark; undefined before the first act. */
export function readAuditMark(dataFolder: string): AuditMark | undefined {
  if (!existsSync(path(dataFolder))) return undefined;
  const [sequence, hash = ''] = readFileSync(path(dataFolder), 'utf8').trim().split(' ');
  return { sequence: Number(sequence), hash: Buffer.from(hash, 'hex') };
}
