import { expect, test } from 'vitest';
import { type Box, placeBar } from './bar-place.ts';

const room: Box = { leftPx: 0, topPx: 0, widthPx: 600, heightPx: 300 };
const bar = { widthPx: 200, heightPx: 32 };
const handle = (x: number, y: number): Box => ({
  leftPx: x - 10,
  topPx: y - 10,
  widthPx: 20,
  heightPx: 20,
});
const covers = (at: { leftPx: number; topPx: number }, box: Box) =>
  at.leftPx < box.leftPx + box.widthPx &&
  box.leftPx < at.leftPx + bar.widthPx &&
  at.topPx < box.topPx + box.heightPx &&
  box.topPx < at.topPx + bar.heightPx;

test('it stands above the upper handle, and below the lower one where there is no room', () => {
  expect(placeBar([handle(300, 150), handle(400, 250)], bar, room)).toEqual({
    leftPx: 200,
    topPx: 100,
  });
  expect(placeBar([handle(300, 20), handle(400, 60)], bar, room)).toEqual({
    leftPx: 300,
    topPx: 78,
  });
});

test('it never leaves the chart and never lies on a handle that is in sight', () => {
  for (let x = -40; x <= 640; x += 20) {
    for (let y = -40; y <= 340; y += 20) {
      const handles = [handle(x, y), handle(600 - x, 300 - y), handle(300, 150)];
      const at = placeBar(handles, bar, room);
      expect(at.leftPx).toBeGreaterThanOrEqual(0);
      expect(at.topPx).toBeGreaterThanOrEqual(0);
      expect(at.leftPx + bar.widthPx).toBeLessThanOrEqual(room.widthPx);
      expect(at.topPx + bar.heightPx).toBeLessThanOrEqual(room.heightPx);
      expect(handles.filter((each) => covers(at, each))).toEqual([]);
    }
  }
});

test('a drawing out of sight has its tools at the edge that it lies behind', () => {
  expect(placeBar([handle(300, -500)], bar, room)).toEqual({ leftPx: 200, topPx: 4 });
  expect(placeBar([handle(300, 900)], bar, room)).toEqual({ leftPx: 200, topPx: 264 });
});

test('a drawing without places has them in the corner', () => {
  expect(placeBar([], bar, room)).toEqual({ leftPx: 4, topPx: 4 });
});

test('where there is no room at all, it covers as few as it can', () => {
  const low: Box = { ...room, heightPx: 40 };
  const at = placeBar([handle(100, 20), handle(150, 20), handle(520, 20)], bar, low);
  expect(
    [handle(100, 20), handle(150, 20), handle(520, 20)].filter((each) => covers(at, each)),
  ).toHaveLength(0);
});
