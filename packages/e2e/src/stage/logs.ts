// What the servers of a worker have written to their logs, for the report of a test that failed.
// Servers are noted while they run (server.ts, stage.ts, tools/testing); the end of their logs is
// read after a failed test (tools/testing/each-file.ts).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LINES_COUNT = 30;

/** One list a worker, whatever file is tested and however often this module is read. */
const folders: Set<string> = ((globalThis as { stagedFolders?: Set<string> }).stagedFolders ??=
  new Set());

/** Note a server that runs now. @param dataFolder - its data folder. */
export function noteServer(dataFolder: string): void {
  folders.add(dataFolder);
}

/** Forget a server that runs no longer. */
export function forgetServer(dataFolder: string): void {
  folders.delete(dataFolder);
}

function readEnd(path: string): string {
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-LINES_COUNT).join('\n');
}

/** The last lines of every log of every noted server; "" when there are none. */
export function readServerLogs(): string {
  const ends: string[] = [];
  for (const dataFolder of folders) {
    const folder = join(dataFolder, 'logs');
    let names: string[] = [];
    try {
      names = readdirSync(folder).filter((name) => name.endsWith('.log'));
    } catch {
      // It ended before it wrote anything.
    }
    for (const name of names.sort()) ends.push(`-- ${name}\n${readEnd(join(folder, name))}`);
  }
  return ends.join('\n');
}
