// What many rounds came to, as figures and as a table for people. Called by run.ts.
import type { RoundReport } from './rounds.ts';

/** Figures over all rounds. */
export function sumUp(rounds: readonly RoundReport[]) {
  return {
    killsCount: rounds.reduce((sum, round) => sum + round.killsCount, 0),
    roundsCount: rounds.length,
    failedCount: rounds.filter(({ isHeld }) => !isHeld).length,
    slowestReadyMs: Math.max(0, ...rounds.map(({ readyMs }) => readyMs)),
    slowestOwnMs: Math.max(0, ...rounds.map(({ readyMs, othersMs }) => readyMs - othersMs)),
    acknowledgedCount: Math.max(0, ...rounds.map((round) => round.acknowledgedCount)),
    unknownCount: rounds.reduce((sum, round) => sum + round.unknownCount, 0),
  };
}

/** One line for each thing that was done. */
export function showTable(rounds: readonly RoundReport[]): string {
  const names = [...new Set(rounds.map(({ what }) => what))];
  const row = (cells: readonly (string | number)[]) =>
    cells
      .map((cell, at) => (at === 0 ? String(cell).padEnd(52) : String(cell).padStart(11)))
      .join('');
  const lines = names.map((name) => {
    const own = rounds.filter(({ what }) => what === name);
    const { roundsCount, failedCount, slowestReadyMs, slowestOwnMs, unknownCount } = sumUp(own);
    return row([name, roundsCount, failedCount, slowestReadyMs, slowestOwnMs, unknownCount]);
  });
  const head = row(['done', 'rounds', 'failed', 'ready, ms', 'of its own', 'in doubt']);
  return [head, ...lines].join('\n');
}
