// Processor time of this process and of all that it has started, ended or not. Linux only.
// Used for the report of a test run: by tools/testing/each-file.ts and keeper.ts.
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;
/** Of /proc/N/stat behind the name: parent; user and system time, then those of ended children. */
const PARENT = 1;
const TIMES = [11, 12, 13, 14] as const;

interface Times {
  readonly parentPid: number;
  readonly ticks: number;
}

function readTimes(pid: number | 'self'): Times | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = TIMES.reduce((sum, at) => sum + Number(fields[at]), 0);
    return { parentPid: Number(fields[PARENT]), ticks };
  } catch {
    // It ended a moment ago; its parent has its time.
    return undefined;
  }
}

/** Seconds of processor time that this process and its descendants have used so far. */
export function readProcessorSeconds(): number {
  const childrenByPid = new Map<number, number[]>();
  const ticksByPid = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const times = Number.isInteger(pid) ? readTimes(pid) : undefined;
    if (times === undefined) continue;
    ticksByPid.set(pid, times.ticks);
    const siblings = childrenByPid.get(times.parentPid);
    if (siblings === undefined) childrenByPid.set(times.parentPid, [pid]);
    else siblings.push(pid);
  }
  const sum = (pid: number): number =>
    (childrenByPid.get(pid) ?? []).reduce(
      (total, child) => total + sum(child),
      ticksByPid.get(pid) ?? 0,
    );
  return sum(process.pid) / TICKS_PER_SECOND;
}
