// How long this machine's processors worked for others while the product was coming back: a start
// that waits its turn behind strangers is not a slow start. Read from /proc. Used by rounds.ts
// and by tests of starts.
import { readFileSync } from 'node:fs';

const SAMPLE_MS = 100;
/** The kernel counts processor time in hundredths of a second. */
const MS_PER_TICK = 10;

/** Milliseconds that each of all processors was at work, summed, and how many there are. */
function readMachine(): { busyMs: number; processorsCount: number } {
  const lines = readFileSync('/proc/stat', 'utf8').split('\n');
  // user, nice, system, idle, waiting, interrupts, soft ones, stolen; guests are in the first two.
  const fields = (lines[0] ?? '').split(/\s+/).slice(1, 9).map(Number);
  const ticks = fields.reduce((sum, one, at) => (at === 3 || at === 4 ? sum : sum + one), 0);
  const processorsCount = lines.filter((line) => /^cpu\d/.test(line)).length;
  return { busyMs: ticks * MS_PER_TICK, processorsCount: Math.max(1, processorsCount) };
}

/** Processor time of a process, 0 when it is gone. */
function readProcessMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  } catch {
    return 0;
  }
}

/** A measurement under way. */
export interface OthersTime {
  /** End it. @returns milliseconds of the whole machine that others had, at most those passed. */
  stop(): number;
}

/**
 * Begin to measure.
 *
 * @param listOwn - processes of the product as they are now.
 */
export function measureOthers(listOwn: () => readonly number[]): OthersTime {
  const startedMs = performance.now();
  const before = readMachine();
  const first = new Map(listOwn().map((pid) => [pid, readProcessMs(pid)]));
  const last = new Map<number, number>();
  const sample = () => {
    for (const pid of listOwn()) {
      const spentMs = readProcessMs(pid);
      if (spentMs > 0) last.set(pid, spentMs - (first.get(pid) ?? 0));
    }
  };
  const timer = setInterval(sample, SAMPLE_MS).unref();
  return {
    stop() {
      clearInterval(timer);
      sample();
      const { busyMs, processorsCount } = readMachine();
      const ownMs = [...last.values()].reduce((sum, ms) => sum + Math.max(0, ms), 0);
      const othersMs = Math.max(0, busyMs - before.busyMs - ownMs) / processorsCount;
      return Math.round(Math.min(othersMs, performance.now() - startedMs));
    },
  };
}
