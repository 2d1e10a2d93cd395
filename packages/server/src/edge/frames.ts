// What a client of our own socket says: a frame of ours, one of the trading dialect, or none.
// Called by socket.ts.
import { type ClientFrame, clientFrame } from '@isobath/wire';

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
