// Numbers of a channel's frames: what is delivered, what is a gap.
import type { ChannelFrame } from '@isobath/wire';
import { expect, test } from 'vitest';
import { createChannels } from './channels.ts';

const frame = (type: ChannelFrame['type'], first: number, last = first): ChannelFrame => ({
  ch: 'private',
  type,
  first,
  last,
  at: 0,
  data: Array.from({ length: last - first + 1 }, (_none, at) => first + at),
});

test('balances have no number: news go on behind them, and those of news unheard are a gap', () => {
  const channels = createChannels();
  const heard: string[] = [];
  channels.add('private', ({ type, last }) => heard.push(`${type} ${last}`));
  expect(channels.take(frame('balances', 3))).toBe('ignored');
  channels.take(frame('snapshot', 3));
  expect(channels.take(frame('balances', 3))).toBe('delivered');
  expect(channels.take(frame('event', 4, 6))).toBe('delivered');
  // Read before the last news were told: those that follow are newer.
  expect(channels.take(frame('balances', 4))).toBe('delivered');
  expect(channels.readSince()).toEqual({ private: 6 });
  expect(channels.take(frame('balances', 7))).toBe('gap');
  expect(heard).toEqual(['snapshot 3', 'balances 3', 'event 6', 'balances 4']);
});
