// The operator's tool: find the command, read its words, run it, show what it found.
// It holds no command. Run by tools/run.mjs (`npm run isobath -- COMMAND`).
// With --json the last line is one JSON document; the code is 0 only when what was asked holds.

import {
  type Command,
  describeFailure,
  EXIT,
  readSettings,
  Refusal,
  showUsage,
} from '@isobath/server/operator';
import { commands } from './commands.ts';
import { runCommand } from './run.ts';
import { showAnswer } from './show.ts';

/** Text of the usage: one line a command. */
export function showHelp(): string {
  const lines = commands.map((command) => `  ${showUsage(command)}\n      ${command.help}`);
  return `Usage: npm run isobath -- COMMAND [--json]\n\n${lines.join('\n')}`;
}

function findCommand(words: readonly string[]): { command: Command; rest: readonly string[] } {
  for (const length of [3, 2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = commands.find((one) => one.name === name);
    if (command) return { command, rest: words.slice(length) };
  }
  const name = words.slice(0, 2).filter((word) => word !== '--json');
  throw new Refusal(
    EXIT.usage,
    `There is no command ${name.join(' ') || words[0]}: run npm run isobath -- help`,
  );
}

async function run(words: readonly string[]): Promise<number> {
  const isJson = words.includes('--json');
  try {
    if (words.length === 0 || ['help', '--help', '-h'].includes(words[0])) {
      console.log(showHelp());
      return words.length === 0 ? EXIT.usage : EXIT.ok;
    }
    const { command, rest } = findCommand(words);
    const readOwn = () => readSettings(process.env, process.cwd());
    const { answer, isHeld } = await runCommand(command, rest, readOwn);
    console.log(isJson ? JSON.stringify(answer) : showAnswer(answer));
    return isHeld ? EXIT.ok : EXIT.failed;
  } catch (error) {
    const { exitCode, line } = describeFailure(error);
    if (isJson) console.log(JSON.stringify({ error: line, exitCode }));
    else console.error(line);
    return exitCode;
  }
}

process.exitCode = await run(process.argv.slice(2));
