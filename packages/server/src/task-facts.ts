// What an account shows of a newcomer's tasks: since when each is done. Reads the rows of several
// rooms; decides nothing. Handed to the tasks by the edge's process (inbox-rooms.ts).
import { TransferReason } from '@isobath/core';
import type { Database } from './base/db/index.ts';
import type { AccountParts } from './products/account/index.ts';
import type { TaskFacts } from './products/inbox/index.ts';

/** Money that comes from outside: paid in, or given by the house. */
const RECEIVED = [TransferReason.deposit, TransferReason.promotion];

/** Make the reader. */
export function createTaskFacts(
  database: Database,
  { users, passkeys, readNowMs }: Pick<AccountParts, 'users' | 'passkeys' | 'readNowMs'>,
): (ownerId: number) => Promise<TaskFacts> {
  return async (ownerId) => {
    const [user, keys, moves, fills] = await Promise.all([
      users.read(ownerId),
      passkeys.list(ownerId),
      database.query<{ at_ms: number }>(
        `SELECT at_ms FROM balance_moves
         WHERE owner_id = $1 AND reason = ANY ($2) AND change_units > 0 ORDER BY move_id LIMIT 1`,
        [ownerId, RECEIVED],
      ),
      database.query<{ at_ms: number }>(
        'SELECT at_ms FROM spot_fills WHERE owner_id = $1 ORDER BY fill_id LIMIT 1',
        [ownerId],
      ),
    ]);
    const firstKeyMs = Math.min(...keys.map(({ createdAt }) => createdAt));
    const factorMs = user?.totpSecret == null ? 0 : readNowMs();
    return {
      // An account is only made once its address was proved by a code.
      email: user?.createdAtMs ?? 0,
      secondFactor: keys.length > 0 ? firstKeyMs : factorMs,
      money: moves[0]?.at_ms ?? 0,
      trade: fills[0]?.at_ms ?? 0,
    };
  };
}
