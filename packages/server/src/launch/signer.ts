// What the launcher has to do with the signer: it takes the passphrase out of the environment,
// makes a sandbox's own, has a sandbox's keys made, and says how the program is started.
// Not here: what the signer does (packages/signer), who speaks with it (custody).
// Called by main.ts, and by the operator's tool.

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  listSignerArguments,
  SIGNER_PASSPHRASE,
  type SignerCommand,
} from '@isobath/signer/program';
import type { Settings } from '../base/config/index.ts';
import { localChainFiles, sandboxPassphraseFile, signerFiles } from '../base/custody/index.ts';
import type { ChildPlan } from './child-process.ts';

const LOOK_EVERY_MS = 250;
const PRIVATE = 0o600;

/** The passphrase as it was given, "" when none was; gone from the environment from now on. */
export function takePassphrase(environment: NodeJS.ProcessEnv): string {
  const given = environment[SIGNER_PASSPHRASE] ?? '';
  delete environment[SIGNER_PASSPHRASE];
  return given;
}

/** A sandbox's own passphrase, made at the first call. */
export function readOwnPassphrase(dataFolder: string): string {
  const path = sandboxPassphraseFile(dataFolder);
  if (!existsSync(path)) {
    writeFileSync(path, randomBytes(32).toString('hex'), { mode: PRIVATE, flush: true });
  }
  return readFileSync(path, 'utf8');
}

/** Work of the signer's program that ends by itself. */
export interface SignerWork {
  readonly command: Exclude<SignerCommand, 'serve'>;
  readonly folder: string;
  readonly passphrase: string;
  /** What it reads. */
  readonly document: object;
}

/** Have the signer's program do it. @returns what it says. @throws with its line when it fails. */
export async function runSigner(work: SignerWork): Promise<string> {
  mkdirSync(work.folder, { recursive: true, mode: 0o700 });
  const child = spawn(process.execPath, listSignerArguments(work.command, work.folder), {
    env: { [SIGNER_PASSPHRASE]: work.passphrase },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [said, failed] = ['', ''];
  child.stdout.on('data', (part: Buffer) => (said += part.toString()));
  child.stderr.on('data', (part: Buffer) => (failed += part.toString()));
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(work.document));
  await waitForClose(child);
  if (child.exitCode !== 0) throw new Error(readFailure(failed));
  return said;
}

/** Everything that it wrote has arrived. */
function waitForClose(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
}

/** The line of its log, without what stands around it. */
function readFailure(failed: string): string {
  try {
    const { text } = JSON.parse(failed.trim().split('\n').at(-1) ?? '') as { text: string };
    return text;
  } catch {
    return failed.trim();
  }
}

/** Have the keys of a sandbox made. The words that would bring them back are shown to nobody. */
async function createKeys(folder: string, passphrase: string, policy: string): Promise<void> {
  const document = { policy: JSON.parse(policy) as unknown };
  await runSigner({ command: 'create', folder, passphrase, document });
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
  const { folder, seed } = signerFiles(dataFolder);
  const hasKeys = () => existsSync(seed);
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
