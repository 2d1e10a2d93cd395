// A thread that says every quarter of a millisecond that time has gone by: timers of a loop are
// coarser, and a loop that asks again and again takes the processor from what is measured.
// Not here: what is done then (load.ts, which starts it).
import { parentPort } from 'node:worker_threads';

const EVERY_MS = 0.25;
const never = new Int32Array(new SharedArrayBuffer(4));

for (;;) {
  Atomics.wait(never, 0, 0, EVERY_MS);
  parentPort?.postMessage(0, []);
}
