// Where a password comes from: a file, or typed without being shown. On the command line everybody
// on the machine can read it and the shell keeps it: that is for the sandbox alone.
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { askServer, EXIT, Refusal, type Settings } from '@isobath/server/operator';
import type { Option, Words } from './command.ts';

/** Options of a command that takes a password. */
export const passwordOptions = {
  password: { value: 'PASSWORD', help: 'sandbox only; at least 8 characters' },
  'password-file': {
    value: 'FILE',
    help: 'file with the password; without one it is asked for where somebody can type',
  },
} as const satisfies Readonly<Record<string, Option>>;

/** Who asks somebody to type. */
export interface Typist {
  readonly isThere: boolean;
  /** Ask for a line that is not shown. */
  readonly ask: (question: string) => Promise<string>;
}

const terminal: Typist = {
  isThere: process.stdin.isTTY === true,
  ask: (question) =>
    new Promise((resolve, reject) => {
      process.stderr.write(question);
      const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
      const lines = createInterface({ input: process.stdin, output: hidden, terminal: true });
      let typed: string | undefined;
      lines.once('line', (line) => {
        typed = line;
        lines.close();
      });
      lines.once('SIGINT', () => lines.close());
      lines.once('close', () => {
        process.stderr.write('\n');
        if (typed === undefined) reject(new Refusal(EXIT.usage, 'No password was typed.'));
        else resolve(typed);
      });
    }),
};

async function readPasswordFile(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Refusal(EXIT.usage, `${file} cannot be read.`, error);
  });
  const password = text.replace(/\r?\n$/, '');
  if (password !== '') return password;
  throw new Refusal(EXIT.usage, `${file} holds no password.`);
}

async function askTwice({ ask }: Typist): Promise<string | undefined> {
  const password = await ask('Password: ');
  if (password === '') return undefined;
  if ((await ask('The same again: ')) === password) return password;
  throw new Refusal(EXIT.usage, 'The two passwords differ.');
}

/**
 * Read the password of a command.
 *
 * @returns undefined when none was given and nobody can type one.
 * @errors Refusal 64 for one on the command line of a production server.
 */
export async function readPassword(
  words: Words,
  settings: Settings,
  typist: Typist = terminal,
): Promise<string | undefined> {
  const file = words.text('password-file');
  const shown = words.text('password');
  if (file !== undefined && shown !== undefined) {
    throw new Refusal(EXIT.usage, 'Give --password-file or --password, not both.');
  }
  if (file !== undefined) return readPasswordFile(file);
  if (shown === undefined) return typist.isThere ? askTwice(typist) : undefined;
  // What the server is counts, not what this shell is set to.
  const status = await askServer(settings.dataFolder, 'server.status', {});
  if (status?.['kind'] !== 'production') return shown;
  throw new Refusal(
    EXIT.usage,
    'In production no password stands on the command line: leave --password out to type it, or ' +
      'use --password-file.',
  );
}
