// The whole product on a free port with a data folder of its own, as `npm start` makes it.
// Not a part of it: journeys know it as a stranger does, by its one address.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const readyWithinMs = 240_000;

/** A running product. */
export interface Product {
  /** Such as `http://127.0.0.1:4870`. */
  readonly address: string;
  readonly dataFolder: string;
  stop(): Promise<void>;
}

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function waitUntilReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`not ready:\n${said}`)), readyWithinMs);
    const hear = (chunk: Buffer) => {
      said += chunk.toString('utf8');
      const address = /is ready: (http\S+)/.exec(said)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.on('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`ended with ${code}:\n${said}`));
    });
  });
}

/**
 * Start the product and wait until it says that it is ready.
 *
 * @param settings - added to the environment.
 */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-journey-'));
  const port = await findPort();
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(port),
      // A name of its own for this run: the test runner's must not reach the product.
      VITEST: '',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const address = await waitUntilReady(child);
  return {
    address,
    dataFolder: folder,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
