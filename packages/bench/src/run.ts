// `npm run bench -- NAME`: one measured question a name. Not here: the questions.
// Called by a person or by CI; exits with 1 when a level is missed.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { benchCore, showReport } from './core/bench-core.ts';

const usage = `npm run bench -- core [--json] [--rounds N] [--users N --assets N]`;

function runCore(args: string[]): boolean {
  const { values } = parseArgs({
    args,
    options: {
      json: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '5' },
      users: { type: 'string', default: '0' },
      assets: { type: 'string', default: '40' },
    },
  });
  const [rounds, users, assets] = [values.rounds, values.users, values.assets].map(Number);
  const report = benchCore({ rounds, users, assets }, (line) => process.stderr.write(`${line}\n`));
  console.log(values.json ? JSON.stringify(report) : showReport(report));
  return report.figures.every(({ isMet }) => isMet !== false);
}

const benches: Readonly<Record<string, (args: string[]) => boolean | Promise<boolean>>> = {
  core: runCore,
};

const [name = '', ...rest] = process.argv.slice(2);
const bench = benches[name];
if (bench === undefined) {
  console.error(usage);
  process.exitCode = 64;
} else if (!(await bench(rest))) process.exitCode = 1;
