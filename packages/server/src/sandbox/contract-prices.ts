// The prices of indexes in a sandbox: their one source is the reference that the makers follow, not
// the spot trades, which people can move. While the reference is late or away nothing new is told,
// and the indexes freeze. Run by sandbox-process.ts.
import type { OwnerId } from '@isobath/core';
import type { CommandClient } from '../base/commands/index.ts';
import type { Database } from '../base/db/index.ts';
import { createPriceLoop, type PriceLoop } from '../base/prices/index.ts';
import { SANDBOX_SOURCE } from './contract-seed.ts';
import type { LiveReference } from './liquidity.ts';
import { OperatorAccountOwner } from './operator-account.ts';

/** What the prices stand on. */
export interface SandboxPriceParts {
  readonly database: Database;
  readonly commandClient: CommandClient;
  readonly reference: Pick<LiveReference, 'read' | 'readState'>;
  readonly report: (error: unknown) => void;
  readonly readNowMs?: () => number;
}

/** Make the price steps of a sandbox; they wait for `start`. */
export function createSandboxPrices(parts: SandboxPriceParts): PriceLoop {
  const { reference, readNowMs = Date.now, ...rest } = parts;
  const told = new Map<number, { readonly price: number; readonly toldAtMs: number }>();
  return createPriceLoop({
    ...rest,
    readNowMs,
    ownerId: OperatorAccountOwner.operatorAccount as OwnerId,
    isSandbox: true,
    readTold(source, { indexId, base, quote }, nowMs) {
      if (source !== SANDBOX_SOURCE) return undefined;
      const price = reference.readState(nowMs) === 'live' && reference.read(base, quote, nowMs);
      if (price) told.set(indexId, { price, toldAtMs: nowMs });
      return told.get(indexId);
    },
  });
}
