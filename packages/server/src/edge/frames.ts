// What a client of our own socket says: a frame of ours, one of the trading dialect, or none.
// Called by socket.ts.
import { type ClientFrame, clientFrame } from '@isobath/wire';
import type { Hub } from '../base/feed/index.ts';

/** Room for all names that one connection of the trading dialect may read, in one request. */
export const BINANCE_BYTES_MAX = 128 * 1024;

/** Channels of one frame, and of its `since`. */
const CHANNELS_COUNT_MAX = 200;
/** A frame is a record with a list and a record in it: one with ten brackets is none. */
const MANY_BRACKETS = /^(?:[^[{]*[[{]){10}/;

const isShort = (list: object | null | undefined): boolean =>
  Object.keys(list ?? {}).length <= CHANNELS_COUNT_MAX;

/**
 * A client's frame; of one that is none the number to answer to, 0 when it has none either. Depth
 * and lengths are bound before it is parsed and checked: both take long over what is large and
 * wrong.
 */
export function readFrame(text: string): ClientFrame | number {
  if (MANY_BRACKETS.test(text)) return 0;
  try {
    const value = JSON.parse(text) as {
      readonly id?: unknown;
      readonly channels?: object | null;
      readonly since?: object | null;
    } | null;
    const isSmall = isShort(value) && isShort(value?.channels) && isShort(value?.since);
    const parsed = isSmall ? clientFrame.safeParse(value) : undefined;
    if (parsed?.success === true) return parsed.data;
    return clientFrame.shape.id.safeParse(value?.id).data ?? 0;
  } catch {
    return 0;
  }
}

/** Whether a first frame is a request of the trading dialect, not one of ours. */
export function isBinance(text: string): boolean {
  if (!text.includes('"method"')) return false;
  try {
    const value = JSON.parse(text) as object | null;
    return typeof value === 'object' && value !== null && 'method' in value && !('op' in value);
  } catch {
    return false;
  }
}

/** What a frame costs its caller: what is to be made for it, of unknown channels too. */
export function weighFrame({ op, channels = [] }: ClientFrame, hub: Hub): number {
  if (op === 'unsubscribe') return 1 + channels.length / 10;
  const weigh = (channel: string) => hub.findSource(channel)?.weigh(channel) ?? 1;
  return channels.reduce((sum, channel) => sum + weigh(channel), 1);
}
