// Channels of live data inside this process: who publishes, who listens. A frame is written to text
// once, however many listen. It knows no socket and no product. Products publish; edge/socket.ts
// listens.
import type { ChannelFrame } from '@isobath/wire';
import { makeTextFrame } from './frame.ts';

/** A frame ready to send, with the header it has on the wire. */
export type FrameText = Buffer;

/** Someone who listens to channels. */
export interface Listener {
  /** A frame of the channel at an address they listen to. @param last - its last number. */
  receive(frame: FrameText, address: string, last: number): void;
  /** What happened since the last frame is told nowhere: they have to begin anew. */
  miss(): void;
}

/** Who asks for a channel. */
export interface Asker {
  /** 0 = guest. */
  readonly ownerId: number;
}

/** Gives a channel's beginning. */
export interface ChannelSource {
  /** First part of the channel's name, such as `book`. */
  readonly prefix: string;
  /** What making a beginning costs, told as what a short text from memory costs. */
  weigh(channel: string): number;
  /**
   * Where a channel lies inside the hub (private ones differ by owner).
   *
   * @returns undefined when there is no such channel, null when the asker must sign in first.
   */
  address(channel: string, asker: Asker): string | undefined | null;
  /** The state now, as a frame. Called when somebody starts to listen. */
  snapshot(channel: string, asker: Asker): ChannelFrame | Promise<ChannelFrame>;
  /** Frames after a number, or undefined when they are no longer kept. */
  resume?(
    channel: string,
    since: number,
    asker: Asker,
  ): Promise<readonly ChannelFrame[] | undefined>;
}

/** The channels of this process. */
export interface Hub {
  addSource(source: ChannelSource): void;
  findSource(channel: string): ChannelSource | undefined;
  listen(address: string, listener: Listener): void;
  leave(address: string, listener: Listener): void;
  /** Whether anybody listens: publishers need not make frames that nobody gets. */
  hasListeners(address: string): boolean;
  /** Addresses with a listener that begin so. */
  listAddresses(prefix: string): string[];
  publish(address: string, frame: ChannelFrame): void;
  /** Have everybody begin anew: the publishers themselves have missed something. */
  miss(): void;
  /**
   * A channel's beginning that somebody has just been given, if nothing was published since: when
   * a thousand come at once, as after a restart, it is made and written once.
   */
  readBeginning(address: string): ChannelFrame | undefined;
  /** Keep a beginning for those who come in the next moment; somebody must listen already. */
  keepBeginning(address: string, frame: ChannelFrame): void;
}

interface Beginning {
  readonly frame: ChannelFrame;
  readonly madeAtMs: number;
}

/** What only the clock changes may be so old. */
const BEGINNING_MS = 250;

const written = new WeakMap<ChannelFrame, FrameText>();

/** Write a frame once, however often it is asked for. */
export function encodeFrame(frame: ChannelFrame): FrameText {
  let text = written.get(frame);
  if (text === undefined) written.set(frame, (text = makeTextFrame(JSON.stringify(frame))));
  return text;
}

/** Make an empty hub. */
export function createHub(): Hub {
  const sources = new Map<string, ChannelSource>();
  const listeners = new Map<string, Set<Listener>>();
  const beginnings = new Map<string, Beginning>();
  return {
    addSource(source) {
      sources.set(source.prefix, source);
    },
    findSource: (channel) => sources.get(channel.split(':')[0]),
    listen(address, listener) {
      const found = listeners.get(address);
      if (found === undefined) listeners.set(address, new Set([listener]));
      else found.add(listener);
    },
    leave(address, listener) {
      const found = listeners.get(address);
      found?.delete(listener);
      if (found?.size !== 0) return;
      listeners.delete(address);
      // With no listener changes are not published, so nothing would say that it is old.
      beginnings.delete(address);
    },
    hasListeners: (address) => listeners.has(address),
    listAddresses: (prefix) => [...listeners.keys()].filter((one) => one.startsWith(prefix)),
    readBeginning(address) {
      const found = beginnings.get(address);
      if (found === undefined) return undefined;
      return performance.now() - found.madeAtMs < BEGINNING_MS ? found.frame : undefined;
    },
    keepBeginning(address, frame) {
      if (listeners.has(address)) beginnings.set(address, { frame, madeAtMs: performance.now() });
    },
    miss() {
      beginnings.clear();
      const all = new Set([...listeners.values()].flatMap((found) => [...found]));
      for (const listener of all) listener.miss();
    },
    publish(address, frame) {
      beginnings.delete(address);
      const found = listeners.get(address);
      if (found === undefined) return;
      const text = encodeFrame(frame);
      for (const listener of found) listener.receive(text, address, frame.last);
    },
  };
}
