// The line of an order on the chart in the hand of a person. Not a journey. For journeys that drag.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Take the one line on the chart, draw it down until it stands below a price, and let it go.
 *
 * @returns the price that its tag said last.
 */
export async function dragLineBelow(page: Page, price: number): Promise<number> {
  const tag = page.locator('.order-line-tag');
  // Lines of orders that just ended go a moment later.
  await expect.poll(() => tag.count()).toBe(1);
  const at = { x: 0, y: 0 };
  // The chart makes room for trades when it likes: a line that slipped away is taken again.
  const take = async () => {
    await page.mouse.up();
    await tag.hover({ position: { x: 20, y: 10 } });
    const box = await tag.boundingBox();
    Object.assign(at, { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 10 });
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x, (at.y += 10), { steps: 5 });
    return page.locator('.order-line[data-dragging]').count();
  };
  await expect.poll(take).toBe(1);
  const readTold = async () => {
    const [told = ''] = /\d[\d,]*(?:\.\d+)?/.exec(await tag.innerText()) ?? [];
    return Number(told.replaceAll(',', ''));
  };
  const pull = async () => {
    await page.mouse.move(at.x, (at.y += 5));
    return readTold();
  };
  await expect.poll(pull).toBeLessThan(price);
  const told = await readTold();
  await page.mouse.up();
  return told;
}
