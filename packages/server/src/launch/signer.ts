// What the launcher has to do with the signer: it takes the passphrase out of the environment,
// makes a sandbox's own, has a sandbox's keys made, and says how the program is started.
// Not here: what the signer does (packages/signer), who speaks with it (custody).
// Called by main.ts.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listSignerArguments, SIGNER_PASSPHRASE } from '@isobath/signer/program';
import type { Settings } from '../base/config/index.ts';
import { localChainFiles } from '../base/custody/index.ts';
import type { ChildPlan } from './child-process.ts';
import { waitForEnd } from './companion.ts';

const LOOK_EVERY_MS = 250;
const PRIVATE = 0o600;

/** The passphrase as it was given, "" when none was; gone from the environment from now on. */
export function takePassphrase(environment: NodeJS.ProcessEnv): string {
  const given = environment[SIGNER_PASSPHRASE] ?? '';
  delete environment[SIGNER_PASSPHRASE];
  return given;
}

/** A sandbox's own passphrase, made at the first call. */
function readOwnPassphrase(dataFolder: string): string {
  const path = join(dataFolder, 'signer-passphrase');
  if (!existsSync(path)) {
    writeFileSync(path, randomBytes(32).toString('hex'), { mode: PRIVATE, flush: true });
  }
  return readFileSync(path, 'utf8');
}

/** Have the keys of a sandbox made. The words that would bring them back are shown to nobody. */
async function createKeys(folder: string, passphrase: string, policy: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const child = spawn(process.execPath, listSignerArguments('create', folder), {
    env: { [SIGNER_PASSPHRASE]: passphrase },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify({ policy: JSON.parse(policy) as unknown }));
  await waitForEnd(child);
  if (child.exitCode !== 0) throw new Error(`the signer's keys were not made: ${said.trim()}`);
}

/**
 * Custody with the signer beside it. In a sandbox they begin once the local chains have said what
 * is on them, in production once there are keys and a passphrase for them.
 */
export function planCustody(
  child: ChildPlan,
  { dataFolder, mode }: Settings,
  given: string,
): ChildPlan {
  const folder = join(dataFolder, 'signer');
  const hasKeys = () => existsSync(join(folder, 'seed.json'));
  const readPassphrase = () =>
    given === '' && mode === 'sandbox' ? readOwnPassphrase(dataFolder) : given;
  return {
    ...child,
    companion: {
      role: 'signer',
      parameters: listSignerArguments('serve', folder),
      readEnvironment: () => ({ [SIGNER_PASSPHRASE]: readPassphrase() }),
    },
    prepare: async (signal) => {
      if (mode === 'production') return hasKeys() && given !== '';
      const { policy } = localChainFiles(dataFolder);
      while (!existsSync(policy)) await sleep(LOOK_EVERY_MS, undefined, { signal });
      if (!hasKeys()) await createKeys(folder, readPassphrase(), readFileSync(policy, 'utf8'));
      return true;
    },
  };
}
