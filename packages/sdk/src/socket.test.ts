// The connection against a scripted line: drop, reorder, duplicate, resume, silence and sleep.
import { type ChannelFrame, type ClientFrame, closeCodes, errors } from '@isobath/wire';
import { beforeEach, expect, test } from 'vitest';
import { createSocket, type SocketClock, type SocketLike } from './socket.ts';

class Line implements SocketLike {
  readyState = 0;
  readonly sent: ClientFrame[] = [];
  private readonly listeners = new Map<
    string,
    (event: { data?: unknown; code?: number }) => void
  >();

  addEventListener(
    name: string,
    listener: (event: { data?: unknown; code?: number }) => void,
  ): void {
    this.listeners.set(name, listener);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientFrame);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.listeners.get('open')?.({});
  }
  cut(code = 1006): void {
    this.readyState = 3;
    this.listeners.get('close')?.({ code });
  }
  say(frame: unknown): void {
    this.listeners.get('message')?.({ data: JSON.stringify(frame) });
  }
  last(op: string): ClientFrame | undefined {
    return this.sent.filter((frame) => frame.op === op).at(-1);
  }
}

class Clock implements SocketClock {
  nowMs = 1_000_000;
  private timers: { atMs: number; run: () => void }[] = [];

  now(): number {
    return this.nowMs;
  }
  random(): number {
    return 1;
  }
  after(ms: number, run: () => void): () => void {
    const timer = { atMs: this.nowMs + ms, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((each) => each !== timer);
    };
  }
  pass(ms: number): void {
    const endMs = this.nowMs + ms;
    for (;;) {
      const due = this.timers.filter((timer) => timer.atMs <= endMs);
      const next = due.sort((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined) break;
      this.timers = this.timers.filter((timer) => timer !== next);
      this.nowMs = Math.max(this.nowMs, next.atMs);
      next.run();
    }
    this.nowMs = endMs;
  }
}

let clock: Clock;
let lines: Line[];

beforeEach(() => {
  clock = new Clock();
  lines = [];
});

let signedOutCount = 0;

function start() {
  signedOutCount = 0;
  const live = createSocket({
    onSignedOut: () => (signedOutCount += 1),
    url: 'ws://test/ws',
    clock,
    open: () => {
      const line = new Line();
      lines.push(line);
      return line;
    },
  });
  return { live, line: () => lines.at(-1) as Line };
}

const frame = (type: ChannelFrame['type'], first: number, last = first): ChannelFrame => ({
  ch: 'trades:btc_usdt',
  type,
  first,
  last,
  at: 0,
  data: Array.from({ length: last - first + 1 }, (_, index) => first + index),
});

function listen() {
  const { live, line } = start();
  const seen: number[] = [];
  let snapshotsCount = 0;
  live.subscribe('trades:btc_usdt', (each) => {
    if (each.type === 'snapshot') snapshotsCount += 1;
    else seen.push(...(each.data as number[]));
  });
  line().open();
  line().say(frame('snapshot', 10));
  return { live, line, seen, snapshots: () => snapshotsCount };
}

test('it subscribes when the line opens and delivers in order', () => {
  const { line, seen, snapshots } = listen();
  expect(line().last('subscribe')?.channels).toEqual(['trades:btc_usdt']);
  line().say(frame('event', 11, 12));
  line().say(frame('event', 13));
  expect(seen).toEqual([11, 12, 13]);
  expect(snapshots()).toBe(1);
});

test('duplicates are dropped, and what overlaps is cut', () => {
  const { line, seen } = listen();
  line().say(frame('event', 11, 12));
  line().say(frame('event', 11, 12));
  line().say(frame('event', 12, 14));
  expect(seen).toEqual([11, 12, 13, 14]);
});

test('a reordered or lost frame is a gap: nothing passes until a new snapshot', () => {
  const { line, seen, snapshots } = listen();
  line().say(frame('event', 12));
  expect(line().sent.filter((each) => each.op === 'subscribe')).toHaveLength(2);
  line().say(frame('event', 11));
  line().say(frame('event', 13));
  expect(seen).toEqual([]);
  line().say(frame('snapshot', 13));
  line().say(frame('event', 14));
  expect(seen).toEqual([14]);
  expect(snapshots()).toBe(2);
});

test('after a cut it comes back and resumes where it stopped', () => {
  const { line, seen, live } = listen();
  line().say(frame('event', 11));
  line().cut();
  expect(live.readState().state).toBe('connecting');
  clock.pass(300);
  expect(lines).toHaveLength(2);
  line().open();
  expect(line().last('resume')?.since).toEqual({ 'trades:btc_usdt': 11 });
  line().say(frame('event', 12, 13));
  expect(seen).toEqual([11, 12, 13]);
});

test('what the server no longer keeps is begun anew', () => {
  const { line, seen } = listen();
  line().cut();
  clock.pass(300);
  line().open();
  line().say({ id: line().last('resume')?.id, code: 10005 });
  expect(line().last('subscribe')?.channels).toEqual(['trades:btc_usdt']);
  line().say(frame('event', 11));
  expect(seen).toEqual([]);
});

test('it waits longer each time, at most eight seconds, for ever', () => {
  const { line } = listen();
  const waits: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const count = lines.length;
    const startMs = clock.nowMs;
    line().cut();
    while (lines.length === count) clock.pass(50);
    waits.push(clock.nowMs - startMs);
  }
  expect(waits[0]).toBeLessThanOrEqual(300);
  expect(waits[3]).toBeGreaterThan(waits[1] ?? 0);
  expect(Math.max(...waits)).toBeLessThanOrEqual(8_050);
});

