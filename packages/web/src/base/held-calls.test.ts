import type { Client } from '@isobath/sdk';
import { siteRoutes } from '@isobath/wire';
import { expect, test } from 'vitest';
import { createHeldCalls } from './held-calls.ts';

/** A client whose calls end when the test says so. */
function makeInner() {
  const ends: (() => void)[] = [];
  const client = {
    call: () => new Promise<unknown>((resolve) => ends.push(() => resolve(ends.length))),
  } as unknown as Client;
  return { client, ends };
}

const HOUR_MS = 3_600_000;

test('holding waits for what is under way, and lets nothing out until it is let go', async () => {
  const inner = makeInner();
  const { client, hold } = createHeldCalls(inner.client);
  const first = client.call(siteRoutes.status);
  let release: (() => void) | undefined;
  const holding = hold(HOUR_MS).then((go) => (release = go));
  const second = client.call(siteRoutes.status);
  await Promise.resolve();
  expect([release, inner.ends.length]).toEqual([undefined, 1]);
  inner.ends[0]?.();
  await first;
  await holding;
  expect(inner.ends).toHaveLength(1);
  release?.();
  await expect.poll(() => inner.ends.length).toBe(2);
  inner.ends[1]?.();
  await second;
  // Nothing is held any more.
  void client.call(siteRoutes.status);
  expect(inner.ends).toHaveLength(3);
});

test('a call without an end does not keep anybody from leaving', async () => {
  const { client, hold } = createHeldCalls(makeInner().client);
  void client.call(siteRoutes.status);
  expect(await hold(1)).toBeTypeOf('function');
});
