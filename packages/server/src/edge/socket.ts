// Our own socket, /ws: checks who connects, keeps what each connection listens to, answers its
// frames and keeps slow readers from costing others anything. What channels carry is the products'
// business. A guest whose first frame is of the trading dialect is handed to edge/dialect.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ChannelFrame, type ClientFrame, closeCodes, errors } from '@isobath/wire';
import { type WebSocket, WebSocketServer } from 'ws';
import { countAs } from '../base/addresses/index.ts';
import { encodeFrame, type FanOut, type FrameText, type Hub } from '../base/feed/index.ts';
import { SESSION_COOKIE, type SessionRecord, type Sessions } from '../base/sessions/index.ts';
import { Connection, LAG_BYTES } from './connection.ts';
import { parseCookies } from './cookies.ts';
import { type Costs, OPENING_COST } from './costs.ts';
import { isOwnOrigin } from './cross-site.ts';
import { BINANCE_BYTES_MAX, weighFrame } from './frames.ts';
import { hearConnection } from './hearing.ts';
import { type Lookups, nameOwner, readWaitMs } from './lookups.ts';
import { keepForPage } from './page-account.ts';
import type { Peers } from './peers.ts';
import { refuseMore, refuseUpgrade } from './upgrades.ts';

/** What sockets stand on. */
export interface SocketEdgeOptions {
  readonly hub: Hub;
  readonly fanOut: FanOut;
  /** For word of those that end. */
  readonly sessions: Pick<Sessions, 'onEnded' | 'onDoubt' | 'findOver'>;
  readonly lookups: Lookups;
  readonly ownOrigin: string;
  readonly peers: Peers;
  /** What one caller may have made for them. */
  readonly costs: Costs;
  readonly readNowMs: () => number;
  readonly report: (error: unknown) => void;
  /** While true nobody new is let in. */
  readonly isClosed: () => boolean;
  /** Takes over a guest who speaks the trading dialect, with what they said first. */
  readonly adopt: (socket: WebSocket, request: IncomingMessage, text: string) => void;
}

/** The open door, with numbers for metrics. */
export interface SocketEdge {
  /** Take an upgrade of `/ws`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  countOpen(): number;
  /** Send everybody away; they come back by themselves. */
  dismiss(): void;
  /** How many were closed for reading too slowly. */
  countSlowClosed(): number;
  close(): Promise<void>;
}

const CHANNELS_COUNT_MAX = 200;
const CONNECTIONS_COUNT_MAX = 20_000;
/** Of one account or network, so that nobody fills the room alone; programs of this machine may. */
const CALLER_COUNT_MAX = 500;
const SLOW_BYTES = 1024 * 1024;
const SLOW_MS = 5_000;
const LOOK_EVERY_MS = 1_000;
/** Silence after which a reader is asked for a sign of life, gets nothing, is given up. */
const PING_AFTER_MS = 5_000;
const SILENT_AFTER_MS = 10_000;
const DEAD_AFTER_MS = 60_000;
/** Sockets of sessions that are over by age are looked for so often. */
const AGES_EVERY_MS = 3_000;
const OK = 200;

/** What a reader wants to go on from is too long ago. */
class NotKept extends Error {}

