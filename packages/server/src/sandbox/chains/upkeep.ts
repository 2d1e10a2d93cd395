// What local chains do beside making blocks of what waits: they give the exchange's wallets their
// float once, and make blocks as long as a deposit or a
// payment waits for confirmations.
// Called by run.ts.

import type { Database } from '../../base/db/index.ts';
import type { Keeper } from './keeper.ts';

const LOOK_EVERY_MS = 1_000;

/** A local chain as its upkeep sees it. */
export interface KeptChain {
  readonly networkId: number;
  readonly keeper: Pick<Keeper, 'expectHeight'>;
  /** @returns whether there was somebody to send to. */
  readonly giveFloat: () => Promise<boolean>;
}

/** What the upkeep stands on. */
export interface UpkeepParts {
  readonly database: Database;
  readonly chains: readonly KeptChain[];
  readonly report: (text: string, error?: unknown) => void;
}

/** How high a chain must be so that all that waits counts. */
const WAITING = `
  SELECT network_id, max(height) AS height FROM (
    SELECT network_id, height + needed - 1 AS height FROM deposits
    WHERE status = 1 AND block_hash IS NOT NULL
    UNION ALL
    SELECT network_id, height + needed - 1 FROM chain_sends JOIN networks USING (network_id)
    WHERE chain_sends.state = 'mined') AS waiting
  GROUP BY network_id`;

/** Begin. @returns ends it, when the look under way is over. */
export function startUpkeep({ database, chains, report }: UpkeepParts): () => Promise<void> {
  const isGiven = new Set<number>();
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    for (const { networkId, giveFloat } of chains) {
      if (!isGiven.has(networkId) && (await giveFloat())) isGiven.add(networkId);
    }
    const waiting = await database.query<{ network_id: number; height: number }>(WAITING);
    for (const { network_id: networkId, height } of waiting) {
      chains.find((one) => one.networkId === networkId)?.keeper.expectHeight(height);
    }
  }
  let looking = Promise.resolve();
  function lookOn(): void {
    looking = look()
      .catch((error: unknown) => {
        if (!isStopped) report('the upkeep of local chains failed', error);
      })
      .then(() => {
        if (!isStopped) timer = setTimeout(lookOn, LOOK_EVERY_MS);
      });
  }
  lookOn();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await looking;
  };
}
