// Walks every command of the tool: what one says of itself in `changes` is what it does. A command
// asks a server that writes down what it was asked; the act in the audit chain then comes from the
// one place that answers (base/operator), so that a changing command leaves none only by asking
// nothing, and that is found here.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  type Command,
  type OperatorName,
  questionEffects,
  readSettings,
} from '@isobath/server/operator';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { commands } from './commands.ts';
import { runCommand } from './run.ts';

let folder: string;
let server: Server;
let requested: OperatorName[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'isobath-walk-'));
  // An installation that was never started: acts are kept, and nothing is there to be changed.
  mkdirSync(join(folder, 'secrets'));
  writeFileSync(join(folder, 'password.csv'), 'a long enough one\n', { mode: 0o600 });
  server = createServer((socket) => {
    createInterface({ input: socket }).on('line', (line) => {
      const { id, name } = JSON.parse(line) as { id: number; name: OperatorName };
      requested.push(name);
      socket.write(`${JSON.stringify({ id, answer: {} })}\n`);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(join(folder, 'operator.sock'), resolve);
  });
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  requested = [];
});

/** Words of which some fit every command. */
const SAMPLES: Readonly<Record<string, string>> = {
  T: '+60',
  'NAME=VALUE': 'a=b',
  'ASSET=AMOUNT': 'USDT=1',
  LEVEL: '1',
  KIND: '1',
  NUMBER: '1',
  N: '1',
  SEQUENCE: '1',
  UID: '1',
  OFFICER: 'ann',
};

function sampleOf(value: string): string {
  if (value.endsWith('FILE')) return join(folder, 'password.csv');
  return SAMPLES[value] ?? join(folder, 'nothing-here');
}

/** The words after a command's name, with every option that it needs. */
function wordsFor({ parameters = [], options = {} }: Command): string[] {
  const needed = Object.entries(options).filter(
    ([name, { isRequired }]) => isRequired || name === 'password-file',
  );
  return [
    ...parameters.map(sampleOf),
    ...needed.flatMap(([name, { value = '' }]) => [`--${name}`, sampleOf(value)]),
  ];
}

const readActions = () => {
  try {
    return readFileSync(join(folder, 'acts.waiting'), 'utf8').trim().split('\n');
  } catch {
    return [];
  }
};

test.each(commands.map((command) => [command.name, command] as const))(
  '%s leaves an act exactly when it changes something',
  async (_name, command) => {
    const settings = readSettings({ DATA_DIR: folder }, folder);
    const before = readActions().length;
    // Alone commands fail without data: that they were begun is written all the same.
    await runCommand(command, wordsFor(command), () => settings).catch(() => {});
    const changing = requested.filter((name) => questionEffects[name] === 'changes');
    const acts = readActions().slice(before);
    if (command.changes === 'by server') expect(changing).not.toEqual([]);
    else expect(changing).toEqual([]);
    if (command.changes !== 'by tool') expect(acts).toEqual([]);
    else {
      expect(acts.map((act) => (JSON.parse(act) as { action: string }).action)).toEqual([
        'tool_command_begun',
        'tool_command_ended',
      ]);
    }
  },
);
