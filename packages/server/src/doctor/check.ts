// What a look of the doctor is: a name, how it stands, what was seen and what to do.
// Used by every file of this room.

/** `fault`: it does not work or is not safe. `unknown`: nobody could look. */
export type CheckState = 'ok' | 'warn' | 'fault' | 'unknown';

/** One look. */
export interface Check {
  readonly check: string;
  readonly state: CheckState;
  readonly found: string;
  /** What to do, "" when there is nothing. */
  readonly advice: string;
}

/** Say that all is well. */
export const fine = (check: string, found: string): Check => ({
  check,
  state: 'ok',
  found,
  advice: '',
});

/** Run a look; one that fails by itself is told of as such, and the others go on. */
export async function look(
  check: string,
  work: () => Promise<Check | readonly Check[]>,
): Promise<readonly Check[]> {
  try {
    const found = await work();
    return 'check' in found ? [found] : found;
  } catch (error) {
    const why = (error as Error).message.replaceAll(/\s*\n\s*/g, ' ');
    return [{ check, state: 'unknown', found: why, advice: 'look at it by hand' }];
  }
}

const MIB = 1024 * 1024;

/** A size for people. */
export function showBytes(bytes: number): string {
  const mib = bytes / MIB;
  return mib >= 1024 ? `${(mib / 1024).toFixed(1)} GiB` : `${mib.toFixed(0)} MiB`;
}

/** A time that has passed, for people. */
export function showAge(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 72 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}
