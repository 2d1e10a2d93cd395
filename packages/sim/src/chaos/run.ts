// `npm run chaos -- --kills N --json`, `--seconds-away 60`, `--ready-within 15`: the real product,
// really killed.
// Exit code 0: everything held after every round; 1: something did not; 64: not understood.
import { parseArgs } from 'node:util';
import { runHouseCases } from './house-cases.ts';
import { Chaos, freeze, kills, readers, type RoundReport } from './rounds.ts';

interface Wish {
  readonly killsCount: number;
  readonly awaySeconds: number;
  readonly readyWithinMs: number;
  readonly told: (report: RoundReport) => void;
}

async function runProduct({ killsCount, awaySeconds, readyWithinMs, told }: Wish): Promise<void> {
  const chaos = await Chaos.open();
  try {
    for (let count = 0; count < killsCount; count += 1) {
      const strike = kills[count % kills.length];
      if (strike !== undefined) told(await chaos.runRound(strike, readyWithinMs));
    }
    told(await chaos.runRound(freeze(awaySeconds * 1000), readyWithinMs));
    told(await chaos.runRound(readers, readyWithinMs));
    const { isSound, what } = await chaos.verify();
    const none = { readyMs: 0, othersMs: 0, killsCount: 0 };
    const figures = { ...none, acknowledgedCount: 0, unknownCount: 0 };
    const trouble = isSound ? '' : what;
    told({ what: 'journal of the product', isHeld: isSound, trouble, ...figures });
  } finally {
    await chaos.close();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '20' },
      'seconds-away': { type: 'string', default: '60' },
      'ready-within': { type: 'string', default: '15' },
      json: { type: 'boolean', default: false },
    },
  });
  const killsCount = Number(values.kills);
  const awaySeconds = Number(values['seconds-away']);
  if (!Number.isSafeInteger(killsCount) || killsCount < 0 || !(awaySeconds > 0)) {
    process.stderr.write('chaos: --kills N [--seconds-away S] [--ready-within S] [--json]\n');
    process.exitCode = 64;
    return;
  }
  const rounds: RoundReport[] = [];
  const told = (report: RoundReport) => {
    rounds.push(report);
    const { what, isHeld, readyMs, othersMs, acknowledgedCount, unknownCount, trouble } = report;
    const word = isHeld ? 'held' : `FAILED: ${trouble}`;
    const counts = `${acknowledgedCount} acknowledged, ${unknownCount} unknown`;
    const figures = `ready ${readyMs} ms, others ${othersMs} ms, ${counts}`;
    process.stderr.write(`${what.padEnd(52)} ${word} (${figures})\n`);
  };
  const readyWithinMs = Number(values['ready-within']) * 1000;
  await runProduct({ killsCount, awaySeconds, readyWithinMs, told });
  await runHouseCases(told);
  const failed = rounds.filter(({ isHeld }) => !isHeld);
  const report = {
    killsCount: rounds.reduce((sum, round) => sum + round.killsCount, 0),
    roundsCount: rounds.length,
    failedCount: failed.length,
    slowestReadyMs: Math.max(...rounds.map((round) => round.readyMs)),
    slowestOwnMs: Math.max(...rounds.map(({ readyMs, othersMs }) => readyMs - othersMs)),
    acknowledgedCount: Math.max(...rounds.map((round) => round.acknowledgedCount)),
    rounds,
  };
  const { rounds: _, ...figures } = report;
  process.stdout.write(`${values.json ? JSON.stringify(report) : JSON.stringify(figures)}\n`);
  if (failed.length > 0) process.exitCode = 1;
}

await main();