test('silence is shown after five seconds and ends the line after twelve', () => {
  const { live, line } = listen();
  clock.pass(4_000);
  expect(live.readState().state).toBe('live');
  expect(line().last('ping')).toBeDefined();
  clock.pass(2_500);
  expect(live.readState().state).toBe('stale');
  clock.pass(7_500);
  expect(lines).toHaveLength(2);
});

test('an answered ping keeps the line live and measures it', () => {
  const { live, line } = listen();
  for (let second = 0; second < 30; second += 1) {
    clock.pass(1_000);
    const ping = line().last('ping');
    if (ping !== undefined) line().say({ id: ping.id, code: 200 });
  }
  expect(lines).toHaveLength(1);
  expect(live.readState().state).toBe('live');
});

test('an answered ping tells how far the clocks are apart', () => {
  const { live, line } = listen();
  clock.pass(1_000);
  const requestedAtMs = clock.nowMs;
  clock.pass(200);
  expect(live.readState().clockOffsetMs).toBeNull();
  // Half way the exchange's clock said 900 ms less than this one.
  line().say({ id: line().last('ping')?.id, code: 200, at: requestedAtMs + 100 - 900 });
  expect(live.readState()).toMatchObject({ lagMs: 200, clockOffsetMs: 900 });
});

test('after sleep it does not trust the old line', () => {
  listen();
  clock.nowMs += 60_000;
  clock.pass(1_500);
  expect(lines).toHaveLength(2);
});

test('frames of an old line are not heard', () => {
  const { live, seen } = listen();
  const old = lines[0] as Line;
  live.restart();
  old.say(frame('event', 11));
  expect(seen).toEqual([]);
});

test('the last listener leaving unsubscribes; closing stops everything', () => {
  const { live, line } = start();
  line().open();
  const stop = live.subscribe('ticker:*', () => {});
  stop();
  expect(line().last('unsubscribe')?.channels).toEqual(['ticker:*']);
  live.close();
  clock.pass(60_000);
  expect(lines).toHaveLength(1);
});

test('a network that is gone is offline until it is back', () => {
  const { live, line } = start();
  line().open();
  live.setOnline(false);
  expect(live.readState().state).toBe('offline');
  live.setOnline(true);
  expect(lines).toHaveLength(2);
  line().open();
  expect(live.readState().state).toBe('live');
});

test('what the server could not begin is asked again, and what came is not', () => {
  const { live, line } = start();
  live.subscribe('trades:btc_usdt', () => {});
  live.subscribe('book:btc_usdt', () => {});
  line().open();
  const first = line().last('subscribe') as ClientFrame;
  expect(first.channels).toEqual(['trades:btc_usdt', 'book:btc_usdt']);
  line().say(frame('snapshot', 10));
  line().say({ id: first.id, code: 10_008 });
  clock.pass(1_000);
  expect(line().last('subscribe')).toEqual(first);
  clock.pass(2_000);
  expect(line().last('subscribe')?.channels).toEqual(['book:btc_usdt']);
});

test('what is refused for good is not asked again', () => {
  const { live, line } = start();
  live.subscribe('nothing', () => {});
  line().open();
  line().say({ id: line().last('subscribe')?.id, code: 10_004 });
  clock.pass(8_000);
  expect(line().sent.filter(({ op }) => op === 'subscribe')).toHaveLength(1);
});

test.each(['subscribe', 'resume'] as const)('%s that is never answered is asked again', (op) => {
  const { line } = listen();
  if (op === 'resume') {
    line().say({ id: line().last('subscribe')?.id, code: 200 });
    line().cut();
    clock.pass(250);
    line().open();
  } else line().say(frame('event', 20));
  const requested = line().last(op) as ClientFrame;
  for (let second = 0; second < 12; second += 1) {
    clock.pass(1_000);
    line().say({ id: line().last('ping')?.id, code: 200 });
  }
  const again = line().last('subscribe') as ClientFrame;
  expect(again.channels).toEqual(['trades:btc_usdt']);
  expect(again.id).toBeGreaterThan(requested.id);
});

test('a session that ended is told, and the line goes on without it', () => {
  const { live, line } = start();
  live.subscribe('private', () => {});
  line().open();
  line().say({ ...frame('snapshot', 10), ch: 'private' });
  line().cut();
  clock.pass(250);
  line().open();
  expect(signedOutCount).toBe(0);
  line().cut(closeCodes.auth);
  expect(signedOutCount).toBe(1);
  clock.pass(250);
  line().open();
  expect(live.readState().state).toBe('live');
  line().say({ id: line().last('resume')?.id, code: errors.not_signed_in.code });
  expect(signedOutCount).toBe(2);
});
