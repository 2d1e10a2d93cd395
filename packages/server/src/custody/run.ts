// What custody does: it begins as the only one, greets the signer, keeps the pool of addresses full
// and the networks open. Deposits, payments and their reconciliation join it here.
// Called by the process of custody.

import { readFileSync } from 'node:fs';
import type { Duplex } from 'node:stream';
import { localChainFiles } from '../base/custody/index.ts';
import type { Database } from '../base/db/index.ts';
import { Fenced, raiseEpoch } from './epoch.ts';
import { fillPool } from './keys/address-pool.ts';
import { linkSigner } from './keys/signer-link.ts';
import { openNetworks } from './networks.ts';

const LOOK_EVERY_MS = 2_000;

/** What custody stands on. */
export interface CustodyParts {
  readonly database: Database;
  /** To the signer. */
  readonly pipe: Duplex;
  readonly dataFolder: string;
  readonly mode: 'sandbox' | 'production';
  readonly readNowMs: () => number;
  readonly report: (error: unknown) => void;
  readonly poolSize?: number;
}

/** Custody that runs. */
export interface RunningCustody {
  /** Rejects when it can go on no longer: the signer is gone, another custody has begun. */
  readonly ended: Promise<never>;
  readonly detail: string;
  stop(): Promise<void>;
}

/** Of a sandbox; "{}" before its chains have said where they are. */
function readEndpoints({ dataFolder, mode }: CustodyParts): Readonly<Record<string, string>> {
  if (mode === 'production') return {};
  try {
    return JSON.parse(readFileSync(localChainFiles(dataFolder).endpoints, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/**
 * Begin as the one custody, and greet the signer.
 *
 * @throws Refusal when its keys are others than those that were pinned.
 */
export async function runCustody(parts: CustodyParts): Promise<RunningCustody> {
  const { database, pipe, report, readNowMs } = parts;
  let fail = (_error: unknown): void => {};
  const ended = new Promise<never>((_resolve, reject) => (fail = reject));
  ended.catch(() => {});
  pipe.once('close', () => fail(new Error('the signer is gone')));
  const fence = await raiseEpoch(database, { writer: String(process.pid), nowMs: readNowMs() });
  const signer = await linkSigner({ ...parts, fence, pinsFirst: parts.mode === 'sandbox' });
  const pool = { ...parts, fence, signer };
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  async function look(): Promise<void> {
    await fillPool(pool);
    await openNetworks({ database, fence, endpoints: readEndpoints(parts), report });
  }
  let looking = Promise.resolve();
  function lookOn(): void {
    looking = look()
      .catch((error: unknown) => {
        if (isStopped) return;
        report(error);
        // Whoever may not write is not custody any more.
        if (error instanceof Fenced) fail(error);
      })
      .then(() => {
        if (!isStopped) timer = setTimeout(lookOn, LOOK_EVERY_MS);
      });
  }
  lookOn();
  const { isFrozen, reasons } = signer.hello;
  return {
    ended,
    detail: isFrozen ? `the signer is frozen: ${reasons.join(', ')}` : '',
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      pipe.destroy();
      await looking;
    },
  };
}
