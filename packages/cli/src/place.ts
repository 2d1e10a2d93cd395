// Files and folders that are named on the command line: seen from where the command was called,
// also when npm runs the tool in another folder. Called by commands.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { EXIT, Refusal } from '@isobath/server/operator';

/** Absolute path of what was named. */
export const placeOf = (name: string): string => resolve(process.env.INIT_CWD ?? '', name);

/** Read a file that was named. @errors Refusal 64 when it cannot be read. */
export async function readNamed(name: string): Promise<Buffer> {
  const path = placeOf(name);
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(EXIT.usage, `${path} cannot be read (${error.code}).`, error);
  });
}
