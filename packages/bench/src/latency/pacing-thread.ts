// A thread that sleeps until the next call is due and says how many are due by then: timers of a
// loop are coarser, and a loop that asks again and again takes the processor from what is measured.
// Not here: what is sent (paced.ts, which starts it).
import { parentPort, workerData } from 'node:worker_threads';

const { perSecond, count } = workerData as { perSecond: number; count: number };
const never = new Int32Array(new SharedArrayBuffer(4));
const fromMs = performance.now();

for (let dueCount = 0; dueCount < count; ) {
  const waitMs = (dueCount * 1_000) / perSecond - (performance.now() - fromMs);
  if (waitMs > 0) Atomics.wait(never, 0, 0, waitMs);
  const passedMs = performance.now() - fromMs;
  dueCount = Math.min(count, Math.floor((passedMs * perSecond) / 1_000) + 1);
  parentPort?.postMessage(dueCount, []);
}
