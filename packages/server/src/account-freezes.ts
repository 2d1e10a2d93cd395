// Freezes an account: the row first, so that nothing comes in any more, then sign-ins and keys end,
// then (if it was asked for) open orders are taken back. Asked for by the person himself
// (products/account) and by operators (products/office); thawing is a request of two.
import { CommandKind, EventKind, type OwnerId, Source } from '@isobath/core';
import type { FreezeCause } from '@isobath/wire';
import type { Database, Session } from './base/db/index.ts';
import type { ApiKeys } from './base/keys/index.ts';
import type { Freezes } from './base/locks/index.ts';
import { refuse } from './base/product/index.ts';
import type { Sessions } from './base/sessions/index.ts';
import type { EdgeModules } from './edge-modules.ts';

/** What freezing stands on. */
export interface FreezingParts {
  readonly database: Database;
  readonly freezes: Freezes;
  readonly sessions: Sessions;
  readonly keys: ApiKeys;
  readonly modules: Pick<EdgeModules, 'accounts' | 'commandClient'>;
}

/** What is asked for. */
export interface FreezeRequest {
  readonly ownerId: number;
  readonly cause: FreezeCause;
  readonly cancelsOrders: boolean;
}

/** Freezes accounts. */
export interface Freezing {
  /**
   * Freeze.
   *
   * @param record - writes what belongs to it, in the same transaction.
   * @returns how many orders were taken back.
   * @throws account_in_use for one that is closed for good; halted and the like when orders could
   *   not be taken back: the account is frozen then.
   */
  freeze(
    request: FreezeRequest,
    record?: (work: (session: Session) => Promise<void>) => Promise<void>,
  ): Promise<{ canceledCount: number }>;
}

/** Make it. */
export function createFreezing(parts: FreezingParts): Freezing {
  const { database, freezes, sessions, keys, modules } = parts;

  async function cancelOrders(ownerId: number): Promise<number> {
    const accountId = modules.accounts.readSpotAccount(ownerId);
    if (accountId === undefined) return 0;
    const { events } = await modules.commandClient.send(
      { kind: CommandKind.cancelAllOrders, accountId, instrumentId: 0 },
      {
        caller: { ownerId: ownerId as OwnerId, sessionId: 0 },
        idempotencyKey: '',
        source: Source.web,
      },
    );
    return events.filter(({ kind }) => kind === EventKind.orderClosed).length;
  }

  return {
    async freeze({ ownerId, cause, cancelsOrders }, record) {
      const atMs = Date.now();
      const write = async (session: Session) => {
        if (!(await freezes.write(session, { ownerId, cause, atMs })))
          throw refuse('account_in_use');
      };
      await (record === undefined ? database.transaction(write) : record(write));
      await freezes.load();
      await sessions.endOthers(ownerId, 0);
      // Of somebody who froze it himself the keys are over: they may be why he did.
      if (cause === 'own' || cause === 'erased') await keys.revokeAll(ownerId);
      else await keys.hang(ownerId);
      return { canceledCount: cancelsOrders ? await cancelOrders(ownerId) : 0 };
    },
  };
}
