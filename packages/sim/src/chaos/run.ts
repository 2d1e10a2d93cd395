// `npm run chaos -- --kills N --json [--seconds-away 60]`: the real product, really killed.
// Exit code 0: everything held after every round; 1: something did not; 64: not understood.
import { parseArgs } from 'node:util';
import { runHouseCases } from './house-cases.ts';
import { Chaos, freeze, kills, readers, type RoundReport } from './rounds.ts';

interface Wish {
  readonly killsCount: number;
  readonly awaySeconds: number;
  readonly told: (report: RoundReport) => void;
}

async function runProduct({ killsCount, awaySeconds, told }: Wish): Promise<void> {
  const chaos = await Chaos.open();
  try {
    for (let count = 0; count < killsCount; count += 1) {
      const strike = kills[count % kills.length];
      if (strike !== undefined) told(await chaos.runRound(strike));
    }
    told(await chaos.runRound(freeze(awaySeconds * 1000)));
    told(await chaos.runRound(readers));
    const { isSound, what } = await chaos.verify();
    const figures = { readyMs: 0, acknowledgedCount: 0, unknownCount: 0, killsCount: 0 };
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
      json: { type: 'boolean', default: false },
    },
  });
  const killsCount = Number(values.kills);
  const awaySeconds = Number(values['seconds-away']);
  if (!Number.isSafeInteger(killsCount) || killsCount < 0 || !(awaySeconds > 0)) {
    process.stderr.write('chaos: --kills N [--seconds-away S] [--json]\n');
    process.exitCode = 64;
    return;
  }
  const rounds: RoundReport[] = [];
  const told = (report: RoundReport) => {
    rounds.push(report);
    const { what, isHeld, readyMs, acknowledgedCount, unknownCount, trouble } = report;
    const word = isHeld ? 'held' : `FAILED: ${trouble}`;
    const figures = `ready ${readyMs} ms, ${acknowledgedCount} acknowledged, ${unknownCount} unknown`;
    process.stderr.write(`${what.padEnd(52)} ${word} (${figures})\n`);
  };
  await runProduct({ killsCount, awaySeconds, told });
  await runHouseCases(told);
  const failed = rounds.filter(({ isHeld }) => !isHeld);
  const report = {
    killsCount: rounds.reduce((sum, round) => sum + round.killsCount, 0),
    roundsCount: rounds.length,
    failedCount: failed.length,
    slowestReadyMs: Math.max(...rounds.map((round) => round.readyMs)),
    acknowledgedCount: Math.max(...rounds.map((round) => round.acknowledgedCount)),
    rounds,
  };
  const { rounds: _, ...figures } = report;
  process.stdout.write(`${values.json ? JSON.stringify(report) : JSON.stringify(figures)}\n`);
  if (failed.length > 0) process.exitCode = 1;
}

await main();
