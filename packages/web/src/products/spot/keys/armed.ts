// Whether keys and presses on the chart may send and cancel without asking: off when the page
// opens, and again after ten minutes in which nobody touched it. Never remembered.
import { createValue, useValue } from '../../../base/value.ts';

const idleMs = 600_000;
const touches = ['keydown', 'pointerdown', 'wheel'] as const;

const armed = createValue(false);
let timer: ReturnType<typeof setTimeout> | undefined;

function wait(): void {
  clearTimeout(timer);
  timer = setTimeout(disarm, idleMs);
}

/** Arm: from now on dangerous keys act. */
export function arm(): void {
  armed.set(true);
  wait();
  for (const touch of touches) window.addEventListener(touch, wait, { passive: true });
}

/** Disarm: dangerous keys are dead. */
export function disarm(): void {
  armed.set(false);
  clearTimeout(timer);
  for (const touch of touches) window.removeEventListener(touch, wait);
}

/** True while dangerous keys act. */
export function isArmed(): boolean {
  return armed.read();
}

/** True while dangerous keys act, for components. */
export function useArmed(): boolean {
  return useValue(armed);
}
