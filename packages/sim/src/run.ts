// `npm run sim -- --commands N --seed S --level L0|L1 --json`, `npm run sim -- --replay FILE`;
// several `--seed S` each run so many commands, several `--replay FILE` each run again, in turn.
// Exit code 0: nothing differed; 1: something did; 64: not understood.
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Coverage } from './coverage.ts';
import { createEngineSubject } from './engine-subject.ts';
import { type Failure, lookClosely, runSeeds, type SeedsRequest } from './l0.ts';
import { shrinkFailure } from './shrink.ts';
import { readTrace, replayTrace, writeTrace } from './trace.ts';

const judging = { createSubject: createEngineSubject, dumpEvery: 200 };
const openFolder = fileURLToPath(new URL('../regressions/open', import.meta.url));

function fail(line: { check: string; seed: number; step: number; path: string }): void {
  const { check, seed, step, path } = line;
  const again = `npm run sim -- --replay ${path}`;
  process.stderr.write(`FAIL check=${check} seed=${seed} step=${step} -> ${again}\n`);
  process.exitCode = 1;
}

function replay(path: string): void {
  const trace = readTrace(path);
  const found = replayTrace(trace, lookClosely(judging));
  if (found === null) {
    process.stdout.write(`${path}: ${trace.commands.length} commands, nothing differs\n`);
    return;
  }
  process.stderr.write(`${trace.rule}\n${found.fault.detail}\n`);
  fail({ check: found.fault.check, seed: trace.seed, step: found.step, path });
}

function keep(failure: Failure): void {
  const small = shrinkFailure(failure, lookClosely(judging));
  const { check, detail } = small.fault;
  const { seed } = failure.plan.options;
  mkdirSync(openFolder, { recursive: true });
  const path = `${openFolder}/${check}-${seed}.json`;
  writeTrace(path, { rule: 'to be told', check, detail, seed, commands: small.sent });
  process.stderr.write(`${detail}\n${small.sent.length} commands left\n`);
  fail({ check, seed, step: failure.sent.length, path });
}

/** Runs of this length must have met everything listed, and most kinds of commands both ways. */
const standardCount = 100_000;

function judgeCoverage(coverage: Coverage): string[] {
  if (coverage.commandsCount < standardCount) return [];
  const missing = coverage.readMissing().map((name) => `never seen: ${name}`);
  const share = coverage.acceptedCount / coverage.commandsCount;
  const isMixed = share >= 0.3 && share <= 0.8;
  return isMixed ? missing : [...missing, `accepted share ${share.toFixed(3)}`];
}

function run(it: SeedsRequest & { readonly isJson: boolean }): void {
  const coverage = new Coverage();
  const startedAt = performance.now();
  const usedBefore = process.cpuUsage();
  const { failure, seedsCount } = runSeeds(it, { ...judging, coverage });
  const seconds = (performance.now() - startedAt) / 1000;
  const used = process.cpuUsage(usedBefore);
  const coreSeconds = (used.user + used.system) / 1_000_000;
  const { commandsCount, acceptedCount } = coverage;
  const report = {
    level: 'L0',
    seed: it.seed,
    seedsCount,
    commandsCount,
    acceptedPercent: Math.round((100 * acceptedCount) / commandsCount),
    commandsPerSecond: Math.round(commandsCount / seconds),
    commandsPerCoreSecond: Math.round(commandsCount / coreSeconds),
    check: failure?.fault.check ?? null,
    complaints: failure === null ? judgeCoverage(coverage) : [],
  };
  const counts = Object.fromEntries(coverage.counts);
  const text = it.isJson ? JSON.stringify({ ...report, counts }) : JSON.stringify(report, null, 2);
  process.stdout.write(`${text}\n`);
  if (report.complaints.length > 0) {
    process.stderr.write(`FAIL check=coverage seed=${it.seed}: ${report.complaints.join(', ')}\n`);
    process.exitCode = 1;
  }
  if (failure !== null) {
    const { options } = failure.plan;
    const reported = JSON.stringify(options, (_, value) =>
      typeof value === 'bigint' ? `${value}n` : value,
    );
    process.stderr.write(`options ${reported}\n`);
    keep(failure);
  }
}