/** Serve our own socket. */
export function serveSockets(options: SocketEdgeOptions): SocketEdge {
  const { hub, sessions, readNowMs } = options;
  const server = new WebSocketServer({
    noServer: true,
    // The first frame may be of the trading dialect, whose frames are longer.
    maxPayload: BINANCE_BYTES_MAX,
    perMessageDeflate: false,
  });
  const connections = new Set<Connection>();
  const countOf = new Map<string, number>();
  /** What those who are signed in came with. */
  const signedIn = new Map<Connection, SessionRecord>();
  let agesLookedAtMs = readNowMs();
  let slowClosedCount = 0;

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
    connection.channels.set(channel, address);
    hub.listen(address, connection);
    if (connection.lagging.size > 0 || connection.waitingBytes > LAG_BYTES) {
      // They have not read what they asked for before: they get this one with the others.
      connection.lag();
      return OK;
    }
    try {
      await begin(connection, address, async () => {
        // A person's own channel is begun for them alone.
        if (address !== channel) return [await source.snapshot(channel, connection)];
        const known = hub.readBeginning(address);
        const frame = known ?? (await source.snapshot(channel, connection));
        if (known === undefined) hub.keepBeginning(address, frame);
        return [frame];
      });
    } catch (error) {
      leave(connection, channel);
      throw error;
    }
    return OK;
  }

  /** Listen first: what happens while the beginning is read then comes behind it, never lost. */
  async function begin(
    connection: Connection,
    address: string,
    read: () => Promise<readonly ChannelFrame[]>,
  ): Promise<void> {
    connection.hold(address);
    try {
      connection.release(address, await read());
    } catch (error) {
      connection.release(address, undefined);
      throw error;
    }
  }

  function leave(connection: Connection, channel: string): void {
    const address = connection.channels.get(channel);
    if (address === undefined) return;
    hub.leave(address, connection);
    connection.lagging.delete(address);
    connection.channels.delete(channel);
  }

  async function resume(connection: Connection, channel: string, since: number): Promise<number> {
    const source = hub.findSource(channel);
    const address = source?.address(channel, connection);
    if (source === undefined || address === undefined) return errors.not_found.code;
    if (address === null) return errors.not_signed_in.code;
    connection.channels.set(channel, address);
    hub.listen(address, connection);
    try {
      await begin(connection, address, async () => {
        const frames = await source.resume?.(channel, since, connection);
        if (frames === undefined) throw new NotKept();
        return frames;
      });
    } catch (error) {
      leave(connection, channel);
      if (error instanceof NotKept) return errors.snapshot_required.code;
      throw error;
    }
    return OK;
  }

  /** One channel that cannot be begun is no reason to leave out the others. */
  async function enter(connection: Connection, channel: string, frame: ClientFrame) {
    const since = frame.since?.[channel];
    try {
      return frame.op === 'resume' && since !== undefined
        ? await resume(connection, channel, since)
        : await subscribe(connection, channel);
    } catch (error) {
      options.report(error);
      return errors.internal.code;
    }
  }

  async function take(connection: Connection, frame: ClientFrame): Promise<void> {
    let code = OK;
    const { channels = [] } = frame;
    if (!connection.budget.take(weighFrame(frame, hub))) {
      connection.answer(frame.id, errors.rate_limited.code);
      return;
    }
    for (const channel of channels) {
      // The line may have ended while an earlier channel was read.
      if (connection.socket.readyState !== connection.socket.OPEN) return;
      if (frame.op === 'unsubscribe') {
        leave(connection, channel);
        continue;
      }
      const one = await enter(connection, channel, frame);
      if (one !== OK) code = one;
    }
    connection.answer(frame.id, code, frame.op === 'ping' ? readNowMs() : undefined);
  }

  function accept(
    socket: WebSocket,
    session: SessionRecord | undefined,
    request: IncomingMessage,
  ): void {
    const { fanOut } = options;
    const raw = request.socket;
    const budget = options.costs.of(request, nameOwner(session?.ownerId));
    const connection = new Connection({ socket, raw, session, budget, hub, fanOut, readNowMs });
    connections.add(connection);
    if (session !== undefined) signedIn.set(connection, session);
    const adopt = (text: string) => {
      connections.delete(connection);
      socket.removeAllListeners();
      options.adopt(socket, request, text);
    };
    hearConnection(connection, {
      raw,
      readNowMs,
      take: (frame) => void take(connection, frame).catch(options.report),
      adopt: session === undefined ? adopt : undefined,
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      leaveAll(connection);
      connections.delete(connection);
      signedIn.delete(connection);
    });
  }

  /** Count a line for its caller until it ends. @returns false if there are many. */
  function countIn(request: IncomingMessage, account: string | undefined): boolean {
    if (options.peers.isLocal(request)) return true;
    const caller = account ?? countAs(options.peers.readAddress(request));
    const count = countOf.get(caller) ?? 0;
    if (count >= CALLER_COUNT_MAX) return false;
    countOf.set(caller, count + 1);
    request.socket.once('close', () => {
      const left = (countOf.get(caller) ?? 1) - 1;
      if (left > 0) countOf.set(caller, left);
      else countOf.delete(caller);
    });
    return true;
  }

  /** Whose session an upgrade has; who is refused for asking too often is answered. */
  async function lookUp(request: IncomingMessage): Promise<SessionRecord | undefined | 'refused'> {
    try {
      return await options.lookups.read(request);
    } catch (error) {
      const waitMs = readWaitMs(error);
      if (waitMs === undefined) throw error;
      refuseMore(request.socket, waitMs);
      return 'refused';
    }
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { origin } = request.headers;
    if (options.isClosed() || connections.size >= CONNECTIONS_COUNT_MAX) {
      refuseUpgrade(socket, '503 Service Unavailable');
      return;
    }
    const session = await lookUp(request);
    // Whoever left meanwhile is not counted: they would be for ever.
    if (session === 'refused' || socket.destroyed) return;
    const account = nameOwner(session?.ownerId);
    const mayOpen = options.costs.of(request, account).take(OPENING_COST);
    if (!mayOpen || !countIn(request, account)) {
      refuseMore(socket);
      return;
    }
    const token = parseCookies(request.headers.cookie).get(SESSION_COOKIE) ?? '';
    if (origin === undefined ? token !== '' : !isOwnOrigin(origin, options.ownOrigin)) {
      // Of an upgrade that is refused a browser tells its page nothing: the code says why.
      server.handleUpgrade(request, socket, head, (accepted) => {
        accepted.on('error', () => accepted.terminate());
        accepted.close(closeCodes.origin, 'another origin');
      });
      return;
    }
    const [, query = ''] = (request.url ?? '').split('?', 2);
    const own = keepForPage(session, new URLSearchParams(query).get('account'));
    server.handleUpgrade(request, socket, head, (accepted) => accept(accepted, own, request));
  }

  /** Send a lagging reader where everybody's channels stand now. @param made - those of now. */
  function catchUp(connection: Connection, made: Map<string, FrameText>): void {
    const hasRead = connection.waitingBytes <= LAG_BYTES / 4;
    for (const [channel, address] of connection.channels) {
      const source = hub.findSource(channel);
      if (source === undefined || !connection.lagging.has(address)) continue;
      const isOwn = address !== channel;
      // Of their own channel they hear once they read again: then they load their lists anew.
      if (isOwn && !hasRead) continue;
      if (hasRead) connection.follow(address);
      const known = made.get(address);
      const snapshot = known ?? source.snapshot(channel, connection);
      if (snapshot instanceof Promise) {
        begin(connection, address, async () => [await snapshot]).catch((error: unknown) => {
          // They are told at the next look, a second later, and hear nothing until then.
          if (connection.channels.get(channel) === address) {
            hub.leave(address, connection);
            connection.lagging.add(address);
          }
          options.report(error);
        });
        continue;
      }
      const frame = known ?? encodeFrame(snapshot as ChannelFrame);
      made.set(address, frame);
      connection.write(frame);
    }
  }

  function closeSlow(connection: Connection, nowMs: number): void {
    connection.slowSinceMs ||= nowMs;
    if (nowMs - connection.slowSinceMs < SLOW_MS) return;
    slowClosedCount += 1;
    connection.socket.close(closeCodes.slow, 'reading too slowly');
    setTimeout(() => connection.socket.terminate(), SLOW_MS).unref();
  }

  function look(connection: Connection, nowMs: number, made: Map<string, FrameText>): void {
    const { socket } = connection;
    if (socket.readyState !== socket.OPEN) return;
    const silentMs = nowMs - connection.heardAtMs;
    if (silentMs > DEAD_AFTER_MS) {
      socket.terminate();
      return;
    }
    if (silentMs > PING_AFTER_MS && nowMs - connection.pingedAtMs > PING_AFTER_MS) {
      connection.pingedAtMs = nowMs;
      socket.ping();
    }
    if (connection.waitingBytes > SLOW_BYTES) {
      closeSlow(connection, nowMs);
      return;
    }
    connection.slowSinceMs = 0;
    // Nothing is written for somebody who is not there.
    if (silentMs > SILENT_AFTER_MS || connection.isMute()) connection.lag();
    else if (connection.lagging.size > 0) catchUp(connection, made);
  }

  function signOut(ended: ReadonlySet<number>): void {
    for (const connection of signedIn.keys()) {
      if (ended.has(connection.sessionId)) connection.socket.close(closeCodes.auth, 'signed out');
    }
  }

  /** Nobody tells of a session that grew too old. */
  async function endAged(): Promise<void> {
    const ended = await sessions.findOver([...signedIn.values()]);
    if (ended.length > 0) signOut(new Set(ended));
  }

  const timer = setInterval(() => {
    const nowMs = readNowMs();
    const made = new Map<string, FrameText>();
    for (const connection of connections) {
      try {
        look(connection, nowMs, made);
      } catch (error) {
        options.report(error);
      }
    }
    if (nowMs - agesLookedAtMs < AGES_EVERY_MS) return;
    agesLookedAtMs = nowMs;
    endAged().catch(options.report);
  }, LOOK_EVERY_MS);

  sessions.onEnded((sessionId) => signOut(new Set([sessionId])));
  // They come back by themselves, and the database is asked whose they are.
  sessions.onDoubt((ownerId) => dismiss((connection) => connection.ownerId === ownerId));

  function dismiss(isMeant: (connection: Connection) => boolean): void {
    for (const connection of connections) {
      if (isMeant(connection)) connection.socket.close(closeCodes.restart, 'restarting');
    }
  }

  return {
    upgrade,
    countOpen: () => connections.size,
    countSlowClosed: () => slowClosedCount,
    dismiss: () => dismiss(() => true),
    async close() {
      clearInterval(timer);
      dismiss(() => true);
      server.close();
      setTimeout(() => {
        for (const { socket } of connections) socket.terminate();
      }, 500).unref();
    },
  };
}
