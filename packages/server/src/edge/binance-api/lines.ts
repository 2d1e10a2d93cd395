// Connections of the trading dialect: how many one address may make, ping and pong, the longest
// life, slow readers, the notice before the end. What is said on them is its callers' business:
// stream-socket.ts and api-socket.ts.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { countAs } from '../../base/addresses/index.ts';
import {
  type FanOut,
  makeTextFrame,
  type Outlet,
  type StreamReader,
} from '../../base/feed/index.ts';
import { closeAtOnce, countArrivals } from '../arrivals.ts';
import type { Budget, Costs } from '../costs.ts';
import { BINANCE_BYTES_MAX } from '../frames.ts';
import type { Peers } from '../peers.ts';
import { refuseMore, refuseUpgrade } from '../upgrades.ts';

/** One connection. */
export interface Line extends StreamReader {
  readonly ip: string;
  /** What may still be made for its caller. */
  readonly budget: Budget;
  send(text: string): void;
  /** Send with what else this turn of the process has to say here. */
  sendSoon(text: string): void;
  close(code: number, reason: string): void;
}

/** What is said on a connection. */
export interface Talk {
  hear(text: string): void;
  ended(): void;
  /** Words of the notice that this connection will end. */
  readonly showShutdown: (atMs: number) => string;
  /** How many messages may come in a second, pings and pongs too; 0 = not counted. */
  readonly messagesPerSecond: number;
}

/** Starts the talk of a new connection. */
export type StartTalk = (line: Line) => Talk;

/** An open connection and what was said on it first. */
export interface FirstWords {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  readonly text: string;
}

/** Keeps connections. */
export interface LineKeeper {
  /**
   * A door for upgrades, which are refused when an address made too many.
   * @param start - from path and query.
   * @param bytesMax - of a message; absent: what names of all streams take. A longer one closes
   *   with 1009 before it is read.
   */
  entry(
    start: (url: string) => StartTalk,
    bytesMax?: number,
  ): (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Take over a connection that is open already, with what was said on it. */
  adopt(first: FirstWords, start: StartTalk): void;
  countOpen(): number;
  countSlowClosed(): number;
  close(): void;
}

const WAITING_BYTES_MAX = 1024 * 1024;
const LINES_COUNT_MAX = 20_000;
const LOOK_EVERY_MS = 1_000;
const PING_EVERY_MS = 20_000;
/** How long a pong may take. */
export const PONG_WITHIN_MS = 60_000;
/** How long a connection lives. */
export const LIFE_MS = 24 * 3_600_000;
const NOTIFICATION_MS = 600_000;
/** New connections of an address in five minutes. */
export const CONNECTS_MAX = 300;
const CONNECTS_WINDOW_MS = 300_000;
const LEAVE_MS = 500;
const CODE = { goingAway: 1001, policy: 1008, ourMistake: 1011 } as const;

/** Counts connections by address, in windows that begin with the address's own first one. */
class Connects {
  readonly #windows = new Map<string, { readonly startMs: number; count: number }>();
  #sweptAtMs = 0;

  /** @returns 0, or after how many milliseconds one more may be made. */
  take(address: string, nowMs: number): number {
    if (nowMs - this.#sweptAtMs >= CONNECTS_WINDOW_MS) this.#sweep(nowMs);
    const ip = countAs(address);
    let window = this.#windows.get(ip);
    if (window === undefined || nowMs - window.startMs >= CONNECTS_WINDOW_MS) {
      window = { startMs: nowMs, count: 0 };
      this.#windows.set(ip, window);
    }
    window.count += 1;
    return window.count <= CONNECTS_MAX ? 0 : window.startMs + CONNECTS_WINDOW_MS - nowMs;
  }

  /** Forget who has not come for a whole window. */
  #sweep(nowMs: number): void {
    this.#sweptAtMs = nowMs;
    for (const [ip, { startMs }] of this.#windows) {
      if (nowMs - startMs >= CONNECTS_WINDOW_MS) this.#windows.delete(ip);
    }
  }
}

interface LineParts {
  readonly budget: Budget;
  readonly fanOut: FanOut;
  readonly ip: string;
  readonly nowMs: number;
}

class OpenLine implements Line, Outlet {
  readonly ip: string;
  readonly budget: Budget;
  readonly socket: WebSocket;
  readonly #raw: Duplex;
  readonly #fanOut: FanOut;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #isDrainDue = false;
  readonly openedAtMs: number;
  pongAtMs: number;
  pingAtMs: number;
  isWarned = false;
  isSlow = false;
  talk: Talk | undefined;
  #tokens = 0;
  #tokensAtMs = 0;

