// Puts simulated time in the place of the language's own, for this whole program: whoever asks the
// clock or sets a timer asks the scheduler. Called once, by main.ts, before a world begins.
import { Timer } from './scheduler.ts';
import { theWorld, worldStartMs } from './world.ts';

type Work = (...values: unknown[]) => void;

function setTimer(work: Work, delayMs = 0, ...values: unknown[]): Timer {
  return theWorld().scheduler.after(delayMs, () => work(...values));
}

/** Like a real one it says whether the program waits for it, which here none does. */
class Repeat {
  timer: Timer | undefined;

  unref(): this {
    return this;
  }
}

function clearTimer(timer: Timer | Repeat | undefined): void {
  if (timer === undefined || timer === null) return;
  if (timer instanceof Timer) {
    timer.run = undefined;
    return;
  }
  if (timer.timer !== undefined) timer.timer.run = undefined;
  timer.timer = undefined;
}

function setRepeat(work: Work, everyMs = 0): Repeat {
  const repeat = new Repeat();
  const again = () => {
    work();
    if (repeat.timer !== undefined) repeat.timer = setTimer(again, everyMs);
  };
  repeat.timer = setTimer(again, everyMs);
  return repeat;
}

/** Take the place of timers and clocks. */
export function replaceTime(): void {
  const readWall = () =>
    Math.floor(worldStartMs + theWorld().scheduler.nowMs + theWorld().wallOffsetMs);
  Object.assign(globalThis, {
    setTimeout: setTimer,
    clearTimeout: clearTimer,
    setInterval: setRepeat,
    clearInterval: clearTimer,
    setImmediate: (work: Work, ...values: unknown[]) => setTimer(work, 0, ...values),
    clearImmediate: clearTimer,
  });
  Date.now = readWall;
  performance.now = () => theWorld().scheduler.nowMs;
  // Whatever is drawn outside the dice would be drawn otherwise the next time.
  Math.random = () => {
    throw new Error('chance comes from the seed alone');
  };
}
