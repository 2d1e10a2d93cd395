// Our own socket, /ws: checks who connects, keeps what each connection listens to, answers its
// frames and keeps slow readers from costing others anything. What channels carry is the products'
// business. A guest whose first frame is of the trading dialect is handed to edge/dialect.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ClientFrame, clientFrame, closeCodes, errors } from '@isobath/wire';
import { type WebSocket, WebSocketServer } from 'ws';
import { encodeFrame, type FrameText, type Hub, type Listener } from '../base/feed/index.ts';
import { SESSION_COOKIE, type SessionRecord, type Sessions } from '../base/sessions/index.ts';
import { parseCookies } from './cookies.ts';
import { isOwnOrigin } from './cross-site.ts';

/** What sockets stand on. */
export interface SocketEdgeOptions {
  readonly hub: Hub;
  readonly sessions: Sessions;
  readonly ownOrigin: string;
  readonly readNowMs: () => number;
  readonly report: (error: unknown) => void;
  /** Takes over a guest who speaks the trading dialect, with what he said first. */
  readonly adopt: (socket: WebSocket, request: IncomingMessage, text: string) => void;
}

/** The open door, with numbers for metrics. */
export interface SocketEdge {
  /** Take an upgrade of `/ws`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  countOpen(): number;
  /** How many were closed for reading too slowly. */
  countSlowClosed(): number;
  close(): Promise<void>;
}

const FRAME_BYTES_MAX = 16 * 1024;
const CHANNELS_COUNT_MAX = 200;
const CONNECTIONS_COUNT_MAX = 20_000;
const LAG_BYTES = 256 * 1024;
const SLOW_BYTES = 1024 * 1024;
const SLOW_MS = 5_000;
const LOOK_EVERY_MS = 1_000;
const DEAD_AFTER_MS = 60_000;
const FRAMES_BURST = 60;
const FRAMES_PER_SECOND = 10;
const OK = 200;

/** One connection. */
class Connection implements Listener {
  readonly channels = new Map<string, string>();
  readonly socket: WebSocket;
  readonly ownerId: number;
  readonly sessionId: number;
  heardAtMs: number;
  /** Since when more than SLOW_BYTES wait; 0 = they do not. */
  slowSinceMs = 0;
  isLagging = false;
  private tokens = FRAMES_BURST;
  private tokensAtMs: number;

  constructor(socket: WebSocket, session: SessionRecord | undefined, nowMs: number) {
    this.socket = socket;
    this.ownerId = session?.ownerId ?? 0;
    this.sessionId = session?.sessionId ?? 0;
    this.heardAtMs = nowMs;
    this.tokensAtMs = nowMs;
  }

  receive(text: FrameText): void {
    if (this.isLagging) return;
    if (this.socket.bufferedAmount > LAG_BYTES) {
      // From here on it gets snapshots once it has read what waits, not a growing backlog.
      this.isLagging = true;
      return;
    }
    this.socket.send(text, { binary: false });
  }

  takeToken(nowMs: number): boolean {
    const passedMs = nowMs - this.tokensAtMs;
    this.tokens = Math.min(FRAMES_BURST, this.tokens + (passedMs * FRAMES_PER_SECOND) / 1_000);
    this.tokensAtMs = nowMs;
    this.tokens -= 1;
    return this.tokens >= 0;
  }
}

/** Answer an upgrade with an HTTP status. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

function readFrame(text: string): ClientFrame | undefined {
  try {
    const parsed = clientFrame.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a first frame is a request of the trading dialect, not one of ours. */
function isDialect(text: string): boolean {
  try {
    const value = JSON.parse(text) as object | null;
    return typeof value === 'object' && value !== null && 'method' in value && !('op' in value);
  } catch {
    return false;
  }
}

