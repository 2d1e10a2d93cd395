// The dead-man switch through its dialog, and waits of a page that end when a test says so. Not a
// journey. For journeys that look at the switch.
import type { Page } from 'playwright-core';

/** Arm the switch; whether the page puts it off is turned over. */
export async function armDeadMan(page: Page, seconds: number): Promise<void> {
  await page.getByRole('button', { name: 'Dead-man switch' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dead-man switch' });
  await dialog.getByRole('textbox').fill(String(seconds));
  await dialog.getByRole('switch').click();
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
}

/** Has a page note whether its countdown has ever stood there: it may be over when one looks. */
export const noteCountdown = `new MutationObserver((changes) => {
  for (const { addedNodes } of changes) {
    for (const node of addedNodes) {
      if (node.matches?.('.dead-man-chip') && node.querySelector('[role=timer]')) {
        window.hasCountedDown = true;
      }
    }
  }
}).observe(document.body, { childList: true, subtree: true })`;

/** Shorter waits of a page pass by themselves. */
const HELD_FROM_MS = 100_000;

/**
 * Before a document: has its long waits end when the test says so. `heldWaits(waitMs)` tells how
 * many of this length are under way, `endWaits(waitMs)` ends them.
 */
export const holdLongWaits = `(() => {
  const { setTimeout: wait, clearTimeout: forget } = window;
  const held = new Map();
  const listHeld = (waitMs) => [...held].filter(([, one]) => one.waitMs === waitMs);
  let lastNumber = 0;
  window.setTimeout = (deed, waitMs, ...rest) => {
    if (!(waitMs >= ${HELD_FROM_MS})) return wait(deed, waitMs, ...rest);
    held.set((lastNumber -= 1), { waitMs, deed: () => deed(...rest) });
    return lastNumber;
  };
  window.clearTimeout = (number) => void (held.delete(number) || forget(number));
  window.heldWaits = (waitMs) => listHeld(waitMs).length;
  window.endWaits = (waitMs) => {
    for (const [number, { deed }] of listHeld(waitMs)) {
      held.delete(number);
      deed();
    }
  };
})()`;
