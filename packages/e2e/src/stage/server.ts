// A started server: real processes, a real database, a data folder as a first start leaves it. Not
// a mock of anything. Called by the keeper of shared servers, by tests that need settings, a
// restart or a clock of their own, and by the benches; whoever starts one stops it.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forgetServer, noteServer } from './logs.ts';
import { copyPreparedFolder } from './prepared-folder.ts';

/** A running server that others may use as well. */
export interface SharedServer {
  /** Without a slash at its end. */
  readonly address: string;
  readonly dataFolder: string;
}

/** A running server of one's own. */
export interface StagedServer extends SharedServer {
  /** End every process, then start them again on the same folder and port, with more settings. */
  restart(more?: Record<string, string>): Promise<void>;
  /** End every process and remove the folder. */
  stop(): Promise<void>;
}

const main = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));
const tool = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));
const readyWithinMs = 400_000;

/**
 * Start the whole product on a free port, with a folder that nobody has used yet.
 *
 * @throws with all it has said, when it is not ready in time.
 */
export async function startServer(settings: Record<string, string> = {}): Promise<StagedServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'isobath-e2e-'));
  const port = await findPort();
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataFolder, ...settings };
  noteServer(dataFolder);
  let child: ChildProcess | undefined;
  const start = (more: Record<string, string> = {}) => {
    child = spawnServer({ ...env, ...more });
    return waitForReady(child);
  };
  const stop = async () => {
    forgetServer(dataFolder);
    await endChild(child);
    await rm(dataFolder, { recursive: true, force: true });
  };
  const restart = async (more?: Record<string, string>) => {
    await endChild(child);
    await start(more);
  };
  try {
    // What is prepared is a sandbox; a production makes its secrets itself.
    if (settings['ISOBATH_MODE'] === 'production') await makeSecrets(env);
    else await copyPreparedFolder(dataFolder, useOnce);
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  // By name, not by number: a passkey belongs to a name.
  return { address: `http://localhost:${port}`, dataFolder, restart, stop };
}

function spawnServer(env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
}

function makeSecrets(env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [tool, 'secrets', 'create'], { env, stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`secrets: ${code}`))));
  });
}

/** A first start, without trades that would be in every copy, and its end. */
async function useOnce(folder: string): Promise<void> {
  const port = String(await findPort());
  const quiet = { DATA_DIR: folder, PORT: port, ISOBATH_LIQUIDITY: 'off' };
  const child = spawnServer({ ...process.env, ...quiet });
  try {
    await waitForReady(child);
  } finally {
    await endChild(child);
  }
}

function waitForReady(child: ChildProcess): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`the server ${why}:\n${said}`));
    const timer = setTimeout(() => fail('was not ready in time'), readyWithinMs);
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (!/is ready: /.test(said)) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (exitCode) => {
      clearTimeout(timer);
      fail(`ended with ${exitCode}`);
    });
  });
}

/** @param child - undefined: it was not started, since something before that failed. */
async function endChild(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** Linux gives ports from 32,768 on to connections that ask for none: none of them takes these. */
const PORTS = [20_000, 32_000] as const;

/** A port that is free, and stays so while its server is away. */
async function findPort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
