// A call auction as others see it: what the public channel says, and a page whose news stand still
// at a word, so that it shows a state that lasts for seconds only. Not a journey. For journeys.
import type { Page } from 'playwright-core';

/** What the channel of an auction said. */
interface Told {
  readonly at: number;
  readonly data: { price: string; volume: string; surplus: string } | null;
}

/** Hears the public channel of the auction in btc_usdt, as everybody may. */
export function hearAuction(address: string) {
  const told: Told[] = [];
  const line = new WebSocket(`${address.replace('http', 'ws')}/ws`);
  line.addEventListener('open', () => {
    line.send(JSON.stringify({ id: 1, op: 'subscribe', channels: ['auction:btc_usdt'] }));
  });
  line.addEventListener('message', ({ data }) => {
    const frame = JSON.parse(String(data)) as Told & { ch?: string };
    if (frame.ch !== undefined && frame.data !== null) told.push(frame);
  });
  return { told, close: () => line.close() };
}

/**
 * From the next document on, hand a page no frame of the socket behind the first that has a word in
 * it, until that is ended.
 *
 * @returns ends it: what was kept comes, and all the rest as it is said.
 */
export async function holdNews(page: Page, word: string): Promise<() => void> {
  let stage: 'open' | 'held' | 'ended' = 'open';
  const kept: (() => void)[] = [];
  await page.routeWebSocket('**/ws', (browserSide) => {
    const serverSide = browserSide.connectToServer();
    serverSide.onMessage((frame) => {
      if (stage === 'held') return void kept.push(() => browserSide.send(frame));
      browserSide.send(frame);
      if (stage === 'open' && String(frame).includes(word)) stage = 'held';
    });
  });
  return () => {
    stage = 'ended';
    for (const send of kept) send();
  };
}