/** Serve our own socket. */
export function serveSockets(options: SocketEdgeOptions): SocketEdge {
  const { hub, sessions, readNowMs } = options;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_BYTES_MAX,
    perMessageDeflate: false,
  });
  const connections = new Set<Connection>();
  let slowClosedCount = 0;

  function answer(connection: Connection, id: number, code: number): void {
    connection.socket.send(JSON.stringify({ id, code }));
  }

  function leaveAll(connection: Connection): void {
    for (const address of connection.channels.values()) hub.leave(address, connection);
    connection.channels.clear();
  }

  /** @returns the code to answer with. */
  async function subscribe(connection: Connection, channel: string): Promise<number> {
    const source = hub.findSource(channel);
    const address = source?.address(channel, connection);
    if (source === undefined || address === undefined) return errors.not_found.code;
    if (address === null) return errors.not_signed_in.code;
    if (connection.channels.size >= CHANNELS_COUNT_MAX) return errors.rate_limited.code;
    // Listen first: what happens while the snapshot is made is then behind it, never lost.
    connection.channels.set(channel, address);
    hub.listen(address, connection);
    const snapshot = await source.snapshot(channel, connection);
    connection.socket.send(encodeFrame(snapshot), { binary: false });
    return OK;
  }

  async function resume(connection: Connection, channel: string, since: number): Promise<number> {
    const source = hub.findSource(channel);
    const address = source?.address(channel, connection);
    if (source === undefined || address === undefined) return errors.not_found.code;
    if (address === null) return errors.not_signed_in.code;
    const frames = await source.resume?.(channel, since, connection);
    if (frames === undefined) return errors.outcome_unknown.code;
    connection.channels.set(channel, address);
    hub.listen(address, connection);
    for (const frame of frames) connection.socket.send(encodeFrame(frame), { binary: false });
    return OK;
  }

  async function take(connection: Connection, frame: ClientFrame): Promise<void> {
    let code = OK;
    for (const channel of frame.channels ?? []) {
      if (frame.op === 'unsubscribe') {
        const address = connection.channels.get(channel);
        if (address !== undefined) hub.leave(address, connection);
        connection.channels.delete(channel);
        continue;
      }
      const since = frame.since?.[channel];
      const isResume = frame.op === 'resume' && since !== undefined;
      const one = isResume
        ? await resume(connection, channel, since)
        : await subscribe(connection, channel);
      if (one !== OK) code = one;
    }
    answer(connection, frame.id, code);
  }

  function hear(connection: Connection, text: string): void {
    const nowMs = readNowMs();
    connection.heardAtMs = nowMs;
    if (!connection.takeToken(nowMs)) {
      connection.socket.close(closeCodes.rate, 'too many frames');
      return;
    }
    const frame = readFrame(text);
    if (frame === undefined) {
      answer(connection, 0, errors.invalid.code);
      return;
    }
    take(connection, frame).catch(options.report);
  }

  function accept(
    socket: WebSocket,
    session: SessionRecord | undefined,
    request: IncomingMessage,
  ): void {
    const connection = new Connection(socket, session, readNowMs());
    connections.add(connection);
    let isFirst = true;
    socket.on('message', (data, isBinary) => {
      if (isBinary) return;
      const text = String(data);
      if (isFirst && session === undefined && isDialect(text)) {
        connections.delete(connection);
        socket.removeAllListeners();
        options.adopt(socket, request, text);
        return;
      }
      isFirst = false;
      hear(connection, text);
    });
    socket.on('pong', () => {
      connection.heardAtMs = readNowMs();
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      leaveAll(connection);
      connections.delete(connection);
    });
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { origin } = request.headers;
    const token = parseCookies(request.headers.cookie).get(SESSION_COOKIE) ?? '';
    if (origin === undefined ? token !== '' : !isOwnOrigin(origin, options.ownOrigin)) {
      refuseUpgrade(socket, '403 Forbidden');
      return;
    }
    if (connections.size >= CONNECTIONS_COUNT_MAX) {
      refuseUpgrade(socket, '503 Service Unavailable');
      return;
    }
    const session = token === '' ? undefined : await sessions.read(token);
    server.handleUpgrade(request, socket, head, (accepted) => accept(accepted, session, request));
  }

  /** Send a lagging reader where things stand now, once it has read what waited. */
  async function catchUp(connection: Connection): Promise<void> {
    if (connection.socket.bufferedAmount > LAG_BYTES / 4) return;
    connection.isLagging = false;
    for (const channel of Array.from(connection.channels.keys())) {
      const source = hub.findSource(channel);
      if (source === undefined) continue;
      const snapshot = await source.snapshot(channel, connection);
      connection.socket.send(encodeFrame(snapshot), { binary: false });
    }
  }

  function look(connection: Connection, nowMs: number): void {
    const { socket } = connection;
    if (nowMs - connection.heardAtMs > DEAD_AFTER_MS) {
      socket.terminate();
      return;
    }
    if (nowMs - connection.heardAtMs > DEAD_AFTER_MS / 2) socket.ping();
    if (socket.bufferedAmount > SLOW_BYTES) {
      connection.slowSinceMs ||= nowMs;
      if (nowMs - connection.slowSinceMs >= SLOW_MS) {
        slowClosedCount += 1;
        socket.close(closeCodes.slow, 'reading too slowly');
        setTimeout(() => socket.terminate(), SLOW_MS).unref();
      }
      return;
    }
    connection.slowSinceMs = 0;
    if (connection.isLagging) catchUp(connection).catch(options.report);
  }

  const timer = setInterval(() => {
    const nowMs = readNowMs();
    for (const connection of connections) look(connection, nowMs);
  }, LOOK_EVERY_MS);

  sessions.onEnded((sessionId) => {
    for (const connection of connections) {
      if (connection.sessionId === sessionId)
        connection.socket.close(closeCodes.auth, 'signed out');
    }
  });

  return {
    upgrade,
    countOpen: () => connections.size,
    countSlowClosed: () => slowClosedCount,
    async close() {
      clearInterval(timer);
      for (const { socket } of connections) socket.close(closeCodes.restart, 'restarting');
      server.close();
      setTimeout(() => {
        for (const { socket } of connections) socket.terminate();
      }, 500).unref();
    },
  };
}
