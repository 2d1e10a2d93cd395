// Freezes an account: the row first, so that nothing comes in any more, then sign-ins and keys end,
// then (if it was asked for) open orders are taken back. Asked for by a person and by operators;
// thawing is a request of two. Made by the edge's process.
import { CommandKind, EventKind, type OwnerId, Source } from '@isobath/core';
import type { FreezeCause } from '@isobath/wire';
import type { AccountDirectory } from '../accounts/index.ts';
import type { CommandClient } from '../commands/index.ts';
import type { Database, Session } from '../db/index.ts';
import { refuse } from '../product/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { Freezes } from './freezes.ts';

/** What freezing stands on. */
export interface FreezingParts {
  readonly database: Database;
  readonly freezes: Freezes;
  readonly sessions: Sessions;
  /** Keys of programs: over for good, or until the account is thawed. */
  readonly keys: Record<'revokeAll' | 'hang', (ownerId: number) => Promise<unknown>>;
  readonly accounts: AccountDirectory;
  readonly commandClient: CommandClient;
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
  const { database, freezes, sessions, keys, accounts, commandClient } = parts;

  async function cancelOrders(ownerId: number): Promise<number> {
    const accountId = accounts.readSpotAccount(ownerId);
    if (accountId === undefined) return 0;
    const { events } = await commandClient.send(
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
      // Of somebody who froze it themselves the keys are over: they may be why they did.
      if (cause === 'own' || cause === 'erased') await keys.revokeAll(ownerId);
      else await keys.hang(ownerId);
      return { canceledCount: cancelsOrders ? await cancelOrders(ownerId) : 0 };
    },
  };
}
