import { expect, test, vi } from 'vitest';
import { createServiceLine, type LineSource } from './line.ts';

/** A line whose loads fail so often, which is ready after so many looks. */
function open(line: 1 | 2 | 3, { failures = 0, looksUntilReady = 0, unread = 0 } = {}) {
  const waits: number[] = [];
  let [tries, looks, opened] = [0, 0, 0];
  const source: LineSource = {
    load: async () => {
      tries += 1;
      if (tries <= failures) throw new Error('no script');
    },
    isReady: () => {
      looks += 1;
      return looks > looksUntilReady;
    },
    readUnread: () => unread,
    open: () => {
      opened += 1;
    },
  };
  const control = createServiceLine(line, source, {
    onChange: () => {},
    sleep: async (ms) => void waits.push(ms),
  });
  return { control, waits, count: () => ({ tries, opened }) };
}

test('a script that fails is tried three times more, two seconds apart', async () => {
  const good = open(3, { failures: 3 });
  expect(await good.control.open()).toBe(true);
  expect(good.count()).toEqual({ tries: 4, opened: 1 });
  expect(good.waits).toEqual([2_000, 2_000, 2_000]);
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const bad = open(3, { failures: 4 });
  expect(await bad.control.open()).toBe(false);
  // Given up, it is said once, with what was wrong.
  expect(log.mock.calls).toEqual([[expect.stringContaining('line 3'), new Error('no script')]]);
  log.mockRestore();
  expect(bad.count()).toEqual({ tries: 4, opened: 0 });
  expect(bad.control.readState()).toMatchObject({ isLoaded: false, hasFailed: true });
  // Somebody asks again: it is tried anew.
  expect(await bad.control.open()).toBe(true);
});

test('a line is brought once, however many ask', async () => {
  const one = open(3);
  await Promise.all([one.control.load(), one.control.load(), one.control.open()]);
  expect(one.count().tries).toBe(1);
});

test.each([
  [1, 100, 30],
  [3, 100, 30],
  [2, 500, 10],
] as const)('line %d is asked every %d ms whether it is ready', async (line, everyMs, most) => {
  const soon = open(line, { looksUntilReady: 4 });
  await soon.control.load();
  expect(soon.waits).toEqual(Array.from({ length: 4 }, () => everyMs));
  expect(soon.control.readState()).toMatchObject({ isLoaded: true, isReady: true });
  const never = open(line, { looksUntilReady: 1_000 });
  expect(await never.control.open()).toBe(false);
  expect(never.waits).toHaveLength(most);
  expect(never.control.readState()).toMatchObject({ isLoaded: true, isReady: false });
});

test('what is unread is over when the panel is opened', async () => {
  const { control } = open(1, { unread: 3 });
  control.refresh();
  expect(control.readState().unreadCount).toBe(0);
  await control.load();
  control.refresh();
  expect(control.readState().unreadCount).toBe(3);
  await control.open();
  expect(control.readState().unreadCount).toBe(0);
});