  constructor(socket: WebSocket, request: IncomingMessage, parts: LineParts) {
    const { budget, fanOut, ip, nowMs } = parts;
    this.socket = socket;
    this.#raw = request.socket;
    this.#fanOut = fanOut;
    this.ip = ip;
    this.budget = budget;
    this.openedAtMs = nowMs;
    this.pongAtMs = nowMs;
    this.pingAtMs = nowMs;
  }

  /** Let frames wait for their turn. */
  write(frames: Buffer): void {
    if (this.#hold(frames)) this.#fanOut.push(this);
  }

  /** @returns whether the frames wait now. */
  #hold(frames: Buffer): boolean {
    if (this.isSlow || this.socket.readyState !== this.socket.OPEN) return false;
    this.#pending.push(frames);
    this.#pendingBytes += frames.length;
    if (this.#raw.writableLength + this.#pendingBytes > WAITING_BYTES_MAX) {
      // What it would miss cannot be told apart from what did not happen: so it is ended.
      this.isSlow = true;
      this.#pending = [];
      this.socket.terminate();
      return false;
    }
    return true;
  }

  /** Whole frames go past the library: it would make a header for each reader. */
  drain(): void {
    if (this.#pending.length === 0) return;
    const frames = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    if (this.socket.readyState !== this.socket.OPEN) return;
    this.#raw.write(frames.length === 1 ? frames[0] : Buffer.concat(frames));
  }

  /** Answers go at once, behind what waits. */
  send(text: string): void {
    if (this.#hold(makeTextFrame(text))) this.drain();
  }

  /** News of one person: those of one commit leave in one piece. */
  sendSoon(text: string): void {
    if (!this.#hold(makeTextFrame(text)) || this.#isDrainDue) return;
    this.#isDrainDue = true;
    queueMicrotask(() => {
      this.#isDrainDue = false;
      this.drain();
    });
  }

  /** Close behind what waits; of whoever asked for too much nothing more is read. */
  close(code: number, reason: string): void {
    this.drain();
    if (code === CODE.policy) {
      closeAtOnce(this.socket, this.#raw, { code, reason });
      return;
    }
    this.socket.close(code, reason);
    setTimeout(() => this.socket.terminate(), LEAVE_MS).unref();
  }

  /** @returns whether one more message may come now. */
  take(nowMs: number): boolean {
    const limit = this.talk?.messagesPerSecond ?? 0;
    if (limit === 0) return true;
    const passedMs = nowMs - this.#tokensAtMs;
    this.#tokens = Math.min(limit, this.#tokens + (passedMs * limit) / 1_000);
    this.#tokensAtMs = nowMs;
    this.#tokens -= 1;
    return this.#tokens >= 0;
  }
}

function warn(line: OpenLine, nowMs: number): void {
  if (line.isWarned || line.talk === undefined) return;
  line.isWarned = true;
  line.send(line.talk.showShutdown(nowMs));
}

function look(line: OpenLine, nowMs: number): void {
  if (nowMs - line.pongAtMs > PING_EVERY_MS + PONG_WITHIN_MS) {
    line.socket.terminate();
    return;
  }
  if (nowMs - line.pingAtMs >= PING_EVERY_MS) {
    line.pingAtMs = nowMs;
    line.socket.ping(String(nowMs));
  }
  const livedMs = nowMs - line.openedAtMs;
  if (livedMs >= LIFE_MS - NOTIFICATION_MS) warn(line, nowMs);
  if (livedMs >= LIFE_MS) line.close(CODE.goingAway, 'a connection lives 24 hours');
}

/** What a keeper stands on. */
export interface LineKeeperParts {
  readonly readNowMs: () => number;
  /** Writes what everybody reads in turn. */
  readonly fanOut: FanOut;
  readonly peers: Peers;
  readonly costs: Costs;
  /** Told of our own mistakes; the connection they happened on is closed. */
  readonly report: (error: unknown) => void;
}

/** Make a keeper. */
export function createLineKeeper({
  readNowMs,
  fanOut,
  peers,
  costs,
  report,
}: LineKeeperParts): LineKeeper {
  const lines = new Set<OpenLine>();
  const connects = new Connects();
  const servers: WebSocketServer[] = [];
  let slowClosedCount = 0;

  function hear(line: OpenLine, text: string | undefined): void {
    // What was sent before it was closed may still be on its way to here.
    if (line.socket.readyState !== line.socket.OPEN) return;
    if (!line.take(readNowMs())) {
      line.close(CODE.policy, 'too many messages');
      return;
    }
    if (text === undefined) return;
    try {
      line.talk?.hear(text);
    } catch (error) {
      report(error);
      line.close(CODE.ourMistake, 'internal error');
    }
  }

  function accept(socket: WebSocket, request: IncomingMessage, start: StartTalk): OpenLine {
    const line = new OpenLine(socket, request, {
      budget: costs.of(request),
      fanOut,
      ip: peers.readAddress(request),
      nowMs: readNowMs(),
    });
    lines.add(line);
    socket.on('error', () => socket.terminate());
    const { budget } = line;
    const onTooMuch = () => line.close(CODE.policy, 'asked for too much');
    countArrivals(request.socket, { budget, readNowMs, onTooMuch });
    const talk = start(line);
    line.talk = talk;
    socket.on('message', (data, isBinary) => {
      hear(line, isBinary ? undefined : String(data));
    });
    socket.on('ping', () => hear(line, undefined));
    socket.on('pong', () => {
      line.pongAtMs = readNowMs();
      hear(line, undefined);
    });
    socket.on('close', () => {
      if (line.isSlow) slowClosedCount += 1;
      lines.delete(line);
      talk.ended();
    });
    return line;
  }

  const timer = setInterval(() => {
    const nowMs = readNowMs();
    for (const line of lines) look(line, nowMs);
  }, LOOK_EVERY_MS);
  timer.unref();

  return {
    entry(start, bytesMax = BINANCE_BYTES_MAX) {
      const server = new WebSocketServer({
        noServer: true,
        maxPayload: bytesMax,
        perMessageDeflate: false,
      });
      servers.push(server);
      return (request, socket, head) => {
        const waitMs = connects.take(peers.readAddress(request), readNowMs());
        if (waitMs > 0) {
          refuseMore(socket, waitMs);
        } else if (lines.size >= LINES_COUNT_MAX) {
          refuseUpgrade(socket, '503 Service Unavailable');
        } else {
          server.handleUpgrade(request, socket, head, (accepted) => {
            accept(accepted, request, start(request.url ?? ''));
          });
        }
      };
    },
    adopt({ socket, request, text }, start) {
      // Nobody listens to it now: a frame that cannot be read would end the process.
      socket.on('error', () => socket.terminate());
      if (connects.take(peers.readAddress(request), readNowMs()) > 0) {
        const reason = 'too many connections';
        closeAtOnce(socket, request.socket, { code: CODE.policy, reason });
        return;
      }
      hear(accept(socket, request, start), text);
    },
    countOpen: () => lines.size,
    countSlowClosed: () => slowClosedCount,
    close() {
      clearInterval(timer);
      const nowMs = readNowMs();
      for (const line of lines) {
        warn(line, nowMs);
        line.close(CODE.goingAway, 'restarting');
      }
      for (const server of servers) server.close();
    },
  };
}
