// The signer's folder: sealed seed, log, policy, and the file with which a host freezes it.
// Not here: what is in them (seal.ts, log.ts, policy.ts).

import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const files = {
  seed: 'seed.json',
  log: 'log',
  policy: 'policy.json',
  appointment: 'appointment.json',
  freeze: 'freeze',
} as const;

/** Names of what is in the folder. */
export type FolderFile = keyof typeof files;

/** The path of a file of the folder. */
export function pathIn(folder: string, file: FolderFile): string {
  return join(folder, files[file]);
}

/** Make the folder, for its owner alone. */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Whether a file is there: asked before each signature for the one that freezes. */
export function hasFile(folder: string, file: FolderFile): boolean {
  return existsSync(pathIn(folder, file));
}

/** Take a file out of the folder. */
export function removeFile(folder: string, file: FolderFile): void {
  rmSync(pathIn(folder, file), { force: true });
}

/** What a JSON file says. @throws when it is missing or no JSON. */
export function readJson(folder: string, file: FolderFile): unknown {
  return JSON.parse(readFileSync(pathIn(folder, file), 'utf8'));
}

/**
 * Put a JSON file in place whole: a crash leaves the old one or the new one. Its last byte is
 * written in its place and waited for, which carries the new name to the disk before it.
 */
export function writeJson(folder: string, file: FolderFile, content: unknown): void {
  const { O_APPEND, O_CREAT, O_SYNC, O_TRUNC, O_WRONLY } = constants;
  const path = pathIn(folder, file);
  const next = openSync(`${path}.next`, O_WRONLY | O_CREAT | O_TRUNC | O_SYNC, 0o600);
  writeSync(next, JSON.stringify(content, undefined, 2));
  closeSync(next);
  renameSync(`${path}.next`, path);
  const placed = openSync(path, O_WRONLY | O_APPEND | O_SYNC);
  writeSync(placed, '\n');
  closeSync(placed);
}
