import { expect, test } from 'vitest';
import { makeClock, sendCsv } from './index.ts';

test('moments stand in the zone of the person and in UTC, also where an hour comes twice', () => {
  const berlin = makeClock('Europe/Berlin');
  expect(berlin.heads).toEqual(['time (Europe/Berlin)', 'time (UTC)']);
  const first = berlin.write(Date.UTC(2026, 9, 25, 0, 30, 5));
  const second = berlin.write(Date.UTC(2026, 9, 25, 1, 30, 5));
  expect(first).toEqual(['2026-10-25 02:30:05', '2026-10-25T00:30:05.000Z']);
  expect(second).toEqual(['2026-10-25 02:30:05', '2026-10-25T01:30:05.000Z']);
});

test('a page is read only when the one before was taken', async () => {
  const requested: string[] = [];
  const file = sendCsv<string>({
    heads: ['name'],
    read: async (cursor) => {
      requested.push(cursor);
      const at = Number(cursor);
      return { rows: ['x'.repeat(70_000)], nextCursor: at === 99 ? '' : String(at + 1) };
    },
    write: (row) => [row],
  });
  const reader = file[Symbol.asyncIterator]();
  await reader.next();
  await reader.next();
  expect(requested.length).toBeLessThan(5);
  file.destroy();
});

test('cells are quoted, and none is a formula', async () => {
  const pages = [
    ['a,b', 'say "x"', '=1+1'],
    ['-5.5', '@me', ''],
  ];
  const file = sendCsv({
    heads: ['one', 'two', 'three'],
    read: async (cursor) => ({
      rows: pages.slice(Number(cursor), Number(cursor) + 1),
      nextCursor: cursor === '' ? '1' : '',
    }),
    write: (row) => row,
  });
  expect(Buffer.concat(await file.toArray()).toString()).toBe(
    '\ufeffone,two,three\r\n"a,b","say ""x""",\'=1+1\r\n-5.5,\'@me,\r\n',
  );
});

test('a file whose rows cannot be read ends with the error', async () => {
  const file = sendCsv<string>({
    heads: ['one'],
    read: () => Promise.reject(new Error('gone')),
    write: (row) => [row],
  });
  await expect(file.toArray()).rejects.toThrow('gone');
});
