// Loaded before the signer's program (`--import`): tries all that the signer must not be able to do
// and says what each attempt ended with. For tests alone.
import { fork, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { Worker } from 'node:worker_threads';

type Attempt = () => unknown;

/** The code of what is thrown at once or said by an event. */
async function read(attempt: Attempt): Promise<string> {
  try {
    const started = attempt();
    if (typeof (started as { once?: unknown } | undefined)?.once !== 'function') return 'done';
    const emitter = started as NodeJS.EventEmitter;
    return await new Promise((resolve) => {
      emitter.once('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
      for (const event of ['connect', 'listening', 'online', 'spawn']) {
        emitter.once(event, () => resolve('done'));
      }
    });
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

/** A server that may not listen fails after the call, where nobody catches it. */
async function readListen(): Promise<string> {
  const server = createServer();
  const failed = new Promise<string>((resolve) => {
    const take = (error: NodeJS.ErrnoException) => resolve(String(error.code));
    process.once('uncaughtException', take);
    server.once('error', take).once('listening', () => resolve('done'));
  });
  server.listen(0, '127.0.0.1');
  return failed;
}

async function readFetch(url: string): Promise<string> {
  try {
    await fetch(url);
    return 'done';
  } catch (error) {
    const { cause, code } = error as { cause?: { code?: string }; code?: string };
    return String(cause?.code ?? code);
  }
}

const port = Number(process.env.ISOBATH_TEST_PORT);
const foreign = process.env.ISOBATH_TEST_FILE ?? '';
const results = {
  socket: await read(() => connect(port, '127.0.0.1')),
  server: await readListen(),
  fetch: await readFetch(`http://127.0.0.1:${port}/`),
  read: await read(() => readFileSync(foreign)),
  write: await read(() => writeFileSync(foreign, 'x')),
  code: await read(() => writeFileSync(new URL('../main.ts', import.meta.url), 'x')),
  spawn: await read(() => spawn('true')),
  spawnSync: await read(() => spawnSync('true')),
  fork: await read(() => fork(foreign)),
  worker: await read(() => new Worker('1', { eval: true })),
  addon: await read(() => process.dlopen({ exports: {} }, foreign)),
};
process.stderr.write(`${JSON.stringify(results)}\n`);
// The program has taken it meanwhile.
process.once('exit', () => {
  const isLeft = process.env.ISOBATH_SIGNER_PASSPHRASE !== undefined;
  process.stderr.write(`passphrase left: ${isLeft}\n`);
});
