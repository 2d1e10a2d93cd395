// A line of a menu, chosen as a pointer does. Not for lists on phones, which are sheets.
// For journeys on the trade page.
import type { Page } from 'playwright-core';
import { waitForStillness } from './browser.ts';

/** Open the menu of the first button so called, choose a line, and have the menu closed. */
export async function chooseLine(page: Page, menu: string, line: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).first().click();
  const found = page.getByRole('menu').getByText(line, { exact: true });
  await found.waitFor();
  await waitForStillness(page);
  await found.click();
  // That one closes itself, and Escape when it is gone ends the drawing that was begun.
  if (menu !== 'Draw') await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
}
