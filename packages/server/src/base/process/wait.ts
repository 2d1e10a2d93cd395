import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Ask again and again until the answer is yes.
 * @param check - asked at once, then every `everyMs` (default 20).
 * @returns false when `withinMs` passed without a yes.
 */
export async function waitUntil(
  check: () => boolean | Promise<boolean>,
  withinMs: number,
  everyMs = 20,
): Promise<boolean> {
  const deadlineMs = performance.now() + withinMs;
  for (;;) {
    if (await check()) return true;
    if (performance.now() >= deadlineMs) return false;
    await sleep(everyMs);
  }
}
