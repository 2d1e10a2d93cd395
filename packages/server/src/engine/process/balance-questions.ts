// What other processes ask about money: balances and totals as of the last committed step. It names
// no coin and changes nothing. Answered on the engine's socket.
import { showAmounts } from '../operator.ts';
import type { RunningEngine } from './engine.ts';
import type { EngineQuestion } from './socket-server.ts';

/** A look at so many accounts takes a few milliseconds, in which no order is taken. */
const TOTAL_ACCOUNTS_MAX = 200_000;

/** The questions about balances. */
export function listBalanceQuestions(engine: RunningEngine): Record<string, EngineQuestion> {
  return {
    balances: ({ accountId }) =>
      engine.readCommitted((core, sequence) => ({
        sequence,
        balances: core.readBalances(Number(accountId)).map((balance) => showAmounts(balance)),
      })),
    total: ({ assetId }) =>
      engine.readCommitted((core) => {
        const units = core.readTotal(Number(assetId), TOTAL_ACCOUNTS_MAX);
        return { isKnown: units !== undefined, units: String(units ?? 0n) };
      }),
    'some-balances': ({ requested }) =>
      engine.readCommitted((core, sequence) => ({
        sequence,
        balances: (requested as { accountId: number; assetIds: number[] }[]).map(
          ({ accountId, assetIds }) =>
            core.readBalances(accountId, assetIds).map((balance) => showAmounts(balance)),
        ),
      })),
  };
}
