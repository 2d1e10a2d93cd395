// Signals between parts of a process.
import { expect, test } from 'vitest';
import { createSignal } from './signal.ts';

test('everybody who listens has heard when it was told, who stopped hears nothing', async () => {
  const signal = createSignal<number>();
  const heard: string[] = [];
  signal.listen(async (about) => {
    await Promise.resolve();
    heard.push(`later ${about}`);
  });
  const stop = signal.listen((about) => void heard.push(`at once ${about}`));
  await signal.publish(1);
  expect(heard).toEqual(['at once 1', 'later 1']);
  stop();
  await signal.publish(2);
  expect(heard).toEqual(['at once 1', 'later 1', 'later 2']);
});

test('whoever tells learns that a listener failed', async () => {
  const signal = createSignal<void>();
  signal.listen(() => Promise.reject(new Error('lost')));
  await expect(signal.publish()).rejects.toThrow('lost');
});
