// One planted bug in a program of its own: runs seeds until something is wrong or time is over, or
// the kept run that the bug names.
// The last line says what found it. Started by mutants.ts.
import { locateKeptRun, plantBug, readBug } from './planted-bug.ts';

const [name = '', seedText, limitText] = process.argv.slice(2);
const none = /^none (L[01])$/.exec(name)?.[1];
const bug = none === undefined ? readBug(name) : undefined;
const level = none ?? bug?.level;
if (bug !== undefined) plantBug(bug);
const keptRun = bug && locateKeptRun(bug);
const seed = Number(seedText);
/** Of processor time: a busy machine must not look like a blind one. */
const limitCoreMs = Number(limitText);

function isOver(): boolean {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 >= limitCoreMs;
}

async function search(): Promise<string | null> {
  if (level === 'L1') {
    const { replayL1, runL1 } = await import('../l1/main.ts');
    if (keptRun !== undefined) return (await replayL1(keptRun)).violation?.check ?? null;
    const request = {
      seed,
      commandsCount: Infinity,
      isShrinking: false,
      isQuiet: true,
      limitCoreMs,
    };
    return (await runL1(request)).check;
  }
  const { createEngineSubject } = await import('../engine-subject.ts');
  const { runPlan, stepsPerRun } = await import('../l0.ts');
  const { drawPlan } = await import('../workload.ts');
  for (let at = seed; !isOver(); at += 1) {
    const judging = { createSubject: createEngineSubject, dumpEvery: 200 };
    const failure = runPlan(drawPlan(at >>> 0, stepsPerRun), judging);
    if (failure !== null) return failure.fault.check;
  }
  return null;
}

process.stdout.write(`${JSON.stringify({ check: await search() })}\n`);
