// The shape of live data: what pages subscribe to. socket.ts implements it over the network; tests
// and recorded sessions implement it from a list of frames.
import type { ChannelFrame } from '@isobath/wire';

/**
 * State of the connection; `lagMs` = last round trip, `ageMs` = time since anything arrived,
 * `clockOffsetMs` = how far this clock is ahead of the exchange's, null until it was measured.
 */
export interface LiveState {
  readonly state: 'connecting' | 'live' | 'stale' | 'offline';
  readonly lagMs: number;
  readonly ageMs: number;
  readonly clockOffsetMs: number | null;
}

/** One connection shared by everybody on a page. */
export interface Live {
  /**
   * Listen to a channel. The first frame is a snapshot; after a cut the implementation resumes or
   * starts again with a snapshot, so a listener never sees a gap.
   *
   * @returns stop listening.
   */
  subscribe(channel: string, onFrame: (frame: ChannelFrame) => void): () => void;
  /** Watch the connection. @returns stop watching. */
  watch(onState: (state: LiveState) => void): () => void;
  readState(): LiveState;
  /** Sign-in changed: open the connection anew. */
  restart(): void;
  close(): void;
}
