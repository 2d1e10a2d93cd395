// `npm run isobath -- COMMAND`: install what is missing, then run the operator's tool.
// It knows no command: packages/cli does. Called by npm.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { checkMachine, install, ownNode, root } from './install.mjs';

checkMachine();
await install('production');
const words = [join(root, 'packages/cli/src/main.ts'), ...process.argv.slice(2)];
const child = spawn(ownNode, words, { cwd: root, stdio: 'inherit' });
// The tool itself decides what a signal means to a command under way.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
