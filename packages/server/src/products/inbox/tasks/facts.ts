// What an account shows of a newcomer's tasks: since when each is done. Decides nothing. Asked by
// tasks.ts.
import type { PlatformPeople, PlatformTrades } from '../../../base/modules/index.ts';
import type { TaskFacts } from './tasks.ts';

/** What the facts are read from. */
export interface TaskFactParts {
  readonly people: Pick<PlatformPeople, 'users' | 'passkeys'>;
  readonly trades: Pick<PlatformTrades, 'readFirsts'>;
  readonly readNowMs: () => number;
}

/** Make the reader. */
export function createTaskFacts({
  people,
  trades,
  readNowMs,
}: TaskFactParts): (ownerId: number) => Promise<TaskFacts> {
  return async (ownerId) => {
    const [user, keys, { moneyMs, tradeMs }] = await Promise.all([
      people.users.read(ownerId),
      people.passkeys.list(ownerId),
      trades.readFirsts(ownerId),
    ]);
    const firstKeyMs = Math.min(...keys.map(({ createdAt }) => createdAt));
    const factorMs = user?.totpSecret == null ? 0 : readNowMs();
    return {
      // An account is only made once its address was proved by a code.
      email: user?.createdAtMs ?? 0,
      secondFactor: keys.length > 0 ? firstKeyMs : factorMs,
      money: moneyMs,
      trade: tradeMs,
    };
  };
}
