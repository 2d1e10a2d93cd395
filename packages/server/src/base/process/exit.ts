/** Exit codes of every program of ours (64 and above: refused, nothing changed). */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 64,
  journalDamaged: 65,
  database: 69,
  folder: 73,
  inUse: 75,
  version: 76,
  permission: 77,
  configuration: 78,
} as const;

/** One of the values of EXIT. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/**
 * A start or a command that is refused before anything changed.
 * The message is one line: what is wrong and what to do.
 */
export class Refusal extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, cause?: unknown) {
    super(message.replaceAll(/\s*\n\s*/g, ' '), cause === undefined ? undefined : { cause });
    this.name = 'Refusal';
    this.exitCode = exitCode;
  }
}

/**
 * Turn any failure into the line and the code a program ends with.
 * @returns the refusal itself, or its parts with code 1 for an unexpected error.
 */
export function describeFailure(error: unknown): { exitCode: ExitCode; line: string } {
  if (error instanceof Refusal) return { exitCode: error.exitCode, line: error.message };
  const text = error instanceof Error ? error.message || error.name : String(error);
  return { exitCode: EXIT.failed, line: text.replaceAll(/\s*\n\s*/g, ' ') };
}
