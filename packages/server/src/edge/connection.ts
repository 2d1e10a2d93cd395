// One connection of our socket: what waits to be written, whether its reader keeps up, how many
// frames it may send. It does not know what channels carry, nor when it is looked at (socket.ts).
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { ChannelFrame } from '@isobath/wire';
import {
  encodeFrame,
  type FanOut,
  type FrameText,
  type Hub,
  type Listener,
  makeTextFrame,
  type Outlet,
} from '../base/feed/index.ts';
import type { SessionRecord } from '../base/sessions/index.ts';
import type { Budget } from './costs.ts';

/** Over so much waiting a reader gets snapshots instead of everything that happens. */
export const LAG_BYTES = 256 * 1024;
/** A reader of news is asked for a sign of life so often, and must give it within so long. */
const ASK_EVERY_MS = 1_000;
const ANSWER_WITHIN_MS = 2_000;
/** A ping as a server writes it, without content. */
const PING = Buffer.from([0x89, 0]);
const FRAMES_BURST = 60;
const FRAMES_PER_SECOND = 10;
/** Frames that are none: so many are told of, and one more each minute. */
const MISTAKES_BURST = 3;
const MISTAKES_PER_MINUTE = 1;

/** What a connection is made of. */
export interface ConnectionParts {
  readonly socket: WebSocket;
  /** The line below the socket: whole frames go past the library, which would copy each. */
  readonly raw: Duplex;
  readonly session: SessionRecord | undefined;
  readonly budget: Budget;
  readonly hub: Hub;
  readonly fanOut: FanOut;
  readonly readNowMs: () => number;
}

interface HeldFrame {
  readonly frame: FrameText;
  readonly last: number;
}

let joinedFrames: readonly FrameText[] = [];
let joined: Buffer = Buffer.alloc(0);

/** Frames as one piece. Readers of the same channels follow each other and share it. */
function joinFrames(frames: readonly FrameText[]): Buffer {
  if (frames.length === 1) return frames[0];
  const isSame =
    frames.length === joinedFrames.length && frames.every((one, at) => one === joinedFrames[at]);
  if (isSame) return joined;
  joinedFrames = frames;
  joined = Buffer.concat(frames);
  return joined;
}

/** One connection. */
export class Connection implements Listener, Outlet {
  /** Addresses in the hub by name of the channel. */
  readonly channels = new Map<string, string>();
  readonly socket: WebSocket;
  readonly ownerId: number;
  readonly sessionId: number;
  /** What may still be made for its caller. */
  readonly budget: Budget;
  heardAtMs: number;
  /** Since when news have gone out without a sign of life; 0 = none is missing. */
  #askedAtMs = 0;
  pingedAtMs = 0;
  /** Since when too much waits to go on; 0 = it does not. */
  slowSinceMs = 0;
  /** Addresses of which this reader gets snapshots at the time. */
  readonly lagging = new Set<string>();
  readonly #raw: Duplex;
  readonly #hub: Hub;
  readonly #fanOut: FanOut;
  readonly #readNowMs: () => number;
  readonly #held = new Map<string, HeldFrame[]>();
  #pending: FrameText[] = [];
  #pendingBytes = 0;
  #tokens = FRAMES_BURST;
  #tokensAtMs: number;
  #mistakesLeft = MISTAKES_BURST;
  #mistakenAtMs: number;

  constructor({ socket, raw, session, budget, hub, fanOut, readNowMs }: ConnectionParts) {
    const nowMs = readNowMs();
    this.socket = socket;
    this.budget = budget;
    this.#raw = raw;
    this.#hub = hub;
    this.#fanOut = fanOut;
    this.#readNowMs = readNowMs;
    this.ownerId = session?.ownerId ?? 0;
    this.sessionId = session?.sessionId ?? 0;
    this.heardAtMs = nowMs;
    this.#tokensAtMs = nowMs;
    this.#mistakenAtMs = nowMs;
  }

  /** Bytes that the reader has not taken. */
  get waitingBytes(): number {
    return this.#raw.writableLength + this.#pendingBytes;
  }

