// The dead-man switch through its dialog, and what a page plans by its clock. Not a journey. For
// journeys that look at the switch.
import type { Page } from 'playwright-core';

/** Arm the switch; whether the page puts it off is turned over. */
export async function armDeadMan(page: Page, seconds: number): Promise<void> {
  await page.getByRole('button', { name: 'Dead-man switch' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dead-man switch' });
  await dialog.getByRole('textbox').fill(String(seconds));
  await dialog.getByRole('switch').click();
  await dialog.getByRole('button', { name: 'Arm', exact: true }).click();
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

/** Before a document: has it note for how long each of its timers waits. */
export const notePlans = `(() => {
  const plan = window.setTimeout;
  window.plansMs = [];
  window.setTimeout = (deed, waitMs, ...rest) => {
    window.plansMs.push(waitMs);
    return plan(deed, waitMs, ...rest);
  };
})()`;
