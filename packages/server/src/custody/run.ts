// What custody does: it begins as the only one, greets the signer, keeps the pool of addresses full
// and the networks open. Whatever else it does joins it as a loop (loop.ts).
// Called by the process of custody.

import type { Duplex } from 'node:stream';
import { readChainNodes } from '../base/custody/index.ts';
import type { Database } from '../base/db/index.ts';
import { raiseEpoch } from './epoch.ts';
import { fillPool } from './keys/address-pool.ts';
import { stateHouse } from './keys/house-addresses.ts';
import { linkSigner } from './keys/signer-link.ts';
import { type CustodyContext, type CustodyLoop, startLoop } from './loop.ts';
import { createNetworks } from './networks.ts';

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
  /** Makes what it does beside addresses. */
  readonly makeLoops?: (context: CustodyContext) => readonly CustodyLoop[];
}

/** Custody that runs. */
export interface RunningCustody {
  /** Rejects when it can go on no longer: the signer is gone, another custody has begun. */
  readonly ended: Promise<never>;
  readonly detail: string;
  stop(): Promise<void>;
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
  const networks = createNetworks({
    database,
    fence,
    report,
    mode: parts.mode,
    readNodes: () => readChainNodes(parts),
  });
  const context: CustodyContext = {
    database,
    fence,
    signer,
    listNetworks: networks.list,
    readNowMs,
    report,
  };
  const own: CustodyLoop = {
    name: 'networks',
    everyMs: LOOK_EVERY_MS,
    look: async () => {
      await fillPool(pool);
      await stateHouse(pool);
      await networks.open();
    },
  };
  const loops = [own, ...(parts.makeLoops?.(context) ?? [])];
  const running = loops.map((loop) => startLoop(loop, { report, fail }));
  const { isFrozen, reasons } = signer.hello;
  return {
    ended,
    detail: isFrozen ? `the signer is frozen: ${reasons.join(', ')}` : '',
    stop: async () => {
      const stopped = running.map((one) => one.stop());
      pipe.destroy();
      await Promise.all(stopped);
    },
  };
}
