// The page of the operator's commands, made from the tool's own list.
// Not edited by hand: the check compares it with what this would write now.
// Listed in tools/generators.ts.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { showUsage } from '../packages/server/src/base/operator/index.ts';
import { commands } from '../packages/cli/src/commands.ts';
import type { Generator } from './generator.ts';

const file = 'docs/run/commands.md';

function showCommand(command: (typeof commands)[number]): string[] {
  const options = Object.entries(command.options ?? {}).map(
    ([name, { help, isRequired }]) => `- \`--${name}\`${isRequired ? ' (needed)' : ''}: ${help}`,
  );
  const text = `${command.help[0]?.toUpperCase()}${command.help.slice(1)}.`;
  const list = options.length > 0 ? ['', ...options] : [];
  return [`## ${command.name}`, '', `\`${showUsage(command)}\``, '', text, ...list, ''];
}

function makePage(): string {
  return [
    '# Commands of the operator',
    '',
    '<!-- Written by tools/make-command-docs.ts from the list of commands: npm run generate. -->',
    '',
    'Each is called as `npm run isobath -- COMMAND`. With `--json` the last line is one JSON',
    'document. The exit code is 0 only when what was asked holds; the others stand in',
    '[start and stop](start-and-stop.md).',
    '',
    ...commands.flatMap(showCommand),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

/** Writes docs/run/commands.md. */
export const commandDocs: Generator = {
  name: 'operator commands',
  generate: () => Promise.resolve(new Map([[file, makePage()]])),
  list: (root) => (existsSync(join(root, file)) ? [file] : []),
};
