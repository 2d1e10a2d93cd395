// What a process says: one JSON document a line on its error output, which the launcher has put
// into a file. It chooses no file and turns none over (launch/logs.ts).
// Called wherever something is worth a line; every line goes through hideSecrets.

import { hideSecrets } from './hide.ts';

/** How much a line matters, least first. */
export const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
/** One of them. */
export type Level = (typeof LEVELS)[number];

/** What a line has beside time, level, process and words. */
export interface Facts {
  readonly requestId?: string;
  readonly error?: unknown;
  readonly [name: string]: unknown;
}

const TEXT_MAX = 8_192;
const CAUSES_MAX = 3;

let least: Level = 'info';

/** Lines that matter less are not written by this process. */
export function setLogLevel(level: Level): void {
  least = level;
}

/** An error as JSON: never the rows or requests that libraries hang on it. */
function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: cut(String(error)) };
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    name: error.name,
    message: cut(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(error.stack === undefined ? {} : { stack: cut(error.stack) }),
    ...(cause !== undefined && depth < CAUSES_MAX
      ? { cause: describeError(cause, depth + 1) }
      : {}),
  };
}

function cut(text: string): string {
  return hideSecrets(text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)} ...` : text);
}

/** A value on its way into a line. */
function hideIn(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'string' ? cut(value) : value;
}

/** Name of this process as the launcher gave it. */
const readProcessName = () => process.title.replace(/^isobath-/, '');

/** One line of a log, with its end. */
export function formatLine(level: Level, message: string, facts: Facts = {}): string {
  const { error, ...others } = facts;
  const line = {
    time: new Date().toISOString(),
    level,
    process: readProcessName(),
    pid: process.pid,
    message,
    ...others,
    ...(error === undefined ? {} : { error: describeError(error) }),
  };
  return `${JSON.stringify(line, hideIn)}\n`;
}

function write(level: Level, message: string, facts?: Facts): void {
  if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
  // Where it cannot be written, on a full disk, this goes on without a line.
  console.error(formatLine(level, message, facts).trimEnd());
}

/** Writes lines of this process. */
export const log = {
  debug: (message: string, facts?: Facts) => write('debug', message, facts),
  info: (message: string, facts?: Facts) => write('info', message, facts),
  warn: (message: string, facts?: Facts) => write('warn', message, facts),
  error: (message: string, facts?: Facts) => write('error', message, facts),
};

/** Tell of one of our own mistakes. */
export function reportError(error: unknown, requestId = ''): void {
  const facts = requestId === '' ? { error } : { requestId, error };
  log.error(error instanceof Error ? error.message : String(error), facts);
}
