// Where a process of ours writes what it says. Called by whoever starts one.
import { openSync } from 'node:fs';

/**
 * Open a log to append to, for the process that is started next.
 *
 * @returns what `stdio` takes; `ignore` when the file cannot be opened (a full or failing disk):
 *   what keeps the exchange running goes on without words.
 */
export function openLog(path: string): number | 'ignore' {
  try {
    return openSync(path, 'a', 0o600);
  } catch {
    return 'ignore';
  }
}
