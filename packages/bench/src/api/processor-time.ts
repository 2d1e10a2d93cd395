// What each part of a running product, and the bench itself, has had of the processors, as the
// kernel counts it. Linux only. It measures no wall clock. Called by bench-api.ts.
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** Milliseconds by part, such as `edge` or `engine, its log`. */
export type ProcessorTimes = ReadonlyMap<string, number>;

/** The kernel tells those times in hundredths of a second, whatever its own clock does. */
const MS_PER_TICK = 10;

const PARTS: readonly (readonly [RegExp, string])[] = [
  [/^isobath-(\w+)/, '$1'],
  [/postgres/, 'database'],
  [/bare\.ts/, 'bare handler'],
  [/crowd\.ts/, 'readers'],
];

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Threads of a process; none when it has ended a moment ago, as sessions of the database do. */
function listThreads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Numbers of a process and all its descendants. */
function listFamily(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readText(`/proc/${name}/stat`) : '';
    if (stat === '') continue;
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const family = [root];
  for (const pid of family) family.push(...(children.get(pid) ?? []));
  return family;
}

function namePart(pid: number): string {
  if (pid === process.pid) return 'bots';
  const command = readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
  const found = PARTS.find(([pattern]) => pattern.test(command));
  if (found === undefined) return 'others';
  const [pattern, name] = found;
  return name.replace('$1', pattern.exec(command)?.[1] ?? '');
}

/** A thread of Node beside the main one: work of ours, or compiler and collector. */
function nameThread(part: string, path: string): string {
  const thread = readText(`${path}/comm`).trim();
  if (thread === 'WorkerThread') return `${part}, worker`;
  return /^(node-V8Worker|DelayedTask|libuv-worker)/.test(thread)
    ? `${part}, helpers of Node`
    : part;
}

/** What the children of a process had that have ended, such as a cleaner of the database. */
function readEndedMs(pid: number, stat: string): number {
  // The bench's own have been whole products, of rounds before.
  if (pid === process.pid) return 0;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * MS_PER_TICK;
}

/** Read what this process and everything it started have had so far. */
export function readProcessorTimes(): ProcessorTimes {
  const times = new Map<string, number>();
  const add = (name: string, ms: number) => times.set(name, (times.get(name) ?? 0) + ms);
  for (const pid of listFamily(process.pid)) {
    const part = namePart(pid);
    const stat = readText(`/proc/${pid}/stat`);
    if (stat === '') continue;
    for (const thread of listThreads(pid)) {
      const path = `/proc/${pid}/task/${thread}`;
      const nanoseconds = Number(readText(`${path}/schedstat`).split(' ')[0]);
      add(nameThread(part, path), nanoseconds / 1e6);
    }
    add(part, readEndedMs(pid, stat));
  }
  return times;
}

/** Microseconds a call by part, the dearest first; parts below a tenth are left out. */
export function shareTimes(
  from: ProcessorTimes,
  to: ProcessorTimes,
  callsCount: number,
): Record<string, number> {
  const shares = [...to].map(([name, ms]): [string, number] => {
    const spentUs = ((ms - (from.get(name) ?? 0)) * 1_000) / callsCount;
    return [name, Math.round(spentUs * 10) / 10];
  });
  const reported = shares.filter(([, us]) => us >= 0.1).sort(([, one], [, two]) => two - one);
  const sum = reported.reduce((all, [, us]) => all + us, 0);
  return { all: Math.round(sum * 10) / 10, ...Object.fromEntries(reported) };
}
