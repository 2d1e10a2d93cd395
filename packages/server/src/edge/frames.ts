// What a client of our own socket says: a frame of ours, one of the trading dialect, or none.
// Called by socket.ts.
import { type ClientFrame, clientFrame } from '@isobath/wire';
import type { Hub } from '../base/feed/index.ts';

/** Room for all names that one connection of the trading dialect may read, in one request. */
export const DIALECT_BYTES_MAX = 128 * 1024;

/** A client's frame; of one that is none the number to answer to, 0 when it has none either. */
export function readFrame(text: string): ClientFrame | number {
  try {
    const value = JSON.parse(text) as { id?: unknown } | null;
    const parsed = clientFrame.safeParse(value);
    if (parsed.success) return parsed.data;
    return clientFrame.shape.id.safeParse(value?.id).data ?? 0;
  } catch {
    return 0;
  }
}

/** Whether a first frame is a request of the trading dialect, not one of ours. */
export function isDialect(text: string): boolean {
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
