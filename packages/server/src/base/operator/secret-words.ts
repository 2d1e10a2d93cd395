// Words nobody but the operator may see, passwords and keys of backups: from a file or typed
// without being shown. On the command line everybody on the machine can read them and the shell
// keeps them: that is for passwords of the sandbox alone. Called by commands.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Settings } from '../config/index.ts';
import { EXIT, Refusal } from '../process/exit.ts';
import { askServer } from './client.ts';
import type { Option, Words } from './command.ts';
import { readNamed } from './read-words.ts';

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

/** Whoever sits at the terminal that the tool was called in. */
export const terminal: Typist = {
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
        if (typed === undefined)
          reject(new Refusal(EXIT.usage, 'Nothing was typed: nothing was done.'));
        else resolve(typed);
      });
    }),
};

async function readPasswordFile(file: string): Promise<string> {
  const password = (await readNamed(file)).toString('utf8').replace(/\r?\n$/, '');
  if (password !== '') return password;
  throw new Refusal(EXIT.usage, `${file} holds no password.`);
}

/** Ask for something new twice, since a slip would be noticed too late. */
export async function askTwice({ ask }: Typist, name: string): Promise<string> {
  const typed = await ask(`${name}: `);
  if (typed === '' || (await ask('The same again: ')) === typed) return typed;
  throw new Refusal(EXIT.usage, 'The two differ: nothing was done.');
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
  if (shown === undefined) {
    return typist.isThere ? (await askTwice(typist, 'Password')) || undefined : undefined;
  }
  // What the server is counts, not what this shell is set to.
  const status = await askServer(settings.dataFolder, 'server.status', {});
  if (status?.['kind'] !== 'production') return shown;
  throw new Refusal(
    EXIT.usage,
    'In production no password stands on the command line: leave --password out to type it, or ' +
      'use --password-file.',
  );
}

/** Options of a command that takes a key. */
export const keyOptions = {
  'key-file': { value: 'FILE', help: 'file whose first line is the key, 16 characters or more' },
  'ask-key': { help: 'ask for the key on the terminal' },
} satisfies Record<string, Option>;

/**
 * The key a command was given.
 *
 * @param isNew - it is typed twice.
 * @returns undefined when none was.
 * @errors Refusal 64 for a file that cannot be read, or when there is no terminal to ask on.
 */
export async function readKey(
  words: Words,
  isNew: boolean,
  typist: Typist = terminal,
): Promise<string | undefined> {
  const file = words.text('key-file');
  if (file !== undefined) return (await readNamed(file)).toString('utf8').split(/\r?\n/)[0] ?? '';
  if (!words.has('ask-key')) return undefined;
  if (!typist.isThere) {
    throw new Refusal(EXIT.usage, 'There is no terminal to ask on: give --key-file FILE.');
  }
  return isNew ? askTwice(typist, 'Key') : typist.ask('Key: ');
}