async function runLevelOne(it: SeedsRequest & { readonly isJson: boolean }) {
  const { runL1, writeL1Trace } = await import('./l1/main.ts');
  const { failure, ...report } = await runL1({ ...it, isShrinking: true });
  const { counts: _, ...figures } = report;
  const text = it.isJson ? JSON.stringify(report) : JSON.stringify(figures, null, 2);
  process.stdout.write(`${text}\n`);
  if (report.complaints.length > 0) {
    process.stderr.write(`FAIL check=coverage seed=${it.seed}: ${report.complaints.join(', ')}\n`);
    process.exitCode = 1;
  }
  if (failure === undefined) return;
  const { check = '', detail = '' } = failure.violation ?? {};
  const { seed, actions } = failure.plan;
  mkdirSync(openFolder, { recursive: true });
  const path = `${openFolder}/l1-${check.replaceAll(' ', '-')}-${seed}.json`;
  writeL1Trace(path, failure);
  process.stderr.write(`${detail}\n${actions.length} actions left\n`);
  fail({ check, seed, step: failure.commandsCount, path });
}

async function replayLevelOne(path: string): Promise<void> {
  const { replayL1 } = await import('./l1/main.ts');
  const { plan, violation, commandsCount } = await replayL1(path);
  if (violation === undefined) {
    process.stdout.write(`${path}: ${plan.actions.length} actions, nothing is wrong\n`);
    return;
  }
  process.stderr.write(`${violation.detail}\n`);
  fail({ check: violation.check, seed: plan.seed, step: commandsCount, path });
}

async function runAllMutants(it: { seed: number; seconds: number; isJson: boolean }) {
  const { runMutants } = await import('./mutants/mutants.ts');
  const reports = await runMutants({
    seed: it.seed,
    limitMs: it.seconds * 1000,
    parallelCount: 2,
    reported: ({ name, isFound, check, seconds }) => {
      const word = isFound ? `found  ${check}` : 'MISSED';
      process.stderr.write(`${name.padEnd(42)} ${seconds.toFixed(1).padStart(6)} s  ${word}\n`);
    },
  });
  const missed = reports.filter(({ isFound }) => !isFound).map(({ name }) => name);
  const foundCount = reports.length - missed.length;
  const report = { plantedCount: reports.length, foundCount, missed, mutants: reports };
  const text = it.isJson ? JSON.stringify(report) : `${foundCount} of ${reports.length} found`;
  process.stdout.write(`${text}\n`);
  if (missed.length > 0) process.exitCode = 1;
}

function isLevelOne(path: string): boolean {
  return (JSON.parse(readFileSync(path, 'utf8')) as { level?: string }).level === 'L1';
}

const { values } = parseArgs({
  options: {
    commands: { type: 'string', default: '200000' },
    seed: { type: 'string', multiple: true },
    level: { type: 'string', default: 'L0' },
    json: { type: 'boolean', default: false },
    replay: { type: 'string', multiple: true, default: [] },
    mutants: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '180' },
  },
});
const seeds = values.seed?.map(Number) ?? [Date.now() % 2 ** 32];
const commandsCount = Number(values.commands);
const areNumbers = seeds.every(Number.isSafeInteger) && commandsCount > 0;
if (values.mutants) {
  const [seed = 0] = seeds;
  await runAllMutants({ seed, seconds: Number(values.seconds), isJson: values.json });
} else if (values.replay.length > 0) {
  for (const path of values.replay) {
    if (isLevelOne(path)) await replayLevelOne(path);
    else replay(path);
  }
} else if (!/^L[01]$/.test(values.level) || !areNumbers) {
  process.stderr.write(
    'sim: --commands N --seed S --level L0|L1 [--json], --replay FILE, --mutants\n',
  );
  process.exitCode = 64;
} else {
  for (const seed of seeds) {
    const request = { seed, commandsCount, isJson: values.json };
    if (values.level === 'L1') await runLevelOne(request);
    else run(request);
  }
}
