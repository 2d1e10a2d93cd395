// What a command of the operator's tool is, how its words are read, and how it asks the running
// server. It holds no command and runs none. Modules bring theirs (`operatorCommands`); those of
// the installation itself stand in packages/cli.
import { parseArgs } from 'node:util';
import type { Settings } from '../config/index.ts';
import { EXIT, Refusal } from '../process/exit.ts';
import { askServer } from './client.ts';
import type { OperatorAnswer, OperatorName, OperatorRequests } from './names.ts';

/** One option of a command: `--name value`, or `--name` alone when it has no `value`. */
export interface Option {
  /** What stands in the usage for its value; undefined for a switch. */
  readonly value?: string;
  readonly isRequired?: boolean;
  /** May be given several times. */
  readonly isMany?: boolean;
  readonly help: string;
}

/** The words after the command's name. */
export interface Words {
  /** Positional words, in the order of the command's `parameters`. */
  readonly positionals: readonly string[];
  /** Value of an option, undefined when it was not given. */
  text(option: string): string | undefined;
  /** Values of an option that may come several times. */
  texts(option: string): readonly string[];
  has(option: string): boolean;
}

/** What a command found. */
export interface Finding {
  /** Shown as it is with `--json`, as lines of text otherwise. */
  readonly answer: OperatorAnswer;
  /** Whether what was asked holds; false ends the tool with code 1 unless another is given. */
  readonly isHeld: boolean;
}

/** What a command is called and takes. */
interface CommandForm {
  /** One to three words. */
  readonly name: string;
  /** Positional words, in capitals as the usage shows them; all are required. */
  readonly parameters?: readonly string[];
  readonly options?: Readonly<Record<string, Option>>;
  /** One line for the usage. */
  readonly help: string;
  /**
   * What it changes in the installation, and so who writes of it in the audit chain: `by server`,
   * the running server, which it asks (base/operator/record.ts does so for every question that
   * changes something); `by tool`, the tool alone (run.ts does so). A copy of everything, secrets
   * among it, counts as a change.
   */
  readonly changes: 'nothing' | 'by server' | 'by tool';
}

/** One command of the tool. */
export type Command = CommandForm &
  (
    | { run(words: Words, settings: Settings): Promise<Finding> }
    /** One that looks at the settings themselves: it runs whatever is wrong with them. */
    | { runUnread(words: Words): Promise<Finding> }
  );

/** Declare a command; only for the type. */
export function defineCommand(command: Command): Command {
  return command;
}

/**
 * Read the words of a command line.
 * @param words - everything after the command's name; `--json` is known to every command.
 * @errors Refusal 64 with what is wrong and the command's usage.
 */
export function parseWords(command: Command, words: readonly string[]): Words {
  const options = command.options ?? {};
  const declared = Object.fromEntries(
    Object.entries(options).map(([name, option]) => [
      name,
      {
        type: option.value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: true,
      },
    ]),
  );
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({
      args: [...words],
      options: { ...declared, json: { type: 'boolean' as const } },
      allowPositionals: true,
    });
  } catch (error) {
    throw usageRefusal(command, (error as Error).message.split('.')[0]);
  }
  const { values, positionals } = parsed;
  const wanted = command.parameters ?? [];
  if (positionals.length !== wanted.length) {
    throw usageRefusal(command, `${wanted.length} words wanted, ${positionals.length} given`);
  }
  const texts = (name: string) => (values[name] as string[] | undefined) ?? [];
  for (const [name, option] of Object.entries(options)) {
    const count = texts(name).length;
    if (option.isRequired && count === 0) throw usageRefusal(command, `--${name} is missing`);
    if (!option.isMany && count > 1) throw usageRefusal(command, `--${name} is given twice`);
  }
  return {
    positionals,
    texts,
    text: (name) => texts(name)[0],
    has: (name) => texts(name).length > 0,
  };
}

function usageRefusal(command: Command, what: string): Refusal {
  return new Refusal(EXIT.usage, `${what}; usage: npm run isobath -- ${showUsage(command)}`);
}

/** The command's usage in one line, without its help. */
export function showUsage(command: Command): string {
  const options = Object.entries(command.options ?? {}).map(([name, option]) => {
    const text = option.value === undefined ? `--${name}` : `--${name} ${option.value}`;
    const shown = option.isRequired ? text : `[${text}]`;
    return option.isMany ? `${shown}...` : shown;
  });
  return [command.name, ...(command.parameters ?? []), ...options, '[--json]'].join(' ');
}

/**
 * A whole number from an option.
 * @errors Refusal 64 when it is none or below `least`.
 */
export function parseCount(text: string, name: string, least = 0): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
  throw new Refusal(EXIT.usage, `${name} must be a whole number from ${least} on, not ${text}`);
}

/**
 * Ask the running server and show its answer.
 * @errors Refusal 69 when no server runs for this data folder; the server's own refusals.
 */
export async function ask<TName extends OperatorName>(
  settings: Settings,
  name: TName,
  parameters: OperatorRequests[TName],
): Promise<Finding> {
  const answer = await askServer(settings.dataFolder, name, parameters);
  if (answer !== undefined) return { answer, isHeld: answer.isHeld !== false };
  throw new Refusal(
    EXIT.database,
    `No server runs on ${settings.dataFolder}: start it with npm start, or set DATA_DIR.`,
  );
}
