// The loop of deposits: read the chain to its end, then see what vanished, count what is deep
// enough, and go on with what waits. Added to custody by its process.

import { Fenced } from '../epoch.ts';
import { listHouseAddresses } from '../keys/house-addresses.ts';
import type { CustodyContext, CustodyLoop } from '../loop.ts';
import type { CustodyMoney } from '../money.ts';
import type { OpenNetwork } from '../networks.ts';
import type { ScannedNetwork } from '../scanner/own-moves.ts';
import { scanNetwork, TooDeep } from '../scanner/scan.ts';
import { reconcile, type ReadOutTerms, type ReconcileParts } from '../reconcile/reconcile.ts';
import { compareTotals } from '../reconcile/totals.ts';
import { countDeposits } from './count.ts';
import { goOnMoving, screenAgain, watchCounted } from './go-on.ts';
import { screenNothing, type ScreenDeposit, type Screening } from './screening.ts';

const LOOK_EVERY_MS = 1_000;

/** What deposits stand on beside the context of all loops. */
export interface DepositLoopParts {
  readonly money: CustodyMoney;
  readonly screenDeposit?: ScreenDeposit;
  readonly beginScreening?: Screening['begin'];
  /** Terms of payments in the comparison with the chain. */
  readonly readOutTerms?: ReadOutTerms;
  /** Looks at payments under way before each comparison. */
  readonly watchOut?: ReconcileParts['watchOut'];
}

/** One look at a network. */
export async function lookAtDeposits(
  parts: ReconcileParts,
  network: ScannedNetwork,
): Promise<void> {
  let end: Awaited<ReturnType<typeof scanNetwork>>;
  try {
    end = await scanNetwork(parts, network);
  } catch (error) {
    if (error instanceof TooDeep) await halt(parts, network, 'reorganised_too_deep');
    throw error;
  }
  if (end === undefined) return;
  await watchCounted(parts, network);
  await screenAgain(parts, network);
  await countDeposits(parts, network);
  await goOnMoving(parts, network);
  await parts.watchOut?.(network);
  await reconcile(parts, network, end);
  await compareTotals(parts, network);
}

async function halt(parts: ReconcileParts, network: OpenNetwork, reason: string): Promise<void> {
  await parts.fence.write((session) =>
    session.execute(
      `UPDATE networks SET state = 'halted', halt_reason = $2
       WHERE network_id = $1 AND state <> 'halted'`,
      [network.networkId, reason],
    ),
  );
}

/** Make the loop. */
export function createDepositLoop(
  context: CustodyContext,
  { screenDeposit = screenNothing, ...own }: DepositLoopParts,
): CustodyLoop {
  const { database, fence, signer, readNowMs, report } = context;
  const parts: ReconcileParts = { database, fence, readNowMs, report, screenDeposit, ...own };
  return {
    name: 'deposits',
    everyMs: LOOK_EVERY_MS,
    look: async () => {
      for (const network of context.listNetworks()) {
        const house = listHouseAddresses(signer.keys, network.family);
        // A chain that does not answer holds up no other one.
        await lookAtDeposits(parts, { ...network, house }).catch((error: unknown) => {
          if (error instanceof Fenced) throw error;
          report(error);
        });
      }
    },
  };
}
