// The one socket of a page: subscribe, resume after a cut, notice gaps, silence and sleep, and
// come back by itself for ever. Not here: what the frames mean; pages read them.
// Made once by web's base room; programs may make their own.
import type { AnswerFrame, ChannelFrame, ClientFrame } from '@isobath/wire';
import { createChannels } from './channels.ts';
import type { Live, LiveState } from './live.ts';

/** What the connection needs of a WebSocket; the browser's and Node's both fit. */
export interface SocketLike {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  addEventListener(
    name: 'open' | 'message' | 'close',
    listener: (event: { readonly data?: unknown; readonly code?: number }) => void,
  ): void;
}

/** Time, so that tests can move it. */
export interface SocketClock {
  now(): number;
  /** @returns cancel it. */
  after(ms: number, run: () => void): () => void;
  random(): number;
}

/** Settings of a live connection. */
export interface SocketOptions {
  /** Such as `wss://host/ws`. */
  readonly url: string;
  readonly open?: (url: string) => SocketLike;
  readonly clock?: SocketClock;
  /** The session has ended, or there was none for a channel that needs one; the rest goes on. */
  readonly onSignedOut?: () => void;
}

const tickMs = 1_000;
const pingAfterMs = 3_000;
const staleAfterMs = 5_000;
const deadAfterMs = 12_000;
const sleptAfterMs = 8_000;
const retryFirstMs = 250;
const retryMaxMs = 8_000;
const askAgainAfterMs = 2_000;
const unansweredAfterMs = 10_000;
const openState = 1;
const okCode = 200;
/** The server's own mistake: what it could not begin now it can in a moment. */
const internalCode = 10_008;
const notSignedInCode = 10_002;
/** With this a line is closed whose session has ended. */
const signedOutClose = 4_001;

const realClock: SocketClock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

function isChannelFrame(value: unknown): value is ChannelFrame {
  return typeof value === 'object' && value !== null && 'ch' in value && 'first' in value;
}

function isAnswerFrame(value: unknown): value is AnswerFrame {
  return typeof value === 'object' && value !== null && 'id' in value && 'code' in value;
}

/** What was asked and is not answered yet. */
interface Question {
  readonly names: readonly string[];
  readonly isResume: boolean;
  readonly atMs: number;
}

/** One connection with its timers; `createSocket` hides it behind `Live`. */
class Connection {
  private readonly channels = createChannels();
  private readonly watchers = new Set<(state: LiveState) => void>();
  private readonly url: string;
  private readonly open: (url: string) => SocketLike;
  private readonly clock: SocketClock;
  private readonly reportSignedOut: () => void;
  private socket: SocketLike | null = null;
  private state: LiveState['state'] = 'connecting';
  private lagMs = 0;
  private clockOffsetMs: number | null = null;
  private heardAtMs: number;
  private tickedAtMs: number;
  private pingedAtMs = 0;
  private pingId = 0;
  private nextId = 1;
  private retriesCount = 0;
  private isClosed = false;
  private readonly requested = new Map<number, Question>();
  private cancelRetry: () => void = () => {};
  private cancelTick: () => void = () => {};

  constructor(options: SocketOptions) {
    this.url = options.url;
    this.open = options.open ?? ((url) => new WebSocket(url) as unknown as SocketLike);
    this.clock = options.clock ?? realClock;
    this.reportSignedOut = options.onSignedOut ?? (() => {});
    this.heardAtMs = this.clock.now();
    this.tickedAtMs = this.heardAtMs;
    this.connect();
    this.tick();
  }

  readState(): LiveState {
    const { state, lagMs, clockOffsetMs } = this;
    return { state, lagMs, ageMs: this.clock.now() - this.heardAtMs, clockOffsetMs };
  }

  watch(onState: (state: LiveState) => void): () => void {
    this.watchers.add(onState);
    return () => this.watchers.delete(onState);
  }

  subscribe(name: string, onFrame: (frame: ChannelFrame) => void): () => void {
    this.channels.add(name, onFrame);
    // A second listener needs a snapshot of its own; everybody may have it.
    this.ask([name]);
    return () => {
      if (this.channels.remove(name, onFrame)) this.send({ op: 'unsubscribe', channels: [name] });
    };
  }

  restart(): void {
    for (const name of this.channels.names()) this.channels.expectSnapshot(name);
    this.reconnectNow();
  }

  close(): void {
    this.isClosed = true;
    this.cancelRetry();
    this.cancelTick();
    this.drop();
  }

  /** The network is known to be back or gone: the browser said so. */
  setOnline(isOnline: boolean): void {
    if (isOnline) this.reconnectNow();
    else {
      this.drop();
      this.change('offline');
    }
  }

  private change(state: LiveState['state']): void {
    if (this.state === state) return;
    this.state = state;
    for (const watcher of this.watchers) watcher(this.readState());
  }

  private send(frame: Omit<ClientFrame, 'id'>): number {
    const id = this.nextId;
    if (this.socket === null || this.socket.readyState !== openState) return 0;
    this.nextId += 1;
    this.socket.send(JSON.stringify({ id, ...frame }));
    return id;
  }

  private ask(names: readonly string[]): void {
    const wanted = this.channels.names();
    const channels = names.filter((name) => wanted.includes(name));
    if (channels.length === 0) return;
    for (const name of channels) this.channels.expectSnapshot(name);
    this.question({ op: 'subscribe', channels });
  }

