// A line of a menu, chosen as a pointer does. Not for lists on phones, which are sheets.
// For journeys on the trade page.
import type { Locator, Page } from 'playwright-core';
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

/** Turn an indicator of a chart on or off in their list. @param chart - the first one, left out. */
export async function turnIndicator(page: Page, name: string, chart?: Locator): Promise<void> {
  const list = await openIndicators(page, chart);
  await list.getByRole('checkbox', { name, exact: true }).click();
  await closeIndicators(page, list);
}

/** Open the list of indicators of a chart. */
export async function openIndicators(page: Page, chart?: Locator): Promise<Locator> {
  const within = chart ?? page.locator('body');
  await within.getByRole('button', { name: 'Indicators', exact: true }).first().click();
  const list = page.getByRole('dialog', { name: 'Indicators' });
  await list.getByRole('searchbox').waitFor();
  await waitForStillness(page);
  return list;
}

/** Close it again. */
export async function closeIndicators(page: Page, list: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
}
