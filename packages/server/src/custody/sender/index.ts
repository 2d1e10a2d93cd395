// The sender: withdrawals on their way out, from taken to complete. Each look takes every row as
// far as it goes; what lasts stands in rows, so a look may end between any two lines and the next
// one goes on. It alone spends from the hot wallet.
// Made by custody's process.

import { findHotAddress } from '../keys/house-addresses.ts';
import { Fenced } from '../epoch.ts';
import type { OpenNetwork } from '../networks.ts';
import { askRefills } from '../levels/refill.ts';
import { refreshOwed } from '../levels/owed.ts';
import { sendToCold } from '../sweeper/to-cold.ts';
import { consolidate } from '../sweeper/consolidate.ts';
import { bookColdAgain } from '../sweeper/cold-books.ts';
import { sweepOnEvm } from '../sweeper/sweep-evm.ts';
import { broadcastAll } from './broadcast.ts';
import { bumpLate } from './bump.ts';
import { bookGasAgain, readGasTerms } from './gas.ts';
import { bookInside } from './inside.ts';
import { holdFrozen, takeIn } from './intake.ts';
import type { Looked, SenderParts } from './parts.ts';
import { sendOnEvm } from './plan-evm.ts';
import { sendOutputs } from './plan-utxo.ts';
import { takeNamed } from './named.ts';
import { bookAgain } from './settle.ts';
import { signPlanned } from './sign.ts';
import { readStops } from './stops.ts';
import { watchFinal, watchSends } from './watch.ts';

export { readOutTerms } from './out-terms.ts';
export { SENDER_PACE, type ScreenWithdrawal, type SenderPace, type SenderParts } from './parts.ts';

/** Takes withdrawals along their way. */
export interface Sender {
  /** Take every withdrawal as far as it goes; never two at a time. */
  look(): Promise<void>;
  /** See what became of transactions on a network, before it is compared with the books. */
  watch(network: OpenNetwork): Promise<void>;
}

/** Make the sender. */
export function createSender(parts: SenderParts): Sender {
  /** Where a network ended when its final transactions were looked at last. */
  const lookedAt = new Map<number, string>();

  async function lookAt(own: OpenNetwork, troubles: unknown[]): Promise<void> {
    const hot = findHotAddress(parts.signer.keys, own.family);
    if (hot === undefined) return;
    const network: Looked = { ...own, hot, head: await own.port.readHead() };
    // What was planned before a fall is asked for again before anything else takes its number.
    await signPlanned(parts, network);
    await takeNamed(parts, network);
    await watchSends(parts, network);
    await bookAgain(parts, network);
    await bookGasAgain(parts, network);
    await bookColdAgain(parts, network, () => readGasTerms(parts, network));
    if (lookedAt.get(own.networkId) !== network.head.hash) {
      await watchFinal(parts, network);
      lookedAt.set(own.networkId, network.head.hash);
    }
    const isStopped = await readStops(parts.database, own.networkId);
    const plan = own.family === 'evm' ? sendOnEvm : sendOutputs;
    await plan(parts, network, isStopped);
    await broadcastAll(parts, network);
    const sweep = own.family === 'evm' ? sweepOnEvm : consolidate;
    // A move of the house that fails holds up neither the others nor payments.
    for (const move of [sweep, askRefills, sendToCold]) {
      await move(parts, network, isStopped).catch((error: unknown) => troubles.push(error));
    }
    await broadcastAll(parts, network);
    if (!isStopped(0)) {
      await bumpLate(parts, network);
      await broadcastAll(parts, network);
    }
  }

  return {
    async watch(own) {
      const hot = findHotAddress(parts.signer.keys, own.family);
      if (hot === undefined) return;
      await watchSends(parts, { ...own, hot, head: await own.port.readHead() });
    },
    async look() {
      await takeIn(parts);
      await holdFrozen(parts);
      await bookInside(parts);
      await refreshOwed(parts);
      const troubles: unknown[] = [];
      for (const network of parts.listNetworks()) {
        // A chain that does not answer does not hold up the others.
        await lookAt(network, troubles).catch((error: unknown) => troubles.push(error));
      }
      const fenced = troubles.find((error) => error instanceof Fenced);
      if (fenced !== undefined || troubles.length === 1) throw fenced ?? troubles[0];
      if (troubles.length > 1) throw new AggregateError(troubles, 'several parts of a look');
    },
  };
}
