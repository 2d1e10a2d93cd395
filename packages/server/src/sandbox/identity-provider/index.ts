// The provider of a sandbox, for checks of people, screening of money and messages about receivers:
// a server with a port and a store of its own, which tells the exchange where it is and what it
// knows it by. Called by its process.
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { providerFile, SANDBOX_PROVIDER } from '../../base/providers/index.ts';
import { startSending } from './sending.ts';
import { createProviderServer } from './server.ts';
import { openStore, writeWhole } from './store.ts';

/** What the provider stands on. */
export interface IdentityProviderParts {
  readonly dataFolder: string;
  /** Of the exchange, as `http://127.0.0.1:4870`. */
  readonly origin: string;
  readonly readNowMs: () => number;
}

/** A provider that runs. */
export interface RunningProvider {
  stop(): Promise<void>;
}

/** Whether the operator named another provider: theirs stays. */
function isAnotherNamed(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    const { name } = JSON.parse(readFileSync(path, 'utf8')) as { name?: unknown };
    return name !== SANDBOX_PROVIDER;
  } catch {
    return true;
  }
}

/** What the provider of a sandbox is asked for. */
const KINDS = ['identity', 'screening', 'travel'] as const;

/** Start it. @returns undefined when the operator named others for all that it does. */
export async function runIdentityProvider(
  parts: IdentityProviderParts,
): Promise<RunningProvider | undefined> {
  const { dataFolder, origin, readNowMs } = parts;
  const paths = KINDS.map((kind) => providerFile(dataFolder, kind));
  const own = paths.filter((path) => !isAnotherNamed(path));
  if (own.length === 0) return undefined;
  const store = openStore(join(dataFolder, 'identity-provider'));
  const server = createProviderServer(store, readNowMs);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const { token, secret } = store;
  const url = `http://127.0.0.1:${port}`;
  for (const path of own) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeWhole(path, { name: SANDBOX_PROVIDER, url, token, secrets: [secret] });
  }
  const sending = startSending({ store, origin, readNowMs });
  return {
    async stop() {
      await sending.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
