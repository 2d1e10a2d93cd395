// Words nobody but the operator may see, from a file or from the keyboard: never from the command
// line, which every user of the machine can read. Called by commands.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { EXIT, Refusal } from '@isobath/server/operator';
import type { Option, Words } from './command.ts';

/** Options of a command that takes a key. */
export const keyOptions = {
  'key-file': { value: 'FILE', help: 'file whose first line is the key, 16 characters or more' },
  'ask-key': { help: 'ask for the key on the terminal' },
} satisfies Record<string, Option>;

/**
 * The key a command was given.
 *
 * @param isNew - it is typed twice, since a wrong one would be noticed too late.
 * @returns undefined when none was.
 * @errors Refusal 64 for a file that cannot be read, or when there is no terminal to ask on.
 */
export async function readKey(words: Words, isNew: boolean): Promise<string | undefined> {
  const file = words.text('key-file');
  if (file !== undefined) {
    const path = resolve(process.env.INIT_CWD ?? '', file);
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new Refusal(EXIT.usage, `The key file ${path} cannot be read (${error.code}).`);
    });
    return text.split(/\r?\n/)[0] ?? '';
  }
  if (!words.has('ask-key')) return undefined;
  const key = await askHidden('Key: ');
  if (!isNew || (await askHidden('Once more: ')) === key) return key;
  throw new Refusal(EXIT.usage, 'The two are not the same: nothing was done.');
}

/** Ask on the terminal without showing what is typed. */
function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) {
    throw new Refusal(EXIT.usage, 'There is no terminal to ask on: give --key-file FILE.');
  }
  stderr.write(question);
  stdin.setRawMode(true);
  return new Promise((done, fail) => {
    let typed = '';
    const end = () => {
      stdin.off('data', hear);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write('\n');
    };
    const hear = (bytes: Buffer) => {
      for (const letter of bytes.toString('utf8')) {
        if (letter === '\u0003' || letter === '\u0004') {
          end();
          return fail(new Refusal(EXIT.usage, 'Nothing was done.'));
        }
        if (letter === '\r' || letter === '\n') {
          end();
          return done(typed);
        }
        typed = letter === '\u007f' ? [...typed].slice(0, -1).join('') : typed + letter;
      }
    };
    stdin.on('data', hear);
    stdin.resume();
  });
}
