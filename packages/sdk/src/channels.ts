// The channels of one connection: who listens, which number was seen last, what counts as a gap.
// Not the network: it says what to send and what to deliver. Used by socket.ts.
import type { ChannelFrame } from '@isobath/wire';

type Listener = (frame: ChannelFrame) => void;

interface Channel {
  readonly listeners: Set<Listener>;
  /** Last number seen; null while a snapshot is awaited. */
  last: number | null;
}

/** What a frame asks of the connection. */
export type FrameOutcome = 'delivered' | 'ignored' | 'gap';

/** Channels by name. */
export interface Channels {
  /** @returns true when nobody listened before. */
  add(name: string, listener: Listener): boolean;
  /** @returns true when nobody listens any more. */
  remove(name: string, listener: Listener): boolean;
  names(): string[];
  /** Last numbers of channels that can be resumed. */
  readSince(): Record<string, number>;
  /** Whether somebody listens who has got no snapshot yet. */
  isAwaited(name: string): boolean;
  /** Wait for a snapshot: later frames are ignored until it comes. */
  expectSnapshot(name: string): void;
  /** Check a frame's numbers and hand it to the listeners. */
  take(frame: ChannelFrame): FrameOutcome;
}

/**
 * Cut what was seen before off the front of a frame.
 *
 * @returns null when the frame cannot be cut: its data is no list with one entry a number.
 */
function cutSeen(frame: ChannelFrame, last: number): ChannelFrame | null {
  const { data, first } = frame;
  const count = frame.last - first + 1;
  if (frame.type === 'diff') return frame;
  if (!Array.isArray(data) || data.length !== count) return null;
  return { ...frame, first: last + 1, data: data.slice(last + 1 - first) };
}

/** Make an empty set of channels. */
export function createChannels(): Channels {
  const channels = new Map<string, Channel>();

  function deliver(channel: Channel, frame: ChannelFrame): FrameOutcome {
    channel.last = frame.last;
    for (const listener of channel.listeners) listener(frame);
    return 'delivered';
  }

  function take(frame: ChannelFrame): FrameOutcome {
    const channel = channels.get(frame.ch);
    if (channel === undefined) return 'ignored';
    if (frame.type === 'snapshot') return deliver(channel, frame);
    const { last } = channel;
    if (last === null) return 'ignored';
    // They have no number of their own: what they are as of must have been told.
    if (frame.type === 'balances' && frame.last <= last) {
      for (const listener of channel.listeners) listener(frame);
      return 'delivered';
    }
    if (frame.last <= last) return 'ignored';
    if (frame.type !== 'balances' && frame.first === last + 1) return deliver(channel, frame);
    const isCut = frame.type !== 'balances' && frame.first <= last;
    const cut = isCut ? cutSeen(frame, last) : null;
    if (cut !== null) return deliver(channel, cut);
    channel.last = null;
    return 'gap';
  }

  return {
    add(name, listener) {
      const known = channels.get(name);
      if (known !== undefined) {
        known.listeners.add(listener);
        return false;
      }
      channels.set(name, { listeners: new Set([listener]), last: null });
      return true;
    },
    remove(name, listener) {
      const channel = channels.get(name);
      if (channel === undefined) return false;
      channel.listeners.delete(listener);
      if (channel.listeners.size > 0) return false;
      channels.delete(name);
      return true;
    },
    names: () => [...channels.keys()],
    readSince() {
      const since: Record<string, number> = {};
      for (const [name, { last }] of channels) if (last !== null) since[name] = last;
      return since;
    },
    isAwaited: (name) => channels.get(name)?.last === null,
    expectSnapshot(name) {
      const channel = channels.get(name);
      if (channel !== undefined) channel.last = null;
    },
    take,
  };
}
