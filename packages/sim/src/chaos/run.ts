// `npm run chaos -- --kills N --json`, `--seconds-away 60`, `--ready-within 15`, `--progress
// FILE`, `--limit-seconds N`, `--short`: the real product, really killed. With a progress file
// what is done is written down after each round, so that it can be stopped and goes on, on the
// same sources.
// Exit code 0: everything held after every round; 1: something did not; 64: not understood.
import { parseArgs } from 'node:util';
import { Progress, readProgress } from '../progress.ts';
import { runFullDatabase } from './full-database.ts';
import { runFixtureCases } from './fixture-cases.ts';
import { Product } from './product.ts';
import {
  Chaos,
  deafen,
  freeze,
  kills,
  longExtent,
  rebuild,
  restart,
  type RoundReport,
  shortExtent,
  type Strike,
} from './rounds.ts';
import { showTable, sumUp } from './table.ts';

interface Request {
  readonly killsCount: number;
  readonly killsDone: number;
  readonly isShort: boolean;
  readonly awaySeconds: number;
  readonly readyWithinMs: number;
  readonly endMs: number;
  readonly reported: (report: RoundReport) => void;
}

/** What is left to do: all ways in turn, and a stop in order before each turn. */
function listStrikes(chaos: Chaos, request: Request): Strike[] {
  const { killsCount, killsDone, isShort, awaySeconds } = request;
  const strikes: Strike[] = [];
  for (let count = killsDone; count < killsCount; count += 1) {
    const place = count % kills.length;
    // One more start of everything is left to the long form; tools/start.test.ts stops one as well.
    if (place === 0 && !isShort) strikes.push(restart);
    strikes.push(kills[place] as Strike);
  }
  strikes.push(freeze(awaySeconds * 1000), deafen(chaos, isShort), rebuild);
  return strikes;
}

/** @returns whether all of it was done before time was over. */
async function runProduct(request: Request): Promise<boolean> {
  const { readyWithinMs, endMs, reported } = request;
  const product = await Product.open();
  try {
    const chaos = await Chaos.open(product, request.isShort ? shortExtent : longExtent);
    let isDone = true;
    for (const strike of listStrikes(chaos, request)) {
      isDone = performance.now() < endMs;
      if (!isDone) break;
      reported(await chaos.runRound(strike, readyWithinMs));
    }
    const { isSound, what } = await chaos.verify();
    const none = { readyMs: 0, othersMs: 0, killsCount: 0 };
    const figures = { ...none, acknowledgedCount: 0, unknownCount: 0 };
    const trouble = isSound ? '' : what;
    reported({ what: 'journal of the product', isHeld: isSound, trouble, ...figures });
    const unseen = (await chaos.listUnseenLies()).join('; ');
    reported({
      what: 'planted lies of rows are seen',
      isHeld: unseen === '',
      trouble: unseen,
      ...figures,
    });
    chaos.close();
    return isDone;
  } finally {
    await product.stop();
  }
}

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    'seconds-away': { type: 'string', default: '60' },
    'ready-within': { type: 'string', default: '15' },
    'limit-seconds': { type: 'string', default: '0' },
    progress: { type: 'string', default: '' },
    short: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

function print(report: RoundReport): void {
  const { what, isHeld, readyMs, othersMs, acknowledgedCount, unknownCount, trouble } = report;
  const word = isHeld ? 'held' : `FAILED: ${trouble}`;
  const counts = `${acknowledgedCount} acknowledged, ${unknownCount} unknown`;
  const underWay = `${report.underWayCount ?? 0} orders under way`;
  const figures = `ready ${readyMs} ms, others ${othersMs} ms, ${counts}, ${underWay}`;
  process.stderr.write(`${what.padEnd(52)} ${word} (${figures})\n`);
}

async function main(): Promise<void> {
  const killsCount = Number(values.kills);
  const awaySeconds = Number(values['seconds-away']);
  const limitSeconds = Number(values['limit-seconds']);
  if (!Number.isSafeInteger(killsCount) || killsCount < 0 || !(awaySeconds > 0)) {
    process.stderr.write(
      'chaos: --kills N [--seconds-away S] [--ready-within S] [--progress FILE] ' +
        '[--limit-seconds N] [--short] [--json]\n',
    );
    process.exitCode = 64;
    return;
  }
  const progress = new Progress<{ rounds: RoundReport[] }>(values.progress);
  const rounds = readProgress(progress)?.rounds ?? [];
  const reported = (report: RoundReport) => {
    rounds.push(report);
    progress.keep({ rounds });
    print(report);
  };
  const readyWithinMs = Number(values['ready-within']) * 1000;
  const endMs = limitSeconds > 0 ? performance.now() + limitSeconds * 1_000 : Infinity;
  const killsDone = rounds.reduce((sum, round) => sum + round.killsCount, 0);
  const isShort = values.short;
  const request = { killsCount, killsDone, isShort, awaySeconds, readyWithinMs, endMs, reported };
  const isDone = await runProduct(request);
  if (isDone) await runFixtureCases(isShort, reported);
  if (isDone && !values.short) await runFullDatabase({ timesCount: 2, readyWithinMs, reported });
  const report = { isDone, ...sumUp(rounds) };
  process.stderr.write(`${showTable(rounds)}\n`);
  process.stdout.write(`${JSON.stringify(values.json ? { ...report, rounds } : report)}\n`);
  if (report.failedCount > 0) process.exitCode = 1;
}

await main();
