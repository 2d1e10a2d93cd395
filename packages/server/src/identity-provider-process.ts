// The process of a sandbox's provider of checks of people and of money. Nobody waits for it: it
// begins when all others are ready, and while it is away nothing is checked. Started by the
// launcher in sandbox mode only.

import { readSettings } from './base/config/index.ts';
import { log, setLogLevel } from './base/log/index.ts';
import { yieldProcess } from './base/process/background.ts';
import { runChild, type RunningChild } from './base/process/child.ts';
import { runIdentityProvider } from './sandbox/identity-provider/index.ts';

async function start(): Promise<RunningChild> {
  const { dataFolder, host, port, logs } = readSettings();
  setLogLevel(logs.level);
  yieldProcess();
  // The exchange itself, behind whatever people reach it through.
  const place = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const origin = `http://${place}:${port}`;
  const provider = await runIdentityProvider({ dataFolder, origin, readNowMs: Date.now });
  if (provider === undefined) log.info('another provider is named: this one does nothing');
  return { stop: async () => provider?.stop() };
}

runChild(start);
