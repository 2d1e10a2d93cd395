// `npm start`: install what is missing, then run the launcher with our own Node.
// It knows no part of the product: packages/server/src/main.ts does. Called by npm.
// It and the launcher watch each other: whichever of npm, this and the launcher is killed,
// the others stop everything in order.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { checkMachine, install, ownNode, root } from './install.mjs';

const WATCH_MS = 250;

checkMachine();
const parentPid = process.ppid;
let child;
let isStopping = false;

/** Signals come two or three times (terminal, npm, group): only the first one counts. */
function stop() {
  if (isStopping) return;
  isStopping = true;
  if (child === undefined) process.exit(0);
  if (child.connected) child.send({ kind: 'stop' }, () => {});
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
// A npm that was killed cannot pass anything on: its death is seen as a new parent.
if (process.env.npm_lifecycle_event !== undefined) {
  setInterval(() => {
    if (process.ppid !== parentPid) stop();
  }, WATCH_MS).unref();
}

await install('production');
if (!isStopping) {
  child = spawn(ownNode, [join(root, 'packages/server/src/main.ts')], {
    cwd: root,
    env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? 'production' },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  child.on('error', (error) => {
    console.error(`The launcher does not start (${error.message}): remove node_modules and retry.`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal !== null) console.error(`The launcher was ended by ${signal}: everything stops.`);
    process.exit(code ?? 1);
  });
}
