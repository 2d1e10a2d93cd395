// Words of a command line: files and folders, seen from where the command was called, also when npm
// runs the tool in another folder; changes as NAME=VALUE; times. Called by commands.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { EXIT, Refusal } from '../process/exit.ts';

/** Absolute path of what was named. */
export const placeOf = (name: string): string => resolve(process.env.INIT_CWD ?? '', name);

/** Read a file that was named. @errors Refusal 64 when it cannot be read. */
export async function readNamed(name: string): Promise<Buffer> {
  const path = placeOf(name);
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(EXIT.usage, `${path} cannot be read (${error.code}).`, error);
  });
}

/** Read `NAME=VALUE` of a `--set`. @errors Refusal 64 when it is none. */
export function parseChange(text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new Refusal(EXIT.usage, `--set ${text} is not like NAME=VALUE`);
}

/**
 * Read a time an operator wrote.
 *
 * @param option - the option's name, for the refusal.
 * @returns UTC milliseconds.
 * @errors Refusal 64.
 */
export function parseTime(option: string, text: string): number {
  const atMs = readTime(text);
  if (Number.isFinite(atMs)) return atMs;
  const line = `--${option} ${text} is none of 2030-01-31T12:00:00Z, +60 and UTC milliseconds`;
  throw new Refusal(EXIT.usage, line);
}

function readTime(text: string): number {
  if (/^\+\d+$/.test(text)) return Date.now() + Number(text.slice(1)) * 1_000;
  // As every answer says times; a year alone is shorter.
  if (/^\d{12,14}$/.test(text)) return Number(text);
  return /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
}