  /** They gave a sign of life. */
  hear(): void {
    this.heardAtMs = this.#readNowMs();
    this.#askedAtMs = 0;
  }

  receive(frame: FrameText, address: string, last: number): void {
    const held = this.#held.get(address);
    if (held !== undefined) {
      held.push({ frame, last });
      return;
    }
    if (this.waitingBytes > LAG_BYTES) {
      this.lag();
      return;
    }
    this.write(frame);
    // News of one person go at once; everybody's are written in turn.
    if (!this.channels.has(address)) this.drain();
  }

  miss(): void {
    this.lag();
  }

  /** Keep what comes for an address back: its beginning is being read. */
  hold(address: string): void {
    if (!this.#held.has(address)) this.#held.set(address, []);
  }

  /**
   * Begin an address with frames, then what was kept back, without what the frames told.
   *
   * @param frames - undefined when there is no beginning: what was kept back is dropped.
   */
  release(address: string, frames: readonly ChannelFrame[] | undefined): void {
    const held = this.#held.get(address) ?? [];
    this.#held.delete(address);
    if (frames === undefined) return;
    for (const frame of frames) this.write(encodeFrame(frame));
    const published = frames.at(-1)?.last ?? 0;
    for (const { frame, last } of held) if (last > published) this.write(frame);
  }

  /** From here on the reader gets snapshots, not a growing backlog: of news they cost nothing. */
  lag(): void {
    for (const address of this.channels.values()) {
      this.lagging.add(address);
      this.#hub.leave(address, this);
    }
  }

  /** They get the news of an address again, behind the snapshot that follows. */
  follow(address: string): void {
    this.lagging.delete(address);
    this.#hub.listen(address, this);
  }

  /** Whether they were asked for a sign of life and gave none. */
  isMute(): boolean {
    return this.#askedAtMs > 0 && this.#readNowMs() - this.#askedAtMs > ANSWER_WITHIN_MS;
  }

  /** Write news, and with them now and then a question for a sign of life. */
  #send(frames: Buffer): void {
    const nowMs = this.#readNowMs();
    if (this.#askedAtMs > 0 || nowMs - this.heardAtMs < ASK_EVERY_MS) {
      this.#raw.write(frames);
      return;
    }
    this.#askedAtMs = nowMs;
    this.pingedAtMs = nowMs;
    // Both in one piece.
    this.#raw.cork();
    this.#raw.write(frames);
    this.#raw.write(PING);
    this.#raw.uncork();
  }

  /** Let a frame wait for its turn, however much waits already. */
  write(frame: FrameText): void {
    this.#pending.push(frame);
    this.#pendingBytes += frame.length;
    this.#fanOut.push(this);
  }

  /** Answer at once, behind what waits. @param atMs - the time now, for who asked for it. */
  answer(id: number, code: number, atMs?: number): void {
    this.write(makeTextFrame(JSON.stringify({ id, code, at: atMs })));
    this.drain();
  }

  drain(): void {
    if (this.#pending.length === 0) return;
    const frames = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.isMute()) {
      this.lag();
      return;
    }
    this.#send(joinFrames(frames));
  }

  /** @returns whether one more frame may come now. */
  takeToken(nowMs: number): boolean {
    const passedMs = nowMs - this.#tokensAtMs;
    this.#tokens = Math.min(FRAMES_BURST, this.#tokens + (passedMs * FRAMES_PER_SECOND) / 1_000);
    this.#tokensAtMs = nowMs;
    this.#tokens -= 1;
    return this.#tokens >= 0;
  }

  /** @returns whether one more frame that is none is forgiven now. */
  takeMistake(nowMs: number): boolean {
    const passedMs = nowMs - this.#mistakenAtMs;
    const left = this.#mistakesLeft + (passedMs * MISTAKES_PER_MINUTE) / 60_000;
    this.#mistakesLeft = Math.min(MISTAKES_BURST, left) - 1;
    this.#mistakenAtMs = nowMs;
    return this.#mistakesLeft >= 0;
  }
}
