import { describe, expect, it } from 'vitest';
import { createFrameLoop } from './frame-loop.ts';

function makeLoop() {
  const frames: ((nowMs: number) => void)[] = [];
  const page = { isHidden: false };
  const loop = createFrameLoop({
    requestFrame: (callback) => frames.push(callback),
    isHidden: () => page.isHidden,
  });
  const frame = (nowMs: number) => {
    for (const callback of frames.splice(0)) callback(nowMs);
  };
  return { loop, frames, frame, page };
}

describe('the frame loop', () => {
  it('paints once a frame however often it is asked, and asks the browser once', () => {
    const { loop, frames, frame } = makeLoop();
    let first = 0;
    let second = 0;
    const one = loop.register({ paint: () => (first += 1) });
    const two = loop.register({ paint: () => (second += 1) });
    for (let times = 0; times < 50; times += 1) one.request();
    two.request();
    expect(frames).toHaveLength(1);
    frame(16);
    expect([first, second]).toEqual([1, 1]);
    expect(frames).toHaveLength(0);
  });
  it('keeps to a cap and still paints the last state', () => {
    const { loop, frames, frame } = makeLoop();
    const painted: number[] = [];
    const slow = loop.register({ paint: (nowMs) => painted.push(nowMs), paintsPerSecondMax: 10 });
    slow.request();
    frame(1000);
    slow.request();
    frame(1016);
    expect(painted).toEqual([1000]);
    expect(frames).toHaveLength(1);
    frame(1099);
    expect(painted).toEqual([1000, 1099]);
  });
  it('lets others run after a paint, never while a capped painter waits for its turn', () => {
    const { loop, frame } = makeLoop();
    const order: string[] = [];
    const slow = loop.register({ paint: () => order.push('paint'), paintsPerSecondMax: 30 });
    slow.request();
    frame(1000);
    slow.request();
    loop.afterPaint(() => order.push('after'));
    frame(1016);
    expect(order).toEqual(['paint']);
    frame(1033);
    expect(order).toEqual(['paint', 'paint', 'after']);
    loop.afterPaint(() => order.push('alone'));
    frame(1050);
    expect(order.at(-1)).toBe('alone');
  });
  it('holds all painters to the page s limit', () => {
    const { loop, frame } = makeLoop();
    let count = 0;
    const painter = loop.register({ paint: () => (count += 1) });
    loop.limit(20);
    for (let nowMs = 0; nowMs < 1000; nowMs += 16) {
      painter.request();
      frame(nowMs);
    }
    expect(count).toBeLessThanOrEqual(21);
    expect(count).toBeGreaterThan(12);
  });
  it('paints nothing while hidden and catches up when woken', () => {
    const { loop, frames, frame, page } = makeLoop();
    let count = 0;
    const painter = loop.register({ paint: () => (count += 1) });
    page.isHidden = true;
    painter.request();
    expect(frames).toHaveLength(0);
    page.isHidden = false;
    loop.wake();
    frame(5);
    expect(count).toBe(1);
  });
  it('keeps the request of a painter out of sight', () => {
    const { loop, frames, frame } = makeLoop();
    let count = 0;
    const painter = loop.register({ paint: () => (count += 1) });
    painter.setVisible(false);
    painter.request();
    expect(frames).toHaveLength(0);
    painter.setVisible(true);
    frame(5);
    expect(count).toBe(1);
    painter.stop();
    painter.request();
    frame(20);
    expect(count).toBe(1);
  });
});
