// `npm start`: install what is missing, then run the launcher with our own Node.
// It knows no part of the product: packages/server/src/main.ts does. Called by npm.
// It and the launcher watch each other: whichever of npm, this and the launcher is killed,
// the others stop everything in order.

import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkMachine, install, ownNode, root } from './install.mjs';

const WATCH_MS = 250;

// What it says may go to a full disk or to nobody: it goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
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

const USAGE_EXIT = 64;

/** `npm start -- --replay FILE --replay-speed N`: settings that are mostly given for one start. */
function readParameters() {
  const options = {
    replay: { type: 'string', multiple: true },
    'replay-speed': { type: 'string' },
  };
  try {
    const { replay, 'replay-speed': speed } = parseArgs({ options }).values;
    const requested = process.env.INIT_CWD ?? process.cwd();
    return {
      ...(replay && { ISOBATH_REPLAY: replay.map((file) => resolve(requested, file)).join(',') }),
      ...(speed && { ISOBATH_REPLAY_SPEED: speed }),
    };
  } catch (error) {
    console.error(`${error.message.split('. ')[0]}. Known are --replay FILE and --replay-speed N.`);
    process.exit(USAGE_EXIT);
  }
}
const parameters = readParameters();

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
    env: { ...process.env, ...parameters },
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
