// `node tools/run.mjs production|all PROGRAM [ARGUMENTS...]`: install what is missing, then run one
// of our programs from the root with our own Node. The scripts of package.json go through it, so
// that each works after a clone or after `npm start`, which leaves development packages out.
// The progress of an installation goes to stderr: stdout is the program's alone.
// It knows no program, and what a signal means to one under way is decided by that program.

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { checkMachine, install, ownNode, root } from './install.mjs';

const [kind, program, ...words] = process.argv.slice(2);
let child;

/** An exit code says as a shell does which signal ended a process. */
const codeOf = (signal) => 128 + constants.signals[signal];

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // Ended by process.exit, an installation under way is stopped as well.
  process.on(signal, () => (child ? child.kill(signal) : process.exit(codeOf(signal))));
}

checkMachine();
await install(kind, { output: process.stderr });
child = spawn(ownNode, [join(root, program), ...words], {
  cwd: root,
  env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
  stdio: 'inherit',
});
child.on('error', (error) => {
  console.error(`${program} does not start (${error.message}): remove node_modules and retry.`);
  process.exit(1);
});
child.on('exit', (code, signal) => process.exit(code ?? codeOf(signal)));
