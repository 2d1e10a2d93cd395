import { expect, test } from 'vitest';
import { listHidden } from './column-room.ts';

// Rooms of the table: 819 at 1440 x 900, 723 at 1024 x 768, a large phone's width otherwise.
test.each([
  { roomPx: null, hasTrigger: true, hidden: [] },
  { roomPx: 819, hasTrigger: true, hidden: [] },
  { roomPx: 819, hasTrigger: false, hidden: ['trigger'] },
  { roomPx: 723, hasTrigger: false, hidden: ['trigger'] },
  { roomPx: 723, hasTrigger: true, hidden: ['time', 'total'] },
  { roomPx: 620, hasTrigger: true, hidden: ['time', 'total', 'filled'] },
  { roomPx: 620, hasTrigger: false, hidden: ['trigger', 'time', 'total'] },
])('open orders hide $hidden at $roomPx px, trigger: $hasTrigger', (it) => {
  expect(listHidden(it.roomPx, it.hasTrigger)).toEqual(it.hidden);
});
