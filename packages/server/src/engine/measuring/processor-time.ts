// What each part of a measured run has had of the processors, as the kernel counts it, so that a
// figure of a busy machine still says where the time goes. Linux only; it measures no wall clock.
// Used by durable.ts.
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** Parts of a run; `helpers` are Node's own threads: its compiler, its collector, its files. */
export type Part = 'writer' | 'helpers' | 'packing' | 'database' | 'projector';

/** Milliseconds by part. */
export type ProcessorTimes = Readonly<Record<Part, number>>;

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Numbers of this process and all its descendants. */
function listFamily(): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readText(`/proc/${name}/stat`) : '';
    if (stat === '') continue;
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const family = [process.pid];
  for (const pid of family) family.push(...(children.get(pid) ?? []));
  return family;
}

function namePart(pid: number, thread: number): Part {
  if (pid !== process.pid) {
    return readText(`/proc/${pid}/cmdline`).startsWith('postgres') ? 'database' : 'projector';
  }
  if (thread === pid) return 'writer';
  const name = readText(`/proc/${pid}/task/${thread}/comm`).trim();
  return name === 'WorkerThread' ? 'packing' : 'helpers';
}

/** Read what this process and everything it started have had so far. */
export function readProcessorTimes(): ProcessorTimes {
  const times = { writer: 0, helpers: 0, packing: 0, database: 0, projector: 0 };
  for (const pid of listFamily()) {
    const tasks = `/proc/${pid}/task`;
    for (const thread of readText(`/proc/${pid}/stat`) === '' ? [] : readdirSync(tasks)) {
      const nanoseconds = Number(readText(`${tasks}/${thread}/schedstat`).split(' ')[0]);
      times[namePart(pid, Number(thread))] += nanoseconds / 1e6;
    }
  }
  return times;
}

/** Microseconds a command that each part has had between two readings. */
export function shareTimes(
  from: ProcessorTimes,
  to: ProcessorTimes,
  count: number,
): ProcessorTimes {
  const share = (part: Part): number => ((to[part] - from[part]) * 1000) / count;
  return {
    writer: share('writer'),
    helpers: share('helpers'),
    packing: share('packing'),
    database: share('database'),
    projector: share('projector'),
  };
}
