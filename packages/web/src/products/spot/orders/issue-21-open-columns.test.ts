import { expect, test } from 'vitest';
import { listHidden, readNeeds } from './column-room.ts';

const limit = { price: '83,022.82', size: '0.00123', total: '102.11' };
const stop = { ...limit, trigger: '≤ 81,623.00' };
const trailing = { ...limit, trigger: '81,788.30' };
const large = { price: '183,022.82', size: '12,345,678.12345', total: '9,876,543,210.12' };

// Rooms of the table: 819 at 1440 x 900, 723 at 1024 x 768, a large phone's width otherwise.
test.each([
  { roomPx: null, row: stop, hidden: [] },
  { roomPx: 819, row: stop, hidden: [] },
  { roomPx: 819, row: limit, hidden: ['trigger'] },
  { roomPx: 819, row: trailing, hidden: [] },
  { roomPx: 723, row: limit, hidden: ['trigger'] },
  { roomPx: 723, row: stop, hidden: ['time', 'total'] },
  { roomPx: 620, row: stop, hidden: ['time', 'total', 'filled'] },
  { roomPx: 620, row: limit, hidden: ['trigger', 'time', 'total'] },
  { roomPx: 723, row: large, hidden: ['trigger', 'time', 'total'] },
])('open orders hide $hidden at $roomPx px, with $row', ({ roomPx, row, hidden }) => {
  const hasTrigger = 'trigger' in row;
  expect(listHidden(roomPx, hasTrigger, readNeeds([row]))).toEqual(hidden);
});

test('a column is as wide as its longest number, and no narrower than its head', () => {
  const needs = readNeeds([limit, large]);
  expect(needs.size).toBeGreaterThan(13 * 7.2);
  expect(needs.size).toBe(readNeeds([large]).size);
  expect(readNeeds([{ size: '1' }]).size).toBe(62);
  expect(needs.life).toBe(readNeeds([]).life);
});