  private question(frame: Omit<ClientFrame, 'id'> & { readonly channels: string[] }): void {
    const id = this.send(frame);
    if (id === 0) return;
    const isResume = frame.op === 'resume';
    this.requested.set(id, { names: frame.channels, isResume, atMs: this.clock.now() });
  }

  /** What somebody still waits for; whatever came meanwhile is left out. */
  private askAwaited(names: readonly string[]): void {
    this.ask(names.filter((name) => this.channels.isAwaited(name)));
  }

  private connect(): void {
    if (this.isClosed) return;
    this.cancelRetry();
    const socket = this.open(this.url);
    this.socket = socket;
    this.heardAtMs = this.clock.now();
    socket.addEventListener('open', () => {
      if (socket === this.socket) this.begin();
    });
    socket.addEventListener('message', (event) => {
      if (socket === this.socket) this.hear(String(event.data));
    });
    socket.addEventListener('close', ({ code }) => {
      if (socket !== this.socket) return;
      this.socket = null;
      if (code === signedOutClose) this.reportSignedOut();
      this.retry();
    });
  }

  private begin(): void {
    this.retriesCount = 0;
    this.heardAtMs = this.clock.now();
    this.change('live');
    const since = this.channels.readSince();
    const fresh = this.channels.names().filter((name) => since[name] === undefined);
    const known = Object.keys(since);
    if (fresh.length > 0) this.question({ op: 'subscribe', channels: fresh });
    if (known.length > 0) this.question({ op: 'resume', channels: known, since });
  }

  private hear(text: string): void {
    this.heardAtMs = this.clock.now();
    if (this.state !== 'live') this.change('live');
    const frame: unknown = JSON.parse(text);
    if (isChannelFrame(frame)) {
      if (this.channels.take(frame) === 'gap') this.ask([frame.ch]);
      return;
    }
    if (!isAnswerFrame(frame)) return;
    if (frame.id === this.pingId) this.measure(frame);
    const question = this.requested.get(frame.id);
    this.requested.delete(frame.id);
    if (question === undefined || frame.code === okCode) return;
    if (frame.code === notSignedInCode) this.reportSignedOut();
    // What the server no longer keeps is begun anew.
    if (question.isResume) this.ask(question.names);
    else if (frame.code === internalCode) {
      this.clock.after(askAgainAfterMs, () => this.askAwaited(question.names));
    }
  }

  /** An answered ping: how long it took, and what the exchange's clock said half way. */
  private measure(frame: AnswerFrame): void {
    this.pingId = 0;
    this.lagMs = this.heardAtMs - this.pingedAtMs;
    if (frame.at !== undefined) {
      this.clockOffsetMs = Math.round(this.pingedAtMs + this.lagMs / 2 - frame.at);
    }
    for (const watcher of this.watchers) watcher(this.readState());
  }

  /** Once a second: what was never answered is asked again. */
  private askUnanswered(nowMs: number): void {
    for (const [id, question] of this.requested) {
      if (nowMs - question.atMs < unansweredAfterMs) return;
      this.requested.delete(id);
      if (question.isResume) this.ask(question.names);
      else this.askAwaited(question.names);
    }
  }

  private retry(): void {
    if (this.isClosed) return;
    this.change(this.state === 'offline' ? 'offline' : 'connecting');
    const limitMs = Math.min(retryMaxMs, retryFirstMs * 2 ** this.retriesCount);
    this.retriesCount += 1;
    this.cancelRetry = this.clock.after(limitMs * (0.5 + this.clock.random() / 2), () =>
      this.connect(),
    );
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    this.requested.clear();
    this.pingId = 0;
    socket?.close();
  }

  private reconnectNow(): void {
    this.drop();
    this.retriesCount = 0;
    this.change('connecting');
    this.connect();
  }

  /** Once a second: ask for a sign of life, show silence, give up on a dead line, notice sleep. */
  private tick(): void {
    if (this.isClosed) return;
    this.cancelTick = this.clock.after(tickMs, () => this.tick());
    const nowMs = this.clock.now();
    const hasSlept = nowMs - this.tickedAtMs > sleptAfterMs;
    this.tickedAtMs = nowMs;
    if (this.socket === null || this.socket.readyState !== openState) return;
    const silentMs = nowMs - this.heardAtMs;
    if (hasSlept || silentMs > deadAfterMs) {
      this.reconnectNow();
      return;
    }
    if (silentMs > staleAfterMs) this.change('stale');
    this.askUnanswered(nowMs);
    const isPingDue = this.pingId === 0 && nowMs - this.pingedAtMs >= pingAfterMs;
    if (!isPingDue) return;
    this.pingedAtMs = nowMs;
    this.pingId = this.send({ op: 'ping' });
  }
}

/** A live connection that also hears from the browser whether there is a network. */
export interface Socket extends Live {
  setOnline(isOnline: boolean): void;
}

/**
 * Open a live connection; it stays, whatever happens to the line.
 *
 * @example
 * const live = createSocket({ url: 'ws://127.0.0.1:4870/ws' });
 * const stop = live.subscribe('book:btc_usdt', (frame) => console.log(frame));
 */
export function createSocket(options: SocketOptions): Socket {
  const connection = new Connection(options);
  return {
    subscribe: (channel, onFrame) => connection.subscribe(channel, onFrame),
    watch: (onState) => connection.watch(onState),
    readState: () => connection.readState(),
    restart: () => connection.restart(),
    close: () => connection.close(),
    setOnline: (isOnline) => connection.setOnline(isOnline),
  };
}
