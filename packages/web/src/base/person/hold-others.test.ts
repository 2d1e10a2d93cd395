import { accountRoutes, siteRoutes } from '@isobath/wire';
import { expect, test } from 'vitest';
import { sendCall } from '../calls.ts';
import { holdOthers } from './hold-others.ts';

const HOUR_MS = 3_600_000;
const last = accountRoutes.logout;

test('leaving waits for what is under way, and lets out nothing but the last call', async () => {
  const sent: string[] = [];
  let end = () => {};
  const first = sendCall(siteRoutes.status, () => {
    sent.push('first');
    return new Promise<void>((resolve) => (end = resolve));
  });
  let release: (() => void) | undefined;
  const holding = holdOthers(last, HOUR_MS).then((letGo) => (release = letGo));
  const second = sendCall(siteRoutes.status, async () => sent.push('second'));
  await Promise.resolve();
  expect([release, sent]).toEqual([undefined, ['first']]);
  end();
  await first;
  await holding;
  await sendCall(last, async () => sent.push('last'));
  expect(sent).toEqual(['first', 'last']);
  release?.();
  await second;
  await sendCall(siteRoutes.status, async () => sent.push('third'));
  expect(sent).toEqual(['first', 'last', 'second', 'third']);
});

test('a call without an end does not keep anybody from leaving', async () => {
  void sendCall(siteRoutes.status, () => new Promise(() => {}));
  const release = await holdOthers(last, 1);
  release();
  expect(release).toBeTypeOf('function');
});

test('a refusal reaches who asked', async () => {
  const refused = sendCall(siteRoutes.status, () => Promise.reject(new Error('no')));
  await expect(refused).rejects.toThrow('no');
});
